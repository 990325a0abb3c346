//! The messages about malformed Matrix Market files.

use super::Message;

pub(super) const MESSAGES: &[Message] = &[
    (
        "array-too-long.mtx",
        "array-too-long.mtx, line 5: the sizes at the top announce 2 values, but more follow",
        "",
    ),
    (
        "array-too-short.mtx",
        "array-too-short.mtx, line 5: the file ends after 2 of the 1000000000000 values that the sizes",
        "",
    ),
    (
        "bad-magic.mtx",
        "bad-magic.mtx, byte 0: a file of this name should begin with `%%MatrixMarket`, but begins with",
        "",
    ),
    (
        "banner-short.mtx",
        "banner-short.mtx, line 1: the first line should read",
        "it has 4 words, not 5",
    ),
    (
        "binary.mtx",
        "binary.mtx, line 3: there is a zero byte, so this is not a text file; save the data as CSV in",
        "",
    ),
    (
        "complex.mtx",
        "complex.mtx, line 1: the first line should read",
        "`complex` is not supported",
    ),
    (
        "count-absurd-in-large.mtx",
        "count-absurd-in-large.mtx, line 4: the file ends after 1 of the 9000000000000000000 values",
        "",
    ),
    (
        "count-absurd.mtx",
        "count-absurd.mtx, line 2: 9000000000000000000 entries are announced, but a matrix of 2 rows and",
        "",
    ),
    (
        "count-too-large.mtx",
        "count-too-large.mtx, line 5: the file ends after 2 of the 3 values",
        "",
    ),
    (
        "count-too-small.mtx",
        "count-too-small.mtx, line 4: the sizes at the top announce 1 value, but more follow",
        "",
    ),
    ("empty.mtx", "empty.mtx is empty", ""),
    (
        "expanded.mtx",
        "expanded.mtx, line 1: with its zeros this matrix of 3000000000 rows and 3000000000 columns has",
        "",
    ),
    (
        "fraction.mtx",
        "fraction.mtx, line 4: `2.5` is not a whole number, but the first line says `integer`",
        "",
    ),
    (
        "hermitian.mtx",
        "hermitian.mtx, line 1: the first line should read",
        "`hermitian` is not supported",
    ),
    (
        "index-beyond.mtx",
        "index-beyond.mtx, line 4: `3` is not an index; columns are whole numbers from 1 to 2",
        "",
    ),
    (
        "index-fraction.mtx",
        "index-fraction.mtx, line 3: `1.0` is not an index; rows are whole numbers from 1 to 2",
        "",
    ),
    (
        "index-negative.mtx",
        "index-negative.mtx, line 3: `-1` is not an index; columns are whole numbers from 1 to 2",
        "",
    ),
    (
        "index-zero.mtx",
        "index-zero.mtx, line 3: `0` is not an index; rows are whole numbers from 1 to 2",
        "",
    ),
    (
        "nan.mtx",
        "nan.mtx, line 4: `nan` is not a finite number; remove the row or correct the value",
        "",
    ),
    (
        "not-square.mtx",
        "not-square.mtx, line 2: a symmetric matrix has as many rows as columns, not 2 and 3",
        "",
    ),
    (
        "not-utf8.mtx",
        "not-utf8.mtx, line 3: byte 0xff is not UTF-8, so this is not a text file; save the data as CSV",
        "",
    ),
    (
        "only-banner.mtx",
        "only-banner.mtx, line 4: the file ends without a line that gives rows and columns, as two",
        "",
    ),
    (
        "pattern.mtx",
        "pattern.mtx, line 1: the first line should read",
        "a `pattern` matrix has no values",
    ),
    (
        "ragged-array.mtx",
        "ragged-array.mtx, line 3: this line should give one value, but holds 2 values",
        "",
    ),
    (
        "ragged-entry.mtx",
        "ragged-entry.mtx, line 4: this line should give row, column and value, but holds 2 values",
        "",
    ),
    (
        "sizes-beyond-64-bits.mtx",
        "sizes-beyond-64-bits.mtx, line 2: this line should give rows and columns, as two whole",
        "",
    ),
    (
        "sizes-negative.mtx",
        "sizes-negative.mtx, line 2: this line should give rows and columns, as two whole numbers, but",
        "",
    ),
    (
        "sizes-overflow.mtx",
        "sizes-overflow.mtx, line 2: no file holds a matrix of 4294967296 rows and 4294967297 columns",
        "",
    ),
    (
        "sizes-two-of-three.mtx",
        "sizes-two-of-three.mtx, line 2: this line should give rows, columns and entries, as three",
        "",
    ),
    (
        "sizes-zero.mtx",
        "sizes-zero.mtx, line 2: a matrix of 0 rows and 3 columns holds no numbers",
        "",
    ),
    (
        "skew-diagonal.mtx",
        "skew-diagonal.mtx, line 3: row 2, column 2: the diagonal of a skew-symmetric matrix is zero",
        "",
    ),
    (
        "too-large.mtx",
        "too-large.mtx, line 3: 1e400 is out of range: the largest number in type dd is about 1.8e308;",
        "",
    ),
    (
        "too-small.mtx",
        "too-small.mtx, line 3: 1e-400 is out of range: the smallest positive number in type dd is",
        "",
    ),
    (
        "twice.mtx",
        "twice.mtx, line 5: the element of row 1 and column 1 is given twice; give each once",
        "",
    ),
    (
        "upper.mtx",
        "upper.mtx, line 3: row 1, column 2: of a symmetric matrix only the lower triangle is given,",
        "",
    ),
    (
        "vector-object.mtx",
        "vector-object.mtx, line 1: the first line should read",
        "`vector` is not supported",
    ),
    ("word.mtx", "word.mtx, line 5: `one` is not a number", ""),
];

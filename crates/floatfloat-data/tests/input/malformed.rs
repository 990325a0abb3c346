//! Malformed files: each is refused with a message that says what is wrong and where.

use crate::{load, names};
use floatfloat::DoubleDouble;
use std::collections::BTreeSet;

/// The file, as the command would take it; how its message begins when a matrix is wanted; what else
/// is in the message.
const MESSAGES: &[(&str, &str, &str)] = &[
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
        "bad-magic.npy",
        "bad-magic.npy, byte 0: a file of this name should begin with `\\x93NUMPY`, but begins with",
        "",
    ),
    (
        "bad-magic.npz",
        "bad-magic.npz, byte 0: a file of this name should begin with `PK\\x03\\x04`, but begins with",
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
        "complex.npy",
        "complex.npy, byte 20: complex numbers are not supported; save real and imaginary parts as two",
        "a.imag",
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
    (
        "cut-data.npy",
        "cut-data.npy, byte 155: the file ends here, 5 bytes short of the array that its header",
        "",
    ),
    (
        "cut-header.npy",
        "cut-header.npy, byte 40: the file ends here, 88 bytes short of the header of .npy; copy or",
        "",
    ),
    (
        "cut-length.npy",
        "cut-length.npy, byte 9: the file ends here, 1 byte short of the header of .npy; copy or save",
        "",
    ),
    (
        "cut-member.npz",
        "array `a` of cut-member.npz, byte 155: the file ends here, 5 bytes short of the array that its",
        "",
    ),
    (
        "cut.npz",
        "cut.npz, byte 269: the archive is damaged or of a kind that is not supported: invalid Zip archive:",
        "",
    ),
    ("damaged.npz:A", "array `A` of damaged.npz, byte ", ""),
    ("deep.npy", "deep.npy, byte 20: elements of type", ""),
    (
        "empty-array.npy",
        "empty-array.npy, byte 128: the array of shape (0, 3) is empty; it should hold numbers",
        "",
    ),
    ("empty.csv", "empty.csv is empty", ""),
    ("empty.mtx", "empty.mtx is empty", ""),
    ("empty.npy", "empty.npy is empty", ""),
    ("empty.npz", "empty.npz is empty", ""),
    (
        "expanded.mtx",
        "expanded.mtx, line 1: with its zeros this matrix of 3000000000 rows and 3000000000 columns has",
        "",
    ),
    (
        "fields.npy",
        "fields.npy, byte 20: elements of type `[('hi', '<f8'), ('lo', '<f8')], 'fortran_order': False,",
        "",
    ),
    (
        "four-axes.npy",
        "four-axes.npy, byte 0: an array of shape (1, 2, 1, 2) is not a vector or matrix; give shape (n,",
        "",
    ),
    (
        "fraction.mtx",
        "fraction.mtx, line 4: `2.5` is not a whole number, but the first line says `integer`",
        "",
    ),
    ("gzip.csv", "gzip.csv, byte 0: this is compressed by gzip; unpack it first", ""),
    ("half-header.csv", "half-header.csv, line 1: `b` is not a number", ""),
    (
        "header-4-gib.npy",
        "header-4-gib.npy, byte 13: the file ends here, 4294967294 bytes short of the header of .npy;",
        "",
    ),
    ("header-only.csv", "header-only.csv has a header but no rows of numbers below it", ""),
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
        "infinite-fortran.npy",
        "infinite-fortran.npy, byte 152, element [1, 1]: `-inf` is not a finite number; remove the row",
        "",
    ),
    (
        "long-double-of-any-machine.npy",
        "long-double-of-any-machine.npy, byte 128: elements of type `f16` are long doubles of x86,",
        "numpy.savetxt(name, a, fmt='%s')",
    ),
    (
        "magic-only.npy",
        "magic-only.npy, byte 6: the file ends here, 2 bytes short of the header of .npy; copy or save",
        "",
    ),
    (
        "nan.csv",
        "nan.csv, line 2: `nan` is not a finite number; remove the row or correct the value",
        "",
    ),
    (
        "nan.mtx",
        "nan.mtx, line 4: `nan` is not a finite number; remove the row or correct the value",
        "",
    ),
    (
        "nan.npy",
        "nan.npy, byte 152, element [1, 1]: `NaN` is not a finite number; remove the row or correct the",
        "",
    ),
    (
        "no-arrays.npz",
        "no-arrays.npz, byte 0: this archive has no NumPy arrays; numpy.savez writes an archive",
        "",
    ),
    (
        "no-data.npy",
        "no-data.npy, byte 128: the file ends here, 32 bytes short of the array that its header",
        "",
    ),
    (
        "no-dictionary.npy",
        "no-dictionary.npy, byte 10: the header of .npy is damaged: `{` should be here",
        "",
    ),
    (
        "no-members.npz",
        "no-members.npz, byte 0: this archive has no NumPy arrays; numpy.savez writes an archive",
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
        "open-string.npy",
        "open-string.npy, byte 12: the header of .npy is damaged: a closing quotation mark should be",
        "",
    ),
    (
        "order-number.npy",
        "order-number.npy, byte 44: the header of .npy is damaged: True or False should be here",
        "",
    ),
    (
        "pattern.mtx",
        "pattern.mtx, line 1: the first line should read",
        "a `pattern` matrix has no values",
    ),
    (
        "pickled-field.npy",
        "pickled-field.npy, byte 20: the array holds pickled Python objects, which are never read, as",
        "",
    ),
    (
        "pickled.npy",
        "pickled.npy, byte 20: the array holds pickled Python objects, which are never read, as they",
        "numpy.savetxt(name, a, fmt='%s')",
    ),
    (
        "pickled.npz",
        "array `a` of pickled.npz, byte 20: the array holds pickled Python objects, which are never",
        "",
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
        "ragged.csv",
        "ragged.csv, line 4: found 1 value, but the rows above have 2; every row of a matrix needs the",
        "",
    ),
    (
        "shape-absurd.npy",
        "shape-absurd.npy, byte 160: the file ends here, 7999999999968 bytes short of the array that",
        "",
    ),
    (
        "shape-beyond-64-bits.npy",
        "shape-beyond-64-bits.npy, byte 61: the header claims an array of shape (99999999999999999999,",
        "",
    ),
    (
        "shape-missing.npy",
        "shape-missing.npy, byte 64: the header of .npy is damaged: shape should be here",
        "",
    ),
    (
        "shape-negative.npy",
        "shape-negative.npy, byte 61: the header of .npy is damaged: a whole number should be here",
        "",
    ),
    (
        "shape-open.npy",
        "shape-open.npy, byte 64: the header of .npy is damaged: a whole number should be here",
        "",
    ),
    (
        "shape-wraps.npy",
        "shape-wraps.npy, byte 128: the header claims an array of shape (9223372036854775807,",
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
        "text.npy",
        "text.npy, byte 0: a file of this name should begin with `\\x93NUMPY`, but begins with",
        "",
    ),
    (
        "three-axes.npy",
        "three-axes.npy, byte 0: an array of shape (2, 2, 3) is not a vector or matrix; give shape (n, m),",
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
        "trailing.npy",
        "trailing.npy, byte 160: 4 more bytes follow the array that the header describes; save it again",
        "",
    ),
    (
        "twice.mtx",
        "twice.mtx, line 5: the element of row 1 and column 1 is given twice; give each once",
        "",
    ),
    (
        "unknown-key.npy",
        "unknown-key.npy, byte 37: the header of .npy is damaged: descr, fortran_order or shape should",
        "",
    ),
    (
        "upper.mtx",
        "upper.mtx, line 3: row 1, column 2: of a symmetric matrix only the lower triangle is given,",
        "",
    ),
    (
        "utf16.csv",
        "utf16.csv, line 1: it begins as UTF-16 does, so this is not a text file; save the data as CSV",
        "",
    ),
    (
        "vector-object.mtx",
        "vector-object.mtx, line 1: the first line should read",
        "`vector` is not supported",
    ),
    (
        "version-9.npy",
        "version-9.npy, byte 6: version 9.0 of .npy is not supported; 1.0, 2.0 and 3.0 are",
        "",
    ),
    ("spreadsheet-error.csv", "spreadsheet-error.csv, line 2: `#N/A` is not a number", ""),
    ("word.csv", "word.csv, line 2: `four` is not a number", ""),
    ("word.mtx", "word.mtx, line 5: `one` is not a number", ""),
];

/// Files with nothing wrong but what they are used for.
const NO_PAIRS: &str = "no-pairs.npy";

#[test]
fn every_file_is_refused_with_its_message() {
    for &(file, beginning, part) in MESSAGES {
        let outcome = load("malformed", file).and_then(|input| input.matrix::<DoubleDouble>());
        let message = outcome.expect_err(file).to_string();
        assert!(message.starts_with(beginning), "{message}");
        assert!(message.contains(part), "`{part}` is missing in\n{message}");
        assert!(message.len() < 400 && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn no_file_is_left_out() {
    let tested = MESSAGES.iter().map(|(file, ..)| file.split(':').next().unwrap_or_default());
    let tested: BTreeSet<&str> = tested.chain([NO_PAIRS]).collect();
    let found = names("malformed");
    assert_eq!(tested, found.iter().map(String::as_str).collect());
}

#[test]
fn a_vector_is_no_matrix_and_its_pairs_are_pairs() {
    for (of, file, beginning) in [
        (
            "malformed",
            NO_PAIRS,
            "no-pairs.npy, byte 128, element [0, 0]: an array whose last axis is 2",
        ),
        (
            "good",
            "matrix-rows.npy",
            "matrix-rows.npy, byte 0: a vector is needed, but this is a matrix of 2",
        ),
        (
            "good",
            "array.mtx",
            "array.mtx, line 1: a vector is needed, but this is a matrix of 2 rows",
        ),
        ("good", "matrix.csv:a", "matrix.csv, line 1: the first line must name the columns"),
        ("good", "array.mtx:a", "array.mtx holds a single array, so there is nothing to choose"),
        (
            "good",
            "stored.npz",
            "stored.npz holds 2 arrays; choose one as stored.npz:NAME; the arrays are `A` and `b`",
        ),
        ("good", "stored.npz:c", "stored.npz has no array `c`; the arrays are `A` and `b`"),
    ] {
        let outcome = load(of, file).and_then(|input| input.vector::<DoubleDouble>());
        let message = outcome.expect_err(file).to_string();
        assert!(message.starts_with(beginning), "{message}");
    }
}

#[test]
fn numbers_beyond_a_narrow_type_are_refused_with_their_place() {
    for (file, beginning) in [
        (
            "vector-f8-big.npy",
            "vector-f8-big.npy, byte 144, element [2]: 3e-310 is out of range: the smallest",
        ),
        (
            "coordinate.mtx",
            "coordinate.mtx, line 5: 4.9e-324 is out of range: the smallest positive number in type f32",
        ),
    ] {
        let message = load("good", file).and_then(|input| input.matrix::<f32>()).unwrap_err();
        assert!(message.to_string().starts_with(beginning), "{message}");
    }
}

/// Every beginning of a good file, and every good file with a byte changed, is read or refused; none
/// makes the reader panic.
#[test]
fn cut_and_changed_files_are_read_or_refused() {
    let mut refused = 0;
    for file in names("good") {
        let bytes = std::fs::read(crate::folder("good").join(&file)).unwrap();
        let mut variants: Vec<_> =
            (0..bytes.len()).map(|length| bytes[..length].to_vec()).collect();
        for i in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff, b'9' ^ bytes[i]] {
                let mut changed = bytes.clone();
                changed[i] ^= change;
                variants.push(changed);
            }
        }
        for bytes in variants {
            for part in [None, Some("A")] {
                let input = floatfloat_data::Loaded::new(&file, part, bytes.clone());
                refused += usize::from(input.and_then(|input| input.matrix::<f64>()).is_err());
            }
        }
    }
    assert!(refused > 10_000, "{refused}");
}

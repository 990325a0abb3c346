//! The messages about malformed CSV files.

use super::Message;

pub(super) const MESSAGES: &[Message] = &[
    ("empty.csv", "empty.csv is empty", ""),
    ("gzip.csv", "gzip.csv, byte 0: this is compressed by gzip; unpack it first", ""),
    ("half-header.csv", "half-header.csv, line 1: `b` is not a number", ""),
    ("header-only.csv", "header-only.csv has a header but no rows of numbers below it", ""),
    (
        "nan.csv",
        "nan.csv, line 2: `nan` is not a finite number; remove the row or correct the value",
        "",
    ),
    (
        "ragged.csv",
        "ragged.csv, line 4: found 1 value, but the rows above have 2; every row of a matrix needs the",
        "",
    ),
    (
        "utf16.csv",
        "utf16.csv, line 1: it begins as UTF-16 does, so this is not a text file; save the data as CSV",
        "",
    ),
    ("spreadsheet-error.csv", "spreadsheet-error.csv, line 2: `#N/A` is not a number", ""),
    ("word.csv", "word.csv, line 2: `four` is not a number", ""),
];

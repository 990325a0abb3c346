//! Malformed files: each is refused with a message that says what is wrong and where.

mod matrix_market;
mod numpy;
mod text;

use crate::{load, names};
use floatfloat::DoubleDouble;
use std::collections::BTreeSet;

/// The file, as the command would take it; how its message begins when a matrix is wanted; what else
/// is in the message.
type Message = (&'static str, &'static str, &'static str);

/// The messages about every file.
const MESSAGES: [&[Message]; 3] = [matrix_market::MESSAGES, numpy::MESSAGES, text::MESSAGES];

/// Files with nothing wrong but what they are used for.
const NO_PAIRS: &str = "no-pairs.npy";

#[test]
fn every_file_is_refused_with_its_message() {
    for &(file, beginning, part) in MESSAGES.into_iter().flatten() {
        let outcome = load("malformed", file).and_then(|input| input.matrix::<DoubleDouble>());
        let message = outcome.expect_err(file).to_string();
        assert!(message.starts_with(beginning), "{message}");
        assert!(message.contains(part), "`{part}` is missing in\n{message}");
        assert!(message.len() < 400 && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn no_file_is_left_out() {
    let tested = MESSAGES.into_iter().flatten();
    let tested = tested.map(|(file, ..)| file.split(':').next().unwrap_or_default());
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

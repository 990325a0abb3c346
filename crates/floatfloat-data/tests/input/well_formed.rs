//! Well-formed files are read to the bit. Those of NumPy were written by NumPy.

use crate::{load, names};
use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_data::{Dense, Wanted};

fn vector(file: &str) -> Vec<DoubleDouble> {
    load("good", file).and_then(|input| input.vector()).unwrap_or_else(|error| panic!("{error}"))
}

fn matrix(file: &str) -> Dense<DoubleDouble> {
    load("good", file).and_then(|input| input.matrix()).unwrap_or_else(|error| panic!("{error}"))
}

fn exactly<const N: usize>(values: [f64; N]) -> Vec<DoubleDouble> {
    values.map(DoubleDouble::from).to_vec()
}

#[test]
fn vectors_of_numpy_of_every_width_and_byte_order() {
    let wide = exactly([0.1, -2.5, 3e-310, 1e300]);
    for file in ["vector-f8-little.npy", "vector-f8-big.npy", "version-2.npy", "version-3.npy"] {
        assert_eq!(vector(file), wide, "{file}");
    }
    let narrow = exactly([0.1f32, -2.5, 1e-45, 3e38].map(f64::from));
    for file in ["vector-f4-little.npy", "vector-f4-big.npy"] {
        assert_eq!(vector(file), narrow, "{file}");
    }
    assert_eq!(vector("scalar.npy"), exactly([7.5]));
}

#[test]
fn matrices_by_rows_and_by_columns() {
    let values = exactly([1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    for file in [
        "matrix-rows.npy",
        "matrix-fortran.npy",
        "matrix-f4-big-fortran.npy",
        "array.mtx",
        "matrix.csv",
        "matrix-header.csv",
    ] {
        assert_eq!(matrix(file), Dense { rows: 2, columns: 3, values: values.clone() }, "{file}");
    }
}

#[test]
fn pairs_are_both_words_of_a_number() {
    for file in ["matrix-pairs.npy", "matrix-pairs-fortran.npy"] {
        let values = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];
        let values = values.map(|x| DoubleDouble::from_parts(x, x * 2f64.powi(-60))).to_vec();
        assert_eq!(matrix(file), Dense { rows: 2, columns: 3, values }, "{file}");
    }
    let pairs = [(0.1, 2f64.powi(-60)), (1.0, -(2f64.powi(-54)))];
    let pairs = pairs.map(|(high, low)| DoubleDouble::from_parts(high, low));
    assert_eq!(vector("vector-pairs-f8.npy"), pairs);
    let narrow: Vec<FloatFloat> =
        load("good", "vector-pairs-f4.npy").and_then(|input| input.vector()).unwrap();
    let pairs = [(1.0, 2f32.powi(-30)), (3.0, -(2f32.powi(-26)))];
    assert_eq!(narrow, pairs.map(|(high, low)| FloatFloat::from_parts(high, low)));
    // Where a matrix is wanted, two columns are two columns.
    assert_eq!(matrix("vector-pairs-f8.npy").columns, 2);
    // Where either will do, the numbers tell.
    let shape = |of, file| {
        let array = load(of, file).and_then(|input| input.read::<f64>(Wanted::Any));
        array.unwrap().shape()
    };
    assert_eq!(shape("good", "vector-pairs-f8.npy"), (2, 1));
    assert_eq!(shape("malformed", "no-pairs.npy"), (2, 2));
}

#[test]
fn arrays_of_an_archive_by_name() {
    for file in ["stored.npz", "compressed.npz"] {
        let values = exactly([4.0, 1.0, 1.0, 3.0]);
        assert_eq!(matrix(&format!("{file}:A")), Dense { rows: 2, columns: 2, values });
        assert_eq!(vector(&format!("{file}:b")), exactly([1.0, 2.0]));
    }
    assert_eq!(vector("single.npz"), exactly([1.5, 2.5]));
}

#[test]
fn decimals_are_read_at_the_full_precision_of_the_type() {
    let matrix = matrix("coordinate.mtx");
    let decimal = "0.1234567890123456789012345678901".parse().unwrap();
    let tiny = DoubleDouble::from(f64::from_bits(1));
    let zero = DoubleDouble::from(0.0);
    let values = vec![decimal, zero, tiny, zero, zero, DoubleDouble::from(-6.0)];
    assert_eq!(matrix, Dense { rows: 2, columns: 3, values });
}

#[test]
fn symmetric_matrices_are_completed() {
    for (file, values) in [
        ("symmetric.mtx", [4.0, -1.0, 0.0, -1.0, 0.0, -1.0, 0.0, -1.0, 4.0]),
        ("symmetric-array.mtx", [1.0, 2.0, 3.0, 2.0, 4.0, 5.0, 3.0, 5.0, 6.0]),
        ("skew-array.mtx", [0.0, 1.0, 2.0, -1.0, 0.0, 3.0, -2.0, -3.0, 0.0]),
    ] {
        assert_eq!(matrix(file), Dense { rows: 3, columns: 3, values: exactly(values) }, "{file}");
    }
    let values = exactly([0.0, 3.0, -3.0, 0.0]);
    assert_eq!(matrix("skew.mtx"), Dense { rows: 2, columns: 2, values });
}

#[test]
fn marks_line_ends_blank_lines_and_comments_do_not_matter() {
    assert_eq!(vector("crlf-bom-blank.mtx"), exactly([1.5, 2.5]));
    assert_eq!(vector("vector.mtx"), exactly([0.0, 7.0, 0.0, -1.0]));
    assert_eq!(vector("column.csv"), exactly([1.0, 2.0]));
    assert_eq!(vector("commented.csv"), exactly([1.0, 2.0, 3.0]));
}

#[test]
fn no_file_is_malformed() {
    for file in names("good") {
        let part =
            if file.starts_with("stored") || file.starts_with("compressed") { ":A" } else { "" };
        matrix(&format!("{file}{part}"));
    }
}

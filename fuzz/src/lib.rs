//! What holds of any input that the readers are given.

use floatfloat::DoubleDouble;
use floatfloat_data::{Array, Loaded, Number, Wanted};

/// Gives these bytes to the reader as a file of this name. They are read or refused, never more
/// numbers than bytes; what `f64` can hold, a double-double can hold too.
pub fn read(name: &str, bytes: &[u8]) {
    for part in [None, Some("A")] {
        let Ok(input) = Loaded::new(name, part, bytes.to_vec()) else { return };
        for wanted in [Wanted::Any, Wanted::Matrix, Wanted::Vector] {
            let narrow = check::<f64>(&input, wanted, bytes.len());
            let wide = check::<DoubleDouble>(&input, wanted, bytes.len());
            assert!(narrow.is_none() || narrow == wide, "{narrow:?} {wide:?}");
        }
        let _ = input.table::<f32>();
    }
}

/// The shape, if it can be read.
fn check<T: Number>(input: &Loaded, wanted: Wanted, bytes: usize) -> Option<(usize, usize)> {
    let array = input.read::<T>(wanted).ok()?;
    let (rows, columns) = array.shape();
    let count = array.values().count();
    // An archive may be compressed, by a factor of 1032 at most; a symmetric matrix is given in part.
    assert!(count <= 2 * bytes.max(1) * 1032, "{count} numbers of {bytes} bytes");
    assert!(array.values().all(|value| value.is_finite()));
    match &array {
        Array::Vector(_) | Array::Dense(_) => assert_eq!(Some(count), rows.checked_mul(columns)),
        Array::Sparse(matrix) => {
            assert!(matrix.entries.iter().all(|&(row, column, _)| row < rows && column < columns));
        }
    }
    Some((rows, columns))
}

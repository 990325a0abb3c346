//! Sums in plain `f64` arithmetic, for comparison.

use crate::{DoubleDouble, Exact};

/// A sum computed in `f64`, term by term from the first on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Naive {
    /// The computed sum.
    pub value: f64,
    /// Number of its correct decimal digits.
    pub correct_digits: f64,
}

impl Naive {
    /// Compares a sum with the exact one; `None` if it is not finite.
    pub(crate) fn new(value: f64, exact: DoubleDouble) -> Option<Self> {
        let correct_digits = || Exact::of(exact).correct_digits(value);
        value.is_finite().then(|| Naive { value, correct_digits: correct_digits() })
    }
}

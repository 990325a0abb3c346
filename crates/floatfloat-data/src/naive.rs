//! Sums in plain arithmetic, for comparison.

use crate::{DoubleDouble, Exact};

/// A sum computed in `f64`, term by term from the first on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Naive {
    /// What came out.
    pub value: f64,
    /// How many decimal digits of it are right.
    pub correct_digits: f64,
}

impl Naive {
    /// Judges a sum by the exact one; none if it is not finite.
    pub(crate) fn new(value: f64, exact: DoubleDouble) -> Option<Self> {
        let correct_digits = || Exact::of(exact).correct_digits(value);
        value.is_finite().then(|| Naive { value, correct_digits: correct_digits() })
    }
}

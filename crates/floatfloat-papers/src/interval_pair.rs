//! The pairs of intervals from which Nguyen drew numbers.

use std::fmt;

/// The magnitudes are in (10^−n, 10^(1−n)) or in (10^(n−1), 10^n).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntervalPair(pub(super) i32);

impl IntervalPair {
    /// The lower and the upper interval.
    pub(super) fn intervals(self) -> [[f64; 2]; 2] {
        let power = |exponent: i32| 10f64.powi(exponent);
        let IntervalPair(n) = self;
        [[power(-n), power(1 - n)], [power(n - 1), power(n)]]
    }
}

impl fmt::Display for IntervalPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IntervalPair(n) = *self;
        write!(f, "(10^{}, 10^{}) & (10^{}, 10^{n})", -n, 1 - n, n - 1)
    }
}

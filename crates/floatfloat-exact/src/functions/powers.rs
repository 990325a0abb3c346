//! Powers and roots.

use super::{ball::Ball, exponential::exp, logarithm::ln};
use crate::exact::Exact;

/// x^y for x > 0.
pub(crate) fn power(x: &Exact, y: &Exact, bits: u32) -> Option<Ball> {
    // The product may have fourteen bits before its point.
    let more = bits + 16;
    exp(&(ln(x, more)? * Ball::rounded(y, more)))
}

/// x^(1/n) for x > 0.
pub(crate) fn root(x: &Exact, n: &Exact, bits: u32) -> Option<Ball> {
    let more = bits + 16;
    exp(&ln(x, more)?.divided(&Ball::rounded(n, more))?)
}

/// √(x² + y²), where x and y are not both zero.
pub(crate) fn hypot(x: &Ball, y: &Ball) -> Option<Ball> {
    (x.square() + y.square()).root()
}

/// 1/√x.
pub(crate) fn rsqrt(x: &Ball) -> Option<Ball> {
    Ball::integer(1, x.bits()).divided(&x.root()?)
}

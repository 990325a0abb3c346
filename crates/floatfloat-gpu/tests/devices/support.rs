//! Operands, and comparison of results.

use floatfloat::{DoubleWord, NativeWord};
use floatfloat_exact::Random;

/// Numbers between 2^-20 and 2^20 of either sign, with low parts; some cancel with their neighbours.
pub fn ordinary<F: NativeWord>(count: usize, seed: u64) -> Vec<DoubleWord<F>> {
    let mut random = Random::new(seed);
    let mut numbers = Vec::with_capacity(count);
    for i in 0..count {
        let bits = random.bits();
        if i > 0 && bits.is_multiple_of(5) {
            let before: DoubleWord<F> = numbers[i - 1];
            numbers.push(-before);
            continue;
        }
        let unit = |bits: u64| (bits >> 12) as f64 / (1u64 << 52) as f64 - 0.5;
        let high = F::nearest(unit(bits) * 2f64.powi(random.between(-20, 20)));
        let low = high * F::nearest(unit(random.bits()) / (1u64 << F::PRECISION) as f64);
        numbers.push(DoubleWord::from_parts(high, low));
    }
    numbers
}

/// The same bits, or NaN both.
pub fn same<F: NativeWord>(a: F, b: F) -> bool {
    a.bits() == b.bits() || a.is_nan() && b.is_nan()
}

/// Asserts that the words of two results are the same.
pub fn assert_same<F: NativeWord>(found: &[DoubleWord<F>], expected: &[DoubleWord<F>], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            same(found.hi(), expected.hi()) && same(found.lo(), expected.lo()),
            "{what}, element {i}: {found:?} instead of {expected:?}"
        );
    }
}

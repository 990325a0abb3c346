//! Decomposes carriers into integers, and composes them again.

use floatfloat::NativeWord;

/// |x| = significand × 2^exponent with 2^52 ≤ significand < 2^53, and whether x is negative.
/// Zero has significand 0. x must be finite.
pub(crate) fn parts(x: f64) -> (bool, u64, i32) {
    let (significand, exponent) = x.parts();
    let shift = if significand == 0 { 0 } else { significand.leading_zeros() - 11 };
    (x.is_sign_negative(), significand << shift, exponent - shift as i32)
}

/// ±significand × 2^exponent, which must be an `f64`: significand ≤ 2^53, and no bit below 2^-1074.
/// Infinity beyond the range.
pub(crate) fn assemble(negative: bool, significand: u64, exponent: i32) -> f64 {
    let magnitude = if significand == 0 {
        0.0
    } else {
        let top = 63 - significand.leading_zeros() as i32;
        if top + exponent > 1023 {
            f64::INFINITY
        } else if top + exponent >= -1022 {
            let fraction = (significand << (63 - top) << 1) >> 12;
            f64::from_bits((((top + exponent + 1023) as u64) << 52) | fraction)
        } else if exponent >= -1074 {
            f64::from_bits(significand << (exponent + 1074))
        } else {
            f64::from_bits(significand.checked_shr((-1074 - exponent) as u32).unwrap_or(0))
        }
    };
    if negative { -magnitude } else { magnitude }
}

/// 2^exponent, from 2^-1074 to 2^1023.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    assemble(false, 1, exponent)
}

/// ⌊log2 |x|⌋ of a finite x ≠ 0.
pub(crate) fn exponent_of(x: f64) -> i32 {
    parts(x).2 + 52
}

/// x × 2^exponent where that is exact.
pub(crate) fn scale(x: f64, exponent: i32) -> f64 {
    let (negative, significand, own) = parts(x);
    let zeros = significand.trailing_zeros() % 64;
    assemble(negative, significand >> zeros, own + zeros as i32 + exponent)
}

/// Whether x and y are the same: all NaN count as equal, zeros differ by their signs.
pub(crate) fn same(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_apart_and_together_gives_the_number_back() {
        let tiny = f64::from_bits(1);
        for x in [1.0, -1.5, 0.0, -0.0, tiny, -tiny * 5.0, f64::MIN_POSITIVE, f64::MAX, 0.1] {
            let (negative, significand, exponent) = parts(x);
            assert!(significand == 0 || (1 << 52..1 << 53).contains(&significand));
            assert!(same(assemble(negative, significand, exponent), x), "{x:e}");
            assert!(same(scale(x, 0), x), "{x:e}");
        }
        assert_eq!(power_of_two(-1074), tiny);
        assert_eq!(scale(3.0, -1074), 3.0 * tiny);
        assert_eq!(scale(1.5, 1024), f64::INFINITY);
        assert_eq!(exponent_of(tiny), -1074);
    }
}

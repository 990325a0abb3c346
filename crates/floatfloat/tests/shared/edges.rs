//! Words at the edges of what there is.

use floatfloat::NativeWord;

/// Zeros, ends of the range, ones, halves, infinities and NaN of both signs.
pub fn edges<F: NativeWord>() -> Vec<F> {
    let word = |significand: u64, exponent: i32| F::rounded(false, significand, exponent, false);
    let p = F::PRECISION as i32;
    let positive = [
        word(0, 0),
        word(1, F::LEAST_EXPONENT),
        word(3, F::LEAST_EXPONENT),
        word(1, F::LEAST_EXPONENT + p),
        F::MIN_POSITIVE,
        word(1, -F::LARGEST_EXPONENT / 2),
        word(1, -p),
        word(1, -1),
        word((1 << p) - 1, -p),
        word(1, 0),
        word((1 << (p - 1)) + 1, 1 - p),
        word(3, -1),
        word(5, -1),
        word(1, p),
        word(1, F::LARGEST_EXPONENT / 2),
        word(1, F::LARGEST_EXPONENT - p),
        word(1, F::LARGEST_EXPONENT),
        word((1 << p) - 2, F::LARGEST_EXPONENT + 1 - p),
        F::MAX,
        F::INFINITY,
        F::NAN,
    ];
    positive.iter().flat_map(|&x| [x, -x]).collect()
}

//! Numbers with a wide range as the tests draw them, and their exact values.

use floatfloat::{Bits, DoubleWord, WideDoubleDouble, WideRange};
use floatfloat_exact::{Concrete, Exact, Random};

/// The exact significand.
pub fn significand<W: Concrete, const N: usize>(x: WideRange<W, N>) -> Exact {
    let [high, low, _] = x.words();
    Exact::new(high.to_f64()) + Exact::new(low.to_f64())
}

/// The exponent of a number other than zero, infinity and NaN.
pub fn exponent<W: Bits<N, Uint = u32>, const N: usize>(x: WideRange<W, N>) -> i64 {
    i64::from(x.words()[2].into_uints()[N - 1]) - (1 << 30)
}

/// The exact value divided by 2^exponent.
pub fn exact<W: Concrete + Bits<N, Uint = u32>, const N: usize>(
    x: WideRange<W, N>,
    relative_to: i64,
) -> Exact {
    significand(x).shifted(exponent(x) - relative_to)
}

/// A number of these words times 2^power.
pub fn wide<W: Concrete + Bits<N, Uint = u32, Mask = bool>, const N: usize>(
    [high, low]: [f64; 2],
    power: i32,
) -> WideRange<W, N> {
    let x = WideRange::from_double_word(DoubleWord::from_normalized(
        W::from_f64(high),
        W::from_f64(low),
    ));
    if !(high != 0.0 && high.is_finite()) {
        return x;
    }
    let mut uints = x.words()[2].into_uints();
    uints[N - 1] = uints[N - 1].wrapping_add_signed(power);
    WideRange::from_words([x.words()[0], x.words()[1], W::from_uints(uints)])
}

/// A finite number of any exponent, seldom zero.
pub fn any_number(random: &mut Random) -> WideDoubleDouble {
    let largest = *random.pick(&[&10, &1_000, &1_000_000_000]);
    let x = f64::from_bits(random.bits());
    if !x.is_finite() || random.one_in(100) {
        return WideDoubleDouble::from(0);
    }
    let low = x * f64::EPSILON / 4.0 * (random.bits() as f64 / u64::MAX as f64 - 0.5);
    WideDoubleDouble::from_parts(DoubleWord::from_parts(x, low), random.between(-largest, largest))
}

/// Whether a number has the form of all numbers.
pub fn is_normalized<W: Concrete + Bits<N, Uint = u32, Mask = bool>, const N: usize>(
    x: WideRange<W, N>,
) -> bool {
    let [high, low, word] = x.words();
    let (size, code) = (high.abs().to_f64(), word.into_uints()[N - 1]);
    let [zero, special] = [1 << 24, (1 << 31) - (1 << 24)];
    if size == 0.0 {
        return code == zero && low.to_f64() == 0.0;
    }
    if !size.is_finite() {
        return code == special && low.to_f64() == 0.0;
    }
    let least = 2f64.powi(-(2 * W::PRECISION as i32 + 6));
    let low_fits = low.to_f64() == 0.0 || low.abs().to_f64() >= least;
    (1.0..2.0).contains(&size)
        && low_fits
        && (high + low).to_f64() == high.to_f64()
        && zero < code
        && code < special
        && word.into_uints()[..N - 1] == [0; 2][..N - 1]
}

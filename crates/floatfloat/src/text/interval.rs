//! The interval of reals that are read as a given number.

use crate::native_word::NativeWord;

/// The distances from |x| to the ends of its interval, 2^below and 2^above, and whether the ends belong to it.
pub(super) struct Interval {
    pub(super) below: i32,
    pub(super) above: i32,
    pub(super) includes_ends: bool,
}

impl Interval {
    /// The reals that are read as x, which is finite and not zero. Each word of x must be what the words before
    /// it leave, rounded; for two words this means that x is normalised.
    ///
    /// Reading rounds what is left to each word in turn, and then normalises, which changes no value. So the
    /// ends lie halfway between the last word and its neighbours, and belong to the interval if the significand
    /// of the last word is even. There are two special cases:
    ///
    /// - Where the last word is half an ulp of the word before it, values beyond it are read as the neighbour
    ///   of that word and a last word smaller than that half ulp. So the spacing outside equals the spacing
    ///   inside.
    /// - Where half an ulp of a word is below the least subnormal number, the words after it are zero. Then the
    ///   ends are those of that word, and belong to the interval if its significand is even.
    pub(super) fn of<F: NativeWord>(x: &[F]) -> Interval {
        let [.., high, low] = *x else { unreachable!("a number has two words at least") };
        let alike = |word: F, other: F| word.is_negative() == other.is_negative();
        let (along_high, along_x) = (alike(low, high), alike(low, x[0]));
        let (high, low) = (Magnitude::of(high), Magnitude::of(low));

        let inward = low.exponent - 1 - i32::from(low.is_power);
        let half_ulp = high.exponent - 1 - i32::from(high.is_power && !along_high);
        let outward = if low.equals_power(half_ulp) { inward } else { low.exponent - 1 };
        let (below, above) = if along_x { (inward, outward) } else { (outward, inward) };

        let decides = |word: &Magnitude| word.exponent == F::LEAST_EXPONENT;
        let includes_ends = low.significand % 2 == 0
            && x.iter()
                .map(|&word| Magnitude::of(word))
                .filter(decides)
                .all(|word| word.significand % 2 == 0);
        Interval { below, above, includes_ends }
    }
}

/// significand · 2^exponent
struct Magnitude {
    significand: u64,
    exponent: i32,
    /// Whether the spacing below it is half that above it.
    is_power: bool,
}

impl Magnitude {
    fn of<F: NativeWord>(word: F) -> Self {
        let (significand, exponent) = word.parts();
        let is_power = significand == 1 << (F::PRECISION - 1) && exponent > F::LEAST_EXPONENT;
        Magnitude { significand, exponent, is_power }
    }

    fn equals_power(&self, exponent: i32) -> bool {
        self.significand.is_power_of_two()
            && self.exponent + self.significand.trailing_zeros() as i32 == exponent
    }
}

//! Words and double-words of a given exponent.

use crate::{format::Format, random::Random, scaled::ldexp, term::Term};

/// How the low word of a double-word is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Low {
    /// Near the largest low word of a normalised number, up to a few bits below.
    Near,
    /// Exactly half an ulp of the high word if that is even, otherwise the next smaller word.
    Half,
    /// Zero.
    Zero,
    /// Anywhere down to the smallest number of the format.
    Far,
}

/// A random significand of `precision` bits, the leading one set. Half of them are uniform. The others have
/// long runs of zeros and ones, or few bits, which make rounding errors as large as possible.
pub(crate) fn significand(random: &mut Random, precision: u32) -> u64 {
    let top = 1u64 << (precision - 1);
    let mask = top | (top - 1);
    let bits = random.bits();
    let some_bit = |random: &mut Random| 1u64 << random.below(u64::from(precision));
    let pattern = match random.below(10) {
        0 => top + some_bit(random) - some_bit(random),
        1 => mask - some_bit(random) + some_bit(random),
        2 => top | bits >> random.between(65 - precision as i32, 63),
        3 => mask ^ bits >> random.between(65 - precision as i32, 63),
        4 => (top + (top >> 1)).wrapping_add(some_bit(random)).wrapping_sub(some_bit(random)),
        _ => bits >> (64 - precision),
    };
    (pattern & mask) | top
}

impl Format {
    /// The word with this significand, whose leading bit has this exponent; if it is subnormal, lower bits are
    /// truncated.
    pub fn compose(self, negative: bool, significand: u64, exponent: i32) -> f64 {
        let unit = exponent - self.p() + 1;
        let below = (self.smallest() - unit).clamp(0, 63);
        let magnitude = ldexp((significand >> below) as f64, unit + below);
        if negative { -magnitude } else { magnitude }
    }

    /// The exponent of the leading bit of a word that is not zero; that of the smallest for zero.
    pub fn exponent_of(self, word: f64) -> i32 {
        let term = Term::new(word);
        if term.is_zero() { self.smallest() } else { term.exponent + term.bits() - 1 }
    }

    /// The number `ulps` units in the last place away. The units are those of `word`, so the number should lie
    /// in the same binade or on its border.
    pub fn moved(self, word: f64, ulps: i32) -> f64 {
        let unit = self.ulp_exponent(self.exponent_of(word));
        let moved = word + ldexp(f64::from(ulps), unit);
        // Below a power of two the words are denser, and above the largest there are none.
        if self.contains(moved) { moved } else { word }
    }

    /// Halves the low word, truncated to the format, until the double-word is normalised.
    pub(crate) fn normalized(self, [high, low]: [f64; 2]) -> [f64; 2] {
        let mut low = low;
        while !self.is_normalized([high, low]) {
            let exponent = self.exponent_of(low) - 1;
            if exponent < self.smallest() {
                return [high, 0.0];
            }
            let term = Term::new(low);
            let aligned = (term.mantissa.unsigned_abs() as u64) << (self.p() - term.bits());
            low = self.compose(low < 0.0, aligned, exponent);
        }
        [high, low]
    }

    /// A random double-word whose high word is given.
    pub(crate) fn with_low(self, random: &mut Random, high: f64, kind: Low) -> [f64; 2] {
        let top = self.exponent_of(high) - self.p();
        let negative = random.one_in(2);
        let leading = 1u64 << (self.precision - 1);
        let low = match kind {
            Low::Zero => 0.0,
            Low::Half => self.compose(negative, leading, top),
            Low::Near => {
                let exponent = top - 1 - (random.bits() | 8).trailing_zeros() as i32;
                let all_ones = random.one_in(8);
                let bits =
                    if all_ones { 2 * leading - 1 } else { significand(random, self.precision) };
                self.compose(negative, bits, exponent)
            }
            Low::Far => {
                let exponent = random.between(self.smallest().min(top - 1), top - 1);
                self.compose(negative, significand(random, self.precision), exponent)
            }
        };
        self.normalized([high, low])
    }
}

//! What several test files share: a generator of operands and exact arithmetic.

use dashu_int::IBig;
use floatfloat::{DoubleWord, NativeWord};

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// 0 to n - 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A finite word of any exponent and sign, often with few bits set or with runs of ones.
    pub fn word<F: NativeWord>(&mut self) -> F {
        loop {
            let mut bits = self.bits();
            let fraction = (1u64 << (F::PRECISION - 1)) - 1;
            match self.below(8) {
                0 => bits &= !fraction,
                1 => bits |= fraction,
                2 => bits &= !(fraction >> self.below(10)),
                3 => bits |= fraction >> self.below(10),
                _ => {}
            }
            let word = F::with_bits(bits & (F::INFINITY.bits() | fraction | sign::<F>()));
            if word.is_finite() {
                return word;
            }
        }
    }

    /// A word with a given exponent of its leading bit.
    pub fn word_near<F: NativeWord>(&mut self, exponent: i32) -> F {
        let bits = self.bits() | 1 << 63;
        let bits = if self.below(6) == 0 { bits & (!0 << self.below(64)) } else { bits };
        F::rounded(self.below(2) == 0, bits, exponent - 63, false)
    }

    /// A normalised number: gaps between the words of all sizes, often none, often half an ulp.
    pub fn double_word<F: NativeWord>(&mut self) -> DoubleWord<F> {
        loop {
            let high: F = match self.below(4) {
                0 => self.word(),
                _ => {
                    let exponent = self.below(200) as i32 - 100;
                    self.word_near(exponent)
                }
            };
            let (_, exponent) = high.parts();
            let low: F = match self.below(16) {
                0 => F::default(),
                1 => F::rounded(self.below(2) == 0, 1, exponent - 1, false),
                2 => {
                    let gap = self.below(400) as i32;
                    self.word_near(exponent - 1 - gap)
                }
                3 => F::rounded(self.below(2) == 0, 1, exponent - 2 - self.below(60) as i32, false),
                _ => self.word_near(exponent - 2),
            };
            let sum = DoubleWord::from_parts(high, low);
            if sum.hi().is_finite() {
                return sum;
            }
        }
    }
}

fn sign<F: NativeWord>() -> u64 {
    1 << (8 * size_of::<F>() - 1)
}

/// Both words' bits.
pub fn bits<F: NativeWord>(x: DoubleWord<F>) -> (u64, u64) {
    (x.hi().bits(), x.lo().bits())
}

/// x · 2^1074, an integer for every finite number.
pub fn scaled<F: NativeWord>(x: DoubleWord<F>) -> IBig {
    let word = |word: F| {
        let (significand, exponent) = word.parts();
        let magnitude = IBig::from(significand) << (exponent + 1074) as usize;
        if word.is_negative() { -magnitude } else { magnitude }
    };
    word(x.hi()) + word(x.lo())
}

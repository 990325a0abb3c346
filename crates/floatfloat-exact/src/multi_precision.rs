//! Operands of multiple precision that are difficult to round.

use crate::random::Random;
use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};

type Number<const N: usize> = MultiPrecision<u32, N>;

/// The code of the exponent of 1.
const OF_ONE: u32 = (1 << 30) - 1;

/// The largest code of a finite number.
const LARGEST: u32 = (1 << 31) - 3;

/// Draws pairs of numbers.
pub struct Operands(Random);

impl Operands {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Operands(Random::new(seed))
    }

    /// Two operands for any operation: unrelated; with exponents as far apart as there are bits; nearly equal;
    /// a product or square and one of its factors, with neighbours; ties; and any of these at the ends of the
    /// range.
    pub fn pair<const N: usize>(&mut self) -> [Number<N>; 2]
    where
        Limbs: Width<N>,
    {
        let random = &mut self.0;
        let bits = 32 * N as i32;
        let code = match random.below(8) {
            0 => random.between(1, 3 * bits) as u32,
            1 => LARGEST - random.between(0, 3 * bits) as u32,
            2 => OF_ONE / 2 + random.between(0, 4) as u32,
            3 => 1 + random.below(u64::from(LARGEST)) as u32,
            _ => OF_ONE.wrapping_add_signed(random.between(-300, 300)),
        };
        let a = self.number(code);
        let random = &mut self.0;
        match random.below(12) {
            0 => {
                let b = self.limbs();
                [a, Number::from_words(a.head() ^ 1 << 31, b)]
            }
            1 => {
                let b = self.neighbour(a);
                [a, -b]
            }
            2 => {
                let b = self.short(OF_ONE);
                let product = a * b;
                [self.neighbour(product), b]
            }
            3 => {
                let b = self.short(OF_ONE);
                let square = b * b;
                [self.neighbour(square), b]
            }
            4 => [a * a, a],
            5 => {
                let far = 1 + random.below(u64::from(LARGEST)) as u32;
                [a, self.number(far)]
            }
            6 => {
                // Products and quotients at the ends of the range.
                let sum = if random.one_in(2) { OF_ONE } else { OF_ONE + LARGEST };
                let code = sum.wrapping_sub(code).wrapping_add_signed(random.between(-3, 3));
                [a, self.number(code.clamp(1, LARGEST))]
            }
            7 => {
                let code = if random.one_in(2) { 1 } else { LARGEST };
                [a, self.number(code)]
            }
            8 => {
                let edges = Self::edges();
                [a, random.pick(&edges)]
            }
            _ => {
                let gaps = [0, 1, 2, 3, bits - 2, bits - 1, bits, bits + 1, bits + 2, bits + 3, 33];
                let near = random.between(0, bits + 40);
                let gap = random.pick(&gaps);
                let gap = if random.one_in(2) { near } else { gap };
                let code = (code as i64 - i64::from(gap)).clamp(1, i64::from(LARGEST)) as u32;
                let b = if self.0.one_in(4) { self.short(code) } else { self.number(code) };
                if self.0.one_in(2) { [a, b] } else { [b, a] }
            }
        }
    }

    /// Special values, the ends of the range, and neighbours of 1, with both signs.
    pub fn edges<const N: usize>() -> Vec<Number<N>>
    where
        Limbs: Width<N>,
    {
        let one = Number::<N>::ONE;
        let ones = [u32::MAX; N];
        let magnitudes = [
            Number::ZERO,
            Number::MIN_POSITIVE,
            Number::from_words(1, ones),
            Number::from_words(2, one.limbs()),
            one,
            one + Number::EPSILON,
            Number::from_words(OF_ONE - 1, ones),
            one + one,
            Number::from_words(OF_ONE, ones),
            Number::from_words(OF_ONE / 2, one.limbs()),
            Number::from_words(OF_ONE / 2 + 1, ones),
            Number::from_words(LARGEST, one.limbs()),
            Number::MAX,
            Number::INFINITY,
        ];
        let signed = magnitudes.iter().flat_map(|&x| [x, -x]);
        signed.chain([Number::NAN]).collect()
    }

    /// A number of either sign with a short significand, so that products are exact or ties.
    fn short<const N: usize>(&mut self, code: u32) -> Number<N> {
        let mut limbs = [0; N];
        let half = 16 * N as i32;
        let length = self.0.between(1, half + 1) as usize;
        let any = self.limbs::<N>();
        for (k, limb) in limbs.iter_mut().enumerate() {
            let dropped = (32 * (N - k)).saturating_sub(length);
            *limb = any[k] & u32::MAX.checked_shl(dropped as u32).unwrap_or(0);
        }
        limbs[N - 1] |= 1 << 31;
        Number::from_words(code | self.sign(), limbs)
    }

    fn number<const N: usize>(&mut self, code: u32) -> Number<N> {
        let limbs = self.limbs();
        Number::from_words(code | self.sign(), limbs)
    }

    fn sign(&mut self) -> u32 {
        (self.0.below(2) as u32) << 31
    }

    /// The number, or one that differs by a few units of the last place.
    fn neighbour<const N: usize>(&mut self, x: Number<N>) -> Number<N> {
        let mut limbs = x.limbs();
        if limbs[N - 1] == 0 {
            return x;
        }
        let random = &mut self.0;
        let last = limbs[0];
        limbs[0] = match random.below(4) {
            0 => last,
            1 => last.saturating_add(1),
            2 => last.saturating_sub(1),
            _ => last ^ (random.below(8) as u32),
        };
        limbs[N - 1] |= 1 << 31;
        Number::from_words(x.head(), limbs)
    }

    /// The limbs of a significand: random bits, ones, zeros, or runs of both.
    fn limbs<const N: usize>(&mut self) -> [u32; N] {
        let random = &mut self.0;
        let mut limbs: [u32; N] = std::array::from_fn(|_| random.bits() as u32);
        match random.below(8) {
            0 => limbs = [u32::MAX; N],
            1 => limbs = [0; N],
            2..=4 => {
                let mut fill = random.pick(&[0, u32::MAX]);
                for limb in &mut limbs {
                    if random.one_in(4) {
                        // A run ends within the limb.
                        let (place, other) = (random.below(32), !fill);
                        *limb = (fill & !(u32::MAX << place)) | (other & (u32::MAX << place));
                        fill = other;
                    } else {
                        *limb = fill;
                    }
                }
            }
            _ => {}
        }
        if random.one_in(4) {
            limbs[0] ^= 1 << random.below(32);
        }
        limbs[N - 1] |= 1 << 31;
        limbs
    }
}

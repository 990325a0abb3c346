//! Quotients and square roots of registers are those of the processor's own instructions, where
//! they are computed by other means too: next to midpoints, at the ends of the range, everywhere.

use crate::same;
use floatfloat::{DoubleWord, Word};
use floatfloat_cpu::{
    Element, Vector, at_level,
    elementwise::{Elementwise, map_into},
    levels,
};

/// The quotients of both parts of x by the high part of y.
#[derive(Clone, Copy)]
struct Quotients;

impl<E: Element> Elementwise<1, DoubleWord<E>> for Quotients {
    const NAME: &'static str = "quotients";
    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, [y]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        let divisor = y.hi().divisor();
        DoubleWord::from_normalized(x.hi().over(divisor), x.lo().over(divisor))
    }
}

/// The square roots of both parts of x.
#[derive(Clone, Copy)]
struct Roots;

impl<E: Element> Elementwise<0, DoubleWord<E>> for Roots {
    const NAME: &'static str = "roots";
    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        DoubleWord::from_normalized(x.hi().sqrt(), x.lo().sqrt())
    }
}

struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + (self.bits() % (most - least + 1) as u64) as i64
    }

    /// Any word, with the exponents of `reach` binades on both sides of one more often.
    fn word<E: Element>(&mut self, reach: i64) -> E {
        let significand = match self.bits() % 8 {
            0 => (1 << E::PRECISION) - 1 - self.bits() % 4,
            1 => (1 << (E::PRECISION - 1)) + self.bits() % 4,
            _ => self.bits() >> (64 - E::PRECISION) | 1 << (E::PRECISION - 1),
        };
        let exponent = match self.bits() % 4 {
            0 => self.between(E::LEAST_EXPONENT.into(), E::LARGEST_EXPONENT.into()),
            _ => self.between(-reach, reach),
        } as i32;
        let negative = self.bits().is_multiple_of(2);
        E::rounded(negative, significand, exponent + 1 - E::PRECISION as i32, false)
    }
}

/// As many samples, times 50 if asked for by the environment.
fn samples(count: usize) -> usize {
    let exhaustive = std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some();
    if exhaustive { 50 * count } else { count }
}

/// In pieces that fit in a cache.
const PIECE: usize = 4096;

fn check_quotients<E: Element>(mut operands: impl FnMut() -> [E; 3], count: usize) {
    for _ in 0..count.div_ceil(PIECE) {
        let all: Vec<[E; 3]> = std::iter::repeat_with(&mut operands).take(PIECE).collect();
        let x: Vector<DoubleWord<E>> =
            all.iter().map(|&[a, c, _]| DoubleWord::from_normalized(a, c)).collect();
        let y: Vector<DoubleWord<E>> =
            all.iter().map(|&[_, _, b]| DoubleWord::from_word(b)).collect();
        for level in levels() {
            let mut out = Vector::zeros(PIECE);
            let (x, y) = (x.view(), y.view());
            at_level(level, || map_into(Quotients, x, [y], out.view_mut())).unwrap();
            for (&[a, c, b], found) in all.iter().zip(out.iter()) {
                assert!(same(found.hi(), a / b), "{a:?} / {b:?} at {level:?}: {:?}", found.hi());
                assert!(same(found.lo(), c / b), "{c:?} / {b:?} at {level:?}: {:?}", found.lo());
            }
        }
    }
}

fn check_roots<E: Element>(mut operands: impl FnMut() -> E, count: usize) {
    for _ in 0..count.div_ceil(2 * PIECE) {
        let x: Vector<DoubleWord<E>> =
            (0..PIECE).map(|_| DoubleWord::from_normalized(operands(), operands())).collect();
        for level in levels() {
            let mut out = Vector::zeros(PIECE);
            at_level(level, || map_into(Roots, x.view(), [], out.view_mut())).unwrap();
            for (x, found) in x.iter().zip(out.iter()) {
                for (x, found) in [(x.hi(), found.hi()), (x.lo(), found.lo())] {
                    assert!(same(found, x.sqrt()), "√{x:?} at {level:?}: {found:?}");
                }
            }
        }
    }
}

/// a and b with a·2^(p + 1) = q·b − remainder: a/b is next to q, of p + 1 bits, a midpoint if odd
/// and a word if even.
fn near_midpoint<E: Element>(random: &mut Random) -> [E; 2] {
    let p = E::PRECISION;
    let modulus = 1u128 << (p + 1);
    loop {
        let b = match random.bits() % 3 {
            0 => (1 << p) - 1 - 2 * (random.bits() % 64),
            _ => (1 << (p - 1)) | (random.bits() % (1 << (p - 1))) | 1,
        };
        let b = u128::from(b);
        let remainder = random.between(-8, 8);
        // Newton's iteration doubles the bits of 1/b that are right.
        let inverse =
            (0..6).fold(b, |x, _| x.wrapping_mul(2u128.wrapping_sub(b.wrapping_mul(x))) % modulus);
        let q = inverse.wrapping_mul(i128::from(remainder) as u128) % modulus;
        let a = (q * b).wrapping_sub(i128::from(remainder) as u128) / modulus;
        if a >= 1 << (p - 1) {
            return [a, b].map(|word| E::nearest(word as f64));
        }
    }
}

/// x = M² + M + j with a small j: √x is next to M + 1/2, M an integer of p bits.
fn root_near_midpoint<E: Element>(random: &mut Random) -> E {
    let p = E::PRECISION;
    loop {
        // (2M + 1)² = 1 − 4j modulo 2^(p + 2), bit by bit; a root exists where j is even.
        let j = 2 * random.between(-40, 40);
        let square = 1i128 - 4 * i128::from(j);
        let mut odd = if random.bits().is_multiple_of(2) { 1i128 } else { 3 };
        for bit in 3..i128::from(p) + 2 {
            if (odd * odd - square) >> bit & 1 == 1 {
                odd += 1 << (bit - 1);
            }
        }
        let least = 1i128 << (p - 1);
        let m = (odd - 1) / 2 % least + least;
        let x = m * m + m + i128::from(j);
        let unit = if x < 1 << (2 * p - 1) { p - 1 } else { p };
        if x % (1 << unit) == 0 {
            let exponent = 2 * random.between(-20, 20) as i32 + unit as i32;
            return E::rounded(false, (x >> unit) as u64, exponent, false);
        }
    }
}

fn quotients<E: Element>(reach: i64) {
    let mut random = Random(1);
    check_quotients(
        || {
            let ([a, b], [c, _]) = (near_midpoint::<E>(&mut random), near_midpoint(&mut random));
            let scale = E::rounded(false, 1, random.between(-reach / 3, reach / 3) as i32, false);
            [a * scale, c, b]
        },
        samples(1_000_000),
    );
    check_quotients(|| [(); 3].map(|()| random.word::<E>(reach)), samples(2_000_000));
    let special = [0.0, 1.0, f64::INFINITY, f64::NAN, 3.0, 1e30].map(E::nearest);
    let special = special.into_iter().chain([E::MIN_POSITIVE, E::MAX, E::with_bits(1)]);
    let special: Vec<E> = special.flat_map(|x| [x, -x]).collect();
    // Mostly ordinary divisors, so that zeros meet them in one register without others.
    check_quotients(
        || {
            let [a, c] = [(); 2].map(|()| special[random.bits() as usize % special.len()]);
            let b = special[random.bits() as usize % special.len()];
            let ordinary = !random.bits().is_multiple_of(16);
            [a, c, if ordinary { E::nearest(-1.75) } else { b }]
        },
        100_000,
    );
    check_quotients(|| [E::nearest(0.0), -E::nearest(0.0), random.word::<E>(reach / 3)], 100_000);
}

#[test]
fn quotients_f64() {
    quotients::<f64>(350);
}

#[test]
fn quotients_f32() {
    quotients::<f32>(30);
}

fn roots<E: Element>(reach: i64) {
    let mut random = Random(2);
    check_roots(|| root_near_midpoint::<E>(&mut random), samples(1_000_000));
    check_roots(|| random.word::<E>(reach), samples(1_000_000));
}

#[test]
fn roots_f64() {
    roots::<f64>(500);
}

#[test]
fn roots_f32() {
    roots::<f32>(60);
}

/// Every significand, with an even and with an odd exponent.
#[test]
fn all_roots_f32() {
    let mut bits = 1f32.to_bits();
    let next = || {
        bits += 1;
        f32::from_bits(bits - 1)
    };
    check_roots(next, 1 << 24);
}

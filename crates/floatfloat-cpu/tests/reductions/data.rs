//! Ill-conditioned data, and exact results.

use floatfloat::DoubleWord;
use floatfloat_cpu::{Element, Vector};
use floatfloat_exact::{Exact, Random};

pub fn exact<E: Element>(x: DoubleWord<E>) -> Exact {
    Exact::from_words([x.hi().into(), x.lo().into()])
}

pub fn exact_word<E: Element>(x: E) -> Exact {
    Exact::new(x.into())
}

/// The sum of terms and the sum of their magnitudes.
pub fn sums(terms: impl Iterator<Item = Exact>) -> (Exact, Exact) {
    terms.fold((Exact::ZERO, Exact::ZERO), |(sum, magnitudes), term| {
        (sum + term.clone(), magnitudes + term.abs())
    })
}

/// A double-word of either sign with all its bits random and an exponent around this one.
pub fn number<E: Element>(random: &mut Random, exponent: i32) -> DoubleWord<E> {
    let high = word::<E>(random, exponent);
    let below = exponent - E::PRECISION as i32 - random.between(1, 3);
    let low = word::<E>(random, below);
    DoubleWord::from_parts(high, low)
}

/// A word of magnitude in [2^(exponent − 1), 2^exponent).
pub fn word<E: Element>(random: &mut Random, exponent: i32) -> E {
    let bits = random.bits();
    let significand = bits >> (64 - E::PRECISION) | 1 << (E::PRECISION - 1);
    E::rounded(bits & 1 == 1, significand, exponent - E::PRECISION as i32, false)
}

/// Numbers whose sum is about 2^-bits of the sum of their magnitudes, as GenDot of Ogita, Rump and
/// Oishi makes products: half of them of random exponents up to `bits`/2, the others such that what
/// has been summed so far shrinks step by step; then shuffled.
pub fn ill_conditioned_sum<E: Element>(
    random: &mut Random,
    length: usize,
    bits: i32,
    low_parts: bool,
) -> Vector<DoubleWord<E>> {
    let mut sum = Exact::ZERO;
    let mut numbers = Vec::new();
    for k in 0..length {
        let (half, span) = (length / 2, f64::from(bits));
        let number = if k < half {
            let exponent = if k == 0 { bits } else { random.between(0, bits) };
            if low_parts {
                number(random, exponent - bits / 2)
            } else {
                DoubleWord::from_word(word(random, exponent - bits / 2))
            }
        } else {
            let target = span * (1.0 - 2.0 * (k - half) as f64 / half as f64).max(-1.0) / 2.0;
            let near = exact_word(word::<E>(random, target as i32));
            let [high, low] = (near - sum.clone()).to_words(E::PRECISION);
            let low = if low_parts { E::nearest(low) } else { E::default() };
            DoubleWord::from_parts(E::nearest(high), low)
        };
        sum = sum + exact(number);
        numbers.push(number);
    }
    shuffled(random, numbers).into_iter().collect()
}

/// Factors whose products are ill-conditioned like that.
pub fn ill_conditioned_dot<E: Element>(
    random: &mut Random,
    length: usize,
    bits: i32,
    low_parts: bool,
) -> [Vector<DoubleWord<E>>; 2] {
    let one = |random: &mut Random, exponent| -> DoubleWord<E> {
        if low_parts {
            number(random, exponent)
        } else {
            DoubleWord::from_word(word(random, exponent))
        }
    };
    let mut sum = Exact::ZERO;
    let mut pairs = Vec::new();
    let half = length / 2;
    for k in 0..length {
        let pair = if k < half {
            let exponent = if k == 0 { bits } else { random.between(0, bits) } - bits / 2;
            (one(random, exponent / 2), one(random, exponent - exponent / 2))
        } else {
            let target = f64::from(bits) * (0.5 - (k - half) as f64 / half as f64);
            let x = one(random, (target / 2.0) as i32);
            let near = exact_word(word::<E>(random, target as i32));
            let [high, low] = (near - sum.clone()).to_words(E::PRECISION);
            let wanted = DoubleWord::from_parts(E::nearest(high), E::nearest(low));
            let y = wanted / x;
            (x, if low_parts { y } else { DoubleWord::from_word(y.hi()) })
        };
        sum = sum + exact(pair.0) * exact(pair.1);
        pairs.push(pair);
    }
    let pairs = shuffled(random, pairs);
    [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()]
}

pub fn shuffled<T>(random: &mut Random, mut items: Vec<T>) -> Vec<T> {
    for k in (1..items.len()).rev() {
        items.swap(k, random.below(k as u64 + 1) as usize);
    }
    items
}

/// Conditions, as powers of two: up to 2^104 > 10^31.
pub const CONDITIONS: [i32; 5] = [0, 26, 52, 78, 104];

/// The largest condition is indeed above 10^30.
#[test]
fn data_are_ill_conditioned() {
    fn condition((sum, magnitudes): (Exact, Exact)) -> f64 {
        magnitudes.to_scaled().ratio(sum.abs().to_scaled())
    }
    fn check<E: Element>(low_parts: bool) {
        let (mut random, [.., bits]) = (Random::new(9), CONDITIONS);
        let x = ill_conditioned_sum::<E>(&mut random, 1000, bits, low_parts);
        assert!(condition(sums(x.iter().map(exact))) > 1e30);
        let [x, y] = ill_conditioned_dot::<E>(&mut random, 1000, bits, low_parts);
        assert!(condition(sums(x.iter().zip(y.iter()).map(|(x, y)| exact(x) * exact(y)))) > 1e30);
    }
    for low_parts in [false, true] {
        check::<f64>(low_parts);
        check::<f32>(low_parts);
    }
}

pub const LENGTHS: [usize; 14] = [0, 1, 2, 3, 15, 16, 17, 33, 100, 513, 1000, 1024, 1531, 3000];

pub fn same<E: Element>(x: DoubleWord<E>, y: DoubleWord<E>) -> bool {
    (x.hi().bits() == y.hi().bits() || x.is_nan() && y.is_nan()) && (x.lo() == y.lo() || x.is_nan())
}

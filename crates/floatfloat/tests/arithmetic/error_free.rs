//! The error-free transforms are exact over the ranges that their documentation states, and not
//! beyond.

use floatfloat::{
    eft::{fast_two_sum, split, split_scaled, two_diff, two_prod_dekker, two_prod_fused, two_sum},
    operation::Function,
};
use floatfloat_exact::{Concrete, Exact, Random, relative_error};

const SAMPLES: u32 = 1_000_000;

/// A word whose leading bit has this exponent; often with few bits, or with nearly all.
fn word<W: Concrete>(random: &mut Random, exponent: i32) -> W {
    let p = W::FORMAT.precision;
    let ones = (1u64 << p) - 1;
    let bits = match random.below(4) {
        0 => random.bits() & random.bits() & random.bits() & random.bits(),
        1 => random.bits() | random.bits() | random.bits() | random.bits(),
        _ => random.bits(),
    };
    let significand = (bits & ones) | (1 << (p - 1));
    W::from_f64(W::FORMAT.compose(random.one_in(2), significand, exponent))
}

fn largest<W: Concrete>() -> f64 {
    W::FORMAT.compose(false, (1 << W::FORMAT.precision) - 1, W::FORMAT.emax)
}

/// 2^exponent, also where only `Exact` can hold it.
fn power(exponent: i32) -> Exact {
    Exact::from_parts(1, exponent.into())
}

fn is_exact<W: Concrete>(function: Function, a: W, b: W, (s, e): (W, W)) -> bool {
    let [a, b, s, e] = [a, b, s, e].map(W::to_f64);
    relative_error(function, [a, 0.0], [b, 0.0], [s, e]) == 0.0
}

/// Exponents so that the two overlap, touch or are far apart, over the whole range.
fn exponents<W: Concrete>(random: &mut Random) -> (i32, i32) {
    let (low, high) = (W::FORMAT.smallest(), W::FORMAT.emax);
    let x = random.between(low, high);
    let p = W::FORMAT.p();
    let y = if random.one_in(2) {
        random.between(low, high)
    } else {
        x + random.between(-p - 2, p + 2)
    };
    (x, y.clamp(low, high))
}

fn sums<W: Concrete>() {
    let mut random = Random::new(31);
    let largest = largest::<W>();
    for _ in 0..SAMPLES {
        let (x, y) = exponents::<W>(&mut random);
        let (a, b) = (word::<W>(&mut random, x), word::<W>(&mut random, y));
        // The largest word is allowed as a, not as b.
        let a = if random.one_in(16) { W::from_f64(largest) } else { a };
        if b.to_f64().abs() == largest {
            continue;
        }
        let said = || format!("{} {:e} {:e}", W::NAME, a.to_f64(), b.to_f64());
        if (a + b).to_f64().is_finite() {
            assert!(is_exact(Function::Add, a, b, two_sum(a, b)), "{}", said());
        }
        if (a - b).to_f64().is_finite() {
            assert!(is_exact(Function::Sub, a, b, two_diff(a, b)), "{}", said());
        }
    }
}

#[test]
fn two_sum_and_two_diff() {
    sums::<f32>();
    sums::<f64>();
}

#[test]
fn two_sum_may_overflow_where_b_is_the_largest() {
    // s = RN(a + b) rounds up, and s − a beyond the largest word.
    let (mut random, b) = (Random::new(37), f32::MAX);
    let failing = (0..SAMPLES)
        .map(|_| -word::<f32>(&mut random, 120).abs())
        .find(|&a| (a + b).is_finite() && !is_exact(Function::Add, a, b, two_sum(a, b)));
    let a = failing.expect("a sum that overflows on the way");
    assert!(is_exact(Function::Add, b, a, two_sum(b, a)));
    assert!(is_exact(Function::Add, b, a, fast_two_sum(b, a)));
}

fn fast_sums<W: Concrete>() {
    let mut random = Random::new(32);
    for _ in 0..SAMPLES {
        let (x, y) = exponents::<W>(&mut random);
        // Only the exponents are ordered; |a| < |b| occurs where they are equal.
        let a = word::<W>(&mut random, x.max(y));
        let b = word::<W>(&mut random, x.min(y));
        if (a + b).to_f64().is_finite() {
            let said = || format!("{} {:e} {:e}", W::NAME, a.to_f64(), b.to_f64());
            assert!(is_exact(Function::Add, a, b, fast_two_sum(a, b)), "{}", said());
        }
    }
    let (zero, b) = (W::from_f64(0.0), W::from_f64(3.0));
    assert!(is_exact(Function::Add, zero, b, fast_two_sum(zero, b)));
    // The order matters.
    let (small, large) =
        (W::from_f64(2.0 - 4.0 * W::FORMAT.u()), W::from_f64(7.0 - 8.0 * W::FORMAT.u()));
    assert!(!is_exact(Function::Add, small, large, fast_two_sum(small, large)));
}

#[test]
fn fast_two_sum_with_ordered_exponents() {
    fast_sums::<f32>();
    fast_sums::<f64>();
}

/// Bits from the leading to the last one of a word.
fn width<W: Concrete>(word: W) -> i64 {
    let exact = Exact::new(word.to_f64());
    let ends = exact.floor_log2().zip(exact.last_bit());
    ends.map_or(0, |(first, last)| first - last + 1)
}

/// Whether the parts sum to a, and are as short as they should be.
fn is_split<W: Concrete>(a: W, (high, low): (W, W)) -> bool {
    let p = W::FORMAT.p();
    let s = (p + 1) / 2;
    let zero = W::from_f64(0.0);
    is_exact(Function::Add, a, zero, (high, low))
        && width(high) <= (p - s).into()
        && width(low) <= (s - 1).into()
}

fn splits<W: Concrete>() {
    let (p, emax) = (W::FORMAT.p(), W::FORMAT.emax);
    let s = (p + 1) / 2;
    let mut random = Random::new(33);
    for _ in 0..SAMPLES / 10 {
        let exponent = random.between(W::FORMAT.smallest(), emax - s - 1);
        let a = word::<W>(&mut random, exponent);
        assert!(is_split(a, split(a)), "{} {:e}", W::NAME, a.to_f64());
    }
    // The limit, (1 − 2^-s)·2^(emax + 1 - s), and the words around it.
    let limit = W::FORMAT.compose(false, ((1 << s) - 1) << (p - s), emax - s);
    let below = W::from_f64(W::FORMAT.moved(limit, -1));
    let above = W::from_f64(W::FORMAT.moved(limit, 1));
    assert!(is_split(below, split(below)));
    assert!(!split(above).0.to_f64().is_finite());
}

#[test]
fn split_over_its_range() {
    splits::<f32>();
    splits::<f64>();
}

fn scaled_splits<W: Concrete<Mask = bool>>() {
    let (p, emin, emax) = (W::FORMAT.p(), W::FORMAT.emin, W::FORMAT.emax);
    let s = (p + 1) / 2;
    let mut random = Random::new(34);
    let large = [emin + s + 1, 0, emax - s].map(|e| W::FORMAT.compose(false, 1 << (p - 1), e));
    for large in large {
        for _ in 0..SAMPLES / 20 {
            let exponent = random.between(W::FORMAT.smallest(), emax);
            let exponent = if random.one_in(4) { emax } else { exponent };
            let a = word::<W>(&mut random, exponent);
            let limit = power(emax + 1) - power(emax + s - p);
            if Exact::new(a.to_f64()).abs() < limit {
                assert!(is_split(a, split_scaled(a, large)), "{} {:e}", W::NAME, a.to_f64());
            }
        }
        let largest = W::from_f64(largest::<W>());
        assert!(split_scaled(largest, large).0.to_f64().is_infinite());
    }
    // Scaled from below its range, a loses bits.
    let odd = W::from_f64(W::FORMAT.compose(false, (1 << (p - 1)) + 1, emin + s));
    let large = W::FORMAT.compose(false, 1 << (p - 1), emin + s);
    assert!(!is_split(odd, split_scaled(odd, large)));
}

#[test]
fn split_scaled_over_the_whole_range() {
    scaled_splits::<f32>();
    scaled_splits::<f64>();
}

fn products<W: Concrete>() {
    let (p, emin, emax) = (W::FORMAT.p(), W::FORMAT.emin, W::FORMAT.emax);
    let s = (p + 1) / 2;
    let mut random = Random::new(35);
    let lowest = emin + p - 1;
    let mut lost = 0;
    for i in 0..SAMPLES {
        let x = random.between(emin, emax - s - 1);
        // Half of them at the ends of the range.
        let sum = match i % 4 {
            0 => lowest + random.between(0, 2),
            1 => emax - random.between(0, 2),
            _ => random.between(lowest, emax),
        };
        let y = sum - x;
        if !(emin..emax - s).contains(&y) {
            continue;
        }
        let (a, b) = (word::<W>(&mut random, x), word::<W>(&mut random, y));
        let said = || format!("{} {:e} {:e}", W::NAME, a.to_f64(), b.to_f64());
        if (a * b).to_f64().is_finite() {
            assert!(is_exact(Function::Mul, a, b, two_prod_fused(a, b)), "{}", said());
        }
        let product = (Exact::new(a.to_f64()) * Exact::new(b.to_f64())).abs();
        if product <= power(emax + 1) - power(emax + 3 + s - p) {
            assert!(is_exact(Function::Mul, a, b, two_prod_dekker(a, b)), "{}", said());
        }
        // One exponent lower the error may be half of the smallest number.
        if (emin..=emax).contains(&(lowest - 1 - x)) {
            let b = word::<W>(&mut random, lowest - 1 - x);
            lost += u32::from(!is_exact(Function::Mul, a, b, two_prod_fused(a, b)));
        }
    }
    assert!(lost > 0, "{}: no product below the range is inexact", W::NAME);
    // A subnormal factor counts with the exponent emin.
    for _ in 0..SAMPLES / 10 {
        let below = random.between(W::FORMAT.smallest(), emin - 1);
        let a = word::<W>(&mut random, below);
        let b = word::<W>(&mut random, p - 1);
        assert!(is_exact(Function::Mul, a, b, two_prod_fused(a, b)));
        assert!(is_exact(Function::Mul, a, b, two_prod_dekker(a, b)));
    }
    let zero = W::from_f64(0.0);
    let a = W::from_f64(3.0);
    assert!(is_exact(Function::Mul, zero, a, two_prod_fused(zero, a)));
    assert!(is_exact(Function::Mul, zero, a, two_prod_dekker(zero, a)));
}

#[test]
fn two_prod_over_its_range() {
    products::<f32>();
    products::<f64>();
}

/// Just above |a·b| = (1 − 2^(s-p+2))·2^(emax + 1) the product of the high parts may overflow.
#[test]
fn dekkers_product_may_overflow_before_the_product_does() {
    let mut random = Random::new(36);
    let failing = (0..SAMPLES).find(|_| {
        let (a, b) = (word::<f32>(&mut random, 63), word::<f32>(&mut random, 64));
        (a * b).is_finite() && !two_prod_dekker(a, b).1.is_finite()
    });
    assert!(failing.is_some());
}

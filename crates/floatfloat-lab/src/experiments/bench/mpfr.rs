//! The speed of MPFR at the precision of double-double.

use super::{Contest, ELEMENTS, Timed};
use crate::{
    random::Random,
    real::widen,
    speed::exact::{ExactSum, Tolerance},
};
use floatfloat::{DoubleWord, operation::Function};
use floatfloat_exact::relative_error;
use rug::{Assign, Float};

/// The name of MPFR in tables.
const MPFR: &str = "mpfr";

/// Bits of the significand.
const PRECISION: u32 = 106;

/// A bound on the relative error of rounding to nearest and of the conversion to two words.
const ERROR: f64 = 1.0 / (1u128 << (PRECISION - 1)) as f64;

type Binary = fn(&mut Float, &Float, &Float);

/// Adds sum, product, quotient and square root of each element, and work on whole arrays.
pub(super) fn enter(contest: &mut Contest<'_>, seed: u64) {
    let operations: [(&'static str, Function, Binary); 5] = [
        ("add", Function::Add, |result, x, y| result.assign(x + y)),
        ("sub", Function::Sub, |result, x, y| result.assign(x - y)),
        ("mul", Function::Mul, |result, x, y| result.assign(x * y)),
        ("div", Function::Div, |result, x, y| result.assign(x / y)),
        ("sqrt", Function::Sqrt, |result, x, _| result.assign(x.sqrt_ref())),
    ];
    for (op, function, compute) in operations {
        let [x, y] = operands(ELEMENTS, seed);
        let mut results = vec![Float::new(PRECISION); ELEMENTS];
        let run = move |results: &mut [Float], x: &[Float], y: &[Float]| {
            for ((result, x), y) in results.iter_mut().zip(x).zip(y) {
                compute(result, x, y);
            }
        };
        run(&mut results, &x, &y);
        let verified = results.iter().zip(&x).zip(&y).all(|((result, x), y)| {
            relative_error(function, words(x), words(y), words(result)).abs() <= ERROR
        });
        let timed = Timed::here(op, MPFR, "map");
        let timed = Timed { function: Some(function), verified, ..timed };
        contest.push(timed, ELEMENTS as f64, move || run(&mut results, &x, &y));
    }

    let [x, y] = operands(ELEMENTS, seed);
    let mut sum = Float::new(PRECISION);
    add_up(&mut sum, &x);
    let mut exact = ExactSum::default();
    x.iter().for_each(|x| exact.add(pair(x)));
    let sum_is_right = exact.equals(pair(&sum), tolerance(ELEMENTS));
    let terms = x.clone();
    contest.push(
        Timed { verified: sum_is_right, ..Timed::here("sum", MPFR, "slice") },
        ELEMENTS as f64,
        move || add_up(&mut sum, &terms),
    );

    let mut product = Float::new(PRECISION);
    dot(&mut product, x.iter().zip(&y));
    let dot_is_right = exact_dot(x.iter().zip(&y)).equals(pair(&product), tolerance(ELEMENTS));
    contest.push(
        Timed { verified: dot_is_right, ..Timed::here("dot", MPFR, "slice") },
        ELEMENTS as f64,
        move || dot(&mut product, x.iter().zip(&y)),
    );

    let [a, b] = operands(SIDE * SIDE, seed);
    let mut c = vec![Float::new(PRECISION); SIDE * SIDE];
    multiply(&mut c, &a, &b);
    let product_is_right = c
        .iter()
        .enumerate()
        .all(|(at, found)| exact_dot(factors(&a, &b, at)).equals(pair(found), tolerance(SIDE)));
    let timed = Timed::here("gemm", MPFR, "matrix");
    contest.push(
        Timed { elements: (SIDE * SIDE) as u64, verified: product_is_right, ..timed },
        SIDE.pow(3) as f64,
        move || multiply(&mut c, &a, &b),
    );
}

/// The number of rows and columns of matrices: fewer than for the other types, which are some
/// hundred times as fast. The time of an operation does not depend on it.
const SIDE: usize = 32;

/// Two arrays of random numbers. The numbers of the first are positive.
fn operands(count: usize, seed: u64) -> [Vec<Float>; 2] {
    let mut random = Random::new(seed, 0);
    let mut draw = || (0..count).map(|_| float(random.pair(8))).collect::<Vec<Float>>();
    [draw().into_iter().map(Float::abs).collect(), draw()]
}

/// The error of `count` sums and products and of the rounding to two words.
fn tolerance(count: usize) -> Tolerance {
    Tolerance { of_magnitudes: (2 * count) as f64 * ERROR, of_result: 0.0 }
}

fn add_up(sum: &mut Float, x: &[Float]) {
    sum.assign(0);
    x.iter().for_each(|x| *sum += x);
}

fn dot<'a>(sum: &mut Float, factors: impl Iterator<Item = (&'a Float, &'a Float)>) {
    sum.assign(0);
    factors.for_each(|(x, y)| *sum += x * y);
}

fn exact_dot<'a>(factors: impl Iterator<Item = (&'a Float, &'a Float)>) -> ExactSum {
    let mut sum = ExactSum::default();
    factors.for_each(|(x, y)| sum.add_product(pair(x), pair(y)));
    sum
}

/// The factors of element `at` of a product of square matrices, row by row.
fn factors<'a>(
    a: &'a [Float],
    b: &'a [Float],
    at: usize,
) -> impl Iterator<Item = (&'a Float, &'a Float)> {
    a[at / SIDE * SIDE..][..SIDE].iter().zip(b[at % SIDE..].iter().step_by(SIDE))
}

fn multiply(c: &mut [Float], a: &[Float], b: &[Float]) {
    c.iter_mut().enumerate().for_each(|(at, sum)| dot(sum, factors(a, b, at)));
}

fn pair(x: &Float) -> DoubleWord<f64> {
    let [high, low] = words(x);
    DoubleWord::from_normalized(high, low)
}

fn float(x: DoubleWord<f64>) -> Float {
    let [high, low] = widen(x);
    Float::with_val(PRECISION, high) + low
}

/// The high and the low word.
fn words(x: &Float) -> [f64; 2] {
    let high = x.to_f64();
    [high, Float::with_val(PRECISION, x - high).to_f64()]
}

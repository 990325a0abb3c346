//! MPFR at the precision of double-double.

use super::{Contest, ELEMENTS, Timed};
use crate::{machine::CPU, random::Random, real::widen};
use floatfloat::{DoubleWord, operation::Function};
use floatfloat_oracle::relative_error;
use rug::{Assign, Float};

/// Bits of the significand.
const PRECISION: u32 = 106;

/// The relative error that rounding to nearest stays below, and what two words then lose.
const ERROR: f64 = 1.0 / (1u128 << (PRECISION - 1)) as f64;

type Binary = fn(&mut Float, &Float, &Float);

/// Enters sum, product, quotient and square root.
pub(super) fn enter(contest: &mut Contest, seed: u64) {
    let operations: [(&'static str, Function, Binary); 5] = [
        ("add", Function::Add, |result, x, y| result.assign(x + y)),
        ("sub", Function::Sub, |result, x, y| result.assign(x - y)),
        ("mul", Function::Mul, |result, x, y| result.assign(x * y)),
        ("div", Function::Div, |result, x, y| result.assign(x / y)),
        ("sqrt", Function::Sqrt, |result, x, _| result.assign(x.sqrt_ref())),
    ];
    for (op, function, compute) in operations {
        let mut random = Random::new(seed, 0);
        let mut operand =
            || -> Vec<Float> { (0..ELEMENTS).map(|_| float(random.pair(8)).abs()).collect() };
        let (x, y) = (operand(), operand());
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
        contest.timed.push(Timed {
            device: CPU.into(),
            elements: ELEMENTS as u64,
            work: "map",
            op,
            type_name: "mpfr",
            function: Some(function),
            flops: None,
            percent_per_ns: None,
            ns_per_op: f64::NAN,
            verified,
        });
        contest.works.push(Box::new(move || run(&mut results, &x, &y)));
    }
}

fn float(x: DoubleWord<f64>) -> Float {
    let [high, low] = widen(x);
    Float::with_val(PRECISION, high) + low
}

/// High and low word.
fn words(x: &Float) -> [f64; 2] {
    let high = x.to_f64();
    [high, Float::with_val(PRECISION, x - high).to_f64()]
}

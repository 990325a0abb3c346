//! The constants and polynomials of every family of functions, one file for each subject.

mod constants;
mod error_function;
mod exponential;
mod gamma;
mod logarithms;
mod roots;
mod several_words;
mod trigonometric;

use super::{Analytic, BITS, Entry, Family, Fit, Measure, Tail, Value, decimal};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate},
};
use std::rc::Rc;

/// All families.
pub fn families() -> Vec<Family> {
    vec![
        exponential::exp(),
        exponential::hyperbolic(),
        logarithms::ln(),
        logarithms::pow(),
        roots::roots(),
        trigonometric::trig(),
        trigonometric::atan(),
        error_function::erf(),
        gamma::gamma(),
        constants::constants(),
        several_words::several_words(),
    ]
}

/// An `f64`, exactly.
fn word(x: f64) -> Ball {
    Ball::rounded(&Exact::new(x), BITS)
}

fn entry(name: &'static str, doc: &str, value: Value) -> Entry {
    Entry { name, doc: doc.into(), value }
}

fn number(name: &'static str, doc: &str, value: Ball, count: usize) -> Entry {
    entry(name, doc, Value::Words(value, count))
}

fn table(name: &'static str, doc: &str, values: Vec<Ball>) -> Entry {
    entry(name, doc, Value::Table(values))
}

fn thirds(name: &'static str, doc: &str, values: Vec<Ball>) -> Entry {
    entry(name, doc, Value::Thirds(values))
}

/// A polynomial that approximates a function whose Taylor coefficients around zero do not grow.
struct Simple {
    taylor: fn(u32) -> Ball,
    interval: [&'static str; 2],
    weight: u32,
    relative_to: &'static str,
    /// Degree, and how many of the lowest coefficients are double-words, for 24 bits and for 53.
    shape: [(usize, usize); 2],
}

fn series(name: &'static str, doc: &str, simple: Simple) -> Entry {
    let taylor = simple.taylor;
    let function = Analytic {
        centre: integer(0),
        taylor: Rc::new(move |count| (0..count as u32).map(taylor).collect()),
        tail: Tail::Falls(1.0),
    };
    let fits = simple.shape.map(|(degree, doubles)| Fit {
        function: function.clone(),
        interval: simple.interval.map(decimal),
        degree,
        doubles,
        measure: Measure::Of(simple.weight, simple.relative_to),
    });
    entry(name, doc, Value::Series(Box::new(fits)))
}

fn value(function: Function, x: &Exact) -> Ball {
    evaluate(function, x, &Exact::ZERO, BITS).expect("it is defined")
}

fn integer(n: i64) -> Ball {
    Ball::integer(n, BITS)
}

fn ln_of(n: i64) -> Ball {
    value(Function::Ln, &Exact::from_parts(n, 0))
}

fn pi() -> Ball {
    pi_to(BITS)
}

fn pi_to(bits: u32) -> Ball {
    evaluate(Function::Acos, &Exact::from_parts(-1, 0), &Exact::ZERO, bits).expect("it is defined")
}

fn over(x: Ball, y: Ball) -> Ball {
    x.divided(&y).expect("a divisor other than zero")
}

fn reciprocal_factorial(n: u32) -> Ball {
    (2..=i64::from(n)).fold(integer(1), |product, k| over(product, integer(k)))
}

/// (−1)^k times a magnitude.
fn alternating(k: u32, size: Ball) -> Ball {
    size.with_sign(k % 2 == 1)
}

#[cfg(test)]
mod tests {
    use crate::coefficients::decimal;

    #[test]
    fn intervals_are_squares_of_what_their_text_says() {
        for (root, square) in [("0.1301", "0.01692601"), ("0.0831", "0.00690561"), ("0.8", "0.64")]
        {
            let error = decimal(root).square() - decimal(square);
            assert!(error.to_f64().abs() < 1e-200, "{root}");
        }
    }
}

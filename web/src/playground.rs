//! An expression in a, b and c, computed in several kinds of numbers, and written as WGSL.

mod expression;
mod numbers;

use crate::task::Outcome;
use expression::Expression;
use floatfloat::{DoubleWord, FloatFloat, QuadDouble};
use floatfloat_exact::{Exact, functions::Ball};
use floatfloat_gpu::{
    Circuit, Lowering, Wire,
    emit::wgsl::{Library, ZeroBinding},
};
use numbers::{Enclosed, Number};
use serde_json::{Value, json};

/// Bits of the exact value, beyond what cancellation costs.
const BITS: u32 = 256;

/// Bits at which the exact value is given up.
const MOST: u32 = 1 << 14;

/// The value of an expression in each kind of number, and its WGSL.
pub fn play(text: &str, variables: &[String], lowering: &Lowering) -> Outcome {
    let expression = Expression::parse(text)?;
    let mut literals = Vec::new();
    for (name, variable) in ["a", "b", "c"].iter().zip(variables) {
        let literal = Expression::parse(variable).map_err(|why| format!("{name}: {why}"))?;
        if literal.has_variables() {
            return Err(format!("{name}: a number is wanted, not `{variable}`"));
        }
        literals.push(literal);
    }
    let exact = enclosed(&expression, &literals);
    let single: f32 = value(&expression, &literals, &1.0);
    let double: f64 = value(&expression, &literals, &1.0);
    let pair: FloatFloat = value(&expression, &literals, &FloatFloat::ONE);
    let row = |name: &str, words: &[f64], text: String| {
        json!({
            "name": name,
            "text": text,
            "words": words.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "bits": exact.as_ref().and_then(|exact| correct_bits(words, exact)),
        })
    };
    let rows = [
        row("f32", &[single.into()], single.to_string()),
        row("ff", &[pair.hi().into(), pair.lo().into()], pair.to_string()),
        row("f64", &[double], double.to_string()),
    ];
    let exact = exact.as_ref().map_or_else(String::new, digits);
    Ok(json!({ "rows": rows, "exact": exact, "wgsl": wgsl(&expression, lowering)? }))
}

/// The value of the expression, `one` being 1 in this kind of number.
fn value<N: Number>(expression: &Expression, literals: &[Expression], one: &N) -> N {
    let variables: Vec<N> = literals.iter().map(|literal| literal.value(&[], one)).collect();
    expression.value(&variables, one)
}

/// The exact value, within less than 2^-200 of it; none where it is not defined, or cannot be told from zero.
fn enclosed(expression: &Expression, literals: &[Expression]) -> Option<Ball> {
    let mut bits = BITS;
    while bits <= MOST {
        let Enclosed(ball) = value(expression, literals, &Enclosed(Some(Ball::integer(1, bits))));
        match ball {
            Some(ball) if ball.sure_bits().is_some_and(|sure| sure > 200) => return Some(ball),
            Some(ball) if ball.ends().0 == ball.ends().1 => return Some(ball),
            _ => bits *= 4,
        }
    }
    None
}

/// Bits to which a result agrees with the exact value; none where it is not a number.
fn correct_bits(words: &[f64], exact: &Ball) -> Option<Value> {
    if !words.iter().all(|word| word.is_finite()) {
        return None;
    }
    let result = words.iter().map(|&word| Exact::new(word)).sum::<Exact>();
    let error = (&result - &exact.middle()).abs();
    if error.is_zero() {
        return Some("exact".into());
    }
    if exact.middle().is_zero() {
        return Some(0.into());
    }
    let [error, exact] = [error, exact.middle().abs()].map(|x| x.to_scaled());
    Some((-error.ratio(exact).log2()).max(0.0).into())
}

/// Forty digits.
fn digits(exact: &Ball) -> String {
    let mut rest = exact.middle();
    let words = [0; 4].map(|_| {
        let word = rest.to_f64();
        rest = &rest - &Exact::new(word);
        QuadDouble::from_f64(word)
    });
    format!("{:.40e}", words.into_iter().sum::<QuadDouble>())
}

/// The expression as a function of WGSL.
fn wgsl(expression: &Expression, lowering: &Lowering) -> Result<String, String> {
    type Recorded = DoubleWord<Wire<f32>>;
    let function = |a: Recorded, b: Recorded, c: Recorded| expression.value(&[a, b, c], &a);
    let circuit = Circuit::record3(lowering.fused, function);
    let zero = ZeroBinding { group: 1, binding: 0 };
    circuit
        .and_then(|circuit| Library::new(&[("ff_expression".to_owned(), circuit)], lowering, zero))
        .map(|library| library.text)
        .map_err(|error| error.to_string())
}

//! Programs whose time the page measures: an operation of `f32`, and the same of float-floats.

use crate::{bridge::Shader, task::Outcome};
use floatfloat::{DoubleWord, FloatFloat};
use floatfloat_gpu::{
    Circuit, Error, Lowering, Number, Program, Recorded, Wire, lowering::Protection,
    program::standard,
};
use serde_json::{Value, json};
use std::ops::{Add, Div, Mul};

/// Operations of a chain, each on the result of the one before: enough that memory takes no part.
const CHAIN: usize = 32;

/// The programs, `f32` by plain operators and float-floats by this lowering.
pub fn programs(lowering: &Lowering) -> Outcome {
    let plain = Lowering::exact(Protection::Plain, true);
    let all = chains::<Wire<f32>>(&plain, true)
        .and_then(|mut all| {
            all.extend(chains::<DoubleWord<Wire<f32>>>(lowering, lowering.fused)?);
            all.push(dot::<f32>(&plain)?);
            all.push(dot::<FloatFloat>(lowering)?);
            Ok(all)
        })
        .map_err(|error| error.to_string())?;
    Ok(Value::Array(all))
}

/// `a ∘ b ∘ b ∘ …` of every element.
fn chains<R>(lowering: &Lowering, fused: bool) -> Result<Vec<Value>, Error>
where
    R: Recorded<Number: Number<Word = f32>> + Add<Output = R> + Mul<Output = R> + Div<Output = R>,
{
    type Operation<R> = fn(R, R) -> R;
    let operations: [(&str, Operation<R>); 3] =
        [("add", |a, b| a + b), ("mul", |a, b| a * b), ("div", |a, b| a / b)];
    operations
        .into_iter()
        .map(|(name, operation)| {
            let chain = |a, b| (0..CHAIN).fold(a, |sum, _| operation(sum, b));
            let program = Program::map(Circuit::record2(fused, chain)?, vec![false; 2], false);
            described::<R::Number>(name, &program, lowering, CHAIN)
        })
        .collect()
}

/// A dot product, as it is computed of arrays.
fn dot<N: Number>(lowering: &Lowering) -> Result<Value, Error> {
    let name = format!("{} dot", N::NAME);
    let found = standard().into_iter().find(|(of, _)| *of == name);
    let (_, program) = found.ok_or_else(|| Error::Unsupported {
        device: "this page".to_owned(),
        what: format!("it has no program {name}"),
    })?;
    described::<N>("dot", &program, lowering, 1)
}

/// `words` are those of an element, `operations` those of an element, too.
fn described<N: Number>(
    name: &str,
    program: &Program,
    lowering: &Lowering,
    operations: usize,
) -> Result<Value, Error> {
    Ok(json!({
        "op": name,
        "number": N::NAME,
        "words": program.elements(),
        "operations": operations,
        "reduces": program.is_reduce(),
        "program": Shader::new(program, lowering)?,
    }))
}

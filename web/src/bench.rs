//! Programs whose time the page measures: an operation of `f32`, and the same of float-floats.

use crate::{bridge::Shader, task::Outcome};
use floatfloat::DoubleWord;
use floatfloat_gpu::{
    Circuit, DeviceNumber, Error, Lowering, Program, Recorded, Wire, lowering::Protection,
    program::WORKGROUP,
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
            all.push(dot::<Wire<f32>>(&plain)?);
            all.push(dot::<DoubleWord<Wire<f32>>>(lowering)?);
            Ok(all)
        })
        .map_err(|error| error.to_string())?;
    Ok(Value::Array(all))
}

/// `a ∘ b ∘ b ∘ …` of every element.
fn chains<R>(lowering: &Lowering, fused: bool) -> Result<Vec<Value>, Error>
where
    R: Recorded<Number: DeviceNumber<Word = f32>>
        + Add<Output = R>
        + Mul<Output = R>
        + Div<Output = R>,
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

/// A dot product: every lane adds up products, and lanes are added up in halves.
fn dot<R>(lowering: &Lowering) -> Result<Value, Error>
where
    R: Recorded<Number: DeviceNumber<Word = f32>> + Add<Output = R> + Mul<Output = R>,
{
    let accumulate = Circuit::record3(lowering.fused, |sum: R, x: R, y: R| sum + x * y)?;
    let merge = Circuit::record2(lowering.fused, |a: R, b: R| a + b)?;
    let zero = vec![0f64.to_bits(); R::Number::WORDS];
    let program = Program::reduce(zero, accumulate, merge, WORKGROUP);
    described::<R::Number>("dot", &program, lowering, 1)
}

/// `words` are those of an element, `operations` those of an element, too.
fn described<N: DeviceNumber>(
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

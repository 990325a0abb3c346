//! The operators of float-floats as WGSL, written as it was proved on the device.

use crate::task::Outcome;
use floatfloat::DoubleWord;
use floatfloat_gpu::{
    Circuit, Error, Lowering, Wire,
    emit::wgsl::{Library, ZeroBinding},
    uncorrected,
};
use serde_json::json;

type Recorded = DoubleWord<Wire<f32>>;

/// Where the buffer of zeros is bound.
const ZERO: ZeroBinding = ZeroBinding { group: 1, binding: 0 };

/// The text, and whether it reads a buffer of zeros.
pub fn library(lowering: &Lowering, fast: bool) -> Outcome {
    let library = operators(lowering.fused)
        .map(|mut operators| {
            if fast {
                let recorded = uncorrected::recorded::<f32>(lowering.fused);
                let names = ["ff_div_fast", "ff_sqrt_fast"].map(str::to_owned);
                operators.extend(names.into_iter().zip(recorded.map(|(_, circuit)| circuit)));
            }
            operators
        })
        .and_then(|operators| Library::new(&operators, lowering, ZERO))
        .map_err(|error| error.to_string())?;
    Ok(json!({ "text": library.text, "readsZero": library.reads_zero }))
}

/// The circuit of each operator.
fn operators(fused: bool) -> Result<Vec<(String, Circuit)>, Error> {
    let all = [
        ("ff_add", Circuit::record2(fused, |a: Recorded, b: Recorded| a + b)?),
        ("ff_sub", Circuit::record2(fused, |a: Recorded, b: Recorded| a - b)?),
        ("ff_mul", Circuit::record2(fused, |a: Recorded, b: Recorded| a * b)?),
        ("ff_div", Circuit::record2(fused, |a: Recorded, b: Recorded| a / b)?),
        ("ff_sqrt", Circuit::record1(fused, |a: Recorded| a.sqrt())?),
    ];
    Ok(all.map(|(name, circuit)| (name.to_owned(), circuit)).into())
}

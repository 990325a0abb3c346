//! The functions of `f64` in the standard library, for comparison.

use super::{
    Measured, Plan,
    operands::{Operands, ordinary},
};
use crate::{
    error::Error,
    machine::CPU,
    number_type::NumberType,
    progress::{Progress, Silent},
    results::Table,
    timing::{medians, stop_if_asked},
};
use floatfloat::registry::FUNCTIONS;
use floatfloat_exact::{
    Pair,
    functions::{Class, Reference},
};

/// A function of two numbers, or of the first alone.
type Standard = fn(f64, f64) -> f64;

/// The functions that exist, with the names of the library's own.
const STANDARD: &[(&str, Standard)] = &[
    ("exp", |x, _| x.exp()),
    ("exp2", |x, _| x.exp2()),
    ("exp_m1", |x, _| x.exp_m1()),
    ("ln", |x, _| x.ln()),
    ("log2", |x, _| x.log2()),
    ("log10", |x, _| x.log10()),
    ("ln_1p", |x, _| x.ln_1p()),
    ("sin", |x, _| x.sin()),
    ("cos", |x, _| x.cos()),
    ("tan", |x, _| x.tan()),
    ("asin", |x, _| x.asin()),
    ("acos", |x, _| x.acos()),
    ("atan", |x, _| x.atan()),
    ("atan2", |x, y| x.atan2(y)),
    ("sinh", |x, _| x.sinh()),
    ("cosh", |x, _| x.cosh()),
    ("tanh", |x, _| x.tanh()),
    ("asinh", |x, _| x.asinh()),
    ("acosh", |x, _| x.acosh()),
    ("atanh", |x, _| x.atanh()),
    ("powf", f64::powf),
    ("cbrt", |x, _| x.cbrt()),
    ("hypot", f64::hypot),
];

/// A row for each function.
pub(super) fn measure(
    plan: &Plan,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let mut found = Vec::new();
    let mut works: Vec<Box<dyn FnMut()>> = Vec::new();
    for info in FUNCTIONS {
        stop_if_asked(progress)?;
        let Some(&(_, function)) = STANDARD.iter().find(|(name, _)| *name == info.name) else {
            continue;
        };
        let mut measured = Measured::new(CPU, info, NumberType::F64, f64::MANTISSA_DIGITS);
        (measured.bound, measured.holds) = (None, None);
        let drawn = Operands::<f64>::new(
            info.function,
            info.operands,
            &[Class::Natural],
            plan.each,
            plan.seed,
        );
        for (x, y) in drawn.x.iter().zip(&drawn.y) {
            let pair = Pair { x: [x.hi(), 0.0], y: [y.hi(), 0.0] };
            let format = <f64 as floatfloat_exact::Concrete>::FORMAT;
            if let Some(reference) = Reference::new(info.function, format, pair) {
                let result = function(x.hi(), y.hi());
                measured.judge(info, &[reference], std::iter::once([result, 0.0]));
            }
        }
        found.push(measured);
        let [x, y] = ordinary::<f64>(info.function, plan.timed, plan.seed)
            .map(|numbers| numbers.iter().map(|number| number.hi()).collect::<Vec<_>>());
        let mut out = vec![0.0; plan.timed];
        works.push(Box::new(move || {
            for ((out, &x), &y) in out.iter_mut().zip(&x).zip(&y) {
                *out = function(x, y);
            }
            std::hint::black_box(&mut out);
        }));
    }
    let times = medians(&mut works, plan.sample, plan.rounds, &Silent)?;
    for (measured, ns) in found.iter().zip(times) {
        table.push(measured.row(ns / plan.timed as f64));
    }
    Ok(())
}

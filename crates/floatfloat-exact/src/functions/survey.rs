//! The errors of a function over a class of operands.

use super::{Arguments, Class, Reference};
use crate::{format::Concrete, operands::Pair, survey::Worst};
use floatfloat::{DoubleWord, elementary::Elementary};

/// The errors of one function on one word over one class.
#[derive(Clone, Debug)]
pub struct Survey {
    /// [`Concrete::NAME`] of the word.
    pub word: &'static str,
    /// The number of operands.
    pub samples: u64,
    /// Largest |relative error| in u².
    pub max_u2: f64,
    /// Mean |relative error| in u².
    pub mean_u2: f64,
    /// The operands whose error is the largest part of the bound.
    pub worst: Worst,
}

/// The words of a function's result for a pair. Not inlined, so that it is compiled once for all callers.
#[inline(never)]
pub fn apply<F: Elementary, W: Concrete<Mask = bool>>(Pair { x, y }: Pair) -> [f64; 2] {
    let operand =
        |[high, low]: [f64; 2]| DoubleWord::from_normalized(W::from_f64(high), W::from_f64(low));
    let result = F::apply(operand(x), operand(y));
    [result.hi().to_f64(), result.lo().to_f64()]
}

/// Runs a function on a pair and measures it.
///
/// # Panics
/// If the reference is that of another pair, function or format.
pub fn measure<F: Elementary, W: Concrete<Mask = bool>>(
    pair: Pair,
    reference: &Reference,
) -> Worst {
    assert!(reference.is_of(F::INFO.function, W::FORMAT, pair), "another reference");
    let result = apply::<F, W>(pair);
    let [high, low] = result.map(W::from_f64);
    let normalized = (high + low).equal(high);
    Worst { pair, result, verdict: reference.check(&F::INFO, result), normalized }
}

/// Runs a function on two words of the same format over `samples` operands of a class.
pub fn survey<F: Elementary, V: Concrete<Mask = bool>, W: Concrete<Mask = bool>>(
    class: Class,
    samples: u64,
    seed: u64,
) -> [Survey; 2] {
    let function = F::INFO.function;
    let mut arguments = Arguments::new(function, V::FORMAT, seed);
    let mut seen: [Option<Survey>; 2] = [None, None];
    for _ in 0..samples {
        let pair = arguments.draw(class);
        let reference = Reference::new(function, V::FORMAT, pair).expect("it is defined");
        let measured = [measure::<F, V>(pair, &reference), measure::<F, W>(pair, &reference)];
        for ((seen, measured), word) in seen.iter_mut().zip(measured).zip([V::NAME, W::NAME]) {
            let error = measured.verdict.error_u2.abs();
            let survey = seen.get_or_insert(Survey {
                word,
                samples: 0,
                max_u2: 0.0,
                mean_u2: 0.0,
                worst: measured,
            });
            survey.samples += 1;
            survey.max_u2 = if error.is_nan() { error } else { survey.max_u2.max(error) };
            survey.mean_u2 += error;
            survey.worst = survey.worst.worse(measured);
        }
    }
    seen.map(|survey| {
        let survey = survey.expect("at least one sample");
        Survey { mean_u2: survey.mean_u2 / samples as f64, ..survey }
    })
}

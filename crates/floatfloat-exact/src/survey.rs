//! The errors of an operation over a class of operands.

use crate::{
    check::{Verdict, check},
    format::Concrete,
    hex::hex,
    operands::{Class, Operands, Pair},
};
use floatfloat::{
    DoubleWord,
    operation::{Fma, Info, Operation},
};
use std::fmt;

/// The errors of one operation on one word over one class.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The operation.
    pub info: Info,
    /// [`Concrete::NAME`] of the word.
    pub word: &'static str,
    /// The class of operands.
    pub class: Class,
    /// The number of pairs.
    pub samples: u64,
    /// Largest |relative error| in u².
    pub max_u2: f64,
    /// Mean |relative error| in u².
    pub mean_u2: f64,
    /// The pair whose error is the largest part of the bound.
    pub worst: Worst,
}

/// A result and the verdict on it.
#[derive(Clone, Copy, Debug)]
pub struct Worst<const N: usize = 2> {
    /// The operands.
    pub pair: Pair<N>,
    /// The computed result.
    pub result: [f64; N],
    /// Its error; for n words, `error_u2` is in units of u^n.
    pub verdict: Verdict,
    /// Whether each word equals the sum of itself and the next, rounded.
    pub normalized: bool,
}

impl<const N: usize> Worst<N> {
    /// Whether the result keeps the bound and is normalised.
    pub fn holds(&self) -> bool {
        self.verdict.holds() && self.normalized
    }

    /// The worse of the two; `self` if both are equal.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        let other_is_worse = if self.normalized == other.normalized {
            other.verdict.of_bound > self.verdict.of_bound
        } else {
            !other.normalized
        };
        if other_is_worse { other } else { self }
    }
}

impl<const N: usize> fmt::Display for Worst<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |words: [f64; N]| format!("({})", words.map(hex).join(", "));
        let Verdict { error_u2, of_bound } = self.verdict;
        let result = if self.result.iter().all(|word| word.is_finite()) {
            words(self.result)
        } else {
            format!("{:?}", self.result)
        };
        write!(
            f,
            "x = {}, y = {}: {result}, error {error_u2:.6} u{}, {of_bound:.6} of the bound{}",
            words(self.pair.x),
            words(self.pair.y),
            if N == 2 { "²" } else { "^n" },
            if self.normalized { "" } else { ", not normalised" }
        )
    }
}

/// Runs an operation on one pair and measures it.
#[inline]
pub fn measure<O: Operation, W: Concrete<Mask = bool>>(pair: Pair) -> Worst {
    let operand =
        |[high, low]: [f64; 2]| DoubleWord::from_normalized(W::from_f64(high), W::from_f64(low));
    let result = O::apply(operand(pair.x), operand(pair.y));
    judge::<W>(&O::INFO, pair, [result.hi().to_f64(), result.lo().to_f64()])
}

/// Measures a result that was computed elsewhere, for example on a device.
#[inline]
pub fn judge<W: Concrete<Mask = bool>>(info: &Info, pair: Pair, result: [f64; 2]) -> Worst {
    let [high, low] = result.map(W::from_f64);
    let normalized = (high + low).equal(high);
    Worst { pair, result, verdict: check(info, W::FORMAT, pair, result), normalized }
}

/// Whether an operation can run on this word.
pub fn applies<W: Concrete>(info: &Info) -> bool {
    W::fused() || info.fma != Fma::Required
}

/// Runs an operation over `samples` pairs of a class.
pub fn survey<O: Operation, W: Concrete<Mask = bool>>(
    class: Class,
    samples: u64,
    seed: u64,
) -> Survey {
    let operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), seed);
    survey_operands::<W>(&O::INFO, operands, measure::<O, W>, class, samples)
}

/// [`survey`], compiled once for all operations.
fn survey_operands<W: Concrete>(
    info: &Info,
    mut operands: Operands,
    measure: fn(Pair) -> Worst,
    class: Class,
    samples: u64,
) -> Survey {
    of_measured::<W>(info, class, (0..samples).map(|_| measure(operands.draw(class))))
}

/// The survey of results that were computed elsewhere, for example on a device; at least one.
pub fn survey_results<W: Concrete<Mask = bool>>(
    info: &Info,
    class: Class,
    results: impl IntoIterator<Item = (Pair, [f64; 2])>,
) -> Survey {
    let results = results.into_iter();
    of_measured::<W>(info, class, results.map(|(pair, result)| judge::<W>(info, pair, result)))
}

fn of_measured<W: Concrete>(
    info: &Info,
    class: Class,
    measured: impl Iterator<Item = Worst>,
) -> Survey {
    let mut worst: Option<Worst> = None;
    let (mut samples, mut max_u2, mut sum_u2) = (0, 0.0f64, 0.0f64);
    for measured in measured {
        let error = measured.verdict.error_u2.abs();
        max_u2 = if error.is_nan() { error } else { max_u2.max(error) };
        sum_u2 += error;
        samples += 1;
        worst = Some(worst.map_or(measured, |worst| worst.worse(measured)));
    }
    Survey {
        info: *info,
        word: W::NAME,
        class,
        samples,
        max_u2,
        mean_u2: sum_u2 / samples as f64,
        worst: worst.expect("at least one sample"),
    }
}

//! Operations on three and four words: operands made to hurt, and errors measured against bounds.

mod operands;

pub use operands::{Class, Operands, Pair};

use crate::{
    check::Verdict,
    error::residual,
    format::{Concrete, Format},
    hex::hex,
};
use floatfloat::{
    Array, MultiWord,
    multi_word::operation::{Info, Operation},
};
use std::fmt;

/// The words of a number, zeros behind them where it has fewer.
pub type Words = [f64; 4];

/// A result and the verdict on it. Errors are in units of u^N for N words.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// The operands.
    pub pair: Pair,
    /// What came out.
    pub result: Words,
    /// How wrong it is; `error_u2` counts in u^N here.
    pub verdict: Verdict,
    /// Whether each word is the sum of itself and the next, rounded.
    pub normalized: bool,
}

impl Worst {
    /// Whether the bound is kept by a normalised result.
    pub fn holds(&self) -> bool {
        self.verdict.holds() && self.normalized
    }

    /// The worse of the two; this one if they are alike.
    #[must_use]
    pub fn worse(self, other: Worst) -> Worst {
        let other_is_worse = if self.normalized == other.normalized {
            other.verdict.of_bound > self.verdict.of_bound
        } else {
            !other.normalized
        };
        if other_is_worse { other } else { self }
    }
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |words: Words| {
            if words.iter().all(|word| word.is_finite()) {
                words.map(hex).join(", ")
            } else {
                format!("{words:?}")
            }
        };
        write!(
            f,
            "x = ({}), y = ({}): ({}), error {:.4} units, {:.4} of the bound{}",
            text(self.pair.x),
            text(self.pair.y),
            text(self.result),
            self.verdict.error_u2,
            self.verdict.of_bound,
            if self.normalized { "" } else { ", not normalised" }
        )
    }
}

/// Whether each word is the sum of itself and the next, rounded to nearest, ties to even.
pub fn is_normalized(format: Format, words: Words) -> bool {
    words.windows(2).all(|pair| {
        let [high, low] = [pair[0], pair[1]];
        if high == 0.0 { low == 0.0 } else { format.is_normalized([high, low]) }
    })
}

/// Runs an operation on one pair and measures it.
#[inline]
pub fn measure<O: Operation, W: Concrete<Mask = bool>>(pair: Pair) -> Worst {
    let number = |words: Words| -> O::Number<W> {
        MultiWord::from_normalized(Array::from_fn(|k| W::from_f64(words[k])))
    };
    let parts = O::apply(number(pair.x), number(pair.y)).parts();
    let mut result = [0.0; 4];
    for (word, &part) in result.iter_mut().zip(parts.as_ref()) {
        *word = part.to_f64();
    }
    judge::<W>(&O::INFO, pair, result)
}

/// Measures a result that was computed elsewhere. One that is not finite fails.
pub fn judge<W: Concrete<Mask = bool>>(info: &Info, pair: Pair, result: Words) -> Worst {
    let verdict = match residual(info.function, pair.x, pair.y, result) {
        None => Verdict { error_u2: f64::NAN, of_bound: f64::INFINITY },
        Some(residual) => {
            let relative = residual.relative();
            let of_bound = relative.abs() / info.relative_bound(W::FORMAT.precision);
            let units = relative / info.relative_bound(W::FORMAT.precision) * info.bound;
            Verdict { error_u2: units, of_bound }
        }
    };
    let normalized = result.iter().all(|word| word.is_finite()) && is_normalized(W::FORMAT, result);
    Worst { pair, result, verdict, normalized }
}

/// The worst of `samples` pairs of a class.
pub fn survey<O: Operation, W: Concrete<Mask = bool>>(
    class: Class,
    samples: u64,
    seed: u64,
) -> Worst {
    let mut operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), seed);
    let measured = (0..samples).map(|_| measure::<O, W>(operands.draw(class)));
    measured.reduce(Worst::worse).expect("at least one sample")
}

/// The worst pair that climbs find, each from the worst of a few pairs of a class, by small changes
/// that do not lessen the error.
pub fn search<O: Operation, W: Concrete<Mask = bool>>(seed: u64, climbs: u32, steps: u32) -> Worst {
    let mut operands = Operands::new(&O::INFO, W::FORMAT, W::fused(), seed);
    let mut climb = || {
        let mut best = measure::<O, W>(operands.draw_any());
        for _ in 0..100 {
            best = best.worse(measure::<O, W>(operands.draw_any()));
        }
        for _ in 0..steps {
            let changed = operands.changed(best.pair);
            // Not `best.worse`: an equal error is taken, to leave plateaus.
            best = measure::<O, W>(changed).worse(best);
        }
        best
    };
    (0..climbs).map(|_| climb()).reduce(Worst::worse).expect("at least one climb")
}

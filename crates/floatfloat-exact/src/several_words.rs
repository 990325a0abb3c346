//! Operations on three and four words: operands chosen to give large errors, and errors relative to bounds.

mod operands;

pub use operands::{Class, Operands, Pair};

use crate::{
    check::Verdict,
    error::residual,
    format::{Concrete, Format},
    search::{Effort, climbs},
    survey,
};
use floatfloat::{
    MultiWord, WordArray,
    multi_word::operation::{Info, Operation},
};

/// The words of a number, followed by zeros if it has fewer than four.
pub type Words = [f64; 4];

/// A result and the verdict on it. Errors are in units of u^n for n words.
pub type Worst = survey::Worst<4>;

/// Whether each word equals the sum of itself and the next, rounded to nearest, ties to even.
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
        MultiWord::from_normalized(WordArray::from_fn(|k| W::from_f64(words[k])))
    };
    let parts = O::apply(number(pair.x), number(pair.y)).parts();
    let mut result = [0.0; 4];
    for (word, &part) in result.iter_mut().zip(parts.as_ref()) {
        *word = part.to_f64();
    }
    judge::<W>(&O::INFO, pair, result)
}

/// Measures a result that was computed elsewhere. A result that is not finite fails.
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

/// The number of random pairs; a climb starts at the worst of them.
const STARTS: u32 = 101;

/// The worst pair that climbs find. Each climb starts at the worst of a few pairs of any class and accepts
/// small changes that do not reduce the error.
pub fn search<O: Operation, W: Concrete<Mask = bool>>(seed: u64, effort: Effort) -> Worst {
    search_among(Operands::new(&O::INFO, W::FORMAT, W::fused(), seed), measure::<O, W>, effort)
}

/// [`search`], compiled once for all operations.
fn search_among(mut operands: Operands, measure: fn(Pair) -> Worst, effort: Effort) -> Worst {
    climbs(
        effort,
        &mut operands,
        |operands| {
            let starts = (0..STARTS).map(|_| measure(operands.draw_any()));
            starts.reduce(Worst::worse).expect("at least one start")
        },
        |operands, pair| Some(measure(operands.changed(pair))),
    )
}

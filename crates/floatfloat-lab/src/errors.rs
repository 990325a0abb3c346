//! Rounding errors of operations over random operands.

use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    parallel,
    progress::{Progress, Silent},
    random::Random,
    real::{Scalar, widen},
    timing::stop_if_asked,
};
use floatfloat::{
    DoubleWord, dispatch_scalar,
    operation::{Info, Operation, Shape},
};
use floatfloat_exact::relative_error;
use floatfloat_gpu::Circuit;

/// The operands of one piece of the work, which takes a millisecond or so.
pub const PIECE: usize = 1 << 13;

/// The number of pieces that are sent to a device together.
const AT_ONCE: usize = 128;

/// The relative errors of one operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// The number of errors that were measured.
    pub samples: u64,
    /// The largest magnitude of the errors.
    pub max: f64,
    sum: f64,
}

impl Errors {
    /// Includes an error. An error that is not a number counts as infinite.
    #[inline(always)]
    pub fn add(&mut self, error: f64) {
        let error = if error.is_nan() { f64::INFINITY } else { error.abs() };
        self.samples += 1;
        self.max = self.max.max(error);
        self.sum += error;
    }

    /// The mean magnitude of the errors.
    pub fn mean(&self) -> f64 {
        self.sum / self.samples as f64
    }

    /// The errors of several pieces together.
    pub fn total(pieces: &[Errors]) -> Self {
        pieces.iter().fold(Errors::default(), |total, piece| Errors {
            samples: total.samples + piece.samples,
            max: total.max.max(piece.max),
            sum: total.sum + piece.sum,
        })
    }
}

/// The errors of `O` on words `W`, over `pieces` pieces of random operands, against exact
/// arithmetic. The exponents of the operands are uniform in `-exponents..exponents`.
pub fn random<O: Operation, W: Scalar>(
    pieces: usize,
    exponents: u32,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Errors, Error> {
    let apply: Apply<W> = |operands, results| {
        dispatch_scalar(
            #[inline(always)]
            || {
                for (&(x, y), result) in operands.iter().zip(results) {
                    *result = O::apply(x, y);
                }
            },
        );
    };
    of_pieces(&O::INFO, apply, pieces, exponents, seed, progress)
}

/// The errors of an operation as another device computes it from a recording, over the same
/// operands.
pub fn random_on<W: OnDevice>(
    device: &Opened,
    info: &Info,
    operation: &Circuit,
    pieces: usize,
    exponents: u32,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Errors, Error> {
    let mut all = Vec::with_capacity(pieces);
    for begin in (0..pieces).step_by(AT_ONCE) {
        stop_if_asked(progress)?;
        let count = AT_ONCE.min(pieces - begin);
        let drawn: Vec<Vec<_>> = parallel::map(count, &Silent, |piece| {
            let mut random = Random::new(seed, begin + piece);
            (0..PIECE).map(|_| operands::<W>(info, &mut random, exponents)).collect()
        })?;
        let (x, y): (Vec<_>, Vec<_>) = drawn.into_iter().flatten().unzip();
        let results = W::apply(&device.device, operation, &x, &y)?;
        all.extend(parallel::map(count, progress, |piece| {
            let mut errors = Errors::default();
            for i in piece * PIECE..(piece + 1) * PIECE {
                let (x, y, result) = (widen(x[i]), widen(y[i]), widen(results[i]));
                errors.add(relative_error(info.function, x, y, result));
            }
            errors
        })?);
    }
    Ok(Errors::total(&all))
}

/// Computes an operation on each pair of operands.
type Apply<W> = fn(&[(DoubleWord<W>, DoubleWord<W>)], &mut [DoubleWord<W>]);

/// [`random`], compiled once for all operations.
fn of_pieces<W: Scalar>(
    info: &Info,
    apply: Apply<W>,
    pieces: usize,
    exponents: u32,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Errors, Error> {
    let errors = parallel::map(pieces, progress, |piece| {
        let mut random = Random::new(seed, piece);
        let operands: Vec<_> =
            (0..PIECE).map(|_| operands::<W>(info, &mut random, exponents)).collect();
        let mut results = vec![DoubleWord::from_word(W::default()); PIECE];
        apply(&operands, &mut results);
        let mut errors = Errors::default();
        for (&(x, y), &result) in operands.iter().zip(&results) {
            errors.add(relative_error(info.function, widen(x), widen(y), widen(result)));
        }
        errors
    })?;
    Ok(Errors::total(&errors))
}

/// Random operands of the shape that an operation takes. For a square root they are positive.
#[inline(always)]
pub fn operands<W: Scalar>(
    info: &Info,
    random: &mut Random,
    exponents: u32,
) -> (DoubleWord<W>, DoubleWord<W>) {
    match info.shape {
        Shape::WordWord => (
            DoubleWord::from_word(random.word(exponents)),
            DoubleWord::from_word(random.word(exponents)),
        ),
        Shape::DoubleWordWord => {
            (random.pair(exponents), DoubleWord::from_word(random.word(exponents)))
        }
        Shape::DoubleWordDoubleWord => (random.pair(exponents), random.pair(exponents)),
        Shape::DoubleWord => {
            let x: DoubleWord<W> = random.pair(exponents);
            let [high, low] = widen(x);
            let flip = |word: f64| W::from_f64(if high < 0.0 { -word } else { word });
            (DoubleWord::from_normalized(flip(high), flip(low)), DoubleWord::from_word(x.hi()))
        }
    }
}

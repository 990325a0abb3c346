//! Measures how long programs of integers may be for a device's compiler.
//!
//! Compilers of shaders inline every call. Some take time and memory that grow with the square of the inlined length:
//! Mesa's compiler for GL takes 0.35 s and 0.2 GB for 5,792 operations, 1.3 s and 0.75 GB for 11,584. If a map has more
//! operations than a device's compiler takes easily, it becomes a loop over its steps instead
//! ([`Lowering::most_inlined`]).

use super::Certificate;
use crate::{
    backend::{Backend, Cost},
    circuit::Circuit,
    error::Error,
    lowering::{Lowering, MOST_INLINED, Protection},
    program::Program,
    wire::record,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{NativeWord, Word, progress::Progress};
use serde::{Deserialize, Serialize};
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The length of programs that a device's compiler takes easily.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiling {
    /// The most operations of integers that one program may have inlined.
    pub most: u32,
    /// Whether longer programs cost the compiler too much. If not, none were tried.
    pub is_limited: bool,
}

/// A program that costs the compiler more than this is too long.
const EASY: Cost = Cost { time: Duration::from_millis(500), memory: 250 << 20 };

/// The number of times that a slow program is compiled: other work may have kept the machine busy.
const ATTEMPTS: usize = 3;

/// The number of multiply-adds in the first program, of some 360 operations each.
const FIRST: u64 = 4;

/// Measures what the device's compiler takes, for each word whose arithmetic is made of integers and that was not
/// measured before. Returns true if anything was measured. Measures nothing if this process cannot see the cost of the
/// compiler.
///
/// # Errors
/// [`Error::Cancelled`].
pub(crate) fn measure(
    certificate: &mut Certificate,
    backend: &dyn Backend,
    progress: &dyn Progress,
) -> Result<bool, Error> {
    let mut measured = false;
    for word in &mut certificate.words {
        let Some(lowering) = word.lowering else { continue };
        if lowering.protection != Protection::Integers || word.compiling.is_some() {
            continue;
        }
        let compiling = match word.word {
            WordType::F32 => of_word::<f32>(backend, &lowering, progress)?,
            _ => of_word::<f64>(backend, &lowering, progress)?,
        };
        let Some(compiling) = compiling else { continue };
        word.compiling = Some(compiling);
        let written = Lowering { most_inlined: compiling.most, ..lowering };
        word.lowering = Some(written);
        for trial in word.trials.iter_mut().filter(|trial| trial.lowering == lowering) {
            trial.lowering = written;
        }
        measured = true;
    }
    Ok(measured)
}

fn of_word<F: DeviceWord + NativeWord>(
    backend: &dyn Backend,
    lowering: &Lowering,
    progress: &dyn Progress,
) -> Result<Option<Compiling>, Error> {
    // The next program may use the memory of the program before again.
    let mut memory = 0;
    let mut most = 0;
    let mut count = FIRST;
    loop {
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        let operations = multiply_adds::<F>(count)?.of_integers().uint_operations() as u32;
        if operations > MOST_INLINED {
            return Ok(Some(Compiling { most: MOST_INLINED, is_limited: false }));
        }
        match is_easy::<F>(backend, lowering, count, &mut memory) {
            Ok(Some(true)) => most = operations,
            Ok(None) => return Ok(None),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Ok(Some(false)) | Err(_) => return Ok(Some(Compiling { most, is_limited: true })),
        }
        count = count * 3 / 2;
    }
}

/// Whether the compiler takes `count` multiply-adds easily, in the best of several attempts.
fn is_easy<F: DeviceWord + NativeWord>(
    backend: &dyn Backend,
    lowering: &Lowering,
    count: u64,
    memory: &mut u64,
) -> Result<Option<bool>, Error> {
    let mut least = u64::MAX;
    for _ in 0..ATTEMPTS {
        let program = Program::map(multiply_adds::<F>(count)?, vec![false; 2], true);
        let written = Lowering { most_inlined: u32::MAX, ..*lowering };
        let Some(cost) = backend.compile_watched(&program, &written)? else { return Ok(None) };
        least = least.min(*memory + cost.memory);
        if cost.time <= EASY.time && least <= EASY.memory {
            *memory = least;
            return Ok(Some(true));
        }
    }
    Ok(Some(false))
}

/// A chain of multiply-adds. No two recordings are the same, because drivers cache what they have compiled.
fn multiply_adds<F: DeviceWord + NativeWord>(count: u64) -> Result<Circuit, Error> {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let number = now.as_nanos() as u64 ^ NUMBERS.fetch_add(1, Ordering::Relaxed);
    record::<F>(true, &[1; 2], &[1], |words| {
        let [x, c] = [words[0], words[1]];
        let constant = x.constant(1.0 + (number & 0xff_ffff) as f64 / 16_777_216.0);
        vec![(1..count).fold(x.mul_add(c, constant), |sum, _| sum.mul_add(c, x))]
    })
}

//! The code that the processor runs: it defines the meaning of a skeleton's programs.

use super::Program;
use crate::{backend::PROCESSOR, error::Error};
use rayon::prelude::*;

pub use crate::interpret::{Column, LANES, Machine, Plan, Register, places};

/// A function that carries out a launch on the processor, for each word type of the processor.
#[derive(Clone, Copy)]
pub struct Reference {
    /// Over `f32`.
    pub f32: fn(Execution<'_, f32>) -> Result<(), Error>,
    /// Over `f64`.
    pub f64: fn(Execution<'_, f64>) -> Result<(), Error>,
}

/// One launch of a program on the processor.
pub struct Execution<'a, F> {
    /// The program that runs.
    pub program: &'a Program,
    /// The plans of its circuits, in their order.
    pub plans: &'a [Plan],
    /// The words of each input buffer.
    pub inputs: &'a [&'a [F]],
    /// The words of the output buffer.
    pub output: &'a mut [F],
    /// The arguments. The skeleton defines their meaning.
    pub arguments: [usize; 8],
    /// The workgroups.
    pub groups: [usize; 2],
}

/// Whether there may be more than one thread. Modules for browsers contain no code for several threads.
pub(crate) const THREADS: bool = !cfg!(target_family = "wasm");

/// The number of steps times elements that is worth a thread.
const WORTH_A_THREAD: usize = 1 << 16;

/// The message for a program whose circuits have other parameters than its skeleton passes.
pub const MALFORMED: &str =
    "a circuit of the program has other parameters than the program gives it";

/// Checks a condition of a launch.
///
/// # Errors
/// [`Error::Failed`] with this message unless the condition holds.
pub fn check(holds: bool, message: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(failed(message)) }
}

/// The error of a launch that cannot be carried out.
pub fn failed(message: &str) -> Error {
    Error::Failed { device: PROCESSOR.into(), message: message.into() }
}

impl<F> Execution<'_, F> {
    /// The number of invocations of all workgroups.
    pub fn invocations(&self) -> usize {
        self.groups[0] * self.groups[1] * self.program.lanes() as usize
    }
}

/// Checks that there are enough workgroups.
///
/// # Errors
/// [`Error::Failed`] if there are not.
pub fn enough_groups(holds: bool) -> Result<(), Error> {
    check(holds, "a launch has too few workgroups for its arguments")
}

/// Checks that an input has at least `elements` elements of `width` words each.
///
/// # Errors
/// [`Error::Failed`] if it does not.
pub fn fits<F>(words: &[F], elements: usize, width: usize) -> Result<(), Error> {
    let holds = elements.checked_mul(width).is_some_and(|needed| needed <= words.len());
    check(holds, "a launch reads beyond the end of an input")
}

/// `length` words of the output from `begin` on.
///
/// # Errors
/// [`Error::Failed`] if the output is shorter.
pub fn part<F>(output: &mut [F], begin: usize, length: usize) -> Result<&mut [F], Error> {
    let end = begin.checked_add(length);
    let part = end.and_then(|end| output.get_mut(begin..end));
    part.ok_or_else(|| failed("a launch writes beyond the end of its output"))
}

/// Calls `work` for each piece of `width` words of `out`, with the index of the piece. All threads
/// take part if this is worth it: `cost` is the number of steps times elements of a piece. `start`
/// creates what a thread needs.
pub fn pieces<F: Send, S>(
    out: &mut [F],
    width: usize,
    cost: usize,
    start: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, usize, &mut [F]) + Sync,
) {
    let together = (WORTH_A_THREAD / cost.max(1)).max(1);
    let several = |state: &mut S, (task, out): (usize, &mut [F])| {
        for (piece, out) in out.chunks_mut(width).enumerate() {
            work(state, task * together + piece, out);
        }
    };
    if !THREADS || out.len() <= together * width {
        return several(&mut start(), (0, out));
    }
    out.par_chunks_mut(together * width).enumerate().for_each_init(&start, several);
}

//! What the processor runs: the meaning of a skeleton's programs.

use super::Program;
use crate::{backend::PROCESSOR, error::Error};
use rayon::prelude::*;

pub use crate::interpret::{Column, LANES, Machine, Plan, Register, places};

/// A function that carries out a launch on the processor, for each word that it has.
#[derive(Clone, Copy)]
pub struct Reference {
    /// Over `f32`.
    pub f32: fn(Execution<'_, f32>) -> Result<(), Error>,
    /// Over `f64`.
    pub f64: fn(Execution<'_, f64>) -> Result<(), Error>,
}

/// One launch of a program on the processor.
pub struct Execution<'a, F> {
    /// What is run.
    pub program: &'a Program,
    /// The plans of its circuits, in their order.
    pub plans: &'a [Plan],
    /// The words of each buffer that is read.
    pub inputs: &'a [&'a [F]],
    /// Those of the buffer that is written.
    pub output: &'a mut [F],
    /// What each means is for the skeleton to say.
    pub arguments: [usize; 8],
    /// Workgroups.
    pub groups: [usize; 2],
}

/// Whether there may be more than one thread. What needs them is not even part of a module for browsers.
pub(crate) const THREADS: bool = !cfg!(target_family = "wasm");

/// Steps on elements that are worth a thread.
const WORTH_A_THREAD: usize = 1 << 16;

/// What is wrong with a program whose circuits have other parameters than its skeleton gives them.
pub const MALFORMED: &str =
    "a circuit of the program has other parameters than the program gives it";

/// Whether a launch can be carried out.
///
/// # Errors
/// [`Error::Failed`] with this message unless that holds.
pub fn check(holds: bool, message: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(failed(message)) }
}

/// A launch that cannot be carried out.
pub fn failed(message: &str) -> Error {
    Error::Failed { device: PROCESSOR.into(), message: message.into() }
}

impl<F> Execution<'_, F> {
    /// Invocations of all workgroups.
    pub fn invocations(&self) -> usize {
        self.groups[0] * self.groups[1] * self.program.lanes() as usize
    }
}

/// Whether there are enough workgroups.
///
/// # Errors
/// [`Error::Failed`] if that does not hold.
pub fn enough_groups(holds: bool) -> Result<(), Error> {
    check(holds, "a launch has too few workgroups for its arguments")
}

/// Whether an input has at least `elements` elements of `width` words each.
///
/// # Errors
/// [`Error::Failed`] if not.
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

/// Calls `work` with each piece of `width` words of `out` and its number, on all threads if that is
/// worth it: `cost` is the number of steps on elements that a piece takes. `start` makes what a
/// thread needs.
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

//! A machine under test.

use crate::{Format, FormatError, Op};
use std::{future::Future, pin::Pin};
use thiserror::Error;

/// The future that [`Machine::run`] returns: the results, one for each element.
pub type Results<'a> = Pin<Box<dyn Future<Output = Result<Vec<f64>, Error>> + 'a>>;

/// Anything that computes on arrays: a processor, a shader, a simulation.
///
/// Operands and results are passed as `f64` carriers, which hold every number of the machine's format exactly,
/// and also infinities, NaN and the sign of zero.
pub trait Machine {
    /// The name of the device.
    fn name(&self) -> String;

    /// How the device is used: compiler options, kind of loop, fast or precise mode.
    fn mode(&self) -> String {
        "default".to_owned()
    }

    /// The format of the operands. The examination finds out the format in which the machine computes; this is
    /// where it starts.
    fn format(&self) -> Format;

    /// Computes `op` on every element. `operands` holds [`Op::arity`] slices of one length; the
    /// result has that length. A machine that need not wait for anything computes in an `async`
    /// block: `Box::pin(async move { … })`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the machine does not have this operation; the examination goes on.
    /// [`Error::Device`] if the machine failed; this ends the examination.
    fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a>;
}

/// Why a machine gave no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The machine has no such operation.
    #[error("this machine does not compute {0}")]
    Unsupported(Op),
    /// The operands do not suit the operation.
    #[error("{op} takes {expected} operands, not {given}")]
    Arity {
        /// The operation asked for.
        op: Op,
        /// The operands it takes.
        expected: usize,
        /// The operands given.
        given: usize,
    },
    /// Operands differ in length, or the result differs in length from the operands.
    #[error("{op}: {expected} elements expected, {given} found")]
    Length {
        /// The operation asked for.
        op: Op,
        /// The length of the first operand.
        expected: usize,
        /// The other length.
        given: usize,
    },
    /// The format that the machine declares cannot be examined.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The caller's `progress` asked to stop the examination.
    #[error("cancelled")]
    Cancelled,
    /// The device failed, and says why.
    #[error("the device failed at {op}: {message}")]
    Device {
        /// The operation asked for.
        op: Op,
        /// What the device said.
        message: String,
    },
}

/// The common length of `operands`, if their number and lengths suit `op`.
///
/// # Errors
/// [`Error::Arity`] or [`Error::Length`].
pub fn common_length(op: Op, operands: &[&[f64]]) -> Result<usize, Error> {
    if operands.len() != op.arity() {
        return Err(Error::Arity { op, expected: op.arity(), given: operands.len() });
    }
    let expected = operands[0].len();
    match operands.iter().find(|operand| operand.len() != expected) {
        Some(other) => Err(Error::Length { op, expected, given: other.len() }),
        None => Ok(expected),
    }
}

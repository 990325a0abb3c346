//! What can go wrong on a device.

use crate::word_type::WordType;
use thiserror::Error as ThisError;

/// Why a device did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// There is no such device on this machine.
    #[error("there is no device {wanted}; this machine has: {found}")]
    NoDevice {
        /// What was asked for.
        wanted: String,
        /// What there is.
        found: String,
    },
    /// The device lacks a word type.
    #[error("{device} has no {word} arithmetic")]
    NoWord {
        /// The device.
        device: String,
        /// The missing word.
        word: WordType,
    },
    /// The device lacks something else.
    #[error("{device} cannot do this: {what}")]
    Unsupported {
        /// The device.
        device: String,
        /// What is missing, and what to do.
        what: String,
    },
    /// No way of writing the arithmetic was exact.
    #[error("{device} is not certified: {report}")]
    NotCertified {
        /// The device.
        device: String,
        /// For each lowering tried, the first failing operation and its operands.
        report: String,
    },
    /// Memory for this many bytes could not be had.
    #[error("{device} has no memory for {bytes} bytes more")]
    OutOfMemory {
        /// The device.
        device: String,
        /// Bytes asked for.
        bytes: u64,
    },
    /// The device was lost: the driver reset it, or it was unplugged. Open it again.
    #[error("{device} was lost ({reason}); open it again")]
    Lost {
        /// The device.
        device: String,
        /// What the driver said.
        reason: String,
    },
    /// The device's compiler refused a program.
    #[error("{device} rejected a program: {message}")]
    Rejected {
        /// The device.
        device: String,
        /// What the compiler said.
        message: String,
    },
    /// A call of the driver failed in another way.
    #[error("{device} failed: {message}")]
    Failed {
        /// The device.
        device: String,
        /// What the driver said.
        message: String,
    },
    /// A result was read that no launch has written.
    #[error("{device} left element {index} of a result unwritten")]
    Unwritten {
        /// The device.
        device: String,
        /// The first such element.
        index: u64,
    },
    /// Arrays that belong together differ in length.
    #[error("{what}: {expected} elements expected, {given} found")]
    Length {
        /// Which operand.
        what: &'static str,
        /// Elements it should have.
        expected: u64,
        /// Elements it has.
        given: u64,
    },
    /// An array of one device was given to another.
    #[error("this array is on another device than {device}")]
    ForeignBuffer {
        /// The device that was asked.
        device: String,
    },
    /// A closure used a recorded number of another closure.
    #[error("a closure may use only the numbers it is given, not those of another recording")]
    ForeignWire,
}

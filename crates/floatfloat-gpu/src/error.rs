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
    /// An environment variable is set to what it cannot be.
    #[error("the environment variable {variable} is `{value}`; it must be {expected}")]
    Setting {
        /// Its name.
        variable: &'static str,
        /// What it is.
        value: String,
        /// What it must be.
        expected: &'static str,
    },
    /// No way of writing the arithmetic was exact.
    #[error("{device} is not certified: {report}")]
    NotCertified {
        /// The device.
        device: String,
        /// For each lowering tried, the first failing operation and its operands.
        report: String,
    },
    /// An elementary function, or a function of integers that a program calls, is not there what it is on the
    /// processor, or the device's compiler refuses it. Programs without it run.
    #[error(
        "{device} cannot be trusted with {function} of {word}, and other programs run: {report}"
    )]
    FunctionNotCertified {
        /// The device.
        device: String,
        /// The function's name.
        function: &'static str,
        /// The word.
        word: WordType,
        /// The first wrong result, with its operands, or what the compiler says.
        report: String,
    },
    /// Memory for this many bytes could not be had; 0 where it was not a caller who asked for it.
    #[error("{device} has no memory {}", wanted(*bytes))]
    OutOfMemory {
        /// The device.
        device: String,
        /// Bytes asked for, if known.
        bytes: u64,
    },
    /// The device was lost: the driver reset it, or it was unplugged. It may be tried at any time to
    /// open it again, but some drivers need the program to be restarted.
    #[error("{device} was lost: {reason}")]
    Lost {
        /// The device.
        device: String,
        /// What the driver said, and what to do.
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
    #[error("this array is not on {device}, but on another device")]
    ForeignBuffer {
        /// The device that was asked.
        device: String,
    },
    /// Whoever watched wanted the work to stop.
    #[error("cancelled")]
    Cancelled,
    /// A closure used a recorded number of another closure.
    #[error("a closure may use only the numbers it is given, not those of another recording")]
    ForeignWire,
}

/// For what there is no memory.
fn wanted(bytes: u64) -> String {
    match bytes {
        0 => "left for what this needs besides arrays; drop some arrays".to_owned(),
        _ => format!("for {bytes} more bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_said_in_bytes_where_they_are_known() {
        let message = |bytes| Error::OutOfMemory { device: "wgpu:0".into(), bytes }.to_string();
        assert_eq!(message(12), "wgpu:0 has no memory for 12 more bytes");
        assert!(message(0).starts_with("wgpu:0 has no memory left "), "{}", message(0));
    }
}

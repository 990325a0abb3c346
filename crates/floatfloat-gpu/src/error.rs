//! Errors of devices.

use crate::word_type::WordType;
use thiserror::Error as ThisError;

/// Why an operation on a device failed.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// There is no such device on this machine.
    #[error("there is no device {wanted}; this machine has: {found}")]
    NoDevice {
        /// The device that was asked for.
        wanted: String,
        /// The devices that exist.
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
        /// What is missing, and what to do about it.
        what: String,
    },
    /// An environment variable has an invalid value.
    #[error("the environment variable {variable} is `{value}`; it must be {expected}")]
    Setting {
        /// The name of the variable.
        variable: &'static str,
        /// Its value.
        value: String,
        /// What the value must be.
        expected: &'static str,
    },
    /// No lowering was exact.
    #[error("{device} is not certified: {report}")]
    NotCertified {
        /// The device.
        device: String,
        /// For each lowering tried, the first failing operation and its operands.
        report: String,
    },
    /// The device computes an elementary function, or a function of integers that a program calls,
    /// differently from the processor, or its compiler refuses the function. Programs without the function
    /// run.
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
        /// The first wrong result with its operands, or the compiler's message.
        report: String,
    },
    /// There is not enough memory for this many bytes; 0 if no caller asked for the memory.
    #[error("{device} has no memory {}", wanted(*bytes))]
    OutOfMemory {
        /// The device.
        device: String,
        /// Bytes asked for, if known.
        bytes: u64,
    },
    /// The device was lost: the driver reset it, or it was unplugged. The program may try at any
    /// time to open it again, but some drivers need a restart of the program.
    #[error("{device} was lost: {reason}")]
    Lost {
        /// The device.
        device: String,
        /// The driver's message, and what to do about it.
        reason: String,
    },
    /// The device's compiler refused a program.
    #[error("{device} rejected a program: {message}")]
    Rejected {
        /// The compiler's message.
        device: String,
        /// What the compiler said.
        message: String,
    },
    /// A call of the driver failed in another way.
    #[error("{device} failed: {message}")]
    Failed {
        /// The device.
        device: String,
        /// The driver's message.
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
        /// The operand.
        what: &'static str,
        /// The number of elements that it should have.
        expected: u64,
        /// The number of elements that it has.
        given: u64,
    },
    /// An array of one device was passed to another device.
    #[error("this array is not on {device}, but on another device")]
    ForeignBuffer {
        /// The device that received it.
        device: String,
    },
    /// The progress asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// A closure used a recorded number of another closure.
    #[error("a closure may use only the numbers it is given, not those of another recording")]
    ForeignWire,
}

/// The memory that is missing, as text.
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

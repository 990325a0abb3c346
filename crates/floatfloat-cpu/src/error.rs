//! Errors of operations on slices.

/// Why an operation on slices failed. It has written nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Operands, or an operand and the output, have different lengths.
    #[error(
        "{operation}: {operand} has {length} elements where x has {expected}; all must have the same number"
    )]
    LengthsDiffer {
        /// The operation that was called.
        operation: &'static str,
        /// The slice that is too long or too short: an operand, or the output.
        operand: &'static str,
        /// The length of that slice.
        length: usize,
        /// The length of the first operand.
        expected: usize,
    },
}

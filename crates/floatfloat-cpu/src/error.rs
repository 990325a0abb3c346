//! What can be wrong with a call.

/// Why an operation on slices was not done. Nothing was written then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Operands, or an operand and the output, have different lengths.
    #[error(
        "{operation}: {operand} has {length} elements where x has {expected}; all must have the same number"
    )]
    LengthsDiffer {
        /// The operation that was asked for.
        operation: &'static str,
        /// Which of its slices is too long or too short: an operand, or the output.
        operand: &'static str,
        /// How long it is.
        length: usize,
        /// How long the first operand is.
        expected: usize,
    },
}

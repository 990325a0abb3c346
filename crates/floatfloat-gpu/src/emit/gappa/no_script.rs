//! The reasons why there is no script for an operation.

use crate::{circuit::Node, word_type::WordType};

/// Why there is no script for an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoScript {
    /// A sum of operands that cancel has a bound that interval arithmetic does not find.
    Sum,
    /// The operation is an error-free transform.
    Exact,
    /// The name is neither that of an operation nor that of a function with kernels.
    Name,
    /// The operation needs a fused multiply-add, and there is none.
    Fma,
    /// A step uses words whose numbers are not known.
    Numbers,
    /// The script cannot express this step.
    Step(Node),
    /// The scripts do not cover this word type.
    Word(WordType),
}

impl std::fmt::Display for NoScript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoScript::Sum => f.write_str(
                "sums cancel, and then their relative error is out of the reach of intervals; see the proof in the paper",
            ),
            NoScript::Exact => f.write_str("an error-free transform has no error"),
            NoScript::Name => f.write_str(
                "no part of it is a kernel whose errors Gappa bounds; see the derivation in its documentation",
            ),
            NoScript::Fma => f.write_str("it needs a fused multiply-add"),
            NoScript::Numbers => f.write_str("a step is of words that are no known number"),
            NoScript::Step(node) => write!(f, "the step {node:?} is none that a script can have"),
            NoScript::Word(word) => write!(f, "there are scripts for f32 and f64, not for {word}"),
        }
    }
}

impl std::error::Error for NoScript {}

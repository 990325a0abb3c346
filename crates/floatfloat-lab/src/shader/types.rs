//! The types for which text is written.

use crate::number_type::NumberType;
use std::{fmt, str::FromStr};

/// A type of numbers in shaders and kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderType {
    /// Words, and numbers of several words.
    Number(NumberType),
    /// Pairs of `f32` with an exponent of their own.
    WideFloatFloat,
    /// Pairs of `f64` with an exponent of their own.
    WideDoubleDouble,
}

impl ShaderType {
    /// All types.
    pub fn all() -> impl Iterator<Item = Self> {
        let numbers = NumberType::ALL.into_iter().map(ShaderType::Number);
        numbers.chain([ShaderType::WideFloatFloat, ShaderType::WideDoubleDouble])
    }

    /// The name, as in the names of its functions.
    pub const fn name(self) -> &'static str {
        match self {
            ShaderType::Number(number_type) => number_type.name(),
            ShaderType::WideFloatFloat => "wff",
            ShaderType::WideDoubleDouble => "wdd",
        }
    }

    /// Whether the type is a pair of words.
    pub(super) fn is_pair(self) -> bool {
        matches!(self, ShaderType::Number(of) if of.words() == 2)
    }

    /// Whether the type is a word.
    pub(super) fn is_word(self) -> bool {
        matches!(self, ShaderType::Number(of) if of.words() == 1)
    }
}

impl fmt::Display for ShaderType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ShaderType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::all().find(|of| of.name() == text).ok_or_else(|| {
            let known: Vec<_> = Self::all().map(Self::name).collect();
            format!("unknown type `{text}`; there are {}", known.join(", "))
        })
    }
}

//! The types in which sums and inner products are computed.

use crate::number_type::NumberType;
use std::{fmt, str::FromStr};

/// The number of bits of a number in multiple precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precision {
    /// 32 bits.
    Bits32,
    /// 64 bits.
    Bits64,
    /// 128 bits.
    Bits128,
    /// 256 bits.
    Bits256,
}

/// A type in which numbers can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SumType {
    /// A type that consists of words.
    Number(NumberType),
    /// Multiple precision of this many bits, with exponents of 31 bits.
    Multiple(Precision),
}

impl SumType {
    /// The types of multiple precision.
    pub const MULTIPLE: [SumType; 4] = [
        Self::Multiple(Precision::Bits32),
        Self::Multiple(Precision::Bits64),
        Self::Multiple(Precision::Bits128),
        Self::Multiple(Precision::Bits256),
    ];

    /// All types: those of words from the cheapest to the most expensive, then multiple precision.
    pub fn all() -> impl Iterator<Item = SumType> {
        NumberType::ALL.into_iter().map(Self::Number).chain(Self::MULTIPLE)
    }

    /// The name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number(number_type) => number_type.name(),
            Self::Multiple(Precision::Bits32) => "mp32",
            Self::Multiple(Precision::Bits64) => "mp64",
            Self::Multiple(Precision::Bits128) => "mp128",
            Self::Multiple(Precision::Bits256) => "mp256",
        }
    }
}

impl From<NumberType> for SumType {
    fn from(number_type: NumberType) -> Self {
        Self::Number(number_type)
    }
}

impl fmt::Display for SumType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SumType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::all().find(|sum_type| sum_type.name() == text).ok_or_else(|| {
            let known: Vec<_> = Self::all().map(Self::name).collect();
            format!("unknown number type `{text}`; there are {}", known.join(", "))
        })
    }
}

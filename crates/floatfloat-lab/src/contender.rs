//! The types that experiments measure: the library's number types, and other types for comparison.

use crate::number_type::NumberType;
use std::{fmt, str::FromStr};

/// A type with which experiments compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contender {
    /// A number type of the library, or the machine's own.
    Number(NumberType),
    /// Composite arithmetic on two `f32` (Taufer et al. 2010), as the thesis of Nguyen prints it.
    Float2,
    /// Composite arithmetic on two `f64`.
    Double2,
    /// `f32`, with a second `f32` that collects the errors of additions and products.
    CompensatedF32,
    /// `f64`, with a second `f64` that collects the errors of additions and products.
    CompensatedF64,
    /// A number type of the library, or `f64`, whose matrices are multiplied by products of integers
    /// ([`gemm_accurate`](floatfloat_cpu::matrix::gemm_accurate())).
    Accurate(NumberType),
    /// Multiple precision on the processor, with this number of bits.
    Multiple(u16),
}

impl Contender {
    /// All types that can be named.
    pub const ALL: [Contender; 22] = [
        Contender::Number(NumberType::F32),
        Contender::CompensatedF32,
        Contender::Float2,
        Contender::Number(NumberType::Ff),
        Contender::Number(NumberType::Tf),
        Contender::Number(NumberType::Qf),
        Contender::Number(NumberType::F64),
        Contender::CompensatedF64,
        Contender::Double2,
        Contender::Number(NumberType::Dd),
        Contender::Number(NumberType::Td),
        Contender::Number(NumberType::Qd),
        Contender::Accurate(NumberType::Ff),
        Contender::Accurate(NumberType::Tf),
        Contender::Accurate(NumberType::Qf),
        Contender::Accurate(NumberType::F64),
        Contender::Accurate(NumberType::Dd),
        Contender::Accurate(NumberType::Td),
        Contender::Multiple(32),
        Contender::Multiple(64),
        Contender::Multiple(128),
        Contender::Multiple(256),
    ];

    /// Whether the type computes with `f64`.
    pub const fn needs_f64(self) -> bool {
        match self {
            Contender::Number(number_type) | Contender::Accurate(number_type) => {
                matches!(number_type.word(), NumberType::F64)
            }
            Contender::Double2 | Contender::CompensatedF64 => true,
            Contender::Float2 | Contender::CompensatedF32 | Contender::Multiple(_) => false,
        }
    }

    /// The name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Contender::Number(number_type) => number_type.name(),
            Contender::Float2 => "float2",
            Contender::Double2 => "double2",
            Contender::CompensatedF32 => "f32-compensated",
            Contender::CompensatedF64 => "f64-compensated",
            Contender::Accurate(NumberType::Ff) => "ff-accurate",
            Contender::Accurate(NumberType::Tf) => "tf-accurate",
            Contender::Accurate(NumberType::Qf) => "qf-accurate",
            Contender::Accurate(NumberType::F64) => "f64-accurate",
            Contender::Accurate(NumberType::Dd) => "dd-accurate",
            Contender::Accurate(NumberType::Td) => "td-accurate",
            Contender::Accurate(number_type) => number_type.name(),
            Contender::Multiple(32) => "mp32",
            Contender::Multiple(64) => "mp64",
            Contender::Multiple(128) => "mp128",
            Contender::Multiple(256) => "mp256",
            Contender::Multiple(_) => "mp",
        }
    }
}

impl From<NumberType> for Contender {
    fn from(number_type: NumberType) -> Self {
        Contender::Number(number_type)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|contender| contender.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Contender::name).join(", ");
            format!("unknown number type `{text}`; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Contender;

    #[test]
    fn names_are_read_back() {
        for contender in Contender::ALL {
            assert_eq!(contender.name().parse(), Ok(contender));
        }
        assert!("float3".parse::<Contender>().unwrap_err().contains("float2"));
    }
}

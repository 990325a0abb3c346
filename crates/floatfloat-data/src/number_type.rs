//! The number types that experiments and commands can compute in.

use std::{fmt, str::FromStr};

/// A number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberType {
    /// `f32`, 24 bits.
    F32,
    /// `f64`, 53 bits.
    F64,
    /// `FloatFloat`, two f32.
    Ff,
    /// `DoubleDouble`, two f64.
    Dd,
    /// `TripleFloat`, three f32.
    Tf,
    /// `QuadFloat`, four f32.
    Qf,
    /// `TripleDouble`, three f64.
    Td,
    /// `QuadDouble`, four f64.
    Qd,
}

impl NumberType {
    /// All of them, from cheap to dear.
    pub const ALL: [NumberType; 8] =
        [Self::F32, Self::Ff, Self::F64, Self::Tf, Self::Qf, Self::Dd, Self::Td, Self::Qd];

    /// Those of one word and of two, which experiments compare.
    pub const OF_UP_TO_TWO_WORDS: [NumberType; 4] = [Self::F32, Self::Ff, Self::F64, Self::Dd];

    /// One with the same range or more, and at least twice as many digits or all that there are; none if this one has
    /// the most.
    pub const fn more_digits(self) -> Option<Self> {
        match self {
            Self::F32 | Self::Ff | Self::F64 | Self::Tf | Self::Qf => Some(Self::Dd),
            Self::Dd | Self::Td => Some(Self::Qd),
            Self::Qd => None,
        }
    }

    /// The name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Ff => "ff",
            Self::Dd => "dd",
            Self::Tf => "tf",
            Self::Qf => "qf",
            Self::Td => "td",
            Self::Qd => "qd",
        }
    }
}

impl fmt::Display for NumberType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for NumberType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|t| t.name() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::name).join(", ");
            format!("unknown number type `{text}`; there are {known}")
        })
    }
}

/// Evaluates an expression with a name for the Rust type of a [`NumberType`] that is known at run time only.
///
/// ```
/// use floatfloat_data::{Number, NumberType, with_number_type};
///
/// let digits = |number_type| with_number_type!(number_type, T => <T as Number>::DIGITS);
/// assert!(digits(NumberType::Dd) > 31.0);
/// ```
#[macro_export]
macro_rules! with_number_type {
    ($number_type:expr, $name:ident => $result:expr) => {
        match $number_type {
            $crate::NumberType::F32 => {
                type $name = f32;
                $result
            }
            $crate::NumberType::F64 => {
                type $name = f64;
                $result
            }
            $crate::NumberType::Ff => {
                type $name = $crate::FloatFloat;
                $result
            }
            $crate::NumberType::Dd => {
                type $name = $crate::DoubleDouble;
                $result
            }
            $crate::NumberType::Tf => {
                type $name = $crate::TripleFloat;
                $result
            }
            $crate::NumberType::Qf => {
                type $name = $crate::QuadFloat;
                $result
            }
            $crate::NumberType::Td => {
                type $name = $crate::TripleDouble;
                $result
            }
            $crate::NumberType::Qd => {
                type $name = $crate::QuadDouble;
                $result
            }
        }
    };
}

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
}

impl NumberType {
    /// All of them, from cheap to dear.
    pub const ALL: [NumberType; 4] = [Self::F32, Self::Ff, Self::F64, Self::Dd];

    /// The name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Ff => "ff",
            Self::Dd => "dd",
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
        Self::ALL
            .into_iter()
            .find(|t| t.name() == text)
            .ok_or_else(|| format!("unknown number type `{text}`; there are f32, f64, ff and dd"))
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
        }
    };
}

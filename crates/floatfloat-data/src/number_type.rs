//! The number types in which experiments and commands can compute. This is the only list of them.

use std::{fmt, str::FromStr};

/// The Rust types, under the names that the list uses.
#[doc(hidden)]
pub mod types {
    pub use core::primitive::{f32, f64};
    pub use floatfloat::{
        DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
    };
}

/// Makes [`NumberType`] and [`with_number_type`](crate::with_number_type) from a list. `$d` is the dollar sign
/// of the generated macro.
macro_rules! number_types {
    ($d:tt $($(#[$doc:meta])* $variant:ident, $name:literal: $words:literal of $word:ident, $type:ident;)*) => {
        /// A number type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NumberType {
            $($(#[$doc])* $variant,)*
        }

        impl NumberType {
            const LIST: &[NumberType] = &[$(Self::$variant),*];

            /// The name in commands and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Number of words of a number.
            pub const fn words(self) -> usize {
                match self {
                    $(Self::$variant => $words,)*
                }
            }

            /// The type of its words: `F32` or `F64`.
            pub const fn word(self) -> Self {
                match self {
                    $(Self::$variant => Self::$word,)*
                }
            }
        }

        /// Evaluates an expression with a name for the Rust type of a [`NumberType`] that is known only at run
        /// time.
        ///
        /// ```
        /// use floatfloat_data::{Number, NumberType, with_number_type};
        ///
        /// let digits = |number_type| with_number_type!(number_type, T => <T as Number>::DIGITS);
        /// assert!(digits(NumberType::Dd) > 31.0);
        /// ```
        #[macro_export]
        macro_rules! with_number_type {
            ($d number_type:expr, $d name:ident => $d result:expr) => {
                match $d number_type {
                    $($crate::NumberType::$variant => {
                        type $d name = $crate::number_type::types::$type;
                        $d result
                    })*
                }
            };
        }
    };
}

number_types! { $
    /// `f32`, 24 bits.
    F32, "f32": 1 of F32, f32;
    /// `f64`, 53 bits.
    F64, "f64": 1 of F64, f64;
    /// `FloatFloat`, two f32.
    Ff, "ff": 2 of F32, FloatFloat;
    /// `DoubleDouble`, two f64.
    Dd, "dd": 2 of F64, DoubleDouble;
    /// `TripleFloat`, three f32.
    Tf, "tf": 3 of F32, TripleFloat;
    /// `QuadFloat`, four f32.
    Qf, "qf": 4 of F32, QuadFloat;
    /// `TripleDouble`, three f64.
    Td, "td": 3 of F64, TripleDouble;
    /// `QuadDouble`, four f64.
    Qd, "qd": 4 of F64, QuadDouble;
}

impl NumberType {
    /// All types, from the cheapest to the most expensive.
    pub const ALL: [NumberType; Self::LIST.len()] =
        [Self::F32, Self::Ff, Self::F64, Self::Tf, Self::Qf, Self::Dd, Self::Td, Self::Qd];

    /// The types of one and two words, which experiments compare.
    pub const OF_UP_TO_TWO_WORDS: [NumberType; 4] = [Self::F32, Self::Ff, Self::F64, Self::Dd];

    /// The type with this number of words of this word type; `None` if there is none.
    pub fn of(word: Self, words: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word && t.words() == words)
    }

    /// Significant bits.
    pub const fn bits(self) -> u32 {
        let of_a_word = match self.word() {
            Self::F32 => f32::MANTISSA_DIGITS,
            _ => f64::MANTISSA_DIGITS,
        };
        self.words() as u32 * of_a_word
    }

    /// A type with more digits and at least the same range: `Dd` for all types with fewer digits, `Qd` for `Dd`
    /// and `Td`; `None` for `Qd`.
    pub const fn more_digits(self) -> Option<Self> {
        match self {
            Self::F32 | Self::Ff | Self::F64 | Self::Tf | Self::Qf => Some(Self::Dd),
            Self::Dd | Self::Td => Some(Self::Qd),
            Self::Qd => None,
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

#[cfg(test)]
mod tests {
    use super::NumberType;
    use crate::Number;

    #[test]
    fn the_list_and_the_rust_types_say_the_same() {
        for number_type in NumberType::ALL {
            with_number_type!(number_type, T => {
                assert_eq!(<T as Number>::TYPE, number_type);
                assert_eq!(<T as Number>::WORDS, number_type.words());
                assert_eq!(<<T as Number>::Word as Number>::TYPE, number_type.word());
            });
            assert_eq!(NumberType::of(number_type.word(), number_type.words()), Some(number_type));
            assert_eq!(number_type.name().parse(), Ok(number_type));
        }
        assert!(NumberType::LIST.iter().all(|listed| NumberType::ALL.contains(listed)));
        assert_eq!(NumberType::ALL.map(NumberType::bits), [24, 48, 53, 72, 96, 106, 159, 212]);
    }
}

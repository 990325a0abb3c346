//! What a reader must know of a type. There is one implementation for numbers of words, and one for multiple
//! precision.

use crate::{
    decimal::read_decimal,
    expansion::Expansion,
    number::{Number, Refusal, in_range},
    sum_type::{Precision, SumType},
};
use floatfloat::{
    DoubleDouble,
    multi_precision::{Mp32, Mp64, Mp128, Mp256},
};
use std::ops::Neg;

/// A type in which the numbers of a file can be read.
pub trait Readable: Copy + Neg<Output = Self> + Send + Sync {
    /// The name of the type in messages.
    const READ_AS: SumType;

    /// Zero, for the missing elements of a sparse matrix.
    fn zero() -> Self;

    /// Whether it is zero.
    fn is_zero(self) -> bool;

    /// The number of a decimal text, rounded once; see [`Number::read`].
    fn of_text(text: &str) -> Result<Self, Refusal>;

    /// A number that a file holds in binary form, rounded once.
    fn of_pair(value: DoubleDouble) -> Result<Self, Refusal>;

    /// A finite number with more bits or range than two words, rounded once.
    fn of_multiple(value: Mp256) -> Result<Self, Refusal>;
}

impl<T: Number> Readable for T {
    const READ_AS: SumType = SumType::Number(T::TYPE);

    fn zero() -> Self {
        T::from_f64(0.0)
    }

    fn is_zero(self) -> bool {
        self.parts()[0] == 0.0
    }

    fn of_text(text: &str) -> Result<Self, Refusal> {
        T::read(text)
    }

    fn of_pair(value: DoubleDouble) -> Result<Self, Refusal> {
        T::take(value)
    }

    fn of_multiple(value: Mp256) -> Result<Self, Refusal> {
        in_range(T::from_multiple(value), value == Mp256::ZERO)
    }
}

macro_rules! multiple {
    ($($number:ident: $precision:ident;)*) => {$(
        impl Readable for $number {
            const READ_AS: SumType = SumType::Multiple(Precision::$precision);

            fn zero() -> Self {
                $number::ZERO
            }

            fn is_zero(self) -> bool {
                self == $number::ZERO
            }

            fn of_text(text: &str) -> Result<Self, Refusal> {
                read_decimal(text, $number::is_finite, |x| x == $number::ZERO)
            }

            fn of_pair(value: DoubleDouble) -> Result<Self, Refusal> {
                Ok(Expansion::of_pair(value)?.multiple())
            }

            fn of_multiple(value: Mp256) -> Result<Self, Refusal> {
                Ok(value.convert())
            }
        }
    )*};
}

multiple! {
    Mp32: Bits32;
    Mp64: Bits64;
    Mp128: Bits128;
    Mp256: Bits256;
}

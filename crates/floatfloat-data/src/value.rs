//! Numbers whose type is chosen at run time.

use crate::{
    DoubleDouble, FloatFloat, Number, NumberType, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
    sum_type::{Precision, SumType},
};
use floatfloat::multi_precision::{Mp32, Mp64, Mp128, Mp256};

/// A number of any of the types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of one `f32`.
    F32(f32),
    /// Of one `f64`.
    F64(f64),
    /// Of two `f32`.
    Ff(FloatFloat),
    /// Of two `f64`.
    Dd(DoubleDouble),
    /// Of three `f32`.
    Tf(TripleFloat),
    /// Of four `f32`.
    Qf(QuadFloat),
    /// Of three `f64`.
    Td(TripleDouble),
    /// Of four `f64`.
    Qd(QuadDouble),
    /// Of 32 bits.
    Mp32(Mp32),
    /// Of 64 bits.
    Mp64(Mp64),
    /// Of 128 bits.
    Mp128(Mp128),
    /// Of 256 bits.
    Mp256(Mp256),
}

macro_rules! value {
    ($($variant:ident($number:ty)),*; $($multiple:ident($precision:ident)),*) => {
        impl Value {
            /// Its type.
            pub fn sum_type(&self) -> SumType {
                match self {
                    $(Value::$variant(_) => SumType::Number(NumberType::$variant),)*
                    $(Value::$multiple(_) => SumType::Multiple(Precision::$precision),)*
                }
            }

            /// All its digits; see [`Number::digits`].
            pub fn digits(&self) -> String {
                match self {
                    $(Value::$variant(value) => value.digits(),)*
                    $(Value::$multiple(value) => value.to_string(),)*
                }
            }
        }

        $(impl From<$multiple> for Value {
            fn from(value: $multiple) -> Self {
                Value::$multiple(value)
            }
        })*

        $(impl From<$number> for Value {
            fn from(value: $number) -> Self {
                Value::$variant(value)
            }
        })*
    };
}

value!(
    F32(f32),
    F64(f64),
    Ff(FloatFloat),
    Dd(DoubleDouble),
    Tf(TripleFloat),
    Qf(QuadFloat),
    Td(TripleDouble),
    Qd(QuadDouble);
    Mp32(Bits32),
    Mp64(Bits64),
    Mp128(Bits128),
    Mp256(Bits256)
);

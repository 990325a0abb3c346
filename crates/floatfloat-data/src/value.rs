//! Numbers whose type is chosen at run time.

use crate::{
    DoubleDouble, FloatFloat, Number, NumberType, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
};

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
}

macro_rules! value {
    ($($variant:ident($number:ty)),*) => {
        impl Value {
            /// Its type.
            pub fn number_type(&self) -> NumberType {
                match self {
                    $(Value::$variant(_) => NumberType::$variant),*
                }
            }

            /// All its digits; see [`Number::digits`].
            pub fn digits(&self) -> String {
                match self {
                    $(Value::$variant(value) => value.digits()),*
                }
            }
        }

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
    Qd(QuadDouble)
);

//! The names that most programs need: `use floatfloat::prelude::*;`.

pub use crate::{
    DoubleDouble, FloatFloat, MultiWord, ParseError, QuadDouble, QuadFloat, ReproducibleSum,
    TripleDouble, TripleFloat, WideDoubleDouble, WideFloatFloat,
};

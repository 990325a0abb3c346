//! What numbers of any count of native words have, beside the operators.

use floatfloat::{
    DoubleDouble, FloatFloat, MultiWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
};
use std::{
    fmt::{Display, LowerExp},
    ops::Rem,
};

/// A number that `DD`, `FF` and the others hold.
pub trait Real:
    MultiWord + Rem<Output = Self> + PartialOrd + Display + LowerExp + Send + Sync
{
    fn is_nan(self) -> bool;
    fn is_infinite(self) -> bool;
    fn div_euclid(self, right: Self) -> Self;
    fn rem_euclid(self, right: Self) -> Self;
    fn next_up(self) -> Self;
    fn next_down(self) -> Self;
    fn ulp(self) -> Self;
    /// The nearest `f64`, rounded once.
    fn nearest_f64(self) -> f64;
}

macro_rules! real {
    ($($number:ident)*) => {$(
        impl Real for $number {
            fn is_nan(self) -> bool {
                $number::is_nan(self)
            }
            fn is_infinite(self) -> bool {
                $number::is_infinite(self)
            }
            fn div_euclid(self, right: Self) -> Self {
                $number::div_euclid(self, right)
            }
            fn rem_euclid(self, right: Self) -> Self {
                $number::rem_euclid(self, right)
            }
            fn next_up(self) -> Self {
                $number::next_up(self)
            }
            fn next_down(self) -> Self {
                $number::next_down(self)
            }
            fn ulp(self) -> Self {
                $number::ulp(self)
            }
            fn nearest_f64(self) -> f64 {
                $number::to_f64(self)
            }
        }
    )*};
}

real!(DoubleDouble TripleDouble QuadDouble FloatFloat TripleFloat QuadFloat);

//! The kinds of numbers that an expression is computed in.

use floatfloat::{DoubleDouble, DoubleWord, FloatFloat};
use floatfloat_exact::functions::Ball;
use floatfloat_gpu::Wire;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A kind of number.
pub trait Number:
    Clone
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A number in decimals, which is one, rounded to nearest.
    fn literal(&self, text: &str) -> Self;
    /// √x
    fn root(self) -> Self;
    /// |x|
    fn magnitude(self) -> Self;
}

macro_rules! number {
    ($($number:ty: |$like:ident, $text:ident| $literal:expr;)*) => {$(
        impl Number for $number {
            fn literal(&self, $text: &str) -> Self {
                let $like = self;
                $literal
            }
            fn root(self) -> Self {
                self.sqrt()
            }
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    )*};
}

number! {
    f32: |_like, text| text.parse().unwrap_or(Self::NAN);
    f64: |_like, text| text.parse().unwrap_or(Self::NAN);
    FloatFloat: |_like, text| text.parse().unwrap_or(Self::NAN);
    DoubleWord<Wire<f32>>: |like, text| {
        let nearest: FloatFloat = text.parse().unwrap_or(FloatFloat::NAN);
        like.constant(DoubleDouble::from(nearest))
    };
}

/// A number known up to a radius; none where it is not defined, or nothing is known of it.
#[derive(Clone)]
pub struct Enclosed(pub Option<Ball>);

/// The larger magnitude of an exponent in decimals that is taken.
const DECIMALS: i64 = 400;

impl Number for Enclosed {
    fn literal(&self, text: &str) -> Self {
        let Some(one) = &self.0 else { return Enclosed(None) };
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = exponent.parse().unwrap_or(0_i64) - fraction.len() as i64;
        if exponent.abs() > DECIMALS + text.len() as i64 {
            return Enclosed(None);
        }
        let figures = whole.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(10));
        let integer =
            figures.fold(Ball::integer(0, one.bits()), |sum, digit| sum * 10 + i64::from(digit));
        let scale = (0..exponent.abs()).fold(one.clone(), |scale, _| scale * 10);
        Enclosed(if exponent < 0 { integer.divided(&scale) } else { Some(integer * scale) })
    }

    fn root(self) -> Self {
        Enclosed(self.0.and_then(|ball| ball.root()))
    }

    fn magnitude(self) -> Self {
        Enclosed(self.0.map(Ball::abs))
    }
}

macro_rules! operators {
    ($($operator:ident $name:ident: |$x:ident, $y:ident| $value:expr;)*) => {$(
        impl $operator for Enclosed {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Enclosed(self.0.zip(other.0).and_then(|($x, $y)| $value))
            }
        }
    )*};
}

operators! {
    Add add: |x, y| Some(x + y);
    Sub sub: |x, y| Some(x - y);
    Mul mul: |x, y| Some(x * y);
    Div div: |x, y| x.divided(&y);
}

impl Neg for Enclosed {
    type Output = Self;
    fn neg(self) -> Self {
        Enclosed(self.0.map(Neg::neg))
    }
}

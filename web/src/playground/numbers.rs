//! The kinds of numbers that an expression is computed in.

use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};
use floatfloat_exact::{Exact, functions::Ball};
use floatfloat_gpu::Wire;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The larger magnitude of an exponent in decimals that is taken.
const DECIMALS: i64 = 400;

/// A number in decimals as a quotient of integers; none of other text, and far beyond the range of `f64`.
fn decimal(text: &str) -> Option<[Exact; 2]> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent.parse::<i64>().ok()?.checked_sub(fraction.len() as i64)?;
    if digits == "." || exponent.abs() > DECIMALS + text.len() as i64 {
        return None;
    }
    let ten = || Exact::new(10.0);
    let scale = (0..exponent.abs()).fold(Exact::new(1.0), |scale, _| scale * ten());
    let mut integer = Exact::ZERO;
    for figure in whole.chars().chain(fraction.chars()) {
        integer = integer * ten() + Exact::new(figure.to_digit(10)?.into());
    }
    let one = Exact::new(1.0);
    Some(if exponent < 0 { [integer, scale] } else { [integer * scale, one] })
}

/// The nearest word to a number in decimals, ties to even.
///
/// `str::parse` does that, too, with a table of 10 kB that nothing compresses.
pub fn nearest<F: NativeWord>(text: &str) -> Option<F> {
    let [numerator, denominator] = decimal(text)?;
    let Some(top) = numerator.floor_log2() else { return Some(F::default()) };
    // 62 or 63 bits of the quotient, and whether any is left.
    let exponent = top - denominator.floor_log2()? - 62;
    let scaled = numerator.shifted(-exponent);
    let significand = u64::try_from(scaled.quotient(&denominator)).ok()?;
    let inexact = !scaled.remainder(&denominator).is_zero();
    Some(F::rounded(false, significand, i32::try_from(exponent).ok()?, inexact))
}

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
    f32: |_like, text| nearest(text).unwrap_or(Self::NAN);
    f64: |_like, text| nearest(text).unwrap_or(Self::NAN);
    FloatFloat: |_like, text| text.parse().unwrap_or(Self::NAN);
    DoubleWord<Wire<f32>>: |like, text| {
        let nearest: FloatFloat = text.parse().unwrap_or(FloatFloat::NAN);
        like.constant(DoubleDouble::from(nearest))
    };
}

/// A number known up to a radius; none where it is not defined, or nothing is known of it.
#[derive(Clone)]
pub struct Enclosed(pub Option<Ball>);

impl Number for Enclosed {
    fn literal(&self, text: &str) -> Self {
        let Some(one) = &self.0 else { return Enclosed(None) };
        let rounded = |x: &Exact| Ball::rounded(x, one.bits());
        Enclosed(decimal(text).and_then(|[numerator, denominator]| {
            let whole = denominator == Exact::new(1.0);
            let numerator = rounded(&numerator);
            if whole { Some(numerator) } else { numerator.divided(&rounded(&denominator)) }
        }))
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

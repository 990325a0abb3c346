//! Balls: a number and a bound on its error (the radius), with which enclosures are computed.

use super::radius::Radius;
use crate::{exact::Exact, scaled::Scaled};
use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};
use std::ops::{Add, Mul, Neg, Sub};

/// Some real number within a radius of a middle, with a working precision in bits.
///
/// The result of every operation is a ball that contains the result for all numbers in the operands' balls.
#[derive(Clone, Debug)]
pub struct Ball {
    middle: IBig,
    exponent: i64,
    radius: Radius,
    bits: u32,
}

impl Ball {
    /// Some number within `radius` of `middle · 2^exponent`.
    pub(crate) fn new(middle: IBig, exponent: i64, radius: Radius, bits: u32) -> Self {
        let length = middle.bit_len() as i64;
        // Bits far below the radius are noise.
        let of_noise = radius.top().map_or(0, |top| top - 8 - exponent);
        let excess = (length - i64::from(bits)).max(of_noise.min(length)).max(0);
        if excess == 0 {
            return Ball { middle, exponent, radius, bits };
        }
        let exponent = exponent + excess;
        let radius = radius + Radius::power_of_two(exponent);
        Ball { middle: middle >> excess as usize, exponent, radius, bits }
    }

    /// `middle · 2^-point` with an error of at most `units` units.
    pub(crate) fn from_fixed(middle: IBig, point: i64, units: u64, bits: u32) -> Self {
        Ball::new(middle, -point, Radius::new(units, -point), bits)
    }

    /// This number, rounded to `bits`.
    pub fn rounded(x: &Exact, bits: u32) -> Self {
        let (mantissa, exponent) = x.parts();
        Ball::new(mantissa.clone(), exponent, Radius::ZERO, bits)
    }

    /// An integer.
    pub fn integer(n: i64, bits: u32) -> Self {
        Ball::new(n.into(), 0, Radius::ZERO, bits)
    }

    /// Its working precision in bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The same ball with another working precision.
    pub fn with_bits(self, bits: u32) -> Self {
        Ball::new(self.middle, self.exponent, self.radius, bits)
    }

    /// ⌊log2⌋ of the middle's magnitude; `None` for zero.
    pub fn top(&self) -> Option<i64> {
        let length = self.middle.bit_len() as i64;
        (length > 0).then_some(self.exponent + length - 1)
    }

    /// Whether the middle is below zero.
    pub fn is_negative(&self) -> bool {
        self.middle < IBig::ZERO
    }

    /// The radius.
    pub(crate) fn radius(&self) -> Radius {
        self.radius
    }

    /// The number of correct leading bits; `None` if the number may be zero.
    pub fn sure_bits(&self) -> Option<i64> {
        let top = self.top()?;
        let Some(of_radius) = self.radius.top() else { return Some(i64::MAX) };
        (top > of_radius + 1).then_some(top - of_radius - 1)
    }

    /// Lower and upper end.
    pub fn ends(&self) -> (Exact, Exact) {
        let middle = self.middle();
        let radius = self.radius.to_exact();
        (middle.clone() - radius.clone(), middle + radius)
    }

    /// The middle.
    pub fn middle(&self) -> Exact {
        Exact::from_parts(self.middle.clone(), self.exponent)
    }

    /// The middle as a `f64`, approximately rounded to nearest.
    pub fn to_f64(&self) -> f64 {
        self.scaled().to_f64()
    }

    /// The middle's leading bits.
    pub fn scaled(&self) -> Scaled {
        self.middle().to_scaled()
    }

    /// The middle in units of `2^-point`, rounded down.
    pub(crate) fn fixed(&self, point: i64) -> IBig {
        let shift = self.exponent + point;
        if shift >= 0 { &self.middle << shift as usize } else { &self.middle >> -shift as usize }
    }

    /// Times a power of two.
    pub fn shifted(self, exponent: i64) -> Self {
        Ball { exponent: self.exponent + exponent, radius: self.radius.shifted(exponent), ..self }
    }

    /// With a larger radius.
    pub(crate) fn widened(self, by: Radius) -> Self {
        Ball::new(self.middle, self.exponent, self.radius + by, self.bits)
    }

    /// Magnitude.
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// The number with this sign.
    pub fn with_sign(self, negative: bool) -> Self {
        if negative { -self } else { self }
    }

    /// The square.
    pub fn square(&self) -> Self {
        self * self
    }

    /// The quotient, if the divisor cannot be zero.
    pub fn divided(&self, divisor: &Ball) -> Option<Self> {
        let bits = self.bits.max(divisor.bits);
        let least = divisor.least_magnitude()?;
        let (of_x, of_y) = (self.middle.bit_len() as i64, divisor.middle.bit_len() as i64);
        let shift = (i64::from(bits) + 2 + of_y - of_x).max(0);
        let quotient = (&self.middle << shift as usize) / &divisor.middle;
        let exponent = self.exponent - shift - divisor.exponent;
        let of_quotient = Radius::of_magnitude(&quotient, exponent);
        let error = (self.radius + of_quotient * divisor.radius).over(least);
        let radius = error + Radius::power_of_two(exponent);
        Some(Ball::new(quotient, exponent, radius, bits))
    }

    /// The square root, if the number cannot be negative or zero.
    pub fn root(&self) -> Option<Self> {
        let least = self.least_magnitude().filter(|_| !self.is_negative())?;
        let length = self.middle.bit_len() as i64;
        let mut shift = (2 * i64::from(self.bits) + 2 - length).max(0);
        shift += (self.exponent - shift).rem_euclid(2);
        let radicand: UBig = (&self.middle << shift as usize).unsigned_abs();
        let exponent = (self.exponent - shift) / 2;
        // |√a − √m| ≤ |a − m| / √m, and 2^⌊top/2⌋ ≤ √m.
        let root_of_least = Radius::power_of_two(least.top().expect("above zero").div_euclid(2));
        let radius = self.radius.over(root_of_least) + Radius::power_of_two(exponent);
        Some(Ball::new(
            IBig::from(dashu_int::ops::SquareRoot::sqrt(&radicand)),
            exponent,
            radius,
            self.bits,
        ))
    }

    /// A lower bound of the magnitude of every number in the ball; `None` if one may be zero.
    fn least_magnitude(&self) -> Option<Radius> {
        let sure = self.sure_bits()?;
        let below = Radius::below(&self.middle, self.exponent);
        if self.radius.is_zero() {
            Some(below)
        } else if sure > 34 {
            Some(below.less())
        } else {
            // At least half of the middle is left.
            Some(Radius::power_of_two(self.top()? - 1))
        }
    }
}

impl Add for &Ball {
    type Output = Ball;

    fn add(self, other: &Ball) -> Ball {
        let bits = self.bits.max(other.bits);
        let (Some(of_x), Some(of_y)) = (self.top(), other.top()) else {
            let sum = if self.top().is_none() { other } else { self };
            let radius = self.radius + other.radius;
            return Ball::new(sum.middle.clone(), sum.exponent, radius, bits);
        };
        let radius = self.radius + other.radius;
        // If one middle is far below the other, it only widens the radius.
        let reach = i64::from(bits) + 8;
        let large = if of_x >= of_y { self } else { other };
        let (of_large, of_small) = (of_x.max(of_y), of_x.min(of_y));
        if of_small < of_large.min(large.exponent) - reach {
            let radius = radius + Radius::power_of_two(of_small + 1);
            return Ball::new(large.middle.clone(), large.exponent, radius, bits);
        }
        let exponent = self.exponent.min(other.exponent);
        let aligned = |ball: &Ball| &ball.middle << (ball.exponent - exponent) as usize;
        Ball::new(aligned(self) + aligned(other), exponent, radius, bits)
    }
}

impl Mul for &Ball {
    type Output = Ball;

    fn mul(self, other: &Ball) -> Ball {
        let bits = self.bits.max(other.bits);
        let exponent = self.exponent + other.exponent;
        let radius = if self.radius.is_zero() && other.radius.is_zero() {
            Radius::ZERO
        } else {
            let size = |ball: &Ball| Radius::of_magnitude(&ball.middle, ball.exponent);
            size(self) * other.radius + (size(other) + other.radius) * self.radius
        };
        Ball::new(&self.middle * &other.middle, exponent, radius, bits)
    }
}

impl Neg for Ball {
    type Output = Ball;

    fn neg(self) -> Ball {
        Ball { middle: -self.middle, ..self }
    }
}

impl Neg for &Ball {
    type Output = Ball;

    fn neg(self) -> Ball {
        -self.clone()
    }
}

impl Sub for &Ball {
    type Output = Ball;

    fn sub(self, other: &Ball) -> Ball {
        self + &-other
    }
}

macro_rules! owned {
    ($($op:ident :: $method:ident),*) => {$(
        impl $op<Ball> for Ball {
            type Output = Ball;
            fn $method(self, other: Ball) -> Ball {
                $op::$method(&self, &other)
            }
        }
        impl $op<&Ball> for Ball {
            type Output = Ball;
            fn $method(self, other: &Ball) -> Ball {
                $op::$method(&self, other)
            }
        }
        impl $op<Ball> for &Ball {
            type Output = Ball;
            fn $method(self, other: Ball) -> Ball {
                $op::$method(self, &other)
            }
        }
        impl $op<i64> for Ball {
            type Output = Ball;
            fn $method(self, other: i64) -> Ball {
                $op::$method(&self, &Ball::integer(other, self.bits))
            }
        }
        impl $op<i64> for &Ball {
            type Output = Ball;
            fn $method(self, other: i64) -> Ball {
                $op::$method(self, &Ball::integer(other, self.bits))
            }
        }
    )*};
}

owned!(Add::add, Sub::sub, Mul::mul);

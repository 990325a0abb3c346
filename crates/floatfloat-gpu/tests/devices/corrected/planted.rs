//! A word whose quotients and square roots have planted errors.

use floatfloat::{
    NoFma, Word,
    sim::{Machine, Sim},
};
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Sub},
};

/// The word `W` on a machine whose quotients and square roots are off by as many ulps as
/// [`ULPS`] says.
#[derive(Clone, Copy)]
pub(super) struct Off<W>(pub(super) W);

thread_local! {
    pub(super) static ULPS: Cell<i32> = const { Cell::new(0) };
}

/// What the planted machine needs of a word.
pub(super) trait Stepped: Word<Mask = bool> {
    /// The number this many places farther from zero; itself if not an ordinary number, or if the
    /// other would not be one.
    fn stepped(self, places: i32) -> Self;
}

macro_rules! stepped {
    ($float:ident, $bits:ident) => {
        impl Stepped for $float {
            fn stepped(self, places: i32) -> Self {
                let moved = (self.abs().to_bits() as i64).wrapping_add(places.into());
                let moved = $float::from_bits(moved as $bits).copysign(self);
                if self.is_normal() && moved.is_normal() { moved } else { self }
            }
        }
    };
}

stepped!(f32, u32);
stepped!(f64, u64);

impl<W: Stepped> Stepped for NoFma<W> {
    fn stepped(self, places: i32) -> Self {
        NoFma(self.0.stepped(places))
    }
}

impl<M: Machine> Stepped for Sim<M> {
    fn stepped(self, places: i32) -> Self {
        let spec = M::SPEC;
        let value = self.to_f64();
        let is_normal =
            |value: f64| (spec.smallest_normal()..=spec.largest()).contains(&value.abs());
        if !is_normal(value) {
            return self;
        }
        // A place of the format is a multiple of one of f64, on both sides of a power of two.
        let place = 1i64 << (53 - spec.precision);
        let moved = (value.abs().to_bits() as i64 + i64::from(places) * place) as u64;
        let moved = f64::from_bits(moved).copysign(value);
        if is_normal(moved) { Sim::from_carrier(moved) } else { self }
    }
}

macro_rules! forward {
    ($($op:ident::$method:ident),*) => {$(
        impl<W: Stepped> $op for Off<W> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Off(self.0.$method(other.0))
            }
        }
    )*};
}

forward!(Add::add, Sub::sub, Mul::mul);

impl<W: Stepped> Div for Off<W> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Off((self.0 / other.0).stepped(ULPS.get()))
    }
}

impl<W: Stepped> Neg for Off<W> {
    type Output = Self;
    fn neg(self) -> Self {
        Off(-self.0)
    }
}

impl<W: Stepped> Word for Off<W> {
    type Mask = bool;
    const PRECISION: u32 = W::PRECISION;
    fn fused() -> bool {
        W::fused()
    }
    fn step<R>(work: impl FnOnce() -> R) -> R {
        W::step(work)
    }
    fn constant(self, value: f64) -> Self {
        Off(self.0.constant(value))
    }
    fn abs(self) -> Self {
        Off(self.0.abs())
    }
    fn sqrt(self) -> Self {
        Off(self.0.sqrt().stepped(ULPS.get()))
    }
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Off(self.0.mul_add(factor.0, addend.0))
    }
    fn less(self, other: Self) -> bool {
        self.0.less(other.0)
    }
    fn less_or_equal(self, other: Self) -> bool {
        self.0.less_or_equal(other.0)
    }
    fn equal(self, other: Self) -> bool {
        self.0.equal(other.0)
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}

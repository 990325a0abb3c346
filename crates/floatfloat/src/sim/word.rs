//! Simulated machines as words.

use super::spec::Spec;
use crate::{
    double_word::DoubleWord,
    word::{Word, comparisons_of_one},
};
use core::{
    cmp::Ordering,
    fmt,
    marker::PhantomData,
    ops::{Add, Div, Mul, Neg, Sub},
};

/// A simulated machine as a type without values.
pub trait Machine: Copy + Default + Send + Sync + 'static {
    /// The description of the machine.
    const SPEC: Spec;
}

/// A number of the machine `M`, on which every operation is that of [`Machine::SPEC`].
#[derive(Default)]
pub struct Sim<M> {
    carrier: f64,
    machine: PhantomData<M>,
}

impl<M> Clone for Sim<M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Sim<M> {}

impl<M: Machine> Sim<M> {
    /// The machine's number nearest to `value`.
    #[inline]
    pub fn new(value: f64) -> Self {
        Sim::from_carrier(M::SPEC.round(value))
    }

    /// The number `carrier`, which must be one of the format; see [`Spec`].
    #[inline(always)]
    pub const fn from_carrier(carrier: f64) -> Self {
        Sim { carrier, machine: PhantomData }
    }

    /// Its value; exact.
    #[inline(always)]
    pub const fn to_f64(self) -> f64 {
        self.carrier
    }

    /// The value as a comparison sees it: subnormal numbers are zero on a machine that flushes operands.
    #[inline(always)]
    fn compared(self) -> f64 {
        let flushed = M::SPEC.flush_inputs && self.carrier.abs() < M::SPEC.smallest_normal();
        if flushed { 0.0 } else { self.carrier }
    }
}

impl<M: Machine> From<f64> for Sim<M> {
    /// As [`Sim::new`].
    #[inline]
    fn from(value: f64) -> Self {
        Sim::new(value)
    }
}

impl<M: Machine> From<Sim<M>> for f64 {
    #[inline(always)]
    fn from(number: Sim<M>) -> f64 {
        number.carrier
    }
}

impl<M> fmt::Debug for Sim<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.carrier, f)
    }
}

impl<M: Machine> fmt::Debug for DoubleWord<Sim<M>> {
    /// Both words in hexadecimal, as those of a double-double.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DoubleWord::from_normalized(self.hi().to_f64(), self.lo().to_f64()).fmt(f)
    }
}

impl<M: Machine> PartialEq for Sim<M> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.compared() == other.compared()
    }
}

impl<M: Machine> PartialOrd for Sim<M> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.compared().partial_cmp(&other.compared())
    }
}

impl<M: Machine> Neg for Sim<M> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Sim::from_carrier(-self.carrier)
    }
}

macro_rules! operators {
    ($($op:ident :: $method:ident),*) => {$(
        impl<M: Machine> $op for Sim<M> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Sim::from_carrier(M::SPEC.$method(self.carrier, other.carrier))
            }
        }
    )*};
}

operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<M: Machine> Word for Sim<M> {
    const PRECISION: u32 = M::SPEC.precision;

    #[inline(always)]
    fn fused() -> bool {
        M::SPEC.fused
    }
    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    #[inline]
    fn constant(self, value: f64) -> Self {
        Sim::new(value)
    }
    #[inline]
    fn representable(value: f64) -> f64 {
        Self::new(value).to_f64()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Sim::from_carrier(self.carrier.abs())
    }
    #[inline]
    fn sqrt(self) -> Self {
        Sim::from_carrier(M::SPEC.sqrt(self.carrier))
    }
    #[inline]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Sim::from_carrier(M::SPEC.mul_add(self.carrier, factor.carrier, addend.carrier))
    }
    comparisons_of_one!();
}

//! A word that counts.

use floatfloat::Word;
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Sub},
};

thread_local! {
    static FLOPS: Cell<u32> = const { Cell::new(0) };
}

/// The flops that a computation on [`Counted`] does.
pub fn flops<T>(computation: impl FnOnce() -> T) -> u32 {
    FLOPS.set(0);
    computation();
    FLOPS.get()
}

/// A word of P bits that counts what is computed with it. Signs, comparisons, choices and powers of two
/// cost nothing. It cannot look at masks, so that rare paths are counted.
#[derive(Clone, Copy)]
pub struct Counted<const P: u32, const FUSED: bool>(pub f64);

// Out of line: an algorithm that is compiled for this word is a sequence of calls, a third as long.
#[inline(never)]
fn count<const P: u32, const FUSED: bool>(value: f64) -> Counted<P, FUSED> {
    FLOPS.set(FLOPS.get() + 1);
    Counted(value)
}

macro_rules! counted {
    ($($op:ident :: $method:ident),*) => {$(
        impl<const P: u32, const FUSED: bool> $op for Counted<P, FUSED> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count($op::$method(self.0, other.0))
            }
        }
    )*};
}

counted!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<const P: u32, const FUSED: bool> Neg for Counted<P, FUSED> {
    type Output = Self;
    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl<const P: u32, const FUSED: bool> Word for Counted<P, FUSED> {
    type Mask = bool;
    const PRECISION: u32 = P;

    fn fused() -> bool {
        FUSED
    }
    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    fn constant(self, value: f64) -> Self {
        Counted(value)
    }
    fn abs(self) -> Self {
        Counted(self.0.abs())
    }
    fn sqrt(self) -> Self {
        count(self.0.sqrt())
    }
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        assert!(FUSED, "a fused multiply-add where there is none");
        count(self.0.mul_add(factor.0, addend.0))
    }
    fn exponent(self) -> Self {
        Counted(self.0.exponent())
    }
    fn power_of_two(self) -> Self {
        Counted(self.0.power_of_two())
    }
    fn less(self, other: Self) -> bool {
        self.0 < other.0
    }
    fn less_or_equal(self, other: Self) -> bool {
        self.0 <= other.0
    }
    fn equal(self, other: Self) -> bool {
        self.0 == other.0
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}

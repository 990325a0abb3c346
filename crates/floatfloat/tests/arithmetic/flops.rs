//! The stated number of flops is the number of operations that the code does.

use floatfloat::{
    DoubleWord, Word,
    operation::Operation,
    registry::{OPERATIONS, Visitor, for_each},
};
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Sub},
};

thread_local! {
    static FLOPS: Cell<u32> = const { Cell::new(0) };
}

/// A word that counts what is computed with it. Signs, comparisons and choices cost nothing.
#[derive(Clone, Copy)]
struct Counted(f64);

fn count(value: f64) -> Counted {
    FLOPS.set(FLOPS.get() + 1);
    Counted(value)
}

macro_rules! counted {
    ($($op:ident :: $method:ident),*) => {$(
        impl $op for Counted {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count($op::$method(self.0, other.0))
            }
        }
    )*};
}

counted!(Add::add, Sub::sub, Mul::mul, Div::div);

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl Word for Counted {
    type Mask = bool;
    const PRECISION: u32 = 53;

    fn fused() -> bool {
        true
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
        count(self.0.mul_add(factor.0, addend.0))
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

struct Flops(Vec<(&'static str, u32, u32)>);

impl Visitor for Flops {
    fn visit<O: Operation>(&mut self) {
        let x = DoubleWord::from_normalized(Counted(3.0), Counted(1e-17));
        let y = DoubleWord::from_normalized(Counted(7.0), Counted(-1e-17));
        FLOPS.set(0);
        let result = O::apply(x, y);
        assert!(result.hi().0.is_finite());
        self.0.push((O::INFO.name, FLOPS.get(), O::INFO.flops));
    }
}

#[test]
fn flops_are_as_stated() {
    let mut flops = Flops(Vec::new());
    for_each(&mut flops);
    assert_eq!(flops.0.len(), OPERATIONS.len());
    for (name, counted, stated) in flops.0 {
        assert_eq!(counted, stated, "{name}");
    }
}

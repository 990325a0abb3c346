//! The stated number of flops is the number of operations that the code does.

use floatfloat::{
    DoubleWord, Word,
    elementary::Elementary,
    operation::Operation,
    registry::{FunctionVisitor, OPERATIONS, Visitor, for_each, for_each_function},
};
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Sub},
};

thread_local! {
    static FLOPS: Cell<u32> = const { Cell::new(0) };
}

/// A word of P bits that counts what is computed with it. Signs, comparisons, choices and powers of two
/// cost nothing. It cannot look at masks, so that rare paths are counted.
#[derive(Clone, Copy)]
struct Counted<const P: u32>(f64);

fn count<const P: u32>(value: f64) -> Counted<P> {
    FLOPS.set(FLOPS.get() + 1);
    Counted(value)
}

macro_rules! counted {
    ($($op:ident :: $method:ident),*) => {$(
        impl<const P: u32> $op for Counted<P> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count($op::$method(self.0, other.0))
            }
        }
    )*};
}

counted!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<const P: u32> Neg for Counted<P> {
    type Output = Self;
    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl<const P: u32> Word for Counted<P> {
    type Mask = bool;
    const PRECISION: u32 = P;

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

/// The flops of a function of two double-words.
fn counted<const P: u32>(
    function: impl Fn(DoubleWord<Counted<P>>, DoubleWord<Counted<P>>) -> DoubleWord<Counted<P>>,
) -> u32 {
    let x = DoubleWord::from_normalized(Counted(3.0), Counted(1e-17));
    let y = DoubleWord::from_normalized(Counted(7.0), Counted(-1e-17));
    FLOPS.set(0);
    function(x, y);
    FLOPS.get()
}

struct Flops(Vec<(&'static str, u32, u32)>);

impl Visitor for Flops {
    fn visit<O: Operation>(&mut self) {
        let flops = counted::<53>(O::apply);
        self.0.push((O::INFO.name, flops, O::INFO.flops));
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

struct FunctionFlops(Vec<String>);

impl FunctionVisitor for FunctionFlops {
    fn visit<F: Elementary>(&mut self) {
        let counted = [counted::<24>(F::apply), counted::<53>(F::apply)];
        if counted != F::INFO.flops {
            self.0.push(format!("{}: {counted:?}, not {:?}", F::INFO.name, F::INFO.flops));
        }
    }
}

#[test]
fn flops_of_functions_are_as_stated() {
    let mut flops = FunctionFlops(Vec::new());
    for_each_function(&mut flops);
    assert!(flops.0.is_empty(), "{}", flops.0.join("\n"));
}

//! The stated number of flops is the number of operations that the code does, with and without a fused
//! multiply-add.

use floatfloat::{
    Array, MultiWord, Word,
    multi_word::operation::Operation,
    registry::{SeveralWordsVisitor, for_each_of_several_words},
};
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Sub},
};

thread_local! {
    static FLOPS: Cell<u32> = const { Cell::new(0) };
}

/// A word that counts what is computed with it; signs cost nothing.
#[derive(Clone, Copy)]
struct Counted<const FUSED: bool>(f64);

fn count<const FUSED: bool>(value: f64) -> Counted<FUSED> {
    FLOPS.set(FLOPS.get() + 1);
    Counted(value)
}

macro_rules! counted {
    ($($op:ident :: $method:ident),*) => {$(
        impl<const FUSED: bool> $op for Counted<FUSED> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                count($op::$method(self.0, other.0))
            }
        }
    )*};
}

counted!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<const FUSED: bool> Neg for Counted<FUSED> {
    type Output = Self;
    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl<const FUSED: bool> Word for Counted<FUSED> {
    type Mask = bool;
    const PRECISION: u32 = 53;

    fn fused() -> bool {
        FUSED
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

/// Names with the flops that are done and that are stated.
struct Flops(Vec<(&'static str, [u32; 2], [u32; 2])>);

fn counted<O: Operation, const FUSED: bool>() -> u32 {
    let number = |first: f64| -> O::Number<Counted<FUSED>> {
        let word = |k: usize| Counted(first * 2f64.powi(-60 * k as i32));
        MultiWord::from_normalized(Array::from_fn(word))
    };
    let (x, y) = (number(3.0), number(7.0));
    FLOPS.set(0);
    O::apply(x, y);
    FLOPS.get()
}

impl SeveralWordsVisitor for Flops {
    fn visit<O: Operation>(&mut self) {
        let done = [counted::<O, true>(), counted::<O, false>()];
        self.0.push((O::INFO.name, done, [O::INFO.flops, O::INFO.flops_without_fma]));
    }
}

#[test]
fn flops_are_as_stated() {
    let mut flops = Flops(Vec::new());
    for_each_of_several_words(&mut flops);
    let wrong: Vec<_> = flops.0.iter().filter(|(_, done, stated)| done != stated).collect();
    assert!(wrong.is_empty(), "done and stated: {wrong:?}");
}

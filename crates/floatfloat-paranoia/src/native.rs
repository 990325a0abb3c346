//! The processor that this program runs on.

use crate::{
    Format, Machine, Op, express,
    machine::{Results, common_length},
};
use floatfloat::Word;
use std::{hint::black_box, marker::PhantomData};

/// The processor's own `f32` or `f64`, in plain loops over slices: this examines also what the compiler makes
/// of a loop. The operands are hidden from constant folding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Native<F>(PhantomData<F>);

impl<F> Native<F> {
    /// The processor that this program runs on.
    pub const fn new() -> Self {
        Native(PhantomData)
    }
}

/// A loop for one operation. The operation is a constant, so that the loop body is the one that a program would
/// have.
#[inline(always)]
fn in_a_loop<F: Word>(op: Op, operands: &[Vec<F>]) -> Vec<F> {
    let a = black_box(operands[0].as_slice());
    let b = black_box(operands.get(1).unwrap_or(&operands[0]).as_slice());
    let c = black_box(operands.get(2).unwrap_or(&operands[0]).as_slice());
    match op.arity() {
        1 => a.iter().map(|&a| express(op, a, a, a)).collect(),
        2 => a.iter().zip(b).map(|(&a, &b)| express(op, a, b, b)).collect(),
        _ => a.iter().zip(b).zip(c).map(|((&a, &b), &c)| express(op, a, b, c)).collect(),
    }
}

macro_rules! one_loop_each {
    ($op:expr, $operands:expr, $($name:ident)*) => {
        match $op { $(Op::$name => in_a_loop(Op::$name, $operands),)* }
    };
}

fn loops<F: Word>(op: Op, operands: &[Vec<F>]) -> Vec<F> {
    one_loop_each!(op, operands,
        Copy Negate Add Sub Mul Div Sqrt Fma Reciprocal PlusZero TimesOne TimesZero
        SelfDifference SelfQuotient AddThenSubtract SubtractThenAdd DivideThenMultiply
        MultiplyThenDivide SumFromLeft SumFromRight MultiplyAdd MultiplySubtract
        TwoSumError FastTwoSumError ProductErrorFused ProductErrorDekker)
}

macro_rules! native {
    ($float:ident, $format:ident) => {
        impl Machine for Native<$float> {
            fn name(&self) -> String {
                format!("CPU ({})", std::env::consts::ARCH)
            }
            fn mode(&self) -> String {
                "compiled loop".to_owned()
            }
            fn format(&self) -> Format {
                Format::$format
            }
            fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a> {
                Box::pin(async move {
                    common_length(op, operands)?;
                    let narrow = |operand: &&[f64]| operand.iter().map(|&x| x as $float).collect();
                    let operands: Vec<Vec<$float>> = operands.iter().map(narrow).collect();
                    Ok(black_box(loops(op, &operands)).into_iter().map(f64::from).collect())
                })
            }
        }
    };
}

native!(f32, F32);
native!(f64, F64);

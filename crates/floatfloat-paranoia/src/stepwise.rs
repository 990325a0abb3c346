//! An expression as the list of its steps, which a machine carries out one by one.

use crate::{
    Op,
    recipe::{Arithmetic, compute},
};

/// A step. Values are numbered: 0, 1 and 2 are the operands, and every step adds one value.
pub(crate) enum Step {
    Constant(f64),
    Negate(usize),
    /// A basic operation of these values.
    Run(Op, Vec<usize>),
}

/// An expression.
pub(crate) struct Steps {
    precision: u32,
    pub(crate) steps: Vec<Step>,
    /// The value of the whole expression.
    pub(crate) result: usize,
}

impl Steps {
    /// The steps of `op` on a machine with this precision.
    pub(crate) fn of(op: Op, precision: u32) -> Self {
        let mut steps = Steps { precision, steps: Vec::new(), result: 0 };
        steps.result = compute(&mut steps, op, &0, &1, &2);
        steps
    }

    fn push(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() + 2
    }
}

impl Arithmetic for Steps {
    type Number = usize;

    fn precision(&self) -> u32 {
        self.precision
    }
    fn constant(&mut self, _: &usize, value: f64) -> usize {
        self.push(Step::Constant(value))
    }
    fn copy(&mut self, x: &usize) -> usize {
        *x
    }
    fn negate(&mut self, x: &usize) -> usize {
        self.push(Step::Negate(*x))
    }
    fn add(&mut self, a: &usize, b: &usize) -> usize {
        self.push(Step::Run(Op::Add, vec![*a, *b]))
    }
    fn sub(&mut self, a: &usize, b: &usize) -> usize {
        self.push(Step::Run(Op::Sub, vec![*a, *b]))
    }
    fn mul(&mut self, a: &usize, b: &usize) -> usize {
        self.push(Step::Run(Op::Mul, vec![*a, *b]))
    }
    fn div(&mut self, a: &usize, b: &usize) -> usize {
        self.push(Step::Run(Op::Div, vec![*a, *b]))
    }
    fn sqrt(&mut self, x: &usize) -> usize {
        self.push(Step::Run(Op::Sqrt, vec![*x]))
    }
    fn fma(&mut self, a: &usize, b: &usize, c: &usize) -> usize {
        self.push(Step::Run(Op::Fma, vec![*a, *b, *c]))
    }
}

//! Machines that are functions.

use crate::{
    Error, Format, Machine, Op,
    machine::{Results, common_length},
    recipe::{Arithmetic, compute},
};

/// A machine that is a function of one operation and its operands.
///
/// The function returns `None` for operations that it does not define. Then [`Op::Copy`] and [`Op::Negate`] are
/// exact. A compound expression is computed by the function's basic operations, one after the other, as its
/// formula says. Any other operation is unsupported.
#[derive(Clone, Debug)]
pub struct FromFn<F> {
    name: String,
    mode: String,
    format: Format,
    function: F,
}

impl<F: FnMut(Op, [f64; 3]) -> Option<f64>> FromFn<F> {
    /// A machine that computes with `function`. Operands beyond the arity of an operation repeat the first
    /// operand and have no meaning.
    pub fn new(name: impl Into<String>, format: Format, function: F) -> Self {
        FromFn { name: name.into(), mode: "function".to_owned(), format, function }
    }

    /// Sets the text that describes how the device is used.
    #[must_use]
    pub fn with_mode(self, mode: impl Into<String>) -> Self {
        FromFn { mode: mode.into(), ..self }
    }

    /// Computes every element at once, without waiting.
    pub(crate) fn compute(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, Error> {
        let length = common_length(op, operands)?;
        let precision = self.format.precision;
        let mut steps = Steps { function: &mut self.function, precision, missing: None };
        let mut results = Vec::with_capacity(length);
        for i in 0..length {
            let operand = |k: usize| operands.get(k).unwrap_or(&operands[0])[i];
            let (a, b, c) = (operand(0), operand(1), operand(2));
            let whole = (steps.function)(op, [a, b, c]);
            results.push(whole.unwrap_or_else(|| compute(&mut steps, op, &a, &b, &c)));
            if let Some(missing) = steps.missing {
                return Err(Error::Unsupported(missing));
            }
        }
        Ok(results)
    }
}

impl<F: FnMut(Op, [f64; 3]) -> Option<f64>> Machine for FromFn<F> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn mode(&self) -> String {
        self.mode.clone()
    }
    fn format(&self) -> Format {
        self.format
    }
    fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a> {
        Box::pin(async move { self.compute(op, operands) })
    }
}

struct Steps<'f, F> {
    function: &'f mut F,
    precision: u32,
    missing: Option<Op>,
}

impl<F: FnMut(Op, [f64; 3]) -> Option<f64>> Steps<'_, F> {
    fn basic(&mut self, op: Op, operands: [f64; 3]) -> f64 {
        (self.function)(op, operands).unwrap_or_else(|| {
            self.missing = Some(op);
            f64::NAN
        })
    }
}

impl<F: FnMut(Op, [f64; 3]) -> Option<f64>> Arithmetic for Steps<'_, F> {
    type Number = f64;

    fn precision(&self) -> u32 {
        self.precision
    }
    fn constant(&mut self, _: &f64, value: f64) -> f64 {
        value
    }
    fn copy(&mut self, x: &f64) -> f64 {
        *x
    }
    fn negate(&mut self, x: &f64) -> f64 {
        -*x
    }
    fn add(&mut self, a: &f64, b: &f64) -> f64 {
        self.basic(Op::Add, [*a, *b, *a])
    }
    fn sub(&mut self, a: &f64, b: &f64) -> f64 {
        self.basic(Op::Sub, [*a, *b, *a])
    }
    fn mul(&mut self, a: &f64, b: &f64) -> f64 {
        self.basic(Op::Mul, [*a, *b, *a])
    }
    fn div(&mut self, a: &f64, b: &f64) -> f64 {
        self.basic(Op::Div, [*a, *b, *a])
    }
    fn sqrt(&mut self, x: &f64) -> f64 {
        self.basic(Op::Sqrt, [*x; 3])
    }
    fn fma(&mut self, a: &f64, b: &f64, c: &f64) -> f64 {
        self.basic(Op::Fma, [*a, *b, *c])
    }
}

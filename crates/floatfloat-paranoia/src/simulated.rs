//! The simulated machines of the crate `floatfloat`.

use crate::{Format, FromFn, Machine, Op, machine::Results};
use floatfloat::sim::Spec;

/// A simulated machine, which evaluates compound expressions as written.
#[derive(Clone, Copy, Debug)]
pub struct Simulated(pub Spec);

impl Simulated {
    /// The machine's result of a basic operation; `None` for compound expressions.
    pub fn basic(&self, op: Op, [a, b, c]: [f64; 3]) -> Option<f64> {
        let spec = &self.0;
        match op {
            Op::Add => Some(spec.add(a, b)),
            Op::Sub => Some(spec.sub(a, b)),
            Op::Mul => Some(spec.mul(a, b)),
            Op::Div => Some(spec.div(a, b)),
            Op::Sqrt => Some(spec.sqrt(a)),
            Op::Fma => Some(spec.mul_add(a, b, c)),
            _ => None,
        }
    }
}

impl Machine for Simulated {
    fn name(&self) -> String {
        self.0.name.to_owned()
    }
    fn mode(&self) -> String {
        "simulated".to_owned()
    }
    fn format(&self) -> Format {
        let Spec { precision, min_exponent, max_exponent, .. } = self.0;
        Format { precision, emin: min_exponent, emax: max_exponent }
    }
    fn run<'a>(&'a mut self, op: Op, operands: &'a [&'a [f64]]) -> Results<'a> {
        Box::pin(async move {
            let function = |op, x| self.basic(op, x);
            FromFn::new(self.0.name, self.format(), function).compute(op, operands)
        })
    }
}

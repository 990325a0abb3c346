//! The simulated machines of the arithmetic crate.

use crate::{Error, Format, FromFn, Machine, Op};
use floatfloat::sim::Spec;

/// A simulated machine, its compound expressions evaluated as written.
#[derive(Clone, Copy, Debug)]
pub struct Simulated(pub Spec);

impl Simulated {
    /// What the machine makes of a basic operation; `None` for compound expressions.
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
    fn run(&mut self, op: Op, operands: &[&[f64]]) -> Result<Vec<f64>, Error> {
        FromFn::new(self.0.name, self.format(), |op, x| self.basic(op, x)).run(op, operands)
    }
}

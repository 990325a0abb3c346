//! `f64`, on the best instruction set: what precision costs.

use super::contest::{Contestant, Operation, Task, factor};
use crate::plain::{Sum, product};
use floatfloat::{DoubleDouble, Word, elementary::Function};
use floatfloat_cpu::{Kernel, Pack, Simd, dispatch};

/// x, y and the output.
type State = [Vec<f64>; 3];

pub fn contestants(task: &Task) -> Vec<Contestant> {
    let words = |numbers: &[DoubleDouble]| numbers.iter().map(|number| number.hi()).collect();
    let (operation, size) = (task.operation, task.size());
    let state: State = [words(&task.x), words(&task.y), vec![0.0; task.results()]];
    let run = move |[x, y, out]: &mut State| match operation {
        Operation::Sum => out[0] = dispatch(Sum { x, y: None }),
        Operation::Dot => out[0] = dispatch(Sum { x, y: Some(y) }),
        Operation::Gemm => product(size, x, y, out),
        Operation::Of(function) => {
            for ((out, &x), &y) in out.iter_mut().zip(&*x).zip(&*y) {
                *out = match function {
                    Function::Exp => x.exp(),
                    Function::Ln => x.ln(),
                    Function::Sin => x.sin(),
                    Function::Cos => x.cos(),
                    Function::Atan2 => x.atan2(y),
                    Function::Powf => x.powf(y),
                    _ => unreachable!("{function:?} is no task"),
                };
            }
        }
        _ => dispatch(Elements { operation, x, y, out }),
    };
    let results = |[_, _, out]: &State| out.iter().map(|&word| word.into()).collect();
    vec![Contestant::new("f64", 53, state, run, results)]
}

struct Elements<'a> {
    operation: Operation,
    x: &'a [f64],
    y: &'a [f64],
    out: &'a mut [f64],
}

impl Kernel for Elements<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let a = Pack::splat(simd, factor().hi());
        match self.operation {
            Operation::Add => self.each(
                simd,
                #[inline(always)]
                |x, y| x + y,
            ),
            Operation::Mul => self.each(
                simd,
                #[inline(always)]
                |x, y| x * y,
            ),
            Operation::Div => self.each(
                simd,
                #[inline(always)]
                |x, y| x / y,
            ),
            Operation::Axpy => self.each(
                simd,
                #[inline(always)]
                |x, y| a.mul_add(y, x),
            ),
            _ => {
                let Elements { operation, x, out, .. } = self;
                Elements { operation, x, y: x, out }.each(
                    simd,
                    #[inline(always)]
                    |x, _| x.sqrt(),
                )
            }
        }
    }
}

impl Elements<'_> {
    /// Whole registers; the arrays hold so many.
    #[inline(always)]
    fn each<S: Simd>(self, simd: S, value: impl Fn(Pack<S, f64>, Pack<S, f64>) -> Pack<S, f64>) {
        let lanes = Pack::<S, f64>::LANES;
        let operands = self.x.chunks_exact(lanes).zip(self.y.chunks_exact(lanes));
        for (out, (x, y)) in self.out.chunks_exact_mut(lanes).zip(operands) {
            value(Pack::load(simd, x), Pack::load(simd, y)).store(out);
        }
    }
}

//! MPFR, at the bits of numbers of two, three and four words, through rug, each result written to a number that exists.

use super::contest::{Contestant, Operation, Task, factor};
use floatfloat::{MultiWord, elementary::Function, multi_word::WordArray};
use rug::{Assign, Float};

/// Of a product of matrices.
const ROWS: usize = 4;

fn write<N: MultiWord<Word = f64>>(bits: u32, number: N) -> Float {
    number.parts().into_iter().fold(Float::new(bits), |sum, word| sum + word)
}

fn read<N: MultiWord<Word = f64>>(number: &Float) -> N {
    let mut rest = number.clone();
    N::from_normalized(WordArray::from_fn(|_| {
        let word = rest.to_f64();
        rest -= word;
        word
    }))
}

pub fn contestants(task: &Task) -> Vec<Contestant> {
    vec![of_bits(106, task)]
}

pub fn of_bits<N: MultiWord<Word = f64> + 'static>(bits: u32, task: &Task<N>) -> Contestant<N> {
    let rows = match task.operation {
        Operation::Gemm => format!(", {ROWS} rows"),
        _ => String::new(),
    };
    let operation = task.operation;
    let run = move |x: &[Float], y: &[Float], out: &mut [Float]| pass(operation, bits, x, y, out);
    let write = move |number| write(bits, number);
    Contestant::of_slices(format!("MPFR, {bits} bits{rows}"), bits, task, ROWS, write, read, run)
}

fn pass(operation: Operation, bits: u32, x: &[Float], y: &[Float], out: &mut [Float]) {
    match operation {
        Operation::Add => each(x, y, out, |x, y, out| out.assign(x + y)),
        Operation::Mul => each(x, y, out, |x, y, out| out.assign(x * y)),
        Operation::Div => each(x, y, out, |x, y, out| out.assign(x / y)),
        Operation::Sqrt => {
            for (x, out) in x.iter().zip(out) {
                out.assign(x.sqrt_ref());
            }
        }
        Operation::Axpy => {
            let factor = write(bits, factor());
            each(x, y, out, |x, y, out| {
                out.assign(&factor * y);
                *out += x;
            });
        }
        Operation::Of(function) => each(x, y, out, |x, y, out| match function {
            Function::Exp => out.assign(x.exp_ref()),
            Function::Ln => out.assign(x.ln_ref()),
            Function::Sin => out.assign(x.sin_ref()),
            Function::Cos => out.assign(x.cos_ref()),
            Function::Atan2 => out.assign(x.atan2_ref(y)),
            Function::Powf => out.assign(rug::ops::Pow::pow(x, y)),
            _ => unreachable!("{function:?} is no task"),
        }),
        Operation::Sum => {
            out[0].assign(0);
            for x in x {
                out[0] += x;
            }
        }
        Operation::Dot => {
            let mut product = Float::new(bits);
            out[0].assign(0);
            for (x, y) in x.iter().zip(y) {
                product.assign(x * y);
                out[0] += &product;
            }
        }
        Operation::Gemm => {
            let size = x.len().isqrt();
            let mut product = Float::new(bits);
            for (out, x) in out.chunks_exact_mut(size).zip(x.chunks_exact(size)) {
                out.iter_mut().for_each(|out| out.assign(0));
                for (x, y) in x.iter().zip(y.chunks_exact(size)) {
                    for (out, y) in out.iter_mut().zip(y) {
                        product.assign(x * y);
                        *out += &product;
                    }
                }
            }
        }
    }
}

fn each(x: &[Float], y: &[Float], out: &mut [Float], step: impl Fn(&Float, &Float, &mut Float)) {
    for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
        step(x, y, out);
    }
}

//! Holds results against exact ones.

use super::contest::{Operation, Task, factor};
use floatfloat::MultiWord;
use floatfloat_exact::{Exact, exact::round_quotient, functions::enclose};

/// What a task should give; of a square root the radicand.
pub struct Expected {
    operation: Operation,
    values: Vec<Exact>,
}

/// Of quotients: more than a result has.
const QUOTIENT_BITS: u32 = 320;

/// Rows of a product of matrices that are computed exactly.
const EXACT_ROWS: usize = 4;

fn exact<N: MultiWord<Word = f64>>(number: &N) -> Exact {
    number.parts().into_iter().map(Exact::new).sum()
}

impl Expected {
    /// The exact results; but of a product of matrices the first rows only, and for the rest what
    /// `others` are.
    pub fn new<N: MultiWord<Word = f64>>(task: &Task<N>, others: &[N]) -> Self {
        let pairs = || task.x.iter().map(exact::<N>).zip(task.y.iter().map(exact::<N>));
        let values = match task.operation {
            Operation::Add => pairs().map(|(x, y)| x + y).collect(),
            Operation::Mul => pairs().map(|(x, y)| x * y).collect(),
            Operation::Div => pairs().map(|(x, y)| round_quotient(&x, &y, QUOTIENT_BITS)).collect(),
            Operation::Sqrt => task.x.iter().map(exact::<N>).collect(),
            Operation::Axpy => pairs().map(|(x, y)| x + exact(&factor()) * y).collect(),
            Operation::Of(function) => {
                // Functions are compared of two words alone.
                let words = |number: &N| {
                    let parts = number.parts();
                    [parts[0], parts[1]]
                };
                let pairs = task.x.iter().map(words).zip(task.y.iter().map(words));
                pairs
                    .map(|(x, y)| enclose(function, x, y, 200).expect("an ordinary value").0)
                    .collect()
            }
            Operation::Sum => vec![task.x.iter().map(exact::<N>).sum()],
            Operation::Dot => vec![pairs().map(|(x, y)| x * y).sum()],
            Operation::Gemm => {
                let size = task.size();
                let entry = |index: usize| -> Exact {
                    let (i, j) = (index / size, index % size);
                    let term = |k| exact(&task.x[i * size + k]) * exact(&task.y[k * size + j]);
                    (0..size).map(term).sum()
                };
                let first = EXACT_ROWS * size;
                (0..first).map(entry).chain(others[first..].iter().map(exact)).collect()
            }
        };
        Expected { operation: task.operation, values }
    }

    /// The largest relative error of the results that are there.
    pub fn largest_error<N: MultiWord<Word = f64>>(&self, results: &[N]) -> f64 {
        assert!(!results.is_empty() && results.len() <= self.values.len());
        let errors = results.iter().zip(&self.values).map(|(found, expected)| {
            if found.parts().into_iter().any(|word| !word.is_finite()) {
                return f64::INFINITY;
            }
            let found = exact(found);
            let (difference, of) = match self.operation {
                // (r² − x) / 2x is the relative error of r to first order.
                Operation::Sqrt => {
                    (found.clone() * found - expected.clone(), expected.clone().shifted(1))
                }
                _ => (found - expected.clone(), expected.clone()),
            };
            difference.to_f64().abs() / of.to_f64().abs()
        });
        errors.fold(0.0, f64::max)
    }
}

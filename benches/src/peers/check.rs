//! Holds results against exact ones.

use super::contest::{Operation, Task, factor};
use floatfloat::DoubleDouble;
use floatfloat_exact::{Exact, exact::round_quotient, functions::enclose};

/// What a task should give; of a square root the radicand.
pub struct Expected {
    operation: Operation,
    values: Vec<Exact>,
}

/// Rows of a product of matrices that are computed exactly.
const EXACT_ROWS: usize = 4;

fn exact(number: &DoubleDouble) -> Exact {
    Exact::from_words([number.hi(), number.lo()])
}

impl Expected {
    /// The exact results; but of a product of matrices the first rows only, and for the rest what
    /// `others` are.
    pub fn new(task: &Task, others: &[DoubleDouble]) -> Self {
        let pairs = || task.x.iter().map(exact).zip(task.y.iter().map(exact));
        let values = match task.operation {
            Operation::Add => pairs().map(|(x, y)| x + y).collect(),
            Operation::Mul => pairs().map(|(x, y)| x * y).collect(),
            Operation::Div => pairs().map(|(x, y)| round_quotient(&x, &y, 200)).collect(),
            Operation::Sqrt => task.x.iter().map(exact).collect(),
            Operation::Axpy => pairs().map(|(x, y)| x + exact(&factor()) * y).collect(),
            Operation::Of(function) => {
                let words = |number: &DoubleDouble| [number.hi(), number.lo()];
                let pairs = task.x.iter().map(words).zip(task.y.iter().map(words));
                pairs
                    .map(|(x, y)| enclose(function, x, y, 200).expect("an ordinary value").0)
                    .collect()
            }
            Operation::Sum => vec![task.x.iter().map(exact).sum()],
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
    pub fn largest_error(&self, results: &[DoubleDouble]) -> f64 {
        assert!(!results.is_empty() && results.len() <= self.values.len());
        let errors = results.iter().zip(&self.values).map(|(found, expected)| {
            if !(found.hi().is_finite() && found.lo().is_finite()) {
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

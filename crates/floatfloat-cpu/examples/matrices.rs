//! A system of equations that f64 cannot solve: Hilbert's matrix of order 12, condition 2·10^16.
//!
//! `cargo run --release -p floatfloat-cpu --example matrices`

use floatfloat::DoubleDouble;
use floatfloat_cpu::matrix::{Lu, Matrix, MatrixError, solve};

const ORDER: usize = 12;

fn main() -> Result<(), MatrixError> {
    let a = Matrix::from_fn(ORDER, ORDER, |i, j| DoubleDouble::from(1.0) / (i + j + 1) as f64);
    // The right-hand side of the solution 1, 1, …, rounded.
    let b = Matrix::from_fn(ORDER, 1, |i, _| {
        (0..ORDER).map(|j| a.get(i, j).expect("an element")).sum::<DoubleDouble>()
    });

    let solution = solve(a.view(), b.view())?;
    println!("x of A x = A 1, by LU and refinement:");
    for i in 0..ORDER {
        let x = solution.x.get(i, 0).expect("a component");
        println!("{x:35.31}  off by {:.1e}", (x - 1.0).abs());
    }
    println!("determinant {:e}", Lu::new(a.view())?.determinant());
    Ok(())
}

//! How libraries of Rust multiply matrices: the order of summation, fused products and the accumulator, found from results
//! alone. Exits with 1 if one is not explained.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml --features adds --bin who_adds`

use faer::{Accum, Mat, MatMut, MatRef, Par, linalg::matmul::matmul};
use floatfloat_blackbox::{Element, Operator, Options, examine, of_matmul};
use nalgebra::DMatrix;
use ndarray::ArrayView2;
use std::process::ExitCode;

/// A function of two matrices stored by rows and of their sizes m, k, n.
trait Product<T>: FnMut(&[T], &[T], usize, usize, usize) -> Vec<T> {}
impl<T, F: FnMut(&[T], &[T], usize, usize, usize) -> Vec<T>> Product<T> for F {}

/// Every library, for one type.
macro_rules! libraries {
    ($word:ty) => {{
        let faer = |a: &[$word], b: &[$word], m: usize, k: usize, n: usize| {
            let (a, b) =
                (MatRef::from_row_major_slice(a, m, k), MatRef::from_row_major_slice(b, k, n));
            let mut c = vec![0.0; m * n];
            let result = MatMut::from_row_major_slice_mut(&mut c, m, n);
            matmul(result, Accum::Replace, a, b, 1.0, Par::Seq);
            c
        };
        let faer_operator = |a: &[$word], b: &[$word], m: usize, k: usize, n: usize| {
            let a = Mat::from_fn(m, k, |i, j| a[i * k + j]);
            let b = Mat::from_fn(k, n, |i, j| b[i * n + j]);
            let c = a * b;
            (0..m * n).map(|at| c[(at / n, at % n)]).collect()
        };
        let ndarray = |a: &[$word], b: &[$word], m: usize, k: usize, n: usize| {
            let a = ArrayView2::from_shape((m, k), a).expect("the sizes of a");
            let b = ArrayView2::from_shape((k, n), b).expect("the sizes of b");
            a.dot(&b).into_raw_vec_and_offset().0
        };
        let nalgebra = |a: &[$word], b: &[$word], m: usize, k: usize, n: usize| {
            let c = DMatrix::from_row_slice(m, k, a) * DMatrix::from_row_slice(k, n, b);
            (0..m * n).map(|at| c[(at / n, at % n)]).collect::<Vec<_>>()
        };
        [
            shown("faer matmul, rows", faer),
            shown("faer *", faer_operator),
            shown("ndarray dot", ndarray),
            shown("nalgebra *", nalgebra),
        ]
    }};
}

/// Prints what is found, and returns whether it is explained.
fn shown<T: Element>(name: &str, product: impl Product<T>) -> bool {
    let mut machine = of_matmul(name, product);
    let format = machine.operands();
    match examine(&mut machine, &Options::default()) {
        Ok(report) => {
            print!("{report}");
            report.is_explained()
        }
        Err(failure) => {
            println!("{name} of {format}: {failure}");
            false
        }
    }
}

fn main() -> ExitCode {
    let explained = [libraries!(f32), libraries!(f64)];
    let all = explained.iter().flatten().all(|explained| *explained);
    ExitCode::from(u8::from(!all))
}

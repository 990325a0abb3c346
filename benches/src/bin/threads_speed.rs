//! What several threads bring: long slices, products and factorisations of matrices, in one thread and in all, as
//! a Markdown table of least times of interleaved rounds. The results of both are first held against each other, bit
//! for bit.
//!
//! `cargo run --release --bin threads_speed -- [THREADS]`

use floatfloat::DoubleDouble;
use floatfloat_benches::drivers::{lengths_or, numbers};
use floatfloat_cpu::{
    Accuracy, Vector,
    matrix::{Cholesky, Lu, Matrix, MatrixView, Qr, gemm_accurate, gemm_with},
    reductions::sum_with,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Instant;

/// Elements of the slices, far beyond the caches.
const LENGTH: usize = 10_000_000;

/// Rows and columns of the matrices.
const SIZE: usize = 1024;

const ROUNDS: usize = 9;

fn main() {
    let all = lengths_or(&[std::thread::available_parallelism().map_or(2, usize::from)])[0];
    let pools = [1, all].map(|threads| {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
    });
    let [x, y] = &[1, 3].map(|seed| numbers::<f64>(LENGTH, seed, -0.5));
    let (x, y) = (x.view(), y.view());
    let entries = numbers::<f64>(SIZE * SIZE, 5, -0.5);
    let a = &MatrixView::from_slice(entries.view(), SIZE, SIZE, SIZE)
        .expect("as many entries")
        .to_matrix();
    let large = DoubleDouble::from_word(SIZE as f64);
    let symmetric = &Matrix::from_fn(SIZE, SIZE, |i, j| match i == j {
        true => large,
        false => a.view().get(i.max(j), i.min(j)).expect("inside"),
    });
    println!("| | 1 thread, ms | {all} threads, ms | times as fast |\n|---|---:|---:|---:|");
    race(
        "x + y, 10^7 numbers, in new memory",
        &pools,
        |_| x.try_add(y).expect("equal lengths"),
        Vector::<DoubleDouble>::to_interleaved,
    );
    race(
        "x + y, 10^7 numbers, in given memory",
        &pools,
        |before: Option<Vector<DoubleDouble>>| {
            let mut out = before.unwrap_or_else(|| Vector::<DoubleDouble>::zeros(LENGTH));
            x.add_into(y, out.view_mut()).expect("equal lengths");
            out
        },
        Vector::<DoubleDouble>::to_interleaved,
    );
    race("Σ x, 10^7 numbers", &pools, |_| sum_with(Accuracy::Fast, x), |&sum| vec![sum]);
    race(
        "a · b, 1024 × 1024, fast",
        &pools,
        |_| gemm_with(Accuracy::Fast, a.view(), a.view()).expect("they fit"),
        Matrix::to_row_major,
    );
    race(
        "a · b, 1024 × 1024, accurate",
        &pools,
        |_| gemm_accurate(a.view(), a.view()).expect("they fit"),
        Matrix::to_row_major,
    );
    race(
        "LU, 1024 × 1024",
        &pools,
        |_| Lu::new(a.view()).expect("not singular"),
        |lu| lu.factors().to_row_major(),
    );
    race(
        "Cholesky, 1024 × 1024",
        &pools,
        |_| Cholesky::new(symmetric.view()).expect("positive definite"),
        |cholesky| cholesky.factor().to_row_major(),
    );
    race(
        "QR, 1024 × 1024",
        &pools,
        |_| Qr::new(a.view()).expect("of full rank"),
        |qr| qr.r().to_row_major(),
    );
}

/// Prints a row: the time of work, which gets its last result to write over, in each pool.
fn race<T: Send>(
    name: &str,
    pools: &[ThreadPool; 2],
    mut work: impl FnMut(Option<T>) -> T + Send,
    numbers: impl Fn(&T) -> Vec<DoubleDouble>,
) {
    let mut results = pools.each_ref().map(|pool| Some(pool.install(|| work(None))));
    let [one, all] = results.each_ref().map(|result| result.as_ref().map(&numbers));
    assert!(one == all, "{name}: threads change the result");
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for ((pool, result), least) in pools.iter().zip(&mut results).zip(&mut least) {
            let before = result.take();
            let start = Instant::now();
            *result = Some(pool.install(|| work(before)));
            *least = least.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let [one, all] = least;
    println!("| {name} | {one:.1} | {all:.1} | {:.2} |", one / all);
}

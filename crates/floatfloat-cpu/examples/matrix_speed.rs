//! Tmp
use floatfloat::DoubleWord;
use floatfloat_cpu::{Element, levels, matrix::*};
use std::time::Instant;
fn go<E: Element>(n: usize) {
    let a = Matrix::from_fn(n, n, |i, j| {
        DoubleWord::from_word(E::nearest(((i * 7 + j * 3) % 11) as f64 + 1.0)) / E::nearest(3.0)
    });
    let b = Matrix::from_fn(n, n, |i, j| {
        DoubleWord::from_word(E::nearest(((i * 5 + j * 3) % 13) as f64 - 6.0)) / E::nearest(7.0)
    });
    let one = DoubleWord::from_word(E::nearest(1.0));
    let zero = DoubleWord::from_word(E::nearest(0.0));
    for level in levels().into_iter().take(2) {
        for acc in [Accuracy::Fast, Accuracy::Strict] {
            let mut c = Matrix::zeros(n, n);
            let mut best = f64::INFINITY;
            for _ in 0..7 {
                let t = Instant::now();
                gemm_at(level, acc, one, a.view(), b.view(), zero, c.view_mut()).unwrap();
                best = best.min(t.elapsed().as_secs_f64());
            }
            println!(
                "{level:?} {acc:?} {n} {} bits: {:.2} GMAC/s",
                8 * size_of::<E>(),
                (n * n * n) as f64 / best / 1e9
            );
        }
    }
}
fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    go::<f64>(512);
    go::<f32>(512);
}

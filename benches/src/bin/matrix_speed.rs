//! Products of matrices, of a matrix and a vector, and an LU factorisation beside a plain loop over
//! double-words, accurate products of `f64`, and plain arithmetic (of the crate gemm, in one thread, with the best instruction set):
//! most and median of interleaved runs, in multiply-adds of numbers a second, and the part that they
//! reach of the flops that the processor was seen to do in the same round. Products of double-words
//! are compared with each other first. The limit is one of fused multiply-adds; more than all of it is possible where a
//! processor has other units for additions, as some have for AVX2.
//!
//! `cargo run --release --bin matrix_speed -- [f32] [SIZE [THREADS]]`

use floatfloat::DoubleWord;
use floatfloat_benches::{
    limit::{fused_multiply_adds, median},
    plain::product,
};
use floatfloat_cpu::{
    Accuracy, Element, Vector, at_level, levels,
    matrix::{
        Lu, Matrix, WordMatrix, accurate_product_bound, gemm_accurate, gemm_accurate_into,
        gemm_into_with, gemm_rounded, gemm_to_words, gemv_into_with, without_tiles,
    },
};
use std::{hint::black_box, time::Instant};

/// Multiply-adds of one chain of a measurement of the limit: some 10 ms.
const STEPS: usize = 4_000_000;

struct Timed<'a> {
    name: &'static str,
    /// Multiply-adds of numbers, and flops for each.
    work: f64,
    flops: f64,
    run: Box<dyn FnMut() + 'a>,
    times: Vec<f64>,
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let single = arguments.iter().any(|argument| argument == "f32");
    let numbers: Vec<usize> =
        arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let size = numbers.first().map_or(512, |&size| size.max(1).next_multiple_of(128));
    let threads = numbers.get(1).copied().unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("threads can be started");
    for level in levels().into_iter().take(2) {
        println!("{level:?}, {threads} threads, {size} × {size}");
        pool.install(|| {
            at_level(level, || match single {
                true => measure::<f32>(size, threads),
                false => measure::<f64>(size, threads),
            })
        });
    }
}

fn measure<E: Element>(size: usize, threads: usize) {
    let mut bits = 1_u64;
    let mut number = |_, _| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = E::nearest((bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0);
        DoubleWord::from_word(word) / E::nearest(3.0)
    };
    let (a, b) =
        (Matrix::from_fn(size, size, &mut number), Matrix::from_fn(size, size, &mut number));
    check(&a, &b);
    let (rows_a, rows_b) = (a.to_row_major(), b.to_row_major());
    let [words_a, words_b] =
        [&rows_a, &rows_b].map(|rows| rows.iter().map(|x| x.hi()).collect::<Vec<E>>());
    let mut words_c = words_a.clone();
    let cube = (size as f64).powi(3);
    // Without an accuracy, the accurate product by integers.
    let gemm = |accuracy: Option<Accuracy>| {
        let mut c = Matrix::zeros(size, size);
        let (a, b) = (&a, &b);
        move || {
            let [one, zero] = [1.0, 0.0].map(|word| DoubleWord::from_word(E::nearest(word)));
            let (a, b) = (a.view(), b.view());
            match accuracy {
                Some(accuracy) => gemm_into_with(accuracy, one, a, b, zero, c.view_mut()),
                None => gemm_accurate_into(one, a, b, zero, c.view_mut()),
            }
            .expect("they fit");
            black_box(&mut c);
        }
    };
    // Several times, so that together they take as long as a product of matrices of 128 rows.
    let times = ((1 << 21) / (size * size)).max(1);
    let gemv = |accuracy, transposed: bool| {
        let view = if transposed { a.view().transpose() } else { a.view() };
        let x: Vector<DoubleWord<E>> = (0..size).filter_map(|i| b.get(i, 0)).collect();
        let mut y = Vector::<DoubleWord<_>>::zeros(size);
        move || {
            let [one, zero] = [1.0, 0.0].map(|word| DoubleWord::from_word(E::nearest(word)));
            for _ in 0..times {
                gemv_into_with(accuracy, one, view, x.view(), zero, y.view_mut())
                    .expect("they fit");
                black_box(&mut y);
            }
        }
    };
    let vectors = (times * size * size) as f64;
    // A part of the rows is enough to see how slow it is.
    let rows = (size / 64).max(1);
    let naive = || {
        for i in 0..rows {
            for j in 0..size {
                let mut sum = DoubleWord::from_word(E::nearest(0.0));
                for k in 0..size {
                    sum += rows_a[i * size + k] * rows_b[k * size + j];
                }
                black_box(sum);
            }
        }
    };
    let factorise = || {
        black_box(Lu::new(a.view()).expect("a random matrix is not singular"));
    };
    let plain = || {
        product(size, &words_a, &words_b, &mut words_c);
        black_box(&mut words_c);
    };
    let [doubles_a, doubles_b] = [&words_a, &words_b]
        .map(|words| words.iter().map(|&word| word.into()).collect::<Vec<f64>>());
    let doubles = |words| WordMatrix::from_row_major(size, size, words).expect("it is square");
    let (doubles_a, doubles_b) = (doubles(&doubles_a), doubles(&doubles_b));
    let to_words = || {
        black_box(gemm_to_words(doubles_a, doubles_b).expect("they fit"));
    };
    let rounded = || {
        black_box(gemm_rounded(doubles_a, doubles_b).expect("they fit"));
    };
    let timed = |name, work, flops, run| Timed { name, work, flops, run, times: Vec::new() };
    let mut all: [Timed<'_>; 13] = [
        timed("gemm, fast", cube, 12.0, Box::new(gemm(Some(Accuracy::Fast)))),
        timed("gemm, strict", cube, 29.0, Box::new(gemm(Some(Accuracy::Strict)))),
        // It computes with integers; as many flops as the fast product, to compare the two.
        timed("gemm, accurate", cube, 12.0, Box::new(gemm(None))),
        // The same, unless the processor has AMX.
        timed("  without tiles", cube, 12.0, {
            let mut accurate = gemm(None);
            Box::new(move || without_tiles(&mut accurate))
        }),
        timed("gemv, fast", vectors, 12.0, Box::new(gemv(Accuracy::Fast, false))),
        timed("gemv, strict", vectors, 29.0, Box::new(gemv(Accuracy::Strict, false))),
        timed("gemv, aᵀ, fast", vectors, 12.0, Box::new(gemv(Accuracy::Fast, true))),
        timed("gemv, aᵀ, strict", vectors, 29.0, Box::new(gemv(Accuracy::Strict, true))),
        timed("LU", cube / 3.0, 12.0, Box::new(factorise)),
        timed("loop of operators", (rows * size * size) as f64, 29.0, Box::new(naive)),
        timed("plain words", cube, 1.0, Box::new(plain)),
        timed("f64 by integers", cube, 1.0, Box::new(to_words)),
        timed("f64, rounded", cube, 1.0, Box::new(rounded)),
    ];
    let mut limits = Vec::new();
    for _ in 0..11 {
        limits.push(fused_multiply_adds::<E>(STEPS) * threads as f64 * 1e-9);
        for timed in &mut all {
            let start = Instant::now();
            (timed.run)();
            timed.times.push(start.elapsed().as_secs_f64());
        }
    }
    let rate = |timed: &Timed<'_>, time: f64| timed.work / time * 1e-9;
    println!("  limit {:8.3} G/s", median(&mut limits.clone()));
    for timed in &all {
        let mut rates: Vec<f64> = timed.times.iter().map(|&time| rate(timed, time)).collect();
        let parts = rates.iter().zip(&limits).map(|(rate, limit)| rate * timed.flops / limit);
        let part = median(&mut parts.collect::<Vec<f64>>());
        let middle = median(&mut rates);
        let most = rates[rates.len() - 1];
        let Timed { name, .. } = timed;
        println!("  {name:18} {most:8.3} {middle:8.3} G/s, {:3.0} % of the limit", 100.0 * part);
    }
}

/// Strict, fast and accurate products agree within their bounds, and the factors multiply to the matrix.
fn check<E: Element>(a: &Matrix<DoubleWord<E>>, b: &Matrix<DoubleWord<E>>) {
    let size = a.rows();
    let [one, zero] = [1.0, 0.0].map(|word| DoubleWord::from_word(E::nearest(word)));
    let [strict, fast] = [Accuracy::Strict, Accuracy::Fast].map(|accuracy| {
        let mut c = Matrix::zeros(size, size);
        gemm_into_with(accuracy, one, a.view(), b.view(), zero, c.view_mut()).expect("they fit");
        c
    });
    let unit = (-2.0 * f64::from(E::PRECISION)).exp2();
    let accurate = gemm_accurate(a.view(), b.view()).expect("they fit");
    let bound = accurate_product_bound::<DoubleWord<E>>();
    for (product, accuracy) in [(&strict, Accuracy::Strict), (&fast, Accuracy::Fast)] {
        let limit = bound + accuracy.product_bound::<E>(size);
        for (x, y) in accurate.to_row_major().into_iter().zip(product.to_row_major()) {
            let difference: f64 = (x - y).abs().hi().into();
            assert!(difference <= limit * size as f64, "{x:?} and {y:?} differ");
        }
    }
    let lu = Lu::new(a.view()).expect("a random matrix is not singular");
    let rows = lu.permutation();
    for i in [0, size / 3, size - 1] {
        for j in [0, size / 2, size - 1] {
            let mut sum = zero;
            for k in 0..=i.min(j) {
                let entry = |i, j| lu.factors().get(i, j).expect("the factors are square");
                sum += if k == i { entry(k, j) } else { entry(i, k) * entry(k, j) };
            }
            let expected = a.get(rows[i], j).expect("the matrix is square");
            let difference: f64 = (sum - expected).abs().hi().into();
            let limit = (16 * size + 1024) as f64 * unit * size as f64;
            assert!(difference <= limit, "L·U and P·A differ: {sum:?}, {expected:?}");
        }
    }
}

//! Nanoseconds an element of sums, dot products and norms, at several lengths, on every
//! instruction set: least and median of interleaved runs. Results are first held against the exact
//! ones.
//!
//! `cargo run --release --bin reduction_speed -- [f32] [threads] [LENGTH …]`
//!
//! One thread, unless `threads` asks for all.

use floatfloat::DoubleWord;
use floatfloat_benches::drivers::{Timed, asked, lengths_or, numbers, report};
use floatfloat_cpu::{
    Accuracy, Element, Level, Vector, at_level,
    compensated::{dot_k, sum_k},
    levels,
    reductions::{asum_with, dot_with, max_abs, nrm2_with, sum_with},
    reproducible::{AddSlices, ReproducibleSum},
};
use floatfloat_exact::Exact;
use std::hint::black_box;

fn main() {
    let all = || {
        for level in levels() {
            for length in lengths_or(&[1024, 10_000, 1_000_000]) {
                at_level(level, || match asked("f32") {
                    true => measure::<f32>(level, length),
                    false => measure::<f64>(level, length),
                });
            }
        }
    };
    let threads = if asked("threads") { 0 } else { 1 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(all);
}

fn measure<E: Element>(level: Level, length: usize) {
    let [x, y] = &[1, 3].map(|seed| numbers::<E>(length, seed, -0.5));
    let interleaved = &x.to_interleaved();
    check::<E>(x, y);
    let (x, y) = (x.view(), y.view());
    let product = |accuracy| dot_with(accuracy, x, y).expect("equal lengths");
    let mut timed = [
        timed("sum", move || sum_with(Accuracy::Strict, x)),
        timed("sum fast", move || sum_with(Accuracy::Fast, x)),
        timed("interleaved", move || sum_with(Accuracy::Fast, interleaved.as_slice())),
        timed("dot", move || product(Accuracy::Strict)),
        timed("dot fast", move || product(Accuracy::Fast)),
        timed("asum", move || asum_with(Accuracy::Strict, x)),
        timed("asum fast", move || asum_with(Accuracy::Fast, x)),
        timed("nrm2", move || nrm2_with(Accuracy::Strict, x)),
        timed("nrm2 fast", move || nrm2_with(Accuracy::Fast, x)),
        timed("max_abs", move || max_abs(x)),
        timed("Sum2", move || sum_k::<2, E>(x.hi())),
        timed("Sum3", move || sum_k::<3, E>(x.hi())),
        timed("Dot2", move || dot_k::<2, E>(x.hi(), y.hi())),
        timed("Dot3", move || dot_k::<3, E>(x.hi(), y.hi())),
        timed("exact sum of words", move || {
            reproducible(|sum| sum.add_words(x.hi())).to_word::<E>()
        }),
        timed("exact sum", move || reproducible(|sum| sum.add_numbers(x)).to_number::<E>()),
        timed("exact dot of words", move || {
            reproducible(|sum| sum.add_products(x.hi(), y.hi()).expect("equal lengths"))
                .to_word::<E>()
        }),
        timed("exact dot", move || {
            reproducible(|sum| sum.add_number_products(x, y).expect("equal lengths"))
                .to_number::<E>()
        }),
    ];
    report::<E>(level, &mut timed, length, 200_000, 31);
}

fn timed<'a, T>(name: &'static str, run: impl Fn() -> T + Send + 'a) -> Timed<'a> {
    Timed::new(name, move || {
        black_box(run());
    })
}

fn reproducible(add: impl FnOnce(&mut ReproducibleSum)) -> ReproducibleSum {
    let mut sum = ReproducibleSum::new();
    add(&mut sum);
    sum
}

fn exact<E: Element>(x: DoubleWord<E>) -> Exact {
    Exact::from_words([x.hi().into(), x.lo().into()])
}

/// Sums and dot products are within their bounds.
fn check<E: Element>(x: &Vector<DoubleWord<E>>, y: &Vector<DoubleWord<E>>) {
    fn one<E: Element>(method: Accuracy, x: &Vector<DoubleWord<E>>, y: &Vector<DoubleWord<E>>) {
        let length = x.len();
        let holds = |found: DoubleWord<E>, terms: &[Exact], bound: f64, name: &str| {
            let sum: Exact = terms.iter().cloned().sum();
            let magnitudes: Exact = terms.iter().cloned().map(Exact::abs).sum();
            let error = (exact(found) - sum).abs();
            assert!(error <= magnitudes * Exact::new(bound), "{name} of {length} numbers");
        };
        let terms: Vec<_> = x.iter().map(exact).collect();
        holds(sum_with(method, x.view()), &terms, method.sum_bound::<E>(length), "sum");
        let terms: Vec<_> = x.iter().zip(y.iter()).map(|(x, y)| exact(x) * exact(y)).collect();
        let dot = dot_with(method, x.view(), y.view()).expect("equal lengths");
        holds(dot, &terms, method.dot_bound::<E>(length), "dot");
    }
    let words = |x: &Vector<DoubleWord<E>>| -> Vec<E> { x.iter().map(|x| x.hi()).collect() };
    let (x_words, y_words) = (&words(x)[..], &words(y)[..]);
    let sum: Exact = x_words.iter().map(|&word| Exact::new(word.into())).sum();
    let nearest = reproducible(|sum| sum.add_words(x_words)).to_word::<E>();
    assert!(nearest.into() == sum.rounded(E::PRECISION).to_f64(), "exact sum");
    assert!(sum_k::<2, E>(x_words) == nearest, "Sum2, on data as tame as these");
    let dot = reproducible(|sum| {
        sum.add_products(x_words, y_words).expect("equal lengths");
    });
    let dot2 = dot_k::<2, E>(x_words, y_words).expect("equal lengths");
    assert!(dot2 == dot.to_word(), "Dot2, on data as tame as these");
    one(Accuracy::Strict, x, y);
    one(Accuracy::Fast, x, y);
}

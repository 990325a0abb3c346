//! Operations on arrays and matrices, by floatfloat and its peers in one interleaved run on one
//! thread: Markdown tables of medians, of their ratios to ours, and of how close ours come to what
//! the processor can do.
//!
//! `cargo run --release --features all --bin peers > ../book/peers.md`

use floatfloat::{DoubleDouble, QuadDouble, elementary::Function};
#[cfg(feature = "mpfr")]
use floatfloat_benches::peers::multi_precision;
#[cfg(feature = "softfloat")]
use floatfloat_benches::peers::soft;
use floatfloat_benches::peers::{
    contest::{Operation, Task},
    contestants,
    interleaved::{TIMED, report},
    machine, of_more_words,
};

/// Numbers in each array: all arrays of a contestant fit in the first cache.
const ELEMENTS: usize = 512;
const TERMS: usize = 1024;
const MANY_TERMS: usize = 1_000_000;
/// Elements of vectors of multiple precision that do not fit into the first caches.
#[cfg(feature = "mpfr")]
const LONG_VECTOR: usize = 100_000;
/// The side of matrices,
const SIDE: usize = 512;
/// and of those of three and four words.
const SMALL_SIDE: usize = 256;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    // What tasks are chosen for by a part of their titles; all without.
    let part = std::env::args().nth(1).unwrap_or_default();
    pool.expect("a thread can be started").install(|| {
        introduce();
        for task in tasks().filter(|task| task.title.contains(&part)) {
            eprintln!("{} …", task.title);
            report(&task, contestants(&task));
        }
        for task in tasks_of_more_words().filter(|task| task.title.contains(&part)) {
            eprintln!("{} …", task.title);
            report(&task, of_more_words(&task));
        }
        #[cfg(feature = "mpfr")]
        for length in [TERMS, LONG_VECTOR] {
            let title = format!("multiple precision: {length} elements");
            if title.contains(&part) {
                eprintln!("{title} …");
                multi_precision::report(&title, length);
            }
        }
        #[cfg(feature = "softfloat")]
        {
            let title = format!("f64 made of integers: {TERMS} elements");
            if title.contains(&part) {
                eprintln!("{title} …");
                soft::report(&title, TERMS);
            }
        }
    });
}

fn introduce() {
    println!("# floatfloat and its peers on one core\n");
    println!(
        "{}, {}; peers: {}.\n",
        machine::processor(),
        machine::compilers(),
        machine::versions().join(", ")
    );
    println!(
        "One thread, in a plain release build, which chooses the instruction set at run time. Times are \
         medians of rounds: in each round every library runs for {} ms or more, one after the other, each \
         after a pass that is not timed. A time is that of one element, or of one multiplication and addition \
         of a matrix product. Errors are the largest relative errors against exact results, with operands of \
         one sign; in matrix products the first rows are compared with exact results, and the other rows with \
         the results of floatfloat. *Of the limit* divides the operations per second by the fused \
         multiply-adds per second that the same core reaches in the same round; on a processor with \
         additional units for additions it may be more than 100 %. libqd runs in the loops that its users \
         write; *with fma* they are compiled with fused multiply-adds. The crates qd and twofloat are timed \
         in a plain build and inside floatfloat's `dispatch`. In matrix products some libraries compute only \
         a few rows, enough for a time.",
        1e3 * TIMED
    );
}

fn tasks() -> impl Iterator<Item = Task> {
    let elementwise = [
        (Operation::Add, "x + y"),
        (Operation::Mul, "x · y"),
        (Operation::Div, "x / y"),
        (Operation::Sqrt, "√x"),
        (Operation::Axpy, "x + a · y"),
        (Operation::Of(Function::Exp), "eˣ"),
        (Operation::Of(Function::Ln), "ln x"),
        (Operation::Of(Function::Sin), "sin x"),
        (Operation::Of(Function::Cos), "cos x"),
        (Operation::Of(Function::Atan2), "atan2(x, y)"),
        (Operation::Of(Function::Powf), "xʸ"),
    ];
    let elementwise = elementwise.map(|(operation, title)| (operation, title, ELEMENTS));
    let reductions = [
        (Operation::Sum, "Σ x", TERMS),
        (Operation::Dot, "Σ x · y", TERMS),
        (Operation::Sum, "Σ x", MANY_TERMS),
        (Operation::Dot, "Σ x · y", MANY_TERMS),
    ];
    let product = (Operation::Gemm, "product of matrices", SIDE * SIDE);
    elementwise.into_iter().chain(reductions).chain([product]).map(|(operation, what, length)| {
        let title = match operation {
            Operation::Gemm => format!("{what}, {SIDE} × {SIDE}"),
            _ => format!("{what}, {length} elements"),
        };
        let [x, y] = operands(length);
        Task { operation, title, x, y }
    })
}

/// Numbers of three and four words: sums and products of words in the first cache, and beyond all caches.
fn tasks_of_more_words() -> impl Iterator<Item = Task<QuadDouble>> {
    let tasks = [
        (Operation::Add, "x + y", TERMS),
        (Operation::Mul, "x · y", TERMS),
        (Operation::Div, "x / y", TERMS),
        (Operation::Sqrt, "√x", TERMS),
        (Operation::Dot, "Σ x · y", TERMS),
        (Operation::Dot, "Σ x · y", MANY_TERMS),
        (Operation::Gemm, "product of matrices", SMALL_SIDE * SMALL_SIDE),
    ];
    tasks.into_iter().map(|(operation, what, length)| {
        let title = match operation {
            Operation::Gemm => format!("three and four words: {what}, {SMALL_SIDE} × {SMALL_SIDE}"),
            _ => format!("three and four words: {what}, {length} elements"),
        };
        let [x, y] = operands(2 * length).map(|pairs| pairs.chunks(2).map(joined).collect());
        Task { operation, title, x, y }
    })
}

/// Two pairs as one number, which is normalised.
fn joined(pairs: &[DoubleDouble]) -> QuadDouble {
    let [high, low] = [pairs[0], pairs[1]];
    let scale = high.lo() * 2f64.powi(-54);
    QuadDouble::from_parts([high.hi(), high.lo(), low.hi() * scale, low.lo() * scale])
}

/// Random numbers in [1, 2) with full low parts, so that nothing cancels.
fn operands(length: usize) -> [Vec<DoubleDouble>; 2] {
    let mut bits = 1u64;
    let mut random = || {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut number = |_| DoubleDouble::from_parts(1.0 + random(), (random() - 0.5) * f64::EPSILON);
    [(); 2].map(|()| (0..length).map(&mut number).collect())
}

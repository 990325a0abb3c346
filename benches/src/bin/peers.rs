//! Operations on arrays and matrices, by floatfloat and its peers in one interleaved run on one
//! thread: Markdown tables of medians, of their ratios to ours, and of how close ours come to what
//! the processor can do.
//!
//! `cargo run --release --features all --bin peers > ../book/peers.md`

use floatfloat::{DoubleDouble, elementary::Function};
use floatfloat_benches::{
    limit::{fused_multiply_adds, median},
    peers::{
        check::Expected,
        contest::{Contestant, Flops, Operation, Task},
        contestants, machine,
    },
};
use floatfloat_cpu::at_level;
use std::time::Instant;

/// Numbers in each array: all arrays of a contestant fit in the first cache.
const ELEMENTS: usize = 512;
const TERMS: usize = 1024;
const MANY_TERMS: usize = 1_000_000;
/// The side of matrices.
const SIDE: usize = 512;

const MOST_ROUNDS: usize = 201;
const LEAST_ROUNDS: usize = 5;
/// Seconds that all rounds of a task may take, unless there are the least.
const SECONDS: f64 = 12.0;
/// Seconds for which the passes that are timed together last at least: long enough for a processor
/// to have switched its wide registers on.
const TIMED: f64 = 2e-4;
/// Multiply-adds of one chain of a measurement of the limit: some 0.1 ms.
const STEPS: usize = 60_000;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    // What tasks are chosen for by a part of their titles; all without.
    let part = std::env::args().nth(1).unwrap_or_default();
    pool.expect("a thread can be started").install(|| {
        introduce();
        for task in tasks().filter(|task| task.title.contains(&part)) {
            eprintln!("{} …", task.title);
            report(&task);
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
        "One thread, a plain release build, which chooses the instruction set at run time. Medians of \
         rounds, in each of which every contestant runs for {} ms or more, one after the other, each \
         after a pass that is not timed. The \
         time is that of one element, or of one multiplication and addition of a product of matrices. \
         Errors are the largest relative ones, against exact results, with operands of one sign; of \
         products of matrices the first rows are held against exact ones and the rest against ours. \
         *Of the limit* is the part of the fused multiply-adds that the core was seen to do in \
         the same round; where a processor has more units for additions, more than all of it is \
         possible. libqd's loops are those that its users write; *with fma* they are compiled \
         for it. The crates qd and twofloat are timed in a plain build and inside of \
         floatfloat's `dispatch`. Of a product of matrices some libraries compute a few rows only, \
         enough to see how long it takes.",
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

/// What was seen of a contestant, round by round.
#[derive(Default)]
struct Seen {
    /// Nanoseconds of one operation.
    times: Vec<f64>,
    /// Parts of the limit.
    parts: Vec<f64>,
}

fn report(task: &Task) {
    let mut group = contestants(task);
    let passes: Vec<usize> = group.iter_mut().map(passes).collect();
    let expected = Expected::new(task, &group[0].results());
    let errors: Vec<f64> =
        group.iter().map(|contestant| expected.largest_error(&contestant.results())).collect();
    let operations: Vec<usize> = group
        .iter()
        .map(|contestant| contestant.results().len() * task.steps_of_a_result())
        .collect();
    let mut seen: Vec<Seen> = group.iter().map(|_| Seen::default()).collect();
    let begin = Instant::now();
    for round in 0..MOST_ROUNDS {
        if round >= LEAST_ROUNDS && begin.elapsed().as_secs_f64() > SECONDS {
            break;
        }
        for (k, contestant) in group.iter_mut().enumerate() {
            let limit = contestant.flops.map(|flops| flops.count / limit(flops));
            // Its operands come back to the caches.
            contestant.run();
            let seconds = time(contestant, passes[k]) / (passes[k] * operations[k]) as f64;
            seen[k].times.push(1e9 * seconds);
            seen[k].parts.extend(limit.map(|limit| limit / seconds));
        }
    }
    println!("\n## {}\n", task.title);
    println!("| library | ns | times ours | of the limit | largest error |");
    println!("|---|---:|---:|---:|---:|");
    let medians: Vec<f64> = seen.iter_mut().map(|seen| median(&mut seen.times)).collect();
    for (k, (contestant, seen)) in group.iter().zip(&mut seen).enumerate() {
        let part = match seen.parts.is_empty() {
            true => String::new(),
            false => format!("{:.0} %", 100.0 * median(&mut seen.parts)),
        };
        let error = verdict(task, contestant, errors[k]);
        let (who, time, ratio) = (&contestant.who, medians[k], medians[k] / medians[0]);
        println!("| {who} | {time:.3} | {ratio:.2} | {part} | {error} |");
    }
}

/// An error within what rounding once an operation explains; ours must be.
fn verdict(task: &Task, contestant: &Contestant, error: f64) -> String {
    let most = (100 + 4 * task.steps_of_a_result()) as f64 * 2f64.powi(-(contestant.bits as i32));
    let is_right = error <= most;
    assert!(
        is_right || contestant.flops.is_none(),
        "{}, {}: {error:e}",
        task.title,
        contestant.who
    );
    if is_right { format!("{error:.0e}") } else { format!("{error:.0e} (wrong)") }
}

/// Flops a second that the processor does just now.
fn limit(flops: Flops) -> f64 {
    at_level(flops.level, || match flops.bits_of_word {
        32 => fused_multiply_adds::<f32>(STEPS),
        _ => fused_multiply_adds::<f64>(STEPS),
    })
}

fn time(contestant: &mut Contestant, passes: usize) -> f64 {
    let begin = Instant::now();
    for _ in 0..passes {
        contestant.run();
    }
    begin.elapsed().as_secs_f64()
}

/// How many passes are timed together.
fn passes(contestant: &mut Contestant) -> usize {
    let mut passes = 1;
    while time(contestant, passes) < TIMED {
        passes *= 2;
    }
    passes
}

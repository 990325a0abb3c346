//! An interleaved run: in each round every contestant once, and then a table of medians.

use super::{
    check::Expected,
    contest::{Contestant, Flops, Task},
};
use crate::limit::{fused_multiply_adds, median};
use floatfloat::MultiWord;
use floatfloat_cpu::at_level;
use std::time::Instant;

const MOST_ROUNDS: usize = 201;
const LEAST_ROUNDS: usize = 5;
/// Seconds that all rounds of a task may take, unless there are the least.
const SECONDS: f64 = 12.0;
/// Seconds for which the passes that are timed together last at least: long enough for a processor
/// to have switched its wide registers on.
pub const TIMED: f64 = 2e-4;
/// Multiply-adds of one chain of a measurement of the limit: some 0.1 ms.
const STEPS: usize = 60_000;

/// What was seen of a contestant, round by round.
#[derive(Default)]
struct Seen {
    /// Nanoseconds of one operation.
    times: Vec<f64>,
    /// Parts of the limit.
    parts: Vec<f64>,
}

/// Prints a table of these contestants, of which the first is the one that others are compared with. Every result
/// is held against the exact one before anything is timed.
///
/// # Panics
/// If a result of ours is wrong.
pub fn report<N: MultiWord<Word = f64> + 'static>(task: &Task<N>, mut group: Vec<Contestant<N>>) {
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
fn verdict<N: Copy + 'static>(task: &Task<N>, contestant: &Contestant<N>, error: f64) -> String {
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

fn time<N: Copy + 'static>(contestant: &mut Contestant<N>, passes: usize) -> f64 {
    let begin = Instant::now();
    for _ in 0..passes {
        contestant.run();
    }
    begin.elapsed().as_secs_f64()
}

/// How many passes are timed together.
fn passes<N: Copy + 'static>(contestant: &mut Contestant<N>) -> usize {
    let mut passes = 1;
    while time(contestant, passes) < TIMED {
        passes *= 2;
    }
    passes
}

//! Prints, for each operation, the time of every contestant and its ratio to ours: medians of
//! interleaved runs, after checking that all agree.

use floatfloat_benches::{contestants, operands};
use std::{hint::black_box, time::Instant};

const N: usize = 20_000;
const ROUNDS: usize = 301;

fn main() {
    let (start, step) = operands();
    let all = contestants();
    for operation in ["add", "mul", "div"] {
        let group: Vec<_> = all.iter().filter(|c| c.operation == operation).collect();
        let expected = (group[0].run)(start, step, N);
        for contestant in &group {
            let value = (contestant.run)(start, step, N);
            let error = ((value.hi() - expected.hi()) + (value.lo() - expected.lo())).abs();
            // Each operation may lose a few 2^-106 of the running value, N times.
            assert!(
                error <= expected.hi().abs() * N as f64 * 2f64.powi(-102),
                "{operation} by {}: wrong result",
                contestant.who
            );
        }
        let mut times = vec![Vec::with_capacity(ROUNDS); group.len()];
        for _ in 0..ROUNDS {
            for (contestant, times) in group.iter().zip(&mut times) {
                let begin = Instant::now();
                black_box((contestant.run)(black_box(start), black_box(step), N));
                times.push(begin.elapsed().as_secs_f64() * 1e9 / N as f64);
            }
        }
        let medians: Vec<f64> = times
            .iter_mut()
            .map(|t| {
                t.sort_by(f64::total_cmp);
                t[ROUNDS / 2]
            })
            .collect();
        println!("{operation}, one after the other");
        for (contestant, median) in group.iter().zip(&medians) {
            println!(
                "  {:<40} {median:7.2} ns   ours is {:.2} of it",
                contestant.who,
                medians[0] / median
            );
        }
    }
}

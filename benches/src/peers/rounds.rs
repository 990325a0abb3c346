//! Interleaved runs of what needs no table of its own kind: medians of the time of an element.

use crate::limit::median;
use std::time::Instant;

const ROUNDS: usize = 31;

/// Elements that are computed in one round at least.
const ELEMENTS: usize = 20_000;

/// What takes part in a contest.
pub type Contestant<'a> = Box<dyn FnMut() + 'a>;

/// What is timed, for readers.
pub fn explanation() -> String {
    format!(
        "Medians of {ROUNDS} rounds. In each round every library computes {ELEMENTS} elements or more, after a pass that \
         is not timed."
    )
}

/// Medians of nanoseconds an element, of arrays of this length.
pub fn times(contestants: &mut [Contestant<'_>], length: usize) -> Vec<f64> {
    let repetitions = (ELEMENTS / length).max(1);
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for (run, times) in contestants.iter_mut().zip(&mut times) {
            // Its operands come back to the caches.
            run();
            let start = Instant::now();
            (0..repetitions).for_each(|_| run());
            times.push(start.elapsed().as_secs_f64() * 1e9 / (repetitions * length) as f64);
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

//! What the drivers that time one operation after the other share: arguments, operands, samples.

use crate::limit::median;
use floatfloat::DoubleWord;
use floatfloat_cpu::{Element, Level, Vector};
use std::time::Instant;

/// Whether a word is among the arguments.
pub fn asked(word: &str) -> bool {
    std::env::args().skip(1).any(|argument| argument == word)
}

/// The lengths among the arguments, or these.
pub fn lengths_or(usual: &[usize]) -> Vec<usize> {
    let asked: Vec<_> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    if asked.is_empty() { usual.to_vec() } else { asked }
}

/// Thirds of random numbers between `least` and `least` + 1, low words as they come out.
pub fn numbers<E: Element>(length: usize, seed: u64, least: f64) -> Vector<DoubleWord<E>> {
    let mut bits = seed;
    (0..length)
        .map(|_| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed);
            let high = E::nearest((bits >> 12) as f64 / (1u64 << 52) as f64 + least);
            DoubleWord::from_word(high) / E::nearest(3.0)
        })
        .collect()
}

/// An operation on whole arrays and the samples of its time.
pub struct Timed<'a> {
    name: &'static str,
    run: Box<dyn FnMut() + 'a>,
    times: Vec<f64>,
}

impl<'a> Timed<'a> {
    /// Not yet timed.
    pub fn new(name: &'static str, run: impl FnMut() + 'a) -> Self {
        Timed { name, run: Box::new(run), times: Vec::new() }
    }
}

/// Times all in turn, in so many rounds of some `elements` each, and prints nanoseconds an element of
/// arrays of `length`: least and median.
pub fn report<E: Element>(
    level: Level,
    all: &mut [Timed<'_>],
    length: usize,
    elements: usize,
    rounds: usize,
) {
    let repetitions = (elements / length).max(1);
    for _ in 0..rounds {
        for timed in &mut *all {
            let start = Instant::now();
            for _ in 0..repetitions {
                (timed.run)();
            }
            let elements = (repetitions * length) as f64;
            timed.times.push(start.elapsed().as_secs_f64() * 1e9 / elements);
        }
    }
    println!("{level:?}, {} bits a word, {length} elements", 8 * size_of::<E>());
    for timed in all {
        let median = median(&mut timed.times);
        println!("  {:20} {:.3} {median:.3} ns", timed.name, timed.times[0]);
    }
}

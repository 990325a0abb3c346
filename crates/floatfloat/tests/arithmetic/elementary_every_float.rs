//! Functions of float-float at every `f32`, with a low word of zero: `FLOATFLOAT_EXHAUSTIVE=1` runs them, on all cores.
//! `FloatFloat` is judged by `DoubleDouble` first, and by the oracle where it uses up half of its bound
//! or leaves the range.

use floatfloat::elementary::{
    Elementary,
    atan::Atan,
    exp::Exp,
    ln::Ln,
    trig::{Cos, Sin},
};
use floatfloat_exact::{
    Format, Pair,
    functions::{
        Reference,
        survey::{apply, measure},
    },
};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

/// Arguments that a thread takes at a time.
const BLOCK: u32 = 1 << 20;

/// What was seen of one function.
#[derive(Default)]
struct Seen {
    arguments: u64,
    by_the_oracle: u64,
    largest_u2: f64,
    largest_at: f32,
    failures: Vec<String>,
}

impl Seen {
    fn take<F: Elementary>(&mut self, x: f32) {
        let pair = Pair { x: [x.into(), 0.0], y: [1.0, 0.0] };
        let [high, low] = apply::<F, f32>(pair);
        let [wide_high, wide_low] = apply::<F, f64>(pair);
        // Exact but for the last product and quotient: the words are that near to each other.
        let error = ((high - wide_high) + (low - wide_low)) / wide_high.abs() * 2f64.powi(48);
        let in_range = wide_high.abs() < 2f64.powi(127) && wide_high.abs() > 2f64.powi(-78);
        let mut error_u2 = error.abs();
        self.arguments += 1;
        if !(in_range && error_u2 <= F::INFO.bound_u2 / 2.0) {
            let Some(reference) = Reference::new(F::INFO.function, Format::F32, pair) else {
                return;
            };
            self.by_the_oracle += 1;
            let judged = measure::<F, f32>(pair, &reference);
            error_u2 = judged.verdict.error_u2.abs();
            if !judged.holds() && self.failures.len() < 10 {
                self.failures.push(format!("{} {judged}", F::INFO.name));
            }
        }
        if error_u2 > self.largest_u2 {
            (self.largest_u2, self.largest_at) = (error_u2, x);
        }
    }

    fn join(&mut self, other: Seen) {
        self.arguments += other.arguments;
        self.by_the_oracle += other.by_the_oracle;
        self.failures.extend(other.failures);
        if other.largest_u2 > self.largest_u2 {
            (self.largest_u2, self.largest_at) = (other.largest_u2, other.largest_at);
        }
    }
}

/// Every `f32` whose bits are a multiple of `step`.
fn every<F: Elementary>(step: usize) {
    let (next, all) = (AtomicU32::new(0), Mutex::new(Seen::default()));
    let work = || {
        let mut seen = Seen::default();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= (1 << 12) {
                break;
            }
            let first = block * BLOCK;
            for bits in (first..=first + (BLOCK - 1)).step_by(step) {
                seen.take::<F>(f32::from_bits(bits));
            }
        }
        all.lock().expect("no panic with the lock").join(seen);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let seen = all.into_inner().expect("no panic with the lock");
    println!(
        "{}: {} arguments, {} judged by the oracle, largest error {:.4} u² at {:e}",
        F::INFO.name,
        seen.arguments,
        seen.by_the_oracle,
        seen.largest_u2,
        seen.largest_at
    );
    assert!(seen.failures.is_empty(), "{}", seen.failures.join("\n"));
}

/// All of them, or a few to keep the test itself alive.
fn step() -> usize {
    if std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some() { 1 } else { 65_521 }
}

#[test]
fn exp() {
    every::<Exp>(step());
}

#[test]
fn ln() {
    every::<Ln>(step());
}

#[test]
fn sin() {
    every::<Sin>(step());
}

#[test]
fn cos() {
    every::<Cos>(step());
}

#[test]
fn atan() {
    every::<Atan>(step());
}

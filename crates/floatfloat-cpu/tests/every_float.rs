//! Functions of `FloatFloat` at every `f32`, with a low word of zero: `FLOATFLOAT_EXHAUSTIVE=1` runs them, on all cores.
//! `DoubleDouble` judges first, and the oracle where that leaves the bound in doubt.

use floatfloat::{
    DoubleDouble, FloatFloat,
    elementary::{
        Elementary,
        atan::Atan,
        exp::Exp,
        ln::Ln,
        trig::{Cos, Sin},
    },
};
use floatfloat_cpu::{
    Vector,
    elementwise::{Elementwise, map_into},
};
use floatfloat_exact::{
    Format, Pair,
    functions::{Reference, survey::measure},
};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

/// Arguments computed side by side.
const BLOCK: u32 = 1 << 12;

/// u² of `f32`.
const U2: f64 = 1.0 / (1u64 << 48) as f64;

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
    /// Judges f(x) = `high + low`, of which `wide` is all but exact.
    fn take<F: Elementary>(&mut self, x: f32, [high, low]: [f32; 2], wide: [f64; 2]) {
        self.arguments += 1;
        let bound_u2 = F::INFO.bound_u2;
        let size = wide[0].abs();
        if size.is_nan() && high.is_nan()
            || size > 2f64.powi(129) && f64::from(high) == wide[0] * f64::INFINITY
        {
            return;
        }
        // Exact but for the last product and quotient: the words are that near to each other.
        let error = ((f64::from(high) - wide[0]) + (f64::from(low) - wide[1])).abs();
        let error_u2 = error / (size * U2);
        let in_range = size > 2f64.powi(-78);
        let holds = if in_range {
            error_u2 <= bound_u2 / 2.0
        } else {
            // Low words there are multiples of the least subnormal number.
            error <= bound_u2 / 2.0 * U2 * size + 2f64.powi(-149)
        };
        if holds {
            if in_range {
                self.note(x, error_u2);
            }
            return;
        }
        let pair = Pair { x: [x.into(), 0.0], y: [1.0, 0.0] };
        let Some(reference) = Reference::new(F::INFO.function, Format::F32, pair) else {
            self.failures.push(format!("{}({x:e}) is {high:e} + {low:e}, not NaN", F::INFO.name));
            return;
        };
        self.by_the_oracle += 1;
        let judged = measure::<F, f32>(pair, &reference);
        self.note(x, judged.verdict.error_u2.abs());
        if !judged.holds() && self.failures.len() < 10 {
            self.failures.push(format!("{} {judged}", F::INFO.name));
        }
    }

    fn note(&mut self, x: f32, error_u2: f64) {
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

/// Blocks that a thread asks for, until there are none left.
fn judge_blocks<F: Elementary + Elementwise<0, FloatFloat> + Elementwise<0, DoubleDouble>>(
    function: F,
    next: &AtomicU32,
    step: u32,
) -> Seen {
    let mut seen = Seen::default();
    let mut narrow = Vector::<FloatFloat>::zeros(BLOCK as usize);
    let mut wide = Vector::<DoubleDouble>::zeros(BLOCK as usize);
    loop {
        let first = u64::from(next.fetch_add(1, Ordering::Relaxed)) * u64::from(BLOCK * step);
        let bits = (first..1 << 32).step_by(step as usize).take(BLOCK as usize);
        let mut words: Vec<f32> = bits.map(|bits| f32::from_bits(bits as u32)).collect();
        if words.is_empty() {
            return seen;
        }
        words.resize(BLOCK as usize, 1.0);
        let widened: Vec<f64> = words.iter().map(|&word| word.into()).collect();
        let [of_narrow, of_wide] = [
            map_into(function, Vector::from_words(&words).view(), [], narrow.view_mut()),
            map_into(function, Vector::from_words(&widened).view(), [], wide.view_mut()),
        ];
        assert_eq!((of_narrow, of_wide), (Ok(()), Ok(())));
        for (i, &x) in words.iter().enumerate() {
            let result = [narrow.hi()[i], narrow.lo()[i]];
            seen.take::<F>(x, result, [wide.hi()[i], wide.lo()[i]]);
        }
    }
}

/// Every `f32` whose bits are a multiple of `step`.
fn every<F: Elementary + Elementwise<0, FloatFloat> + Elementwise<0, DoubleDouble>>(function: F) {
    // All of them, or a few to keep the test itself alive.
    let step = if std::env::var_os("FLOATFLOAT_EXHAUSTIVE").is_some() { 1 } else { 4099 };
    let (next, all) = (AtomicU32::new(0), Mutex::new(Seen::default()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let judge = || {
        let seen = judge_blocks(function, &next, step);
        all.lock().expect("no panic with the lock").join(seen);
    };
    if cfg!(target_family = "wasm") {
        judge();
    } else {
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(judge);
            }
        });
    }
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
    assert!(seen.arguments >= (1 << 32) / u64::from(step));
}

#[test]
fn exp() {
    every(Exp);
}

#[test]
fn ln() {
    every(Ln);
}

#[test]
fn sin() {
    every(Sin);
}

#[test]
fn cos() {
    every(Cos);
}

#[test]
fn atan() {
    every(Atan);
}

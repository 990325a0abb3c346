//! The largest rates of one thread of this machine: floating-point operations and copied bytes per second.

use crate::{
    machine::CPU,
    real::Real,
    table::{Table, row},
};
use floatfloat::dispatch;
use std::{hint::black_box, time::Instant};

/// The limits of one thread.
pub struct Limits {
    /// Operations per second on `f32` and on `f64`.
    flops: [f64; 2],
    /// Bytes read and bytes written per second, together, while memory is copied.
    pub copy: f64,
}

impl Limits {
    /// Measures the limits.
    pub fn measure() -> Self {
        let flops = [flops_per_second::<f32>(), flops_per_second::<f64>()];
        Limits { flops, copy: copied_per_second() }
    }

    /// Operations per second on words `W`.
    pub fn flops<W: Real>(&self) -> f64 {
        self.flops[usize::from(W::PRECISION > f32::MANTISSA_DIGITS)]
    }

    /// Adds the limits to the table of limits.
    pub fn enter(&self, table: &mut Table) {
        for (word, flops) in ["f32", "f64"].into_iter().zip(self.flops) {
            table.push(row![CPU, word, flops / 1e9, None::<f64>, self.copy / 1e9]);
        }
    }
}

/// The bytes of one copy: more than any cache of a core holds.
const COPIED: usize = 64 << 20;

/// Bytes read and written per second while memory is copied: the fastest of several samples.
fn copied_per_second() -> f64 {
    let from = vec![1u8; COPIED];
    let mut to = vec![2u8; COPIED];
    let seconds = (0..5).map(|_| {
        let start = Instant::now();
        black_box(&mut to).copy_from_slice(black_box(&from));
        start.elapsed().as_secs_f64()
    });
    2.0 * COPIED as f64 / seconds.fold(f64::INFINITY, f64::min)
}

/// The steps of the chains in one sample.
const STEPS: u32 = 10_000;

/// The number of samples. The fastest counts, since every disturbance only slows down.
const SAMPLES: u32 = 15;

/// Operations per second on words `W` in one thread, compiled as [`dispatch`] compiles. It is the
/// fastest of independent chains of additions, of products and of fused multiply-adds, each of which
/// counts as one operation. The chains must fill the units but fit the registers. Their best number
/// differs by machine, so several numbers are tried.
pub fn flops_per_second<W: Real>() -> f64 {
    fn fastest<W: Real, const CHAINS: usize>() -> f64 {
        rate::<W, CHAINS>(|a, b| a + b)
            .max(rate::<W, CHAINS>(|a, b| a * b))
            .max(rate::<W, CHAINS>(|a, b| a.mul_add(b, b)))
    }
    fastest::<W, 32>().max(fastest::<W, 64>()).max(fastest::<W, 128>()).max(fastest::<W, 192>())
}

/// Operations per second in `CHAINS` chains.
fn rate<W: Real, const CHAINS: usize>(step: impl Fn(W, W) -> W + Copy) -> f64 {
    let seconds = (0..SAMPLES).map(|_| {
        let start = Instant::now();
        black_box(dispatch(
            #[inline(always)]
            || chains::<W, CHAINS>(step),
        ));
        start.elapsed().as_secs_f64()
    });
    f64::from(STEPS) * CHAINS as f64 / seconds.fold(f64::INFINITY, f64::min)
}

#[inline(always)]
fn chains<W: Real, const CHAINS: usize>(step: impl Fn(W, W) -> W) -> [W; CHAINS] {
    let mut chains = black_box([W::from_f64(1.0); CHAINS]);
    // Neither sums nor products leave the normal range.
    let operand = black_box(W::from_f64(1.0 / 1024.0)) + W::from_f64(1.0);
    for _ in 0..STEPS {
        for value in &mut chains {
            *value = step(*value, operand);
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::{STEPS, chains, copied_per_second, flops_per_second};

    #[test]
    fn rates_are_measured() {
        let rates = [flops_per_second::<f32>(), flops_per_second::<f64>(), copied_per_second()];
        assert!(rates.iter().all(|rate| rate.is_finite() && *rate > 0.0), "{rates:?}");
    }

    #[test]
    fn every_chain_takes_every_step() {
        let expected = 1.0 + f64::from(STEPS) * (1.0 + 1.0 / 1024.0);
        assert_eq!(chains::<f64, 32>(|a, b| a + b), [expected; 32]);
    }
}

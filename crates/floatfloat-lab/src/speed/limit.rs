//! The most floating-point operations a second that one thread of this machine does.

use crate::real::Real;
use floatfloat::dispatch;
use std::{hint::black_box, time::Instant};

/// Steps of the chains in one sample.
const STEPS: u32 = 10_000;

/// Samples; the fastest counts, since everything that disturbs only slows down.
const SAMPLES: u32 = 15;

/// Operations a second on words `W` in one thread, compiled as [`dispatch`] compiles: the fastest of
/// independent chains of additions, of products and of fused multiply-adds, of which each counts as
/// one operation. As many chains as fill the units but not more than fit the registers, which
/// differ by machine: several numbers of chains are tried.
pub(crate) fn flops_per_second<W: Real>() -> f64 {
    fn fastest<W: Real, const CHAINS: usize>() -> f64 {
        rate::<W, CHAINS>(|a, b| a + b)
            .max(rate::<W, CHAINS>(|a, b| a * b))
            .max(rate::<W, CHAINS>(|a, b| a.mul_add(b, b)))
    }
    fastest::<W, 32>().max(fastest::<W, 64>()).max(fastest::<W, 128>()).max(fastest::<W, 192>())
}

/// Operations a second in so many chains.
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
    use super::flops_per_second;

    #[test]
    fn the_limit_is_one_of_this_world() {
        let (single, double) = (flops_per_second::<f32>(), flops_per_second::<f64>());
        assert!((1e8..1e13).contains(&single) && (1e8..1e13).contains(&double));
        assert!(single > 0.7 * double, "{single} {double}");
    }
}

//! What one core does at most: fused multiply-adds that do not wait for each other.

use floatfloat::Word;
use floatfloat_cpu::{Element, Kernel, Pack, Simd, dispatch};
use std::{hint::black_box, time::Instant};

struct FusedMultiplyAdds<E> {
    factor: E,
    steps: usize,
}

/// They and the factor fit into the registers of every instruction set.
const CHAINS: usize = 12;

impl<E: Element> Kernel for FusedMultiplyAdds<E> {
    type Output = (E, usize);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (E, usize) {
        let factor = Pack::<S, E>::splat(simd, self.factor);
        let mut chains = [factor; CHAINS];
        for _ in 0..self.steps {
            for chain in &mut chains {
                *chain = chain.mul_add(factor, factor);
            }
        }
        let sum = chains.into_iter().fold(factor, |sum, chain| sum + chain);
        (sum.as_slice()[0], CHAINS * self.steps * Pack::<S, E>::LANES)
    }
}

/// Fused multiply-adds of words a second, as one core was seen to do them just now in so many steps
/// of some nanoseconds each. More flops are possible where a processor has other units for additions, as
/// some have for AVX2.
pub fn fused_multiply_adds<E: Element>(steps: usize) -> f64 {
    let factor = black_box(E::nearest(0.5));
    let start = Instant::now();
    let (sum, count) = dispatch(FusedMultiplyAdds { factor, steps });
    black_box(sum);
    count as f64 / start.elapsed().as_secs_f64()
}

/// The one in the middle; sorts them.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

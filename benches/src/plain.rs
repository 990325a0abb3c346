//! The same work in plain words: what precision costs.

use floatfloat::Word;
use floatfloat_cpu::{Element, Kernel, Pack, Simd};

/// A product of square matrices, row by row: c = a · b, by the crate gemm, with the best instruction
/// set of this machine.
pub fn product<E: Element>(size: usize, a: &[E], b: &[E], c: &mut [E]) {
    let numbers = size * size;
    assert!(a.len() == numbers && b.len() == numbers && c.len() == numbers);
    let [zero, one] = [0.0, 1.0].map(E::nearest);
    let row = isize::try_from(size).expect("a matrix in memory has fewer rows");
    // SAFETY: all three have `size` rows of `size` words, and c is borrowed exclusively.
    unsafe {
        gemm::gemm(
            size,
            size,
            size,
            c.as_mut_ptr(),
            1,
            row,
            false,
            a.as_ptr(),
            1,
            row,
            b.as_ptr(),
            1,
            row,
            zero,
            one,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// Registers of a sum.
const CHAINS: usize = 8;

/// The sum of x · y, or of x alone, in registers that do not wait for each other.
pub struct Sum<'a, E> {
    pub x: &'a [E],
    pub y: Option<&'a [E]>,
}

impl<E: Element> Kernel for Sum<'_, E> {
    type Output = E;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> E {
        let lanes = Pack::<S, E>::LANES;
        let mut sums = [Pack::<S, E>::splat(simd, E::nearest(0.0)); CHAINS];
        let row = CHAINS * lanes;
        let rows = self.x.len() / row;
        for k in 0..rows {
            let x = &self.x[k * row..][..row];
            match self.y.map(|y| &y[k * row..][..row]) {
                Some(y) => {
                    for (c, sum) in sums.iter_mut().enumerate() {
                        let x = Pack::load(simd, &x[c * lanes..]);
                        *sum = x.mul_add(Pack::load(simd, &y[c * lanes..]), *sum);
                    }
                }
                None => {
                    for (c, sum) in sums.iter_mut().enumerate() {
                        *sum = *sum + Pack::load(simd, &x[c * lanes..]);
                    }
                }
            }
        }
        let mut sum = E::nearest(0.0);
        for register in sums {
            for &word in register.as_slice() {
                sum += word;
            }
        }
        for k in rows * row..self.x.len() {
            sum += self.y.map_or(self.x[k], |y| self.x[k] * y[k]);
        }
        sum
    }
}

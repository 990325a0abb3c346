//! The same work in plain words: what precision costs.

use floatfloat::Word;
use floatfloat_cpu::{Element, Kernel, Pack, Simd};

/// A product of square matrices, row by row, a tile of registers at a time: c = a · b.
pub struct Product<'a, E> {
    /// A multiple of eight registers.
    pub size: usize,
    pub a: &'a [E],
    pub b: &'a [E],
    pub c: &'a mut [E],
}

impl<E: Element> Kernel for Product<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (size, lanes) = (self.size, Pack::<S, E>::LANES);
        assert!(size.is_multiple_of(8 * lanes) && size.is_multiple_of(2));
        for j in (0..size).step_by(8 * lanes) {
            for i in (0..size).step_by(2) {
                let mut sums = [[Pack::<S, E>::splat(simd, E::nearest(0.0)); 8]; 2];
                for k in 0..size {
                    let row = &self.b[k * size + j..][..8 * lanes];
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let left = Pack::splat(simd, self.a[(i + r) * size + k]);
                        for (c, sum) in sums.iter_mut().enumerate() {
                            *sum = left.mul_add(Pack::load(simd, &row[c * lanes..]), *sum);
                        }
                    }
                }
                for (r, sums) in sums.iter().enumerate() {
                    for (c, sum) in sums.iter().enumerate() {
                        sum.store(&mut self.c[(i + r) * size + j + c * lanes..]);
                    }
                }
            }
        }
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

//! Numbers in memory, in blocks of sixteen. A block has one array for each word of its numbers.

use crate::uints::Uints;
use fearless_simd::Simd;
use floatfloat::{multi_precision::MultiPrecision, unrolled::times};

/// The numbers of a block: as many as the largest register has lanes.
pub(super) const LANES: usize = 16;

/// Sixteen numbers.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Block<const N: usize> {
    heads: [u32; LANES],
    limbs: [[u32; LANES]; N],
}

impl<const N: usize> Block<N> {
    /// Zeros.
    pub(super) const ZEROS: Self = Block { heads: [0; LANES], limbs: [[0; LANES]; N] };

    /// −0 in every lane, to which any number can be added.
    pub(super) const NEUTRAL: Self = Block { heads: [1 << 31; LANES], limbs: [[0; LANES]; N] };

    pub(super) fn get(&self, lane: usize) -> MultiPrecision<u32, N> {
        MultiPrecision::from_words(self.heads[lane], self.limbs.map(|limbs| limbs[lane]))
    }

    pub(super) fn set(&mut self, lane: usize, number: MultiPrecision<u32, N>) {
        self.heads[lane] = number.head();
        for (limbs, limb) in self.limbs.iter_mut().zip(number.limbs()) {
            limbs[lane] = limb;
        }
    }

    /// Loads the numbers from `lane` on, each word into a register.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, lane: usize) -> MultiPrecision<Uints<S, f32>, N> {
        let head = Uints::load(simd, &self.heads[lane..]);
        let mut limbs = [head; N];
        times::<N>(
            #[inline(always)]
            |k| limbs[k] = Uints::load(simd, &self.limbs[k][lane..]),
        );
        MultiPrecision::from_words(head, limbs)
    }

    /// Writes registers of numbers from `lane` on.
    #[inline(always)]
    pub(super) fn store<S: Simd>(
        &mut self,
        lane: usize,
        numbers: MultiPrecision<Uints<S, f32>, N>,
    ) {
        numbers.head().store(&mut self.heads[lane..]);
        let limbs = numbers.limbs();
        times::<N>(
            #[inline(always)]
            |k| limbs[k].store(&mut self.limbs[k][lane..]),
        );
    }
}

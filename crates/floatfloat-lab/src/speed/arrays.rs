//! Operands and results as structure of arrays.

use crate::{random::Random, real::Real};
use floatfloat::DoubleWord;

/// Bytes to which arrays are aligned: a cache line, and the widest vector.
const ALIGNMENT: usize = 64;

/// Operands that differ; longer arrays repeat them. Many enough that no branch predictor learns
/// them.
const DISTINCT: usize = 1 << 16;

/// Exponents of the operands lie within ± this.
const EXPONENTS: u32 = 8;

/// Two operands and a result of double-words: six arrays of words, each aligned. The high words of
/// x are positive, so that they have square roots.
pub(crate) struct Arrays<W> {
    words: [Vec<W>; 6],
    offsets: [usize; 6],
    length: usize,
}

/// The arrays, or the beginnings of them.
pub(crate) struct Slices<'a, W> {
    pub(crate) x: [&'a [W]; 2],
    pub(crate) y: [&'a [W]; 2],
    pub(crate) result: [&'a mut [W]; 2],
}

impl<W: Real> Arrays<W> {
    /// Random operands, `length` of each.
    pub(crate) fn new(length: usize, seed: u64) -> Self {
        let slack = ALIGNMENT / size_of::<W>();
        let words = std::array::from_fn(|_| vec![W::default(); length + slack]);
        let offsets = std::array::from_fn(|i| {
            let words: &Vec<W> = &words[i];
            words.as_ptr().align_offset(ALIGNMENT).min(slack)
        });
        let mut arrays = Arrays { words, offsets, length };
        arrays.fill(seed);
        arrays
    }

    fn fill(&mut self, seed: u64) {
        let mut random = Random::new(seed, 0);
        let distinct = self.length.min(DISTINCT);
        for i in 0..distinct {
            let x: DoubleWord<W> = random.pair(EXPONENTS);
            let y: DoubleWord<W> = random.pair(EXPONENTS);
            let x = if x.hi().less(W::default()) { [-x.hi(), -x.lo()] } else { [x.hi(), x.lo()] };
            for (array, word) in [x[0], x[1], y.hi(), y.lo()].into_iter().enumerate() {
                self.words[array][self.offsets[array] + i] = word;
            }
        }
        for (words, &offset) in self.words.iter_mut().zip(&self.offsets) {
            let words = &mut words[offset..offset + self.length];
            for start in (distinct..words.len()).step_by(distinct) {
                let end = words.len().min(start + distinct);
                words.copy_within(..end - start, start);
            }
        }
    }

    /// The first `n` elements of each array.
    #[inline(always)]
    pub(crate) fn first(&mut self, n: usize) -> Slices<'_, W> {
        let offsets = self.offsets;
        let [xh, xl, yh, yl, rh, rl] = &mut self.words;
        Slices {
            x: [&xh[offsets[0]..][..n], &xl[offsets[1]..][..n]],
            y: [&yh[offsets[2]..][..n], &yl[offsets[3]..][..n]],
            result: [&mut rh[offsets[4]..][..n], &mut rl[offsets[5]..][..n]],
        }
    }
}

impl<W: Real> Slices<'_, W> {
    /// Operand x number `i`.
    pub(crate) fn x(&self, i: usize) -> DoubleWord<W> {
        DoubleWord::from_normalized(self.x[0][i], self.x[1][i])
    }

    /// Operand y number `i`.
    pub(crate) fn y(&self, i: usize) -> DoubleWord<W> {
        DoubleWord::from_normalized(self.y[0][i], self.y[1][i])
    }

    /// Result number `i`.
    pub(crate) fn result(&self, i: usize) -> DoubleWord<W> {
        DoubleWord::from_normalized(self.result[0][i], self.result[1][i])
    }
}

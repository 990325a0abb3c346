//! Bins: words that take the bits of all terms above their own last bit.
//!
//! A bin holds 1.5 · 2^E plus what was added to it, always between 2^E and 2^(E + 1). A term added to it is cut at the
//! bin's last bit, as by ExtractScalar in Rump, Ogita, Oishi, *Accurate floating-point summation, part I*, SIAM J. Sci.
//! Comput. 31 (2008): s' = s + x, q = s' − s, r = x − q. Both differences are exact, since s and s' lie in one binade
//! and r is the error of an addition. The rest r, at most half of the bin's last bit, goes on to the next bin, 2^39
//! below. What the last bin leaves goes to the long accumulator. So every step is exact.
//!
//! The place of the bins is chosen anew for each block of 64 terms a lane, from the sum of their magnitudes, which is
//! below 2^(e − 1). E = e + 4 − 39k in bin k. The words that go to bin 0 sum to less than 2^(e − 1). At most 8 · 64
//! words go to a later bin, each at most 2^(E + 39 − 53). With the roundings up, no lane changes by more than 2^(E −
//! 4). The changes of the lanes, of which there are at most 8, are multiples of 2^(E − 52) and add up to at most 2^E.
//! Their sum is therefore exact, too.

use super::terms::Terms;
use crate::{dispatch::Kernel, element::Element, pack::Pack};
use core::marker::PhantomData;
use fearless_simd::Simd;
use floatfloat::{ReproducibleSum, Word, unrolled::each};

/// The number of bins.
const BINS: usize = 7;

/// The exponent of each bin is this much lower than that of the bin before.
const STEP: i32 = 39;

/// The number of terms that each lane takes before the bins are emptied.
const GROUPS: usize = 64;

/// The largest sum of magnitudes in a block for which no bin overflows.
const LARGEST: f64 = f64::from_bits((1023 + 1000) << 52);

/// The largest number of lanes of a register.
const MOST_LANES: usize = 8;

/// What some bins left of a word, and the next bin.
#[derive(Clone, Copy)]
pub(super) struct Rest<W> {
    word: W,
    next: usize,
}

/// The sums of a block.
#[derive(Clone, Copy)]
pub(super) struct Bins<W>([W; BINS]);

impl<W: Word> Bins<W> {
    /// Adds a word to `COUNT` bins from `FIRST` on. All words for the first bin together are less than 2^(e − 1);
    /// a word for a later bin is at most 2^(e − 10 − 39 · FIRST).
    #[inline(always)]
    pub(super) fn add<const FIRST: usize, const COUNT: usize>(&mut self, word: W) -> Rest<W> {
        let mut rest = word;
        for bin in FIRST..FIRST + COUNT {
            rest = self.cut(bin, rest);
        }
        Rest { word: rest, next: FIRST + COUNT }
    }

    #[inline(always)]
    fn cut(&mut self, bin: usize, word: W) -> W {
        let sum = self.0[bin] + word;
        let taken = sum - self.0[bin];
        self.0[bin] = sum;
        word - taken
    }
}

/// The initial values of the bins of a block.
fn bases(largest: f64) -> [f64; BINS] {
    // 2^(e − 1) is more than the sum of magnitudes, however the sum was rounded.
    let e = (largest.to_bits() >> 52) as i32 - 1023 + 2;
    each(|k| {
        // The lowest bin ends at the least subnormal number, so nothing is left behind it.
        let exponent = (e + 4 - STEP * k as i32).max(-1022);
        1.5 * f64::from_bits(((exponent + 1023) as u64) << 52)
    })
}

/// Adds terms from arrays of the same length to a sum.
pub struct Feed<'a, T, E, const N: usize> {
    pub(super) arrays: [&'a [E]; N],
    pub(super) sum: &'a mut ReproducibleSum,
    pub(super) terms: PhantomData<T>,
}

impl<T: Terms<N>, E: Element, const N: usize> Kernel for Feed<'_, T, E, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = Pack::<S, f64>::LANES;
        let length = self.arrays.iter().map(|array| array.len()).min().unwrap_or(0);
        let whole = length - length % lanes;
        let mut start = 0;
        while start < whole {
            let end = whole.min(start + GROUPS * lanes);
            block::<S, T, E, N>(simd, self.sum, self.arrays.map(|array| &array[start..end]));
            start = end;
        }
        if whole < length {
            // Zeros follow the last words.
            let mut last = [[E::default(); MOST_LANES]; N];
            for (last, array) in last.iter_mut().zip(self.arrays) {
                last[..length - whole].copy_from_slice(&array[whole..length]);
            }
            let last = last.each_ref().map(|last| &last[..lanes]);
            block::<S, T, E, N>(simd, self.sum, last);
        }
    }
}

/// Adds a block of whole registers.
#[inline(always)]
fn block<S: Simd, T: Terms<N>, E: Element, const N: usize>(
    simd: S,
    sum: &mut ReproducibleSum,
    arrays: [&[E]; N],
) {
    let lanes = Pack::<S, f64>::LANES;
    let group = |start: usize| {
        each::<_, N>(
            #[inline(always)]
            |k| load(simd, &arrays[k][start..start + lanes]),
        )
    };
    let zero = Pack::splat(simd, 0.0);
    let mut magnitudes = zero;
    let mut has_small = false;
    for start in (0..arrays[0].len()).step_by(lanes) {
        let words = group(start);
        if is_any::<Pack<S, f64>>(T::too_small(words)) {
            has_small = true;
        } else {
            magnitudes = T::add_magnitude(magnitudes, words);
        }
    }
    let largest = largest(&magnitudes);
    // The sum is infinite or NaN if a word is.
    if largest.is_nan() || largest > LARGEST {
        for start in (0..arrays[0].len()).step_by(lanes) {
            let words = group(start);
            add_any::<S, T, N>(sum, &words);
        }
        return;
    }
    let bases = bases(largest);
    let mut bins = Bins(each(
        #[inline(always)]
        |k| Pack::splat(simd, bases[k]),
    ));
    for start in (0..arrays[0].len()).step_by(lanes) {
        let words = group(start);
        if has_small && is_any::<Pack<S, f64>>(T::too_small(words)) {
            add_any::<S, T, N>(sum, &words);
            continue;
        }
        let rests = T::add(&mut bins, words);
        let rests = rests.as_ref();
        let left = rests[1..].iter().fold(
            !rests[0].word.equal(zero),
            #[inline(always)]
            |left, rest| left | !rest.word.equal(zero),
        );
        if !Pack::<S, f64>::any(left) {
            continue;
        }
        for rest in rests {
            let mut word = rest.word;
            for bin in rest.next..BINS {
                word = bins.cut(bin, word);
            }
            if Pack::<S, f64>::any(!word.equal(zero)) {
                add_all(sum, word.as_slice());
            }
        }
    }
    for (bin, base) in bins.0.iter().zip(bases) {
        let mut moved = 0.0;
        for word in bin.as_slice() {
            moved += word - base;
        }
        if moved != 0.0 {
            sum.add_word(moved);
        }
    }
}

#[inline(always)]
fn is_any<W: Word>(mask: Option<W::Mask>) -> bool {
    mask.is_some_and(
        #[inline(always)]
        |mask| W::any(mask),
    )
}

/// The largest lane; NaN if any lane is NaN.
#[inline(always)]
fn largest<S: Simd>(register: &Pack<S, f64>) -> f64 {
    register.as_slice().iter().fold(0.0, |largest, &word| {
        if word <= largest || largest.is_nan() { largest } else { word }
    })
}

/// Adds words to the long accumulator.
#[cold]
#[inline(never)]
fn add_all(sum: &mut ReproducibleSum, words: &[f64]) {
    for &word in words {
        sum.add_word(word);
    }
}

/// Loads as many words as a register holds.
#[inline(always)]
fn load<S: Simd, E: Element>(simd: S, words: &[E]) -> Pack<S, f64> {
    if let Some(words) = as_f64(words) {
        return Pack::load(simd, words);
    }
    let mut wide = [0.0; MOST_LANES];
    for (k, &word) in words.iter().enumerate() {
        wide[k] = word.into();
    }
    Pack::load(simd, &wide)
}

/// The same words, if they are `f64`.
#[inline(always)]
fn as_f64<E: Element>(words: &[E]) -> Option<&[f64]> {
    (size_of::<E>() == size_of::<f64>()).then(|| bytemuck::cast_slice(words))
}

/// Adds terms one by one.
#[cold]
#[inline(never)]
fn add_any<S: Simd, T: Terms<N>, const N: usize>(
    sum: &mut ReproducibleSum,
    words: &[Pack<S, f64>; N],
) {
    let words = words.each_ref().map(Pack::as_slice);
    for lane in 0..words[0].len() {
        T::add_any(sum, words.map(|words| words[lane]));
    }
}

//! A part of a row as a register.

use super::view::Place;
use crate::{element::Element, pack::Pack};
use core::slice::{from_raw_parts, from_raw_parts_mut};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, unrolled::each};

/// Reads `count` entries of a row from `column` on, at most a register full, with zeros in the lanes beyond.
///
/// # Safety
/// These entries must exist.
#[inline(always)]
pub(super) unsafe fn read<S: Simd, E: Element>(
    simd: S,
    place: Place<DoubleWord<E>>,
    row: usize,
    column: usize,
    count: usize,
) -> DoubleWord<Pack<S, E>> {
    let zero = E::nearest(0.0);
    let stride = place.column_stride;
    // SAFETY: by the caller.
    let words = unsafe { place.words_at(row * place.row_stride + column * stride) };
    let [high, low] = each(
        #[inline(always)]
        |m: usize| {
            if stride == 1 {
                // SAFETY: by the caller; the entries are next to each other.
                return Pack::load_partial(simd, unsafe { from_raw_parts(words[m], count) }, zero);
            }
            let mut register = Pack::splat(simd, zero);
            for (k, to) in register.as_mut_slice()[..count].iter_mut().enumerate() {
                // SAFETY: by the caller.
                *to = unsafe { *words[m].add(k * stride) };
            }
            register
        },
    );
    DoubleWord::from_normalized(high, low)
}

/// Writes `count` entries of a row from `column` on, at most a register full.
///
/// # Safety
/// These entries must exist, and nothing else may refer to them.
#[inline(always)]
pub(super) unsafe fn write<S: Simd, E: Element>(
    numbers: DoubleWord<Pack<S, E>>,
    place: Place<DoubleWord<E>>,
    row: usize,
    column: usize,
    count: usize,
) {
    let stride = place.column_stride;
    // SAFETY: by the caller.
    let words = unsafe { place.words_at(row * place.row_stride + column * stride) };
    for (register, words) in [numbers.hi(), numbers.lo()].into_iter().zip(words) {
        if stride == 1 {
            // SAFETY: by the caller; the entries are next to each other.
            register.store_partial(unsafe { from_raw_parts_mut(words, count) });
            continue;
        }
        for (k, &word) in register.as_slice()[..count].iter().enumerate() {
            // SAFETY: by the caller.
            unsafe { *words.add(k * stride) = word };
        }
    }
}

//! Copies of operands, in the order in which a tile reads them.

use super::view::Place;
use crate::number::Number;
use floatfloat::NativeWord;

/// Copies `count` rows of a matrix from row `start` on into panels of `width` columns. A panel has,
/// for each row, the first words, then the second words and so on, with zeros beyond the last
/// column.
#[inline(always)]
pub(super) fn copy<T: Number>(
    from: Place<T>,
    start: usize,
    count: usize,
    width: usize,
    to: &mut [T::Word],
) {
    let panel_size = T::WORDS * count * width;
    let whole = from.columns / width;
    // The order of the loops makes reads contiguous for as long as possible.
    let step = if from.column_stride == 1 { 1 } else { count.max(1) };
    for rows in (0..count).step_by(step) {
        for panel in 0..whole {
            let to = &mut to[panel * panel_size..][..panel_size];
            for k in rows..count.min(rows + step) {
                let to = &mut to[T::WORDS * k * width..][..T::WORDS * width];
                // SAFETY: the row and the columns of the panel exist.
                unsafe { copy_row(from, start + k, panel * width, width, to) };
            }
        }
    }
    let left = from.columns - whole * width;
    if left > 0 {
        let to = &mut to[whole * panel_size..][..panel_size];
        to.fill(T::Word::nearest(0.0));
        for (k, to) in to.chunks_exact_mut(T::WORDS * width).enumerate() {
            // SAFETY: the row and the columns that are left exist.
            unsafe { copy_row(from, start + k, whole * width, left, to) };
        }
    }
}

/// Copies `count` numbers of a row from `column` on. Each word goes to its own part of `to`; the parts are
/// equally long.
///
/// # Safety
/// The row must have these numbers.
#[inline(always)]
unsafe fn copy_row<T: Number>(
    from: Place<T>,
    row: usize,
    column: usize,
    count: usize,
    to: &mut [T::Word],
) {
    let stride = from.column_stride;
    let offset = row * from.row_stride + column * stride;
    let width = to.len() / T::WORDS;
    // SAFETY: by the caller.
    unsafe {
        let words = from.words_at(offset);
        if stride == 1 {
            for (m, words) in words.into_iter().enumerate() {
                let to = &mut to[m * width..][..count];
                to.copy_from_slice(core::slice::from_raw_parts(words, count));
            }
        } else {
            for j in 0..count {
                for (m, words) in words.into_iter().enumerate() {
                    to[m * width + j] = *words.add(j * stride);
                }
            }
        }
    }
}

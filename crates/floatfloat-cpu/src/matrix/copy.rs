//! Copies of operands in the order in which a tile reads them.

use super::view::Place;
use crate::element::Element;

/// Copies `count` rows of a matrix from `start` on in panels of `width` columns: of each row the
/// high parts, then the low parts, with zeros beyond the last column.
#[inline(always)]
pub(super) fn copy<E: Element>(
    from: Place<E>,
    start: usize,
    count: usize,
    width: usize,
    to: &mut [E],
) {
    let panel_size = 2 * count * width;
    let whole = from.columns / width;
    // What is read is contiguous for as long as can be.
    let step = if from.column_stride == 1 { 1 } else { count.max(1) };
    for rows in (0..count).step_by(step) {
        for panel in 0..whole {
            let to = &mut to[panel * panel_size..][..panel_size];
            for k in rows..count.min(rows + step) {
                let to = &mut to[2 * k * width..][..2 * width];
                // SAFETY: the row and the columns of the panel exist.
                unsafe { copy_row(from, start + k, panel * width, width, to) };
            }
        }
    }
    let left = from.columns - whole * width;
    if left > 0 {
        let to = &mut to[whole * panel_size..][..panel_size];
        to.fill(E::nearest(0.0));
        for (k, to) in to.chunks_exact_mut(2 * width).enumerate() {
            // SAFETY: the row and the columns that are left exist.
            unsafe { copy_row(from, start + k, whole * width, left, to) };
        }
    }
}

/// Copies `count` numbers of a row from `column` on, the high parts to the first half of `to`, the
/// low parts to the second.
///
/// # Safety
/// So many numbers must be there.
#[inline(always)]
unsafe fn copy_row<E: Element>(
    from: Place<E>,
    row: usize,
    column: usize,
    count: usize,
    to: &mut [E],
) {
    let (to_high, to_low) = to.split_at_mut(to.len() / 2);
    let (to_high, to_low) = (&mut to_high[..count], &mut to_low[..count]);
    let stride = from.column_stride;
    let offset = row * from.row_stride + column * stride;
    // SAFETY: by the caller.
    unsafe {
        let (high, low) = (from.high.add(offset), from.low.add(offset));
        if stride == 1 {
            to_high.copy_from_slice(core::slice::from_raw_parts(high, count));
            to_low.copy_from_slice(core::slice::from_raw_parts(low, count));
        } else {
            for j in 0..count {
                (to_high[j], to_low[j]) = (*high.add(j * stride), *low.add(j * stride));
            }
        }
    }
}

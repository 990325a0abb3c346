//! A binary tree of partial results, shared among threads.

use core::ops::Range;

/// From this many elements on, it is worth asking other threads for help.
#[cfg(feature = "parallel")]
const SHARED: usize = 1 << 16;

/// Calls `leaf` on segments of so many elements, of which the last may be shorter, and merges the
/// results in a binary tree of ⌈log2 segments⌉ levels. The tree depends on the range alone.
pub(crate) fn reduce<T: Send>(
    range: Range<usize>,
    segment: usize,
    leaf: &(impl Fn(Range<usize>) -> T + Sync),
    merge: &(impl Fn(T, T) -> T + Sync),
) -> T {
    if range.len() <= segment {
        return leaf(range);
    }
    let middle = range.start + (range.len() / 2).next_multiple_of(segment);
    let left = || reduce(range.start..middle, segment, leaf, merge);
    let right = || reduce(middle..range.end, segment, leaf, merge);
    #[cfg(feature = "parallel")]
    if range.len() >= SHARED && rayon::current_num_threads() > 1 {
        let (left, right) = crate::parallel::join(left, right);
        return merge(left, right);
    }
    merge(left(), right())
}

/// The number of levels of the tree.
pub(crate) fn depth(length: usize, segment: usize) -> u32 {
    length.div_ceil(segment).max(1).next_power_of_two().trailing_zeros()
}

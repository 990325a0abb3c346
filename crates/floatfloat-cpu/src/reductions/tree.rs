//! A binary tree of partial results, shared among threads.

use core::ops::Range;

/// Elements for which asking other threads for help is worth the while.
#[cfg(feature = "parallel")]
const SHARED: usize = 1 << 16;

/// What `leaf` makes of segments of so many elements, the last of them perhaps shorter, merged in a
/// binary tree of ⌈log2 segments⌉ levels that depends on nothing but the range.
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

/// Levels of the tree.
pub(crate) fn depth(length: usize, segment: usize) -> u32 {
    length.div_ceil(segment).max(1).next_power_of_two().trailing_zeros()
}

//! Renormalisation of words that overlap little, by Fast2Sum.

use super::gates::gates;
use crate::word::Word;

/// Two passes over three words. 12 flops.
#[inline(always)]
pub(crate) fn renormalize3<W: Word>(mut words: [W; 3]) -> [W; 3] {
    gates!(words: F 0 1, F 1 2, F 0 1, F 1 2);
    words
}

/// Two passes over four words. 21 flops.
#[inline(always)]
pub(crate) fn renormalize4<W: Word>(mut words: [W; 4]) -> [W; 4] {
    gates!(words: F 0 1, F 2 3, F 1 2, F 0 1, F 2 3, F 1 2, F 2 3);
    words
}

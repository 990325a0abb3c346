//! How near to what a device could do at most.

use floatfloat_gpu::{WordType, speed::Limits};

/// The share, in percent, that the least possible time is of `ns` nanoseconds, for an operation on
/// words of this type that does so many flops, and reads and writes so many bytes. A division or a root
/// counts as one flop. None for a word that the device was not measured with.
pub(crate) fn percent(
    limits: &Limits,
    word: WordType,
    flops: u32,
    bytes: f64,
    ns: f64,
) -> Option<f64> {
    let least = (f64::from(flops) / limits.rate(word)?).max(bytes / limits.copy);
    Some(100.0 * least * 1e9 / ns)
}

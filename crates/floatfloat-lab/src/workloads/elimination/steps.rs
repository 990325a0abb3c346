//! The steps of elimination as recordings.

use crate::{
    arithmetic::{Arithmetic, Family},
    devices::OnDevice,
    error::Error,
};
use floatfloat_gpu::{Circuit, Wire};

/// The operations on an element.
pub struct Steps {
    /// (element, pivot) → multiplier.
    pub divide: Circuit,
    /// (element, multiplier, element of the pivot's row) → the new element.
    pub update: Circuit,
}

impl Steps {
    /// Records the steps for a device with or without a fused multiply-add.
    pub fn record<F: Family, W: OnDevice>(fused: bool) -> Result<Self, Error> {
        fn words<F: Family, W: OnDevice>(number: F::Of<Wire<W>>) -> Vec<Wire<W>> {
            F::words(number)[..F::WORDS].to_vec()
        }
        let n = F::WORDS;
        let divide = Circuit::record_words::<W>(fused, &[n; 2], &[n], |wires| {
            words::<F, W>(F::from_words(&wires[..n]).div(&F::from_words(&wires[n..])))
        })?;
        let update = Circuit::record_words::<W>(fused, &[n; 3], &[n], |wires| {
            let [factor, other] = [&wires[n..2 * n], &wires[2 * n..]].map(F::from_words);
            words::<F, W>(F::from_words(&wires[..n]).minus_product(&factor, &other))
        })?;
        Ok(Steps { divide, update })
    }
}

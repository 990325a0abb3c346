//! Many operations on each number, to measure how fast a device computes.

use super::{AnyArray, Array, Device, Piece, array::segments, invocations};
use crate::{
    circuit::Circuit,
    error::Error,
    number::Number,
    program::{Program, WORKGROUP},
    word_type::DeviceWord,
};

/// How many operations a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainLength {
    /// Rounds of a loop.
    pub rounds: u32,
    /// Operations written out in its body.
    pub unrolled: u32,
}

impl Device {
    /// step(… step(step(x, c), c) …, c) for every x and its c, `rounds` · `unrolled` steps.
    ///
    /// # Errors
    /// Those of [`map2`](Device::map2).
    pub fn chain<N: Number>(
        &self,
        x: &Array<N>,
        c: &Array<N>,
        length: ChainLength,
        step: impl FnOnce(N::Recorded, N::Recorded) -> N::Recorded,
    ) -> Result<Array<N>, Error> {
        let step = Circuit::record2(self.lowering(N::Word::TYPE)?.fused, step)?;
        self.chain_circuit(x, c, length, &step)
    }

    /// As [`chain`](Device::chain), for a step that is recorded already, such as an operation of
    /// the registry ([`Circuit::of_operation`]).
    ///
    /// # Errors
    /// Those of [`map_into`](Device::map_into).
    pub fn chain_circuit<N: Number>(
        &self,
        x: &Array<N>,
        c: &Array<N>,
        length: ChainLength,
        step: &Circuit,
    ) -> Result<Array<N>, Error> {
        let result = self.array(x.len())?;
        super::maps::check(step, &[x, c], &[false, false], &result)?;
        let ChainLength { rounds, unrolled } = length;
        let ready = self.ready(&Program::Chain { step: step.clone(), unrolled })?;
        let steps =
            (step.nodes().len() as u64).saturating_mul(u64::from(rounds) * u64::from(unrolled));
        for (segment, count) in segments(x.len()).enumerate() {
            let buffers = [x, c, &result].map(|array| &array.buffers()[segment]);
            let mut begin = 0;
            while begin < count {
                let now = ready.units(steps, u64::from(WORKGROUP)).min(count - begin);
                let arguments = [begin as u32, now as u32, rounds, 0, 0, 0, 0, 0];
                let groups = invocations(now);
                let piece = Piece {
                    buffers: &buffers,
                    arguments,
                    groups,
                    steps: now.saturating_mul(steps),
                };
                self.launch(&ready, &piece, begin + now < count)?;
                begin += now;
            }
        }
        Ok(result)
    }
}

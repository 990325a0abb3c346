//! Many operations on each number, to measure how fast a device computes.

use super::{AnyArray, Array, Device, Piece, array::segments, grid, maps};
use crate::{
    circuit::Circuit,
    error::Error,
    number::Number,
    program::{Chain, Program},
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
        maps::check(step, &[x, c], &[false, false], x)?;
        let chain = Chain::of_step(step.clone(), length.unrolled);
        self.run(chain, false, x, c, length.rounds)
    }

    /// `chain` from every x with its c, `rounds` times the steps that it has written out, by
    /// workgroups of `chain.lanes` invocations: as many x as that are one workgroup, one x with
    /// one lane is one invocation alone. c may be one number for all x.
    ///
    /// # Errors
    /// [`Error::Length`] if there are neither as many c as x nor one, or if the words of the
    /// circuits fit neither each other nor the numbers; [`Error::Unsupported`] if the device has no
    /// such workgroups, or is software and there are more than 65535 rounds; and those of [`map_into`](Device::map_into).
    pub fn run_chain<X: Number, C: Number, R: Number>(
        &self,
        chain: &Chain,
        x: &Array<X>,
        c: &Array<C>,
        rounds: u32,
    ) -> Result<Array<R>, Error> {
        let (word, state) = (R::Word::TYPE, chain.begin.outputs().len());
        chain.begin.check_shape(word, &[X::WORDS], state)?;
        chain.step.check_shape(word, &[state, C::WORDS], state)?;
        chain.finish.check_shape(word, &[state], R::WORDS)?;
        maps::is_word(&chain.begin, X::Word::TYPE)?;
        maps::is_word(&chain.step, C::Word::TYPE)?;
        let broadcast = c.len() == 1;
        if !broadcast && c.len() != x.len() {
            return Err(Error::Length { what: "c", expected: x.len(), given: c.len() });
        }
        self.run(chain.clone(), broadcast, x, c, rounds)
    }

    /// A chain that fits the arrays.
    fn run<X: Number, C: Number, R: Number>(
        &self,
        chain: Chain,
        broadcast: bool,
        x: &Array<X>,
        c: &Array<C>,
        rounds: u32,
    ) -> Result<Array<R>, Error> {
        let result = self.array(x.len())?;
        let lanes = u64::from(chain.lanes);
        let steps = (chain.step.nodes().len() as u64)
            .saturating_mul(u64::from(rounds) * u64::from(chain.unrolled));
        self.check_rounds(rounds.into())?;
        let ready = self.ready(&Program::Chain { chain, broadcast })?;
        for (segment, count) in segments(x.len()).enumerate() {
            let of_c = if broadcast { 0 } else { segment };
            let buffers = [&x.buffers()[segment], &c.buffers()[of_c], &result.buffers()[segment]];
            let mut begin = 0;
            while begin < count {
                let now = ready.units(steps, lanes).min(count - begin);
                let piece = Piece {
                    buffers: &buffers,
                    arguments: [begin as u32, now as u32, rounds, 0, 0, 0, 0, 0],
                    groups: grid(now.div_ceil(lanes)),
                    steps: now.saturating_mul(steps),
                };
                self.launch(&ready, &piece, begin + now < count)?;
                begin += now;
            }
        }
        Ok(result)
    }
}

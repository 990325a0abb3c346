//! Sums and dot products.

use super::{
    AnyArray, Array, Device, Piece,
    array::{segments, unwritten},
    grid,
};
use crate::{
    accumulate::{self, Accumulation},
    backend::Buffer,
    circuit::Circuit,
    error::Error,
    number::Number,
    program::{Program, WORKGROUP, reduction_groups},
    word_type::DeviceWord,
};

/// # Sums
///
/// The order of a sum depends on its length alone: within each segment of
/// [`SEGMENT`](crate::program::SEGMENT) elements it is that of [`Program::Reduce`] with
/// [`reduction_groups`] groups; then the states of all groups of all segments, one after another,
/// are merged in the same manner, until one is left. So all devices with a fused multiply-add give
/// the same bits, and so do all without.
impl Device {
    /// The sum of the numbers, 0 for none.
    ///
    /// Every addition of double-words is within 2u² of its result. A term passes through at most
    /// 32 in a segment and 8 + 8 of merging, and one more for every 2048 segments. Infinities and
    /// NaN come out as from the plain sum of the high parts in the same order; a sum that overflows
    /// on the way is infinite.
    ///
    /// # Errors
    /// [`Error::NoWord`], [`Error::NotCertified`], [`Error::ForeignBuffer`],
    /// [`Error::OutOfMemory`], [`Error::Rejected`], [`Error::Lost`]; [`Error::Unwritten`] with the
    /// number of a partial sum if that is not the result of a launch.
    pub fn sum<N: Number>(&self, x: &Array<N>) -> Result<N, Error> {
        self.reduce(&accumulate::sum::<N>(self.lowering(N::Word::TYPE)?.fused), &[x])
    }

    /// The sum of the products of the numbers, 0 for none; as [`sum`](Device::sum).
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many y as x, and those of [`sum`](Device::sum).
    pub fn dot<N: Number>(&self, x: &Array<N>, y: &Array<N>) -> Result<N, Error> {
        if x.len() != y.len() {
            return Err(Error::Length { what: "y", expected: x.len(), given: y.len() });
        }
        self.reduce(&accumulate::dot::<N>(self.lowering(N::Word::TYPE)?.fused), &[x, y])
    }

    fn reduce<N: Number>(
        &self,
        accumulation: &Accumulation,
        arrays: &[&Array<N>],
    ) -> Result<N, Error> {
        let length = arrays[0].len();
        if length == 0 {
            return Ok(N::zeroed());
        }
        let program = |accumulate: &Circuit| Program::Reduce {
            identity: accumulation.identity.clone(),
            accumulate: accumulate.clone(),
            merge: accumulation.merge.clone(),
        };
        let first = program(&accumulation.accumulate);
        let all = segments(length).map(|length| u64::from(reduction_groups(length))).sum();
        let partial = self.states(accumulation, all)?;
        let mut to = 0;
        for (segment, length) in segments(length).enumerate() {
            let mut buffers: Vec<_> =
                arrays.iter().map(|array| &array.buffers()[segment]).collect();
            buffers.push(&partial);
            to += self.reduce_segment(&first, &buffers, length, to)?;
        }
        let again = program(&accumulation.merge);
        let (mut states, mut count) = (partial.clone(), all);
        while count > 1 {
            let merged = self.states(accumulation, u64::from(reduction_groups(count)))?;
            count = self.reduce_segment(&again, &[&states, &merged], count, 0)?;
            states = merged;
        }
        let result = self.array::<N>(1)?;
        let function = accumulation.finish.clone();
        let finish = Program::Map { function, broadcast: vec![false], looped: false };
        self.map_segment(&finish, &[&states, &result.buffers()[0]], 1, 0)?;
        let result = self.download(&result)?[0];
        let words: &[N::Word] = bytemuck::cast_slice(std::slice::from_ref(&result));
        if words.iter().any(|word| word.to_f64().is_nan()) {
            self.check_states::<N::Word>(&partial, all * accumulation.identity.len() as u64)?;
        }
        Ok(result)
    }

    /// Memory for so many states.
    fn states(&self, accumulation: &Accumulation, count: u64) -> Result<Buffer, Error> {
        let word = accumulation.accumulate.word().bytes();
        self.backend.allocate(count * accumulation.identity.len() as u64 * word)
    }

    /// Whether all of so many words of states were written.
    fn check_states<E: DeviceWord>(&self, states: &Buffer, words: u64) -> Result<(), Error> {
        let mut words = vec![E::zeroed(); words as usize];
        self.backend.read(states, bytemuck::cast_slice_mut(&mut words))?;
        unwritten(&words).map_or(Ok(()), |word| Err(self.unwritten(word as u64)))
    }

    /// Reduces the elements of a segment to the states of its groups, from place `to` on; how many
    /// these are.
    fn reduce_segment(
        &self,
        program: &Program,
        buffers: &[&Buffer],
        count: u64,
        to: u64,
    ) -> Result<u64, Error> {
        let ready = self.ready(program)?;
        let groups = u64::from(reduction_groups(count));
        let [(_, accumulate), (_, merge)] = program.circuits()[..] else {
            unreachable!("a reduction has two circuits")
        };
        let steps = accumulate.nodes().len() as u64 * count.div_ceil(groups)
            + merge.nodes().len() as u64 * u64::from(WORKGROUP);
        let mut group = 0;
        while group < groups {
            let now = ready.units(steps, 1).min(groups - group);
            let arguments = [count as u32, groups as u32, group as u32, to as u32, 0, 0, 0, 0];
            let piece = Piece { buffers, arguments, groups: grid(now), steps: now * steps };
            self.launch(&ready, &piece, group + now < groups)?;
            group += now;
        }
        Ok(groups)
    }
}

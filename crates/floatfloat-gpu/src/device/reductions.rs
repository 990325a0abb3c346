//! Sums and dot products.

use super::{
    AnyArray, Device, DeviceArray,
    array::{fits, segments, unwritten},
    launch::{Piece, grid},
    maps::{self, is_word},
    task::Task,
};
use crate::{
    accumulate::Accumulation,
    backend::Buffer,
    circuit::Circuit,
    error::Error,
    kernels::reduction_groups,
    number::DeviceNumber,
    program::{Program, WORKGROUP},
    word_type::DeviceWord,
};

/// The workgroups among which a reduction is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchShape {
    /// The number of workgroups for each segment of the arrays.
    pub groups: u32,
    /// The invocations of each workgroup: a power of two, at most
    /// [`WIDEST`](crate::program::WIDEST).
    pub lanes: u32,
}

impl LaunchShape {
    /// The shape for a sum of `count` elements.
    fn of(count: u64) -> Self {
        LaunchShape { groups: reduction_groups(count), lanes: WORKGROUP }
    }
}

/// # Sums
///
/// The order of the additions of a sum depends on its length alone. Within each segment of
/// [`SEGMENT`](crate::program::SEGMENT) elements it is that of [`Program::reduce`] with
/// [`reduction_groups`] groups. The states of all groups of all segments, one after another, are
/// then merged in the same manner until one is left. All devices with a fused multiply-add
/// therefore give the same bits, and so do all devices without one.
impl Device {
    /// The sum of the numbers; 0 if there are none.
    ///
    /// Every addition of double-words has an error of at most 2u² of its result. A term passes
    /// through at most 32 additions in a segment and 8 + 8 additions of merging, and one more for
    /// every 2048 segments. Infinities and NaN are those of the plain sum of the high words in the
    /// same order. A sum whose intermediate result overflows is infinite.
    ///
    /// # Errors
    /// [`Error::NoWord`], [`Error::NotCertified`], [`Error::ForeignBuffer`],
    /// [`Error::OutOfMemory`], [`Error::Rejected`], [`Error::Lost`]; [`Error::Unwritten`] with the
    /// index of a partial sum that no launch has written.
    pub fn sum<N: DeviceNumber>(&self, x: &DeviceArray<N>) -> Result<N, Error> {
        let sum = Accumulation::sum::<N>(self.lowering(N::Word::TYPE)?.fused);
        if x.is_empty() {
            return Ok(N::zeroed());
        }
        self.reduce_with(&sum, &[x], None)
    }

    /// The sum of the products of the numbers; 0 if there are none. Otherwise the same as
    /// [`sum`](Device::sum).
    ///
    /// # Errors
    /// [`Error::Length`] if `y` does not have as many elements as `x`, and those of
    /// [`sum`](Device::sum).
    pub fn dot<N: DeviceNumber>(&self, x: &DeviceArray<N>, y: &DeviceArray<N>) -> Result<N, Error> {
        if x.len() != y.len() {
            return Err(Error::Length { what: "y", expected: x.len(), given: y.len() });
        }
        let dot = Accumulation::dot::<N>(self.lowering(N::Word::TYPE)?.fused);
        if x.is_empty() {
            return Ok(N::zeroed());
        }
        self.reduce_with(&dot, &[x, y], None)
    }

    /// A reduction of arrays to a number, with workgroups of your choice; `None` means those of
    /// [`sum`](Device::sum). Without elements the result is the finished identity.
    ///
    /// The order of the additions is that of [`Program::reduce`] within each segment of
    /// [`SEGMENT`](crate::program::SEGMENT) elements. The states of all groups are then merged as
    /// those of [`sum`](Device::sum). One group of one lane is therefore the plain loop over the
    /// elements, and gives its bits if there is one segment.
    ///
    /// A group is never divided among launches. Few lanes over many elements are one long launch,
    /// which blocks a display, and which some systems end after seconds. The caller must choose
    /// groups and lanes with which the device finishes in time.
    ///
    /// # Errors
    /// [`Error::Length`] if the number of arrays is not that of the reduction, if arrays differ in
    /// length, if their numbers have other words than the reduction takes, or if the result has
    /// another number of words than R. [`Error::Unsupported`] if the number of lanes is not a power
    /// of two, if there are no groups or more than 2^31 lanes in total, if the device has no such
    /// workgroups, or if it is software and a lane has more than 65535 elements. Also those of
    /// [`sum`](Device::sum).
    pub fn reduce_with<R: DeviceNumber>(
        &self,
        accumulation: &Accumulation,
        arrays: &[&dyn AnyArray],
        shape: Option<LaunchShape>,
    ) -> Result<R, Error> {
        let elements = &accumulation.accumulate.parameters()[1..];
        fits("arrays to reduce", elements.len() as u64, arrays.len() as u64)?;
        for (array, &words) in arrays.iter().zip(elements) {
            fits("words of an element", words as u64, array.words() as u64)?;
            fits("array", arrays[0].elements(), array.elements())?;
            is_word(&accumulation.accumulate, array.word())?;
        }
        let state = accumulation.identity.len();
        accumulation.finish.check_shape(R::Word::TYPE, &[state], R::WORDS)?;
        if let Some(LaunchShape { groups, lanes }) = shape
            && !(1..=1 << 31).contains(&(u64::from(groups) * u64::from(lanes)))
        {
            let what = "; take one or more of each, and not more than 2^31 in all";
            return Err(self.unsupported(format!("{groups} groups of {lanes} lanes{what}")));
        }
        self.reduce(accumulation, arrays, shape)
    }

    fn reduce<R: DeviceNumber>(
        &self,
        accumulation: &Accumulation,
        arrays: &[&dyn AnyArray],
        shape: Option<LaunchShape>,
    ) -> Result<R, Error> {
        let Accumulation { identity, accumulate, merge, finish } = accumulation;
        let length = arrays[0].elements();
        let program = |accumulate: &Circuit, lanes| {
            Program::reduce(identity.clone(), accumulate.clone(), merge.clone(), lanes)
        };
        let shape = |count| shape.unwrap_or(LaunchShape::of(count));
        let first = program(accumulate, shape(length).lanes);
        // An empty array also has one segment, from which nothing is read.
        let nothing = self.backend.allocate(0)?;
        let counts: Vec<u64> = if length == 0 { vec![0] } else { segments(length).collect() };
        let all = counts.iter().map(|&count| u64::from(shape(count).groups)).sum();
        let partial = self.states(accumulation, all)?;
        let again = program(merge, WORKGROUP);
        let finish = Program::map(finish.clone(), vec![false], false);
        let steps = |program: &Program, count: u64, shape: LaunchShape| {
            u64::from(shape.groups) * group_steps(program, count, shape)
        };
        let of_segments = counts.iter().map(|&count| steps(&first, count, shape(count)));
        let of_merging = levels(all).map(|count| steps(&again, count, LaunchShape::of(count)));
        let total = of_segments.chain(of_merging).sum::<u64>() + maps::steps(&finish);
        let task = self.task(total);
        let mut to = 0;
        for (segment, &count) in counts.iter().enumerate() {
            let buffer = |array: &&dyn AnyArray| array.buffers().get(segment).cloned();
            let mut buffers: Vec<_> =
                arrays.iter().map(|array| buffer(array).unwrap_or(nothing.clone())).collect();
            buffers.push(partial.clone());
            let buffers: Vec<_> = buffers.iter().collect();
            to += self.reduce_segment(&task, &first, &buffers, count, shape(count), to)?;
        }
        let mut states = partial.clone();
        for count in levels(all) {
            let shape = LaunchShape::of(count);
            let merged = self.states(accumulation, u64::from(shape.groups))?;
            self.reduce_segment(&task, &again, &[&states, &merged], count, shape, 0)?;
            states = merged;
        }
        let result = self.new_array::<R>(1)?;
        let buffers = [&states, &result.buffers()[0]];
        task.map_segment(&*self.prepare(&finish)?, maps::steps(&finish), &buffers, 1, 0)?;
        let result = self.download(&result)?[0];
        let words: &[R::Word] = bytemuck::cast_slice(std::slice::from_ref(&result));
        // Results that no launch has written are NaN for words, and anything for integers.
        if R::INTEGERS.is_some() || words.iter().any(|word| word.to_f64().is_nan()) {
            self.check_states::<R::Word>(&partial, all, identity.len())?;
        }
        Ok(result)
    }

    /// Memory for `count` states.
    fn states(&self, accumulation: &Accumulation, count: u64) -> Result<Buffer, Error> {
        let word = accumulation.accumulate.word().bytes();
        self.backend.allocate(count * accumulation.identity.len() as u64 * word)
    }

    /// Checks that the first `count` states were all written.
    fn check_states<E: DeviceWord>(
        &self,
        states: &Buffer,
        count: u64,
        of_state: usize,
    ) -> Result<(), Error> {
        let mut words = vec![E::zeroed(); count as usize * of_state];
        self.backend.read(states, bytemuck::cast_slice_mut(&mut words))?;
        unwritten(&words, of_state).map_or(Ok(()), |word| Err(self.unwritten(word as u64)))
    }

    /// Reduces the elements of a segment to the states of its groups, written from place `to` on.
    /// Returns the number of states.
    fn reduce_segment(
        &self,
        task: &Task<'_>,
        program: &Program,
        buffers: &[&Buffer],
        count: u64,
        shape: LaunchShape,
        to: u64,
    ) -> Result<u64, Error> {
        let groups = u64::from(shape.groups);
        self.check_iterations(count.div_ceil(groups * u64::from(shape.lanes)))?;
        let ready = self.prepare(program)?;
        let steps = group_steps(program, count, shape);
        let mut group = 0;
        while group < groups {
            let now = ready.units(steps, 1).min(groups - group);
            let arguments = [count as u32, groups as u32, group as u32, to as u32, 0, 0, 0, 0];
            let piece = Piece { buffers, arguments, groups: grid(now), steps: now * steps };
            task.launch(&ready, &piece, group + now < groups)?;
            group += now;
        }
        Ok(groups)
    }
}

/// The numbers of states before each round of merging, until one state is left.
fn levels(states: u64) -> impl Iterator<Item = u64> {
    let merged = |&count: &u64| Some(u64::from(LaunchShape::of(count).groups));
    std::iter::successors(Some(states), merged).take_while(|&count| count > 1)
}

/// The number of steps of each group, in a reduction of `count` elements.
fn group_steps(program: &Program, count: u64, shape: LaunchShape) -> u64 {
    let [accumulate, merge] = program.circuits() else {
        unreachable!("a reduction has two circuits")
    };
    accumulate.nodes().len() as u64 * count.div_ceil(shape.groups.into())
        + merge.nodes().len() as u64 * u64::from(shape.lanes)
}

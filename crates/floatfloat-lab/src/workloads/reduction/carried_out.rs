//! Reductions carried out: one term after the other on the processor, and by a device.

use super::{Of, Reduction};
use crate::{
    arithmetic::Family, devices::OnDevice, error::Error, progress::Progress, timing::stop_if_asked,
};
use floatfloat::{Word, dispatch};
use floatfloat_gpu::{Accumulation, Array, Circuit, Device, LaunchShape, Wire, device::AnyArray};

/// Terms between two looks at whether to stop.
const CHUNK: usize = 1 << 18;

/// One term after the other: the words of the result.
///
/// # Errors
/// [`Error::Interrupted`].
pub(crate) fn in_order<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[Vec<Of<R::Numbers, W>>; N],
    progress: &dyn Progress,
) -> Result<[W; 2], Error> {
    let mut state = [W::default(); 2];
    let count = operands[0].len();
    for begin in (0..count).step_by(CHUNK) {
        stop_if_asked(progress)?;
        let end = count.min(begin + CHUNK);
        state = include_all::<R, W, N>(state, operands.each_ref().map(|all| &all[begin..end]));
    }
    Ok(R::finish(state))
}

/// The states after each of the first terms, as many as asked for, evenly spread.
pub(crate) fn along<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[Vec<Of<R::Numbers, W>>; N],
    places: usize,
) -> Vec<(usize, [W; 2])> {
    let count = operands[0].len();
    let (mut state, mut begin) = ([W::default(); 2], 0);
    let mut states = Vec::with_capacity(places);
    for place in 1..=places {
        let end = (count as u128 * place as u128 / places as u128) as usize;
        state = include_all::<R, W, N>(state, operands.each_ref().map(|all| &all[begin..end]));
        states.push((end, state));
        begin = end;
    }
    states
}

#[inline(never)]
fn include_all<R: Reduction<N>, W: OnDevice, const N: usize>(
    state: [W; 2],
    operands: [&[Of<R::Numbers, W>]; N],
) -> [W; 2] {
    dispatch(
        #[inline(always)]
        || {
            let mut state = state;
            for i in 0..operands[0].len() {
                let mut term = [operands[0][i]; N];
                for k in 1..N {
                    term[k] = operands[k][i];
                }
                state = R::include(state, term);
            }
            state
        },
    )
}

/// The arrays of a reduction on a device, and the reduction, recorded.
pub(crate) struct Uploaded<'d, R: Reduction<N>, W: OnDevice, const N: usize> {
    device: &'d Device,
    arrays: [Array<<R::Numbers as Family>::Stored<W>>; N],
    accumulation: Accumulation,
}

impl<'d, R: Reduction<N>, W: OnDevice, const N: usize> Uploaded<'d, R, W, N> {
    /// Records the reduction and copies its operands to a device that has these words.
    ///
    /// # Errors
    /// Those of the device.
    pub(crate) fn new(
        device: &'d Device,
        operands: &[Vec<Of<R::Numbers, W>>; N],
    ) -> Result<Self, Error> {
        let fused = device.lowering(W::TYPE)?.fused;
        let mut arrays = Vec::with_capacity(N);
        for numbers in operands {
            arrays.push(device.upload(&R::Numbers::stored::<W>(numbers))?);
        }
        let arrays = arrays.try_into().unwrap_or_else(|_| unreachable!("one array an operand"));
        Ok(Uploaded { device, arrays, accumulation: recorded::<R, W, N>(fused)? })
    }

    /// Reduces them by workgroups of this shape, or by those that the library takes: the words of
    /// the result.
    ///
    /// # Errors
    /// Those of the device; among them that it cannot have such workgroups.
    pub(crate) fn reduce(
        &self,
        shape: Option<LaunchShape>,
    ) -> Result<[W; 2], floatfloat_gpu::Error> {
        let arrays = self.arrays.each_ref().map(|array| array as &dyn AnyArray);
        let result = self.device.reduce_with(&self.accumulation, &arrays, shape)?;
        let number = R::Numbers::loaded::<W>(vec![result])[0];
        Ok(R::Numbers::words(number))
    }
}

/// The reduction as devices are asked to do it.
///
/// # Errors
/// None: reductions are pure functions of states and terms.
fn recorded<R: Reduction<N>, W: OnDevice, const N: usize>(
    fused: bool,
) -> Result<Accumulation, floatfloat_gpu::Error> {
    let (state, words) = (R::STATE, R::Numbers::WORDS);
    let held = |held: &[Wire<W>]| match *held {
        [first, second, ..] => [first, second],
        _ => [held[0], held[0].constant(0.0)],
    };
    let mut parameters = vec![state];
    parameters.resize(1 + N, words);
    let include = Circuit::record_words::<W>(fused, &parameters, &[state], |wires| {
        let (before, terms) = wires.split_at(state);
        let term = std::array::from_fn(|k| R::Numbers::from_words(&terms[k * words..][..words]));
        R::include(held(before), term)[..state].to_vec()
    })?;
    let merge = Circuit::record_words::<W>(fused, &[state; 2], &[state], |wires| {
        let (x, y) = wires.split_at(state);
        R::merge(held(x), held(y))[..state].to_vec()
    })?;
    let finish = Circuit::record_words::<W>(fused, &[state], &[words], |wires| {
        R::finish(held(wires))[..words].to_vec()
    })?;
    Accumulation::new(&vec![0.0; state], include, merge, finish)
}

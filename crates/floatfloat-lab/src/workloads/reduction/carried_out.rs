//! Runs reductions, one term after the other on the processor, and on a device.

use super::{Of, Reduction};
use crate::{
    arithmetic::Family, devices::OnDevice, error::Error, progress::Progress, timing::stop_if_asked,
};
use floatfloat::{Word, dispatch_scalar};
use floatfloat_gpu::{
    Accumulation, Circuit, Device, DeviceArray, LaunchShape, Wire, device::AnyArray,
};

/// The number of terms between two checks whether to stop.
const CHUNK: usize = 1 << 18;

/// Adds one term after the other. Returns the words of the result.
pub fn in_order<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[Vec<Of<R::Numbers, W>>; N],
    progress: &dyn Progress,
) -> Result<[W; 2], Error> {
    let (mut first, mut second) = (W::default(), W::default());
    let count = operands[0].len();
    for begin in (0..count).step_by(CHUNK) {
        stop_if_asked(progress)?;
        let end = count.min(begin + CHUNK);
        let chunk = operands.each_ref().map(|all| &all[begin..end]);
        include_all::<R, W, N>(&mut first, &mut second, chunk);
    }
    Ok(R::finish([first, second]))
}

/// The states after each of several numbers of terms, evenly spread.
pub fn along<R: Reduction<N>, W: OnDevice, const N: usize>(
    operands: &[Vec<Of<R::Numbers, W>>; N],
    places: usize,
) -> Vec<(usize, [W; 2])> {
    let count = operands[0].len();
    let (mut first, mut second, mut begin) = (W::default(), W::default(), 0);
    let mut states = Vec::with_capacity(places);
    for place in 1..=places {
        let end = (count as u128 * place as u128 / places as u128) as usize;
        let part = operands.each_ref().map(|all| &all[begin..end]);
        include_all::<R, W, N>(&mut first, &mut second, part);
        states.push((end, [first, second]));
        begin = end;
    }
    states
}

/// Includes one term after the other in a state.
///
/// The words of the state are separate variables. The compiler puts two adjacent `f32` into one
/// register, and every addition then has to shuffle them.
#[inline(never)]
pub fn include_all<R: Reduction<N>, W: Word, const N: usize>(
    first: &mut W,
    second: &mut W,
    operands: [&[Of<R::Numbers, W>]; N],
) {
    dispatch_scalar(
        #[inline(always)]
        || {
            let mut state = [*first, *second];
            for (i, &number) in operands[0].iter().enumerate() {
                let mut term = [number; N];
                for n in 1..N {
                    term[n] = operands[n][i];
                }
                state = R::include(state, term);
            }
            [*first, *second] = state;
        },
    );
}

/// The arrays of a reduction on a device, and the recorded reduction.
pub struct Uploaded<'d, R: Reduction<N>, W: OnDevice, const N: usize> {
    device: &'d Device,
    arrays: [DeviceArray<<R::Numbers as Family>::Stored<W>>; N],
    accumulation: Accumulation,
}

impl<'d, R: Reduction<N>, W: OnDevice, const N: usize> Uploaded<'d, R, W, N> {
    /// Records the reduction and copies its operands to a device that has these words.
    pub fn new(device: &'d Device, operands: &[Vec<Of<R::Numbers, W>>; N]) -> Result<Self, Error> {
        let fused = device.lowering(W::TYPE)?.fused;
        let mut arrays = Vec::with_capacity(N);
        for numbers in operands {
            arrays.push(device.upload(&R::Numbers::stored::<W>(numbers))?);
        }
        let arrays = arrays.try_into().unwrap_or_else(|_| unreachable!("one array an operand"));
        Ok(Uploaded { device, arrays, accumulation: recorded::<R, W, N>(fused)? })
    }

    /// Reduces the arrays with workgroups of this shape, or with the library's. Returns the words
    /// of the result.
    ///
    /// # Errors
    /// Errors of the device, for instance that it cannot have such workgroups.
    pub fn reduce(&self, shape: Option<LaunchShape>) -> Result<[W; 2], floatfloat_gpu::Error> {
        let arrays = self.arrays.each_ref().map(|array| array as &dyn AnyArray);
        let result = self.device.reduce_with(&self.accumulation, &arrays, shape)?;
        let number = R::Numbers::loaded::<W>(vec![result])[0];
        Ok(R::Numbers::words(number))
    }
}

/// The recording of the reduction for devices.
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

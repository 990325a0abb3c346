//! Computations of many equal steps on a state that stays in registers: one load, any number of
//! steps, one store.

use super::Place;
use crate::{arithmetic::Family, devices::OnDevice, error::Error, kernels::chain::Chain, parallel};
use floatfloat::{Word, dispatch_scalar};
use floatfloat_cpu::{Kernel, Pack, Simd, dispatch_fused};
use floatfloat_gpu::{Circuit, Device, DeviceArray, Wire};
use std::marker::PhantomData;

/// Such a computation. Its state has `N` numbers.
pub trait Steps<const N: usize>: Copy + Send + Sync + 'static {
    /// The state at the beginning, from an element.
    fn begin<F: Family, W: Word>(self, x: F::Of<W>) -> [F::Of<W>; N];

    /// The next state.
    fn step<F: Family, W: Word>(self, state: [F::Of<W>; N]) -> [F::Of<W>; N];

    /// The result.
    fn finish<F: Family, W: Word>(self, state: [F::Of<W>; N]) -> F::Of<W>;
}

/// A word as a number.
#[inline(always)]
pub fn number<F: Family, W: Word>(word: W) -> F::Of<W> {
    F::from_words(&[word, word.constant(0.0)])
}

/// The computation on one element.
#[inline(always)]
pub(super) fn all<F: Family, W: Word, C: Steps<N>, const N: usize>(
    computation: C,
    x: W,
    steps: u32,
) -> F::Of<W> {
    let mut state = computation.begin::<F, W>(number::<F, W>(x));
    for _ in 0..steps {
        state = computation.step::<F, W>(state);
    }
    computation.finish::<F, W>(state)
}

/// The computation on one element, in this thread.
#[inline(never)]
pub fn of_one<F: Family, W: OnDevice, C: Steps<N>, const N: usize>(
    computation: C,
    x: W,
    steps: u32,
) -> F::Of<W> {
    dispatch_scalar(
        #[inline(always)]
        || all::<F, W, C, N>(computation, x, steps),
    )
}

/// The number of elements that one thread takes at a time.
const PIECE: usize = 1 << 10;

/// The computation on every element, in registers of several words and on all threads. Returns both
/// words of every result.
pub fn of_all<F: Family, W: OnDevice, C: Steps<N>, const N: usize>(
    computation: C,
    x: &[W],
    steps: u32,
) -> Vec<[W; 2]> {
    let mut results = vec![[W::default(); 2]; x.len()];
    parallel::for_each(results.chunks_mut(PIECE).zip(x.chunks(PIECE)), |(results, x)| {
        let family = PhantomData::<F>;
        dispatch_fused(Piece { computation, x, steps, results, family }, Piece::alone);
    });
    results
}

struct Piece<'a, F, W, C, const N: usize> {
    computation: C,
    x: &'a [W],
    steps: u32,
    results: &'a mut [[W; 2]],
    family: PhantomData<F>,
}

impl<F: Family, W: OnDevice, C: Steps<N>, const N: usize> Piece<'_, F, W, C, N> {
    fn alone(self) {
        for (result, &x) in self.results.iter_mut().zip(self.x) {
            *result = F::words(of_one::<F, W, C, N>(self.computation, x, self.steps));
        }
    }
}

impl<F: Family, W: OnDevice, C: Steps<N>, const N: usize> Kernel for Piece<'_, F, W, C, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let lanes = Pack::<S, W>::LANES;
        for (x, results) in self.x.chunks(lanes).zip(self.results.chunks_mut(lanes)) {
            let x = Pack::<S, W>::load_partial(simd, x, x[0]);
            let number = all::<F, Pack<S, W>, C, N>(self.computation, x, self.steps);
            let [high, low] = F::words(number);
            let words = high.as_slice().iter().zip(low.as_slice());
            for (result, (&high, &low)) in results.iter_mut().zip(words) {
                *result = [high, low];
            }
        }
    }
}

/// The computation, recorded for a device with or without a fused multiply-add: `unrolled` steps in
/// the body of the loop, and workgroups of `lanes` invocations.
pub fn recorded<F: Family, W: OnDevice, C: Steps<N>, const N: usize>(
    computation: C,
    fused: bool,
    unrolled: u32,
    lanes: u32,
) -> Result<Chain, Error> {
    let state = N * F::WORDS;
    let read = |words: &[Wire<W>]| -> [F::Of<Wire<W>>; N] {
        std::array::from_fn(|i| F::from_words(&words[i * F::WORDS..]))
    };
    let written = |numbers: [F::Of<Wire<W>>; N]| {
        let words = |number| F::words::<Wire<W>>(number).into_iter().take(F::WORDS);
        numbers.into_iter().flat_map(words).collect::<Vec<_>>()
    };
    let begin = Circuit::record_words::<W>(fused, &[1], &[state], |words| {
        written(computation.begin::<F, _>(number::<F, _>(words[0])))
    })?;
    let step = Circuit::record_words::<W>(fused, &[state, 1], &[state], |words| {
        written(computation.step::<F, _>(read(words)))
    })?;
    let finish = Circuit::record_words::<W>(fused, &[state], &[F::WORDS], |words| {
        let result = F::words(computation.finish::<F, _>(read(words)));
        result.into_iter().take(F::WORDS).collect()
    })?;
    Ok(Chain { begin, step, finish, unrolled, lanes })
}

/// Elements in a device's memory.
pub struct Elements<W: OnDevice> {
    x: DeviceArray<W>,
    unused: DeviceArray<W>,
}

impl<W: OnDevice> Elements<W> {
    /// Copies elements to a device.
    pub fn new(device: &Device, x: &[W]) -> Result<Self, Error> {
        Ok(Elements { x: device.upload(x)?, unused: device.upload(&[W::default()])? })
    }

    /// Runs a recording on all elements, with `rounds` iterations of the loop. The call may return
    /// before it has finished.
    pub fn run<F: Family>(
        &self,
        device: &Device,
        chain: &Chain,
        rounds: u32,
    ) -> Result<DeviceArray<F::Stored<W>>, Error> {
        Ok(chain.run(device, &self.x, &self.unused, rounds)?)
    }
}

/// Both words of every number.
pub fn words<F: Family, W: OnDevice>(
    device: &Device,
    numbers: &DeviceArray<F::Stored<W>>,
) -> Result<Vec<[W; 2]>, Error> {
    let numbers = F::loaded::<W>(device.download(numbers)?);
    Ok(numbers.into_iter().map(F::words).collect())
}

/// The computation on one element alone, and its time in seconds. The processor uses one thread,
/// another device one invocation.
pub fn timed_alone<F: Family, W: OnDevice, C: Steps<N>, const N: usize>(
    computation: C,
    x: W,
    steps: u32,
    place: Place<'_>,
    progress: &dyn crate::progress::Progress,
) -> Result<(F::Of<W>, f64), Error> {
    match place {
        Place::Processor => super::timed(place, progress, || {
            Ok(of_one::<F, W, C, N>(computation, std::hint::black_box(x), steps))
        }),
        Place::Device(opened) => {
            let (device, unrolled) = (&opened.device, unrolled(steps));
            let chain = recorded::<F, W, C, N>(computation, opened.fused::<W>(), unrolled, 1)?;
            let elements = Elements::new(device, &[x])?;
            let run = || elements.run::<F>(device, &chain, steps / unrolled);
            let (result, seconds) = super::timed(place, progress, run)?;
            let result = F::loaded::<W>(device.download(&result)?);
            Ok((result[0], seconds))
        }
    }
}

/// The number of steps in the body of a loop of `steps` steps: a divisor of `steps`, at most eight.
pub fn unrolled(steps: u32) -> u32 {
    (1..=8).rev().find(|unrolled| steps.is_multiple_of(*unrolled)).unwrap_or(1)
}

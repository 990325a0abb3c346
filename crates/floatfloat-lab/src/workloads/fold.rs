//! Chains in which every step takes another operand from memory: products of many factors.

use super::{Place, timed};
use crate::{
    arithmetic::Family, devices::OnDevice, error::Error, progress::Progress, real::Scalar,
    timing::stop_if_asked,
};
use floatfloat::{NoFma, Word, dispatch_scalar};
use floatfloat_gpu::{
    Backend, Circuit, Lowering, Program, Wire,
    backend::{Buffer, Kernel, Launch},
};
use std::{marker::PhantomData, ops::Range};

/// One step of such a chain.
pub trait Fold: Copy + 'static {
    /// The next state.
    fn step<F: Family, W: Word>(state: F::Of<W>, operand: F::Of<W>) -> F::Of<W>;
}

/// Operands, one for each step. If several chains run side by side, step k of chain c takes the
/// operand at k · chains + c.
pub struct Operands<W> {
    words: Vec<W>,
    width: usize,
}

/// One of several chains that share operands.
#[derive(Clone, Copy)]
pub struct Share {
    /// The index of the chain.
    pub chain: usize,
    /// The number of chains.
    pub of: usize,
}

/// The number of steps between two checks whether to stop.
const PIECE: usize = 1 << 18;

impl<W: OnDevice> Operands<W> {
    /// Operands in the number type `F`, rounded to nearest. If `words` is set, each is a single word
    /// and must fit it.
    pub fn new<F: Family>(values: &[f64], words: bool) -> Self {
        let width = if words { 1 } else { F::WORDS };
        let number = |&value| F::words(F::nearest::<W>(value)).into_iter().take(width);
        Operands { words: values.iter().flat_map(number).collect(), width }
    }

    /// The same operands for machines without a fused multiply-add.
    fn without_fma(&self) -> Operands<NoFma<W>> {
        let words = self.words.iter().map(|&word| NoFma(word)).collect();
        Operands { words, width: self.width }
    }
}

/// Runs the steps of one part of a chain on the processor, with words `V`, from a given state.
#[inline(never)]
fn piece<F: Family, V: Word, C: Fold>(
    state: F::Of<V>,
    operands: &Operands<V>,
    share: Share,
    steps: Range<usize>,
) -> F::Of<V> {
    let (Operands { words, width }, Share { chain, of }) = (operands, share);
    let places = steps.start * of + chain..steps.end * of;
    dispatch_scalar(
        #[inline(always)]
        || {
            let mut state = state;
            for place in places.step_by(of) {
                let high = words[place * width];
                let low = if *width == 2 { words[place * width + 1] } else { high.constant(0.0) };
                state = C::step::<F, V>(state, F::from_words(&[high, low]));
            }
            state
        },
    )
}

/// The states of a chain on the processor after each of the ascending numbers of steps. Unless
/// `fused`, products are those of a device without a fused multiply-add.
pub fn on_processor<F: Family, W: OnDevice, C: Fold>(
    start: f64,
    operands: &Operands<W>,
    share: Share,
    lengths: &[usize],
    fused: bool,
    progress: &dyn Progress,
) -> Result<Vec<[f64; 2]>, Error> {
    if fused {
        let start = F::words(F::nearest::<W>(start));
        let states = states::<F, W, C>(start, operands, share, lengths, progress)?;
        return Ok(states.into_iter().map(|words| words.map(Scalar::to_f64)).collect());
    }
    let start = F::words(F::nearest::<W>(start)).map(NoFma);
    let operands = operands.without_fma();
    let states = states::<F, NoFma<W>, C>(start, &operands, share, lengths, progress)?;
    Ok(states.into_iter().map(|words| words.map(|word| Scalar::to_f64(word.0))).collect())
}

fn states<F: Family, V: Word, C: Fold>(
    start: [V; 2],
    operands: &Operands<V>,
    share: Share,
    lengths: &[usize],
    progress: &dyn Progress,
) -> Result<Vec<[V; 2]>, Error> {
    let (mut state, mut done) = (F::from_words(&start), 0);
    let mut states = Vec::with_capacity(lengths.len());
    for &length in lengths {
        while done < length {
            stop_if_asked(progress)?;
            let end = length.min(done + PIECE);
            state = piece::<F, V, C>(state, operands, share, done..end);
            done = end;
        }
        states.push(F::words(state));
    }
    Ok(states)
}

/// The states of several chains side by side, by length.
pub type ByLength = Vec<Vec<[f64; 2]>>;

/// The results of [`on_processor`] for each of several chains.
pub fn every_chain<F: Family, W: OnDevice, C: Fold>(
    start: f64,
    operands: &Operands<W>,
    of: usize,
    lengths: &[usize],
    fused: bool,
    progress: &dyn Progress,
) -> Result<ByLength, Error> {
    let one = |chain| {
        on_processor::<F, W, C>(start, operands, Share { chain, of }, lengths, fused, progress)
    };
    let chains: Vec<Vec<[f64; 2]>> = (0..of).map(one).collect::<Result<_, Error>>()?;
    let of_length = |at: usize| chains.iter().map(|states| states[at]).collect();
    Ok((0..lengths.len()).map(of_length).collect())
}

/// The states of several chains at a place that has the words, and the time in seconds for the
/// greatest length. On the processor it is the time of one chain, on another device that of all chains
/// at once.
pub fn timed_chains<F: Family, W: OnDevice, C: Fold>(
    place: Place<'_>,
    start: f64,
    operands: &Operands<W>,
    of: usize,
    lengths: &[usize],
    progress: &dyn Progress,
) -> Result<(ByLength, f64), Error> {
    let most = lengths.last().copied().unwrap_or(0);
    let Place::Device(opened) = place else {
        let states = every_chain::<F, W, C>(start, operands, of, lengths, true, progress)?;
        let (_, seconds) = timed(place, progress, || {
            let (start, first) = (std::hint::black_box(start), Share { chain: 0, of });
            on_processor::<F, W, C>(start, operands, first, &[most], true, progress)
        })?;
        return Ok((states, seconds));
    };
    let (backend, lowering) = (opened.device.backend(), opened.device.lowering(W::TYPE)?);
    let chain = OnOther::<F, W>::new::<C>(backend, &lowering, start, operands, of)?;
    let mut states = Vec::new();
    for &length in lengths {
        stop_if_asked(progress)?;
        chain.run(length, of)?;
        states.push(chain.states(of)?);
    }
    let ((), seconds) = timed(place, progress, || chain.run(most, of))?;
    Ok((states, seconds))
}

/// Chains on a device, one invocation each.
pub struct OnOther<'d, F, W> {
    backend: &'d dyn Backend,
    kernel: Kernel,
    operands: Buffer,
    states: Buffer,
    most: usize,
    number: PhantomData<(F, W)>,
}

impl<'d, F: Family, W: OnDevice> OnOther<'d, F, W> {
    /// Compiles the steps with `lowering` for at most `chains` chains, and copies the operands.
    pub fn new<C: Fold>(
        backend: &'d dyn Backend,
        lowering: &Lowering,
        start: f64,
        operands: &Operands<W>,
        most: usize,
    ) -> Result<Self, Error> {
        let words: &[u8] = bytemuck::cast_slice(&operands.words);
        let buffer = backend.allocate(words.len() as u64)?;
        backend.write(&buffer, words)?;
        let program = program::<F, W, C>(start, operands.width, lowering)?;
        let kernel = backend.compile(&program, lowering)?;
        let states = backend.allocate((most * F::WORDS * size_of::<W>()) as u64)?;
        Ok(OnOther { backend, kernel, operands: buffer, states, most, number: PhantomData })
    }

    /// Runs `steps` steps of `chains` chains. The call may return before it has finished.
    pub fn run(&self, steps: usize, chains: usize) -> Result<(), Error> {
        let (count, chains) = ((steps * chains) as u32, chains.min(self.most) as u32);
        Ok(self.backend.launch(&Launch {
            kernel: &self.kernel,
            buffers: &[&self.operands, &self.states],
            arguments: [count, chains, 0, 0, 0, 0, 0, 0],
            groups: [chains, 1],
        })?)
    }

    /// The states of `chains` chains after the last run.
    pub fn states(&self, chains: usize) -> Result<Vec<[f64; 2]>, Error> {
        let mut words = vec![W::default(); chains.min(self.most) * F::WORDS];
        self.backend.read(&self.states, bytemuck::cast_slice_mut(&mut words))?;
        let numbers = words.chunks(F::WORDS);
        let word =
            |words: &[W], place: usize| words.get(place).map_or(0.0, |&word| Scalar::to_f64(word));
        Ok(numbers.map(|words| [word(words, 0), word(words, 1)]).collect())
    }
}

/// The program in which one invocation reduces a chain.
fn program<F: Family, W: OnDevice, C: Fold>(
    start: f64,
    width: usize,
    lowering: &Lowering,
) -> Result<Program, Error> {
    let state = F::WORDS;
    let accumulate =
        Circuit::record_words::<W>(lowering.fused, &[state, width], &[state], |words| {
            let high = words[state];
            let low = if width == 2 { words[state + 1] } else { high.constant(0.0) };
            let next = C::step::<F, Wire<W>>(F::from_words(words), F::from_words(&[high, low]));
            F::words(next).into_iter().take(state).collect()
        })?;
    // One lane merges nothing.
    let merge = Circuit::record_words::<W>(lowering.fused, &[state, state], &[state], |words| {
        words[..state].to_vec()
    })?;
    let identity = F::parts(F::nearest::<W>(start)).into_iter().take(state);
    let identity = identity.map(f64::to_bits).collect();
    Ok(Program::reduce(identity, accumulate, merge, 1))
}

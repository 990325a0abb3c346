//! Runs circuits on the CPU, block by block. Each step is a loop over the lanes of a block, which the
//! compiler vectorises. A register is reused as soon as its value is not needed any more, so that a block
//! stays in the first-level cache.

mod lanes;
mod plan;

pub use plan::Plan;

use crate::{
    circuit::{Circuit, Kind, Node},
    error::Error,
    word_type::DeviceWord,
};
use floatfloat::{NativeWord, dispatch};
use lanes::{carry_out, of_uint};
use plan::Step;

/// The number of elements that are computed side by side.
pub const LANES: usize = 256;

/// One word of each element of a block. A flag is the word 1 or 0, an integer is the word with its
/// bits.
pub type Register<F> = [F; LANES];

/// The place of one word of the elements of a block: `words[0]`, `words[stride]`, …
#[derive(Clone, Copy)]
pub struct Column<'a, F> {
    /// The words. The first belongs to the first element of the block.
    pub words: &'a [F],
    /// The distance between the words of two elements; 0 if all elements share one word.
    pub stride: usize,
}

/// A plan, with the memory to run it.
pub struct Machine<'p, F> {
    plan: &'p Plan,
    registers: Vec<Box<Register<F>>>,
    /// The memory that a step writes, before it is swapped with the register of its result.
    spare: Box<Register<F>>,
}

impl<F: Copy> Column<'_, F> {
    fn load(self, to: &mut [F]) {
        match self.stride {
            0 => to.fill(self.words[0]),
            1 => to.copy_from_slice(&self.words[..to.len()]),
            2 => {
                let words = &self.words[..2 * to.len() - 1];
                for (i, word) in to.iter_mut().enumerate() {
                    *word = words[2 * i];
                }
            }
            stride => {
                for (word, &from) in to.iter_mut().zip(self.words.iter().step_by(stride)) {
                    *word = from;
                }
            }
        }
    }
}

/// Marks the lanes that contain a subnormal number or the smallest normal number, which may have
/// been subnormal before it was rounded.
#[inline(always)]
fn mark_subnormal<F: NativeWord>(lanes: &[F], marked: &mut [bool]) {
    for (&word, marked) in lanes.iter().zip(marked) {
        let size = word.abs();
        *marked |= size <= F::MIN_POSITIVE && size != F::default();
    }
}

impl<'p, F: NativeWord> Machine<'p, F> {
    /// A machine for a plan.
    pub fn new(plan: &'p Plan) -> Self {
        let register = |value| Box::new([value; LANES]);
        let mut registers: Vec<_> = (0..plan.registers).map(|_| register(F::default())).collect();
        for &(constant, to) in &plan.constants {
            registers[to as usize] = register(match constant {
                Node::UintConstant(value) => of_uint(value),
                Node::Constant(bits) => F::nearest(f64::from_bits(bits)),
                _ => unreachable!("no other node is a constant"),
            });
        }
        Machine { plan, registers, spare: register(F::default()) }
    }

    /// Computes a block of `count` elements, at most [`LANES`]. `column` gives the place of the
    /// words of each input.
    pub fn run<'a>(&mut self, count: usize, column: impl Fn(usize) -> Column<'a, F>)
    where
        F: 'a,
    {
        self.load(count, column);
        dispatch(
            #[inline(always)]
            || self.steps(count, |_, _| ()),
        );
    }

    fn load<'a>(&mut self, count: usize, column: impl Fn(usize) -> Column<'a, F>)
    where
        F: 'a,
    {
        for &(input, to) in &self.plan.inputs {
            column(input).load(&mut self.registers[to as usize][..count]);
        }
    }

    #[inline(always)]
    fn steps(&mut self, count: usize, mut watch: impl FnMut(Node, &[F])) {
        // Whole vectors are faster than a partial one. Nobody reads the lanes beyond `count`.
        let lanes = count.next_multiple_of(16).min(LANES);
        for &Step { node, to } in &self.plan.steps {
            carry_out(node, &self.registers, &mut self.spare[..lanes]);
            watch(node, &self.spare[..count]);
            std::mem::swap(&mut self.spare, &mut self.registers[to as usize]);
        }
    }

    /// The same as [`run`](Machine::run), and marks the elements with a subnormal number in any
    /// step.
    fn run_watched<'a>(&mut self, marked: &mut [bool], column: impl Fn(usize) -> Column<'a, F>)
    where
        F: 'a,
    {
        let count = marked.len();
        self.load(count, column);
        let registers = &self.registers;
        let given = self.plan.inputs.iter().map(|&(_, register)| register);
        let words = self.plan.constants.iter().filter(|(node, _)| node.kind() == Kind::Word);
        for register in given.chain(words.map(|&(_, register)| register)) {
            mark_subnormal(&registers[register as usize][..count], marked);
        }
        self.steps(count, |node, lanes| {
            if node.kind() == Kind::Word {
                mark_subnormal(lanes, marked);
            }
        });
    }

    /// One word of the results of the last block.
    pub fn output(&self, output: usize) -> &Register<F> {
        &self.registers[self.plan.outputs[output] as usize]
    }

    /// Copies the results of the last block, each word to a slice of its own, as many lanes as the
    /// slice has.
    pub fn copy_outputs<'a>(&self, to: impl IntoIterator<Item = &'a mut [F]>)
    where
        F: 'a,
    {
        for (output, to) in to.into_iter().enumerate() {
            to.copy_from_slice(&self.output(output)[..to.len()]);
        }
    }

    /// Writes the results of the last block, with the words of an element side by side.
    pub fn store(&self, to: &mut [F]) {
        match self.plan.outputs.len() {
            1 => to.copy_from_slice(&self.output(0)[..to.len()]),
            2 => {
                let words = self.output(0).iter().zip(self.output(1));
                for (element, (&high, &low)) in to.chunks_exact_mut(2).zip(words) {
                    element.copy_from_slice(&[high, low]);
                }
            }
            width => {
                for word in 0..width {
                    for (element, &lane) in to.chunks_exact_mut(width).zip(self.output(word)) {
                        element[word] = lane;
                    }
                }
            }
        }
    }
}

/// For each word of the parameters, the index of its parameter and its index in that parameter.
pub fn places(parameters: &[usize]) -> Vec<(usize, usize)> {
    let words =
        |(parameter, &words): (usize, &usize)| (0..words).map(move |word| (parameter, word));
    parameters.iter().enumerate().flat_map(words).collect()
}

impl Circuit {
    /// Runs the circuit on the CPU. `parameters` has a slice for each parameter, with the words of
    /// a number side by side. The results have the words of an element side by side.
    ///
    /// # Errors
    /// [`Error::NoWord`] if the circuit computes with another word than `F`, [`Error::Length`] if a
    /// slice is missing or has not the length of the first.
    pub fn run<F: NativeWord + DeviceWord>(&self, parameters: &[&[F]]) -> Result<Vec<F>, Error> {
        let count = self.elements(parameters)?;
        let (plan, width) = (Plan::new(self), self.outputs().len());
        let mut machine = Machine::new(&plan);
        let mut results = vec![F::default(); count * width];
        self.blocks(parameters, count, |begin, lanes, column| {
            machine.run(lanes, column);
            machine.store(&mut results[begin * width..(begin + lanes) * width]);
        });
        Ok(results)
    }

    /// For each element, whether any word in its computation is subnormal or the smallest normal
    /// number, which may have been subnormal before it was rounded. Inputs and constants count,
    /// too. Elements for which this is false have the same result on devices that flush subnormal
    /// numbers to zero.
    ///
    /// # Errors
    /// Those of [`run`](Circuit::run).
    pub fn touches_subnormal<F: NativeWord + DeviceWord>(
        &self,
        parameters: &[&[F]],
    ) -> Result<Vec<bool>, Error> {
        let count = self.elements(parameters)?;
        let plan = Plan::new(self);
        let mut machine = Machine::new(&plan);
        let mut marked = vec![false; count];
        self.blocks(parameters, count, |begin, lanes, column| {
            machine.run_watched(&mut marked[begin..begin + lanes], column);
        });
        Ok(marked)
    }

    /// For each element, whether its result changes if subnormal numbers become zeros: with or without the smallest
    /// normal number, in arithmetic alone or everywhere. Devices that flush are not compared on these elements.
    ///
    /// # Errors
    /// Those of [`run`](Circuit::run).
    pub fn depends_on_subnormal<F: NativeWord + DeviceWord>(
        &self,
        parameters: &[&[F]],
    ) -> Result<Vec<bool>, Error> {
        let kept = self.run(parameters)?;
        let ways = [(true, true), (false, true), (true, false), (false, false)];
        let flushed = ways.map(|(smallest, moved)| self.flushed(smallest, moved).run(parameters));
        let width = self.outputs().len();
        let mut changed = vec![false; kept.len() / width.max(1)];
        for flushed in flushed {
            let words = kept.iter().zip(flushed?).enumerate();
            words.for_each(|(k, (a, b))| changed[k / width] |= a.bits() != b.bits());
        }
        Ok(changed)
    }

    /// The number of elements of the parameters.
    fn elements<F: DeviceWord>(&self, parameters: &[&[F]]) -> Result<usize, Error> {
        if self.word() != F::TYPE {
            let device = format!("a circuit of {}", self.word());
            return Err(Error::NoWord { device, word: F::TYPE });
        }
        let widths = self.parameters();
        let length = |what, expected: usize, given: usize| {
            let (expected, given) = (expected as u64, given as u64);
            if expected == given { Ok(()) } else { Err(Error::Length { what, expected, given }) }
        };
        length("slices of parameters", widths.len(), parameters.len())?;
        let Some(first) = parameters.first() else { return Ok(0) };
        let count = first.len() / widths[0];
        for (words, width) in parameters.iter().zip(widths) {
            length("words of a parameter", count * width, words.len())?;
        }
        Ok(count)
    }

    /// Calls `run` for each block with its first element, its number of elements, and its columns.
    fn blocks<'a, F: DeviceWord>(
        &self,
        parameters: &[&'a [F]],
        count: usize,
        mut run: impl FnMut(usize, usize, &dyn Fn(usize) -> Column<'a, F>),
    ) {
        let (widths, places) = (self.parameters(), places(self.parameters()));
        for begin in (0..count).step_by(LANES) {
            run(begin, LANES.min(count - begin), &|input| {
                let (parameter, word) = places[input];
                let stride = widths[parameter];
                Column { words: &parameters[parameter][begin * stride + word..], stride }
            });
        }
    }
}

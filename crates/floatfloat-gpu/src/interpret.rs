//! Runs circuits on the CPU, block by block. Each step is a loop over the lanes of a block, which the
//! compiler vectorises. A register is reused as soon as its value is not needed any more, so that a block
//! stays in the first-level cache.

use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Kind, Node, UintBinary, UintUnary, Unary},
    error::Error,
    word_type::DeviceWord,
};
use floatfloat::{NativeWord, Uint32, dispatch};

/// The number of elements that are computed side by side.
pub const LANES: usize = 256;

/// One word of each element of a block. A flag is the word 1 or 0, an integer is the word with its
/// bits.
pub type Register<F> = [F; LANES];

/// A circuit that is ready to run: its nodes refer to registers instead of nodes.
#[derive(Debug)]
pub struct Plan {
    /// Which word of the parameters goes into which register.
    inputs: Vec<(usize, Id)>,
    /// The constants. Each has a register of its own, to which nothing else is written.
    constants: Vec<(Node, Id)>,
    steps: Vec<Step>,
    outputs: Vec<Id>,
    registers: usize,
}

/// A node whose operands are registers, and the register of its result, which may be that of an
/// operand.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: Node,
    to: Id,
}

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

impl Plan {
    /// The plan of a circuit, with calls expanded.
    pub fn new(circuit: &Circuit) -> Self {
        let circuit = &circuit.expanded();
        let nodes = circuit.nodes();
        let mut last_use = vec![0; nodes.len()];
        for (id, node) in nodes.iter().enumerate() {
            node.operands().for_each(|operand| last_use[operand as usize] = id);
        }
        circuit.outputs().iter().for_each(|&output| last_use[output as usize] = usize::MAX);
        let mut plan = Plan {
            inputs: Vec::new(),
            constants: Vec::new(),
            steps: Vec::new(),
            outputs: Vec::new(),
            registers: 0,
        };
        let mut free = Vec::new();
        let mut register_of = Vec::<Id>::with_capacity(nodes.len());
        for (id, &node) in nodes.iter().enumerate() {
            let mut done: Vec<Id> =
                node.operands().filter(|&operand| last_use[operand as usize] == id).collect();
            done.sort_unstable();
            done.dedup();
            let variable = |&operand: &Id| !is_constant(nodes[operand as usize]);
            free.extend(done.into_iter().filter(variable).map(|id| register_of[id as usize]));
            let is_input = matches!(node, Node::Input(_) | Node::UintInput(_));
            let reusable = if is_constant(node) || is_input {
                None // Filled before the first step, when all registers may be in use.
            } else {
                free.pop()
            };
            let to = reusable.unwrap_or_else(|| {
                plan.registers += 1;
                plan.registers as Id - 1
            });
            register_of.push(to);
            match node {
                Node::Input(input) | Node::UintInput(input) => {
                    plan.inputs.push((input as usize, to));
                }
                node if is_constant(node) => plan.constants.push((node, to)),
                _ => plan.steps.push(Step {
                    node: node.map_operands(|operand| register_of[operand as usize]),
                    to,
                }),
            }
        }
        plan.outputs =
            circuit.outputs().iter().map(|&output| register_of[output as usize]).collect();
        plan
    }

    /// The number of steps. Each is a pass over a block.
    pub fn length(&self) -> usize {
        self.steps.len()
    }
}

fn is_constant(node: Node) -> bool {
    matches!(node, Node::Constant(_) | Node::UintConstant(_))
}

/// The word with the bits of an integer.
#[inline(always)]
fn of_uint<F: NativeWord>(value: u32) -> F {
    F::with_bits(value.into())
}

/// The integer with the bits of a word.
#[inline(always)]
fn uint<F: NativeWord>(word: F) -> u32 {
    word.bits() as u32
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

#[inline(always)]
fn each1<F: Copy>(to: &mut [F], a: &[F], step: impl Fn(F) -> F) {
    let a = &a[..to.len()];
    for i in 0..to.len() {
        to[i] = step(a[i]);
    }
}

#[inline(always)]
fn each2<F: Copy>(to: &mut [F], a: &[F], b: &[F], step: impl Fn(F, F) -> F) {
    let (a, b) = (&a[..to.len()], &b[..to.len()]);
    for i in 0..to.len() {
        to[i] = step(a[i], b[i]);
    }
}

#[inline(always)]
fn each3<F: Copy>(to: &mut [F], a: &[F], b: &[F], c: &[F], step: impl Fn(F, F, F) -> F) {
    let (a, b, c) = (&a[..to.len()], &b[..to.len()], &c[..to.len()]);
    for i in 0..to.len() {
        to[i] = step(a[i], b[i], c[i]);
    }
}

/// Carries out `node`, whose operands are registers.
#[inline(always)]
fn carry_out<F: NativeWord>(node: Node, registers: &[Box<Register<F>>], to: &mut [F]) {
    let lanes = to.len();
    let register = |id: Id| &registers[id as usize][..lanes];
    let (zero, one) = (F::default(), F::nearest(1.0));
    let flag = |holds: bool| if holds { one } else { zero };
    match node {
        Node::Input(_)
        | Node::Constant(_)
        | Node::UintInput(_)
        | Node::UintConstant(_)
        | Node::Operands(..)
        | Node::Call(..)
        | Node::CallResult(..) => unreachable!("these are not steps of a plan"),
        Node::Unary(Unary::Neg, a) => each1(to, register(a), |a| -a),
        Node::Unary(Unary::Abs, a) => each1(to, register(a), F::abs),
        Node::Unary(Unary::Sqrt, a) => each1(to, register(a), F::sqrt),
        Node::Unary(Unary::Exponent, a) => each1(to, register(a), F::exponent),
        Node::Unary(Unary::PowerOfTwo, a) => each1(to, register(a), F::power_of_two),
        Node::Binary(Binary::Add, a, b) => each2(to, register(a), register(b), |a, b| a + b),
        Node::Binary(Binary::Sub, a, b) => each2(to, register(a), register(b), |a, b| a - b),
        Node::Binary(Binary::Mul, a, b) => each2(to, register(a), register(b), |a, b| a * b),
        Node::Binary(Binary::Div, a, b) => each2(to, register(a), register(b), |a, b| a / b),
        Node::Fma(a, b, c) => each3(to, register(a), register(b), register(c), F::mul_add),
        Node::Compare(Comparison::Less, a, b) => {
            each2(to, register(a), register(b), |a, b| flag(a < b));
        }
        Node::Compare(Comparison::LessOrEqual, a, b) => {
            each2(to, register(a), register(b), |a, b| flag(a <= b));
        }
        Node::Compare(Comparison::Equal, a, b) => {
            each2(to, register(a), register(b), |a, b| flag(a == b));
        }
        Node::And(a, b) => each2(to, register(a), register(b), |a, b| a * b),
        Node::Or(a, b) => {
            each2(to, register(a), register(b), |a, b| if a == one { one } else { b })
        }
        Node::Not(a) => each1(to, register(a), |a| one - a),
        Node::UintUnary(op, a) => {
            let a = register(a);
            match op {
                UintUnary::Not => each1(to, a, |a| of_uint(!uint(a))),
                UintUnary::LeadingZeros => each1(to, a, |a| of_uint(uint(a).leading_zeros())),
            }
        }
        Node::UintBinary(op, a, b) => uint_binary(op, register(a), register(b), to),
        Node::UintCompare(op, a, b) => {
            let (a, b) = (register(a), register(b));
            match op {
                Comparison::Less => each2(to, a, b, |a, b| flag(uint(a) < uint(b))),
                Comparison::LessOrEqual => each2(to, a, b, |a, b| flag(uint(a) <= uint(b))),
                Comparison::Equal => each2(to, a, b, |a, b| flag(uint(a) == uint(b))),
            }
        }
        Node::Bits(part, a) => {
            each1(to, register(a), |a| of_uint((a.bits() >> (32 * part)) as u32))
        }
        Node::FromBits(low, None) => each1(to, register(low), |low| low),
        Node::FromBits(low, Some(high)) => {
            each2(to, register(low), register(high), |low, high| {
                F::with_bits(high.bits() << 32 | low.bits())
            });
        }
        Node::Select(flag, yes, no) | Node::UintSelect(flag, yes, no) => {
            each3(to, register(flag), register(yes), register(no), |flag, yes, no| {
                if flag == one { yes } else { no }
            });
        }
    }
}

#[inline(always)]
fn uint_binary<F: NativeWord>(op: UintBinary, a: &[F], b: &[F], to: &mut [F]) {
    macro_rules! each {
        ($step:expr) => {{
            let step: fn(u32, u32) -> u32 = $step;
            each2(to, a, b, |a, b| of_uint(step(uint(a), uint(b))))
        }};
    }
    match op {
        UintBinary::Add => each!(u32::wrapping_add),
        UintBinary::Sub => each!(u32::wrapping_sub),
        UintBinary::Mul => each!(u32::wrapping_mul),
        UintBinary::HighProduct => each!(Uint32::high_product),
        UintBinary::And => each!(|a, b| a & b),
        UintBinary::Or => each!(|a, b| a | b),
        UintBinary::Xor => each!(|a, b| a ^ b),
        UintBinary::ShiftLeft => each!(Uint32::shift_left),
        UintBinary::ShiftRight => each!(Uint32::shift_right),
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

    /// For each element, whether its result changes if subnormal numbers become zeros, with or without the smallest
    /// normal number. Devices that flush are not compared on these elements.
    ///
    /// # Errors
    /// Those of [`run`](Circuit::run).
    pub fn depends_on_subnormal<F: NativeWord + DeviceWord>(
        &self,
        parameters: &[&[F]],
    ) -> Result<Vec<bool>, Error> {
        let kept = self.run(parameters)?;
        let flushed = [true, false].map(|smallest| self.flushed(smallest).run(parameters));
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

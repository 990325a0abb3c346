//! Programs made of integers alone. Every step of words becomes a call of the function of integers that computes it
//! ([`floatfloat::soft`]), and memory holds the bits of words.
//!
//! # What compilers do with them
//!
//! CUDA's compiler calls such functions. Compilers of shaders inline every call, and their time grows faster than the
//! inlined length: Mesa's lavapipe takes 0.2 s for 2,026 operations of integers, 1.6 s for 16,792, 4.3 s for 31,558 and
//! 44 s for 154,608. A map of more than [`MOST_INLINED`](crate::lowering::MOST_INLINED) operations is therefore a loop
//! that carries out one step of words after the other. So no kernel takes longer to compile than one of 32,768
//! operations: a loop of 312,112 takes 0.3 s. The loop is slower to run. lavapipe takes 85 ns a step and element
//! instead of 3 ns, because it carries out all cases of a switch and selects one result. SwiftShader takes 1.0 to 2.1
//! µs, as without a loop (1.8 µs at 31,558). Kernels of sums and of matrices have the steps of a few operators, and
//! stay as they are. (`cargo run --release -p floatfloat-gpu --example compile_times`, double-double made of integers,
//! two cores of an AMD EPYC of family 25, model 17; Mesa 22.3.6.)

mod operations;

pub use operations::operations;

use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Node, UintBinary, UintUnary, Unary},
    program::Program,
    splice::Splice,
    wire::{Flag, UintWire, call_of, record_integers},
    word_type::WordType,
};
use floatfloat::{
    Uint32, Word,
    soft::{Binary32, Binary64, Format, Soft},
};

/// The number of integers of which a word of this type is made, if it can be made of integers.
pub(crate) fn integers_of(word: WordType) -> Option<usize> {
    match word {
        WordType::F32 => Some(1),
        WordType::F64 => Some(2),
        WordType::F16 | WordType::Bf16 | WordType::U32 => None,
    }
}

impl Program {
    /// The same program over [`WordType::U32`], for the same elements in memory. A program of words that
    /// cannot be made of integers stays as it is.
    pub(crate) fn of_integers(&self) -> Program {
        let Some(integers) = integers_of(self.word()) else { return self.clone() };
        let elements = self.elements().iter().map(|words| words * integers).collect();
        let identity = self.identity().iter().flat_map(|&bits| match integers {
            1 => vec![u64::from((f64::from_bits(bits) as f32).to_bits())],
            _ => vec![bits & u64::from(u32::MAX), bits >> 32],
        });
        let identity = identity.collect();
        self.with_circuits(Circuit::of_integers).with_identity(identity).with_elements(elements)
    }
}

impl Circuit {
    /// The same circuit over [`WordType::U32`]. Every step of `f32` or `f64` becomes a call of the function of integers
    /// that computes it. A circuit of other words stays as it is.
    pub fn of_integers(&self) -> Circuit {
        match self.word() {
            WordType::F32 => of_format::<Binary32, 1>(self),
            WordType::F64 => of_format::<Binary64, 2>(self),
            _ => self.clone(),
        }
    }
}

impl Circuit {
    /// The same circuit, with every step of words made of integers.
    pub(crate) fn by_integers(&self) -> Circuit {
        let Some(integers) = integers_of(self.word()) else { return self.clone() };
        let mut splice = Splice::default();
        let count = self.parameters().iter().sum::<usize>() as u32;
        let words: Vec<_> = (0..count).map(|input| splice.push(Node::Input(input))).collect();
        let parts = 0..integers as u32;
        let bits = words.iter().flat_map(|&word| parts.clone().map(move |part| (part, word)));
        let bits: Vec<_> = bits.map(|(part, word)| splice.push(Node::Bits(part, word))).collect();
        let results = splice.inline(&self.of_integers(), &bits);
        let outputs = results.chunks(integers).map(|bits| (bits[0], bits.get(1).copied()));
        let outputs: Vec<_> =
            outputs.map(|(low, high)| splice.push(Node::FromBits(low, high))).collect();
        splice.into_circuit(outputs, self)
    }
}

/// The result of a node.
#[derive(Clone)]
enum Value<F, const N: usize> {
    Word(Soft<F, UintWire, N>),
    Flag(Flag),
    Uint(UintWire),
    /// Operands or results of a call.
    Several(Vec<UintWire>),
}

fn of_format<F: Format<N>, const N: usize>(circuit: &Circuit) -> Circuit {
    let widths = |numbers: &[usize]| numbers.iter().map(|words| words * N).collect::<Vec<_>>();
    let (parameters, results) = (widths(circuit.parameters()), widths(circuit.results()));
    let integers = record_integers(&parameters, &results, |inputs, place| {
        let mut replay = Replay::<F, N> { circuit, place, values: Vec::new() };
        for &node in circuit.nodes() {
            let value = replay.step(node, inputs);
            replay.values.push(value);
        }
        let outputs = circuit.outputs().iter().flat_map(|&output| replay.word(output).to_bits());
        outputs.collect()
    });
    let integers = integers.expect("steps of a recorded circuit");
    Circuit { functions: circuit.functions.clone(), ..integers }
}

/// A circuit whose first nodes were carried out.
struct Replay<'c, F, const N: usize> {
    circuit: &'c Circuit,
    /// Any integer of the recording.
    place: UintWire,
    values: Vec<Value<F, N>>,
}

impl<F: Format<N>, const N: usize> Replay<'_, F, N> {
    fn word(&self, id: Id) -> Soft<F, UintWire, N> {
        match self.values[id as usize] {
            Value::Word(word) => word,
            _ => unreachable!("operands are of the kind that their steps need"),
        }
    }

    fn flag(&self, id: Id) -> Flag {
        match self.values[id as usize] {
            Value::Flag(flag) => flag,
            _ => unreachable!("operands are of the kind that their steps need"),
        }
    }

    fn uint(&self, id: Id) -> UintWire {
        match self.values[id as usize] {
            Value::Uint(uint) => uint,
            _ => unreachable!("operands are of the kind that their steps need"),
        }
    }

    fn step(&self, node: Node, inputs: &[UintWire]) -> Value<F, N> {
        let constant = |bits: [u32; N]| bits.map(|bits| self.place.constant(bits));
        match node {
            Node::Input(input) => {
                let begin = input as usize * N;
                Value::Word(Soft::from_bits(std::array::from_fn(|k| inputs[begin + k])))
            }
            Node::Constant(bits) => {
                let number = Soft::<F, u32, N>::from(f64::from_bits(bits));
                Value::Word(Soft::from_bits(constant(number.to_bits())))
            }
            Node::Unary(op, a) => Value::Word(match op {
                Unary::Neg => -self.word(a),
                Unary::Abs => self.word(a).abs(),
                Unary::Sqrt => self.word(a).sqrt(),
                Unary::Exponent => self.word(a).exponent(),
                Unary::PowerOfTwo => self.word(a).power_of_two(),
            }),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Value::Word(match op {
                    Binary::Add => a + b,
                    Binary::Sub => a - b,
                    Binary::Mul => a * b,
                    Binary::Div => a / b,
                })
            }
            Node::Fma(a, b, c) => Value::Word(self.word(a).mul_add(self.word(b), self.word(c))),
            Node::Compare(op, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Value::Flag(match op {
                    Comparison::Less => a.less(b),
                    Comparison::LessOrEqual => a.less_or_equal(b),
                    Comparison::Equal => a.equal(b),
                })
            }
            Node::And(a, b) => Value::Flag(self.flag(a) & self.flag(b)),
            Node::Or(a, b) => Value::Flag(self.flag(a) | self.flag(b)),
            Node::Not(a) => Value::Flag(!self.flag(a)),
            Node::Select(flag, yes, no) => {
                Value::Word(Soft::select(self.flag(flag), self.word(yes), self.word(no)))
            }
            Node::Bits(part, a) => Value::Uint(self.word(a).to_bits()[part as usize]),
            Node::FromBits(low, high) => {
                let parts = [Some(low), high].map(|part| part.map(|part| self.uint(part)));
                let bits = std::array::from_fn(|k| parts[k].unwrap_or(self.place));
                Value::Word(Soft::from_bits(bits))
            }
            node => self.step_of_integers(node),
        }
    }

    /// A step without words, which stays as it is.
    fn step_of_integers(&self, node: Node) -> Value<F, N> {
        Value::Uint(match node {
            Node::UintConstant(value) => self.place.constant(value),
            Node::UintUnary(UintUnary::Not, a) => !self.uint(a),
            Node::UintUnary(UintUnary::LeadingZeros, a) => self.uint(a).leading_zeros(),
            Node::UintBinary(op, a, b) => {
                let (a, b) = (self.uint(a), self.uint(b));
                match op {
                    UintBinary::Add => a.wrapping_add(b),
                    UintBinary::Sub => a.wrapping_sub(b),
                    UintBinary::Mul => a.wrapping_mul(b),
                    UintBinary::HighProduct => a.high_product(b),
                    UintBinary::And => a & b,
                    UintBinary::Or => a | b,
                    UintBinary::Xor => a ^ b,
                    UintBinary::ShiftLeft => a.shift_left(b),
                    UintBinary::ShiftRight => a.shift_right(b),
                }
            }
            Node::UintCompare(op, a, b) => {
                let (a, b) = (self.uint(a), self.uint(b));
                return Value::Flag(match op {
                    Comparison::Less => a.less(b),
                    Comparison::LessOrEqual => a.less_or_equal(b),
                    Comparison::Equal => a.equal(b),
                });
            }
            Node::UintSelect(flag, yes, no) => {
                UintWire::select(self.flag(flag), self.uint(yes), self.uint(no))
            }
            Node::UintDot(a, b, sum) => self.uint(a).dot_of_bytes(self.uint(b), self.uint(sum)),
            Node::Operands(..) => return Value::Several(Vec::new()),
            Node::Call(function, operands) => {
                let operands = self.circuit.call_operands(operands);
                let operands: Vec<_> = operands.iter().map(|&id| self.uint(id)).collect();
                return Value::Several(call_of(&self.circuit.called[function as usize], &operands));
            }
            Node::CallResult(place, call) => match &self.values[call as usize] {
                Value::Several(results) => results[place as usize],
                _ => unreachable!("results are those of calls"),
            },
            _ => unreachable!("a step of words"),
        })
    }
}

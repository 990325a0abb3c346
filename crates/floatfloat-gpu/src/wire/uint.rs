//! Recorded integers, the bits of recorded words, and functions of integers that are called.

use super::{Flag, Place, TAPES, Wire, on_tape, push};
use crate::{
    circuit::{Called, Circuit, Comparison, Node, UintBinary, UintUnary},
    error::Error,
    word_type::{Limb, WordType},
};
use floatfloat::{Bits, Uint32};
use std::{
    ops::{BitAnd, BitOr, BitXor, Not},
    sync::Arc,
};

/// A 32-bit unsigned integer that a device will compute: the result of a recorded step. A recording obtains
/// integers from the bits of its words.
///
/// ```
/// use floatfloat::{Bits, Uint32};
/// use floatfloat_gpu::{Circuit, UintWire, Wire};
///
/// // The words after two positive ones, by a function that a text has once.
/// fn after(word: Wire<f32>) -> Wire<f32> {
///     let one_more = |[bits]: [UintWire; 1]| [bits.wrapping_add(bits.constant(1))];
///     Wire::from_uints(UintWire::call("one more", word.into_uints(), one_more))
/// }
/// let circuit = Circuit::record_words::<f32>(true, &[2], &[2], |words| {
///     vec![after(words[0]), after(words[1])]
/// })?;
/// assert_eq!(circuit.run::<f32>(&[&[1.0, 0.5]])?, [1.0f32.next_up(), 0.5f32.next_up()]);
/// assert_eq!((circuit.called().count(), circuit.uint_operations()), (1, 2));
/// # Ok::<(), floatfloat_gpu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UintWire {
    place: Place,
}

impl Wire<Limb> {
    /// The integer that the word is.
    pub(crate) fn uint(self) -> UintWire {
        UintWire::new(self.place)
    }

    /// An integer as a word of a number made of integers.
    pub(crate) fn of_uint(uint: UintWire) -> Self {
        Wire::new(uint.place)
    }
}

impl UintWire {
    fn new(place: Place) -> Self {
        UintWire { place }
    }

    #[inline(never)]
    fn unary(self, op: UintUnary) -> Self {
        UintWire::new(push(Node::UintUnary(op, self.place.id()), &[self.place]))
    }

    #[inline(never)]
    fn binary(self, op: UintBinary, other: Self) -> Self {
        let (a, b) = (self.place, other.place);
        UintWire::new(push(Node::UintBinary(op, a.id(), b.id()), &[a, b]))
    }

    #[inline(never)]
    fn compare(self, op: Comparison, other: Self) -> Flag {
        let (a, b) = (self.place, other.place);
        Flag { place: push(Node::UintCompare(op, a.id(), b.id()), &[a, b]) }
    }
}

macro_rules! operators {
    ($($op:ident::$method:ident as $step:ident),*) => {$(
        impl $op for UintWire {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary(UintBinary::$step, other)
            }
        }
    )*};
}

operators!(BitAnd::bitand as And, BitOr::bitor as Or, BitXor::bitxor as Xor);

impl Not for UintWire {
    type Output = Self;
    fn not(self) -> Self {
        self.unary(UintUnary::Not)
    }
}

impl Uint32 for UintWire {
    type Mask = Flag;

    #[inline(never)]
    fn constant(self, value: u32) -> Self {
        UintWire::new(push(Node::UintConstant(value), &[self.place]))
    }

    fn wrapping_add(self, other: Self) -> Self {
        self.binary(UintBinary::Add, other)
    }

    fn wrapping_sub(self, other: Self) -> Self {
        self.binary(UintBinary::Sub, other)
    }

    fn wrapping_mul(self, other: Self) -> Self {
        self.binary(UintBinary::Mul, other)
    }

    fn high_product(self, other: Self) -> Self {
        self.binary(UintBinary::HighProduct, other)
    }

    #[inline(never)]
    fn dot_of_bytes(self, other: Self, sum: Self) -> Self {
        let of = [self.place, other.place, sum.place];
        let [a, b, sum] = of.map(Place::id);
        UintWire::new(push(Node::UintDot(a, b, sum), &of))
    }

    fn shift_left(self, count: Self) -> Self {
        self.binary(UintBinary::ShiftLeft, count)
    }

    fn shift_right(self, count: Self) -> Self {
        self.binary(UintBinary::ShiftRight, count)
    }

    fn leading_zeros(self) -> Self {
        self.unary(UintUnary::LeadingZeros)
    }

    fn less(self, other: Self) -> Flag {
        self.compare(Comparison::Less, other)
    }

    fn less_or_equal(self, other: Self) -> Flag {
        self.compare(Comparison::LessOrEqual, other)
    }

    fn equal(self, other: Self) -> Flag {
        self.compare(Comparison::Equal, other)
    }

    #[inline(never)]
    fn select(mask: Flag, yes: Self, no: Self) -> Self {
        let of = [mask.place, yes.place, no.place];
        let [mask, yes, no] = of.map(Place::id);
        UintWire::new(push(Node::UintSelect(mask, yes, no), &of))
    }

    /// Calls the function of this name. If this recording or one around it knows the name, it uses
    /// the known function.
    fn call<const M: usize, const N: usize>(
        name: &'static str,
        operands: [Self; M],
        work: impl FnOnce([Self; M]) -> [Self; N],
    ) -> [Self; N] {
        const { assert!(M > 0, "a function of no operands is a constant") }
        let results = call_by_name(name, &operands, N, &mut on_slices(work));
        std::array::from_fn(|k| results[k])
    }
}

/// A function from integers to integers.
type Computation<'a> = dyn FnMut(&[UintWire]) -> Vec<UintWire> + 'a;

/// A function of arrays as a function of slices, so that the recording is compiled once and not for
/// every function.
fn on_slices<const M: usize, const N: usize>(
    work: impl FnOnce([UintWire; M]) -> [UintWire; N],
) -> impl FnMut(&[UintWire]) -> Vec<UintWire> {
    let mut work = Some(work);
    move |operands| match work.take() {
        Some(work) => work(std::array::from_fn(|k| operands[k])).to_vec(),
        None => unreachable!("it is called once"),
    }
}

/// The results of the function of this name. If the name is unknown, the function is recorded from
/// `work`.
fn call_by_name(
    name: &'static str,
    operands: &[UintWire],
    results: usize,
    work: &mut Computation<'_>,
) -> Vec<UintWire> {
    let numbers = [operands.len(), results];
    let mut record = |word, fused| record_slices(word, fused, numbers, work);
    match function(name, numbers, &mut record) {
        Some(function) => call_at(function, results, operands),
        // Every recording refuses these wires.
        None => vec![UintWire::new(Place::NOWHERE); results],
    }
}

/// The results of the function with this index among those that the current recording calls.
fn call_at(function: u32, results: usize, operands: &[UintWire]) -> Vec<UintWire> {
    let of: Vec<_> = operands.iter().map(|operand| operand.place).collect();
    let ids = of.iter().map(|place| place.id());
    let join = |before, last| push(Node::Operands(before, last), &of).id();
    let call = push(Node::Call(function, ids.reduce(join).unwrap_or_default()), &of);
    let result = |place| UintWire::new(push(Node::CallResult(place as u32, call.id()), &[call]));
    (0..results).map(result).collect()
}

/// A call of a function that was recorded before.
pub(crate) fn call_of(called: &Arc<Called>, operands: &[UintWire]) -> Vec<UintWire> {
    let results = called.circuit.outputs().len();
    let mut record = |_, _| Ok(called.circuit.clone());
    let function = function(called.name, [operands.len(), results], &mut record);
    function.map_or(Vec::new(), |function| call_at(function, results, operands))
}

/// Records a function of integers, for circuits of these words.
///
/// # Errors
/// Those of a recording.
pub(crate) fn record_uints<const M: usize, const N: usize>(
    word: WordType,
    fused: bool,
    work: impl FnOnce([UintWire; M]) -> [UintWire; N],
) -> Result<Circuit, Error> {
    record_slices(word, fused, [M, N], &mut on_slices(work))
}

fn record_slices(
    word: WordType,
    fused: bool,
    [operands, results]: [usize; 2],
    work: &mut Computation<'_>,
) -> Result<Circuit, Error> {
    let (outputs, tape) = on_tape(word, fused, &mut || {
        let inputs: Vec<_> = (0..operands as u32)
            .map(|input| UintWire::new(push(Node::UintInput(input), &[])))
            .collect();
        work(&inputs).iter().map(|result| result.place).collect()
    });
    tape.into_circuit(&vec![1; operands], &vec![1; results], &outputs)
}

/// Records a function of numbers of several integers. It receives the integers of all parameters, and any integer of
/// the recording.
///
/// # Errors
/// Those of a recording.
pub(crate) fn record_integers(
    parameters: &[usize],
    results: &[usize],
    computation: impl FnOnce(&[UintWire], UintWire) -> Vec<UintWire>,
) -> Result<Circuit, Error> {
    let mut computation = Some(computation);
    let (outputs, tape) = on_tape(WordType::U32, true, &mut || {
        let inputs: Vec<_> = (0..parameters.iter().sum::<usize>() as u32)
            .map(|input| UintWire::new(push(Node::UintInput(input), &[])))
            .collect();
        let place = UintWire::new(push(Node::UintConstant(0), &[]));
        let outputs = computation.take().map(|computation| computation(&inputs, place));
        outputs.into_iter().flatten().map(|output| output.place).collect()
    });
    tape.into_circuit(parameters, results, &outputs)
}

/// The index of the function with this name, and with these numbers of operands and results, among
/// those that the current recording calls. If it is unknown, `record` creates it. None without a
/// recording, or after a recording has failed.
fn function(
    name: &'static str,
    [operands, results]: [usize; 2],
    record: &mut dyn FnMut(WordType, bool) -> Result<Circuit, Error>,
) -> Option<u32> {
    let (word, fused) =
        TAPES.with_borrow(|tapes| tapes.last().map(|tape| (tape.word, tape.fused)))?;
    let known = TAPES.with_borrow(|tapes| {
        let mut called = tapes.iter().rev().flat_map(|tape| &tape.called);
        called.find(|called| called.name == name).cloned()
    });
    let called = match known {
        Some(called) => Ok(called),
        None => record(word, fused).map(|circuit| Arc::new(Called { name, circuit })),
    };
    let fitting = called.and_then(|called| {
        let Circuit { parameters, outputs, .. } = &called.circuit;
        for (what, expected, given) in [
            ("operands of a function that is called", parameters.len(), operands),
            ("results of a function that is called", outputs.len(), results),
        ] {
            if expected != given {
                let (expected, given) = (expected as u64, given as u64);
                return Err(Error::Length { what, expected, given });
            }
        }
        Ok(called)
    });
    TAPES.with_borrow_mut(|tapes| {
        let tape = tapes.last_mut()?;
        let called = fitting.map_err(|failure| tape.failure.get_or_insert(failure).clone()).ok()?;
        let known = tape.called.iter().position(|other| other.name == name);
        let place = known.unwrap_or_else(|| {
            tape.called.push(called);
            tape.called.len() - 1
        });
        Some(place as u32)
    })
}

macro_rules! bits {
    ($($word:ident: $uints:literal)*) => {$(
        impl Bits<$uints> for Wire<$word> {
            type Uint = UintWire;

            fn into_uints(self) -> [UintWire; $uints] {
                std::array::from_fn(|part| {
                    UintWire::new(push(Node::Bits(part as u32, self.place.id()), &[self.place]))
                })
            }

            fn from_uints(uints: [UintWire; $uints]) -> Self {
                let of = uints.map(|uint| uint.place);
                let high = of.get(1).map(|high| high.id());
                Wire::new(push(Node::FromBits(of[0].id(), high), &of))
            }
        }
    )*};
}

bits! {
    f32: 1
    f64: 2
}

//! The word that records.

mod uint;

use crate::{
    circuit::{Binary, Called, Circuit, Comparison, Id, Named, Node, Unary},
    error::Error,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{Step, Word};
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    marker::PhantomData,
    ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

pub use uint::UintWire;
pub(crate) use uint::{call_of, record_integers, record_uints};

/// A word of type `E` that will be computed on a device: the result of a recorded step.
///
/// Whether its [`mul_add`](Word::mul_add) is fused, and so which variants algorithms take, is
/// decided by the device for which it is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Wire<E> {
    id: Id,
    recording: u64,
    word: PhantomData<E>,
}

/// A comparison that will be made on a device: nobody can branch on it.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    id: Id,
    recording: u64,
}

/// A recording under way.
struct Tape {
    recording: u64,
    word: WordType,
    fused: bool,
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    /// Names of elementary functions.
    functions: BTreeSet<&'static str>,
    named: Vec<Named>,
    /// The functions that steps call.
    called: Vec<Arc<Called>>,
    /// What is wrong with the recording: what was first.
    failure: Option<Error>,
}

static RECORDINGS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// Recordings under way, the innermost last.
    static TAPES: RefCell<Vec<Tape>> = const { RefCell::new(Vec::new()) };
}

/// Records a step of wires of these recordings; without a recording under way, nothing, and the
/// wire that comes back is refused by every recording.
fn push(node: Node, recordings: &[u64]) -> (Id, u64) {
    TAPES.with_borrow_mut(|tapes| {
        let Some(tape) = tapes.last_mut() else { return (0, 0) };
        if recordings.iter().any(|&recording| recording != tape.recording) {
            tape.failure.get_or_insert(Error::ForeignWire);
        }
        let next = tape.nodes.len() as Id;
        let id = *tape.ids.entry(node).or_insert(next);
        if id == next {
            tape.nodes.push(node);
        }
        (id, tape.recording)
    })
}

/// Records a step of two earlier ones.
fn push_two(node: impl FnOnce(Id, Id) -> Node, a: Place, b: Place) -> Place {
    push(node(a.0, b.0), &[a.1, b.1])
}

/// Records what `computation` does with the words of its parameters.
///
/// # Errors
/// [`Error::ForeignWire`] if it used or returned a wire of another recording.
pub(crate) fn record<E: DeviceWord>(
    fused: bool,
    parameters: &[usize],
    results: &[usize],
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Result<Circuit, Error> {
    let mut computation = Some(computation);
    record_once(fused, parameters, results, &mut |inputs| match computation.take() {
        Some(computation) => computation(inputs),
        None => unreachable!("it is called once"),
    })
}

/// Words out of words.
type Computation<'a, E> = dyn FnMut(&[Wire<E>]) -> Vec<Wire<E>> + 'a;

/// [`record`], compiled once for a type of word and not for every computation.
#[inline(never)]
fn record_once<E: DeviceWord>(
    fused: bool,
    parameters: &[usize],
    results: &[usize],
    computation: &mut Computation<'_, E>,
) -> Result<Circuit, Error> {
    let (outputs, tape) = on_tape(E::TYPE, fused, || {
        let inputs: Vec<_> = (0..parameters.iter().sum::<usize>() as u32)
            .map(|input| Wire::new(push(Node::Input(input), &[])))
            .collect();
        computation(&inputs).iter().map(|output| (output.id, output.recording)).collect()
    });
    tape.into_circuit(parameters, results, &outputs)
}

/// A node, and the recording that it belongs to.
type Place = (Id, u64);

/// Runs `computation` with a tape of its own, and gives that back with the results.
fn on_tape(
    word: WordType,
    fused: bool,
    computation: impl FnOnce() -> Vec<Place>,
) -> (Vec<Place>, Tape) {
    /// Takes the tape away again when the computation ends, be it by a panic.
    struct UnderWay;
    impl UnderWay {
        fn end(self) -> Tape {
            std::mem::forget(self);
            TAPES.with_borrow_mut(Vec::pop).expect("pushed below, and every inner one was popped")
        }
    }
    impl Drop for UnderWay {
        fn drop(&mut self) {
            TAPES.with_borrow_mut(Vec::pop);
        }
    }
    let tape = Tape {
        recording: RECORDINGS.fetch_add(1, Ordering::Relaxed),
        word,
        fused,
        nodes: Vec::new(),
        ids: HashMap::new(),
        functions: BTreeSet::new(),
        named: Vec::new(),
        called: Vec::new(),
        failure: None,
    };
    TAPES.with_borrow_mut(|tapes| tapes.push(tape));
    let under_way = UnderWay;
    let outputs = computation();
    (outputs, under_way.end())
}

impl Tape {
    fn into_circuit(
        self,
        parameters: &[usize],
        results: &[usize],
        outputs: &[Place],
    ) -> Result<Circuit, Error> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if outputs.iter().any(|&(_, recording)| recording != self.recording) {
            return Err(Error::ForeignWire);
        }
        let circuit = Circuit {
            word: self.word,
            parameters: parameters.to_vec(),
            results: results.to_vec(),
            nodes: self.nodes,
            outputs: outputs.iter().map(|&(id, _)| id).collect(),
            functions: self.functions.into_iter().collect(),
            named: once_each(self.named),
            called: self.called,
        };
        Ok(circuit.pruned())
    }
}

/// Equal steps are recorded once, and so are their names.
fn once_each(mut named: Vec<Named>) -> Vec<Named> {
    let mut seen = HashSet::with_capacity(named.len());
    named.retain(|step| seen.insert(step.clone()));
    named
}

impl<E> Wire<E> {
    fn new((id, recording): (Id, u64)) -> Self {
        Wire { id, recording, word: PhantomData }
    }

    fn unary(self, op: Unary) -> Self {
        Wire::new(push(Node::Unary(op, self.id), &[self.recording]))
    }

    fn place(self) -> Place {
        (self.id, self.recording)
    }

    fn binary(self, op: Binary, other: Self) -> Self {
        Wire::new(push_two(|a, b| Node::Binary(op, a, b), self.place(), other.place()))
    }

    fn compare(self, op: Comparison, other: Self) -> Flag {
        Flag::new(push_two(|a, b| Node::Compare(op, a, b), self.place(), other.place()))
    }
}

impl Flag {
    fn new((id, recording): (Id, u64)) -> Self {
        Flag { id, recording }
    }

    fn place(self) -> Place {
        (self.id, self.recording)
    }
}

macro_rules! operators {
    ($($op:ident::$method:ident),*) => {$(
        impl<E> $op for Wire<E> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary(Binary::$op, other)
            }
        }
    )*};
}

operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<E> Neg for Wire<E> {
    type Output = Self;
    fn neg(self) -> Self {
        self.unary(Unary::Neg)
    }
}

impl BitAnd for Flag {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Flag::new(push_two(Node::And, self.place(), other.place()))
    }
}

impl BitOr for Flag {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Flag::new(push_two(Node::Or, self.place(), other.place()))
    }
}

impl Not for Flag {
    type Output = Self;
    fn not(self) -> Self {
        Flag::new(push(Node::Not(self.id), &[self.recording]))
    }
}

impl<E: DeviceWord> Word for Wire<E> {
    type Mask = Flag;
    const PRECISION: u32 = E::TYPE.precision();

    /// What the recording under way was told of its device.
    fn fused() -> bool {
        TAPES.with_borrow(|tapes| tapes.last().is_some_and(|tape| tape.fused))
    }

    fn constant(self, value: f64) -> Self {
        let value = Self::representable(value);
        Wire::new(push(Node::Constant(value.to_bits()), &[self.recording]))
    }

    fn representable(value: f64) -> f64 {
        WordType::round(E::TYPE, value)
    }

    fn abs(self) -> Self {
        self.unary(Unary::Abs)
    }

    fn sqrt(self) -> Self {
        self.unary(Unary::Sqrt)
    }

    fn exponent(self) -> Self {
        self.unary(Unary::Exponent)
    }

    fn power_of_two(self) -> Self {
        self.unary(Unary::PowerOfTwo)
    }

    /// One step if the device has a fused multiply-add, a product and a sum if not.
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        if !Self::fused() {
            return self * factor + addend;
        }
        let recordings = [self.recording, factor.recording, addend.recording];
        Wire::new(push(Node::Fma(self.id, factor.id, addend.id), &recordings))
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

    fn function<R>(name: &'static str, work: impl FnOnce() -> R) -> R {
        TAPES.with_borrow_mut(|tapes| {
            if let Some(tape) = tapes.last_mut() {
                tape.functions.insert(name);
            }
        });
        work()
    }

    fn named<const M: usize, const N: usize>(
        step: Step,
        operands: [Self; M],
        results: [Self; N],
    ) -> [Self; N] {
        let ids = |wires: &[Self]| wires.iter().map(|wire| wire.id).collect();
        let named = Named { step, operands: ids(&operands), results: ids(&results) };
        TAPES.with_borrow_mut(|tapes| {
            if let Some(tape) = tapes.last_mut() {
                tape.named.push(named);
            }
        });
        results
    }

    fn select(mask: Flag, yes: Self, no: Self) -> Self {
        let recordings = [mask.recording, yes.recording, no.recording];
        Wire::new(push(Node::Select(mask.id, yes.id, no.id), &recordings))
    }
}

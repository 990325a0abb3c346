//! The word that records.

use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Named, Node, Unary},
    error::Error,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{Step, Word};
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    marker::PhantomData,
    ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub},
    sync::atomic::{AtomicU64, Ordering},
};

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
#[derive(Default)]
struct Tape {
    recording: u64,
    fused: bool,
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    /// Names of elementary functions.
    functions: BTreeSet<&'static str>,
    named: Vec<Named>,
    /// Whether a step used a wire of another recording.
    mixed: bool,
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
        tape.mixed |= recordings.iter().any(|&recording| recording != tape.recording);
        let next = tape.nodes.len() as Id;
        let id = *tape.ids.entry(node).or_insert(next);
        if id == next {
            tape.nodes.push(node);
        }
        (id, tape.recording)
    })
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
    /// Takes the tape away again when the computation ends, be it by a panic.
    struct UnderWay;
    impl Drop for UnderWay {
        fn drop(&mut self) {
            TAPES.with_borrow_mut(Vec::pop);
        }
    }
    let recording = RECORDINGS.fetch_add(1, Ordering::Relaxed);
    let tape = Tape {
        recording,
        fused,
        nodes: Vec::new(),
        ids: HashMap::new(),
        functions: BTreeSet::new(),
        named: Vec::new(),
        mixed: false,
    };
    TAPES.with_borrow_mut(|tapes| tapes.push(tape));
    let under_way = UnderWay;
    let inputs: Vec<_> = (0..parameters.iter().sum::<usize>() as u32)
        .map(|input| Wire::new(push(Node::Input(input), &[])))
        .collect();
    let outputs = computation(&inputs);
    let tape = TAPES.with_borrow_mut(|tapes| {
        let tape = tapes.last_mut().expect("pushed above, and every inner one was popped");
        std::mem::take(tape)
    });
    drop(under_way);
    if tape.mixed || outputs.iter().any(|output| output.recording != recording) {
        return Err(Error::ForeignWire);
    }
    let circuit = Circuit {
        word: E::TYPE,
        parameters: parameters.to_vec(),
        results: results.to_vec(),
        nodes: tape.nodes,
        outputs: outputs.iter().map(|output| output.id).collect(),
        functions: tape.functions.into_iter().collect(),
        named: once_each(tape.named),
    };
    Ok(circuit.pruned())
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

    fn binary(self, op: Binary, other: Self) -> Self {
        let recordings = [self.recording, other.recording];
        Wire::new(push(Node::Binary(op, self.id, other.id), &recordings))
    }

    fn compare(self, op: Comparison, other: Self) -> Flag {
        let recordings = [self.recording, other.recording];
        Flag::new(push(Node::Compare(op, self.id, other.id), &recordings))
    }
}

impl Flag {
    fn new((id, recording): (Id, u64)) -> Self {
        Flag { id, recording }
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
        Flag::new(push(Node::And(self.id, other.id), &[self.recording, other.recording]))
    }
}

impl BitOr for Flag {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Flag::new(push(Node::Or(self.id, other.id), &[self.recording, other.recording]))
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

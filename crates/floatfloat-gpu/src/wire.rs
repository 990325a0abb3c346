//! The word that records.

mod comparison;
mod tape;
mod uint;

use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Node, Unary},
    error::Error,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{RecordedWord, Step, Word};
use std::{
    marker::PhantomData,
    ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub},
};
use tape::{Place, TAPES, name, on_tape, push, remember};

pub use uint::UintWire;
pub(crate) use uint::{call_of, record_integers, record_uints};

/// A word of type `E` that a device will compute: the result of a recorded step.
///
/// The device for which it is recorded decides whether [`mul_add`](Word::mul_add) is fused, and so
/// which variants the algorithms use.
#[derive(Clone, Copy, Debug)]
pub struct Wire<E> {
    place: Place,
    word: PhantomData<E>,
}

/// A comparison that a device will make. A closure cannot branch on it.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    place: Place,
}

/// Records an operation on one earlier step.
#[inline(never)]
fn unary(op: Unary, a: Place) -> Place {
    push(Node::Unary(op, a.id()), &[a])
}

/// Records an operation on two earlier steps.
#[inline(never)]
fn binary(op: Binary, a: Place, b: Place) -> Place {
    push(Node::Binary(op, a.id(), b.id()), &[a, b])
}

/// Records a comparison.
#[inline(never)]
fn compare(op: Comparison, a: Place, b: Place) -> Place {
    push(Node::Compare(op, a.id(), b.id()), &[a, b])
}

/// Records a fused multiply-add.
#[inline(never)]
fn fma(a: Place, b: Place, c: Place) -> Place {
    push(Node::Fma(a.id(), b.id(), c.id()), &[a, b, c])
}

/// Records a choice of words.
#[inline(never)]
fn select(mask: Place, yes: Place, no: Place) -> Place {
    push(Node::Select(mask.id(), yes.id(), no.id()), &[mask, yes, no])
}

/// Records a constant.
#[inline(never)]
fn constant(value: f64, of: Place) -> Place {
    push(Node::Constant(value.to_bits()), &[of])
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

/// A function from words to words.
type Computation<'a, E> = dyn FnMut(&[Wire<E>]) -> Vec<Wire<E>> + 'a;

/// The same as [`record`], compiled once for a word type and not for every computation.
#[inline(never)]
fn record_once<E: DeviceWord>(
    fused: bool,
    parameters: &[usize],
    results: &[usize],
    computation: &mut Computation<'_, E>,
) -> Result<Circuit, Error> {
    let of_type = match E::TYPE {
        WordType::U32 => Node::UintInput,
        _ => Node::Input,
    };
    let (outputs, tape) = on_tape(E::TYPE, fused, &mut || {
        let inputs: Vec<_> = (0..parameters.iter().sum::<usize>() as u32)
            .map(|input| Wire::new(push(of_type(input), &[])))
            .collect();
        computation(&inputs).iter().map(|output| output.place).collect()
    });
    tape.into_circuit(parameters, results, &outputs)
}

impl<E> Wire<E> {
    fn new(place: Place) -> Self {
        Wire { place, word: PhantomData }
    }

    fn unary(self, op: Unary) -> Self {
        Wire::new(unary(op, self.place))
    }

    fn binary(self, op: Binary, other: Self) -> Self {
        Wire::new(binary(op, self.place, other.place))
    }

    fn compare(self, op: Comparison, other: Self) -> Flag {
        Flag { place: compare(op, self.place, other.place) }
    }
}

impl Flag {
    #[inline(never)]
    fn push(node: impl FnOnce(Id, Id) -> Node, a: Place, b: Place) -> Self {
        Flag { place: push(node(a.id(), b.id()), &[a, b]) }
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

        impl<E: DeviceWord> $op<f64> for Wire<E> {
            type Output = Self;
            fn $method(self, other: f64) -> Self {
                $op::$method(self, self.constant(other))
            }
        }

        impl<E: DeviceWord> $op<Wire<E>> for f64 {
            type Output = Wire<E>;
            fn $method(self, other: Wire<E>) -> Wire<E> {
                $op::$method(other.constant(self), other)
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
        Flag::push(Node::And, self.place, other.place)
    }
}

impl BitOr for Flag {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Flag::push(Node::Or, self.place, other.place)
    }
}

impl Not for Flag {
    type Output = Self;
    fn not(self) -> Self {
        Flag { place: push(Node::Not(self.place.id()), &[self.place]) }
    }
}

impl<E: DeviceWord> RecordedWord for Wire<E> {}

impl<E: DeviceWord> Word for Wire<E> {
    type Mask = Flag;
    const PRECISION: u32 = E::TYPE.precision();

    /// Whether the device of the current recording has a fused multiply-add.
    fn fused() -> bool {
        TAPES.with_borrow(|tapes| tapes.last().is_some_and(|tape| tape.fused))
    }

    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    fn constant(self, value: f64) -> Self {
        Wire::new(constant(Self::representable(value), self.place))
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
        Wire::new(fma(self.place, factor.place, addend.place))
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
        remember(name);
        work()
    }

    fn operation(name: &'static str) {
        remember(name);
    }

    fn named<const M: usize, const N: usize>(
        step: Step,
        operands: [Self; M],
        results: [Self; N],
    ) -> [Self; N] {
        name(step, &operands.map(|wire| wire.place), &results.map(|wire| wire.place));
        results
    }

    fn select(mask: Flag, yes: Self, no: Self) -> Self {
        Wire::new(select(mask.place, yes.place, no.place))
    }
}

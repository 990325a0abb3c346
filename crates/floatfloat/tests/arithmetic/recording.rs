//! A word that records instead of computing. Every algorithm is straight-line code over [`Word`]:
//! recorded once and then carried out in `f64`, it gives the bits that `f64` gives.

use crate::{common::Random, shared::edges::edges};
use floatfloat::{
    DoubleDouble, DoubleWord, NoFma, Word,
    elementary::Elementary,
    operation::{Fma, Operation},
    registry::{FunctionVisitor, Visitor, for_each, for_each_function},
};
use std::{
    cell::RefCell,
    ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub},
};

/// One step; operands are the numbers of earlier steps. Masks are steps as well, 1 or 0.
#[derive(Clone, Copy)]
enum Step {
    Input(usize),
    Constant(f64),
    Unary(fn(f64) -> f64, usize),
    Binary(fn(f64, f64) -> f64, usize, usize),
    Ternary(fn(f64, f64, f64) -> f64, usize, usize, usize),
}

thread_local! {
    static TAPE: RefCell<Vec<Step>> = const { RefCell::new(Vec::new()) };
}

// Its callers are out of line: an algorithm that is compiled for this word is a sequence of calls.
fn push(step: Step) -> usize {
    TAPE.with_borrow_mut(|tape| {
        tape.push(step);
        tape.len() - 1
    })
}

/// A word that is the result of a step.
#[derive(Clone, Copy)]
struct Wire(usize);

/// A comparison that is the result of a step: nobody can branch on it.
#[derive(Clone, Copy)]
struct Flag(usize);

macro_rules! recorded {
    ($($op:ident::$method:ident for $type:ident, |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $op for $type {
            type Output = Self;
            #[inline(never)]
            fn $method(self, other: Self) -> Self {
                $type(push(Step::Binary(|$a, $b| $value, self.0, other.0)))
            }
        }
    )*};
}

recorded! {
    Add::add for Wire, |a, b| a + b;
    Sub::sub for Wire, |a, b| a - b;
    Mul::mul for Wire, |a, b| a * b;
    Div::div for Wire, |a, b| a / b;
    BitAnd::bitand for Flag, |a, b| a * b;
    BitOr::bitor for Flag, |a, b| a.max(b);
}

impl Neg for Wire {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        Wire(push(Step::Unary(|a| -a, self.0)))
    }
}

impl Not for Flag {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        Flag(push(Step::Unary(|a| 1.0 - a, self.0)))
    }
}

impl Word for Wire {
    type Mask = Flag;
    const PRECISION: u32 = 53;

    fn fused() -> bool {
        true
    }
    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    #[inline(never)]
    fn constant(self, value: f64) -> Self {
        Wire(push(Step::Constant(value)))
    }
    #[inline(never)]
    fn abs(self) -> Self {
        Wire(push(Step::Unary(f64::abs, self.0)))
    }
    #[inline(never)]
    fn sqrt(self) -> Self {
        Wire(push(Step::Unary(f64::sqrt, self.0)))
    }
    #[inline(never)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Wire(push(Step::Ternary(<f64 as Word>::mul_add, self.0, factor.0, addend.0)))
    }
    #[inline(never)]
    fn less(self, other: Self) -> Flag {
        Flag(push(Step::Binary(|a, b| (a < b).into(), self.0, other.0)))
    }
    #[inline(never)]
    fn less_or_equal(self, other: Self) -> Flag {
        Flag(push(Step::Binary(|a, b| (a <= b).into(), self.0, other.0)))
    }
    #[inline(never)]
    fn equal(self, other: Self) -> Flag {
        Flag(push(Step::Binary(|a, b| (a == b).into(), self.0, other.0)))
    }
    #[inline(never)]
    fn select(mask: Flag, yes: Self, no: Self) -> Self {
        let choose = |mask, yes, no| if mask == 1.0 { yes } else { no };
        Wire(push(Step::Ternary(choose, mask.0, yes.0, no.0)))
    }
}

/// Straight-line code, and which of its steps are the two words of the result.
struct Recording {
    steps: Vec<Step>,
    result: [usize; 2],
}

/// Records what `formula` does with two double-words over `W`, a wire or a wrapped one.
fn record<W: Word>(
    wrap: fn(Wire) -> W,
    unwrap: fn(W) -> Wire,
    formula: impl FnOnce(DoubleWord<W>, DoubleWord<W>) -> DoubleWord<W>,
) -> Recording {
    TAPE.take();
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| wrap(Wire(push(Step::Input(i)))));
    let result = formula(DoubleWord::from_normalized(a, b), DoubleWord::from_normalized(c, d));
    Recording { result: [result.hi(), result.lo()].map(|word| unwrap(word).0), steps: TAPE.take() }
}

impl Recording {
    fn play(&self, x: DoubleDouble, y: DoubleDouble) -> [f64; 2] {
        let inputs = [x.hi(), x.lo(), y.hi(), y.lo()];
        let mut values: Vec<f64> = Vec::with_capacity(self.steps.len());
        for &step in &self.steps {
            values.push(match step {
                Step::Input(i) => inputs[i],
                Step::Constant(value) => value,
                Step::Unary(f, a) => f(values[a]),
                Step::Binary(f, a, b) => f(values[a], values[b]),
                Step::Ternary(f, a, b, c) => f(values[a], values[b], values[c]),
            });
        }
        self.result.map(|i| values[i])
    }
}

/// Random numbers of all sizes, and every pair of edges.
fn operands() -> Vec<(DoubleDouble, DoubleDouble)> {
    let mut random = Random(11);
    let edges = edges::<f64>();
    let pairs = edges.iter().flat_map(|&x| edges.iter().map(move |&y| (x.into(), y.into())));
    pairs.chain((0..4000).map(|_| (random.double_word(), random.double_word()))).collect()
}

/// The recording against the computed [high, low]: the same bits, or both NaN.
fn compare(
    name: &str,
    recording: &Recording,
    computed: impl Fn(DoubleDouble, DoubleDouble) -> [f64; 2],
) {
    for (x, y) in operands() {
        let (played, computed) = (recording.play(x, y), computed(x, y));
        if played[0].is_nan() && computed[0].is_nan() {
            // Beside NaN a low word means nothing.
            continue;
        }
        for (p, c) in played.into_iter().zip(computed) {
            let same = p.to_bits() == c.to_bits() || p.is_nan() && c.is_nan();
            assert!(same, "{name} of {x:?}, {y:?}: {played:?}, not {computed:?}");
        }
    }
}

/// Records and computes each formula, with and without fused multiply-add.
macro_rules! same_bits {
    ($(|$x:ident, $y:ident| $formula:expr;)*) => {$(
        let name = stringify!($formula);
        let fused = record::<Wire>(|w| w, |w| w, |$x, $y| {
            let _ = $y;
            $formula
        });
        compare(name, &fused, |$x, $y| {
            let _ = $y;
            let z = $formula;
            [z.hi(), z.lo()]
        });
        let unfused = record::<NoFma<Wire>>(NoFma, |w| w.0, |$x, $y| {
            let _ = $y;
            $formula
        });
        compare(name, &unfused, |x, y| {
            let [$x, $y] = [x, y].map(|z| DoubleWord::from_normalized(NoFma(z.hi()), NoFma(z.lo())));
            let _ = $y;
            let z = $formula;
            [z.hi().0, z.lo().0]
        });
    )*};
}

#[test]
fn a_users_formula() {
    same_bits! {
        |a, b| (a * b - a / b).sqrt();
        |a, b| a.mul_add(b, a) + b.hi() * a.lo();
    }
}

#[test]
fn operators_and_functions() {
    same_bits! {
        |x, y| x + y;
        |x, y| x - y;
        |x, y| x * y;
        |x, y| x / y;
        |x, y| x + y.hi();
        |x, y| x - y.hi();
        |x, y| x * y.hi();
        |x, y| x / y.hi();
        |x, y| -x + y;
        |x, y| x.sqrt();
        |x, y| x.recip();
        |x, y| x.abs();
        |x, y| x.powi(-7);
        |x, y| x.powi(0);
        |x, y| x.floor();
        |x, y| x.ceil();
        |x, y| x.trunc();
        |x, y| x.round();
        |x, y| x.round_ties_even();
        |x, y| x.fract();
        |x, y| x.max(y);
        |x, y| x.min(y);
        |x, y| DoubleWord::select(x.less(y) | !x.less_or_equal(y) | x.equal(y), x, y);
        |x, y| DoubleWord::from_parts(x.hi(), y.hi());
        |x, y| DoubleWord::from_word(x.hi());
    }
}

struct Registry;

/// A function recorded with and without fused multiply-add, and the same computed.
macro_rules! same_bits_of {
    ($entry:ident, $without_fma:expr) => {
        let fused = record::<Wire>(|w| w, |w| w, $entry::apply);
        compare($entry::INFO.name, &fused, |x, y| {
            let z = $entry::apply(x, y);
            [z.hi(), z.lo()]
        });
        if $without_fma {
            let unfused = record::<NoFma<Wire>>(NoFma, |w| w.0, $entry::apply);
            compare($entry::INFO.name, &unfused, |x, y| {
                let wrap =
                    |z: DoubleDouble| DoubleWord::from_normalized(NoFma(z.hi()), NoFma(z.lo()));
                let z = $entry::apply(wrap(x), wrap(y));
                [z.hi().0, z.lo().0]
            });
        }
    };
}

impl Visitor for Registry {
    fn visit<O: Operation>(&mut self) {
        same_bits_of!(O, O::INFO.fma != Fma::Required);
    }
}

impl FunctionVisitor for Registry {
    fn visit<F: Elementary>(&mut self) {
        same_bits_of!(F, true);
    }
}

#[test]
fn every_registered_operation() {
    for_each(&mut Registry);
}

#[test]
fn every_registered_function() {
    for_each_function(&mut Registry);
}

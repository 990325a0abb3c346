//! Numbers made of integers: the bits of the processor, and of a simulated machine in every case that a small format
//! has.

use crate::{
    common::Random,
    shared::edges::edges,
    sim_ieee::{random_f32, random_f64, same},
};
use floatfloat::{
    Bits, DoubleDouble, DoubleWord, NativeWord, Word,
    registry::OPERATIONS as OF_WORDS,
    sim::{Machine, Sim, Spec},
    soft::{Format, Soft, Soft8, Soft32, Soft64, Toward},
};
use floatfloat_exact::{Class, Format as Words, Operands};
use std::{ops::Range, thread};

/// Operands of a test of each operation.
const COUNT: u64 = 1_000_000;

/// Operands of the tests that are ignored.
const MANY: u64 = 100_000_000;

/// Does both, on two threads where the target has threads.
fn both(left: impl FnOnce() + Send, right: impl FnOnce()) {
    if cfg!(target_family = "wasm") {
        left();
        return right();
    }
    thread::scope(|scope| {
        scope.spawn(left);
        right();
    });
}

/// A word of the processor, and the number made of integers.
trait Hardware<const N: usize>: NativeWord + Bits<N, Uint = u32, Mask = bool> {
    type Format: Format<N>;

    /// A number of any kind, often close to another.
    fn near(random: &mut Random, other: Self) -> Self;
    fn to_integer(self, toward: Toward) -> Self;
    fn to_signed(self) -> i32;
    fn from_signed(integer: i32) -> Self;

    fn soft(self) -> Soft<Self::Format, u32, N> {
        Soft::from_uints(self.into_uints())
    }
}

macro_rules! hardware {
    ($($word:ident: $integers:literal, $soft:ident, $random:ident;)*) => {$(
        impl Hardware<$integers> for $word {
            type Format = floatfloat::soft::$soft;

            fn near(random: &mut Random, other: Self) -> Self {
                $random(random, other)
            }
            fn to_integer(self, toward: Toward) -> Self {
                match toward {
                    Toward::Nearest => self.round_ties_even(),
                    Toward::Zero => self.trunc(),
                    Toward::Down => self.floor(),
                    Toward::Up => self.ceil(),
                }
            }
            fn to_signed(self) -> i32 {
                self as i32
            }
            fn from_signed(integer: i32) -> Self {
                integer as $word
            }
        }
    )*};
}

hardware! {
    f64: 2, Binary64, random_f64;
    f32: 1, Binary32, random_f32;
}

/// The same number, or both NaN, and then ours the quiet one.
fn agree<F: Hardware<N>, const N: usize>(
    what: &str,
    operands: &[F],
    soft: Soft<F::Format, u32, N>,
    hardware: F,
) {
    let found = F::from_uints(soft.to_bits());
    let quiet = f64::NAN.to_bits();
    let is_quiet = || f64::from(soft).to_bits() == quiet;
    assert!(
        found.bits() == hardware.bits() || (hardware.is_nan() && is_quiet()),
        "{what} {operands:?}: {found:?} instead of {hardware:?}"
    );
}

const OPERATIONS: [&str; 8] =
    ["sum", "product", "quotient", "root", "fma", "comparisons", "integers", "exponents"];

/// An operation, beside the processor's.
fn compare<F: Hardware<N>, const N: usize>(operation: &str, [a, b, c]: [F; 3]) {
    let [x, y, z] = [a, b, c].map(F::soft);
    match operation {
        "sum" => {
            agree(operation, &[a, b], x + y, a + b);
            agree("difference", &[a, b], x - y, a - b);
        }
        "product" => agree(operation, &[a, b], x * y, a * b),
        "quotient" => agree(operation, &[a, b], x / y, a / b),
        "root" => agree(operation, &[a], x.sqrt(), Word::sqrt(a)),
        "fma" => agree(operation, &[a, b, c], x.mul_add(y, z), Word::mul_add(a, b, c)),
        "comparisons" => {
            let [found, expected] = [
                [x.less(y), x.less_or_equal(y), x.equal(y), x.is_ordinary()],
                [a < b, a <= b, a == b, a.is_ordinary()],
            ];
            assert_eq!(found, expected, "{a:?}, {b:?}");
            agree("magnitude", &[a], x.abs(), Word::abs(a));
        }
        "integers" => {
            for toward in [Toward::Nearest, Toward::Zero, Toward::Down, Toward::Up] {
                agree("integer", &[a], x.integer(toward), a.to_integer(toward));
            }
            assert_eq!(x.to_signed() as i32, a.to_signed(), "{a:?}");
            let integer = b.bits() as i32;
            agree("of integer", &[b], Soft::from_signed(integer as u32), F::from_signed(integer));
        }
        _ => {
            agree(operation, &[a], x.exponent(), Word::exponent(a));
            // Of integers, and not of NaN.
            let integer = if a.is_nan() { b } else { Hardware::to_integer(a, Toward::Zero) };
            if !integer.is_nan() {
                let integer = Hardware::to_integer(integer, Toward::Zero);
                let power = integer.soft().power_of_two();
                agree("power of two", &[integer], power, Word::power_of_two(integer));
            }
        }
    }
}

/// Words of the project's classes for an operation, in threes.
fn of_classes<F: Hardware<N>, const N: usize>(
    format: Words,
    operands: &mut Operands,
    count: u64,
    mut each: impl FnMut([F; 3]),
) {
    let word = |value: f64| {
        assert!(format.contains(value));
        F::nearest(value)
    };
    for k in 0..count {
        let class = Class::ALL[k as usize % Class::ALL.len()];
        let pair = operands.draw(class);
        // The addend of a fused operation cancels the product nearly, or is another operand.
        let [a, b] = [word(pair.x[0]), word(pair.y[0])];
        let c = if k % 2 == 0 { -(a * b) } else { word(pair.x[1]) };
        each([a, b, c]);
    }
}

/// An operation on so many operands, half of the project's classes and half of any bits, on every
/// edge of the range besides.
fn check<F: Hardware<N>, const N: usize>(operation: &str, count: u64, seed: u64) {
    let format = if F::PRECISION == 24 { Words::F32 } else { Words::F64 };
    let like = match operation {
        "product" | "fma" => "two-prod",
        "quotient" => "div-word",
        "root" => "sqrt",
        _ => "two-sum",
    };
    let info = OF_WORDS.iter().find(|info| info.name == like).unwrap();
    let mut operands = Operands::new(info, format, true, seed);
    of_classes::<F, N>(format, &mut operands, count / 2, |words| compare(operation, words));
    let mut random = Random(seed);
    for _ in 0..count / 2 {
        let a = F::near(&mut random, F::nearest(1.0));
        let b = F::near(&mut random, a);
        let c = F::near(&mut random, -(a * b));
        compare(operation, [a, b, c]);
    }
}

fn check_edges<F: Hardware<N>, const N: usize>() {
    let edges = edges::<F>();
    for operation in OPERATIONS {
        for &a in &edges {
            for &b in &edges {
                for &c in &edges {
                    compare(operation, [a, b, c]);
                }
            }
        }
    }
}

#[test]
fn results_are_those_of_the_processor() {
    for operation in OPERATIONS {
        both(|| check::<f64, 2>(operation, COUNT, 1), || check::<f32, 1>(operation, COUNT, 2));
    }
}

#[test]
fn edges_are_those_of_the_processor() {
    check_edges::<f64, 2>();
    check_edges::<f32, 1>();
}

/// `cargo test --release -p floatfloat --test arithmetic -- --ignored --nocapture soft::many`
#[test]
#[ignore = "minutes"]
fn many_results_are_those_of_the_processor() {
    for operation in OPERATIONS {
        both(|| check::<f64, 2>(operation, MANY, 3), || check::<f32, 1>(operation, MANY, 4));
        println!("{operation}: {MANY} operands of f64, and as many of f32");
    }
}

#[derive(Clone, Copy, Default)]
struct Small;

impl Machine for Small {
    const SPEC: Spec = Spec::ieee("binary8", 4, -6, 7);
}

/// A number of 8 bits, and the machine's.
fn small(bits: u32) -> (Soft8, Sim<Small>) {
    let number = Soft8::from_bits([bits]);
    (number, Sim::from_carrier(number.into()))
}

fn agree_small(what: &str, operands: &[u32], found: Soft8, expected: Sim<Small>) {
    let (found, expected) = (f64::from(found), f64::from(expected));
    assert!(same(found, expected), "{what} {operands:x?}: {found} instead of {expected}");
}

#[test]
fn every_result_of_eight_bits_is_that_of_the_simulated_machine() {
    for a in 0..256 {
        let (x, x_sim) = small(a);
        // The bits are kept, but of a NaN.
        assert!(Soft8::from(f64::from(x)).to_bits() == [a] || f64::from(x).is_nan());
        agree_small("root", &[a], x.sqrt(), x_sim.sqrt());
        agree_small("exponent", &[a], x.exponent(), x_sim.exponent());
        for (toward, expected) in [
            (Toward::Nearest, f64::from(x).round_ties_even()),
            (Toward::Zero, f64::from(x).trunc()),
            (Toward::Down, f64::from(x).floor()),
            (Toward::Up, f64::from(x).ceil()),
        ] {
            let found = f64::from(x.integer(toward));
            assert!(same(found, expected), "{toward:?} of {x:?}: {found}");
        }
        for b in 0..256 {
            let (y, y_sim) = small(b);
            let operands = [a, b];
            agree_small("sum", &operands, x + y, x_sim + y_sim);
            agree_small("difference", &operands, x - y, x_sim - y_sim);
            agree_small("product", &operands, x * y, x_sim * y_sim);
            agree_small("quotient", &operands, x / y, x_sim / y_sim);
            let [found, expected] = [
                [x.less(y), x.less_or_equal(y), x.equal(y)],
                [x_sim.less(y_sim), x_sim.less_or_equal(y_sim), x_sim.equal(y_sim)],
            ];
            assert_eq!(found, expected, "{a:x} {b:x}");
        }
    }
}

#[test]
fn every_fused_result_of_eight_bits_is_that_of_the_simulated_machine() {
    let numbers: Vec<_> = (0..256).map(small).collect();
    let fused = |half: Range<usize>| {
        for a in half {
            for b in 0..256 {
                for c in 0..256 {
                    let [x, y, z] = [a, b, c].map(|k| numbers[k]);
                    let operands = [a, b, c].map(|k| k as u32);
                    let expected = x.1.mul_add(y.1, z.1);
                    agree_small("fma", &operands, x.0.mul_add(y.0, z.0), expected);
                }
            }
        }
    };
    both(|| fused(0..128), || fused(128..256));
}

#[test]
fn conversions_are_those_of_the_processor() {
    let mut random = Random(6);
    for _ in 0..COUNT {
        let wide = random_f64(&mut random, 1e-40);
        let narrow: Soft32 = wide.soft().convert();
        agree("to f32", &[wide as f32], narrow, wide as f32);
        let short = random_f32(&mut random, 1.0);
        let long: Soft64 = short.soft().convert();
        agree("to f64", &[f64::from(short)], long, f64::from(short));
        assert!(same(narrow.constant(wide).into(), narrow.into()), "{wide:e}");
    }
}

/// Every operation of numbers of two words, its special cases included.
#[test]
fn numbers_of_two_words_are_those_of_the_processor() {
    let mut random = Random(7);
    let soft = |x: DoubleDouble| DoubleWord::from_normalized(x.hi().soft(), x.lo().soft());
    for _ in 0..COUNT / 20 {
        let [x, y]: [DoubleDouble; 2] = [random.double_word(), random.double_word()];
        let [a, b] = [x, y].map(soft);
        for (found, expected) in [
            (a + b, x + y),
            (a - b, x - y),
            (a * b, x * y),
            (a / b, x / y),
            (a.sqrt(), x.sqrt()),
            (a.exp(), x.exp()),
            (a.floor(), x.floor()),
        ] {
            let words = [(found.hi(), expected.hi()), (found.lo(), expected.lo())];
            for (found, expected) in words {
                agree("of two words", &[x.hi(), x.lo(), y.hi(), y.lo()], found, expected);
            }
        }
    }
}

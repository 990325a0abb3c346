//! Carries out one step of a plan in all lanes of a block.

use super::Register;
use crate::circuit::{Binary, Comparison, Id, Node, UintBinary, UintUnary, Unary};
use floatfloat::{NativeWord, Uint32};

/// The word with the bits of an integer.
#[inline(always)]
pub(super) fn of_uint<F: NativeWord>(value: u32) -> F {
    F::with_bits(value.into())
}

/// The integer with the bits of a word.
#[inline(always)]
fn uint<F: NativeWord>(word: F) -> u32 {
    word.bits() as u32
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
pub(super) fn carry_out<F: NativeWord>(node: Node, registers: &[Box<Register<F>>], to: &mut [F]) {
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
        Node::UintDot(a, b, sum) => {
            each3(to, register(a), register(b), register(sum), |a, b, sum| {
                of_uint(uint(a).dot_of_bytes(uint(b), uint(sum)))
            });
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

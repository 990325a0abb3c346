//! The compound expressions, each written once over the basic operations.

use crate::{Op, bits::power_of_two};

/// The basic operations of a machine.
pub(crate) trait Arithmetic {
    type Number;

    fn precision(&self) -> u32;
    /// `value` with the type and length of `like`.
    fn constant(&mut self, like: &Self::Number, value: f64) -> Self::Number;
    fn copy(&mut self, x: &Self::Number) -> Self::Number;
    fn negate(&mut self, x: &Self::Number) -> Self::Number;
    fn add(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn sub(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn mul(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn div(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn sqrt(&mut self, x: &Self::Number) -> Self::Number;
    fn fma(&mut self, a: &Self::Number, b: &Self::Number, c: &Self::Number) -> Self::Number;
}

/// Computes `op` as its formula says, one operation after the other. Operands that it does not
/// take are ignored.
#[inline(always)]
pub(crate) fn compute<A: Arithmetic>(
    m: &mut A,
    op: Op,
    a: &A::Number,
    b: &A::Number,
    c: &A::Number,
) -> A::Number {
    match op {
        Op::Copy => m.copy(a),
        Op::Negate => m.negate(a),
        Op::Add => m.add(a, b),
        Op::Sub => m.sub(a, b),
        Op::Mul => m.mul(a, b),
        Op::Div => m.div(a, b),
        Op::Sqrt => m.sqrt(a),
        Op::Fma => m.fma(a, b, c),
        Op::Reciprocal => {
            let one = m.constant(a, 1.0);
            m.div(&one, a)
        }
        Op::PlusZero => {
            let zero = m.constant(a, 0.0);
            m.add(a, &zero)
        }
        Op::TimesOne => {
            let one = m.constant(a, 1.0);
            m.mul(a, &one)
        }
        Op::TimesZero => {
            let zero = m.constant(a, 0.0);
            m.mul(a, &zero)
        }
        Op::SelfDifference => m.sub(a, a),
        Op::SelfQuotient => m.div(a, a),
        Op::AddThenSubtract => {
            let sum = m.add(a, b);
            m.sub(&sum, a)
        }
        Op::SubtractThenAdd => {
            let difference = m.sub(a, b);
            m.add(&difference, b)
        }
        Op::DivideThenMultiply => {
            let quotient = m.div(a, b);
            m.mul(&quotient, b)
        }
        Op::MultiplyThenDivide => {
            let product = m.mul(a, b);
            m.div(&product, b)
        }
        Op::SumFromLeft => {
            let sum = m.add(a, b);
            m.add(&sum, c)
        }
        Op::SumFromRight => {
            let sum = m.add(b, c);
            m.add(a, &sum)
        }
        Op::MultiplyAdd => {
            let product = m.mul(a, b);
            m.add(&product, c)
        }
        Op::MultiplySubtract => {
            let product = m.mul(a, b);
            m.sub(&product, c)
        }
        Op::TwoSumError => {
            let sum = m.add(a, b);
            let v = m.sub(&sum, a);
            let rest = m.sub(&sum, &v);
            let of_a = m.sub(a, &rest);
            let of_b = m.sub(b, &v);
            m.add(&of_a, &of_b)
        }
        Op::FastTwoSumError => {
            let sum = m.add(a, b);
            let v = m.sub(&sum, a);
            m.sub(b, &v)
        }
        Op::ProductErrorFused => {
            let product = m.mul(a, b);
            let minus = m.negate(&product);
            m.fma(a, b, &minus)
        }
        Op::ProductErrorDekker => dekker_error(m, a, b),
    }
}

/// The error term of Dekker's product (Dekker 1971; Mul12 of Da Graça & Defour 2006, theorem 4).
#[inline(always)]
fn dekker_error<A: Arithmetic>(m: &mut A, a: &A::Number, b: &A::Number) -> A::Number {
    let product = m.mul(a, b);
    let (a_high, a_low) = split(m, a);
    let (b_high, b_low) = split(m, b);
    let high = m.mul(&a_high, &b_high);
    let middle = m.mul(&a_low, &b_high);
    let other_middle = m.mul(&a_high, &b_low);
    let low = m.mul(&a_low, &b_low);
    let rest = m.sub(&product, &high);
    let rest = m.sub(&rest, &middle);
    let rest = m.sub(&rest, &other_middle);
    m.sub(&low, &rest)
}

/// Veltkamp's split at s = ⌈p/2⌉.
#[inline(always)]
fn split<A: Arithmetic>(m: &mut A, a: &A::Number) -> (A::Number, A::Number) {
    let splitter = power_of_two(m.precision().div_ceil(2) as i32) + 1.0;
    let splitter = m.constant(a, splitter);
    let c = m.mul(&splitter, a);
    let big = m.sub(&c, a);
    let high = m.sub(&c, &big);
    let low = m.sub(a, &high);
    (high, low)
}

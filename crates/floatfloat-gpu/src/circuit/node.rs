//! The nodes of circuits, each of which is one step.

use super::Called;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of a node in [`Circuit::nodes`](super::Circuit::nodes).
pub type Id = u32;

/// One step. Its operands are earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Node {
    /// The word with this index among all words of the parameters.
    Input(u32),
    /// A number of the circuit's word type, as the bits of the same number in `f64`.
    Constant(u64),
    /// An operation from one word to one word.
    Unary(Unary, Id),
    /// An operation from two words to one word.
    Binary(Binary, Id, Id),
    /// The first operand times the second plus the third, rounded once.
    Fma(Id, Id, Id),
    /// A comparison of two words; its result is a flag.
    Compare(Comparison, Id, Id),
    /// True if both flags are true.
    And(Id, Id),
    /// True if either flag is true.
    Or(Id, Id),
    /// The opposite of a flag.
    Not(Id),
    /// The second operand, a word, where the first operand, a flag, is true; otherwise the third.
    Select(Id, Id, Id),
    /// The integer with this index among the parameters of a function that is called.
    UintInput(u32),
    /// A constant integer.
    UintConstant(u32),
    /// An operation from one integer to one integer.
    UintUnary(UintUnary, Id),
    /// An operation from two integers to one integer.
    UintBinary(UintBinary, Id, Id),
    /// A comparison of two integers; its result is a flag.
    UintCompare(Comparison, Id, Id),
    /// The second operand, an integer, where the first operand, a flag, is true; otherwise the
    /// third.
    UintSelect(Id, Id, Id),
    /// The third operand plus the four products of the signed bytes of the first two, all of them integers.
    UintDot(Id, Id, Id),
    /// The 32 bits with this index of a word. Index 0 is the lowest.
    Bits(u32, Id),
    /// The word with these bits: the low 32 bits and, if the word has 64 bits, the high 32.
    FromBits(Id, Option<Id>),
    /// Operands of a call: the first is an integer or `Operands`, the second an integer that
    /// follows it.
    Operands(Id, Id),
    /// The results of the function with this index in [`Circuit::called`](super::Circuit::called), for these operands: one
    /// integer or [`Operands`](Node::Operands).
    Call(u32, Id),
    /// The integer with this index among the results of a call.
    CallResult(u32, Id),
}

/// What a node produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A word.
    Word,
    /// The result of a comparison.
    Flag,
    /// A 32-bit unsigned integer.
    Uint,
    /// Operands or results of a call. Other nodes take single integers from them.
    Several,
}

/// Operations from one word to one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unary {
    /// −a; exact, flips the sign bit.
    Neg,
    /// |a|; exact, clears the sign bit.
    Abs,
    /// √a
    Sqrt,
    /// ⌊log2 |a|⌋, [`Word::exponent`](floatfloat::Word::exponent); exact.
    Exponent,
    /// 2^a of an integer a, [`Word::power_of_two`](floatfloat::Word::power_of_two); exact unless it
    /// is out of range.
    PowerOfTwo,
}

/// Operations from two words to one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Binary {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a · b
    Mul,
    /// a / b
    Div,
}

/// Operations from one 32-bit unsigned integer to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UintUnary {
    /// Every bit inverted.
    Not,
    /// The number of zeros before the first 1; 32 for zero.
    LeadingZeros,
}

/// Operations from two 32-bit unsigned integers to one, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UintBinary {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a · b
    Mul,
    /// The high 32 bits of a · b.
    HighProduct,
    /// The bits that are 1 in both.
    And,
    /// The bits that are 1 in at least one.
    Or,
    /// The bits that are 1 in exactly one.
    Xor,
    /// a · 2^b; 0 where b is 32 or more.
    ShiftLeft,
    /// ⌊a / 2^b⌋; 0 where b is 32 or more.
    ShiftRight,
}

/// Comparisons of two words or integers. All are false if an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// a < b
    Less,
    /// a ≤ b
    LessOrEqual,
    /// a = b
    Equal,
}

impl Node {
    /// The earlier nodes that the node uses, in the order in which they are written.
    pub fn operands(self) -> impl Iterator<Item = Id> {
        let (operands, count) = match self {
            Node::Input(_) | Node::Constant(_) | Node::UintInput(_) | Node::UintConstant(_) => {
                ([0; 3], 0)
            }
            Node::Unary(_, a)
            | Node::Not(a)
            | Node::UintUnary(_, a)
            | Node::Bits(_, a)
            | Node::FromBits(a, None)
            | Node::Call(_, a)
            | Node::CallResult(_, a) => ([a, 0, 0], 1),
            Node::Binary(_, a, b)
            | Node::Compare(_, a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::UintBinary(_, a, b)
            | Node::UintCompare(_, a, b)
            | Node::FromBits(a, Some(b))
            | Node::Operands(a, b) => ([a, b, 0], 2),
            Node::Fma(a, b, c)
            | Node::Select(a, b, c)
            | Node::UintSelect(a, b, c)
            | Node::UintDot(a, b, c) => ([a, b, c], 3),
        };
        operands.into_iter().take(count)
    }

    /// The same node with other operands.
    pub fn map_operands(self, mut to: impl FnMut(Id) -> Id) -> Self {
        match self {
            Node::Input(_) | Node::Constant(_) | Node::UintInput(_) | Node::UintConstant(_) => self,
            Node::Unary(op, a) => Node::Unary(op, to(a)),
            Node::Not(a) => Node::Not(to(a)),
            Node::Binary(op, a, b) => Node::Binary(op, to(a), to(b)),
            Node::Compare(op, a, b) => Node::Compare(op, to(a), to(b)),
            Node::And(a, b) => Node::And(to(a), to(b)),
            Node::Or(a, b) => Node::Or(to(a), to(b)),
            Node::Fma(a, b, c) => Node::Fma(to(a), to(b), to(c)),
            Node::Select(a, b, c) => Node::Select(to(a), to(b), to(c)),
            Node::UintUnary(op, a) => Node::UintUnary(op, to(a)),
            Node::UintBinary(op, a, b) => Node::UintBinary(op, to(a), to(b)),
            Node::UintCompare(op, a, b) => Node::UintCompare(op, to(a), to(b)),
            Node::UintSelect(a, b, c) => Node::UintSelect(to(a), to(b), to(c)),
            Node::UintDot(a, b, c) => Node::UintDot(to(a), to(b), to(c)),
            Node::Bits(part, a) => Node::Bits(part, to(a)),
            Node::FromBits(low, high) => Node::FromBits(to(low), high.map(&mut to)),
            Node::Operands(a, b) => Node::Operands(to(a), to(b)),
            Node::Call(function, a) => Node::Call(function, to(a)),
            Node::CallResult(place, a) => Node::CallResult(place, to(a)),
        }
    }

    /// The same node. If it calls a function of `from`, it calls the same function of `to`, which is
    /// added if `to` does not have it.
    pub(crate) fn map_function(self, from: &[Arc<Called>], to: &mut Vec<Arc<Called>>) -> Self {
        let Node::Call(function, operands) = self else { return self };
        let function = &from[function as usize];
        let place = to.iter().position(|other| other == function).unwrap_or_else(|| {
            to.push(Arc::clone(function));
            to.len() - 1
        });
        Node::Call(place as u32, operands)
    }

    /// Whether the node counts as a floating-point operation.
    pub fn is_flop(self) -> bool {
        matches!(self, Node::Binary(..) | Node::Fma(..) | Node::Unary(Unary::Sqrt, _))
    }

    /// Whether the node counts as an operation of integers.
    pub(super) fn is_uint_operation(self) -> bool {
        matches!(
            self,
            Node::UintUnary(..)
                | Node::UintBinary(..)
                | Node::UintCompare(..)
                | Node::UintSelect(..)
                | Node::UintDot(..)
                | Node::And(..)
                | Node::Or(..)
                | Node::Not(_)
        )
    }

    /// The kind of the node's result.
    pub fn kind(self) -> Kind {
        match self {
            Node::Input(_)
            | Node::Constant(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Fma(..)
            | Node::Select(..)
            | Node::FromBits(..) => Kind::Word,
            Node::Compare(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::UintCompare(..) => Kind::Flag,
            Node::UintInput(_)
            | Node::UintConstant(_)
            | Node::UintUnary(..)
            | Node::UintBinary(..)
            | Node::UintSelect(..)
            | Node::UintDot(..)
            | Node::Bits(..)
            | Node::CallResult(..) => Kind::Uint,
            Node::Operands(..) | Node::Call(..) => Kind::Several,
        }
    }
}

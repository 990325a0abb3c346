//! The operations that a machine computes.

use std::fmt;

/// An operation, or an expression as a program would write it.
///
/// The expressions after [`Fma`](Op::Fma) are compound. The machine must get them as it gets its users'
/// programs, through the same compiler with the same options, because the examination tests what the compiler
/// makes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Op {
    /// x, read and written back.
    Copy,
    /// −x, which changes the sign and nothing else.
    Negate,
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a × b
    Mul,
    /// a ÷ b
    Div,
    /// √x
    Sqrt,
    /// The operation that claims to be a fused multiply-add, a × b + c rounded once.
    Fma,
    /// 1 ÷ x, where 1 is a constant of the program.
    Reciprocal,
    /// x + 0, where 0 is a constant of the program.
    PlusZero,
    /// x × 1, where 1 is a constant of the program.
    TimesOne,
    /// x × 0, where 0 is a constant of the program.
    TimesZero,
    /// x − x
    SelfDifference,
    /// x ÷ x
    SelfQuotient,
    /// (a + b) − a, which must not become b.
    AddThenSubtract,
    /// (a − b) + b, which must not become a.
    SubtractThenAdd,
    /// (a ÷ b) × b, which must not become a.
    DivideThenMultiply,
    /// (a × b) ÷ b, which must not become a.
    MultiplyThenDivide,
    /// (a + b) + c
    SumFromLeft,
    /// a + (b + c)
    SumFromRight,
    /// a × b + c written plainly, with two roundings.
    MultiplyAdd,
    /// a × b − c written plainly, with two roundings.
    MultiplySubtract,
    /// The error term of 2Sum(a, b) (Knuth): with v = (a + b) − a, (a − ((a + b) − v)) + (b − v).
    TwoSumError,
    /// The error term of Fast2Sum(a, b) (Dekker): b − ((a + b) − a).
    FastTwoSumError,
    /// The error term of 2Prod(a, b) by fma(a, b, −(a × b)).
    ProductErrorFused,
    /// The error term of 2Prod(a, b) by Veltkamp's split and Dekker's product.
    ProductErrorDekker,
}

impl Op {
    /// Every operation.
    pub const ALL: [Op; 26] = [
        Op::Copy,
        Op::Negate,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Div,
        Op::Sqrt,
        Op::Fma,
        Op::Reciprocal,
        Op::PlusZero,
        Op::TimesOne,
        Op::TimesZero,
        Op::SelfDifference,
        Op::SelfQuotient,
        Op::AddThenSubtract,
        Op::SubtractThenAdd,
        Op::DivideThenMultiply,
        Op::MultiplyThenDivide,
        Op::SumFromLeft,
        Op::SumFromRight,
        Op::MultiplyAdd,
        Op::MultiplySubtract,
        Op::TwoSumError,
        Op::FastTwoSumError,
        Op::ProductErrorFused,
        Op::ProductErrorDekker,
    ];

    /// How many operands it takes: 1, 2 or 3.
    pub const fn arity(self) -> usize {
        match self {
            Op::Copy
            | Op::Negate
            | Op::Sqrt
            | Op::Reciprocal
            | Op::PlusZero
            | Op::TimesOne
            | Op::TimesZero
            | Op::SelfDifference
            | Op::SelfQuotient => 1,
            Op::Fma
            | Op::SumFromLeft
            | Op::SumFromRight
            | Op::MultiplyAdd
            | Op::MultiplySubtract => 3,
            _ => 2,
        }
    }

    /// Whether it is an expression of several operations, or of an operation and a constant.
    pub const fn is_compound(self) -> bool {
        !matches!(
            self,
            Op::Copy | Op::Negate | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Sqrt | Op::Fma
        )
    }

    /// The expression in symbols.
    pub const fn formula(self) -> &'static str {
        match self {
            Op::Copy => "x",
            Op::Negate => "-x",
            Op::Add => "a + b",
            Op::Sub => "a - b",
            Op::Mul => "a * b",
            Op::Div => "a / b",
            Op::Sqrt => "sqrt(x)",
            Op::Fma => "fma(a, b, c)",
            Op::Reciprocal => "1 / x",
            Op::PlusZero => "x + 0",
            Op::TimesOne => "x * 1",
            Op::TimesZero => "x * 0",
            Op::SelfDifference => "x - x",
            Op::SelfQuotient => "x / x",
            Op::AddThenSubtract => "(a + b) - a",
            Op::SubtractThenAdd => "(a - b) + b",
            Op::DivideThenMultiply => "(a / b) * b",
            Op::MultiplyThenDivide => "(a * b) / b",
            Op::SumFromLeft => "(a + b) + c",
            Op::SumFromRight => "a + (b + c)",
            Op::MultiplyAdd => "a * b + c",
            Op::MultiplySubtract => "a * b - c",
            Op::TwoSumError => "error of 2Sum(a, b)",
            Op::FastTwoSumError => "error of Fast2Sum(a, b)",
            Op::ProductErrorFused => "error of 2Prod(a, b) by fma",
            Op::ProductErrorDekker => "error of 2Prod(a, b) by Dekker",
        }
    }

    /// A short name, the same in every table.
    pub const fn name(self) -> &'static str {
        match self {
            Op::Copy => "copy",
            Op::Negate => "negation",
            Op::Add => "addition",
            Op::Sub => "subtraction",
            Op::Mul => "multiplication",
            Op::Div => "division",
            Op::Sqrt => "square root",
            Op::Fma => "fma",
            Op::Reciprocal => "reciprocal",
            _ => self.formula(),
        }
    }
}

/// The [formula](Op::formula).
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.formula())
    }
}

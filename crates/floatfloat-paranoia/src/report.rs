//! What was found, as plain data.

use crate::{Format, Mode, Op, Verdict};
use std::fmt;

/// All that an examination found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The device examined.
    pub device: String,
    /// How it was used.
    pub mode: String,
    /// The format that the machine declares.
    pub declared: Format,
    /// The format that it was found to compute in.
    pub format: Format,
    /// Whether float-float arithmetic works here.
    pub safety: Safety,
    /// Errors and rounding, an operation a row.
    pub rows: Vec<Row>,
    /// What the machine is like, in short.
    pub character: Character,
    /// Everything worth saying, the gravest first; [`Class::Info`] last.
    pub findings: Vec<Finding>,
    /// Operations that the machine could not be asked.
    pub unsupported: Vec<Op>,
    /// Results that the machine computed for this report.
    pub results: u64,
}

impl Report {
    /// Findings that blame the machine for something, [`Class::Info`] left out.
    pub fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.class != Class::Info)
    }

    /// The row of an operation.
    pub fn row(&self, op: Op) -> Option<&Row> {
        self.rows.iter().find(|row| row.op == op)
    }
}

/// Whether 2Sum, Fast2Sum and 2Prod, and with them float-float arithmetic, work on a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Safety {
    /// Whether they do, on every operand tried.
    pub safe: bool,
    /// Why not; empty if safe.
    pub because: Vec<String>,
    /// What to keep in mind even if safe.
    pub caveats: Vec<String>,
}

/// How exactly one operation computes.
///
/// Errors are (result − exact) ÷ ulp, where an ulp is that of the binade 2^e ≤ |x| < 2^(e+1) of the
/// exact result x: 2^(e−p+1). A result that was rounded up to a power of two is thus measured by
/// the smaller ulp below it. They are oriented so that the error of a positive result counts up:
/// multiplied by the sign of the exact result for × ÷ and fma, by the sign of a for sums and
/// differences. a + b of operands with different signs counts as subtraction, a − b as addition.
/// They are rounded towards zero, so that an error below an ulp never shows as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The operation.
    pub op: Op,
    /// The lowest error.
    pub low: Extreme,
    /// The highest error.
    pub high: Extreme,
    /// How it rounds. Decided result by result, not by the interval.
    pub verdict: Verdict,
    /// The rule that it comes nearest to.
    pub closest: Mode,
    /// Results that break this rule.
    pub misses: usize,
    /// Results looked at.
    pub samples: usize,
    /// Results among them that had to be rounded.
    pub inexact: usize,
}

/// One end of an interval of errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Extreme {
    /// The error in ulps; infinite or NaN where a result was.
    pub ulps: f64,
    /// Where it was found. `expected` is the nearest number.
    pub at: Evidence,
}

/// One result of the machine, beside the right one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What was computed.
    pub op: Op,
    /// The operands; those beyond the arity of `op` mean nothing.
    pub operands: [f64; 3],
    /// What the machine gave.
    pub seen: f64,
    /// What it should have given.
    pub expected: f64,
}

/// How grave a finding is, after Kahan's Paranoia.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Programs that rely on the arithmetic as written give wrong answers.
    Failure,
    /// Digits are lost that every arithmetic should keep.
    SeriousDefect,
    /// An operation is worse than it need be.
    Defect,
    /// A departure from IEEE 754 that one can live with.
    Flaw,
    /// No fault: how the machine is.
    Info,
}

/// Kahan's word.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Failure => "failure",
            Class::SeriousDefect => "serious defect",
            Class::Defect => "defect",
            Class::Flaw => "flaw",
            Class::Info => "info",
        })
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// Bits that the machine computes with.
    Precision,
    /// Thresholds of overflow and underflow.
    Range,
    /// How an operation rounds.
    Rounding,
    /// Whether subtraction keeps a digit more than the format, and ×1 and ÷1 all of them.
    GuardDigit,
    /// Whether everything shifted out takes part in rounding.
    StickyBit,
    /// How quotients are made.
    Division,
    /// Whether fma rounds once.
    Fma,
    /// Whether a × b + c written plainly becomes an fma.
    Contraction,
    /// Whether expressions are rewritten by laws that do not hold.
    Reassociation,
    /// Whether each step of an expression is rounded to the format.
    Intermediates,
    /// Whether error-free transforms are.
    ErrorFree,
    /// Subnormal operands.
    SubnormalInputs,
    /// Subnormal results.
    SubnormalOutputs,
    /// Zeros and their signs.
    SignedZero,
    /// Infinities.
    Infinity,
    /// Results that are not numbers.
    Nan,
    /// Square roots of exact squares.
    ExactSquares,
    /// Whether a larger number has a larger root, or the same.
    Monotonicity,
    /// a + b = b + a, a × b = b × a.
    Commutativity,
}

/// One thing found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How grave it is.
    pub class: Class,
    /// What it is about.
    pub subject: Subject,
    /// The operation concerned, or the first of them.
    pub op: Op,
    /// One sentence.
    pub message: String,
    /// The first few results that show it.
    pub evidence: Vec<Evidence>,
    /// How many results show it.
    pub count: usize,
    /// How many could have.
    pub tried: usize,
}

/// What becomes of subnormal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// Not found out: the operations are missing, or give neither the number nor zero.
    #[default]
    Unknown,
    /// They are kept.
    Kept,
    /// They become zeros.
    Flushed,
    /// Some operations keep them, others flush them.
    Mixed,
}

/// One word.
impl fmt::Display for Subnormals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Subnormals::Unknown => "unknown",
            Subnormals::Kept => "kept",
            Subnormals::Flushed => "flushed",
            Subnormals::Mixed => "mixed",
        })
    }
}

/// How quotients are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Division {
    /// Not found out.
    #[default]
    Unknown,
    /// Correctly rounded, as IEEE 754 asks.
    Ieee,
    /// By another rule of rounding, throughout.
    OtherRounding,
    /// x × rcp(y), with the machine's own 1 ÷ y.
    ReciprocalTimes,
    /// x × rcp(y), corrected once by the residual x − q·y in an fma.
    Newton,
    /// Otherwise.
    Other,
}

/// A few words.
impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Division::Unknown => "unknown",
            Division::Ieee => "IEEE (correctly rounded)",
            Division::OtherRounding => "rounded by another rule",
            Division::ReciprocalTimes => "x * rcp(y)",
            Division::Newton => "x * rcp(y) with a Newton correction",
            Division::Other => "approximate, by other means",
        })
    }
}

/// What the fused multiply-add is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fma {
    /// There is none.
    #[default]
    Absent,
    /// It rounds once, to nearest.
    Fused,
    /// It keeps the product exact but rounds the sum by another rule.
    FusedOtherRounding,
    /// It rounds the product and then the sum.
    Unfused,
    /// None of these.
    Other,
}

/// A few words.
impl fmt::Display for Fma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Fma::Absent => "absent",
            Fma::Fused => "fused",
            Fma::FusedOtherRounding => "fused, not rounded to nearest",
            Fma::Unfused => "not fused",
            Fma::Other => "neither fused nor two roundings",
        })
    }
}

/// What a machine is like, in short. `None` where it could not be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Character {
    /// Subtraction keeps a guard digit.
    pub guard_digit: Option<bool>,
    /// Addition and subtraction round with a sticky bit or as if they had one.
    pub sticky_bit: Option<bool>,
    /// How quotients are made.
    pub division: Division,
    /// What fma is.
    pub fma: Fma,
    /// a × b + c written plainly becomes an fma.
    pub contracts: Option<bool>,
    /// Expressions are rewritten by laws that do not hold.
    pub reassociates: Option<bool>,
    /// Subnormal operands.
    pub subnormal_inputs: Subnormals,
    /// Subnormal results.
    pub subnormal_outputs: Subnormals,
    /// 2Sum and Fast2Sum give the exact error.
    pub sums_exact: Option<bool>,
    /// 2Prod by fma gives the exact error.
    pub fused_product_exact: Option<bool>,
    /// 2Prod by Dekker's product gives the exact error.
    pub dekker_product_exact: Option<bool>,
}

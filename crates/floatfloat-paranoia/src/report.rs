//! The results of an examination, as plain data.

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
    /// The format in which the machine was found to compute.
    pub format: Format,
    /// Whether float-float arithmetic works here.
    pub safety: Safety,
    /// Errors and rounding, one row for each operation.
    pub rows: Vec<Row>,
    /// The properties of the machine, in short.
    pub character: Character,
    /// All findings, the most serious first; [`Class::Info`] last.
    pub findings: Vec<Finding>,
    /// Operations that the machine does not support.
    pub unsupported: Vec<Op>,
    /// Number of results that the machine computed for this report.
    pub results: u64,
}

impl Report {
    /// Findings that are faults of the machine, without [`Class::Info`].
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
    /// Whether they work, on every operand tried.
    pub safe: bool,
    /// The reasons if not safe; empty if safe.
    pub because: Vec<String>,
    /// Restrictions that hold even if safe.
    pub caveats: Vec<String>,
}

/// The accuracy of one operation.
///
/// Errors are (result − exact) ÷ ulp, where ulp is that of the binade 2^e ≤ |x| < 2^(e+1) of the exact result
/// x: 2^(e−p+1). Therefore a result that was rounded up to a power of two is measured with the smaller ulp
/// below it. Errors are oriented as if results were positive: for × ÷ and fma they are multiplied by the sign
/// of the exact result, for sums and differences by the sign of a. a + b of operands with different signs
/// counts as subtraction, a − b of such operands as addition. Errors are rounded towards zero, so that an error
/// below one ulp is never shown as one ulp.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The operation.
    pub op: Op,
    /// The lowest error.
    pub low: Extreme,
    /// The highest error.
    pub high: Extreme,
    /// How it rounds. This is decided result by result, not from the interval.
    pub verdict: Verdict,
    /// The rule that fits best.
    pub closest: Mode,
    /// Number of results that break this rule.
    pub misses: usize,
    /// Number of results examined.
    pub samples: usize,
    /// Number of these results that had to be rounded.
    pub inexact: usize,
}

/// One end of an interval of errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Extreme {
    /// The error in ulps; infinite or NaN if the result was.
    pub ulps: f64,
    /// Where it was found. `expected` is the nearest number.
    pub at: Evidence,
}

/// One result of the machine, and the correct one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What was computed.
    pub op: Op,
    /// The operands; those beyond the arity of `op` have no meaning.
    pub operands: [f64; 3],
    /// The machine's result.
    pub seen: f64,
    /// The correct result.
    pub expected: f64,
}

/// How serious a finding is, after Kahan's Paranoia.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Programs that rely on the arithmetic as written give wrong results.
    Failure,
    /// Digits are lost that every arithmetic should keep.
    SeriousDefect,
    /// An operation is less accurate than it could be.
    Defect,
    /// A deviation from IEEE 754 with minor consequences.
    Flaw,
    /// Not a fault: a property of the machine.
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
    /// Number of bits with which the machine computes.
    Precision,
    /// Thresholds of overflow and underflow.
    Range,
    /// How an operation rounds.
    Rounding,
    /// Whether subtraction keeps one digit more than the format, and ×1 and ÷1 keep all digits.
    GuardDigit,
    /// Whether all bits that are shifted out take part in rounding.
    StickyBit,
    /// How quotients are computed.
    Division,
    /// Whether fma rounds once.
    Fma,
    /// Whether a × b + c written plainly becomes an fma.
    Contraction,
    /// Whether expressions are rewritten by laws that do not hold.
    Reassociation,
    /// Whether each step of an expression is rounded to the format.
    Intermediates,
    /// Whether error-free transforms are exact.
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
    /// Whether a larger number never has a smaller root.
    Monotonicity,
    /// a + b = b + a, a × b = b × a.
    Commutativity,
}

/// A fault or a property that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How serious it is.
    pub class: Class,
    /// What it is about.
    pub subject: Subject,
    /// The operation concerned, or the first of them.
    pub op: Op,
    /// The finding in one sentence.
    pub message: String,
    /// The first few results that show it.
    pub evidence: Vec<Evidence>,
    /// How many results show it.
    pub count: usize,
    /// How many results were examined for it.
    pub tried: usize,
}

/// The treatment of subnormal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Subnormals {
    /// Unknown: the machine lacks the operations, or they give neither the number nor zero.
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

/// How quotients are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Division {
    /// Unknown.
    #[default]
    Unknown,
    /// Correctly rounded, as IEEE 754 requires.
    Ieee,
    /// By another rule of rounding, for all operands.
    OtherRounding,
    /// x × rcp(y), with the machine's own 1 ÷ y.
    ReciprocalTimes,
    /// x × rcp(y), corrected once by the residual x − q·y in an fma.
    Newton,
    /// In another way.
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

/// The kind of fused multiply-add.
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

/// The properties of a machine, in short. `None` where the machine lacks the operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Character {
    /// Subtraction keeps a guard digit.
    pub guard_digit: Option<bool>,
    /// Addition and subtraction round with a sticky bit or as if they had one.
    pub sticky_bit: Option<bool>,
    /// How quotients are computed.
    pub division: Division,
    /// The kind of fused multiply-add.
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

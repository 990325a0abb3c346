//! What tests, experiments, documentation and shader writers know of an operation.

use crate::{double_word::DoubleWord, word::Word};

/// A double-word operation or an error-free transform, as a type without values, so that code that
/// runs over all of them ([`crate::registry::for_each`]) is compiled for each one.
pub trait Operation: Copy + Default + Send + Sync + 'static {
    /// Everything that is known of it.
    const INFO: Info;

    /// Computes it, exactly as its paper states it, without repair of special values. Of an operand
    /// that is a word (see [`Shape`]) only the high part is read; a unary operation reads x alone.
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W>;
}

/// What is known of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// Name in commands and tables: `add`, `add-sloppy`, `mul-accurate`, …
    pub name: &'static str,
    /// The algorithm's name in its paper.
    pub algorithm: &'static str,
    /// Other names, those of the seed papers among them.
    pub synonyms: &'static [&'static str],
    /// Paper and theorem.
    pub source: &'static str,
    /// The function that is computed.
    pub function: Function,
    /// Which operands are words and which double-words.
    pub shape: Shape,
    /// Floating-point operations; a fused multiply-add is one.
    pub flops: u32,
    /// How wrong it may be.
    pub bound: Bound,
    /// What the hardware must have.
    pub fma: Fma,
}

/// The exact function that an operation approximates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// x + y
    Add,
    /// x − y
    Sub,
    /// x · y
    Mul,
    /// x / y
    Div,
    /// √x
    Sqrt,
}

/// Which operands are words and which double-words. The result is a double-word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// word ∘ word
    WordWord,
    /// double-word ∘ word
    DoubleWordWord,
    /// double-word ∘ double-word
    DoubleWordDoubleWord,
    /// √double-word
    DoubleWord,
}

/// The part a fused multiply-add plays in an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fma {
    /// Not used.
    Unused,
    /// Shortens 2Prod; Dekker's product gives the same numbers (an error of zero may have the other
    /// sign). The default division also fuses a step, and rounds once more without.
    Shortens,
    /// The algorithm calls for it; without one another variant must be taken.
    Required,
}

/// A bound on the error of the whole value hi + lo, u = 2^-p, without over- or underflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No error: an error-free transform.
    Exact,
    /// |error| ≤ (c2·u² + c3·u³) / (1 - d·u) · |exact result|
    Relative {
        /// Coefficient of u².
        c2: f64,
        /// Coefficient of u³.
        c3: f64,
        /// Coefficient of u in the denominator.
        d: f64,
    },
    /// As `Relative` with only `c2`, but only where x and y have the same sign; none otherwise.
    RelativeSameSign {
        /// Coefficient of u².
        c2: f64,
    },
    /// |error| ≤ max(u·|x.lo + y.lo|, c·u²·|exact result|): the form of Da Graça & Defour's theorem 5.
    LowParts {
        /// Coefficient of u² in the relative part.
        c2: f64,
    },
}

impl Bound {
    /// `Relative` with a coefficient of u² alone.
    pub const fn u2(c2: f64) -> Self {
        Bound::Relative { c2, c3: 0.0, d: 0.0 }
    }

    /// The relative bound for a word of `precision` bits, where there is one.
    pub fn relative(&self, precision: u32) -> Option<f64> {
        let u = 1.0 / (1u64 << precision) as f64;
        match *self {
            Bound::Exact => Some(0.0),
            Bound::Relative { c2, c3, d } => Some((c2 + c3 * u) * u * u / (1.0 - d * u)),
            Bound::RelativeSameSign { .. } | Bound::LowParts { .. } => None,
        }
    }
}

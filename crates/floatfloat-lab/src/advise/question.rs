//! The question to the advisor: a computation, and its tolerance.

use crate::error::Error;
use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

/// A computation that the advisor knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Sum of n numbers.
    Sum,
    /// Inner product of two vectors of n numbers.
    Dot,
    /// Product of two n × n matrices.
    Gemm,
    /// Gaussian elimination of n equations without pivoting, and back-substitution.
    Gauss,
    /// LU factors of an n × n matrix without pivoting.
    Lud,
    /// The solution of n equations by the library's LU with pivoting; on the processor only.
    Solve,
    /// π from n terms of Leibniz's series, one after the other.
    Leibniz,
    /// n products in a row.
    Chain,
}

impl Kind {
    /// All computations.
    pub const ALL: [Kind; 8] = [
        Kind::Sum,
        Kind::Dot,
        Kind::Gemm,
        Kind::Gauss,
        Kind::Lud,
        Kind::Solve,
        Kind::Leibniz,
        Kind::Chain,
    ];

    /// The name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sum => "sum",
            Kind::Dot => "dot",
            Kind::Gemm => "gemm",
            Kind::Gauss => "gauss",
            Kind::Lud => "lud",
            Kind::Solve => "solve",
            Kind::Leibniz => "leibniz",
            Kind::Chain => "chain",
        }
    }

    /// The power of n with which the operations grow.
    pub(super) const fn order(self) -> i32 {
        match self {
            Kind::Sum | Kind::Dot | Kind::Leibniz | Kind::Chain => 1,
            Kind::Gemm | Kind::Gauss | Kind::Lud | Kind::Solve => 3,
        }
    }

    /// The size if none is given.
    pub const fn usual_size(self) -> u64 {
        match self {
            Kind::Sum | Kind::Dot => 1 << 20,
            Kind::Leibniz => 2000,
            Kind::Chain => 1000,
            Kind::Gemm | Kind::Gauss | Kind::Lud | Kind::Solve => 256,
        }
    }

    /// The largest allowed size: larger operands do not fit into the memory of ordinary machines.
    pub const fn largest_size(self) -> u64 {
        match self {
            Kind::Sum | Kind::Dot => 1 << 28,
            Kind::Leibniz | Kind::Chain => 1 << 24,
            Kind::Gemm | Kind::Gauss | Kind::Lud | Kind::Solve => 1 << 14,
        }
    }

    /// The number of the user's files from which the operands can come; 0 if they cannot.
    pub const fn inputs(self) -> usize {
        match self {
            Kind::Sum => 1,
            Kind::Dot | Kind::Solve => 2,
            _ => 0,
        }
    }

    /// Whether only the processor computes it.
    pub(super) const fn is_of_processor(self) -> bool {
        matches!(self, Kind::Solve)
    }

    /// Whether its operands are drawn from ranges that can be chosen.
    pub const fn has_range(self) -> bool {
        self.is_drawn() && !matches!(self, Kind::Chain)
    }

    /// Whether its operands are random numbers, unless they are the user's.
    pub(super) const fn is_drawn(self) -> bool {
        !matches!(self, Kind::Leibniz)
    }

    /// The least power of n with which its error must be expected to grow: rounding errors add up as
    /// random signs do, and condition numbers of random matrices grow like n.
    pub(super) const fn least_growth(self) -> f64 {
        match self {
            Kind::Sum | Kind::Dot | Kind::Gemm | Kind::Leibniz | Kind::Chain => 0.5,
            Kind::Gauss | Kind::Lud | Kind::Solve => 1.0,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Kind::name).join(", ");
            format!("unknown workload `{text}`; there are {names}")
        })
    }
}

/// The magnitudes of operands, from the smallest to the largest. Signs are random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest magnitude.
    pub low: f64,
    /// The largest magnitude.
    pub high: f64,
}

impl Default for Range {
    fn default() -> Self {
        Range { low: 0.5, high: 1.0 }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:e}:{:e}", self.low, self.high)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text
            .split_once(':')
            .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        let Some((low, high)) = parsed else {
            return Err("write the smallest and the largest magnitude, for example 1e-3:1e3".into());
        };
        if !(low > 0.0 && low < high && high <= 1e18 && low >= 1e-18) {
            return Err(format!(
                "{low:e}:{high:e} is not a range of magnitudes that every type can hold: write \
                 the smaller one first, and both from 1e-18 to 1e18"
            ));
        }
        Ok(Range { low, high })
    }
}

/// A question to the advisor.
#[derive(Clone, Debug)]
pub struct Question {
    /// The computation.
    pub kind: Kind,
    /// Its size: numbers, rows, terms or steps.
    pub size: u64,
    /// Magnitudes of the operands that are drawn, each from one of these, all equally likely; from
    /// the [usual one](Range::default) if there are none.
    pub ranges: Vec<Range>,
    /// The user's own operands instead of random ones: [`Kind::inputs`] files, or none.
    pub input: Vec<PathBuf>,
    /// The largest relative error that is good enough.
    pub tolerance: f64,
    /// The approximate time that the measurements may take.
    pub budget: Duration,
}

impl Question {
    /// The ranges from which operands are drawn.
    pub(super) fn ranges(&self) -> Vec<Range> {
        if self.ranges.is_empty() { vec![Range::default()] } else { self.ranges.clone() }
    }

    /// Whether there are other operands to measure than the first.
    pub(super) fn has_further_inputs(&self) -> bool {
        self.input.is_empty() && self.kind.is_drawn()
    }

    /// Checks whether the question makes sense.
    ///
    /// # Errors
    /// [`Error::Input`] with the mistake and what to write instead.
    pub fn check(&self) -> Result<(), Error> {
        let (kind, most) = (self.kind, self.kind.largest_size());
        let problem = if !(self.tolerance > 0.0 && self.tolerance < 1.0) {
            format!(
                "a tolerance of {:e} is not possible: it is a relative error, above 0 and below \
                 1, for example 1e-12",
                self.tolerance
            )
        } else if self.size < 2 || self.size > most {
            format!("{kind} cannot have size {}: it must be from 2 to {most}", self.size)
        } else if !self.ranges.is_empty() && !kind.has_range() {
            format!("{kind} takes no --range, because its numbers are not drawn from a range")
        } else if self.input.is_empty() || self.input.len() == kind.inputs() {
            return Ok(());
        } else {
            match kind.inputs() {
                0 => format!("{kind} takes no --input; sum, dot and solve do"),
                1 => format!("{kind} takes one --input, not {}", self.input.len()),
                _ => format!(
                    "{kind} takes two inputs (--input FILE --input FILE), not {}",
                    self.input.len()
                ),
            }
        };
        Err(Error::Input(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Question, Range};
    use std::time::Duration;

    #[test]
    fn ranges_are_read_and_refused() {
        assert_eq!("1e-3:1e3".parse(), Ok(Range { low: 1e-3, high: 1e3 }));
        for wrong in ["", "1", "2:1", "0:1", "-1:1", "1:nan", "1:1e300", "a:b"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn questions_without_sense_are_refused() {
        let question = Question {
            kind: Kind::Dot,
            size: 1000,
            ranges: Vec::new(),
            input: Vec::new(),
            tolerance: 1e-9,
            budget: Duration::from_secs(1),
        };
        assert!(question.check().is_ok());
        let refused = |question: Question| question.check().unwrap_err().to_string();
        assert!(refused(Question { tolerance: 0.0, ..question.clone() }).contains("tolerance"));
        assert!(
            refused(Question { tolerance: f64::NAN, ..question.clone() }).contains("tolerance")
        );
        assert!(refused(Question { size: 1, ..question.clone() }).contains("from 2"));
        let ranged = Question { ranges: vec![Range::default()], ..question.clone() };
        assert!(ranged.check().is_ok());
        assert!(refused(Question { kind: Kind::Leibniz, ..ranged }).contains("--range"));
        let one = vec!["x.npy".into()];
        assert!(refused(Question { input: one.clone(), ..question.clone() }).contains("two"));
        assert!(
            refused(Question { input: one, kind: Kind::Lud, ..question }).contains("no --input")
        );
    }
}

//! What is said of a program.

use crate::{place::Places, source::Sources, statistics::Statistics};
use serde::Serialize;

/// Where a program loses digits. [`Display`](std::fmt::Display) is a report; serde writes it as data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The format in which the program computes.
    pub format: String,
    /// Its bits, p. The unit roundoff u is 2^-p.
    pub precision: i32,
    /// How many inputs the program was watched with.
    pub inputs: usize,
    /// How many inputs were given.
    pub given: usize,
    /// What the errors come from.
    pub verdict: Verdict,
    /// The result with the largest error.
    pub worst: Worst,
    /// The median of the relative errors, at most 1, of all results.
    pub median_error: f64,
    /// The largest relative change of an exact result where all numbers of an input are changed by the factors 1 ± u, of some
    /// forty inputs, half of them the worst.
    pub change: Option<f64>,
    /// The largest relative difference that decisions make which the exact numbers take differently, for the same inputs.
    pub path: f64,
    /// Lines whose roundings cause at least a hundredth of the error, the worst first.
    pub lines: Vec<Line>,
    /// Known ways to compute the same without the loss, the best first.
    pub rewrites: Vec<Rewriting>,
    /// The steps that lose most digits of their operands, wherever the roundings are that they amplify.
    pub losses: Vec<Step>,
    /// Comparisons, and roundings to integers, that are different for the exact numbers.
    pub decisions: Vec<Decision>,
    /// Where NaN, infinities and numbers below the range arise first.
    pub specials: Vec<Special>,
    /// The parts of the program with these lines and steps, if its files are there.
    pub excerpts: Vec<Excerpt>,
    /// Whether there was time for all runs.
    pub complete: bool,
    /// How often the program was run.
    pub runs: u64,
    /// How long all runs took.
    pub seconds: f64,
}

/// Some lines of the program.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Excerpt {
    /// The file, as the compiler names it.
    pub file: String,
    /// The number of the first line, from 1.
    pub first: u32,
    /// The text of the lines.
    pub lines: Vec<String>,
}

/// What the errors of a program come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// No error is larger than 8u, and no decision changes a result by more.
    Accurate,
    /// The error of some result is far larger than what changes of the inputs by u do to this result.
    LosesDigits,
    /// Errors are no larger than what changes of the inputs by u do to the exact results.
    IllConditioned,
    /// The estimated error of the exact run, which has 212 bits, is too large, and the program's numbers strayed from it: chaos.
    NotDetermined,
    /// There was no time to see what the inputs determine.
    Unknown,
}

impl Verdict {
    /// The verdict as a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Verdict::Accurate => "The program is accurate: no error is larger than 8u.",
            Verdict::LosesDigits => "The program loses digits that its inputs determine.",
            Verdict::IllConditioned => {
                "The inputs determine no more digits: more precision helps only where they are exact."
            }
            Verdict::NotDetermined => {
                "The data do not determine the result: 212 bits lose all digits, too. No format is enough."
            }
            Verdict::Unknown => "There was no time to see how many digits the inputs determine.",
        }
    }
}

/// A result of a program.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Worst {
    /// Of which input, from 0.
    pub input: usize,
    /// Which of its results, from 0.
    pub result: usize,
    /// As the program computes it.
    pub value: String,
    /// The exact value of the same steps, to forty digits.
    pub exact: String,
    /// The relative error, at most 1.
    pub error: f64,
}

/// A line whose roundings cause a part of the error. Errors are the root of the mean square of relative errors.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its text, if the file is there.
    pub text: Option<String>,
    /// The error with only this line rounded, divided by the error of the program, at most 1. Shares need not add up to 1.
    pub share: f64,
    /// The error where only this line rounds.
    pub error_alone: f64,
    /// The error where all other lines round, of the ten worst lines.
    pub error_without: Option<f64>,
    /// Its steps that lose a quarter of the digits of their operands.
    pub steps: Vec<Step>,
}

/// A step that loses digits of its operands, at a place of the program.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column where the expression of this step begins, from 1.
    pub column: u32,
    /// The text of the line, if the file is there.
    pub text: Option<String>,
    /// The operator or function.
    pub operation: String,
    /// How often the program did it.
    pub count: u64,
    /// How often it lost a quarter of the digits.
    pub losses: u64,
    /// The bits that it lost at most.
    pub bits: f64,
    /// The operands of this case, rounded to `f64`.
    pub operands: Vec<f64>,
    /// The least and the largest exponent of its results.
    pub exponents: Option<[i32; 2]>,
}

/// A known way to compute the same without the loss.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Rewriting {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line of the step that loses digits, from 1.
    pub line: u32,
    /// What the program computes.
    pub form: String,
    /// What to compute instead.
    pub instead: String,
    /// The root of the mean square of the relative errors where the steps of this form are exact.
    pub error: f64,
}

/// A comparison or a rounding to an integer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The operator or function.
    pub operation: String,
    /// How often the program did it.
    pub count: u64,
    /// How often the exact numbers have another outcome.
    pub differing: u64,
    /// The program's operands where this is so first.
    pub operands: Vec<f64>,
}

/// A place where results are special, and operands are not.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Special {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The operator or function.
    pub operation: String,
    /// How many results are NaN.
    pub nans: u64,
    /// How many are infinite.
    pub infinities: u64,
    /// How many are zero or subnormal, and exactly are not zero.
    pub underflows: u64,
    /// The operands of the first of these.
    pub operands: Vec<f64>,
}

/// The steps that lose a quarter of the digits at some places, the worst first.
pub(crate) fn steps_of(
    places: &Places,
    statistics: &[Statistics],
    precision: i32,
    sources: &Sources,
    here: impl Fn(usize) -> bool,
) -> Vec<Step> {
    let all = places.list().iter().zip(statistics).enumerate();
    let of_place = all.filter(|(place, (_, seen))| seen.losses > 0 && here(*place));
    let mut steps: Vec<Step> = of_place
        .map(|(_, (place, seen))| Step {
            file: place.file.to_owned(),
            line: place.line,
            column: place.column,
            text: sources.line(place.file, place.line),
            operation: place.operation.to_owned(),
            count: seen.count,
            losses: seen.losses,
            bits: seen.growth.log2().min(precision.into()),
            operands: seen.operands.list().to_vec(),
            exponents: seen.exponents,
        })
        .collect();
    steps.sort_by(|x, y| y.bits.total_cmp(&x.bits));
    steps
}

/// Decisions that differ, the most frequent first.
pub(crate) fn decisions(places: &Places, statistics: &[Statistics]) -> Vec<Decision> {
    let differing = places.list().iter().zip(statistics).filter(|(_, seen)| seen.differing > 0);
    let mut decisions: Vec<Decision> = differing
        .map(|(place, seen)| Decision {
            file: place.file.to_owned(),
            line: place.line,
            operation: place.operation.to_owned(),
            count: seen.count,
            differing: seen.differing,
            operands: seen.operands.list().to_vec(),
        })
        .collect();
    decisions.sort_by_key(|decision| std::cmp::Reverse(decision.differing));
    decisions
}

/// Places with special results, in the order of the program.
pub(crate) fn specials(places: &Places, statistics: &[Statistics]) -> Vec<Special> {
    let all = places.list().iter().zip(statistics);
    all.filter_map(|(place, seen)| {
        Some(Special {
            file: place.file.to_owned(),
            line: place.line,
            operation: place.operation.to_owned(),
            nans: seen.nans,
            infinities: seen.infinities,
            underflows: seen.underflows,
            operands: seen.special?.list().to_vec(),
        })
    })
    .collect()
}

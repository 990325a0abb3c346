//! Characterises the floating point of any machine that can compute on arrays, after Kahan's Paranoia
//! (Karpinski 1985) and the GPU paranoia of Hillesland & Lastra (2004), and decides whether float-float
//! arithmetic is safe on it.
//!
//! ```
//! use floatfloat_paranoia::{Native, Options, Silent, examine_blocking};
//!
//! let report = examine_blocking(&mut Native::<f32>::new(), &Options::default(), &Silent)?;
//! println!("{report}");
//! assert!(report.safety.safe);
//! # Ok::<(), floatfloat_paranoia::Error>(())
//! ```
//!
//! # What it finds
//! - **Is float-float safe here?** [`Report::safety`]: whether + − × round to nearest, 2Sum,
//!   Fast2Sum and 2Prod give the exact error on every operand tried, and no expression is rewritten
//!   by a law of algebra that is not valid for rounded arithmetic.
//! - **How accurate is each operation?** [`Report::rows`]: for + − × ÷, 1/x, √ and fma the interval of
//!   errors in ulps, the operands at both ends, and how it rounds: by which rule, faithfully, or
//!   neither. Exact rounding gives [−0.5, 0.5] for all; chopping (−1, 0], for subtraction (−1, 1).
//!   [`Row`] says what an ulp is and how errors of different signs are combined.
//! - **What are the properties of the machine?** [`Report::character`] and [`Report::findings`]: precision and
//!   range, guard digit, sticky bit, how division is computed, whether fma is fused, whether a × b + c is
//!   silently contracted, whether expressions are reassociated or their steps not rounded,
//!   subnormal operands and results, signed zeros, infinities, NaN, square roots of exact squares,
//!   monotonicity, commutativity. Each fault has Kahan's [`Class`], operands, the result and the
//!   expected result; one fault never hides another.
//!
//! Correct results are computed in integers, never by the processor under test.
//!
//! # What it does not find
//! - Operands are chosen, not exhaustive: the six significand patterns of Hillesland & Lastra at
//!   relative exponents 0, −1, −p/2 and −p with both signs, the edges of the range, and random
//!   ones. A fault that occurs for other operands only (like that of the Pentium's division in 1994)
//!   is likely to be missed.
//! - It assumes radix 2 and at most 53 bits, and that a result depends only on its operands: not on earlier
//!   results, the lane, or the temperature.
//! - An expression is examined as it is compiled for the examination; in a larger program the compiler may
//!   treat it differently.
//! - Exceptions, flags, traps, comparisons, conversions, decimal input and output, and functions
//!   other than the square root are not examined. ÷ has no ties in the normal range and √ no negative
//!   results: where rules cannot be distinguished, that of addition is reported.
//! - The transfer to the device is included: a conversion to `f32` that flushes looks like
//!   arithmetic that flushes.
//!
//! # Your own machine
//! Implement [`Machine`], or wrap a function in [`FromFn`]: see `examples/planted_fault.rs`.
//!
//! # Waiting
//! A machine may have to wait for its results without being able to block: for example, a browser page that
//! uses a GPU. Therefore [`Machine::run`] and [`examine`] return futures. They need no particular executor and
//! start no thread. [`examine_blocking`] waits for the result.

mod bits;
mod checks;
mod custom;
mod exact;
mod examiner;
mod express;
mod format;
mod machine;
mod native;
mod op;
mod operands;
mod recipe;
mod report;
mod rounding;
mod safety;
mod simulated;
mod stepwise;
mod tally;
mod text;

use std::{future::Future, pin::Pin};

pub use custom::FromFn;
pub use exact::Position;
pub use express::express;
pub use floatfloat::progress::{Progress, Silent};
pub use format::{Format, FormatError};
pub use machine::{Error, Machine, Results, common_length};
pub use native::Native;
pub use op::Op;
pub use operands::Options;
pub use report::{
    Character, Class, Division, Evidence, Extreme, Finding, Fma, Report, Row, Safety, Subject,
    Subnormals,
};
pub use rounding::{Mode, Verdict};
pub use simulated::Simulated;

/// Number of subjects, which are examined one after the other and are the steps of the progress.
const SUBJECTS: u64 = 12;

/// As [`examine`], for callers that can block. It never waits for machines whose futures are ready at once, as
/// those of this crate are.
///
/// # Errors
/// Those of [`examine`].
pub fn examine_blocking(
    machine: &mut dyn Machine,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, Error> {
    pollster::block_on(examine(machine, options, progress))
}

/// Examines a machine in the format that it declares.
///
/// # Errors
/// [`Error::Format`] if that format cannot be examined, [`Error::Length`] if a result does not have the length
/// of its operands, [`Error::Cancelled`] if `progress` asked to stop, and any error of the machine except
/// [`Error::Unsupported`]: [`Report::unsupported`] lists the operations that a machine lacks.
pub fn examine<'a>(
    machine: &'a mut dyn Machine,
    options: &'a Options,
    progress: &'a dyn Progress,
) -> Examination<'a> {
    // Compiled here once, and not again wherever it is awaited.
    Box::pin(examination(machine, options, progress))
}

/// The future that [`examine`] returns.
pub type Examination<'a> = Pin<Box<dyn Future<Output = Result<Report, Error>> + 'a>>;

async fn examination(
    machine: &mut dyn Machine,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, Error> {
    let (device, mode, declared) = (machine.name(), machine.mode(), machine.format());
    declared.check()?;
    let mut done = 0;
    let mut advance = || {
        done += 1;
        progress.advance(done, SUBJECTS);
    };
    let mut examiner = examiner::Examiner::new(machine, *options, progress);
    checks::range::find_format(&mut examiner).await?;
    advance();
    examiner.pairs = operands::pairs(&examiner.format, options);
    checks::intervals::examine(&mut examiner).await?;
    advance();
    checks::guard::examine(&mut examiner).await?;
    advance();
    checks::division::examine(&mut examiner).await?;
    advance();
    checks::fma::examine(&mut examiner).await?;
    advance();
    checks::expressions::examine(&mut examiner).await?;
    advance();
    checks::error_free::examine(&mut examiner).await?;
    advance();
    checks::subnormal::examine(&mut examiner).await?;
    advance();
    checks::edges::examine(&mut examiner).await?;
    advance();
    checks::special::examine(&mut examiner).await?;
    advance();
    checks::roots::examine(&mut examiner).await?;
    advance();
    checks::commute::examine(&mut examiner).await?;
    advance();
    let safety = safety::verdict(&examiner);
    let mut findings: Vec<Finding> = Vec::new();
    for finding in examiner.findings {
        let place = findings.partition_point(|before| before.class <= finding.class);
        findings.insert(place, finding);
    }
    Ok(Report {
        device,
        mode,
        declared,
        format: examiner.format,
        safety,
        rows: examiner.rows,
        character: examiner.character,
        findings,
        unsupported: examiner.unsupported,
        results: examiner.results,
    })
}

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The advisor: it measures which precision a job needs on this machine.

mod answer;
mod candidate;
mod matrix;
mod measure;
mod model;
mod problem;
mod question;
mod steps;
mod test_tolerances;

pub use matrix::{EXPERIMENT as MATRIX, STUDY};
pub use question::{Kind, Question, Range};

use crate::{
    arithmetic::Multiple, contender::Contender, error::Error, experiments::Options,
    progress::Progress, results::Table, table::row,
};
use candidate::{Candidate, cheapest};
use floatfloat_report::table::{Column, chosen, measured};
use measure::{Measured, measure};

const COLUMNS: [Column; 10] = [
    chosen("device"),
    chosen("type"),
    measured("error", "relative"),
    measured("seconds", "s"),
    measured("meets", ""),
    measured("chosen", ""),
    measured("margin", ""),
    measured("measured_size", ""),
    measured("extrapolated", ""),
    measured("inputs", ""),
];

/// The advice, and whether any type meets the tolerance.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The tables. `advise` has a row for each type on each device, cheapest first. If a type is
    /// chosen, `advise-tests` has tolerances for tests of that computation on that device. `advise-steps` has the lines of the
    /// computation that cost most digits.
    pub tables: Vec<Table>,
    /// Whether a type meets the tolerance.
    pub found: bool,
}

/// Measures every type on every device on the work of the question, and says which one to take.
///
/// Small sizes are measured first. Sizes that would exceed the budget are extrapolated. The time is a
/// constant plus a part that grows like the operations. The error grows with the power of the size that
/// fits best, but at least with the power that errors of such work must be expected to grow with.
/// Errors are the largest over five inputs, as far as the budget allows.
///
/// # Errors
/// [`Error::Input`] if the question makes no sense or none of its types can compute the work;
/// errors of reading the user's files; [`Error::Interrupted`].
pub fn advise(
    question: &Question,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Advice, Error> {
    question.check()?;
    let mut measured = measure(question, options, progress)?;
    if measured.candidates.is_empty() && options.devices.failed() == 0 {
        return Err(Error::Input(match measured.failures.first() {
            Some(failure) => failure.clone(),
            None if question.kind.is_of_processor() && !options.devices.has_processor() => {
                format!("{} runs on the cpu only; leave out --device", question.kind)
            }
            None => format!(
                "none of the chosen types can compute {} on {}; leave out --type or --device to \
                 see which types can",
                question.kind,
                options.devices.ids()
            ),
        }));
    }
    measured.candidates.sort_by(|a, b| a.at.seconds.total_cmp(&b.at.seconds));
    let chosen = cheapest(&measured.candidates, question.tolerance);
    let asked = Question { size: measured.size, ..question.clone() };
    let mut tables = vec![table(&asked, &measured, chosen, options)];
    if let Some(chosen) = chosen {
        let candidate = &measured.candidates[chosen];
        tables.push(test_tolerances::table(&asked, candidate));
    }
    let (of_input, seed) = (measured.of_input.as_deref(), options.seed);
    tables.push(steps::table(&asked, of_input, seed, question.budget / 8, progress)?);
    Ok(Advice { tables, found: chosen.is_some() })
}

fn table(
    question: &Question,
    measured: &Measured,
    chosen: Option<usize>,
    options: &Options,
) -> Table {
    let mut table = Table::new("advise", &options.devices.ids(), COLUMNS);
    for (place, candidate) in measured.candidates.iter().enumerate() {
        let Candidate { device, contender, at, .. } = candidate;
        table.push(row![
            device.as_str(),
            contender.name(),
            at.error,
            at.seconds,
            candidate.meets(question.tolerance),
            chosen == Some(place),
            (at.error > 0.0).then(|| question.tolerance / at.error),
            candidate.measured,
            candidate.measured != at.size,
            candidate.inputs,
        ]);
    }
    for sentence in answer::sentences(question, &measured.candidates, measured.condition) {
        table.add_note(sentence);
    }
    for failure in &measured.failures {
        table.add_note(failure.clone());
    }
    if measured.candidates.iter().any(|candidate| !candidate.is_for_users()) {
        table.add_note(
            "float2 and double2 are shown for comparison only: meets is no for them, whatever their \
             error.",
        );
    }
    if question.kind.is_of_processor() && !options.devices.others().is_empty() {
        table.add_note(format!("{} runs on the cpu only.", question.kind));
    }
    let is_accurate = |candidate: &Candidate| matches!(candidate.contender, Contender::Accurate(_));
    if !options.devices.others().is_empty() && measured.candidates.iter().any(is_accurate) {
        table.add_note(
            "The seconds of an accurate product on a device contain what the processor does meanwhile; on a device without the type's words, the conversions and copies, too.",
        );
    }
    let is_multiple = |candidate: &Candidate| matches!(candidate.contender, Contender::Multiple(_));
    let has_multiple = measured.candidates.iter().any(is_multiple);
    table.add_note(operands(question, options.seed, has_multiple));
    if let Some(left_out) = problem::left_out(question) {
        table.add_note(left_out);
    }
    table
}

/// The operands of the computation, for people.
fn operands(question: &Question, seed: u64, has_multiple: bool) -> String {
    let Question { kind, size, .. } = question;
    let what = if !question.input.is_empty() {
        let files: Vec<_> = question.input.iter().map(|file| file.display().to_string()).collect();
        format!(
            "{kind} of {size}, from {}. Decimals are read exactly; each type rounds them first",
            files.join(" and ")
        )
    } else if kind.has_range() {
        format!(
            "{kind} of {size}. Operands are f64 with random signs and magnitudes from {}, with \
             seeds from {seed} on; each type rounds them first",
            ranges(&question.ranges())
        )
    } else if kind.is_drawn() {
        format!(
            "{kind} of {size}. Factors are f64 from 0.5 to 2 whose products stay near 1, with \
             seeds from {seed} on; each type rounds them first"
        )
    } else {
        format!("{kind} of {size}")
    };
    let multiple = match kind {
        _ if !has_multiple => String::new(),
        Kind::Sum | Kind::Dot => " mp32 to mp256 are computed by floatfloat, with integers.".into(),
        _ => format!(" mp32 to mp256 are computed by {}.", Multiple::LIBRARY),
    };
    format!(
        "{what}. error is the largest error of a result over all inputs, relative to the largest \
         exact result. seconds is the median time, without copies to and from a device.{multiple}"
    )
}

/// Ranges of magnitudes for people.
fn ranges(ranges: &[Range]) -> String {
    ranges.iter().map(Range::to_string).collect::<Vec<_>>().join(" or ")
}

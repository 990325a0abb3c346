//! The lines of a computation that cost most digits.

use super::{
    problem,
    question::{Kind, Question},
};
use crate::{
    error::Error, experiments::Options, progress::Progress, results::Table, table::row,
    timing::stop_if_asked,
};
use floatfloat_explain::{Explanation, Line, Verdict, Watched, explain_with};
use floatfloat_report::table::{Column, measured};
use std::time::Duration;

const COLUMNS: [Column; 4] =
    [measured("line", ""), measured("place", ""), measured("share", ""), measured("bits", "")];

/// How many lines are shown.
const SHOWN: usize = 3;

/// How many inputs are drawn.
const DRAWN: u64 = 5;

/// With more steps, one run of a user's data takes longer than the user waits for it.
const MOST_STEPS: f64 = (1 << 21) as f64;

/// The text of the computations, for machines that do not have it.
const TEXTS: [(&str, &str); 7] = [
    ("chain.rs", include_str!("../workloads/chain.rs")),
    ("elimination.rs", include_str!("../workloads/elimination.rs")),
    ("gauss.rs", include_str!("../workloads/gauss.rs")),
    ("gemm.rs", include_str!("../workloads/gemm.rs")),
    ("leibniz.rs", include_str!("../workloads/leibniz.rs")),
    ("reduction.rs", include_str!("../workloads/reduction.rs")),
    ("solve.rs", include_str!("../workloads/solve.rs")),
];

/// The three lines that cost most digits, worst first.
///
/// The computation runs in `f64` on watched numbers, with the user's numbers or with five inputs, which are smaller than those of
/// the question. All runs take at most `time`.
pub(super) fn table(
    question: &Question,
    options: &Options,
    time: Duration,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    stop_if_asked(progress)?;
    let table = Table::new("advise-steps", "cpu", COLUMNS);
    let drawn = |size, k| problem::random(question, size, options.seed.wrapping_add(k), progress);
    let (workload, size, inputs) = if question.input.is_empty() {
        let size = question.size.min(watched_size(question.kind));
        let workload = drawn(size, 0)?;
        let further = if question.has_further_inputs() { 1..DRAWN } else { 0..0 };
        let further = further.map(|k| Ok(drawn(size, k)?.operands()));
        let inputs = std::iter::once(Ok(workload.operands())).chain(further);
        let inputs = inputs.collect::<Result<Vec<_>, Error>>()?;
        (workload, size, inputs)
    } else {
        let (workload, size) = problem::of_input(question, progress)?;
        if (size as f64).powi(question.kind.order()) > MOST_STEPS {
            return Ok(table.note(format!(
                "The lines that cost most digits are not sought: {} of {size} has too many steps.",
                question.kind
            )));
        }
        let inputs = vec![workload.operands()];
        (workload, size, inputs)
    };
    let mut how = floatfloat_explain::Options::default();
    how.time = time;
    let program = |operands: Vec<Watched<f64>>| workload.watched(operands);
    let explanation = match explain_with(&how, &inputs, program) {
        Ok(explanation) => explanation,
        Err(error) => {
            return Ok(
                table.note(format!("The lines that cost most digits are not known: {error}."))
            );
        }
    };
    Ok(filled(table, question.kind, size, &explanation))
}

fn filled(mut table: Table, kind: Kind, size: u64, explanation: &Explanation) -> Table {
    for line in explanation.lines.iter().take(SHOWN) {
        let file = line.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let bits = line.steps.iter().map(|step| step.bits).reduce(f64::max);
        let place = format!("{file}:{}", line.line);
        table.push(row![text(file, line), place, line.share, bits]);
    }
    let inputs = match explanation.inputs {
        1 => "one input".to_owned(),
        many => format!("{many} inputs"),
    };
    let what = match explanation.verdict {
        Verdict::Accurate => {
            return table.note(format!(
                "No line of {kind} loses digits in f64, for {inputs} of size {size}: no error is above 8u."
            ));
        }
        Verdict::IllConditioned => " The inputs determine no more digits than f64 gives.",
        Verdict::NotDetermined => " The inputs do not determine the result in any type.",
        _ => "",
    };
    if explanation.lines.is_empty() {
        return table.note(format!(
            "The lines of {kind} that cost most digits are not known: there was no time to find them. A longer --budget gives more."
        ));
    }
    let few = if explanation.complete { "" } else { " There was no time for all lines." };
    table.note(format!(
        "The lines of {kind} whose roundings cost most digits in f64, for {inputs} of size {size}, computed one step after the \
         other. share is the error where only this line rounds, divided by the error of the computation; shares need not add \
         up to 1. bits is how many bits of its operands a step of the line loses at most, if it loses a quarter of them.{what}{few}"
    ))
}

/// The text of a line.
fn text(file: &str, line: &Line) -> String {
    let text = TEXTS.iter().find(|(name, _)| *name == file).map(|(_, text)| *text);
    let found = text.and_then(|text| text.lines().nth(line.line as usize - 1));
    found.unwrap_or_default().trim().to_owned()
}

/// The largest size of which a run with watched numbers takes milliseconds.
fn watched_size(kind: Kind) -> u64 {
    match kind {
        Kind::Sum | Kind::Dot | Kind::Leibniz | Kind::Chain => 4096,
        Kind::Gemm => 48,
        Kind::Gauss | Kind::Lud | Kind::Solve => 24,
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Kind, Question, table};
    use crate::{advise::problem, experiments::Options, progress::Silent, results::Cell};
    use floatfloat_explain::Watched;
    use std::time::Duration;

    fn question(kind: Kind) -> Question {
        let (ranges, input) = (Vec::new(), Vec::new());
        Question { kind, size: 20, ranges, input, tolerance: 1e-9, budget: Duration::ZERO }
    }

    /// The rows, and the notes.
    fn steps(question: &Question) -> (Vec<Vec<Cell>>, String) {
        let long = Duration::from_secs(600);
        let table = table(question, &Options::default(), long, &Silent).unwrap();
        (table.rows, table.notes.concat())
    }

    #[test]
    fn elimination_loses_digits_where_rows_are_subtracted() {
        for kind in [Kind::Gauss, Kind::Lud, Kind::Solve] {
            let (rows, notes) = steps(&question(kind));
            assert!(notes.contains("for 5 inputs of size 20"), "{notes}");
            assert!(rows.len() <= 3 && rows[0].len() == COLUMNS.len());
            let first = format!("{:?}", rows[0][0]);
            assert!(first.contains("minus_product(&factor, pivot)"), "{kind}: {rows:?}");
        }
    }

    #[test]
    fn lines_have_their_text() {
        for kind in Kind::ALL {
            let (rows, notes) = steps(&Question { size: 3000, ..question(kind) });
            let texts = rows.iter().map(|row| format!("{:?}", row[0]));
            assert!(texts.into_iter().all(|text| text.len() > 9), "{kind}: {rows:?}");
            assert_eq!(rows.is_empty(), notes.contains("No line of"), "{kind}: {notes}");
        }
    }

    #[test]
    fn computations_have_results_near_the_exact_ones() {
        for kind in Kind::ALL {
            let workload = problem::random(&question(kind), 20, 1, &Silent).unwrap();
            let operands = workload.operands().into_iter().map(Watched::new).collect();
            let results = workload.watched(operands);
            assert!(!results.is_empty(), "{kind}");
            for x in results {
                assert!(x.exact().hi().is_finite() && x.error() < 1e-9, "{kind}: {}", x.value());
            }
        }
    }
}

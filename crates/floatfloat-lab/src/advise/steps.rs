//! The lines of a computation that cost most digits.

use super::{
    problem,
    question::{Kind, Question},
};
use crate::{error::Error, progress::Progress, results::Table, table::row, workloads::Workload};
use floatfloat_explain::{Explanation, Line, Verdict, Watched, explain_with};
use floatfloat_report::table::{Column, chosen, measured};
use std::{fmt::Display, time::Duration};

const COLUMNS: [Column; 4] =
    [chosen("line"), chosen("place"), measured("share", ""), measured("bits", "")];

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
/// The computation runs in `f64` on watched numbers, `of_input` with the user's numbers, or with five inputs, which are smaller than
/// those of the question. All runs take at most `time`.
pub(super) fn table(
    question: &Question,
    of_input: Option<&dyn Workload>,
    seed: u64,
    time: Duration,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let Question { kind, size, .. } = *question;
    let table = Table::new("advise-steps", "cpu", COLUMNS);
    let unknown = |why: &dyn Display| {
        table
            .clone()
            .note(format!("The lines of {kind} that cost most digits are not known: {why}."))
    };
    let drawn;
    let (workload, size, inputs) = match of_input {
        Some(_) if (size as f64).powi(kind.order()) > MOST_STEPS => {
            return Ok(unknown(&format!("a size of {size} has too many steps")));
        }
        Some(workload) => (workload, size, vec![workload.operands()]),
        None => {
            let size = size.min(watched_size(kind));
            drawn = match draw(question, size, seed, progress) {
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                Err(error) => return Ok(unknown(&error)),
                Ok(drawn) => drawn,
            };
            let inputs = drawn.iter().map(|workload| workload.operands()).collect();
            (&*drawn[0], size, inputs)
        }
    };
    Ok(match explained(workload, &inputs, time) {
        Ok(explanation) => filled(table, kind, size, &explanation),
        Err(why) => unknown(&why),
    })
}

/// Computations of this size, which differ in their operands.
fn draw(
    question: &Question,
    size: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Box<dyn Workload>>, Error> {
    let count = if question.has_further_inputs() { DRAWN } else { 1 };
    (0..count).map(|k| problem::random(question, size, seed.wrapping_add(k), progress)).collect()
}

/// Where the computation of these inputs loses digits, or why it is not known.
fn explained(
    workload: &dyn Workload,
    inputs: &[Vec<f64>],
    time: Duration,
) -> Result<Explanation, String> {
    for input in inputs {
        let results = workload.watched(input.iter().copied().map(Watched::new).collect());
        if !results.iter().all(|x| x.value().is_finite()) {
            return Err("with operands rounded to f64 it has no finite result in f64".into());
        }
    }
    let mut how = floatfloat_explain::Options::default();
    how.time = time;
    explain_with(&how, inputs, |operands: Vec<Watched<f64>>| workload.watched(operands))
        .map_err(|error| error.to_string())
}

fn filled(mut table: Table, kind: Kind, size: u64, explanation: &Explanation) -> Table {
    let inputs = match explanation.inputs {
        1 => "one input".to_owned(),
        many => format!("{many} inputs"),
    };
    let of_what = format!("in f64, for {inputs} of size {size}, rounded to f64");
    if explanation.verdict == Verdict::Accurate {
        return table
            .note(format!("No line of {kind} loses digits {of_what}: no error is above 8u."));
    }
    for line in explanation.lines.iter().take(SHOWN) {
        let file = line.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let bits = line.steps.iter().map(|step| step.bits).reduce(f64::max);
        let place = format!("{file}:{}", line.line);
        table.push(row![text(file, line), place, line.share, bits]);
    }
    table.add_note(format!(
        "The lines of {kind} whose roundings cost most digits {of_what}, computed one step after the other. share is the error \
         where only this line rounds, divided by the error of the computation; shares need not add up to 1. bits is how many \
         bits of its operands a step of the line loses at most, if it loses a quarter of them."
    ));
    match explanation.verdict {
        Verdict::IllConditioned => table.add_note(
            "Changes of the operands by 2^-53 change these results as much: a wider type helps where the operands are exact.",
        ),
        Verdict::NotDetermined => {
            table.add_note("The operands, rounded to f64, do not determine the results.");
        }
        _ => {}
    }
    if !explanation.complete {
        table.add_note("There was no time to find all lines: a longer --budget finds more.");
    }
    table
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
    use crate::{advise::problem, progress::Silent, results::Cell, workloads::Solve};
    use floatfloat_data::{Expansion, Readable};
    use floatfloat_explain::Watched;
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(600);

    fn question(kind: Kind) -> Question {
        let (ranges, input) = (Vec::new(), Vec::new());
        Question { kind, size: 20, ranges, input, tolerance: 1e-9, budget: LONG }
    }

    /// The first two columns, and the notes.
    fn steps(question: &Question) -> (Vec<[String; 2]>, String) {
        let table = table(question, None, 1, LONG, &Silent).unwrap();
        let text = |cell: &Cell| match cell {
            Cell::Text(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        let rows = table.rows.iter().map(|row| {
            assert_eq!(row.len(), COLUMNS.len());
            [text(&row[0]), text(&row[1])]
        });
        (rows.collect(), table.notes.concat())
    }

    #[test]
    fn elimination_loses_digits_where_rows_are_subtracted() {
        for kind in [Kind::Gauss, Kind::Lud, Kind::Solve] {
            let (rows, notes) = steps(&question(kind));
            assert!(notes.contains("for 5 inputs of size 20"), "{notes}");
            assert!(rows.len() <= 3);
            let update = ["*element = element.minus_product(&factor, pivot);", "elimination.rs:"];
            let is_update =
                |[line, place]: &[String; 2]| line == update[0] && place.starts_with(update[1]);
            assert!(rows.iter().any(is_update), "{kind}: {rows:?}");
        }
    }

    #[test]
    fn lines_have_their_text() {
        for kind in Kind::ALL {
            let (rows, notes) = steps(&Question { size: 3000, ..question(kind) });
            assert!(rows.iter().all(|[text, _]| !text.is_empty()), "{kind}: {rows:?}");
            assert_eq!(rows.is_empty(), notes.contains("No line of"), "{kind}: {notes}");
        }
    }

    #[test]
    fn systems_without_a_solution_in_f64_are_said_to_have_none() {
        let numbers =
            |texts: &[&str]| texts.iter().map(|text| Expansion::of_text(text).unwrap()).collect();
        let matrix = numbers(&["0.7", "0.3", "0.7000000000000000000001", "0.3"]);
        let system = Solve::new(matrix, numbers(&["1", "2"]), &Silent).unwrap();
        let asked = Question { size: 2, ..question(Kind::Solve) };
        let table = table(&asked, Some(&system), 1, LONG, &Silent).unwrap();
        assert!(table.notes[0].contains("no finite result"), "{:?}", table.notes);
        let asked = Question { size: 1000, ..asked };
        let table = super::table(&asked, Some(&system), 1, LONG, &Silent).unwrap();
        assert!(table.notes[0].contains("too many steps"), "{:?}", table.notes);
    }

    /// The results, computed from the operands in `f64` by other means, are near zero beside 1.
    fn residuals(kind: Kind, a: &[f64], x: &[f64], n: usize) -> Vec<f64> {
        let (matrix, b) = a.split_at(a.len().min(n * n));
        let entries = |i: usize| &matrix[i * n..(i + 1) * n];
        match kind {
            Kind::Sum => vec![a.iter().rev().sum::<f64>() - x[0]],
            Kind::Dot => vec![(0..n).rev().map(|i| a[i] * a[n + i]).sum::<f64>() - x[0]],
            Kind::Chain => vec![a.iter().rev().product::<f64>() / x[0] - 1.0],
            Kind::Leibniz => {
                let term = |k: usize| [4.0, -4.0][k % 2] / (2 * k + 1) as f64;
                vec![(0..n).rev().map(term).sum::<f64>() - x[0]]
            }
            Kind::Gauss | Kind::Solve => {
                let left = |i: usize| entries(i).iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
                (0..n).map(|i| left(i) - b[i]).collect()
            }
            Kind::Lud => {
                let lower = |i: usize, k: usize| if i == k { 1.0 } else { x[i * n + k] };
                let product = |i: usize, j: usize| {
                    (0..=i.min(j)).map(|k| lower(i, k) * x[k * n + j]).sum::<f64>()
                };
                (0..n * n).map(|k| product(k / n, k % n) - matrix[k]).collect()
            }
            Kind::Gemm => {
                let entry = |i: usize, j: usize| {
                    (0..n).rev().map(|k| matrix[i * n + k] * b[k * n + j]).sum()
                };
                let all: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
                let nearest =
                    |x: &f64| all.iter().map(|y| (x - y).abs()).fold(f64::INFINITY, f64::min);
                x.iter().map(nearest).collect()
            }
        }
    }

    #[test]
    fn computations_have_the_results_of_their_operands() {
        const SIZE: u64 = 20;
        for kind in Kind::ALL {
            let workload = problem::random(&question(kind), SIZE, 1, &Silent).unwrap();
            let operands = workload.operands();
            let watched = workload.watched(operands.iter().copied().map(Watched::new).collect());
            let results: Vec<f64> = watched.iter().map(|x| x.value()).collect();
            let residuals = residuals(kind, &operands, &results, SIZE as usize);
            assert!(!residuals.is_empty());
            assert!(residuals.iter().all(|r| r.abs() < 1e-9), "{kind}: {residuals:?}");
        }
    }
}

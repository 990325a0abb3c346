//! The first thing a reader wants to know: is float-float safe here?

use super::view::{Row, find};
use crate::results::Results;

/// The answer, and why.
pub struct Verdict {
    pub state: State,
    pub headline: String,
    pub because: Vec<String>,
    /// Ids of the experiments it is drawn from.
    pub sources: Vec<String>,
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Safe,
    Unsafe,
    Unknown,
}

impl State {
    /// Name of its style.
    pub fn class(self) -> &'static str {
        match self {
            State::Safe => "safe",
            State::Unsafe => "unsafe",
            State::Unknown => "unknown",
        }
    }
}

/// From the findings and intervals of paranoia, and from errors against their bounds.
pub fn verdict(results: &Results) -> Verdict {
    let examined: Vec<Row> = rows(results, "paranoia", &["device", "op", "verdict"]);
    let mut sources = Vec::new();
    let mut against = Vec::new();
    let mut reasons = Vec::new();
    if !examined.is_empty() {
        sources.push("paranoia".to_owned());
        let (good, bad): (Vec<Row>, Vec<Row>) =
            examined.iter().filter(|row| is_basic(row)).partition(|row| to_nearest(row));
        for row in bad {
            against.push(format!(
                "{}{} on {} does not round to nearest but is {}",
                row.text("op").unwrap_or_default(),
                row.text("format").map(|f| format!(" in {f}")).unwrap_or_default(),
                row.text("device").unwrap_or_default(),
                row.text("verdict").unwrap_or("unexplained"),
            ));
        }
        if !good.is_empty() && against.is_empty() {
            reasons.push(
                "addition, subtraction and multiplication round to nearest even, as \
                          error-free transforms need"
                    .to_owned(),
            );
        }
    }
    let findings = rows(results, "paranoia-findings", &["class"]);
    let grave: Vec<&Row> = findings
        .iter()
        .filter(|row| matches!(row.text("class"), Some("failure" | "serious defect")))
        .collect();
    if find_any(results, "paranoia-findings") {
        sources.push("paranoia-findings".into());
        if grave.is_empty() {
            reasons.push(
                "no failure and no serious defect was found in this machine’s \
                          arithmetic"
                    .to_owned(),
            );
        }
    }
    against.extend(grave.iter().map(|row| {
        let what = row.text("finding").or(row.text("text")).unwrap_or("see the findings");
        format!("{}: {what}", row.text("class").unwrap_or_default())
    }));
    let (checked, exceeded) = bounds(results);
    if checked > 0 {
        sources.push("accuracy".into());
        if exceeded.is_empty() {
            reasons.push("No operation exceeded its proven error bound".to_owned());
        }
    }
    against.extend(exceeded);
    conclude(results, !examined.is_empty(), sources, reasons, against)
}

fn conclude(
    results: &Results,
    examined: bool,
    sources: Vec<String>,
    reasons: Vec<String>,
    mut against: Vec<String>,
) -> Verdict {
    for device in results.devices.iter().filter(|device| !device.certified) {
        against.push(format!("the arithmetic of {} could not be certified", device.name));
    }
    let (state, headline, because) = if !against.is_empty() {
        (State::Unsafe, "Float-float is not safe on this machine.", against)
    } else if examined {
        (State::Safe, "Float-float is safe on this machine.", reasons)
    } else {
        let why = "the examination of this machine’s rounding (paranoia) is not part of these \
                   results";
        (State::Unknown, "Not known yet whether float-float is safe here.", vec![why.to_owned()])
    };
    Verdict { state, headline: headline.into(), because, sources }
}

/// Rows about this machine's devices; simulated machines are not what is judged.
fn rows<'a>(results: &'a Results, id: &str, columns: &[&str]) -> Vec<Row<'a>> {
    find(results, id, columns)
        .flat_map(|view| view.rows())
        .filter(|row| {
            row.text("device").is_none_or(|device| {
                results.devices.is_empty() || results.devices.iter().any(|known| known.id == device)
            })
        })
        .collect()
}

fn find_any(results: &Results, id: &str) -> bool {
    results.experiments.iter().any(|experiment| experiment.id == id)
}

/// The operations that error-free transforms are made of.
fn is_basic(row: &Row) -> bool {
    matches!(row.text("op"), Some("add" | "sub" | "mul" | "+" | "−" | "-" | "×" | "*"))
}

fn to_nearest(row: &Row) -> bool {
    row.text("verdict").is_some_and(|verdict| verdict.starts_with("nearest"))
}

/// How many bounds were checked, and what exceeded its own.
fn bounds(results: &Results) -> (usize, Vec<String>) {
    let mut checked = 0;
    let mut exceeded = Vec::new();
    for row in rows(results, "accuracy", &["op", "type", "bound_log2", "max_log2"]) {
        let (Some(bound), Some(max)) = (row.number("bound_log2"), row.number("max_log2")) else {
            continue;
        };
        checked += 1;
        if max > bound || max.is_nan() {
            exceeded.push(format!(
                "{} of {} exceeded its proven error bound",
                row.text("op").unwrap_or_default(),
                row.text("type").unwrap_or_default()
            ));
        }
    }
    (checked, exceeded)
}

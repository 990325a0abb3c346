//! The first question of a reader: is float-float safe here?

use crate::{
    results::Results,
    table::{Row, distinct},
};

/// The answer, and its reasons.
pub struct Verdict {
    pub state: State,
    pub headline: &'static str,
    pub because: Vec<String>,
    /// Caveats that apply even if it is safe.
    pub caveats: Vec<String>,
    /// The ids of the experiments from which the verdict is drawn.
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
    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            State::Safe => "safe",
            State::Unsafe => "unsafe",
            State::Unknown => "unknown",
        }
    }
}

/// The evidence for and against.
#[derive(Default)]
struct Evidence {
    examined: bool,
    sources: Vec<String>,
    reasons: Vec<String>,
    against: Vec<String>,
    caveats: Vec<String>,
}

/// The verdict from the findings of paranoia on this machine's devices, and from errors compared
/// with their bounds.
pub fn verdict(results: &Results) -> Verdict {
    let mut evidence = Evidence::default();
    for device in results.devices.iter().filter(|device| !device.certified) {
        evidence.against.push(format!("The arithmetic of {} could not be certified.", device.name));
    }
    safety(results, &mut evidence);
    rounding(results, &mut evidence);
    findings(results, &mut evidence);
    bounds(results, &mut evidence);
    let Evidence { examined, sources, reasons, against, caveats } = evidence;
    let (state, headline, because) = if !against.is_empty() {
        (State::Unsafe, "Float-float is not safe on this machine.", against)
    } else if examined {
        (State::Safe, "Float-float is safe on this machine.", reasons)
    } else {
        let why = "They do not include the examination of this machine’s rounding (floatfloat \
                   paranoia, or floatfloat report).";
        (
            State::Unknown,
            "These results do not say whether float-float is safe on this machine.",
            vec![why.to_owned()],
        )
    };
    Verdict { state, headline, because, caveats, sources }
}

/// Whether error-free transforms were exact.
fn safety(results: &Results, evidence: &mut Evidence) {
    let rows = rows(results, "paranoia-safety", &["device", "safe"]);
    if rows.is_empty() {
        return;
    }
    evidence.examined = true;
    evidence.sources.push("paranoia-safety".into());
    let devices = distinct(rows.iter().filter_map(|row| row.text("device")));
    let (mut formats, mut caveats) = (Vec::new(), Vec::new());
    for row in &rows {
        let format = row.text("format").unwrap_or_default();
        let format = match row.text("device") {
            Some(device) if devices.len() > 1 => format!("{format} of {device}"),
            _ => format.to_owned(),
        };
        if row.flag("safe") == Some(true) {
            if !formats.contains(&format) {
                formats.push(format);
            }
        } else {
            let why = row.text("because").filter(|why| !why.is_empty()).unwrap_or("not explained");
            evidence.against.push(format!("On {format}: {why}."));
        }
        let device = row.text("device").unwrap_or_default();
        for caveat in row.text("caveats").into_iter().flat_map(|text| text.split("; ")) {
            match caveats.iter_mut().find(|(known, _): &&mut (&str, Vec<&str>)| *known == caveat) {
                _ if caveat.is_empty() => {}
                Some((_, of)) if of.contains(&device) => {}
                Some((_, of)) => of.push(device),
                None => caveats.push((caveat, vec![device])),
            }
        }
    }
    evidence.caveats.extend(caveats.into_iter().map(|(caveat, of)| match of.len() {
        count if count == devices.len() => caveat.to_owned(),
        _ => format!("on {}: {caveat}", of.join(" and ")),
    }));
    if !formats.is_empty() {
        evidence.reasons.push(format!(
            "Error-free transforms (2Sum, Fast2Sum, 2Prod) gave the exact error on every operand \
             tried, on {}.",
            listed(&formats)
        ));
    }
}

/// `f32, f64 and f16`.
fn listed(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// How the operations round of which error-free transforms consist.
fn rounding(results: &Results, evidence: &mut Evidence) {
    let rows: Vec<Row> = rows(results, "paranoia", &["device", "op", "verdict"])
        .into_iter()
        .filter(|row| row.text("op").is_some_and(|op| matches!(op, "add" | "sub" | "mul")))
        .collect();
    if rows.is_empty() {
        return;
    }
    evidence.examined = true;
    evidence.sources.push("paranoia".into());
    let nearest_even = |row: &&Row| {
        matches!(
            row.text("verdict"),
            Some("nearest-even" | "nearest even" | "nearest, ties to even")
        )
    };
    let mut others = rows.iter().filter(|row| !nearest_even(row)).peekable();
    if others.peek().is_none() {
        evidence.reasons.push(
            "Addition, subtraction and multiplication round to nearest, ties to even.".into(),
        );
    }
    evidence.against.extend(others.map(|row| {
        format!(
            "{} in {} does not round to nearest, ties to even: {}.",
            row.text("op").unwrap_or_default(),
            row.text("format").unwrap_or("its format"),
            row.text("verdict").unwrap_or("no rule was found"),
        )
    }));
}

/// The faults for which Kahan would blame the machine.
fn findings(results: &Results, evidence: &mut Evidence) {
    if !results.experiments.iter().any(|experiment| experiment.id == "paranoia-findings") {
        return;
    }
    evidence.sources.push("paranoia-findings".into());
    let rows = rows(results, "paranoia-findings", &["class"]);
    let of = |class: &'static str| rows.iter().filter(move |row| row.text("class") == Some(class));
    let mut grave = of("failure").chain(of("serious defect")).peekable();
    if grave.peek().is_none() {
        evidence.reasons.push("No failure and no serious defect was found.".into());
    }
    evidence.against.extend(grave.map(|row| {
        let class = row.text("class").unwrap_or_default();
        format!("A {class}: {}", row.text("finding").unwrap_or("see the findings"))
    }));
}

/// The errors compared with their proved bounds.
fn bounds(results: &Results, evidence: &mut Evidence) {
    let mut checked = false;
    for id in ["accuracy", "ops-accuracy"] {
        let rows = rows(results, id, &["op", "type", "bound_log2", "max_log2"]);
        let errors: Vec<(Row, f64, f64)> = rows
            .into_iter()
            .filter_map(|row| Some((row, row.log2("bound_log2")?, row.log2("max_log2")?)))
            .collect();
        if errors.is_empty() {
            continue;
        }
        checked = true;
        evidence.sources.push(id.into());
        let exceeded = errors.iter().filter(|(_, bound, max)| max > bound || max.is_nan());
        evidence.against.extend(exceeded.map(|(row, _, _)| {
            format!(
                "{} of {} exceeded its proven error bound.",
                row.text("op").unwrap_or_default(),
                row.text("type").unwrap_or_default()
            )
        }));
    }
    if checked {
        evidence.reasons.push("No operation exceeded its proven error bound.".into());
    }
}

/// The rows about this machine's devices, in the modes in which floatfloat computes. Simulated
/// machines and other modes are not judged.
fn rows<'a>(results: &'a Results, id: &str, columns: &[&str]) -> Vec<Row<'a>> {
    let is_here = |device: &str| results.devices.iter().any(|known| known.id == device);
    let Some(table) = results.find(id, columns) else { return Vec::new() };
    let is_judged = |row: &Row<'_>| {
        let device = row.text("device").unwrap_or(&table.device);
        let here = is_here(device) || results.devices.is_empty() && device == table.device;
        here && row.flag("used") != Some(false)
    };
    table.rows().filter(is_judged).collect()
}

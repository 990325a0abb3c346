//! Compares two results: of two machines, or of one machine before and after a change.

mod devices;
mod keys;
mod tables;

use crate::{
    choice::Choice,
    results::{Cell, Column, Results, Table},
    store,
    table::{Role, Row, distinct, number},
};
use devices::Pair;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The tables of a comparison. The first result is A, the second B.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// `compare`: the numbers that differ, the greatest differences first.
    pub numbers: Table,
    /// `compare-machines`: the two machines.
    pub machines: Table,
    /// `compare-devices`: the pairs of devices.
    pub devices: Table,
    /// `compare-words`: differences without a ratio, such as verdicts.
    pub words: Table,
    /// `compare-missing`: what only one of the results contains.
    pub missing: Table,
}

impl Comparison {
    /// All tables, with that of numbers first.
    pub fn tables(&self) -> Vec<Table> {
        [&self.numbers, &self.machines, &self.devices, &self.words, &self.missing]
            .map(Clone::clone)
            .into()
    }

    /// The table of numbers with at most `count` rows. For each row of the experiments it has the
    /// number that differs most (for instance its time, but not also its rate).
    pub fn largest(&self, count: usize) -> Table {
        let subject = |row: &Row<'_>| {
            let columns = ["experiment", "device_a", "device_b", "op", "type", "of"];
            columns.map(|column| row.text(column).unwrap_or_default().to_owned())
        };
        let mut seen = BTreeSet::new();
        let rows = self.numbers.rows().zip(&self.numbers.rows);
        let rows =
            rows.filter(|(row, _)| seen.insert(subject(row))).map(|(_, cells)| cells.clone());
        let mut largest = Table { rows: rows.take(count).collect(), ..self.numbers.clone() };
        if largest.rows.len() < self.numbers.rows.len() {
            largest.notes.push(format!(
                "This table shows {} numbers: of each row of an experiment the number that \
                 differs most.",
                largest.rows.len()
            ));
        }
        largest
    }
}

/// Texts longer than this are explanations; they are not compared.
const PROSE: usize = 60;

/// Compares the measurements on devices that are requested on either side. Published numbers (ids
/// that end in `-published`) are left out, and so are the machine's own tables about devices.
pub fn compare(a: &Results, b: &Results, choice: &Choice) -> Comparison {
    // The results in the form of files, where NaN is a text like any other.
    let (a, b) = (&store::storable(a), &store::storable(b));
    let pairs = devices::pairs(&a.devices, &b.devices);
    let mut found = Differences::default();
    let tables = [a, b].into_iter().flat_map(|results| &results.experiments);
    let measured = tables.filter(|experiment| is_measured(experiment));
    for id in distinct(measured.map(|experiment| experiment.id.as_str())) {
        experiment(id, [a, b], &pairs, choice, &mut found);
    }
    found.numbers.sort_by(|(_, x), (_, y)| y.ln().abs().total_cmp(&x.ln().abs()));
    Comparison {
        machines: tables::machines(a, b),
        devices: tables::devices(a, b, &pairs),
        numbers: tables::numbers(&found),
        words: tables::words(&found),
        missing: tables::missing(&found),
    }
}

/// Whether a table contains measurements. The properties of devices have a table of their own.
fn is_measured(experiment: &Table) -> bool {
    !experiment.is_published() && !["devices", "devices-trials"].contains(&experiment.id.as_str())
}

/// What was found in both results, and in only one.
#[derive(Default)]
struct Differences {
    /// The numbers that differ, with their ratios.
    numbers: Vec<(Value, f64)>,
    /// Other values that differ.
    words: Vec<Value>,
    missing: Vec<Missing>,
    /// The number of values that are equal in both.
    equal: usize,
}

/// The subject of a value.
#[derive(Clone)]
struct Subject {
    experiment: String,
    /// The devices of A and of B.
    devices: [String; 2],
    /// The names and values of the columns that identify rows.
    key: Vec<(String, Cell)>,
    column: Column,
}

/// A value that differs, in A and in B.
struct Value {
    subject: Subject,
    cells: [Cell; 2],
}

/// Rows of one result that the other does not have.
struct Missing {
    experiment: String,
    device: String,
    /// 0 for A, 1 for B.
    only_in: usize,
    rows: usize,
    example: String,
}

/// The rows of one side, each with its device.
type Rows<'a> = Vec<(&'a str, Row<'a>)>;

fn rows<'a>(results: &'a Results, id: &str) -> Rows<'a> {
    let is_here = |device: &str| results.devices.iter().any(|known| known.id == device);
    // Conclusions name their device before the findings on it.
    let told = |row: &Row<'a>| {
        let (device, _) = row.text("evidence")?.split_once(": ")?;
        is_here(device).then_some(device)
    };
    let experiments = results.experiments.iter().filter(|e| e.id == id);
    experiments
        .flat_map(|e| e.rows().map(move |row| (e, row)))
        .map(|(e, row)| {
            // If a table is about several devices and does not distinguish them, its rows are about
            // all of them.
            let ran_on = if is_here(&e.device) { e.device.as_str() } else { "" };
            (row.text("device").or_else(|| told(&row)).unwrap_or(ran_on), row)
        })
        .collect()
}

/// The columns of an experiment in either result, in order of appearance.
fn columns<'a>(sides: [&'a Results; 2], id: &str) -> Vec<&'a Column> {
    let mut columns: Vec<&Column> = Vec::new();
    let experiments = sides.into_iter().flat_map(|side| &side.experiments).filter(|e| e.id == id);
    for column in experiments.flat_map(|e| &e.columns).filter(|column| column.name != "device") {
        if !columns.iter().any(|known| known.name == column.name) {
            columns.push(column);
        }
    }
    columns
}

fn experiment(
    id: &str,
    sides: [&Results; 2],
    pairs: &[Pair<'_>],
    choice: &Choice,
    found: &mut Differences,
) {
    let columns = columns(sides, id);
    let both = sides.map(|side| rows(side, id));
    let keys = keys::keys(&columns);
    let values: Vec<&Column> =
        columns.into_iter().filter(|column| !keys.contains(&column.name.as_ref())).collect();
    for pair in devices::groups(pairs, &both) {
        if !pair.ids().any(|device| choice.wants(device)) {
            continue;
        }
        let of = |side: usize| {
            let rows =
                both[side].iter().filter(move |(device, _)| Some(*device) == pair.side(side));
            rows.map(|(_, row)| *row)
        };
        let mut others: BTreeMap<Vec<String>, VecDeque<Row>> = BTreeMap::new();
        for row in of(1) {
            others.entry(keys::of(&row, &keys)).or_default().push_back(row);
        }
        let mut alone: [Vec<Row>; 2] = Default::default();
        for row in of(0) {
            let other = others.get_mut(&keys::of(&row, &keys)).and_then(VecDeque::pop_front);
            match (other, pair) {
                (Some(other), Pair { a: Some(a), b: Some(b) }) => {
                    let key = keys::named(&row, &keys);
                    let devices = [a.to_owned(), b.to_owned()];
                    let is_same =
                        |column: &&&Column| row.cell(&column.name) == other.cell(&column.name);
                    let is_answer = |column: &&&Column| keys::is_answer(column);
                    let same_answer = values.iter().filter(is_answer).all(|x| is_same(&x));
                    let is_compared = |column: &&&Column| {
                        column.role != Role::Note && (same_answer || is_answer(column))
                    };
                    for &column in values.iter().filter(is_compared) {
                        let (experiment, devices) = (id.to_owned(), devices.clone());
                        let column = column.clone();
                        let subject = Subject { experiment, devices, key: key.clone(), column };
                        value(subject, [row, other], found);
                    }
                }
                _ => alone[0].push(row),
            }
        }
        alone[1].extend(others.into_values().flatten());
        for (only_in, rows) in alone.iter().enumerate() {
            if let (Some(first), Some(device)) = (rows.first(), pair.side(only_in)) {
                found.missing.push(Missing {
                    experiment: id.to_owned(),
                    device: device.to_owned(),
                    only_in,
                    rows: rows.len(),
                    example: keys::text(&keys::named(first, &keys)),
                });
            }
        }
    }
}

/// Compares one value of two rows.
fn value(subject: Subject, rows: [Row<'_>; 2], found: &mut Differences) {
    let name = &subject.column.name;
    let cells = rows.map(|row| row.cell(name).cloned().unwrap_or(Cell::Empty));
    if cells[0] == cells[1] {
        found.equal += usize::from(cells[0] != Cell::Empty);
    } else if let Some(ratio) = ratio(&subject.column, &cells) {
        if ratio == 1.0 {
            found.equal += 1;
        } else {
            found.numbers.push((Value { subject, cells }, ratio));
        }
    } else if !cells.iter().any(is_prose) {
        found.words.push(Value { subject, cells });
    }
}

fn is_prose(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.chars().count() > PROSE && number(cell).is_none())
}

/// B divided by A; for logarithms, the ratio of the numbers themselves. None if one of the two is not
/// a number, is zero, or has another sign.
fn ratio(column: &Column, [a, b]: &[Cell; 2]) -> Option<f64> {
    let (a, b) = (number(a)?, number(b)?);
    let ratio = if column.is_log2() { (b - a).exp2() } else { b / a };
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

#[cfg(test)]
mod tests;

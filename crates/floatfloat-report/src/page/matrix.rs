//! The type for each kind of work: workloads against tolerances, with a table for each device.

use super::number::{Format, whole};
use crate::{
    plots::axis::superscript,
    results::{Cell, Results},
    table::{Row, number},
};

/// The table of one device.
pub struct Matrix {
    pub device: String,
    /// The heads of the columns, the loosest tolerance first.
    pub tolerances: Vec<String>,
    pub rows: Vec<Line>,
}

/// One workload of one size.
pub struct Line {
    pub workload: String,
    pub size: Option<Measured>,
    /// A cell for each tolerance.
    pub cells: Vec<Choice>,
}

/// The cheapest type, or a statement that there is none.
pub struct Choice {
    pub choice: String,
    pub class: Option<&'static str>,
    /// Its error and its time.
    pub measured: Vec<Measured>,
}

/// A number as the reader sees it, and the same number with all its digits.
pub struct Measured {
    pub text: String,
    pub value: String,
    pub unit: &'static str,
}

/// A matrix for each device in the table `advise-matrix`.
pub fn matrices(results: &Results) -> Vec<Matrix> {
    let columns = ["workload", "tolerance", "type"];
    let Some(table) = results.find("advise-matrix", &columns) else { return Vec::new() };
    let of = |device| {
        let rows: Vec<Row> = table.rows_of(device).collect();
        matrix(named(device, results), &rows)
    };
    table.devices().into_iter().map(of).collect()
}

/// The name of a device for people, and its id.
fn named(id: &str, results: &Results) -> String {
    let device = results.devices.iter().find(|device| device.id == id);
    device.map_or(id.to_owned(), |device| format!("{} ({id})", device.name))
}

fn matrix(device: String, rows: &[Row<'_>]) -> Matrix {
    let mut tolerances: Vec<f64> = rows.iter().filter_map(|row| row.finite("tolerance")).collect();
    tolerances.sort_by(|a, b| b.total_cmp(a));
    tolerances.dedup();
    let work = |row: &Row<'_>| {
        (row.text("workload").unwrap_or_default().to_owned(), row.cell("size").cloned())
    };
    let mut works = Vec::new();
    for row in rows {
        if !works.contains(&work(row)) {
            works.push(work(row));
        }
    }
    let line = |(workload, size): &(String, Option<Cell>)| {
        let of_work = |row: &&Row<'_>| work(row) == (workload.clone(), size.clone());
        let cell = |tolerance: &f64| {
            let mut rows = rows.iter().filter(of_work);
            choice(rows.find(|row| row.finite("tolerance") == Some(*tolerance)))
        };
        Line {
            workload: workload.clone(),
            size: size.as_ref().and_then(|cell| measured(cell, "")),
            cells: tolerances.iter().map(cell).collect(),
        }
    };
    Matrix {
        device,
        rows: works.iter().map(line).collect(),
        tolerances: tolerances.iter().map(|&tolerance| power(tolerance)).collect(),
    }
}

fn choice(row: Option<&Row<'_>>) -> Choice {
    let Some(row) = row else {
        return Choice { choice: "–".into(), class: Some("empty"), measured: Vec::new() };
    };
    let shown = [("error", ""), ("seconds", " s")];
    let shown = shown.into_iter().filter_map(|(column, unit)| measured(row.cell(column)?, unit));
    let shown = shown.chain(extrapolated(row));
    match row.text("type").filter(|name| !["", "none"].contains(name)) {
        Some(name) => Choice { choice: name.into(), class: None, measured: shown.collect() },
        None => Choice { choice: "none".into(), class: Some("no"), measured: Vec::new() },
    }
}

/// A note that time was too short for this size.
fn extrapolated(row: &Row<'_>) -> Option<Measured> {
    let (largest, size) = (row.finite("measured_size")?, row.finite("size")?);
    let text = || format!("extrapolated from {}", whole(largest as i64));
    (largest < size).then(|| Measured { text: text(), value: largest.to_string(), unit: "" })
}

fn measured(cell: &Cell, unit: &'static str) -> Option<Measured> {
    let text = match cell {
        Cell::Integer(integer) => whole(*integer),
        cell => Format::Significant.show(number(cell)?),
    };
    let value = match cell {
        Cell::Text(text) => text.clone(),
        cell => number(cell)?.to_string(),
    };
    Some(Measured { text, value, unit })
}

/// 10⁻¹² if the tolerance is a power of ten.
fn power(tolerance: f64) -> String {
    let exponent = tolerance.log10().round();
    if (tolerance / 10f64.powf(exponent) - 1.0).abs() < 1e-9 {
        format!("10{}", superscript(exponent as i64))
    } else {
        Format::Significant.show(tolerance)
    }
}

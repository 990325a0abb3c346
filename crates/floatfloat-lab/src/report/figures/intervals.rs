//! Intervals of error as Hillesland & Lastra tabulate them.

use super::Drawing;
use crate::{
    plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    report::view::{Row, find},
    results::Results,
};

const COLUMNS: [&str; 4] = ["device", "op", "low", "high"];
const OURS: usize = 0;
const SEED: usize = 1;

/// One panel per operation, one row per machine, the seed's interval under ours.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let rows: Vec<Row> = find(results, "paranoia", &COLUMNS).flat_map(|view| view.rows()).collect();
    let seed: Vec<Row> =
        find(results, "paranoia-seed", &COLUMNS).flat_map(|view| view.rows()).collect();
    let mut machines: Vec<String> = Vec::new();
    for row in rows.iter().chain(&seed) {
        let name = machine(row);
        if !machines.contains(&name) {
            machines.push(name);
        }
    }
    let panels: Vec<Panel> = [("add", "+"), ("sub", "−"), ("mul", "×"), ("div", "÷")]
        .iter()
        .filter_map(|&(op, sign)| {
            let of =
                |rows: &[Row], series, shift| spans(rows, &machines, (op, sign), series, shift);
            let mut marks = of(&rows, OURS, -3);
            marks.extend(of(&seed, SEED, 5));
            (!marks.is_empty()).then(|| panel(sign, &machines, marks))
        })
        .collect();
    if panels.is_empty() {
        return None;
    }
    let series =
        |name: &str, ink| Series { name: name.into(), ink, shape: Shape::Square, key: Key::Span };
    let published = if seed.is_empty() { "" } else { "published by the seed" };
    let mut sources = vec!["paranoia".to_owned()];
    if !seed.is_empty() {
        sources.push("paranoia-seed".into());
    }
    Some(Drawing {
        id: "figure-paranoia".into(),
        figure: Figure {
            title: "Intervals of error of one operation".into(),
            description: "For each operation and machine a bar from the lowest to the highest \
                          error in ulps; exact rounding gives −0.5 to 0.5."
                .into(),
            series: vec![series("measured here", Ink::Blue), series(published, Ink::Vermilion)],
            panels,
            columns: 2,
            shared_rows: true,
        },
        caption: "A machine that rounds to nearest stays within half an ulp on either side; one \
                  that chops reaches a whole ulp on one side."
            .into(),
        operations: "+ − × ÷ of the machine named in each row".into(),
        sources,
        half: false,
    })
}

/// A machine's name in the figure: device, and format and mode where they are given.
fn machine(row: &Row) -> String {
    let mut name = row.text("device").unwrap_or_default().to_owned();
    for column in ["format", "mode"] {
        match row.text(column) {
            Some("" | "default") | None => {}
            Some(detail) => {
                name.push_str(", ");
                name.push_str(detail);
            }
        }
    }
    name
}

fn spans(
    rows: &[Row],
    machines: &[String],
    (op, sign): (&str, &str),
    series: usize,
    shift: i32,
) -> Vec<Mark> {
    rows.iter()
        .filter(|row| row.text("op") == Some(op) || row.text("op") == Some(sign))
        .filter_map(|row| {
            let at = machines.iter().position(|name| *name == machine(row))?;
            let (low, high) = (row.finite("low")?, row.finite("high")?);
            Some(Mark::Span { series, y: -(at as f64), shift, low, high })
        })
        .collect()
}

fn panel(sign: &str, machines: &[String], marks: Vec<Mark>) -> Panel {
    let mut values: Vec<f64> = marks.iter().flat_map(Mark::positions).map(|at| at.0).collect();
    values.extend([-1.0, 1.0]);
    Panel {
        title: sign.into(),
        x: Axis::linear("error in ulps", values),
        y: Axis::rows(machines.to_vec()),
        height: 32 * machines.len() as u32 + 8,
        marks,
    }
}

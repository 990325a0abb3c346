//! The speed of one of two machines compared with the other.

use super::{Drawing, of_type};
use crate::{
    chart::Words,
    page::DEFAULT_OPERATIONS,
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    table::{Row, Table, distinct},
};
use std::cmp::Reverse;

const TYPES: [&str; 4] = ["f32", "ff", "f64", "dd"];
const UNITS_OF_TIME: [&str; 5] = ["ns", "µs", "us", "ms", "s"];
/// A figure with more rows than this is hard to survey.
const MOST: usize = 30;

/// The figures of the table `compare`: by operation, and by experiment.
pub fn drawings(numbers: &Table) -> Vec<Drawing> {
    let times: Vec<Row> = numbers
        .rows()
        .filter(|row| row.text("unit").is_some_and(|unit| UNITS_OF_TIME.contains(&unit)))
        .filter(|row| row.text("type").is_some_and(|number_type| TYPES.contains(&number_type)))
        .collect();
    [by_operation(&times), by_experiment(&times)].into_iter().flatten().collect()
}

/// The speed of each operation of one experiment.
fn by_operation(times: &[Row<'_>]) -> Option<Drawing> {
    let of = |id: &str| -> Vec<Row> {
        let rows = times.iter().filter(|row| row.text("quantity") == Some("ns_per_op"));
        rows.filter(|row| row.text("experiment") == Some(id) && row.text("op").is_some())
            .copied()
            .collect()
    };
    let (id, rows) = ["bench", "ops-speed"]
        .into_iter()
        .map(|id| (id, of(id)))
        .find(|(_, rows)| !rows.is_empty())?;
    let mut names = distinct(rows.iter().filter_map(|row| row.text("op")));
    names.sort_by_key(|name| {
        let place = DEFAULT_OPERATIONS.iter().position(|op| op == name);
        (place.unwrap_or(DEFAULT_OPERATIONS.len()), *name)
    });
    names.truncate(MOST);
    drawing(&rows, &names, "op", "compare-operations", "Speed of each operation, B over A", id)
}

/// The speed of each experiment as a whole.
fn by_experiment(times: &[Row<'_>]) -> Option<Drawing> {
    let mut names = distinct(times.iter().filter_map(|row| row.text("experiment")));
    let count = |name: &str| times.iter().filter(|r| r.text("experiment") == Some(name)).count();
    names.sort_by_key(|name| (Reverse(count(name)), *name));
    names.truncate(MOST);
    let title = "Speed of each experiment, B over A";
    drawing(times, &names, "experiment", "compare-experiments", title, "every experiment")
}

/// A panel for each pair of devices, a row for each name in this column, and a point for each type:
/// the geometric mean of all ratios.
fn drawing(
    rows: &[Row<'_>],
    names: &[&str],
    column: &str,
    id: &'static str,
    title: &'static str,
    of: &str,
) -> Option<Drawing> {
    let devices = |row: &Row<'_>| {
        let device = |column| row.text(column).unwrap_or_default().to_owned();
        (device("device_a"), device("device_b"))
    };
    let mut pairs: Vec<_> = rows.iter().map(devices).collect();
    pairs.sort();
    pairs.dedup();
    let mut panels = Vec::new();
    for pair in pairs {
        let mut points: Vec<Vec<(f64, f64)>> = vec![Vec::new(); TYPES.len()];
        let named: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| rows.iter().any(|r| devices(r) == pair && r.text(column) == Some(name)))
            .collect();
        for (i, name) in named.iter().enumerate() {
            for (points, number_type) in points.iter_mut().zip(TYPES) {
                let ratios = rows
                    .iter()
                    .filter(|row| devices(row) == pair && row.text(column) == Some(name))
                    .filter(|row| row.text("type") == Some(number_type))
                    .filter_map(|row| row.finite("ratio"));
                if let Some(mean) = geometric_mean(ratios) {
                    points.push((1.0 / mean, -(i as f64)));
                }
            }
        }
        panels.push(panel(pair, named, points));
    }
    if panels.is_empty() {
        return None;
    }
    let equal = Series {
        name: "equally fast".into(),
        ink: Ink::Axis,
        shape: Shape::Circle,
        key: Key::Tick,
    };
    let words = Words {
        id,
        title,
        description: "For each row and number type a dot at the speed of B over that of A, on a \
            logarithmic scale, with a line where both are equally fast.",
        caption: "To the right of the line B is faster. Each dot is the geometric mean over all \
            sizes and other choices of the same operation and type.",
        of: "times",
    };
    let series = TYPES.map(of_type).into_iter().chain([equal]).collect();
    let drawing = Drawing::new(&words, &[], panels, series, &["compare"]);
    Some(Drawing { operations: format!("times of {of}"), ..drawing })
}

fn panel((a, b): (String, String), names: Vec<&str>, points: Vec<Vec<(f64, f64)>>) -> Panel {
    let speeds = points.iter().flatten().map(|point| point.0);
    let x = Axis::logarithmic("speed of B over A", speeds.chain([0.5, 2.0]));
    let bottom = 0.5 - names.len() as f64;
    let line = Mark::Join { from: (1.0, bottom), to: (1.0, 0.5) };
    let points = points.into_iter().enumerate().map(|(series, at)| Mark::Points { series, at });
    Panel {
        title: if a == b { a } else { format!("{b} over {a}") },
        x,
        height: 24 * names.len() as u32 + 8,
        y: Axis::rows(names.into_iter().map(str::to_owned).collect()),
        marks: [line].into_iter().chain(points).collect(),
    }
}

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let count = logarithms.len();
    (count > 0).then(|| (logarithms.into_iter().sum::<f64>() / count as f64).exp())
}

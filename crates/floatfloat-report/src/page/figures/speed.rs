//! Time of operations over the size of arrays.

use super::{Drawing, of_type};
use crate::{
    page::{
        DEFAULT_OPERATIONS, joined,
        view::{View, distinct, find},
    },
    plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::SERIES},
    results::Results,
};

const COLUMNS: [&str; 4] = ["op", "type", "elements", "ns_per_op"];

/// The operations whose times are drawn over the size of the arrays; the tables have all.
const DRAWN: [&str; 7] = ["add", "mul", "div", "sqrt", "mad", "two-sum", "two-prod"];

const TYPES: [&str; 5] = ["f32", "ff", "f64", "dd", "mpfr"];

/// Time of the default operations in each number type at the shortest arrays, a panel for each
/// device.
pub fn by_operation(results: &Results) -> Option<Drawing> {
    let view = find(results, "bench", &["op", "type", "ns_per_op"]).next()?;
    let timed = |device, op, number_type| {
        joined(results, Some(device), op, number_type).finite("ns_per_op")
    };
    let devices: Vec<&str> = view
        .devices()
        .into_iter()
        .filter(|device| {
            TYPES.iter().any(|t| DEFAULT_OPERATIONS.iter().any(|op| timed(device, op, t).is_some()))
        })
        .collect();
    let types: Vec<&str> = TYPES
        .into_iter()
        .filter(|t| {
            devices.iter().any(|d| DEFAULT_OPERATIONS.iter().any(|op| timed(d, op, t).is_some()))
        })
        .collect();
    if devices.is_empty() {
        return None;
    }
    let panels: Vec<Panel> = devices
        .iter()
        .map(|&device| {
            let marks: Vec<Mark> = types
                .iter()
                .enumerate()
                .map(|(series, number_type)| {
                    let lines = DEFAULT_OPERATIONS.iter().enumerate();
                    let at = lines
                        .filter_map(|(i, op)| Some((timed(device, op, number_type)?, -(i as f64))))
                        .collect();
                    Mark::Points { series, at }
                })
                .collect();
            let times: Vec<f64> = marks.iter().flat_map(Mark::positions).map(|at| at.0).collect();
            Panel {
                title: if devices.len() > 1 { device.to_owned() } else { String::new() },
                x: Axis::logarithmic("ns per operation", times),
                y: Axis::rows(DEFAULT_OPERATIONS.map(Into::into).to_vec()),
                height: 24 * DEFAULT_OPERATIONS.len() as u32 + 8,
                marks,
            }
        })
        .collect();
    Some(Drawing {
        id: "figure-bench".into(),
        figure: Figure {
            title: "Time of each operation".into(),
            description: "For each operation a marker per number type at its nanoseconds, on a \
                          logarithmic scale; a panel per device."
                .into(),
            series: types.into_iter().map(of_type).collect(),
            columns: panels.len().min(2),
            panels,
            shared_rows: true,
        },
        caption:
            "Further left is faster. A processor computes on arrays as short as were measured, \
                  in one thread; a graphics processor as a whole on numbers that it has at hand."
                .into(),
        operations: format!("default operations of each type on {}", devices.join(", ")),
        sources: vec!["bench".into()],
        half: false,
    })
}

/// A figure per device of the experiments with this id: a panel per number type, a line per
/// operation.
pub fn by_size(results: &Results, id: &str) -> Vec<Drawing> {
    let views = find(results, id, &COLUMNS);
    views
        .flat_map(|view| view.devices().into_iter().filter_map(move |d| drawing(view, d)))
        .collect()
}

fn drawing<'a>(view: View<'a>, device: &'a str) -> Option<Drawing> {
    let types = distinct(view.rows_of(device).filter_map(|row| row.text("type")));
    let ops: Vec<&str> = distinct(view.rows_of(device).filter_map(|row| row.text("op")))
        .into_iter()
        .filter(|op| DRAWN.contains(op))
        .filter(|op| types.iter().any(|t| line(view, device, op, t).len() > 1))
        .collect();
    let series: Vec<Series> = ops
        .iter()
        .zip(SERIES.into_iter().zip(Shape::ALL))
        .map(|(&op, (ink, shape))| Series { name: op.into(), ink, shape, key: Key::Line })
        .collect();
    let panels: Vec<Panel> = types
        .into_iter()
        .filter_map(|number_type| panel(view, device, &ops, number_type))
        .collect();
    if panels.is_empty() {
        return None;
    }
    let id = &view.0.id;
    Some(Drawing {
        id: format!("figure-{id}-sizes"),
        figure: Figure {
            title: format!("Time by size, on {device}"),
            description: "Nanoseconds per operation over the number of elements, one line per \
                          operation, one panel per number type; both axes logarithmic."
                .into(),
            series,
            panels,
            columns: 2,
            shared_rows: false,
        },
        caption: "Lower is faster. On a processor lines rise where the arrays outgrow a cache; on \
                  other devices they fall until there is work for all of it."
            .into(),
        operations: format!("op and type as named, on {device}"),
        sources: vec![id.clone()],
        half: false,
    })
}

fn line<'a>(view: View<'a>, device: &'a str, op: &str, number_type: &str) -> Vec<(f64, f64)> {
    let rows = view
        .rows_of(device)
        .filter(|row| row.text("op") == Some(op) && row.text("type") == Some(number_type));
    let mut points: Vec<(f64, f64)> = rows
        .filter_map(|row| Some((row.finite("elements")?, row.finite("ns_per_op")?)))
        .filter(|&(elements, ns)| elements > 0.0 && ns > 0.0)
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn panel<'a>(view: View<'a>, device: &'a str, ops: &[&str], number_type: &str) -> Option<Panel> {
    let marks: Vec<Mark> = ops
        .iter()
        .enumerate()
        .map(|(series, op)| Mark::Line { series, at: line(view, device, op, number_type) })
        .filter(|mark| mark.positions().len() > 1)
        .collect();
    if marks.is_empty() {
        return None;
    }
    let positions: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    let sizes: Vec<f64> = positions.iter().map(|at| at.0).collect();
    Some(Panel {
        title: number_type.into(),
        x: Axis::sizes("elements", &sizes),
        y: Axis::logarithmic("ns per operation", positions.iter().map(|at| at.1)),
        height: 220,
        marks,
    })
}

//! Time of operations over the size of arrays.

use super::{Drawing, of_type};
use crate::{
    plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::SERIES},
    report::{
        DEFAULT_OPERATIONS, joined,
        view::{View, distinct, find},
    },
    results::Results,
};

const COLUMNS: [&str; 4] = ["op", "type", "elements", "ns_per_op"];

/// The operations whose times are drawn over the size of the arrays; the tables have all.
const DRAWN: [&str; 7] = ["add", "mul", "div", "sqrt", "mad", "two-sum", "two-prod"];

/// Time of the default operations in each number type, at the shortest arrays.
pub fn by_operation(results: &Results) -> Option<Drawing> {
    let view = find(results, "bench", &["op", "type", "ns_per_op"]).next()?;
    let (mut series, mut marks) = (Vec::new(), Vec::new());
    for number_type in ["f32", "ff", "f64", "dd"] {
        let ns = |op| joined(results, op, number_type).finite("ns_per_op");
        let at: Vec<(f64, f64)> = DEFAULT_OPERATIONS
            .iter()
            .enumerate()
            .filter_map(|(i, op)| Some((ns(op)?, -(i as f64))))
            .collect();
        if !at.is_empty() {
            marks.push(Mark::Points { series: series.len(), at });
            series.push(of_type(number_type));
        }
    }
    if series.is_empty() {
        return None;
    }
    let times: Vec<f64> = marks.iter().flat_map(Mark::positions).map(|at| at.0).collect();
    let panel = Panel {
        title: String::new(),
        x: Axis::logarithmic("ns per operation", times),
        y: Axis::rows(DEFAULT_OPERATIONS.map(Into::into).to_vec()),
        height: 24 * DEFAULT_OPERATIONS.len() as u32 + 8,
        marks,
    };
    Some(Drawing {
        id: "figure-bench".into(),
        figure: Figure {
            title: "Time of each operation".into(),
            description: "For each operation a marker per number type at its nanoseconds, on a \
                          logarithmic scale."
                .into(),
            series,
            panels: vec![panel],
            columns: 1,
            shared_rows: false,
        },
        caption: "Further left is faster. Arrays as short as were measured.".into(),
        operations: format!("default operations of each type on {}", view.0.device),
        sources: vec!["bench".into()],
        half: false,
    })
}

/// A figure per experiment with this id: a panel per number type, a line per operation.
pub fn by_size(results: &Results, id: &str) -> Vec<Drawing> {
    find(results, id, &COLUMNS).filter_map(drawing).collect()
}

fn drawing(view: View) -> Option<Drawing> {
    let ops: Vec<&str> = distinct(view.rows().filter_map(|row| row.text("op")))
        .into_iter()
        .filter(|op| DRAWN.contains(op))
        .filter(|op| {
            view.distinct("type").iter().any(|number_type| line(view, op, number_type).len() > 1)
        })
        .collect();
    let series: Vec<Series> = ops
        .iter()
        .zip(SERIES.into_iter().zip(Shape::ALL))
        .map(|(&op, (ink, shape))| Series { name: op.into(), ink, shape, key: Key::Line })
        .collect();
    let panels: Vec<Panel> = view
        .distinct("type")
        .into_iter()
        .filter_map(|number_type| panel(view, &ops, number_type))
        .collect();
    if panels.is_empty() {
        return None;
    }
    let experiment = view.0;
    Some(Drawing {
        id: format!("figure-{}-sizes", experiment.id),
        figure: Figure {
            title: "Time by size".into(),
            description: "Nanoseconds per operation over the number of elements, one line per \
                          operation, one panel per number type; both axes logarithmic."
                .into(),
            series,
            panels,
            columns: 2,
            shared_rows: false,
        },
        caption: "Lower is faster. Lines rise where the arrays outgrow a cache.".into(),
        operations: format!("op and type as named, on {}", experiment.device),
        sources: vec![experiment.id.clone()],
        half: false,
    })
}

fn line(view: View, op: &str, number_type: &str) -> Vec<(f64, f64)> {
    let rows = view
        .rows()
        .filter(|row| row.text("op") == Some(op) && row.text("type") == Some(number_type));
    let mut points: Vec<(f64, f64)> = rows
        .filter_map(|row| Some((row.finite("elements")?, row.finite("ns_per_op")?)))
        .filter(|&(elements, ns)| elements > 0.0 && ns > 0.0)
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn panel(view: View, ops: &[&str], number_type: &str) -> Option<Panel> {
    let marks: Vec<Mark> = ops
        .iter()
        .enumerate()
        .map(|(series, op)| Mark::Line { series, at: line(view, op, number_type) })
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

//! Time of operations over the size of arrays.

use super::Drawing;
use crate::{
    plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::SERIES},
    report::view::{View, distinct, find},
    results::Results,
};

const COLUMNS: [&str; 4] = ["op", "type", "elements", "ns_per_op"];

/// A figure per experiment with this id: a panel per number type, a line per operation.
pub fn drawings(results: &Results, id: &str) -> Vec<Drawing> {
    find(results, id, &COLUMNS).filter_map(drawing).collect()
}

fn drawing(view: View) -> Option<Drawing> {
    let ops: Vec<&str> = distinct(view.rows().filter_map(|row| row.text("op")))
        .into_iter()
        .filter(|op| {
            view.distinct("type").iter().any(|number_type| line(view, op, number_type).len() > 1)
        })
        .take(SERIES.len())
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
        id: format!("figure-{}", experiment.id),
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

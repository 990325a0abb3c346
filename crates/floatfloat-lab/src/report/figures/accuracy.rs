//! Largest error seen against proven bound, operation by operation.

use super::Drawing;
use crate::{
    plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    report::{
        DEFAULT_OPERATIONS,
        view::{View, distinct, find},
    },
    results::Results,
};

const COLUMNS: [&str; 4] = ["op", "type", "bound_log2", "max_log2"];
const SEEN: usize = 0;
const BOUND: usize = 1;
const EXCEEDED: usize = 2;

/// Largest error and bound of one operation in one type.
struct Entry {
    max: f64,
    bound: Option<f64>,
}

/// The default operations of every type, for the first page.
pub fn of_defaults(results: &Results) -> Option<Drawing> {
    let view = find(results, "accuracy", &COLUMNS).next()?;
    let mut drawing = drawing(view, |op| DEFAULT_OPERATIONS.contains(&op))?;
    drawing.id = "overview-accuracy".into();
    drawing.operations = format!("default operations, {}", drawing.operations);
    Some(drawing)
}

/// All operations, a figure per device.
pub fn of_all(results: &Results, id: &str) -> Vec<Drawing> {
    find(results, id, &COLUMNS).filter_map(|view| drawing(view, |_| true)).collect()
}

/// The worst over all rows of an operation in a type: they may differ by operand class.
fn entry(view: View, op: &str, number_type: &str) -> Option<Entry> {
    let rows = view
        .rows()
        .filter(|row| row.text("op") == Some(op) && row.text("type") == Some(number_type));
    rows.filter_map(|row| {
        Some(Entry { max: row.number("max_log2")?, bound: row.finite("bound_log2") })
    })
    .reduce(|a, b| Entry {
        max: a.max.max(b.max),
        bound: a.bound.into_iter().chain(b.bound).reduce(f64::max),
    })
}

fn drawing(view: View, wanted: impl Fn(&str) -> bool) -> Option<Drawing> {
    let types: Vec<&str> =
        ["ff", "dd"].into_iter().filter(|t| view.distinct("type").contains(t)).collect();
    let pairs = |op: &str| types.iter().any(|t| entry(view, op, t).is_some());
    let ops: Vec<&str> = distinct(view.rows().filter_map(|row| row.text("op")))
        .into_iter()
        .filter(|op| wanted(op) && pairs(op))
        .collect();
    if ops.is_empty() {
        return None;
    }
    let panels: Vec<Panel> =
        types.iter().map(|number_type| panel(view, &ops, number_type)).collect();
    let exceeded = panels
        .iter()
        .flat_map(|panel| &panel.marks)
        .any(|mark| matches!(mark, Mark::Points { series: EXCEEDED, at } if !at.is_empty()));
    let mut series = vec![
        Series {
            name: "largest error seen".into(),
            ink: Ink::Blue,
            shape: Shape::Circle,
            key: Key::Marker,
        },
        Series {
            name: "proven bound".into(),
            ink: Ink::Vermilion,
            shape: Shape::Circle,
            key: Key::Tick,
        },
        Series {
            name: "bound exceeded".into(),
            ink: Ink::Pink,
            shape: Shape::Cross,
            key: Key::Marker,
        },
    ];
    if !exceeded {
        series[EXCEEDED].name.clear();
    }
    let experiment = view.0;
    Some(Drawing {
        id: format!("figure-{}", experiment.id),
        figure: Figure {
            title: "Accuracy: the largest error seen stays below the proven bound".into(),
            description: "For each operation a dot at the largest relative error and a stroke at \
                          its proven bound, on a scale of powers of two."
                .into(),
            series,
            panels,
            columns: 2,
            shared_rows: true,
        },
        caption: "Further left is more accurate; each step is one bit. A dot must not stand right \
                  of its stroke. An operation without a stroke has no relative bound."
            .into(),
        operations: format!("op and type as named, on {}", experiment.device),
        sources: vec![experiment.id.clone()],
        half: false,
    })
}

fn panel(view: View, ops: &[&str], number_type: &str) -> Panel {
    let entries: Vec<Option<Entry>> = ops.iter().map(|op| entry(view, op, number_type)).collect();
    // An error near 1 (no bit correct) would squeeze all others together.
    let shown = |value: &f64| value.is_finite();
    let values = entries.iter().flatten().flat_map(|entry| [Some(entry.max), entry.bound]);
    let x = Axis::log2("relative error", values.flatten().filter(shown));
    let mut marks = Vec::new();
    let mut seen = Vec::new();
    let mut exceeded = Vec::new();
    let mut names = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let Some(Entry { max, bound }) = entry else { continue };
        let y = -(i as f64);
        if let Some(bound) = *bound {
            if max.is_finite() {
                marks.push(Mark::Join { from: (*max, y), to: (bound, y) });
            }
            marks.push(Mark::Tick { series: BOUND, at: (bound, y) });
        }
        if *max == f64::NEG_INFINITY {
            let at = (x.lowest(), y);
            names.push(Mark::Name { series: SEEN, at, text: "exact".into() });
        } else if bound.is_some_and(|bound| *max > bound) {
            exceeded.push((*max, y));
        } else {
            seen.push((*max, y));
        }
    }
    marks.push(Mark::Points { series: SEEN, at: seen });
    marks.push(Mark::Points { series: EXCEEDED, at: exceeded });
    marks.extend(names);
    let title = match number_type {
        "ff" => "ff, on f32",
        "dd" => "dd, on f64",
        other => other,
    };
    Panel {
        title: title.into(),
        x,
        y: Axis::rows(ops.iter().map(|&op| op.to_owned()).collect()),
        height: 24 * ops.len() as u32 + 8,
        marks,
    }
}

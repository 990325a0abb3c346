//! The largest error found, compared with the proved bound, for each operation.

use super::Drawing;
use crate::{
    chart::Words,
    page::{DEFAULT_OPERATIONS, joined::measured_accuracy},
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    results::Results,
    table::Table,
};

const COLUMNS: [&str; 4] = ["op", "type", "bound_log2", "max_log2"];
const SEEN: usize = 0;
const BOUND: usize = 1;
const EXCEEDED: usize = 2;

/// Errors that are more than this many bits above every bound share one place. Otherwise they would
/// compress the rest.
const MARGIN: f64 = 2.0;

/// The largest error and the bound of one operation in one type.
#[derive(Clone, Copy)]
struct Entry {
    max: f64,
    bound: Option<f64>,
}

/// The default operations of every type, for the first page.
pub fn of_defaults(results: &Results) -> Option<Drawing> {
    let view = measured_accuracy(results)?;
    let mut drawing = drawing(view, results.first_device(view), &DEFAULT_OPERATIONS)?;
    drawing.id = "overview-accuracy".into();
    drawing.operations = format!("default {}", drawing.operations);
    Some(drawing)
}

/// The largest errors on hard operands, with their bounds: a figure for each device.
pub fn on_hard_operands(results: &Results) -> Vec<Drawing> {
    of_all(results, "accuracy")
}

/// The largest errors on random vectors, with their bounds: a figure for each device.
pub fn on_random_vectors(results: &Results) -> Vec<Drawing> {
    of_all(results, "ops-accuracy")
}

fn of_all(results: &Results, id: &str) -> Vec<Drawing> {
    let Some(view) = results.find(id, &COLUMNS) else { return Vec::new() };
    let ops = view.distinct("op");
    view.devices().into_iter().filter_map(|d| drawing(view, d, &ops)).collect()
}

/// The worst of all rows of an operation in a type. They may differ by operand class.
fn entry<'a>(view: &'a Table, device: &'a str, op: &str, number_type: &str) -> Option<Entry> {
    view.rows_of(device)
        .filter(|row| row.text("op") == Some(op) && row.text("type") == Some(number_type))
        .filter_map(|row| Some(Entry { max: row.log2("max_log2")?, bound: row.log2("bound_log2") }))
        .reduce(|a, b| Entry {
            max: a.max.max(b.max),
            bound: a.bound.into_iter().chain(b.bound).reduce(f64::max),
        })
}

fn drawing<'a>(view: &'a Table, device: &'a str, ops: &[&str]) -> Option<Drawing> {
    let measured = |op: &&&str| ["ff", "dd"].iter().any(|t| entry(view, device, op, t).is_some());
    let ops: Vec<&str> = ops.iter().filter(measured).copied().collect();
    let panels: Vec<Panel> = ["ff", "dd"]
        .into_iter()
        .filter_map(|number_type| {
            let entries: Vec<Option<Entry>> =
                ops.iter().map(|op| entry(view, device, op, number_type)).collect();
            entries.iter().any(Option::is_some).then(|| panel(&ops, &entries, number_type))
        })
        .collect();
    if panels.is_empty() {
        return None;
    }
    let entries =
        || ["ff", "dd"].iter().flat_map(|t| ops.iter().filter_map(|op| entry(view, device, op, t)));
    let bounded = entries().any(|entry| entry.bound.is_some());
    let unbounded = entries().any(|entry| entry.bound.is_none());
    let words = Words {
        id: "",
        title: if bounded { "Largest error seen and proven bound" } else { "Largest error seen" },
        description: "For each operation a dot at the largest relative error and, where there is one, a \
            stroke at its proven bound, on a scale of powers of two.",
        caption: "",
        of: "operations of ff and dd,",
    };
    let series = legend(&panels);
    let mut drawing = Drawing::new(&words, &[device], panels, series, &[&view.id]);
    drawing.id = format!("figure-{}", view.id);
    drawing.figure.title = format!("{}, on {device}", words.title);
    drawing.caption = caption(bounded, unbounded);
    Some(drawing.with_shared_rows())
}

fn caption(bounded: bool, unbounded: bool) -> String {
    let mut caption = "Further left is more accurate.".to_owned();
    if bounded {
        caption.push_str(" A dot to the right of its stroke would exceed the bound.");
    } else {
        caption.push_str(
            " There are no bounds here: they are proved for machines that round to \
             nearest.",
        );
    }
    if bounded && unbounded {
        caption.push_str(
            " An operation without a stroke has no relative bound: under cancellation it may \
             lose every bit.",
        );
    }
    caption
}

fn legend(panels: &[Panel]) -> Vec<Series> {
    let drawn = |wanted: usize| {
        panels.iter().flat_map(|panel| &panel.marks).any(|mark| match mark {
            Mark::Points { series, at } => *series == wanted && !at.is_empty(),
            Mark::Tick { series, .. } => *series == wanted,
            _ => false,
        })
    };
    [
        ("largest error seen", Ink::Blue, Shape::Circle, Key::Marker),
        ("proven bound", Ink::Vermilion, Shape::Circle, Key::Tick),
        ("bound exceeded", Ink::Pink, Shape::Cross, Key::Marker),
    ]
    .into_iter()
    .enumerate()
    .map(|(i, (name, ink, shape, key))| {
        let name = if drawn(i) { name } else { "" }.into();
        Series { name, ink, shape, key }
    })
    .collect()
}

fn panel(ops: &[&str], entries: &[Option<Entry>], number_type: &str) -> Panel {
    let bounds = entries.iter().flatten().filter_map(|entry| entry.bound);
    let highest = bounds.fold(f64::NEG_INFINITY, f64::max);
    let limit = if highest.is_finite() { highest + MARGIN } else { f64::INFINITY };
    let values: Vec<f64> =
        entries.iter().flatten().flat_map(|e| [Some(e.max), e.bound]).flatten().collect();
    let x = Axis::errors("relative error", &values, limit);
    let (mut marks, mut seen, mut exceeded) = (Vec::new(), Vec::new(), Vec::new());
    for (i, entry) in entries.iter().enumerate() {
        let Some(Entry { max, bound }) = *entry else { continue };
        let y = -(i as f64);
        let at = (x.place(max), y);
        if let Some(bound) = bound {
            marks.push(Mark::Join { from: at, to: (x.place(bound), y) });
            marks.push(Mark::Tick { series: BOUND, at: (x.place(bound), y) });
        }
        if bound.is_some_and(|bound| max > bound || max.is_nan()) {
            exceeded.push(at);
        } else {
            seen.push(at);
        }
    }
    marks.push(Mark::Points { series: SEEN, at: seen });
    marks.push(Mark::Points { series: EXCEEDED, at: exceeded });
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

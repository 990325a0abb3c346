//! The roofline: whether arithmetic or memory is the limit.

use super::{Drawing, of_type};
use crate::{
    chart::Words,
    plots::{
        Key, Mark, Panel, Series, Shape,
        axis::{Axis, superscript},
        theme::Ink,
    },
    results::Results,
    table::{Row, Table},
};

const COLUMNS: [&str; 8] =
    ["device", "op", "type", "elements", "ns_per_op", "flops_per_byte", "gflops", "gb"];
const OPERATIONS: [&str; 4] = ["add", "mul", "axpy", "dot"];

/// The fewest elements of the roofline. All are in the first-level cache, and there are so many that
/// calls do not matter.
const FEW: f64 = 1000.0;

fn table(results: &Results) -> Option<&Table> {
    results.find("bench-sizes", &COLUMNS)
}

/// A number of elements; large powers of ten are written as powers.
fn count(elements: f64) -> String {
    let exponent = elements.log10();
    if exponent.fract() == 0.0 && exponent > 3.0 {
        format!("10{}", superscript(exponent as i64))
    } else {
        elements.to_string()
    }
}

fn is(row: &Row<'_>, op: &str, number_type: &str) -> bool {
    row.text("op") == Some(op) && row.text("type") == Some(number_type)
}

/// Operations per second over operations per byte, with a panel for each word. The points are below
/// the lines that the processor cannot exceed.
pub fn roofline(results: &Results) -> Option<Drawing> {
    let view = table(results)?;
    let many = view.rows().filter_map(|row| row.finite("elements")).reduce(f64::max)?;
    let mut series = Vec::new();
    let panels: Vec<Panel> = [("f64", ["f64", "dd"]), ("f32", ["f32", "ff"])]
        .into_iter()
        .filter_map(|(word, types)| {
            let limit = limit(results, view.device.as_str(), word)?;
            panel(view, word, types, limit, [FEW, many], &mut series)
        })
        .collect();
    if panels.is_empty() {
        return None;
    }
    let words = Words {
        id: "figure-bench-roofline",
        title: "Roofline: what limits each operation",
        description: "Operations per second over operations per byte moved, for arrays in the first-level \
             cache and for the largest ones, below lines for the largest measured rates of \
             operations and of copied bytes; both axes logarithmic.",
        caption: "The horizontal line is the largest measured rate of operations. The slanted \
             lines are the limits that memory sets: the speed of a copy of the same number of \
             elements, in the cache and beyond it. A point near a line is near that limit. Loops \
             that read more than they write can be faster than a copy.",
        of: "add, mul, axpy and dot over slices in one thread",
    };
    let sources = [view.id.as_str(), "bench-limits"];
    Some(Drawing::new(&words, &[&view.device], panels, series, &sources))
}

/// The largest number of operations on words per second, in 10^9.
fn limit(results: &Results, device: &str, word: &str) -> Option<f64> {
    let view = results.find("bench-limits", &["device", "word", "measured_gops"])?;
    let row = view.rows_of(device).find(|row| row.text("word") == Some(word))?;
    row.finite("measured_gops")
}

fn panel(
    view: &Table,
    word: &str,
    types: [&str; 2],
    limit: f64,
    sizes: [f64; 2],
    series: &mut Vec<Series>,
) -> Option<Panel> {
    let row = |op: &str, number_type: &str, elements: f64| {
        let mut rows = view.rows().filter(|row| is(row, op, number_type));
        rows.find(|row| row.finite("elements") == Some(elements))
    };
    let (mut marks, mut names) = (Vec::new(), Vec::new());
    for number_type in types {
        for (elements, shape) in sizes.into_iter().zip([Shape::Circle, Shape::Down]) {
            let mut at = Vec::new();
            for op in OPERATIONS {
                let Some(row) = row(op, number_type, elements) else { continue };
                let place = (row.finite("flops_per_byte")?, row.finite("gflops")?);
                at.push(place);
                if number_type != word {
                    let text = op.to_owned();
                    names.push(Mark::Name { series: series.len(), at: place, text });
                }
            }
            if !at.is_empty() {
                marks.push(Mark::Points { series: series.len(), at });
                let name = format!("{number_type}, {} elements", count(elements));
                let ink = of_type(number_type).ink;
                series.push(Series { name, ink, shape, key: Key::Marker });
            }
        }
    }
    let points: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    let left = points.iter().map(|at| at.0).reduce(f64::min)? / 1.5;
    let right = points.iter().map(|at| at.0).reduce(f64::max)?.max(1.0) * 1.5;
    // Lines with their names, which the legend need not explain.
    let unnamed =
        Series { name: String::new(), ink: Ink::Muted, shape: Shape::Circle, key: Key::Tick };
    let lines = series.len();
    series.push(unnamed);
    let mut heights: Vec<f64> = points.iter().map(|at| at.1).chain([limit]).collect();
    let mut ridge = right;
    for elements in sizes {
        let copy = types.iter().filter_map(|t| row("copy", t, elements)?.finite("gb"));
        let Some(copy) = copy.reduce(f64::max) else { continue };
        let end = (limit / copy).clamp(left, right);
        let (from, to) = ((left, copy * left), (end, copy * end));
        if end <= left {
            continue;
        }
        ridge = ridge.min(end);
        heights.push(from.1);
        marks.insert(0, Mark::Join { from, to });
        let middle = (from.0 * to.0).sqrt();
        let text = format!("copy of {}", count(elements));
        names.push(Mark::Name { series: lines, at: (middle, copy * middle / 1.3), text });
    }
    marks.insert(0, Mark::Join { from: (ridge, limit), to: (right, limit) });
    let at = (ridge, 1.25 * limit);
    names.push(Mark::Name { series: lines, at, text: "most operations".into() });
    marks.extend(names);
    // Space for the name above the limit.
    heights.push(1.6 * limit);
    Some(Panel {
        title: format!("words of {word}"),
        x: Axis::logarithmic("operations per byte", [left, right]),
        y: Axis::logarithmic("10⁹ operations per second", heights),
        height: 300,
        marks,
    })
}

//! Accuracy against time: what each number type costs and gives.

use super::{Drawing, first_device, of_type, sign};
use crate::{
    plots::{Figure, Mark, Panel, axis::Axis},
    report::{joined, view::find},
    results::Results,
};

const OPERATIONS: [&str; 4] = ["add", "mul", "div", "sqrt"];
const TYPES: [&str; 4] = ["f32", "ff", "f64", "dd"];

/// Correct bits in the worst case over nanoseconds.
pub fn drawing(results: &Results) -> Option<Drawing> {
    find(results, "accuracy", &["op", "type", "max_log2"]).next()?;
    find(results, "bench", &["op", "type", "ns_per_op"]).next()?;
    let (mut series, mut marks, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut elements = None;
    for number_type in TYPES {
        let mut at = Vec::new();
        for op in OPERATIONS {
            let row = joined(results, op, number_type);
            elements = elements.or(row.finite("elements"));
            if let (Some(ns), Some(error)) = (row.finite("ns_per_op"), row.finite("max_log2")) {
                at.push((ns, -error));
                let text = sign(op).to_owned();
                names.push(Mark::Name { series: series.len(), at: (ns, -error), text });
            }
        }
        if !at.is_empty() {
            marks.push(Mark::Points { series: series.len(), at });
            series.push(of_type(number_type));
        }
    }
    if series.len() < 2 {
        return None;
    }
    let positions: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    let mut bits: Vec<f64> = positions.iter().map(|at| at.1).collect();
    bits.push(0.0);
    marks.extend(names);
    let panel = Panel {
        title: String::new(),
        x: Axis::logarithmic("ns per operation", positions.iter().map(|at| at.0)),
        y: Axis::linear("correct bits in the worst case", bits),
        height: 268,
        marks,
    };
    let size = elements
        .map(|elements| format!(" Arrays of {elements} elements, the shortest measured."))
        .unwrap_or_default();
    Some(Drawing {
        id: "overview-tradeoff".into(),
        figure: Figure {
            title: "Accuracy against time".into(),
            description: "Each operation of each number type as a point: its time to the right, \
                          its correct bits in the worst case upwards."
                .into(),
            series,
            panels: vec![panel],
            columns: 1,
            shared_rows: false,
        },
        caption: format!("Up is more accurate, left is faster; both count by powers.{size}"),
        operations: format!("add, mul, div and sqrt on {}", first_device(results, "bench")),
        sources: vec!["accuracy".into(), "bench".into()],
        half: true,
    })
}

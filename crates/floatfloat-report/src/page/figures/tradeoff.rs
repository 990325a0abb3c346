//! The accuracy over the time of each number type.

use super::{Drawing, first_device, of_type, sign};
use crate::{
    chart::Words,
    page::joined::{joined, measured_accuracy},
    plots::{Mark, Panel, axis::Axis},
    results::Results,
};

const OPERATIONS: [&str; 4] = ["add", "mul", "div", "sqrt"];
const TYPES: [&str; 4] = ["f32", "ff", "f64", "dd"];

/// The correct bits in the worst case over the nanoseconds.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let accuracy = measured_accuracy(results)?;
    results.find("bench", &["op", "type", "ns_per_op"])?;
    let (mut series, mut marks, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut elements = None;
    for number_type in TYPES {
        let mut at = Vec::new();
        for op in OPERATIONS {
            let row = joined(results, None, op, number_type);
            elements = elements.or(row.finite("elements"));
            let error = row.finite("max_log2").or_else(|| of_word(results, op, number_type));
            if let (Some(ns), Some(error)) = (row.finite("ns_per_op"), error) {
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
    let words = Words {
        id: "overview-tradeoff",
        title: "Accuracy against time",
        description: "Each operation of each number type as a point: its time to the right, \
            its correct bits in the worst case upwards.",
        caption: "",
        of: "add, mul, div and sqrt",
    };
    let (device, sources) = (first_device(results, "bench"), [&accuracy.id, "paranoia", "bench"]);
    let drawing = Drawing::new(&words, &[device], vec![panel], series, &sources);
    let caption = format!(
        "Up is more accurate, left is faster. The bits of f32 and f64 are computed from the \
         largest error in ulps that paranoia found.{size}"
    );
    Some(Drawing { caption, half: true, ..drawing })
}

/// log2 of the relative error of the machine's own operation: its largest error in ulps, for
/// numbers just above a power of two, where an ulp is 2^(1−p) of the value.
fn of_word(results: &Results, op: &str, format: &str) -> Option<f64> {
    let precision = match format {
        "f32" => f32::MANTISSA_DIGITS,
        "f64" => f64::MANTISSA_DIGITS,
        _ => return None,
    };
    let view = results.find("paranoia", &["device", "format", "op", "low", "high"])?;
    let ulps = view
        .rows_of(results.first_device(view))
        .filter(|row| row.text("format") == Some(format))
        .filter(|row| row.text("op") == Some(op))
        .filter_map(|row| Some(row.finite("low")?.abs().max(row.finite("high")?.abs())))
        .reduce(f64::max)?;
    Some(ulps.log2() + 1.0 - f64::from(precision)).filter(|error| error.is_finite())
}

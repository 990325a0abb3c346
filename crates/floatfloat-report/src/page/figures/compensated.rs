//! Error against condition number.

use super::{Drawing, of_type};
use crate::{
    page::view::find,
    plots::{Figure, Key, Mark, Panel, Series, axis::Axis},
    results::Results,
};

/// The ways to compute that are drawn; the table has all.
const TYPES: [&str; 6] = ["f32", "f32-compensated", "ff", "f64", "f64-compensated", "dd"];

/// A panel for each operation, on the first device.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let columns = ["device", "op", "type", "condition", "error"];
    let view = find(results, "compensated", &columns).next()?;
    let device = view.main_device(results);
    let panels = view.distinct("op").into_iter().map(|op| {
        let line = |number_type: &str| -> Vec<(f64, f64)> {
            let rows = view.rows_of(device).filter(|row| row.text("op") == Some(op));
            let rows = rows.filter(|row| row.text("type") == Some(number_type));
            let mut points: Vec<(f64, f64)> = rows
                .filter_map(|row| Some((row.finite("condition")?, row.number("error")?.log2())))
                .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            points
        };
        let lines = TYPES.map(line);
        let all = || lines.iter().flatten();
        let errors: Vec<f64> = all().map(|at| at.1).collect();
        // Of a result that is off by more than itself, no digit is right.
        let y = Axis::errors("relative error", &errors, 0.0);
        let mark = |(series, points): (usize, &Vec<(f64, f64)>)| Mark::Line {
            series,
            at: points.iter().map(|&(condition, error)| (condition, y.place(error))).collect(),
        };
        Panel {
            title: op.into(),
            x: Axis::logarithmic("condition number", all().map(|at| at.0)),
            height: 220,
            marks: lines.iter().enumerate().map(mark).collect(),
            y,
        }
    });
    let panels: Vec<Panel> =
        panels.filter(|panel| panel.marks.iter().any(|m| !m.positions().is_empty())).collect();
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-compensated".into(),
        figure: Figure {
            title: format!("Error against condition number, on {device}"),
            description: "For sums, inner products and polynomials a line per number type, the \
                          condition number to the right, the relative error upwards; both axes are \
                          logarithmic."
                .into(),
            series: TYPES
                .iter()
                .map(|number_type| Series { key: Key::Line, ..of_type(number_type) })
                .collect(),
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: "Lower is more accurate. Compensated results are as good as rounded once until the \
                  condition number reaches the precision of the word, 10⁷ for f32 and 10¹⁶ for f64, \
                  and lose digits from there on as double-words do."
            .into(),
        operations: format!("sums, inner products, polynomials on {device}"),
        sources: vec!["compensated".into()],
        half: false,
    })
}

//! Errors along chains of products and quotients, and speed-ups of the operations.

use super::{
    Drawing,
    lines::{Lines, Scale},
    of_type, sign,
};
use crate::{
    plots::{Figure, Mark, Panel, axis::Axis},
    report::view::{Row, View, distinct, find},
    results::Results,
};

const PRODUCTS: [&str; 7] = ["device", "type", "variant", "range", "operands", "products", "error"];
const QUOTIENTS: [&str; 7] = ["device", "type", "division", "x", "y", "steps", "relative_error"];

/// The type, and how products or quotients are made where that is not the usual way.
fn line(row: &Row<'_>, column: &str, usual: &str) -> Option<String> {
    let name = row.text("type").filter(|name| !name.is_empty())?;
    Some(match row.text(column)? {
        special if special == usual => name.to_owned(),
        special => format!("{name}, {special}"),
    })
}

/// Error of products by the number of factors.
pub fn products(results: &Results) -> Option<Drawing> {
    let view = find(results, "mul-chain", &PRODUCTS).next()?;
    let device = view.main_device(results);
    let name = |row: &Row<'_>| line(row, "variant", "");
    let lines = Lines::new(view.rows_of(device).filter_map(|row| name(&row)));
    let mut panels: Vec<Panel> = Vec::new();
    for operands in view.distinct("operands") {
        for range in view.distinct("range") {
            let rows = view.rows_of(device).filter(|row| {
                row.text("range") == Some(range) && row.text("operands") == Some(operands)
            });
            let x = Scale { label: "products", value: &|row| row.finite("products") };
            let y = Scale { label: "relative error", value: &|row| row.finite("error") };
            let title = format!("{range}, operands: {operands}");
            panels.extend(lines.panel(title, rows, name, [x, y], 230));
        }
    }
    let texts = Texts {
        source: "mul-chain",
        title: "Error along a chain of multiplications",
        count: "products",
        caption: "Lower is more accurate. A line on that of another hides it: composite products are as \
                  accurate as those of one word. Types without an error are not drawn.",
    };
    along(panels, lines, texts, device)
}

/// Error of x·y/y by the number of steps.
pub fn quotients(results: &Results) -> Option<Drawing> {
    let view = find(results, "do-undo", &QUOTIENTS).next()?;
    let device = view.main_device(results);
    let name = |row: &Row<'_>| line(row, "division", "IEEE");
    let lines = Lines::new(view.rows_of(device).filter_map(|row| name(&row)));
    let cases = view.rows_of(device).filter_map(|row| Some((row.text("x")?, row.text("y")?)));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for case in cases.filter(|case| !case.0.is_empty()) {
        if !seen.contains(&case) {
            seen.push(case);
        }
    }
    let mut panels: Vec<Panel> = Vec::new();
    for (x, y) in seen {
        let rows =
            view.rows_of(device).filter(|row| row.text("x") == Some(x) && row.text("y") == Some(y));
        let steps = Scale { label: "steps", value: &|row| row.finite("steps") };
        let error = Scale { label: "relative error", value: &|row| row.finite("relative_error") };
        panels.extend(lines.panel(format!("x {x}, y {y}"), rows, name, [steps, error], 210));
    }
    let texts = Texts {
        source: "do-undo",
        title: "Error of x·y/y, over and over",
        count: "steps",
        caption: "Lower is more accurate. Types without an error are not drawn.",
    };
    along(panels, lines, texts, device)
}

/// A figure of errors along chains; none without panels.
fn along(panels: Vec<Panel>, lines: Lines, texts: Texts, device: &str) -> Option<Drawing> {
    if panels.is_empty() {
        return None;
    }
    let Texts { source, title, count, caption } = texts;
    Some(Drawing {
        id: format!("figure-{source}"),
        figure: Figure {
            title: title.into(),
            description: format!(
                "Relative error over the number of {count}, a line for each number type; both axes logarithmic."
            ),
            series: lines.series,
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: caption.into(),
        operations: format!("{count} on {device}"),
        sources: vec![source.into()],
        half: false,
    })
}

/// What is said about such a figure.
struct Texts {
    /// The experiment.
    source: &'static str,
    title: &'static str,
    /// What is counted along the chain.
    count: &'static str,
    caption: &'static str,
}

/// Speed-up over f64 of every operation, once and repeated.
pub fn speed_ups(results: &Results) -> Option<Drawing> {
    let columns = ["device", "type", "op", "repetitions", "speed_up"];
    let view = find(results, "speed-up", &columns).next()?;
    let types: Vec<&str> =
        distinct(view.distinct("type").into_iter().filter(|name| !["", "f64"].contains(name)));
    let panels: Vec<Panel> = view
        .devices()
        .into_iter()
        .filter_map(|device| speed_up_panel(view, device, &types))
        .collect();
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-speed-up".into(),
        figure: Figure {
            title: "Speed of each operation beside f64".into(),
            description: "For each operation, done once and repeatedly, a marker per number type at how many \
                          times as fast as f64 it is, on a logarithmic scale; a panel per device."
                .into(),
            series: types.iter().map(|number_type| of_type(number_type)).collect(),
            columns: panels.len().min(2),
            panels,
            shared_rows: true,
        },
        caption: "Further right is faster; 1 is as fast as f64. Done once to each number in memory, an operation \
                  costs what its bytes cost."
            .into(),
        operations: "+, −, ×, ÷ of every type".into(),
        sources: vec!["speed-up".into()],
        half: false,
    })
}

fn speed_up_panel(view: View<'_>, device: &str, types: &[&str]) -> Option<Panel> {
    let (mut names, mut points) = (Vec::new(), vec![Vec::new(); types.len()]);
    for row in view.rows().filter(|row| row.text("device") == Some(device)) {
        let (Some(op), Some(repetitions)) = (row.text("op"), row.finite("repetitions")) else {
            continue;
        };
        let times = if repetitions == 1.0 { "once".into() } else { format!("{repetitions} times") };
        let name = format!("{} {times}", sign(op));
        let place = names.iter().position(|n| *n == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        let series = types.iter().position(|name| row.text("type") == Some(name));
        if let (Some(series), Some(speed_up)) = (series, row.finite("speed_up")) {
            points[series].push((speed_up, -(place as f64)));
        }
    }
    if points.iter().all(Vec::is_empty) {
        return None;
    }
    let all = points.iter().flatten().map(|point| point.0).chain([1.0]);
    let x = Axis::logarithmic("times as fast as f64", all);
    let height = 24 * names.len() as u32 + 8;
    let bottom = -(names.len() as f64) + 0.5;
    let one = Mark::Join { from: (1.0, 0.5), to: (1.0, bottom) };
    let points = points.into_iter().enumerate().map(|(series, at)| Mark::Points { series, at });
    let marks = std::iter::once(one).chain(points).collect();
    Some(Panel { title: device.into(), x, y: Axis::rows(names), height, marks })
}

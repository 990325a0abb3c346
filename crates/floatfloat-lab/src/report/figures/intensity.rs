//! Operations for each number loaded: what precision costs, the roofline, and the accuracy reached.

use super::{
    Drawing,
    lines::{Lines, Scale},
};
use crate::{
    plots::{Figure, Panel},
    report::view::{Row, View, find},
    results::Results,
};

const COLUMNS: [&str; 7] = ["device", "type", "op", "operations", "groups", "lanes", "over_f32"];
const ROOFLINE: [&str; 6] = ["device", "type", "op", "flops_per_byte", "gops", "error"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    [relative(results), roofline(results), accuracy(results)].into_iter().flatten().collect()
}

fn of_type<'a>(row: &Row<'a>) -> Option<String> {
    row.text("type").filter(|name| !name.is_empty()).map(str::to_owned)
}

fn lines(view: View<'_>) -> Lines {
    Lines::new(view.rows().filter_map(|row| of_type(&row)))
}

/// The shapes of a device's launches.
fn shapes(view: View<'_>, device: &str) -> Vec<(f64, f64)> {
    let mut shapes = Vec::new();
    for row in view.rows().filter(|row| row.text("device") == Some(device)) {
        if let (Some(groups), Some(lanes)) = (row.finite("groups"), row.finite("lanes"))
            && row.finite("over_f32").is_some()
            && !shapes.contains(&(groups, lanes))
        {
            shapes.push((groups, lanes));
        }
    }
    shapes
}

/// Time of additions over that of f32, by the number of additions and by shape.
fn relative(results: &Results) -> Option<Drawing> {
    let view = find(results, "intensity", &COLUMNS).next()?;
    let lines = lines(view);
    let mut panels: Vec<Panel> = Vec::new();
    for device in view.devices() {
        for (groups, lanes) in shapes(view, device) {
            let rows = view.rows_of(device).filter(|row| {
                row.text("op") == Some("add")
                    && row.finite("groups") == Some(groups)
                    && row.finite("lanes") == Some(lanes)
            });
            let x = Scale {
                label: "additions for each number",
                value: &|row| row.finite("operations"),
            };
            let ratio = |row: &Row<'_>| Some(1.0 + row.finite("over_f32")? / 100.0);
            let y = Scale { label: "time over f32", value: &ratio };
            let title = format!("{device}, {groups} × {lanes}");
            panels.extend(lines.panel(title, rows, of_type, [x, y], 200));
        }
    }
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-intensity-relative".into(),
        figure: Figure {
            title: "What precision costs, by operations for each number".into(),
            description: "Time of additions in each number type over that of f32, by the number of \
                          additions for each number that is loaded, a panel for each shape of a launch; \
                          both axes logarithmic."
                .into(),
            series: lines.series,
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: "Where lines meet on the left, loading, storing and launching take all of the time, and \
                  precision is free; on the right the instructions of each type decide. Shapes are workgroups × lanes."
            .into(),
        operations: "additions in 16 independent chains".into(),
        sources: vec!["intensity".into()],
        half: false,
    })
}

/// Operations a second over operations a byte.
fn roofline(results: &Results) -> Option<Drawing> {
    let columns = [&ROOFLINE[..], &["gflops"]].concat();
    let view = find(results, "intensity-roofline", &columns).next()?;
    let lines = lines(view);
    let mut panels: Vec<Panel> = Vec::new();
    for device in view.devices() {
        for op in ["add", "mul"] {
            let rows = view.rows_of(device).filter(|row| row.text("op") == Some(op));
            let x = Scale { label: "flops per byte", value: &|row| row.finite("flops_per_byte") };
            let y = Scale { label: "10⁹ flops per second", value: &|row| row.finite("gflops") };
            panels.extend(lines.panel(format!("{device}, {op}"), rows, of_type, [x, y], 230));
        }
    }
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-intensity-roofline".into(),
        figure: Figure {
            title: "Roofline of each number type".into(),
            description: "Operations on machine words a second over those for each byte loaded or stored, \
                          a line for each number type; both axes logarithmic."
                .into(),
            series: lines.series,
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: "Lines rise while memory decides and are level where arithmetic does. Types of the same word \
                  share a roof; those of two words reach it with fewer operations, since each is many flops."
            .into(),
        operations: "additions and products, the whole device".into(),
        sources: vec!["intensity-roofline".into()],
        half: false,
    })
}

/// Error over operations a second, after the most operations.
fn accuracy(results: &Results) -> Option<Drawing> {
    let view = find(results, "intensity-roofline", &ROOFLINE).next()?;
    let most = view.rows().filter_map(|row| row.finite("operations")).reduce(f64::max)?;
    let lines = lines(view);
    let mut panels: Vec<Panel> = Vec::new();
    for device in view.devices() {
        for op in ["add", "mul"] {
            let rows = view
                .rows_of(device)
                .filter(|row| row.text("op") == Some(op) && row.finite("operations") == Some(most));
            let x =
                Scale { label: "10⁹ operations per second", value: &|row| row.finite("gops") };
            let y = Scale { label: "relative error", value: &|row| row.finite("error") };
            panels.extend(lines.panel(format!("{device}, {op}"), rows, of_type, [x, y], 200));
        }
    }
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-intensity-accuracy".into(),
        figure: Figure {
            title: format!("Accuracy and speed after {most} operations"),
            description: "For each number type a point: its operations a second to the right, its relative \
                          error upwards; both axes logarithmic."
                .into(),
            series: lines.series,
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: "Further right is faster, further down more accurate. Types without an error are not drawn.".into(),
        operations: "additions and products, the whole device".into(),
        sources: vec!["intensity-roofline".into()],
        half: false,
    })
}

//! Operations for each number loaded: what precision costs, the roofline, and the accuracy reached.

use super::{
    Drawing,
    by_type::{Lines, drawing},
};
use crate::{
    page::view::{Row, View, find},
    results::Results,
};

const COLUMNS: [&str; 7] = ["device", "type", "op", "operations", "groups", "lanes", "over_f32"];
const PUBLISHED: [&str; 6] = ["op", "operations", "groups", "lanes", "type", "ms"];
const ROOFLINE: [&str; 6] = ["device", "type", "op", "flops_per_byte", "gops", "error"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    [relative(results), roofline(results), accuracy(results)].into_iter().flatten().collect()
}

/// The number types of a table.
fn types(view: View<'_>) -> Vec<&str> {
    view.distinct("type").into_iter().filter(|name| !name.is_empty()).collect()
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
    let types = types(view);
    let panels = view
        .devices()
        .into_iter()
        .flat_map(|device| shapes(view, device).into_iter().map(move |shape| (device, shape)));
    let published = find(results, "intensity-published", &PUBLISHED).next();
    let lines = panels.filter_map(|(device, shape)| {
        let (groups, lanes) = shape;
        let lines = Lines::new(&format!("{device}, {groups} × {lanes}"), &types, |number_type| {
            let rows = view.rows_of(device).filter(|row| {
                row.text("type") == Some(number_type)
                    && row.text("op") == Some("add")
                    && row.finite("groups") == Some(groups)
                    && row.finite("lanes") == Some(lanes)
            });
            let ratio = |row: &Row<'_>| Some(1.0 + row.finite("over_f32")? / 100.0);
            rows.filter_map(|row| Some((row.finite("operations")?, ratio(&row)?))).collect()
        })?;
        Some(lines.beside(&types, |number_type| {
            published.map_or_else(Vec::new, |view| over_f32(view, shape, number_type))
        }))
    });
    drawing(
        [
            "figure-intensity-relative",
            "What precision costs, by operations for each number",
            "Time of additions in each number type over that of f32, by the number of additions for \
             each number that is loaded, a panel for each shape of a launch; both axes logarithmic.",
            "Where lines meet on the left, loading, storing and launching take all of the time, and \
             precision is free; on the right the instructions of each type decide. Shapes are \
             workgroups × lanes. Hollow markers: tables 13 to 15 of the thesis, where the shape \
             is the same.",
        ],
        &types,
        (lines.collect(), ["additions for each number", "time over f32"]),
        "additions in 16 independent chains".into(),
        &["intensity", "intensity-published"],
    )
}

/// Published times of additions over those of f32, in launches of this shape.
fn over_f32(view: View<'_>, (groups, lanes): (f64, f64), number_type: &str) -> Vec<(f64, f64)> {
    let times = |number_type: &str| -> Vec<(f64, f64)> {
        let rows = view.rows().filter(|row| {
            row.text("type") == Some(number_type)
                && row.text("op") == Some("add")
                && row.finite("groups") == Some(groups)
                && row.finite("lanes") == Some(lanes)
        });
        rows.filter_map(|row| Some((row.finite("operations")?, row.finite("ms")?))).collect()
    };
    let of_f32 = times("f32");
    let ratio = |(operations, ms): (f64, f64)| {
        let (_, of_f32) = of_f32.iter().find(|other| other.0 == operations)?;
        Some((operations, ms / of_f32))
    };
    times(number_type).into_iter().filter_map(ratio).collect()
}

/// The points of a table, a panel for each device and operation.
fn by_operation<'a>(
    view: View<'a>,
    types: &[&'a str],
    point: impl Fn(&Row<'_>) -> Option<(f64, f64)>,
) -> Vec<Lines> {
    let panels = view
        .devices()
        .into_iter()
        .flat_map(|device| ["add", "mul"].into_iter().map(move |op| (device, op)));
    let lines = panels.filter_map(|(device, op)| {
        Lines::new(&format!("{device}, {op}"), types, |number_type| {
            let rows = view
                .rows_of(device)
                .filter(|row| row.text("type") == Some(number_type) && row.text("op") == Some(op));
            rows.filter_map(|row| point(&row)).collect()
        })
    });
    lines.collect()
}

/// Operations a second over operations a byte.
fn roofline(results: &Results) -> Option<Drawing> {
    let columns = [&ROOFLINE[..], &["gflops"]].concat();
    let view = find(results, "intensity-roofline", &columns).next()?;
    let types = types(view);
    let point = |row: &Row<'_>| Some((row.finite("flops_per_byte")?, row.finite("gflops")?));
    drawing(
        [
            "figure-intensity-roofline",
            "Roofline of each number type",
            "Operations on machine words a second over those for each byte loaded or stored, a line \
             for each number type; both axes logarithmic.",
            "Lines rise while memory decides and are level where arithmetic does. Types of the same \
             word share a roof; those of two words reach it with fewer operations, since each is many \
             flops.",
        ],
        &types,
        (by_operation(view, &types, point), ["flops per byte", "10⁹ flops per second"]),
        "additions and products, the whole device".into(),
        &["intensity-roofline"],
    )
}

/// Error over operations a second, after the most operations.
fn accuracy(results: &Results) -> Option<Drawing> {
    let view = find(results, "intensity-roofline", &ROOFLINE).next()?;
    let most = view.rows().filter_map(|row| row.finite("operations")).reduce(f64::max)?;
    let types = types(view);
    let point = |row: &Row<'_>| {
        (row.finite("operations") == Some(most)).then_some(())?;
        Some((row.finite("gops")?, row.finite("error")?))
    };
    drawing(
        [
            "figure-intensity-accuracy",
            &format!("Accuracy and speed after {most} operations"),
            "For each number type a point: its operations a second to the right, its relative error \
             upwards; both axes logarithmic.",
            "Further right is faster, further down more accurate.",
        ],
        &types,
        (by_operation(view, &types, point), ["10⁹ operations per second", "relative error"]),
        "additions and products, the whole device".into(),
        &["intensity-roofline"],
    )
}

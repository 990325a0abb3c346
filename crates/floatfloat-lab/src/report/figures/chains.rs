//! Errors along chains of products and quotients, and speed-ups of the operations.

use super::{
    Drawing,
    by_type::{Lines, drawing},
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

/// The lines of a device, and its rows with the line that each belongs to.
fn named<'a>(
    view: View<'a>,
    device: &'a str,
    column: &str,
    usual: &str,
) -> (Vec<String>, Vec<(String, Row<'a>)>) {
    let rows: Vec<_> =
        view.rows_of(device).filter_map(|row| Some((line(&row, column, usual)?, row))).collect();
    (distinct(rows.iter().map(|(name, _)| name.clone())), rows)
}

/// Error of products by the number of factors.
pub fn products(results: &Results) -> Option<Drawing> {
    let view = find(results, "mul-chain", &PRODUCTS).next()?;
    let device = view.main_device(results);
    let (names, rows) = named(view, device, "variant", "");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let panels = view.distinct("operands").into_iter().flat_map(|operands| {
        view.distinct("range").into_iter().map(move |range| (operands, range))
    });
    let lines = panels.filter_map(|(operands, range)| {
        let here = |row: &Row<'_>| {
            row.text("range") == Some(range) && row.text("operands") == Some(operands)
        };
        Lines::new(&format!("{range}, operands: {operands}"), &names, |name| {
            let rows = rows.iter().filter(|(of, row)| of == name && here(row));
            rows.filter_map(|(_, row)| Some((row.finite("products")?, row.finite("error")?)))
                .collect()
        })
    });
    drawing(
        [
            "figure-mul-chain",
            "Error along a chain of multiplications",
            "Relative error over the number of products, a line for each number type; both axes \
             logarithmic.",
            "Lower is more accurate. Figures 22 and 23 of the thesis. A line on that of another hides \
             it: composite products are as accurate as those of one word.",
        ],
        &names,
        (lines.collect(), ["products", "relative error"]),
        format!("products on {device}"),
        &["mul-chain"],
    )
}

/// Error of x·y/y by the number of steps.
pub fn quotients(results: &Results) -> Option<Drawing> {
    let view = find(results, "do-undo", &QUOTIENTS).next()?;
    let device = view.main_device(results);
    let (names, rows) = named(view, device, "division", "IEEE");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cases = rows.iter().filter_map(|(_, row)| Some((row.text("x")?, row.text("y")?)));
    let cases = distinct(cases.filter(|case| !case.0.is_empty()));
    let lines = cases.into_iter().filter_map(|(x, y)| {
        let here = |row: &Row<'_>| row.text("x") == Some(x) && row.text("y") == Some(y);
        Lines::new(&format!("x {x}, y {y}"), &names, |name| {
            let rows = rows.iter().filter(|(of, row)| of == name && here(row));
            let point = |row: &Row<'_>| Some((row.finite("steps")?, row.finite("relative_error")?));
            rows.filter_map(|(_, row)| point(row)).collect()
        })
    });
    drawing(
        [
            "figure-do-undo",
            "Error of x·y/y, over and over",
            "Relative error over the number of steps, a line for each number type; both axes \
             logarithmic.",
            "Lower is more accurate; exact is x itself, after however many steps. Figures 24 to 29 of \
             the thesis.",
        ],
        &names,
        (lines.collect(), ["steps", "relative error"]),
        format!("steps on {device}"),
        &["do-undo"],
    )
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

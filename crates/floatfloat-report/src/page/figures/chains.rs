//! Errors along chains of products and quotients, and speed-ups of the operations.

use super::{
    Drawing,
    by_type::{Lines, drawing},
    of_type, published_key, shown, sign,
};
use crate::{
    page::view::{Row, View, distinct, find},
    plots::{Figure, Mark, Panel, Series, axis::Axis},
    results::Results,
};

const PRODUCTS: [&str; 7] = ["device", "type", "variant", "range", "operands", "products", "error"];
const QUOTIENTS: [&str; 7] = ["device", "type", "division", "x", "y", "steps", "relative_error"];
const SPEED_UPS: [&str; 5] = ["device", "type", "op", "repetitions", "speed_up"];

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

/// The panels of one device.
struct Panels<'a> {
    device: &'a str,
    names: Vec<String>,
    lines: Vec<Lines>,
}

impl<'a> Panels<'a> {
    /// Every point with the panel and the line that it is of.
    fn points(&self) -> Vec<(&str, &str, (f64, f64))> {
        let panels = self.lines.iter().flat_map(|lines| {
            let named = self.names.iter().zip(&lines.points);
            named.map(|(name, points)| (lines.title.as_str(), name.as_str(), points))
        });
        let points = panels
            .flat_map(|(title, name, points)| points.iter().map(move |at| (title, name, *at)));
        points.collect()
    }

    /// Whether the other device gave nothing but what this one gave.
    fn covers(&self, other: &Panels<'_>) -> bool {
        let ours = self.points();
        other.points().iter().all(|point| ours.contains(point))
    }
}

/// A figure for each device that is shown, but for those that give nothing new: they are only named.
fn by_device<'a>(
    devices: &[&'a str],
    panels: impl Fn(&'a str) -> (Vec<String>, Vec<Lines>),
    axes: [&str; 2],
    [id, title, description, caption]: [&str; 4],
    source: &str,
) -> Vec<Drawing> {
    let mut drawn: Vec<(Panels<'a>, Vec<&'a str>)> = Vec::new();
    for &device in devices {
        let (names, lines) = panels(device);
        let panels = Panels { device, names, lines };
        match drawn.iter_mut().find(|(known, _)| known.covers(&panels)) {
            Some((_, same)) => same.push(device),
            None => drawn.push((panels, Vec::new())),
        }
    }
    let several = drawn.len() > 1;
    let draw = |(panels, same): (Panels<'a>, Vec<&'a str>)| {
        let names: Vec<&str> = panels.names.iter().map(String::as_str).collect();
        let device = panels.device;
        let operations = match same.is_empty() {
            true => format!("errors on {device}"),
            false => format!("errors on {device}; those on {} are the same", same.join(", ")),
        };
        let title = if several { format!("{title}, on {device}") } else { title.to_owned() };
        let texts = [id, &title, description, caption];
        drawing(texts, &names, (panels.lines, axes), operations, &[source])
    };
    drawn.into_iter().filter_map(draw).collect()
}

/// Error of products by the number of factors.
pub fn products(results: &Results) -> Vec<Drawing> {
    let Some(view) = find(results, "mul-chain", &PRODUCTS).next() else { return Vec::new() };
    let panels = |device| {
        let (names, rows) = named(view, device, "variant", "");
        let shown: Vec<&str> = names.iter().map(String::as_str).collect();
        let cases = view.distinct("operands").into_iter().flat_map(|operands| {
            view.distinct("range").into_iter().map(move |range| (operands, range))
        });
        let lines = cases.filter_map(|(operands, range)| {
            let here = |row: &Row<'_>| {
                row.text("range") == Some(range) && row.text("operands") == Some(operands)
            };
            Lines::new(&format!("{range}, operands: {operands}"), &shown, |name| {
                let rows = rows.iter().filter(|(of, row)| of == name && here(row));
                rows.filter_map(|(_, row)| Some((row.finite("products")?, row.finite("error")?)))
                    .collect()
            })
        });
        let lines = lines.collect();
        (names, lines)
    };
    by_device(
        &shown::devices(view, results),
        panels,
        ["products", "relative error"],
        [
            "figure-mul-chain",
            "Error along a chain of multiplications",
            "Relative error over the number of products, a line for each number type; both axes \
             logarithmic.",
            "Lower is more accurate. Figures 22 and 23 of the thesis. A line on that of another hides \
             it: composite products are as accurate as those of one word.",
        ],
        "mul-chain",
    )
}

/// Error of x·y/y by the number of steps.
pub fn quotients(results: &Results) -> Vec<Drawing> {
    let Some(view) = find(results, "do-undo", &QUOTIENTS).next() else { return Vec::new() };
    let panels = |device| {
        let (names, rows) = named(view, device, "division", "IEEE");
        let shown: Vec<&str> = names.iter().map(String::as_str).collect();
        let cases = rows.iter().filter_map(|(_, row)| Some((row.text("x")?, row.text("y")?)));
        let cases = distinct(cases.filter(|case| !case.0.is_empty()));
        let lines = cases.into_iter().filter_map(|(x, y)| {
            let here = |row: &Row<'_>| row.text("x") == Some(x) && row.text("y") == Some(y);
            Lines::new(&format!("x {x}, y {y}"), &shown, |name| {
                let rows = rows.iter().filter(|(of, row)| of == name && here(row));
                let point =
                    |row: &Row<'_>| Some((row.finite("steps")?, row.finite("relative_error")?));
                rows.filter_map(|(_, row)| point(row)).collect()
            })
        });
        let lines = lines.collect();
        (names, lines)
    };
    by_device(
        &shown::devices(view, results),
        panels,
        ["steps", "relative error"],
        [
            "figure-do-undo",
            "Error of x·y/y, over and over",
            "Relative error over the number of steps, a line for each number type and each way to \
             divide; both axes logarithmic.",
            "Lower is more accurate; exact is x itself, after however many steps. A line without the \
             name of a division is that of correctly rounded quotients. Figures 24 to 29 of the thesis.",
        ],
        "do-undo",
    )
}

/// Speed-up over f64 of every operation, once and repeated.
pub fn speed_ups(results: &Results) -> Option<Drawing> {
    let view = find(results, "speed-up", &SPEED_UPS).next()?;
    let published = find(results, "speed-up-published", &SPEED_UPS).next();
    let types: Vec<&str> =
        distinct(view.distinct("type").into_iter().filter(|name| !["", "f64"].contains(name)));
    let ops = view.distinct("op");
    let theirs = published.map_or_else(Vec::new, |published| of_ff_once(published, &ops));
    let panels: Vec<Panel> = view
        .devices()
        .into_iter()
        .filter_map(|device| speed_up_panel(view, device, (&types, &ops), &theirs))
        .collect();
    if panels.is_empty() {
        return None;
    }
    let mut series: Vec<Series> = types.iter().map(|number_type| of_type(number_type)).collect();
    let mut sources = vec!["speed-up".into()];
    if let Some(published) = published.filter(|_| !theirs.is_empty()) {
        series.push(published_key(&format!("ff on {}, as published", published.0.device)));
        sources.push(published.0.id.clone());
    }
    Some(Drawing {
        id: "figure-speed-up".into(),
        figure: Figure {
            title: "Speed of each operation beside f64".into(),
            description: "For each operation, done once and repeatedly, a marker per number type at how many \
                          times as fast as f64 it is, on a logarithmic scale; a panel per device."
                .into(),
            series,
            columns: panels.len().min(2),
            panels,
            shared_rows: true,
        },
        caption: "Further right is faster; 1 is as fast as f64. Done once to each number in memory, an operation \
                  costs what its bytes cost. Hollow markers are each of another GPU."
            .into(),
        operations: "+, −, ×, ÷ of every type".into(),
        sources,
        half: false,
    })
}

/// The published speed-ups of ff, each with the place of its operation.
fn of_ff_once(published: View<'_>, ops: &[&str]) -> Vec<(usize, f64)> {
    let rows =
        published.rows().filter(|row| row.text("type") == Some("ff") && once(row) == Some(true));
    let place = |row: Row<'_>| {
        let place = ops.iter().position(|op| row.text("op") == Some(op))?;
        Some((place, row.finite("speed_up")?))
    };
    rows.filter_map(place).collect()
}

/// Whether each operation was done once to each number.
fn once(row: &Row<'_>) -> Option<bool> {
    Some(row.finite("repetitions")? == 1.0)
}

/// A row for each operation done once, and one for each repeated.
fn speed_up_panel<'a>(
    view: View<'a>,
    device: &'a str,
    (types, ops): (&[&str], &[&str]),
    theirs: &[(usize, f64)],
) -> Option<Panel> {
    let rows = || view.rows().filter(|row| row.text("device") == Some(device));
    let of_type = |number_type: &&str| -> Vec<(f64, f64)> {
        let rows = rows().filter(|row| row.text("type") == Some(number_type));
        let point = |row: Row<'_>| {
            let op = ops.iter().position(|op| row.text("op") == Some(op))?;
            let place = 2 * op + usize::from(!once(&row)?);
            Some((row.finite("speed_up")?, -(place as f64)))
        };
        rows.filter_map(point).collect()
    };
    let mut points: Vec<Vec<(f64, f64)>> = types.iter().map(of_type).collect();
    if points.iter().all(Vec::is_empty) {
        return None;
    }
    // Published markers stand a little lower, so that they cover nothing.
    points.push(theirs.iter().map(|&(op, speed_up)| (speed_up, -2.0 * op as f64 - 0.28)).collect());
    let names: Vec<String> = ops
        .iter()
        .flat_map(|op| ["once", "repeated"].map(|times| format!("{} {times}", sign(op))))
        .collect();
    let all = points.iter().flatten().map(|point| point.0).chain([1.0]);
    let x = Axis::logarithmic("times as fast as f64", all);
    let height = 30 * names.len() as u32 + 8;
    let bottom = -(names.len() as f64) + 0.5;
    let one = Mark::Join { from: (1.0, 0.5), to: (1.0, bottom) };
    let points = points.into_iter().enumerate().filter(|(_, at)| !at.is_empty());
    let points = points.map(|(series, at)| Mark::Points { series, at });
    let marks = std::iter::once(one).chain(points).collect();
    let most = rows().filter_map(|row| row.finite("repetitions")).reduce(f64::max)?;
    let title = format!("{device}, repeated {most} times");
    Some(Panel { title, x, y: Axis::rows(names), height, marks })
}

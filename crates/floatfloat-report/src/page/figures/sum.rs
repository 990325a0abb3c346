//! Sums that cancel: errors by range, times by shape, both together, and the error component on the way.

mod along;

use super::{Drawing, of_type, published_key, published_series, shown};
use crate::{
    CPU,
    page::view::{Row, View, distinct, find},
    plots::{Figure, Key, Mark, Panel, Series, axis::Axis},
    results::Results,
};

const ACCURACY: [&str; 7] = ["device", "type", "range", "elements", "shape", "bits", "error"];
const PUBLISHED: [&str; 5] = ["type", "range", "elements", "shape", "error"];
const TIME: [&str; 7] = ["device", "type", "elements", "shape", "groups", "lanes", "seconds"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    [accuracy(results), shapes(results), tradeoff(results), along::drawing(results)]
        .into_iter()
        .flatten()
        .collect()
}

/// The rows in which nobody chose blocks and threads.
fn by_library<'a>(view: View<'a>, device: &'a str) -> impl Iterator<Item = Row<'a>> {
    view.rows_of(device).filter(|row| row.text("shape") != Some("launched"))
}

/// The most of a column.
fn most<'a>(rows: impl Iterator<Item = Row<'a>>, column: &str) -> Option<f64> {
    rows.filter_map(|row| row.finite(column)).reduce(f64::max)
}

/// Binary logarithm of the error of the row's sum; −∞ where it is exact.
fn logarithm(row: &Row<'_>) -> Option<f64> {
    Some(row.number("error")?.abs().log2())
}

/// The ranges that are drawn: those in which the longest sums are.
fn ranges<'a>(view: View<'a>, device: &'a str) -> Vec<&'a str> {
    let longest = most(view.rows_of(device), "elements");
    let rows = view.rows_of(device).filter(move |row| row.finite("elements") == longest);
    distinct(rows.filter_map(|row| row.text("range")))
}

/// Those of all devices, the least gap between small and large numbers first.
fn all_ranges<'a>(view: View<'a>, devices: &[&'a str]) -> Vec<&'a str> {
    let mut ranges = distinct(devices.iter().flat_map(|device| ranges(view, device)));
    ranges.sort_by_key(|range| gap(range));
    ranges
}

/// How far the small numbers of a range such as `(10^-2, 10^-1) & (10^1, 10^2)` are below 1: 2.
fn gap(range: &str) -> i64 {
    let exponent = range.split_once("^-").and_then(|(_, rest)| rest.split_once(','));
    exponent.and_then(|(exponent, _)| exponent.parse().ok()).unwrap_or(i64::MAX)
}

/// The rows of one type in one range, with numbers of as many bits as its word.
fn of_type_in<'a>(
    view: View<'a>,
    device: &'a str,
    number_type: &'a str,
    range: &'a str,
) -> impl Iterator<Item = Row<'a>> {
    let of_type = move |row: &Row<'a>| row.text("type") == Some(number_type);
    let bits = most(view.rows_of(device).filter(of_type), "bits");
    by_library(view, device)
        .filter(of_type)
        .filter(move |row| row.text("range") == Some(range) && row.finite("bits") == bits)
}

/// Error of the longest sums in each range, a panel for each device.
fn accuracy(results: &Results) -> Option<Drawing> {
    let view = find(results, "sum", &ACCURACY).next()?;
    let is_drawn = |number_type: &&str| {
        view.devices().into_iter().any(|device| {
            let longest = most(view.rows_of(device), "elements");
            let mut rows = view.rows_of(device).filter(|row| row.finite("elements") == longest);
            rows.any(|row| row.text("type") == Some(*number_type))
        })
    };
    let types: Vec<&str> = view.distinct("type").into_iter().filter(is_drawn).collect();
    let devices: Vec<&str> =
        view.devices().into_iter().filter(|device| !ranges(view, device).is_empty()).collect();
    let ranges = all_ranges(view, &devices);
    let published = find(results, "sum-accuracy-published", &PUBLISHED).next();
    let panels: Vec<Panel> = devices
        .iter()
        .map(|device| accuracy_panel(view, device, (&types, &ranges), published))
        .collect();
    if panels.is_empty() {
        return None;
    }
    let mut series: Vec<Series> = types.iter().map(|number_type| of_type(number_type)).collect();
    let mut sources = vec!["sum".into()];
    if let Some(published) = published {
        series.extend(types.iter().map(|number_type| published_series(&of_type(number_type))));
        let longest = most(published.rows(), "elements").unwrap_or_default();
        series.push(published_key(&format!("published, {} numbers", count(longest))));
        sources.push(published.0.id.clone());
    }
    Some(Drawing {
        id: "figure-sum-accuracy".into(),
        figure: Figure {
            title: "Error of sums whose exact value is 0".into(),
            description:
                "For each range of magnitudes a marker per number type at its error, on a \
                          scale of powers of two."
                    .into(),
            series,
            columns: panels.len().min(2),
            panels,
            shared_rows: true,
        },
        caption: "Further left is more accurate. Each type adds up numbers of as many bits as its \
                  word, as in the seed; the table also has the same numbers for all types. Rows \
                  without markers were not measured at that length."
            .into(),
        operations: format!("the longest sums on {}", devices.join(", ")),
        sources,
        half: false,
    })
}

/// Ours filled; hollow the published ones of sums as long as any in the seed, on the processor those of one
/// thread, on other devices those of many.
fn accuracy_panel<'a>(
    view: View<'a>,
    device: &'a str,
    (types, ranges): (&[&'a str], &[&'a str]),
    published: Option<View<'a>>,
) -> Panel {
    let longest = most(view.rows_of(device), "elements");
    let ours = |number_type: &'a str, range: &'a str| {
        of_type_in(view, device, number_type, range)
            .find(|row| row.finite("elements") == longest)
            .and_then(|row| logarithm(&row))
    };
    let theirs = |number_type: &'a str, range: &'a str| {
        let published = published?;
        let longest = most(published.rows(), "elements");
        let shape = if device == CPU { "sequential" } else { "parallel" };
        let mut rows = published.rows().filter(|row| {
            row.text("type") == Some(number_type) && row.text("range") == Some(range)
        });
        let row =
            rows.find(|row| row.finite("elements") == longest && row.text("shape") == Some(shape))?;
        logarithm(&row)
    };
    // Published markers stand a little lower, so that they cover nothing.
    let mut errors: Vec<Vec<(f64, f64)>> = Vec::new();
    for number_type in types {
        let found = ranges.iter().enumerate();
        errors.push(
            found.filter_map(|(i, range)| Some((ours(number_type, range)?, -(i as f64)))).collect(),
        );
    }
    for number_type in types {
        let found = ranges.iter().enumerate();
        let height = |i: usize| -(i as f64) - 0.25;
        errors.push(
            found.filter_map(|(i, range)| Some((theirs(number_type, range)?, height(i)))).collect(),
        );
    }
    let all: Vec<f64> = errors.iter().flatten().map(|(error, _)| *error).collect();
    let x = Axis::errors("error", &all, f64::MAX);
    let points = |(series, errors): (usize, &Vec<(f64, f64)>)| Mark::Points {
        series,
        at: errors.iter().map(|&(error, height)| (x.place(error), height)).collect(),
    };
    let marks: Vec<Mark> = errors.iter().enumerate().map(points).collect();
    Panel {
        title: format!("{device}, {} numbers", count(longest.unwrap_or_default())),
        y: Axis::rows(ranges.iter().map(|&range| range.to_owned()).collect()),
        height: 34 * ranges.len() as u32 + 8,
        marks: marks.into_iter().filter(|mark| !mark.positions().is_empty()).collect(),
        x,
    }
}

/// A number of elements, powers of two as such.
fn count(elements: f64) -> String {
    let exponent = elements.log2();
    if exponent.fract() == 0.0 { format!("2^{exponent}") } else { elements.to_string() }
}

/// Blocks and threads of a row, as text.
fn shape(row: &Row<'_>) -> Option<String> {
    match row.text("shape")? {
        "launched" => Some(format!("{} × {}", row.number("groups")?, row.number("lanes")?)),
        other => Some(other.to_owned()),
    }
}

/// Time of the longest sums by shape, a panel for each device but the processor.
fn shapes(results: &Results) -> Option<Drawing> {
    let view = find(results, "sum-time", &TIME).next()?;
    let launched = || view.rows().filter(|row| row.text("shape") == Some("launched"));
    let types = distinct(launched().filter_map(|row| row.text("type")));
    let is_launched = |device: &&str| launched().any(|row| row.text("device") == Some(*device));
    let devices: Vec<&str> = view.devices().into_iter().filter(is_launched).collect();
    let panels: Vec<Panel> =
        devices.iter().map(|device| shapes_panel(view, device, &types)).collect();
    if panels.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-sum-shapes".into(),
        figure: Figure {
            title: "Time of sums by blocks and threads".into(),
            description: "For each shape of a launch, groups × lanes, a marker per number type at \
                          its time, on a logarithmic scale; a panel per device."
                .into(),
            series: types.iter().map(|number_type| of_type(number_type)).collect(),
            columns: panels.len().min(2),
            panels,
            shared_rows: true,
        },
        caption:
            "Further left is faster. Groups × lanes are blocks × threads of a block; library is \
                  how the library divides a sum. What would take more than a second was left out."
                .into(),
        operations: format!("the longest sums on {}", devices.join(", ")),
        sources: vec!["sum-time".into()],
        half: false,
    })
}

fn shapes_panel<'a>(view: View<'a>, device: &'a str, types: &[&str]) -> Panel {
    let longest = most(view.rows_of(device), "elements");
    let rows: Vec<Row<'a>> =
        view.rows_of(device).filter(|row| row.finite("elements") == longest).collect();
    let mut names: Vec<String> = Vec::new();
    for name in rows.iter().filter_map(shape) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let marks: Vec<Mark> = types
        .iter()
        .enumerate()
        .map(|(series, number_type)| {
            let of = rows.iter().filter(|row| row.text("type") == Some(number_type));
            let at = of.filter_map(|row| {
                let place = names.iter().position(|name| Some(name) == shape(row).as_ref())?;
                Some((row.finite("seconds")?, -(place as f64)))
            });
            Mark::Points { series, at: at.collect() }
        })
        .collect();
    let times: Vec<f64> = marks.iter().flat_map(Mark::positions).map(|at| at.0).collect();
    let elements = longest.unwrap_or_default();
    Panel {
        title: format!("{elements} numbers, on {device}"),
        x: Axis::logarithmic("s", times),
        height: 24 * names.len() as u32 + 8,
        y: Axis::rows(names),
        marks,
    }
}

/// Error over time, a panel for each range.
fn tradeoff(results: &Results) -> Option<Drawing> {
    let view = find(results, "sum", &ACCURACY).next()?;
    let times = find(results, "sum-time", &TIME).next()?;
    let device = shown::device(view, results);
    let types: Vec<&str> = view
        .distinct("type")
        .into_iter()
        .filter(|t| by_library(times, device).any(|row| row.text("type") == Some(t)))
        .collect();
    let seconds = |number_type: &str, elements: f64| {
        let mut rows = by_library(times, device);
        let row = rows.find(|row| {
            row.text("type") == Some(number_type) && row.finite("elements") == Some(elements)
        })?;
        row.finite("seconds")
    };
    let mut panels = Vec::new();
    for range in all_ranges(view, &[device]) {
        let lines: Vec<Vec<(f64, f64)>> = types
            .iter()
            .map(|number_type| {
                let rows = of_type_in(view, device, number_type, range);
                let mut points: Vec<(f64, f64)> = rows
                    .filter_map(|row| {
                        let time = seconds(number_type, row.finite("elements")?)?;
                        Some((time, logarithm(&row)?))
                    })
                    .collect();
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                points
            })
            .collect();
        let all = || lines.iter().flatten();
        let errors: Vec<f64> = all().map(|at| at.1).collect();
        let y = Axis::errors("error", &errors, f64::MAX);
        let line = |(series, points): (usize, &Vec<(f64, f64)>)| Mark::Line {
            series,
            at: points.iter().map(|&(time, error)| (time, y.place(error))).collect(),
        };
        panels.push(Panel {
            title: range.into(),
            x: Axis::logarithmic("s", all().map(|at| at.0)),
            height: 200,
            marks: lines.iter().enumerate().map(line).collect(),
            y,
        });
    }
    if panels.is_empty() || types.is_empty() {
        return None;
    }
    Some(Drawing {
        id: "figure-sum-tradeoff".into(),
        figure: Figure {
            title: format!("Error of sums over their time, on {device}"),
            description:
                "A line per number type through sums of more and more numbers, the time to \
                          the right, the error upwards; a panel per range of magnitudes."
                    .into(),
            series: types
                .iter()
                .map(|number_type| Series { key: Key::Line, ..of_type(number_type) })
                .collect(),
            panels,
            columns: 2,
            shared_rows: false,
        },
        caption:
            "Lower is more accurate, left is faster. Along a line the sums have more and more \
                  numbers."
                .into(),
        operations: format!("sums on {device}"),
        sources: vec!["sum".into(), "sum-time".into()],
        half: false,
    })
}

#[cfg(test)]
mod tests {
    use super::accuracy;
    use crate::{old_table, page::figures::shown::tests::results, plots, table::row};

    #[test]
    fn devices_have_the_same_ranges_in_the_order_of_their_gaps() {
        let columns = ["device", "type", "range", "elements", "shape", "bits", "error"];
        let mut table = old_table("sum", "cpu", &columns.map(|name| (name, "")));
        let [near, far] = ["(10^-1, 10^0) & (10^0, 10^1)", "(10^-13, 10^-12) & (10^12, 10^13)"];
        table.push(row!["cpu", "f32", far, 1024, "sequential", 24, 1e-3]);
        table.push(row!["cuda:0", "f32", near, 512, "library", 24, 1e-4]);
        let mut results = results();
        results.experiments.push(table);
        let drawing = accuracy(&results).unwrap();
        let titles: Vec<_> = drawing.figure.panels.iter().map(|panel| &panel.title).collect();
        assert_eq!(titles, ["cpu, 2^10 numbers", "cuda:0, 2^9 numbers"]);
        let heights: Vec<_> = drawing.figure.panels.iter().map(|panel| &panel.marks).collect();
        let at = |panel: usize| heights[panel][0].positions()[0].1;
        assert_eq!((at(0), at(1)), (-1.0, 0.0));
        // Written once for both panels where they stand beside each other.
        let svg = plots::inline(&drawing.figure, plots::FULL).unwrap();
        assert_eq!(svg.matches("10^-13").count(), 1);
        // Rows that differ are never shared.
        let mut different = drawing.figure;
        different.panels[1].y = plots::axis::Axis::rows(vec!["10^-13".into(), "other".into()]);
        let svg = plots::inline(&different, plots::FULL).unwrap();
        assert_eq!((svg.matches("10^-13").count(), svg.matches("other").count()), (2, 1));
    }
}

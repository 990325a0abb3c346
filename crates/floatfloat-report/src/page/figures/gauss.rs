//! Gaussian elimination: error by size, gain by larger blocks, error over time.

use super::{
    Drawing,
    by_type::{self, Lines},
};
use crate::{
    page::view::{Row, View, find},
    results::Results,
};

const PUBLISHED: [&str; 4] = ["side", "block", "type", "seconds"];
const COLUMNS: [&str; 6] = ["device", "type", "size", "block", "seconds", "error"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    let Some(view) = find(results, "gauss", &COLUMNS).next() else { return Vec::new() };
    let published = find(results, "gauss-published", &PUBLISHED).next();
    [errors(view), gains(view, published), tradeoff(view)].into_iter().flatten().collect()
}

/// The rows of a type on a device, one for each size: of other devices those in blocks of 8x8.
fn rows<'a>(
    view: View<'a>,
    device: &'a str,
    number_type: &'a str,
) -> impl Iterator<Item = Row<'a>> {
    view.rows_of(device).filter(move |row| {
        row.text("type") == Some(number_type) && matches!(row.text("block"), None | Some("8x8"))
    })
}

/// A panel for each device, with published points beside ours where a type has some.
fn drawing<'a>(
    view: View<'a>,
    points: impl Fn(&'a str, &'a str) -> Vec<(f64, f64)>,
    published: impl Fn(&'a str) -> Vec<(f64, f64)>,
    axes: [&str; 2],
    texts: [&str; 4],
) -> Option<Drawing> {
    let types = view.distinct("type");
    let devices = view.devices();
    let lines = |device: &'a str| Lines::new(device, &types, |t| points(device, t));
    let lines = devices.iter().filter_map(|device| lines(device));
    let lines: Vec<Lines> = lines.map(|lines| lines.beside(&types, &published)).collect();
    let operations = format!("random systems on {}", devices.join(", "));
    let any_published = types.iter().any(|number_type| !published(number_type).is_empty());
    let sources = if any_published { &["gauss", "gauss-published"][..] } else { &["gauss"] };
    by_type::drawing(texts, &types, (lines, axes), operations, sources)
}

/// No type has published points.
fn none(_number_type: &str) -> Vec<(f64, f64)> {
    Vec::new()
}

fn errors(view: View<'_>) -> Option<Drawing> {
    drawing(
        view,
        |device, number_type| {
            let rows = rows(view, device, number_type);
            rows.filter_map(|row| Some((row.finite("size")?, row.finite("error")?))).collect()
        },
        none,
        ["unknowns", "mean error of x"],
        [
            "figure-gauss-errors",
            "Error of solutions by size",
            "Mean distance of the solution from the exact one over the number of unknowns, one line per \
             number type, one panel per device; both axes logarithmic.",
            "Lower is more accurate. Figure 15 of the thesis. No rows are exchanged, so that small \
             pivots magnify errors by chance.",
        ],
    )
}

/// Time in blocks of 4x4 over that in blocks of 8x8, at each size in this column.
fn gain<'a>(rows: impl Fn() -> Vec<Row<'a>>, size: &str) -> Vec<(f64, f64)> {
    let in_block = |block: &'static str| {
        rows().into_iter().filter(move |row| row.text("block") == Some(block))
    };
    let gain = |small: Row<'_>| {
        let rows = small.finite(size)?;
        let large = in_block("8x8").find(|large| large.finite(size) == Some(rows))?;
        Some((rows, small.finite("seconds")? / large.finite("seconds")?))
    };
    in_block("4x4").filter_map(gain).collect()
}

fn gains(view: View<'_>, published: Option<View<'_>>) -> Option<Drawing> {
    let is_of = |number_type| move |row: &Row<'_>| row.text("type") == Some(number_type);
    drawing(
        view,
        |device, number_type| {
            gain(|| view.rows_of(device).filter(is_of(number_type)).collect(), "size")
        },
        |number_type| {
            let rows = || published.iter().flat_map(|view| view.rows());
            gain(|| rows().filter(is_of(number_type)).collect(), "side")
        },
        ["unknowns", "time in 4x4 over time in 8x8"],
        [
            "figure-gauss-blocks",
            "What larger blocks gain",
            "Time of the elimination in blocks of 4x4 over that in blocks of 8x8, over the number of \
             unknowns, one line per number type, one panel per device; both axes logarithmic.",
            "Above 1 the larger block is faster. Figure 16 of the thesis; hollow markers follow from its \
             table 16.",
        ],
    )
}

fn tradeoff(view: View<'_>) -> Option<Drawing> {
    drawing(
        view,
        |device, number_type| {
            let rows = rows(view, device, number_type);
            rows.filter_map(|row| Some((row.finite("seconds")?, row.finite("error")?))).collect()
        },
        none,
        ["s", "mean error of x"],
        [
            "figure-gauss-tradeoff",
            "Error of solutions over time",
            "A line per number type through systems of more and more unknowns, the time to the right, \
             the error upwards, one panel per device; both axes logarithmic.",
            "Lower is more accurate, left is faster. Figure 17 of the thesis; of other devices than \
             the processor in blocks of 8x8.",
        ],
    )
}

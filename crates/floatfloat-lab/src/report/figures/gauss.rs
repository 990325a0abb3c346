//! Gaussian elimination: error by size, gain by larger blocks, error over time.

use super::{
    Drawing,
    by_type::{self, Lines},
};
use crate::{
    report::view::{Row, View, find},
    results::Results,
};

const COLUMNS: [&str; 6] = ["device", "type", "size", "block", "seconds", "error"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    let Some(view) = find(results, "gauss", &COLUMNS).next() else { return Vec::new() };
    [errors(view), gains(view), tradeoff(view)].into_iter().flatten().collect()
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

/// A panel for each device.
fn drawing<'a>(
    view: View<'a>,
    points: impl Fn(&'a str, &'a str) -> Vec<(f64, f64)>,
    axes: [&str; 2],
    texts: [&str; 4],
) -> Option<Drawing> {
    let types = view.distinct("type");
    let devices = view.devices();
    let lines = |device: &'a str| Lines::new(device, &types, |t| points(device, t));
    let lines: Vec<Lines> = devices.iter().filter_map(|device| lines(device)).collect();
    let operations = format!("random systems on {}", devices.join(", "));
    by_type::drawing(texts, &types, (lines, axes), operations, &["gauss"])
}

fn errors(view: View<'_>) -> Option<Drawing> {
    drawing(
        view,
        |device, number_type| {
            let rows = rows(view, device, number_type);
            rows.filter_map(|row| Some((row.finite("size")?, row.finite("error")?))).collect()
        },
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

fn gains(view: View<'_>) -> Option<Drawing> {
    drawing(
        view,
        |device, number_type| {
            let in_block = |block: &'static str| {
                view.rows_of(device).filter(move |row| {
                    row.text("type") == Some(number_type) && row.text("block") == Some(block)
                })
            };
            let gain = |small: Row<'_>| {
                let size = small.finite("size")?;
                let large = in_block("8x8").find(|large| large.finite("size") == Some(size))?;
                Some((size, small.finite("seconds")? / large.finite("seconds")?))
            };
            in_block("4x4").filter_map(gain).collect()
        },
        ["unknowns", "time in 4x4 over time in 8x8"],
        [
            "figure-gauss-blocks",
            "What larger blocks gain",
            "Time of the elimination in blocks of 4x4 over that in blocks of 8x8, over the number of \
             unknowns, one line per number type, one panel per device; both axes logarithmic.",
            "Above 1 the larger block is faster. Figure 16 of the thesis.",
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

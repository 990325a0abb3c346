//! LU decomposition: error by size and range, time by block, error over time.

use super::{
    Drawing,
    by_type::{Lines, drawing},
    shown,
};
use crate::{
    CPU,
    page::view::{Row, View, find},
    results::Results,
};

const ACCURACY: [&str; 6] = ["device", "type", "range", "size", "block", "error"];
const PUBLISHED: [&str; 4] = ["type", "side", "block", "ms"];
const TIME: [&str; 6] = ["device", "type", "range", "size", "block", "ms"];

/// Every figure of the section.
pub fn drawings(results: &Results) -> Vec<Drawing> {
    let accuracy = find(results, "lud", &ACCURACY).next();
    let times = find(results, "lud-time", &TIME).next();
    let errors = accuracy.and_then(|accuracy| errors(accuracy, results));
    let blocks = times.and_then(|times| blocks(times, results));
    let tradeoff =
        accuracy.zip(times).and_then(|(accuracy, times)| tradeoff(accuracy, times, results));
    [errors, blocks, tradeoff].into_iter().flatten().collect()
}

/// Rows and columns of a block.
fn block(row: &Row<'_>) -> Option<f64> {
    row.text("block")?.split_once('x')?.0.parse().ok()
}

fn of<'a>(view: View<'a>, device: &'a str, number_type: &'a str) -> impl Iterator<Item = Row<'a>> {
    view.rows_of(device).filter(move |row| row.text("type") == Some(number_type))
}

/// A panel for each range, on the first device.
fn errors(view: View<'_>, results: &Results) -> Option<Drawing> {
    let (types, device) = (view.distinct("type"), view.main_device(results));
    let lines = view.distinct("range").into_iter().filter_map(|range| {
        Lines::new(range, &types, |number_type| {
            let rows = of(view, device, number_type);
            let rows = rows.filter(|row| row.text("range") == Some(range));
            rows.filter_map(|row| Some((row.finite("size")?, row.finite("error")?))).collect()
        })
    });
    drawing(
        [
            "figure-lud-errors",
            "Error of L and U by size and range",
            "Mean distance of the elements of L and U from the exact ones over the number of rows, one \
             line per number type, one panel per range; both axes logarithmic.",
            "Lower is more accurate. Figures 18 to 20 of the thesis are the first, third and fifth \
             range. No rows are exchanged.",
        ],
        &types,
        (lines.collect(), ["rows", "mean error"]),
        format!("random matrices on {device}"),
        &["lud"],
    )
}

/// A panel for each size, the published times of the same size beside ours.
fn blocks(view: View<'_>, results: &Results) -> Option<Drawing> {
    let (types, device) = (view.distinct("type"), shown::device(view, results));
    let published = find(results, "lud-time-published", &PUBLISHED).next();
    let mut sizes: Vec<f64> = view.rows_of(device).filter_map(|row| row.finite("size")).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    let lines = sizes.into_iter().filter_map(|size| {
        Lines::new(&format!("{size} rows"), &types, |number_type| {
            let rows = of(view, device, number_type);
            let rows = rows.filter(|row| row.finite("size") == Some(size));
            rows.filter_map(|row| Some((block(&row)?, row.finite("ms")?))).collect()
        })
        .map(|lines| {
            lines.beside(&types, |number_type| {
                let rows = published.iter().flat_map(|published| published.rows());
                let rows = rows.filter(|row| row.text("type") == Some(number_type));
                let rows = rows.filter(|row| row.finite("side") == Some(size));
                rows.filter_map(|row| Some((block(&row)?, row.finite("ms")?))).collect()
            })
        })
    });
    drawing(
        [
            "figure-lud-blocks",
            "Time of decompositions by block",
            "Milliseconds over the number of rows of a block, one line per number type, one panel per \
             size of the matrix; both axes logarithmic.",
            "Lower is faster. Blocks that are missing need more resources than there are, or would \
             have taken too long. Hollow markers: table 19 of the thesis.",
        ],
        &types,
        (lines.collect(), ["rows of a block", "ms"]),
        format!("random matrices on {device}"),
        &["lud-time", "lud-time-published"],
    )
}

/// Along a line the block changes; on the processor, which has one block, the size.
fn tradeoff(accuracy: View<'_>, times: View<'_>, results: &Results) -> Option<Drawing> {
    let (types, device) = (times.distinct("type"), shown::device(times, results));
    let range = *times.distinct("range").first()?;
    let error = |number_type: &str, size: f64| {
        let mut rows = accuracy.rows_of(device).filter(|row| row.text("range") == Some(range));
        let row = rows.find(|row| {
            row.text("type") == Some(number_type) && row.finite("size") == Some(size)
        })?;
        row.finite("error")
    };
    let sizes = times.rows_of(device).filter_map(|row| row.finite("size"));
    // The largest of those at which the most types have times and errors.
    let known = |size: f64| {
        let timed = |number_type: &str| {
            of(times, device, number_type).any(|row| row.finite("size") == Some(size))
        };
        let types = types.iter().filter(|number_type| timed(number_type));
        types.filter(|number_type| error(number_type, size).is_some()).count()
    };
    let largest = sizes.max_by(|&a, &b| known(a).cmp(&known(b)).then(a.total_cmp(&b)))?;
    let lines = Lines::new("", &types, |number_type| {
        let rows = of(times, device, number_type);
        let rows = rows.filter(|row| device == CPU || row.finite("size") == Some(largest));
        rows.filter_map(|row| Some((row.finite("ms")?, error(number_type, row.finite("size")?)?)))
            .collect()
    })?;
    let along = if device == CPU { "size".to_owned() } else { format!("block, {largest} rows") };
    drawing(
        [
            "figure-lud-tradeoff",
            "Error of L and U over time",
            "A line per number type, the time to the right, the error upwards; both axes logarithmic.",
            &format!(
                "Lower is more accurate, left is faster. Figure 21 of the thesis. Along a line changes \
                 the {along}."
            ),
        ],
        &types,
        (vec![lines], ["ms", "mean error"]),
        format!("matrices of {range} on {device}"),
        &["lud", "lud-time"],
    )
}

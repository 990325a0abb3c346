//! Our numbers, and those that Da Graça & Defour published.

use super::Drawing;
use crate::{
    chart::Words,
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    results::Results,
    table::{Row, distinct},
};

/// The largest errors of the operations in their table 5: on each of our devices, and theirs.
pub fn errors(results: &Results) -> Option<Drawing> {
    let columns = ["device", "op", "type", "max_log2", "paper_name"];
    let published = results.find("ops-accuracy-published", &columns)?;
    let ours = results.find("ops-accuracy", &columns)?;
    let ops = published.distinct("op");
    let rows: Vec<Row> = ours
        .rows()
        .chain(published.rows())
        .filter(|row| row.text("type") == Some("ff"))
        .filter(|row| row.text("op").is_some_and(|op| ops.contains(&op)))
        .collect();
    let values: Vec<f64> = rows.iter().filter_map(|row| row.log2("max_log2")).collect();
    let x = Axis::errors("largest relative error", &values, f64::INFINITY);
    let (mut series, mut marks) = (Vec::new(), Vec::new());
    let devices = distinct(rows.iter().filter_map(|row| row.text("device")));
    let count = devices.len();
    for (i, device) in devices.into_iter().enumerate() {
        // Markers with the same error are drawn above each other.
        let dodge = 0.22 * ((count - 1) as f64 / 2.0 - i as f64);
        let at = rows
            .iter()
            .filter(|row| row.text("device") == Some(device))
            .filter_map(|row| {
                let line = ops.iter().position(|op| row.text("op") == Some(op))?;
                Some((x.place(row.log2("max_log2")?), dodge - line as f64))
            })
            .collect();
        marks.push(Mark::Points { series: i, at });
        let theirs = published.rows().any(|row| row.text("device") == Some(device));
        series.push(of_device(device, theirs, i));
    }
    let name = |op: &&str| {
        let row = published.rows().find(|row| row.text("op") == Some(op));
        row.and_then(|row| row.text("paper_name")).unwrap_or(op).to_owned()
    };
    let panel = Panel {
        title: String::new(),
        x,
        y: Axis::rows(ops.iter().map(name).collect()),
        height: 46 * ops.len() as u32 + 8,
        marks,
    };
    let words = Words {
        id: "figure-ops-accuracy-published",
        title: "Errors that the paper of 2006 leaves unexplained",
        description: "For each of Add12, Mul12, Add22 and Mul22 the largest error on this \
            machine, on simulated machines, and as published.",
        caption: "Add12 is exact on a machine that rounds to nearest. On a machine that chops \
             with two guard bits its error is 2⁻⁴⁸: the marker of the simulated machine is at \
             the cross of 2006. Add22 has an error on every machine, because of cancellation; \
             the size of this error depends on the random operands and their number. The notes \
             below explain both.",
        of: "Add12, Mul12, Add22 and Mul22 on f32",
    };
    let sources = ["ops-accuracy", "ops-accuracy-published"];
    Some(Drawing::new(&words, &[], vec![panel], series, &sources))
}

fn of_device(device: &str, theirs: bool, i: usize) -> Series {
    const OURS: [(Ink, Shape); 4] = [
        (Ink::Blue, Shape::Circle),
        (Ink::Green, Shape::Square),
        (Ink::Purple, Shape::Diamond),
        (Ink::Ochre, Shape::Triangle),
    ];
    let (ink, shape) = if theirs { (Ink::Vermilion, Shape::Cross) } else { OURS[i % OURS.len()] };
    Series { name: device.into(), ink, shape, key: Key::Marker }
}

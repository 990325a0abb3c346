//! The distances of float-float results from f64, in ulps.

use super::Drawing;
use crate::{
    chart::Words,
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    results::Results,
    table::{Table, distinct},
};

/// Distances beyond this share one column.
const LAST: f64 = 31.0;

/// A panel for each operation of float-float.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let columns = ["op", "type", "low", "high", "share"];
    let view = results.find("ulp-histogram-bins", &columns)?;
    let of_pairs = view.rows().filter(|row| row.text("type") == Some("ff"));
    let ops = distinct(of_pairs.filter_map(|row| row.text("op")));
    if ops.is_empty() {
        return None;
    }
    let series =
        |name: &str, ink| Series { name: name.into(), ink, shape: Shape::Square, key: Key::Box };
    let words = Words {
        id: "figure-ulp-histogram",
        title: "Distance of float-float results from f64",
        description: "Histograms: the share of results at each distance from f64 in ulps, one \
            panel per operation.",
        caption: "",
        of: "operations of ff",
    };
    let series = vec![series("at this distance", Ink::Blue), series("farther", Ink::Vermilion)];
    let panels = ops.iter().map(|op| panel(view, op)).collect();
    let drawing = Drawing::new(&words, &[&view.device], panels, series, &["ulp-histogram-bins"]);
    let caption = format!(
        "The last column holds all results beyond {LAST} ulps of f64. The farthest of them come \
         from cancellation; the notes below explain them."
    );
    Some(Drawing { caption, ..drawing })
}

fn panel(view: &Table, op: &str) -> Panel {
    let mut marks = Vec::new();
    let mut far = 0.0;
    let mut shares = vec![0.0];
    let rows =
        view.rows().filter(|row| row.text("op") == Some(op) && row.text("type") == Some("ff"));
    for row in rows {
        let (Some(low), Some(high), Some(share)) =
            (row.finite("low"), row.finite("high"), row.finite("share"))
        else {
            continue;
        };
        if low > LAST {
            far += share;
        } else if share > 0.0 {
            shares.push(share);
            let right = high.min(LAST) + 0.42;
            marks.push(Mark::Column { series: 0, left: low - 0.42, right, top: share });
        }
    }
    if far > 0.0 {
        shares.push(far);
        let (left, right) = (LAST + 1.58, LAST + 2.42);
        marks.push(Mark::Column { series: 1, left, right, top: far });
    }
    Panel {
        title: op.into(),
        x: Axis::between("ulps of f64", -1.0, LAST + 3.0),
        y: Axis::linear("share of results, %", shares),
        height: 130,
        marks,
    }
}

//! The error component along a sum.

use super::super::{Drawing, of_type, published_series};
use crate::{
    page::view::find,
    plots::{Figure, Key, Mark, Panel, Series, axis::Axis},
    results::Results,
};

const COLUMNS: [&str; 5] = ["device", "type", "range", "terms", "component"];

/// A panel for each type and device.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let view = find(results, "sum-error-along", &COLUMNS).next()?;
    let types = view.distinct("type");
    let devices = view.devices();
    let mut panels = Vec::new();
    for device in &devices {
        for (k, number_type) in types.iter().enumerate() {
            let rows = || view.rows_of(device).filter(|row| row.text("type") == Some(number_type));
            let points = |sign: f64| -> Vec<(f64, f64)> {
                let at = rows().filter_map(|row| {
                    Some((row.finite("terms")?, sign * row.finite("component")?))
                });
                at.filter(|at| at.0 > 0.0 && at.1 > 0.0).collect()
            };
            let (positive, negative) = (points(1.0), points(-1.0));
            let all = || positive.iter().chain(&negative);
            if all().next().is_none() {
                continue;
            }
            let panel = Panel {
                title: match devices.len() {
                    1 => (*number_type).to_owned(),
                    _ => format!("{number_type}, on {device}"),
                },
                x: Axis::logarithmic("numbers added", all().map(|at| at.0)),
                y: Axis::logarithmic("size of the component", all().map(|at| at.1)),
                height: 200,
                marks: vec![
                    Mark::Points { series: 2 * k, at: positive },
                    Mark::Points { series: 2 * k + 1, at: negative },
                ],
            };
            panels.push(panel);
        }
    }
    if panels.is_empty() {
        return None;
    }
    let range = view.distinct("range").first().copied().unwrap_or_default();
    Some(Drawing {
        id: "figure-sum-error-along".into(),
        figure: Figure {
            title: "The error component along a sum".into(),
            description: "The size of the second word of the sum over how many numbers were added, one \
                          panel per number type; both axes logarithmic; filled markers where it is \
                          positive, hollow ones where it is negative."
                .into(),
            series: types.iter().flat_map(|number_type| signs(number_type)).collect(),
            panels,
            columns: 2,
            shared_rows: false,
        },
        caption: "Filled markers: the component is positive; hollow ones: it is negative; where it is 0 \
                  there is none. Figure 4 of the thesis. Composite numbers are not renormalised, so that \
                  their component gathers errors all along; that of ff and dd stays below half a unit in \
                  the last place of the sum."
            .into(),
        operations: format!("one sum of numbers in {range} on {}", devices.join(", ")),
        sources: vec![view.0.id.clone()],
        half: false,
    })
}

/// Positive and negative.
fn signs(number_type: &str) -> [Series; 2] {
    let positive = Series {
        name: format!("{number_type}, positive"),
        key: Key::Marker,
        ..of_type(number_type)
    };
    let negative =
        Series { name: format!("{number_type}, negative"), ..published_series(&positive) };
    [positive, negative]
}

//! The chart of the error component in the course of a sum: figure 4 of the thesis.

use floatfloat_lab::results::Results;
use floatfloat_report::{
    chart::Words,
    page::figures::{Drawing, of_type, published_series},
    plots::{Key, Mark, Panel, Series, axis::Axis},
    table::find,
};

const WORDS: Words = Words {
    id: "figure-sum-error-along",
    title: "The error component along a sum",
    description: "The magnitude of the second word of the sum over the number of terms added, one panel per \
        number type; both axes logarithmic; filled markers where it is positive, hollow ones where it is \
        negative.",
    caption: "Filled markers: the component is positive; hollow ones: it is negative; where it is 0 there is \
        none. Figure 4 of the thesis. Composite numbers are not renormalised, so their component \
        accumulates all errors; that of ff and dd stays below half a unit in the last place of the sum.",
    of: "one sum",
};

/// A panel for each type. The markers show the sign.
pub(super) fn drawing(results: &Results) -> Option<Drawing> {
    let rows = find(&results.experiments, "sum-error-along", &["component"])?.frame();
    let types = rows.distinct("type");
    let panel = |(k, number): (usize, &String)| {
        let of_type = rows.with(&[("type", number)]);
        let points = |sign: f64| -> Vec<(f64, f64)> {
            let at = of_type
                .rows()
                .filter_map(|row| Some((row.finite("terms")?, sign * row.finite("component")?)));
            at.filter(|at| at.0 > 0.0 && at.1 > 0.0).collect()
        };
        let (positive, negative) = (points(1.0), points(-1.0));
        let all = || positive.iter().chain(&negative);
        all().next()?;
        Some(Panel {
            title: number.clone(),
            x: Axis::logarithmic("numbers added", all().map(|at| at.0)),
            y: Axis::logarithmic("size of the component", all().map(|at| at.1)),
            height: 200,
            marks: vec![
                Mark::Points { series: 2 * k, at: positive },
                Mark::Points { series: 2 * k + 1, at: negative },
            ],
        })
    };
    let panels: Vec<Panel> = types.iter().enumerate().filter_map(panel).collect();
    let first = rows.first().filter(|_| !panels.is_empty())?;
    let series = types.iter().flat_map(|number| signs(number)).collect();
    let drawing = Drawing::new(&WORDS, &[], panels, series, &["sum-error-along"]);
    let (range, device) = (first.shown("range"), first.shown("device"));
    Some(Drawing { operations: format!("one sum of numbers in {range} on {device}"), ..drawing })
}

/// Positive and negative.
fn signs(number: &str) -> [Series; 2] {
    let positive =
        Series { name: format!("{number}, positive"), key: Key::Marker, ..of_type(number) };
    let negative = Series { name: format!("{number}, negative"), ..published_series(&positive) };
    [positive, negative]
}

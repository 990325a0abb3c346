//! Correct digits of regression coefficients, by number type.

use super::Drawing;
use crate::{
    chart::{self, Axis, Chart, Markers, Scale, Source, Value, Words},
    results::Results,
};

const CHART: Chart = Chart::Markers(Markers {
    words: Words {
        id: "overview-digits",
        title: "Correct digits of a least-squares fit",
        description: "For each of NIST's data sets the number of correct decimal digits of the least accurate \
            least-squares coefficient, by number type.",
        caption: "Least squares on NIST's reference data, whose exact solutions are known. Further right is \
            better.",
        of: "QR in each number type",
    },
    source: Source { panels: &[], ..Source::of("fit-digits") },
    rows: &["data"],
    x: Axis {
        value: Value::Column("digits"),
        label: "correct digits of the worst coefficient",
        scale: Scale::Linear,
    },
    published: None,
});

/// The smallest number of correct digits among the coefficients of each data set, by number type.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let drawing = chart::drawings(&CHART, results).pop()?;
    Some(Drawing { half: true, ..drawing })
}

//! What more precision buys: correct digits of regression coefficients.

use super::{Drawing, first_device, of_type};
use crate::{
    page::view::find,
    plots::{Figure, Mark, Panel, axis::Axis},
    results::Results,
};

/// The least number of correct digits over the coefficients of each data set, by number type.
pub fn drawing(results: &Results, id: &str) -> Option<Drawing> {
    let view = find(results, "fit-digits", &["data", "type", "digits"]).next()?;
    let sets = view.distinct("data");
    let mut series = Vec::new();
    let mut marks = Vec::new();
    let mut all = vec![0.0];
    for number_type in ["f32", "ff", "f64", "dd"] {
        let of_set = |set: &str| {
            let rows = view.rows().filter(|row| row.text("data") == Some(set));
            let of_type = rows.filter(|row| row.text("type") == Some(number_type));
            of_type.filter_map(|row| row.finite("digits")).reduce(f64::min)
        };
        let at: Vec<(f64, f64)> = sets
            .iter()
            .enumerate()
            .filter_map(|(i, set)| Some((of_set(set)?, -(i as f64))))
            .collect();
        if !at.is_empty() {
            all.extend(at.iter().map(|at| at.0));
            marks.push(Mark::Points { series: series.len(), at });
            series.push(of_type(number_type));
        }
    }
    if series.is_empty() {
        return None;
    }
    let panel = Panel {
        title: String::new(),
        x: Axis::linear("correct digits of the worst coefficient", all),
        y: Axis::rows(sets.iter().map(|&set| set.to_owned()).collect()),
        height: 22 * sets.len() as u32 + 26,
        marks,
    };
    Some(Drawing {
        id: id.into(),
        figure: Figure {
            title: "What it buys you: correct digits of a fit".into(),
            description:
                "For each of NIST's data sets the number of correct decimal digits of the \
                          least accurate least-squares coefficient, by number type."
                    .into(),
            series,
            panels: vec![panel],
            columns: 1,
            shared_rows: false,
        },
        caption:
            "Least squares on NIST's reference data, whose exact solutions are known. Further \
                  right is better."
                .into(),
        operations: format!("QR in each number type on {}", first_device(results, "fit-digits")),
        sources: vec!["fit-digits".into()],
        half: true,
    })
}

//! The figures of the report, and their sources.

pub mod accuracy;
mod compared;
mod digits;
pub mod histogram;
pub mod intervals;
pub mod leibniz;
pub mod pareto;
pub mod published;
pub mod roofline;
mod tradeoff;
pub mod zoom;

use super::number::raised;
use crate::{
    chart::{self, Words},
    plots::{Figure, Key, Panel, Series, Shape, theme::Ink},
    results::{Results, Table},
    study::Study,
};

/// A figure of the report.
pub struct Drawing {
    /// The name of the figure and of its file.
    pub id: String,
    /// The figure.
    pub figure: Figure,
    /// The caption: how to read the figure.
    pub caption: String,
    /// The operations and number types that it shows, and the device.
    pub operations: String,
    /// The ids of the experiments from whose tables it is drawn.
    pub sources: Vec<String>,
    /// Whether half the width of the page is enough.
    pub half: bool,
}

/// The figures of the first page.
pub fn overview(results: &Results) -> Vec<Drawing> {
    let accuracy = accuracy::of_defaults(results);
    let tradeoff = tradeoff::drawing(results);
    let gain = digits::drawing(results);
    [accuracy, tradeoff, gain].into_iter().flatten().map(Drawing::raised).collect()
}

/// The figures of one section.
pub fn of_section(results: &Results, id: &str, studies: &[&Study]) -> Vec<Drawing> {
    let study = studies.iter().find(|study| study.id == id);
    let charts = study.iter().flat_map(|study| study.charts);
    let mut drawings: Vec<Drawing> =
        charts.flat_map(|chart| chart::drawings(chart, results)).collect();
    // Figures of several devices have the same name.
    let names: Vec<String> = drawings.iter().map(|drawing| drawing.id.clone()).collect();
    for (i, drawing) in drawings.iter_mut().enumerate() {
        let before = names[..i].iter().filter(|name| **name == drawing.id).count();
        if before > 0 {
            drawing.id = format!("{}-{}", drawing.id, before + 1);
        }
    }
    drawings.into_iter().map(Drawing::raised).collect()
}

/// The figures of a comparison, drawn from the table `compare`.
pub fn compared(numbers: &Table) -> Vec<Drawing> {
    compared::drawings(numbers).into_iter().map(Drawing::raised).collect()
}

impl Drawing {
    /// A figure of measurements on these devices, from these tables.
    pub fn new(
        words: &Words,
        devices: &[&str],
        panels: Vec<Panel>,
        series: Vec<Series>,
        sources: &[&str],
    ) -> Self {
        let devices =
            if devices.is_empty() { String::new() } else { format!(" on {}", devices.join(", ")) };
        Drawing {
            id: words.id.into(),
            figure: Figure {
                title: words.title.into(),
                description: words.description.into(),
                series,
                columns: panels.len().min(2),
                panels,
                shared_rows: false,
            },
            caption: words.caption.into(),
            operations: format!("{}{devices}", words.of),
            sources: sources.iter().map(|id| (*id).to_owned()).collect(),
            half: false,
        }
    }

    /// The same figure. Its panels have the same named rows.
    pub(crate) fn with_shared_rows(mut self) -> Self {
        self.figure.shared_rows = true;
        self
    }

    /// The same figure with raised exponents instead of carets.
    fn raised(self) -> Self {
        Drawing {
            figure: self.figure.with_texts(raised),
            caption: raised(&self.caption),
            operations: raised(&self.operations),
            ..self
        }
    }
}

/// The colour and the shape of a number type, the same in every figure.
pub fn of_type(number_type: &str) -> Series {
    let (name, ink, shape) = match number_type {
        "f32" => ("f32", Ink::Ochre, Shape::Triangle),
        "f64" => ("f64", Ink::Green, Shape::Square),
        "ff" => ("ff: two f32", Ink::Blue, Shape::Circle),
        "dd" => ("dd: two f64", Ink::Purple, Shape::Diamond),
        "tf" => ("tf: three f32", Ink::Blue, Shape::Triangle),
        "qf" => ("qf: four f32", Ink::Blue, Shape::Square),
        "td" => ("td: three f64", Ink::Purple, Shape::Triangle),
        "qd" => ("qd: four f64", Ink::Purple, Shape::Square),
        "ff-accurate" => ("ff, accurate product", Ink::Teal, Shape::Circle),
        "tf-accurate" => ("tf, accurate product", Ink::Teal, Shape::Triangle),
        "qf-accurate" => ("qf, accurate product", Ink::Teal, Shape::Square),
        "f64-accurate" => ("f64, accurate product", Ink::Vermilion, Shape::Square),
        "dd-accurate" => ("dd, accurate product", Ink::Vermilion, Shape::Diamond),
        "td-accurate" => ("td, accurate product", Ink::Vermilion, Shape::Triangle),
        "float2" => ("float2: composite f32", Ink::Vermilion, Shape::Down),
        "double2" => ("double2: composite f64", Ink::Pink, Shape::Star),
        "f32-compensated" => ("f32, compensated", Ink::Teal, Shape::Plus),
        "f64-compensated" => ("f64, compensated", Ink::Teal, Shape::Cross),
        "mp32" => ("multiple precision, 32 bits", Ink::Grey, Shape::Triangle),
        "mp64" => ("multiple precision, 64 bits", Ink::Grey, Shape::Square),
        "mp128" => ("multiple precision, 128 bits", Ink::Grey, Shape::Diamond),
        "mp256" => ("multiple precision, 256 bits", Ink::Grey, Shape::Circle),
        other => (other, Ink::Grey, Shape::Cross),
    };
    Series { name: name.into(), ink, shape, key: Key::Marker }
}

/// The published values of a series: hollow and without a name, since `published_key` explains all of
/// them.
pub fn published_series(of: &Series) -> Series {
    Series { name: String::new(), key: Key::Hollow, ..of.clone() }
}

/// The entry of the legend for hollow markers.
pub(crate) fn published_key(name: &str) -> Series {
    Series { name: name.into(), ink: Ink::Text, shape: Shape::Circle, key: Key::Hollow }
}

/// The sign of an operation beside a point.
pub(crate) fn sign(op: &str) -> &str {
    match op {
        "add" => "+",
        "sub" => "−",
        "mul" => "×",
        "div" => "÷",
        "sqrt" => "√",
        other => other,
    }
}

/// The device of the first page's figures from the experiment with this id.
fn first_device<'a>(results: &'a Results, id: &str) -> &'a str {
    results.find(id, &[]).map_or("", |table| results.first_device(table))
}

#[cfg(test)]
mod tests {
    use super::of_type;

    const TYPES: [&str; 22] = [
        "f32",
        "f32-compensated",
        "float2",
        "ff",
        "f64",
        "f64-compensated",
        "double2",
        "dd",
        "tf",
        "qf",
        "td",
        "qd",
        "ff-accurate",
        "tf-accurate",
        "qf-accurate",
        "f64-accurate",
        "dd-accurate",
        "td-accurate",
        "mp32",
        "mp64",
        "mp128",
        "mp256",
    ];
    #[test]
    fn no_two_number_types_look_the_same() {
        let drawn = TYPES.map(of_type);
        for (i, a) in drawn.iter().enumerate() {
            for b in &drawn[i + 1..] {
                assert!((a.ink, a.shape) != (b.ink, b.shape), "{} {}", a.name, b.name);
            }
        }
    }
}

//! Lines over a number of operations, a marker or line for each number type, both axes logarithmic:
//! what the experiments with chains of operations have in common.

use super::of_type;
use crate::{
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    report::view::Row,
};

/// A line of a figure: what its rows are called and how it is drawn.
pub struct Lines {
    /// Every line, in the order of the legend.
    pub series: Vec<Series>,
    /// The text by which rows are told apart, one for each line.
    names: Vec<String>,
}

impl Lines {
    /// One for each different name; a name is a type, or a type and what is special about the line.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut lines = Lines { series: Vec::new(), names: Vec::new() };
        let others = [Ink::Teal, Ink::Grey, Ink::Muted, Ink::Text];
        for name in names {
            if lines.names.contains(&name) {
                continue;
            }
            let series = match name.split_once(", ") {
                None => Series { key: Key::Line, ..of_type(&name) },
                Some(_) => {
                    let special = lines.names.iter().filter(|name| name.contains(", ")).count();
                    let ink = others[special % others.len()];
                    let shape = [Shape::Plus, Shape::Cross][special % 2];
                    Series { name: name.clone(), ink, shape, key: Key::Line }
                }
            };
            lines.series.push(series);
            lines.names.push(name);
        }
        lines
    }

    /// The panel of some rows, each a point of the line that `name` gives; none if there is nothing to draw.
    pub fn panel<'a>(
        &self,
        title: String,
        rows: impl Iterator<Item = Row<'a>>,
        name: impl Fn(&Row<'a>) -> Option<String>,
        [x, y]: [Scale<'a, '_>; 2],
        height: u32,
    ) -> Option<Panel> {
        let mut at = vec![Vec::new(); self.names.len()];
        for row in rows {
            let place = name(&row).and_then(|name| self.names.iter().position(|n| *n == name));
            if let (Some(line), Some(x), Some(y)) = (place, (x.value)(&row), (y.value)(&row))
                && x > 0.0
                && y > 0.0
                && x.is_finite()
                && y.is_finite()
            {
                at[line].push((x, y));
            }
        }
        let points: Vec<(f64, f64)> = at.iter().flatten().copied().collect();
        if points.is_empty() {
            return None;
        }
        let lines = at.into_iter().enumerate().filter(|(_, at)| !at.is_empty());
        let marks = lines.map(|(series, at)| match at.len() {
            1 => Mark::Points { series, at },
            _ => Mark::Line { series, at },
        });
        Some(Panel {
            title,
            x: Axis::logarithmic(x.label, points.iter().map(|point| point.0)),
            y: Axis::logarithmic(y.label, points.iter().map(|point| point.1)),
            height,
            marks: marks.collect(),
        })
    }
}

/// What an axis shows of a row.
pub struct Scale<'a, 'f> {
    /// With its unit.
    pub label: &'f str,
    /// The value.
    pub value: &'f dyn Fn(&Row<'a>) -> Option<f64>,
}

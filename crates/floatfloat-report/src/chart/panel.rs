//! Panels with a line for each series, and their common legend.

use super::{Axis, Scale};
use crate::{
    page::figures::{of_type, published_key, published_series},
    plots::{
        Key, Mark, Panel, Series, Shape, axis,
        theme::{Ink, SERIES},
    },
};

/// The points of a panel: for each series, ours and the published ones.
pub(super) struct Drawn {
    pub(super) title: String,
    pub(super) points: Vec<Vec<(f64, f64)>>,
    pub(super) published: Vec<Vec<(f64, f64)>>,
}

impl Drawn {
    pub(super) fn has_points(&self) -> bool {
        self.points.iter().any(|line| !line.is_empty())
    }

    pub(super) fn has_published(&self) -> bool {
        self.published.iter().any(|line| !line.is_empty())
    }
}

/// Whether some panels together show everything that others show.
pub(super) fn cover(known: &[Drawn], others: &[Drawn]) -> bool {
    others.iter().all(|other| {
        let same = known.iter().find(|known| known.title == other.title);
        same.is_some_and(|known| {
            let lines = known.points.iter().zip(&other.points);
            lines.into_iter().all(|(ours, theirs)| theirs.iter().all(|point| ours.contains(point)))
        })
    })
}

/// The legend that the panels of a figure share.
pub(super) struct Legend {
    pub(super) series: Vec<Series>,
    /// For each name, whether any panel shows it.
    shown: Vec<bool>,
}

impl Legend {
    /// The legend for names such as `ff` and `f32, x · (1/y)`, without those that no panel shows.
    pub(super) fn of(names: &[String], panels: &[Drawn]) -> Self {
        let shown = |k: usize| panels.iter().any(|panel| !panel.points[k].is_empty());
        let shown: Vec<bool> = (0..names.len()).map(shown).collect();
        let names = names.iter().zip(&shown).filter(|(_, shown)| **shown);
        let mut series = series(names.map(|(name, _)| name.as_str()));
        if panels.iter().any(Drawn::has_published) {
            let published: Vec<Series> = series.iter().map(published_series).collect();
            series.extend(published);
            series.push(published_key("published"));
        }
        Legend { series, shown }
    }

    /// A panel of lines.
    pub(super) fn panel(&self, drawn: Drawn, x: &Axis, y: &Axis) -> Panel {
        let kept = |lines: &[Vec<(f64, f64)>]| -> Vec<Vec<(f64, f64)>> {
            let lines = lines.iter().zip(&self.shown).filter(|(_, shown)| **shown);
            lines.map(|(line, _)| line.clone()).collect()
        };
        let (points, published) = (kept(&drawn.points), kept(&drawn.published));
        let all = || points.iter().chain(&published).flatten();
        let xs: Vec<f64> = all().map(|at| at.0).collect();
        let upwards = y.drawn(all().map(|at| at.1).collect());
        let height = |value: f64| y.place(&upwards, value);
        let placed = |at: &Vec<(f64, f64)>| -> Vec<(f64, f64)> {
            at.iter().map(|&(x, value)| (x, height(value))).collect()
        };
        let lines = points.iter().enumerate();
        let mut marks: Vec<Mark> =
            lines.map(|(series, at)| Mark::Line { series, at: placed(at) }).collect();
        if published.iter().any(|at| !at.is_empty()) {
            let hollow = (points.len()..).zip(&published);
            marks.extend(hollow.map(|(series, at)| Mark::Points { series, at: placed(at) }));
        }
        Panel {
            x: x.drawn(xs),
            // Many lines need height to be distinguishable.
            height: if points.len() > 10 { 340 } else { 220 },
            marks,
            title: drawn.title,
            y: upwards,
        }
    }
}

impl Axis {
    /// The axis for these values.
    pub(super) fn drawn(&self, values: Vec<f64>) -> axis::Axis {
        match (self.scale, self.scale.limit()) {
            (_, Some(limit)) => {
                let logarithms: Vec<f64> = values.into_iter().map(f64::log2).collect();
                axis::Axis::errors(self.label, &logarithms, limit)
            }
            (Scale::Linear, _) => axis::Axis::linear(self.label, values.into_iter().chain([0.0])),
            (Scale::Sizes, _) => axis::Axis::sizes(self.label, &values),
            _ => axis::Axis::logarithmic(self.label, values),
        }
    }

    /// The place of a value on the axis that is drawn.
    pub(super) fn place(&self, drawn: &axis::Axis, value: f64) -> f64 {
        if self.scale.limit().is_some() { drawn.place(value.log2()) } else { value }
    }
}

/// The series, with the colour of their type, and with a shape for a special variant.
fn series<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Series> {
    let mut known: Vec<Series> = Vec::new();
    for (k, name) in names.enumerate() {
        let number_type = name.split_once(", ").map_or(name, |(number_type, _)| number_type);
        let mut series = Series { key: Key::Line, ..of_type(number_type) };
        let is_type = series.ink != Ink::Grey || number_type.starts_with("mp");
        if !is_type {
            // Names that are not types, such as operations: colours and shapes in turn.
            (series.ink, series.shape) =
                (SERIES[k % SERIES.len()], Shape::ALL[k % Shape::ALL.len()]);
        } else if number_type != name {
            series.name = name.to_owned();
            let is_taken = |shape: &Shape| {
                *shape == series.shape
                    || known.iter().any(|other| (other.ink, other.shape) == (series.ink, *shape))
            };
            let free = SPECIAL.into_iter().find(|shape| !is_taken(shape));
            series.shape = free.unwrap_or(series.shape);
        }
        known.push(series);
    }
    known
}

/// The shapes of special variants. The most distinct ones come first.
const SPECIAL: [Shape; 8] = [
    Shape::Plus,
    Shape::Cross,
    Shape::Star,
    Shape::Diamond,
    Shape::Down,
    Shape::Square,
    Shape::Circle,
    Shape::Triangle,
];

#[cfg(test)]
mod tests {
    use super::series;

    #[test]
    fn the_ways_of_one_type_share_its_colour_and_differ_in_shape() {
        let names = ["f32", "f32, own", "f32, __fdividef", "f64", "f64, own", "f32, x · (1/y)"];
        let all = series(names.into_iter());
        let same = |i: usize, j: usize| all[i].ink == all[j].ink;
        assert!(same(0, 1) && same(0, 2) && same(0, 5) && same(3, 4) && !same(0, 3));
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                assert!((one.ink, one.shape) != (other.ink, other.shape), "{other:?}");
            }
        }
    }
}

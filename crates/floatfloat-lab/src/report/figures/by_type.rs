//! Panels with a line for each number type, or for each type and what is special about it.

use super::{Drawing, of_type};
use crate::plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink};

/// What a panel shows: its title, and for each type the points of its line.
pub struct Lines {
    pub title: String,
    pub points: Vec<Vec<(f64, f64)>>,
}

impl Lines {
    /// The lines of types, from left to right; none where no type has a point. An error of zero is a
    /// point, nothing else that is not positive.
    pub fn new<'a>(
        title: &str,
        types: &[&'a str],
        points: impl Fn(&'a str) -> Vec<(f64, f64)>,
    ) -> Option<Self> {
        let line = |number_type: &&'a str| {
            let drawn = |at: &(f64, f64)| at.0 > 0.0 && at.1 >= 0.0;
            let mut points: Vec<(f64, f64)> =
                points(number_type).into_iter().filter(drawn).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            points
        };
        let points: Vec<Vec<(f64, f64)>> = types.iter().map(line).collect();
        let any = points.iter().any(|line| !line.is_empty());
        any.then(|| Lines { title: title.to_owned(), points })
    }

    /// The panel: both axes logarithmic, the one to the right with its sizes where it has some, the one
    /// upwards in powers of two where it has errors, with a place for those that are zero.
    fn panel(self, x: &str, y: &str) -> Panel {
        let all = || self.points.iter().flatten();
        let xs: Vec<f64> = all().map(|at| at.0).collect();
        let logarithms: Vec<f64> = all().map(|at| at.1.log2()).collect();
        let has_errors = y.contains("error");
        let y = match has_errors {
            true => Axis::errors(y, &logarithms, f64::MAX),
            false => Axis::logarithmic(y, all().map(|at| at.1)),
        };
        let height = |value: f64| if has_errors { y.place(value.log2()) } else { value };
        let line = |(series, at): (usize, &Vec<(f64, f64)>)| Mark::Line {
            series,
            at: at.iter().map(|&(x, value)| (x, height(value))).collect(),
        };
        Panel {
            x: if x.contains("rows") || x == "unknowns" {
                Axis::sizes(x, &xs)
            } else {
                Axis::logarithmic(x, xs)
            },
            height: 220,
            marks: self.points.iter().enumerate().map(line).collect(),
            title: self.title,
            y,
        }
    }
}

/// A figure of lines: its id, title, description and caption; what the axes show; the operations it shows
/// and the tables it is drawn from. None where there is no line.
pub fn drawing(
    [id, title, description, caption]: [&str; 4],
    types: &[&str],
    (lines, axes): (Vec<Lines>, [&str; 2]),
    operations: String,
    sources: &[&str],
) -> Option<Drawing> {
    if lines.is_empty() {
        return None;
    }
    let (series, panels) = panels(types, lines, axes);
    Some(Drawing {
        id: id.into(),
        figure: Figure {
            title: title.into(),
            description: description.into(),
            series,
            columns: panels.len().min(2),
            panels,
            shared_rows: false,
        },
        caption: caption.into(),
        operations,
        sources: sources.iter().map(|&source| source.into()).collect(),
        half: false,
    })
}

/// The legend and the panels of lines, without the types that no panel shows.
fn panels(types: &[&str], mut lines: Vec<Lines>, [x, y]: [&str; 2]) -> (Vec<Series>, Vec<Panel>) {
    let shown = |k: usize| lines.iter().any(|lines| !lines.points[k].is_empty());
    let shown: Vec<bool> = (0..types.len()).map(shown).collect();
    for lines in &mut lines {
        let mut shown = shown.iter();
        lines.points.retain(|_| shown.next() == Some(&true));
    }
    let types = types.iter().zip(&shown).filter(|(_, shown)| **shown);
    let series = series(types.map(|(number_type, _)| *number_type));
    (series, lines.into_iter().map(|lines| lines.panel(x, y)).collect())
}

/// Of names such as `ff` and `f32, x · (1/y)`.
fn series<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Series> {
    let inks = [Ink::Teal, Ink::Grey, Ink::Muted, Ink::Text];
    let shapes = [Shape::Plus, Shape::Cross];
    let mut special = inks.into_iter().zip(shapes.into_iter().cycle()).cycle();
    let series = |name: &'a str| match name.split_once(", ") {
        None => Series { key: Key::Line, ..of_type(name) },
        Some(_) => {
            let (ink, shape) = special.next().unwrap_or((Ink::Text, Shape::Plus));
            Series { name: name.to_owned(), ink, shape, key: Key::Line }
        }
    };
    names.map(series).collect()
}

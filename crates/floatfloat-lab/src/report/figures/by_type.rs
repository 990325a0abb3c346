//! Panels with a line for each number type.

use super::of_type;
use crate::plots::{Key, Mark, Panel, Series, axis::Axis};

/// What a panel shows: its title, and for each type the points of its line.
pub struct Lines {
    pub title: String,
    pub points: Vec<Vec<(f64, f64)>>,
}

impl Lines {
    /// The lines of types, from left to right; none where no type has a point.
    pub fn new<'a>(
        title: &str,
        types: &[&'a str],
        points: impl Fn(&'a str) -> Vec<(f64, f64)>,
    ) -> Option<Self> {
        let line = |number_type: &&'a str| {
            let drawn = |at: &(f64, f64)| at.0 > 0.0 && at.1 > 0.0;
            let mut points: Vec<(f64, f64)> =
                points(number_type).into_iter().filter(drawn).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            points
        };
        let points: Vec<Vec<(f64, f64)>> = types.iter().map(line).collect();
        let any = points.iter().any(|line| !line.is_empty());
        any.then(|| Lines { title: title.to_owned(), points })
    }

    /// The panel: both axes logarithmic, the one to the right with its sizes where it has some.
    pub fn panel(self, x: &str, y: &str, x_is_size: bool) -> Panel {
        let all = || self.points.iter().flatten();
        let sizes: Vec<f64> = all().map(|at| at.0).collect();
        Panel {
            x: if x_is_size { Axis::sizes(x, &sizes) } else { Axis::logarithmic(x, sizes) },
            y: Axis::logarithmic(y, all().map(|at| at.1)),
            height: 220,
            marks: self
                .points
                .into_iter()
                .enumerate()
                .map(|(series, at)| Mark::Line { series, at })
                .collect(),
            title: self.title,
        }
    }
}

/// What the legend says of types that are drawn as lines.
pub fn series(types: &[&str]) -> Vec<Series> {
    types.iter().map(|number_type| Series { key: Key::Line, ..of_type(number_type) }).collect()
}

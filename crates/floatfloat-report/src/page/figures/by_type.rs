//! Panels with a line for each number type, or for each type and what is special about it.

use super::{Drawing, of_type, published_key, published_series};
use crate::plots::{Figure, Key, Mark, Panel, Series, Shape, axis::Axis};

/// What a panel shows: its title, for each type the points of its line, and those that were published.
pub struct Lines {
    pub title: String,
    pub points: Vec<Vec<(f64, f64)>>,
    published: Vec<Vec<(f64, f64)>>,
}

impl Lines {
    /// The lines of types, from left to right; none where no type has a point. An error of zero is a
    /// point, nothing else that is not positive.
    pub fn new<'a>(
        title: &str,
        types: &[&'a str],
        points: impl Fn(&'a str) -> Vec<(f64, f64)>,
    ) -> Option<Self> {
        let points = drawn(types, points);
        let published = vec![Vec::new(); types.len()];
        let any = points.iter().any(|line| !line.is_empty());
        any.then(|| Lines { title: title.to_owned(), points, published })
    }

    /// The same lines with published points beside them.
    pub fn beside<'a>(
        self,
        types: &[&'a str],
        published: impl Fn(&'a str) -> Vec<(f64, f64)>,
    ) -> Self {
        Lines { published: drawn(types, published), ..self }
    }

    /// The panel: both axes logarithmic, the one to the right with its sizes where it has some, the one
    /// upwards in powers of two where it has errors, with a place for those that are zero.
    fn panel(self, x: &str, y: &str) -> Panel {
        let all = || self.points.iter().chain(&self.published).flatten();
        let xs: Vec<f64> = all().map(|at| at.0).collect();
        let logarithms: Vec<f64> = all().map(|at| at.1.log2()).collect();
        let has_errors = y.contains("error");
        let y = match has_errors {
            true => Axis::errors(y, &logarithms, f64::MAX),
            false => Axis::logarithmic(y, all().map(|at| at.1)),
        };
        let height = |value: f64| if has_errors { y.place(value.log2()) } else { value };
        let placed = |at: &Vec<(f64, f64)>| -> Vec<(f64, f64)> {
            at.iter().map(|&(x, value)| (x, height(value))).collect()
        };
        let lines = self.points.iter().enumerate();
        let mut marks: Vec<Mark> =
            lines.map(|(series, at)| Mark::Line { series, at: placed(at) }).collect();
        let published = self.published.iter().filter(|at| !at.is_empty()).count();
        if published > 0 {
            let series = self.points.len()..;
            let points = series.zip(&self.published);
            marks.extend(points.map(|(series, at)| Mark::Points { series, at: placed(at) }));
        }
        Panel {
            x: if x.contains("rows") || x == "unknowns" {
                Axis::sizes(x, &xs)
            } else {
                Axis::logarithmic(x, xs)
            },
            // Many lines need room to be told apart.
            height: if self.points.len() > 10 { 340 } else { 220 },
            marks,
            title: self.title,
            y,
        }
    }
}

/// The points of each type that have a place on logarithmic axes, from left to right.
fn drawn<'a>(
    types: &[&'a str],
    points: impl Fn(&'a str) -> Vec<(f64, f64)>,
) -> Vec<Vec<(f64, f64)>> {
    let of = |number_type: &&'a str| {
        let has_place = |at: &(f64, f64)| at.0 > 0.0 && at.1 >= 0.0;
        let mut points: Vec<(f64, f64)> =
            points(number_type).into_iter().filter(has_place).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    types.iter().map(of).collect()
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
        for points in [&mut lines.points, &mut lines.published] {
            let mut shown = shown.iter();
            points.retain(|_| shown.next() == Some(&true));
        }
    }
    let types = types.iter().zip(&shown).filter(|(_, shown)| **shown);
    let mut series = series(types.map(|(number_type, _)| *number_type));
    if lines.iter().any(|lines| lines.published.iter().any(|points| !points.is_empty())) {
        let published: Vec<Series> = series.iter().map(published_series).collect();
        series.extend(published);
        series.push(published_key("published"));
    }
    (series, lines.into_iter().map(|lines| lines.panel(x, y)).collect())
}

/// Of names such as `ff` and `f32, x · (1/y)`: in the colour of the type, and what is special about it by
/// the shape.
fn series<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Series> {
    let mut known: Vec<Series> = Vec::new();
    for name in names {
        let number_type = name.split_once(", ").map_or(name, |(number_type, _)| number_type);
        let mut series = Series { key: Key::Line, ..of_type(number_type) };
        if number_type != name {
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

/// Shapes of what is special, those that differ most from others first.
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

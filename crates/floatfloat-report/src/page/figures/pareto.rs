//! The error over the time of a whole job, in every type on every device, with the types that no
//! other type beats.

use super::{Drawing, of_type};
use crate::{
    chart::Words,
    plots::{Mark, Panel, Series, axis::Axis},
    results::Results,
    table::Row,
};

/// One type on one device.
struct Point<'a> {
    number_type: &'a str,
    device: &'a str,
    at: (f64, f64),
}

/// The answer to one question.
pub fn of_advice(results: &Results) -> Option<Drawing> {
    let view = results.find("advise", &["device", "type", "error", "seconds"])?;
    let points = points(view.rows());
    let mut series = Vec::new();
    let panel = panel(String::new(), &points, &mut series)?;
    let words = words("figure-advise", "Error against time of this job");
    Some(Drawing::new(&words, &[&view.device], vec![panel], series, &[&view.id]))
}

/// The measurements behind the advisor's matrix, with a panel for each workload.
pub fn of_matrix(results: &Results) -> Option<Drawing> {
    let columns = ["device", "workload", "type", "error", "seconds"];
    let view = results.find("advise-matrix-measured", &columns)?;
    let mut series = Vec::new();
    let panels: Vec<Panel> = view
        .distinct("workload")
        .into_iter()
        .filter_map(|workload| {
            let rows = view.rows().filter(|row| row.text("workload") == Some(workload));
            panel(workload.to_owned(), &points(rows), &mut series)
        })
        .collect();
    if panels.is_empty() {
        return None;
    }
    let words = words("figure-advise-matrix", "Error against time of whole jobs");
    Some(Drawing::new(&words, &[&view.device], panels, series, &[&view.id]))
}

fn points<'a>(rows: impl Iterator<Item = Row<'a>>) -> Vec<Point<'a>> {
    let point = |row: Row<'a>| {
        Some(Point {
            number_type: row.text("type")?,
            device: row.text("device")?,
            at: (row.finite("seconds")?, row.finite("error")?),
        })
    };
    rows.filter_map(point).collect()
}

fn panel(title: String, points: &[Point<'_>], series: &mut Vec<Series>) -> Option<Panel> {
    let least = points.iter().map(|p| p.at.1).filter(|&error| error > 0.0).reduce(f64::min)?;
    // Exact results have no logarithm; they are below everything else.
    let floor = least / 100.0;
    let place = |point: &Point<'_>| (point.at.0, point.at.1.max(floor));
    let several = points.iter().any(|point| point.device != points[0].device);
    let (mut marks, mut names) = (front(points.iter().map(place).collect()), Vec::new());
    for point in points {
        let shown = of_type(point.number_type);
        let known = series.iter().position(|series| series.name == shown.name);
        let number = known.unwrap_or_else(|| {
            series.push(shown);
            series.len() - 1
        });
        let at = place(point);
        marks.push(Mark::Points { series: number, at: vec![at] });
        if several {
            names.push(Mark::Name { series: number, at, text: point.device.to_owned() });
        }
    }
    let positions: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    marks.extend(names);
    Some(Panel {
        title,
        x: Axis::logarithmic("seconds", positions.iter().map(|at| at.0)),
        y: Axis::logarithmic("relative error", positions.iter().map(|at| at.1)),
        height: 260,
        marks,
    })
}

/// The steps between the points that no other point beats in both error and time.
fn front(mut points: Vec<(f64, f64)>) -> Vec<Mark> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut best: Vec<(f64, f64)> = Vec::new();
    for point in points {
        if best.last().is_none_or(|last| point.1 < last.1) {
            best.push(point);
        }
    }
    best.windows(2)
        .flat_map(|pair| {
            let corner = (pair[1].0, pair[0].1);
            [Mark::Join { from: pair[0], to: corner }, Mark::Join { from: corner, to: pair[1] }]
        })
        .collect()
}

/// The text for a figure with this name and title.
const fn words(id: &'static str, title: &'static str) -> Words {
    Words {
        id,
        title,
        description: "Each number type on each device as a point: the time of the job to the \
            right, its relative error upwards, both logarithmic.",
        caption: "Down is more accurate, left is faster. The stepped line joins the types that \
             no other type beats in both accuracy and time. Choose the leftmost point of this \
             line that lies below your tolerance. Points at the very bottom are exact.",
        of: "whole jobs",
    }
}

#[cfg(test)]
mod tests {
    use super::front;
    use crate::plots::Mark;

    #[test]
    fn the_front_leaves_out_what_is_beaten() {
        let marks = front(vec![(1.0, 1e-3), (2.0, 1e-2), (3.0, 1e-9), (4.0, 1e-8)]);
        let joins: Vec<_> = marks
            .iter()
            .map(|mark| match mark {
                Mark::Join { from, to } => (*from, *to),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(joins, [((1.0, 1e-3), (3.0, 1e-3)), ((3.0, 1e-3), (3.0, 1e-9))]);
    }
}

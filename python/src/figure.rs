//! Figures of the library's reports for notebooks.

use floatfloat_report::plots::{
    Figure, Key, Mark, Panel, Series, Shape, axis::Axis, standalone, theme::SERIES,
};
use pyo3::{exceptions::PyValueError, prelude::*};

/// A figure of named points over two logarithmic axes, as SVG, with a horizontal line at `limit`.
#[pyfunction]
fn scatter(
    title: &str,
    labels: (String, String),
    points: Vec<(String, f64, f64)>,
    limit: (String, f64),
) -> PyResult<String> {
    let x = Axis::logarithmic(&labels.0, points.iter().map(|point| point.1));
    let heights = points.iter().map(|point| point.2).chain([limit.1]);
    let y = Axis::logarithmic(&labels.1, heights);
    let mut series = Vec::new();
    let left = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let right = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let mut marks = vec![Mark::Join { from: (left, limit.1), to: (right, limit.1) }];
    // More points than colours: those of one colour have different shapes.
    let looks = (0..).map(|k: usize| {
        (SERIES[k % SERIES.len()], Shape::ALL[(k + k / SERIES.len()) % Shape::ALL.len()])
    });
    for ((name, at_x, at_y), (ink, shape)) in points.into_iter().zip(looks) {
        let (index, at) = (series.len(), (at_x, at_y));
        marks.push(Mark::Points { series: index, at: vec![at] });
        marks.push(Mark::Name { series: index, at, text: name.clone() });
        series.push(Series { name, ink, shape, key: Key::Marker });
    }
    let description = format!(
        "{} over {}, a point for each type; {} is {:e}",
        labels.1, labels.0, limit.0, limit.1
    );
    let panel = Panel { title: String::new(), x, y, height: 260, marks };
    let figure = Figure {
        title: title.into(),
        description,
        series,
        panels: vec![panel],
        columns: 1,
        shared_rows: false,
    };
    standalone(&figure).map_err(|error| PyValueError::new_err(error.to_string()))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(scatter, module)?)
}

//! Charts with special forms.

use super::{
    Drawing, accuracy, histogram, intervals, leibniz, pareto, published, roofline, zoom as zooms,
};
use crate::results::Results;

/// The intervals of errors of each machine.
pub fn intervals_of_error(results: &Results) -> Vec<Drawing> {
    intervals::drawing(results).into_iter().collect()
}

/// The largest errors on hard operands, with their bounds.
pub fn errors_on_hard_operands(results: &Results) -> Vec<Drawing> {
    accuracy::of_all(results, "accuracy")
}

/// The largest errors on random vectors, with their bounds and with those published in 2006.
pub fn errors_on_random_vectors(results: &Results) -> Vec<Drawing> {
    let ours = accuracy::of_all(results, "ops-accuracy");
    published::errors(results).into_iter().chain(ours).collect()
}

/// The operations below the roofline of the machine.
pub fn roofline(results: &Results) -> Vec<Drawing> {
    roofline::roofline(results).into_iter().collect()
}

/// The error over the time of the types that advice compares.
pub fn advice(results: &Results) -> Vec<Drawing> {
    pareto::of_advice(results).into_iter().chain(pareto::of_matrix(results)).collect()
}

/// The factors by which types are slower than f32, with those published in 2020.
pub fn slug_factors(results: &Results) -> Vec<Drawing> {
    leibniz::factors(results).into_iter().collect()
}

/// The number of results at each distance from f64.
pub fn distances_from_f64(results: &Results) -> Vec<Drawing> {
    histogram::drawing(results).into_iter().collect()
}

/// A zoom into the Mandelbrot set in several types.
pub fn zoom(results: &Results) -> Vec<Drawing> {
    zooms::drawing(results).into_iter().collect()
}

//! Charts that have a form of their own.

use super::{
    Drawing, accuracy, histogram, intervals, leibniz, pareto, published, roofline, zoom as zooms,
};
use crate::results::Results;

/// Intervals of error of each machine.
pub fn intervals_of_error(results: &Results) -> Vec<Drawing> {
    intervals::drawing(results).into_iter().collect()
}

/// Largest errors on hard operands beside their bounds.
pub fn errors_on_hard_operands(results: &Results) -> Vec<Drawing> {
    accuracy::of_all(results, "accuracy")
}

/// Largest errors on random vectors beside their bounds, and beside those published in 2006.
pub fn errors_on_random_vectors(results: &Results) -> Vec<Drawing> {
    let ours = accuracy::of_all(results, "ops-accuracy");
    published::errors(results).into_iter().chain(ours).collect()
}

/// Operations below the roofs of the machine.
pub fn roofline(results: &Results) -> Vec<Drawing> {
    roofline::roofline(results).into_iter().collect()
}

/// Error over time of the types that advice weighs.
pub fn advice(results: &Results) -> Vec<Drawing> {
    pareto::of_advice(results).into_iter().chain(pareto::of_matrix(results)).collect()
}

/// How many times slower than f32 types are, beside what was published in 2020.
pub fn slug_factors(results: &Results) -> Vec<Drawing> {
    leibniz::factors(results).into_iter().collect()
}

/// How many results are how far from f64.
pub fn distances_from_f64(results: &Results) -> Vec<Drawing> {
    histogram::drawing(results).into_iter().collect()
}

/// A zoom into the Mandelbrot set in several types.
pub fn zoom(results: &Results) -> Vec<Drawing> {
    zooms::drawing(results).into_iter().collect()
}

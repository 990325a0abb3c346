//! Matrices: the bits and bounds of products, factors and solutions.

mod accurate_products;
mod complex_products;
mod data;
#[cfg(all(feature = "ndarray", feature = "faer"))]
mod interop;
mod matrix_factors;
mod matrix_products;
mod matrix_systems;
mod nearest_products;
mod products_elsewhere;
mod products_of_words;
mod scaling;
#[path = "../shared/mod.rs"]
mod shared;
mod watched;
mod wide_matrices;

use shared::{on_threads, same_words};

//! Sums, dot products and norms: within their bounds of the exact results, with the same bits on
//! every instruction set and for any number of threads.

mod bits;
mod bounds;
mod bytes;
mod compensated;
mod data;
mod reproducible;
mod several_words;
#[path = "../shared/mod.rs"]
mod shared;
mod special;

use shared::{on_threads, same_words};

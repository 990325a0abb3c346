//! Slices and sums: the bits and bounds of every operation. Matrices have a program of their own, so that both are compiled at the
//! same time.

mod bits;
mod correctly_rounded;
mod digests;
mod functions;
mod levels;
mod operands;
mod operators;
mod reductions;
mod registry;
#[path = "../shared/mod.rs"]
mod shared;
mod small_machines;
mod symmetric;
mod uints;
mod wide_range;

use shared::{on_threads, same, same_words};

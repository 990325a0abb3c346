//! Slices: the bits and bounds of every operation. Sums and matrices have programs of their own, so that all are compiled at the
//! same time.

mod bits;
mod correctly_rounded;
mod digests;
mod functions;
mod levels;
mod operands;
mod operators;
mod registry;
#[path = "../shared/mod.rs"]
mod shared;
mod small_machines;
mod symmetric;
mod uints;
mod wide_range;

use shared::{on_threads, same, same_words};

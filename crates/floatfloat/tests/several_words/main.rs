//! Numbers of three and four words. One program, so that what the tests share is compiled once and they run
//! side by side.

mod accuracy;
mod circuits;
mod common;
mod commute;
mod conversions;
mod euclid;
mod flops;
mod laws;
mod neighbours;
mod registry;
mod small_formats;
mod special_values;
mod text;

#[path = "../shared/mod.rs"]
mod shared;

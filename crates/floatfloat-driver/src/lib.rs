#![doc = include_str!("../README.md")]

mod child;
mod drivers;
mod ending;
mod failure;
mod limits;
mod memory;
mod remote;
mod serve;
mod stand_in;
mod wire;

pub use drivers::{Drivers, Found};
pub use ending::{Cause, Doing, Ending};
pub use limits::Limits;
pub use serve::{SERVE, serve, serving};

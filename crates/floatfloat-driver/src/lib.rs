#![doc = include_str!("../README.md")]

mod answering;
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

pub use answering::{Answering, Silent};
pub use drivers::{Drivers, Found};
pub use ending::{Cause, Doing, Ending};
pub use limits::Limits;
pub use serve::{SERVE, own_output, serve, serving};

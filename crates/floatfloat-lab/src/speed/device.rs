//! The timed work on devices: recorded operations over arrays in the device's memory.

mod arrays;
mod limits;
mod recorded;
mod time;

pub use arrays::{DeviceArrays, HostArrays};
pub use limits::{Limits, limits, percent};
pub use recorded::{Recorded, matches, recorded};
pub use time::{Work, medians};

//! What is timed on devices: recorded operations over arrays in the device's memory.

mod arrays;
mod limits;
mod recorded;
mod time;

pub(crate) use arrays::{DeviceArrays, HostArrays};
pub(crate) use limits::{Limits, limits, percent};
pub(crate) use recorded::{Recorded, matches, recorded};
pub(crate) use time::{Work, medians};

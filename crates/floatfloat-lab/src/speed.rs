//! What is timed: every operation as a loop over arrays.

pub(crate) mod arrays;
pub(crate) mod device;
pub(crate) mod elements;
pub(crate) mod exact;
pub(crate) mod kernel;
mod lanes;
pub(crate) mod limit;
pub(crate) mod matrices;
pub(crate) mod slices;

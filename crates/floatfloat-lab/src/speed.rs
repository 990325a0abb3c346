//! What is timed: every operation as a loop over arrays.

pub(crate) mod arrays;
mod elements;
pub(crate) mod kernel;
pub(crate) mod limit;

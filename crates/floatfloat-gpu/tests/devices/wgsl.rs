//! What tests of shaders share.

pub mod compare;
pub mod programs;

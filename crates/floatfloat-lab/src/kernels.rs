//! Device programs that only experiments need, a file each: the skeleton of the loop in every
//! language, what the processor runs, and how it is launched.

pub mod chain;
pub mod elimination;
pub mod lu;

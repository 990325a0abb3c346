//! The user's own data: reading it at the full precision of a number type, summing, solving, fitting.

pub mod array;
mod column;
pub mod digits;
pub mod dot;
pub mod error;
pub(crate) mod expansion;
pub mod fit;
mod independence;
pub mod input;
mod least_squares;
pub mod number;
mod scaling;
pub mod solution;
pub mod solve;
pub mod sum;
pub(crate) mod system;
pub mod table;
mod text;

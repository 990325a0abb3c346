//! The user's own data: reading it at the full precision of a number type, summing, fitting.

mod column;
pub mod digits;
pub mod error;
mod expansion;
pub mod fit;
pub mod number;
mod qr;
pub mod solution;
pub mod sum;
pub mod table;
mod text;
mod upper;

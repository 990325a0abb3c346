//! Simulated machines.
//!
//! A [`Spec`] is a machine as data: format, rounding, guard bits, flushing, how it multiplies and
//! divides. Its methods compute on carriers: `f64` values that are numbers of the format. All of it
//! is integer arithmetic, so that the results do not depend on the machine that simulates.
//! [`Sim<M>`] makes a [`crate::Word`] of it, on which every algorithm of this crate runs.
//! [`machines`] has the formats of IEEE 754, those of the graphics processors of 2004 to 2006, and
//! small formats on which every pair of operands can be tried.

mod add;
mod div;
pub mod machines;
mod mul;
mod number;
mod spec;
mod sqrt;
mod word;

pub use spec::{Adder, Divider, Multiplier, Rounding, Spec};
pub use word::{Machine, Sim};

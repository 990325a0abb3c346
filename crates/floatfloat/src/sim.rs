//! Simulated machines.
//!
//! A [`Spec`] describes a machine as data: format, rounding, guard bits, flushing, how it multiplies and
//! divides. Its methods compute on carriers: `f64` values that are numbers of the format. All of it is integer
//! arithmetic, so the results do not depend on the machine that runs the simulation. [`Sim<M>`] is a
//! [`crate::Word`] on such a machine, and runs every algorithm of this crate. [`machines`] has the formats of
//! IEEE 754, those of the graphics processors of 2002 to 2006, and small formats for which every pair of
//! operands can be tried.
//!
//! Tests compare the IEEE formats with the host's arithmetic and with rustc_apfloat. They compare every
//! rounding and every unit with its definition, on all operands of small formats.
//!
//! The results are in a page of the project's book, [Simulated machines: what they show][page]:
//! the designs of the graphics processors of 2004 and how close they are to measurements on them,
//! exhaustive proofs of the error-free transforms in small formats under every rounding, and the cause of
//! the errors that Da Graça & Defour measured in 2006 and left unexplained. The tests
//! that begin with `sim_` assert its tables and conditions.
//!
//! [page]: https://github.com/floatfloat/floatfloat/blob/main/book/simulated-machines.md

mod add;
mod div;
pub mod machines;
mod mul;
mod mul_add;
mod number;
mod spec;
mod sqrt;
mod word;

pub use spec::{Adder, Divider, Multiplier, Rounding, Spec};
pub use word::{Machine, Sim};

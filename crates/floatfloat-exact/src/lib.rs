//! Exact reference arithmetic, operand generators and error measurement. The tests, the certificates of devices
//! and the experiments of floatfloat use them.
//!
//! A word is stored as a `f64`, which holds every `f32` and every word of a simulated format exactly. A
//! double-word is `[hi, lo]`, a number of three or four words `[f64; 4]` ([`several_words`]). Every error is
//! computed with integers, and rounded only once, at the end, to a `f64`. Nothing here is computed by the
//! arithmetic under test.

mod accumulator;
pub mod check;
pub mod error;
pub mod exact;
pub mod format;
pub mod functions;
pub mod hex;
pub mod multi_precision;
pub mod operands;
pub mod random;
mod rounding;
mod scaled;
pub mod search;
pub mod several_words;
pub mod survey;
mod term;
pub mod ulps;

pub use check::{Verdict, check};
pub use error::relative_error;
pub use exact::Exact;
pub use format::{Concrete, Format};
pub use operands::{Class, Operands, Pair};
pub use random::Random;
pub use rounding::correctly_rounded;
pub use scaled::Scaled;
pub use ulps::{fma_ulps, ulps};

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Exact reference arithmetic, operand generators and error measurement for the tests and
//! experiments of floatfloat.
//!
//! A word is carried as a `f64`: a `f32` and the words of a simulated format embed in it exactly. A
//! double-word is `[hi, lo]`. Every error is decided by integers: no rounding stands between a
//! result and the verdict on it, except one at the very end, when an error becomes a `f64`.

mod accumulator;
pub mod error;
pub mod exact;
pub mod random;
mod rounding;
mod scaled;
mod term;
pub mod ulps;

pub use error::relative_error;
pub use exact::Exact;
pub use random::Random;
pub use rounding::correctly_rounded;
pub use scaled::Scaled;
pub use ulps::{fma_ulps, ulps};

//! Numbers of three and four `f64`, by floatfloat and its peers.

#[cfg(feature = "libqd")]
mod libqd;
#[cfg(feature = "multidouble")]
mod multidouble;
mod ours;

#[cfg(feature = "mpfr")]
use super::contest::{Contestant, Task};
#[cfg(feature = "mpfr")]
use floatfloat::QuadDouble;
#[cfg(feature = "libqd")]
pub use libqd::contestants as libqd;
#[cfg(feature = "multidouble")]
pub use multidouble::contestants as multidouble;
pub use ours::contestants as ours;

/// MPFR at the bits of three and of four words.
#[cfg(feature = "mpfr")]
pub fn mpfr(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    [159, 212].map(|bits| super::mpfr::of_bits(bits, task)).into()
}

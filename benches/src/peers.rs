//! Operations on arrays, by floatfloat and its peers.

pub mod contest;
#[cfg(any(feature = "qd", feature = "twofloat"))]
mod crates;
#[cfg(feature = "libqd")]
mod libqd;
#[cfg(feature = "mpfr")]
mod mpfr;
#[cfg(feature = "multidouble")]
mod multidouble;
mod ours;

use contest::{Contestant, Operands};

/// Every contestant that was built in; the first of each operation is ours.
pub fn contestants(operands: &Operands) -> Vec<Contestant> {
    [
        ours::contestants,
        #[cfg(feature = "libqd")]
        libqd::contestants,
        #[cfg(feature = "multidouble")]
        multidouble::contestants,
        #[cfg(feature = "qd")]
        crates::qd,
        #[cfg(feature = "twofloat")]
        crates::twofloat,
        #[cfg(feature = "mpfr")]
        mpfr::contestants,
    ]
    .into_iter()
    .flat_map(|contestants| contestants(operands))
    .collect()
}

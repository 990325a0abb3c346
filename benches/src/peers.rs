//! Operations on arrays and matrices, by floatfloat and its peers.

pub mod check;
pub mod contest;
#[cfg(any(feature = "qd", feature = "twofloat"))]
mod crates;
#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "libqd")]
mod libqd;
pub mod machine;
#[cfg(feature = "mpfr")]
mod mpfr;
#[cfg(feature = "multidouble")]
mod multidouble;
mod ours;
mod plain;

use contest::{Contestant, Task};

/// Every contestant that was built in; the first is ours.
pub fn contestants(task: &Task) -> Vec<Contestant> {
    [
        ours::contestants,
        plain::contestants,
        #[cfg(feature = "libqd")]
        libqd::contestants,
        #[cfg(feature = "multidouble")]
        multidouble::contestants,
        #[cfg(feature = "qd")]
        crates::qd,
        #[cfg(feature = "twofloat")]
        crates::twofloat,
        #[cfg(feature = "faer")]
        faer::contestants,
        #[cfg(feature = "mpfr")]
        mpfr::contestants,
    ]
    .into_iter()
    .flat_map(|contestants| contestants(task))
    .collect()
}

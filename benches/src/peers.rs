//! Operations on arrays and matrices, by floatfloat and its peers.

pub mod check;
pub mod contest;
#[cfg(any(feature = "qd", feature = "twofloat"))]
mod crates;
#[cfg(feature = "faer")]
mod faer;
pub mod interleaved;
#[cfg(feature = "libqd")]
mod libqd;
pub mod machine;
mod more_words;
#[cfg(feature = "mpfr")]
mod mpfr;
#[cfg(feature = "mpfr")]
pub mod multi_precision;
#[cfg(feature = "multidouble")]
mod multidouble;
mod ours;
mod plain;
#[cfg(any(feature = "mpfr", feature = "softfloat"))]
mod rounds;
#[cfg(feature = "softfloat")]
pub mod soft;
mod wide_range;

use contest::{Contestant, Task};
use floatfloat::QuadDouble;

/// Every contestant that was built in; the first is ours.
pub fn contestants(task: &Task) -> Vec<Contestant> {
    [
        ours::contestants,
        wide_range::contestants,
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

/// Those of three and four words, likewise.
pub fn of_more_words(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    [
        more_words::ours,
        #[cfg(feature = "libqd")]
        more_words::libqd,
        #[cfg(feature = "multidouble")]
        more_words::multidouble,
        #[cfg(feature = "mpfr")]
        more_words::mpfr,
    ]
    .into_iter()
    .flat_map(|contestants| contestants(task))
    .collect()
}

//! The laboratory: experiments, results, plots and the report.
//!
//! Without the feature `experiments` only what reads and computes the user's data is compiled, which is
//! what fuzz targets need.
// What experiments put into their tables has no use without them.
#![cfg_attr(not(feature = "experiments"), allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "experiments")]
pub mod advise;
#[cfg(feature = "experiments")]
mod arithmetic;
#[cfg(feature = "experiments")]
pub mod contender;
pub mod data;
#[cfg(feature = "experiments")]
pub mod devices;
pub mod error;
#[cfg(feature = "experiments")]
mod errors;
#[cfg(feature = "experiments")]
pub mod experiments;
#[cfg(feature = "experiments")]
pub mod machine;
#[cfg(feature = "experiments")]
pub mod measure;
pub mod number_type;
#[cfg(feature = "experiments")]
mod parallel;
#[cfg(feature = "experiments")]
pub mod paranoia;
#[cfg(feature = "experiments")]
pub mod progress;
#[cfg(feature = "experiments")]
mod random;
#[cfg(feature = "experiments")]
mod real;
#[cfg(feature = "experiments")]
pub mod shader;
#[cfg(feature = "experiments")]
mod speed;
#[cfg(feature = "experiments")]
mod timing;
#[cfg(feature = "experiments")]
mod ulps;
#[cfg(feature = "experiments")]
mod workloads;

use floatfloat_report::table;
pub use floatfloat_report::{compare, findings, page as report, plots, results, store};

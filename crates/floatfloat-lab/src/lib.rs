//! The laboratory: experiments, results, plots and the report.

// Some files of tests are those of this crate and of its integration tests, which know it by its name.
#[cfg(test)]
extern crate self as floatfloat_lab;

pub mod advise;
mod arithmetic;
pub mod contender;
pub mod data;
pub mod devices;
pub mod error;
mod errors;
pub mod experiments;
pub mod kernels;
pub mod machine;
pub mod measure;
mod papers;
mod parallel;
pub mod paranoia;
pub mod progress;
mod random;
mod real;
pub mod shader;
mod speed;
mod table;
mod timing;
mod ulps;
mod workloads;

pub use floatfloat_data::{SumType, number_type};
pub use floatfloat_report::{compare, findings, page as report, plots, results, store};

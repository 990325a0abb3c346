//! The laboratory: it measures a machine, its devices and its speed, and finds the precision that a job needs.

// Some test files belong to this crate and to its integration tests, which use the crate by name.
#[cfg(test)]
extern crate self as floatfloat_lab;

pub mod advise;
pub mod arithmetic;
pub mod certify;
pub mod contender;
pub mod data;
pub mod devices;
pub mod error;
pub mod errors;
pub mod experiments;
pub mod kernels;
pub mod machine;
pub mod measure;
pub mod parallel;
pub mod paranoia;
pub mod progress;
pub mod random;
pub mod real;
pub mod shader;
pub mod speed;
pub mod table;
pub mod timing;
#[cfg(not(target_family = "wasm"))]
pub mod units;
pub mod workloads;

pub use floatfloat_data::{SumType, number_type};
pub use floatfloat_report::{compare, findings, page as report, plots, results, store};

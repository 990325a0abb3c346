//! The laboratory: experiments, results, plots and the report.

mod arithmetic;
pub mod compare;
pub mod contender;
pub mod data;
pub mod devices;
pub mod error;
mod errors;
pub mod experiments;
pub mod findings;
pub mod machine;
pub mod measure;
pub mod number_type;
mod parallel;
pub mod paranoia;
pub mod plots;
pub mod progress;
mod random;
mod real;
pub mod report;
pub mod results;
pub mod shader;
mod speed;
pub mod store;
mod table;
mod timing;
mod ulps;
mod workloads;

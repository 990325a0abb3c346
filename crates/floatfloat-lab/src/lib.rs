//! The laboratory: experiments, results, plots and the report.

pub mod error;
mod errors;
pub mod experiments;
pub mod findings;
pub mod machine;
pub mod number_type;
mod parallel;
pub mod progress;
mod random;
mod real;
pub mod results;
mod speed;
mod table;
mod timing;
mod ulps;

//! The laboratory: experiments, results, plots and the report.

pub mod error;
pub mod experiments;
pub mod number_type;
pub mod plots;
pub mod progress;
pub mod report;
pub mod results;
pub mod store;

//! The laboratory: experiments, results, plots and the report.

pub mod error;
pub mod experiments;
pub mod number_type;
pub mod progress;
pub mod results;

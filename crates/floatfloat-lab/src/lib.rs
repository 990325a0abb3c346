//! The laboratory: experiments, results, plots and the report.

pub mod results;

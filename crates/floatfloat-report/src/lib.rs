//! Tables of measurements, judgements of papers' claims, charts, and the report's page.
//!
//! Nothing in this crate measures. Everything is drawn and judged from tables, as they are in
//! `results.json`.

pub mod chart;
pub mod choice;
pub mod claim;
pub mod compare;
pub mod error;
pub mod findings;
#[cfg(test)]
mod fixtures;
pub mod page;
pub mod paper;
pub mod plots;
pub mod results;
pub mod store;
pub mod study;
pub mod table;

pub use error::Error;

/// The name of the processor among devices.
pub const CPU: &str = "cpu";

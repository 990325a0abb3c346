//! Tables of measurements, claims of papers judged by them, charts drawn from them, and the report's page.
//!
//! Nothing here measures: everything is drawn and judged from tables, as they are in `results.json`.

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

/// What the processor is called where devices are.
pub const CPU: &str = "cpu";

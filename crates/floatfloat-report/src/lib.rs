//! Tables of measurements, claims of papers judged by them, charts drawn from them, and the report's page.
//!
//! Nothing here measures: what is drawn and judged stands in tables, as `results.json` keeps them.

pub mod chart;
pub mod choice;
pub mod claim;
pub mod compare;
pub mod error;
pub mod findings;
pub mod page;
pub mod paper;
pub mod plots;
pub mod results;
mod schema_1;
pub mod store;
pub mod study;
pub mod table;

pub use error::Error;

/// What the processor is called where devices are.
pub const CPU: &str = "cpu";

/// An empty table whose columns, pairs of name and unit, have the role that their name tells.
pub fn old_table(id: &str, device: &str, columns: &[(&str, &str)]) -> table::Table {
    let column = |&(name, unit): &(&str, &str)| table::Column {
        name: name.to_owned().into(),
        unit: unit.to_owned().into(),
        role: schema_1::role(id, name),
    };
    table::Table::new(id, device, columns.iter().map(column).collect::<Vec<_>>())
}

//! Helpers for the tables of experiments.

pub use floatfloat_report::table::{
    Column, IntoCell, Table, chosen, log2, measured, note, row, verdict,
};

/// The text of a cell, or none if it is empty.
pub fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

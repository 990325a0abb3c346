//! Building the tables of experiments.

pub use floatfloat_report::table::{
    Column, IntoCell, Table, chosen, log2, measured, note, row, verdict,
};

/// What a cell says that may have nothing to say.
pub fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

//! Building the tables of experiments.

pub(crate) use floatfloat_report::table::{IntoCell, Table, chosen, log2, measured, row};

/// An empty table; columns are pairs of name and unit, and have the role that their name tells.
pub(crate) fn old_table(id: &str, device: &str, columns: &[(&str, &str)]) -> Table {
    floatfloat_report::old_table(id, device, columns)
}

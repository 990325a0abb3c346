//! Building the tables of experiments.

pub(crate) use floatfloat_report::table::{IntoCell, Table, chosen, log2, measured, row};

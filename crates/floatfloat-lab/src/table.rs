//! Building the tables of experiments.

pub(crate) use floatfloat_report::table::{
    Column, IntoCell, Table, chosen, log2, measured, note, row, verdict,
};

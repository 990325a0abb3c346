//! What Warwick measured.

use crate::{
    results::Table,
    table::{old_table, row},
};

pub(super) const TABLE: &str = "Table 1 of Warwick 2020";

/// Table 1, and the third quartiles of its text.
pub(super) fn experiment() -> Table {
    let mut table = old_table("ulp-histogram-published", "GPUs of Warwick 2020", &super::COLUMNS)
        .paper(TABLE)
        .note(
            "As published: 1,024,000 pairs uniform in ±10^6 on Nvidia GPUs. The third quartiles are \
             given in the text, for addition and subtraction together as 10.",
        );
    table.push(row![
        "add-accurate",
        "ff",
        27.1,
        4,
        2_359_296,
        0,
        2711.0,
        10,
        "algorithm 6",
        1_024_000
    ]);
    table.push(row![
        "sub-accurate",
        "ff",
        31.4,
        4,
        3_145_728,
        0,
        4223.0,
        10,
        "algorithm 7",
        1_024_000
    ]);
    table.push(row!["mul-warwick", "ff", 7.847, 6, 81, 0, 7.344, 11, "algorithm 8", 1_024_000]);
    table.push(row!["div", "ff", 10.29, 7, 208, 0, 10.880, 14, "algorithm 9", 1_024_000]);
    table
}

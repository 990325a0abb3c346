//! What Nguyen says of chains of multiplications.

use crate::{
    results::Table,
    table::{old_table, row},
};

/// Figure or section, intervals, what is less accurate than what.
const STATED: [(&str, &str, &str, &str); 6] = [
    ("Figure 22", "(0.1, 1.0) & (1.0, 6.0)", "float2", "f32"),
    ("Figure 22", "(0.1, 1.0) & (1.0, 6.0)", "double2", "f64"),
    ("Figure 23", "(0.1, 1.0) & (1.0, 10.0)", "float2", "f32"),
    ("Figure 23", "(0.1, 1.0) & (1.0, 10.0)", "double2", "f64"),
    ("Section 8.1", "not said", "float2", "float2 renormalised before each product"),
    ("Section 8.1", "not said", "double2", "double2 renormalised before each product"),
];

/// What the text says, as a table.
pub(super) fn tables() -> Vec<Table> {
    let columns = [("source", ""), ("range", ""), ("less_accurate", ""), ("more_accurate", "")];
    let mut table = old_table("mul-chain-published", "a device of Nguyen, not named", &columns)
        .paper("Figures 22 and 23 of Nguyen")
        .note(
            "The figures show the absolute difference from multiple precision after n \
             multiplications; no number is given, only which type is worse. To renormalise is to \
             convert the intermediate result to one word and back to two; by how much that helps, \
             and in which range, is not said. The number of multiplications is not given \
             either.",
        )
        .note(
            "The reason given: the error component z.error = x.value · y.error + x.error · \
             y.value + x.error · y.error spreads errors, and its last term underflows after a few \
             products. The rounding error of x.value · y.value, which the formula leaves out, is \
             not mentioned.",
        );
    for (source, range, less_accurate, more_accurate) in STATED {
        table.push(row![source, range, less_accurate, more_accurate]);
    }
    vec![table]
}

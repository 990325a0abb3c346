//! What Nguyen says of (x·y)/y.

use crate::{
    results::Experiment,
    table::{Table, row},
};

/// Magnitudes of x and of y, and the gap between x·y and y.
const TABLE_20: [(&str, &str, &str); 4] = [
    ("small", "large", "small"),
    ("small", "small", "small"),
    ("large", "small", "large"),
    ("large", "large", "large"),
];

/// Figure, steps, x, y, division of f32, the more accurate of f32 and float2.
type Stated = (&'static str, u32, &'static str, &'static str, &'static str, &'static str);

const STATED: [Stated; 6] = [
    ("Figure 24(a)", 1_000_000, "(0, 10)", "(0, 10)", "approximate", "float2"),
    ("Figure 24(b)", 1_000_000, "(0, 10)", "(0, 10)", "IEEE", "f32"),
    ("Figure 25(b)", 10_000_000, "(0, 10)", "(0, 10)", "IEEE", "f32"),
    ("Figure 26(b)", 10_000_000, "(10^5, 10^6)", "(10^5, 10^6)", "IEEE", "f32"),
    ("Figure 27(a)", 10_000_000, "small", "large", "IEEE", "f32"),
    ("Figure 27(b)", 10_000_000, "large", "small", "IEEE", "f32"),
];

/// Table 20 as published, and what the text says of the figures.
pub(super) fn tables() -> Vec<Experiment> {
    vec![gaps(), figures()]
}

fn gaps() -> Experiment {
    let columns = [("x", ""), ("y", ""), ("gap", "")];
    let mut table = Table::new("do-undo-seed", "by reasoning, not measured", &columns)
        .seed("Table 20 of Nguyen")
        .note(
            "As published: the gap between x·y and y in (x·y)/y. Small values are in (0, 10), \
             large ones are above 10^4.",
        );
    for (x, y, gap) in TABLE_20 {
        table.push(row![x, y, gap]);
    }
    table.finish()
}

fn figures() -> Experiment {
    let columns = [
        ("source", ""),
        ("steps", ""),
        ("x", ""),
        ("y", ""),
        ("division", ""),
        ("more_accurate", ""),
    ];
    let mut table = Table::new("do-undo-seed-figures", "a GPU of Nguyen, not named", &columns)
        .seed("Figures 24 to 27 of Nguyen")
        .note(
            "The figures show the absolute difference of (x·y)/y from x by step; no number is \
             given. division is that of f32; the reciprocal in float2's quotient is always \
             IEEE's. All with fast math, so that subnormal numbers are flushed. Figures 25(a) and \
             26(a) are not described.",
        )
        .note(
            "The text adds: the error of float2 stays about a horizontal line (figures 25 to 27). \
             Figure 28, 10^6 steps: (a) and (b), as 27(a), x small and y large, have another \
             trend of error; (c) and (d), as 27(b), x large and y small, are less accurate. \
             Figure 29, 10^6 steps: x and y both large are very inaccurate as well. The largest \
             errors come with large x.",
        )
        .note(
            "An approximate quotient takes 20 clock cycles, an IEEE one 36. IEEE by intrinsic and \
             IEEE by default give the same results (cases 2 and 3 of section 8.2.2).",
        );
    for (source, steps, x, y, division, more_accurate) in STATED {
        table.push(row![source, steps, x, y, division, more_accurate]);
    }
    table.finish()
}

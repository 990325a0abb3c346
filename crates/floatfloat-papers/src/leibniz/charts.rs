//! The charts of error over time, and of slug factors with those of the paper.

use floatfloat_report::{
    chart::{Chart, Lines, Source, Value, Words, errors, logarithmic},
    page::figures::leibniz,
};

pub(super) const CHARTS: &[Chart] = &[
    Chart::Lines(Lines {
        words: Words {
            id: "figure-leibniz",
            title: "Error and time of the series",
            description: "Each number type as a point: the time of the series to the right, its distance from \
                the exact sum of the terms upwards, one panel per device; both axes logarithmic.",
            caption: "Lower is more accurate, left is faster. One invocation or thread adds up all terms, each \
                of them a division.",
            of: "the whole series",
        },
        source: Source::of("leibniz"),
        x: logarithmic(Value::Column("ns"), "ns"),
        y: errors("error", "error of the sum"),
        published: None,
    }),
    Chart::Special(leibniz::factors),
];

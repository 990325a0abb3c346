//! The charts of the times of sums, with those of GMP and CUMP.

use floatfloat_report::chart::{
    Chart, Lines, Published, Shows, Source, Value, Words, logarithmic, sizes,
};

pub(super) const CHARTS: &[Chart] = &[Chart::Lines(Lines {
    words: Words {
        id: "figure-multi-precision",
        title: "Time of sums in multiple precision",
        description: "Time of a sum over the number of its elements, one line per number type, one panel per device; both \
            axes logarithmic.",
        caption: "Lower is faster. On the processor one number after the other. Hollow markers are those of the thesis: \
            GMP on one thread (table 8), and below it at 2^20 CUMP on 64 × 32 threads of a Tesla C2075 (table 10).",
        of: "sums",
    },
    source: Source { with: &[("op", Shows::One(&["sum"]))], ..Source::of("multi-precision") },
    x: sizes("elements", "elements"),
    y: logarithmic(Value::Column("seconds"), "s"),
    published: Some(Published {
        table: "sum-time-published",
        with: &[
            ("source", Shows::One(&["Table 8", "Table 10"])),
            ("groups", Shows::One(&["", "64"])),
        ],
        x: Value::Column("elements"),
        y: Value::Column("seconds"),
        panels: &[],
    }),
})];

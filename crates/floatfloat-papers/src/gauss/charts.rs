//! The charts of error by size, gain by larger blocks, and error over time: figures 15 to 17 of the
//! thesis.

use floatfloat_report::chart::{
    Chart, Lines, Published, Shows, Source, Value, Words, errors, logarithmic, sizes,
};

/// The processor's own blocks, and blocks of 8x8 on other devices.
const USUAL_BLOCK: (&str, Shows) = ("block", Shows::One(&["", "8x8"]));

const RANDOM: Source = Source { with: &[USUAL_BLOCK], ..Source::of("gauss") };

/// The time in blocks of 4x4 divided by that in blocks of 8x8.
const GAIN: Value = Value::Over { column: "seconds", by: "block", over: "8x8" };

pub(super) const CHARTS: &[Chart] = &[
    Chart::Lines(Lines {
        words: Words {
            id: "figure-gauss-errors",
            title: "Error of solutions by size",
            description: "Mean distance of the solution from the exact one over the number of unknowns, one \
                line per number type, one panel per device; both axes logarithmic.",
            caption: "Lower is more accurate. Figure 15 of the thesis. No rows are exchanged, so that small \
                pivots magnify errors by chance.",
            of: "random systems",
        },
        source: RANDOM,
        x: sizes("size", "unknowns"),
        y: errors("error", "mean error of x"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-gauss-blocks",
            title: "What larger blocks gain",
            description: "Time of the elimination in blocks of 4x4 over that in blocks of 8x8, over the number \
                of unknowns, one line per number type, one panel per device; both axes logarithmic.",
            caption: "Above 1 the larger block is faster. Figure 16 of the thesis; hollow markers follow from \
                its table 16.",
            of: "random systems",
        },
        source: Source { with: &[("block", Shows::One(&["4x4"]))], ..RANDOM },
        x: sizes("size", "unknowns"),
        y: logarithmic(GAIN, "time in 4x4 over time in 8x8"),
        published: Some(Published {
            table: "gauss-published",
            with: &[("block", Shows::One(&["4x4"]))],
            x: Value::Column("side"),
            y: GAIN,
            panels: &[],
        }),
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-gauss-tradeoff",
            title: "Error of solutions over time",
            description: "A line per number type through systems of more and more unknowns, the time to the \
                right, the error upwards, one panel per device; both axes logarithmic.",
            caption: "Lower is more accurate, left is faster. Figure 17 of the thesis; on devices other \
                 than the processor in blocks of 8x8.",
            of: "random systems",
        },
        source: RANDOM,
        x: logarithmic(Value::Column("seconds"), "s"),
        y: errors("error", "mean error of x"),
        published: None,
    }),
];

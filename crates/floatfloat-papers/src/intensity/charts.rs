//! The charts of the cost of precision by shape, the roofline, and the accuracy: figures 12 to 14 of the
//! thesis.

use floatfloat_report::chart::{
    Chart, Lines, Published, Shows, Source, Value, Words, errors, logarithmic,
};

/// The whole device, with a panel for each operation.
const ROOFLINE: Source = Source { panels: &["device", "op"], ..Source::of("intensity-roofline") };

const OVER_F32: Value = Value::Over { column: "ms", by: "type", over: "f32" };

const ADDITIONS: &[(&str, Shows)] = &[("op", Shows::One(&["add"]))];

pub(super) const CHARTS: &[Chart] = &[
    Chart::Lines(Lines {
        words: Words {
            id: "figure-intensity-relative",
            title: "What precision costs, by operations for each number",
            description: "Time of additions in each number type over that of f32, by the number of \
                 additions per loaded number, a panel for each shape of a launch; both axes \
                 logarithmic.",
            caption: "Where lines meet on the left, loading, storing and launching take all of the \
                 time, and precision costs nothing; on the right the time depends on the \
                 instructions of each type. Shapes are workgroups × lanes. Hollow markers: tables \
                 13 to 15 of the thesis, where the shape is the same.",
            of: "additions in 16 independent chains",
        },
        source: Source {
            table: "intensity",
            with: ADDITIONS,
            panels: &["device", "groups", "lanes"],
            ..ROOFLINE
        },
        x: logarithmic(Value::Column("operations"), "additions for each number"),
        y: logarithmic(OVER_F32, "time over f32"),
        published: Some(Published {
            table: "intensity-published",
            with: ADDITIONS,
            x: Value::Column("operations"),
            y: OVER_F32,
            panels: &[("groups", "groups"), ("lanes", "lanes")],
        }),
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-intensity-roofline",
            title: "Roofline of each number type",
            description: "Operations on machine words per second over operations per byte loaded or stored, \
                 a line for each number type; both axes logarithmic.",
            caption: "Lines rise while memory is the limit and are level where arithmetic is. Types of \
                 the same word have the same upper limit. Types of two words reach it with fewer \
                 operations, since each operation is many flops.",
            of: "additions and products, the whole device,",
        },
        source: ROOFLINE,
        x: logarithmic(Value::Column("flops_per_byte"), "flops per byte"),
        y: logarithmic(Value::Column("gflops"), "10⁹ flops per second"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-intensity-accuracy",
            title: "Accuracy and speed after the most operations",
            description: "For each number type a point: its operations per second to the right, its \
                 relative error upwards; both axes logarithmic.",
            caption: "Further right is faster, further down more accurate.",
            of: "additions and products, the whole device,",
        },
        source: Source { with: &[("operations", Shows::Most(&[]))], ..ROOFLINE },
        x: logarithmic(Value::Column("gops"), "10⁹ operations per second"),
        y: errors("error", "relative error"),
        published: None,
    }),
];

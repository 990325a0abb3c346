//! The charts of errors by range, times by shape, both together, and the error component in the
//! course of a sum.

mod along;

use super::claims::RANGES;
use floatfloat_report::chart::{
    Axis, Chart, Devices, Lines, Markers, Published, Scale, Shows, Source, Value, Words, errors,
    logarithmic,
};

/// Sums in the library's own shape, of numbers with as many bits as the word of the type.
const ACCURACY: Source = Source {
    with: &[
        ("elements", Shows::Most(&[])),
        ("shape", Shows::Not("launched")),
        ("bits", Shows::Most(&["type"])),
    ],
    panels: &["device", "elements"],
    ..Source::of("sum")
};

pub(super) const CHARTS: &[Chart] = &[
    Chart::Markers(Markers {
        words: Words {
            id: "figure-sum-accuracy",
            title: "Error of sums whose exact value is 0",
            description: "For each range of magnitudes a marker per number type at its error, on a scale of \
                powers of two.",
            caption: "Further left is more accurate. Each type adds up numbers of as many bits as its \
                 word, as in the thesis; the table also has the same numbers for all types. Rows \
                 without markers are not measured at that length. Hollow markers: sums of 2^23 \
                 numbers in the thesis, those of one thread beside the processor's, those of many \
                 threads beside those of other devices.",
            of: "the longest sums",
        },
        source: ACCURACY,
        rows: &["range"],
        x: errors("error", "error"),
        published: Some(Published {
            table: "sum-accuracy-published",
            with: &[("elements", Shows::Most(&[]))],
            x: Value::Column("error"),
            y: Value::Column("error"),
            panels: &[("shape", "shape_here")],
        }),
    }),
    Chart::Markers(Markers {
        words: Words {
            id: "figure-sum-shapes",
            title: "Time of sums by blocks and threads",
            description: "For each shape of a launch, groups × lanes, a marker per number type at its time, on a \
                logarithmic scale; a panel per device.",
            caption: "Further left is faster. Groups × lanes are blocks × threads of a block; library \
                 is how the library divides a sum. Sums that would take more than a second are \
                 left out.",
            of: "the longest sums",
        },
        source: Source {
            table: "sum-time",
            with: &[("elements", Shows::Most(&[])), ("shape", Shows::Not("sequential"))],
            ..ACCURACY
        },
        rows: &["launch"],
        x: logarithmic(Value::Column("seconds"), "s"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-sum-tradeoff",
            title: "Error of sums over their time",
            description: "A line per number type through sums of more and more numbers, the time to the right, \
                the error upwards; a panel per range of magnitudes.",
            caption: "Lower is more accurate, left is faster. Along a line the sums have more and more numbers.",
            of: "sums",
        },
        source: Source {
            with: &[
                ("range", Shows::One(&RANGES)),
                ("shape", Shows::Not("launched")),
                ("bits", Shows::Most(&["type"])),
            ],
            devices: Devices::FirstOther,
            panels: &["range"],
            ..ACCURACY
        },
        x: logarithmic(
            Value::Joined {
                table: "sum-time",
                column: "seconds",
                on: &["device", "type", "elements"],
                with: &[("shape", Shows::Not("launched"))],
            },
            "s",
        ),
        y: Axis { scale: Scale::Errors, value: Value::Column("error"), label: "error" },
        published: None,
    }),
    Chart::Special(along::drawing),
];

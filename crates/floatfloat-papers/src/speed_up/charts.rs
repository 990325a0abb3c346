//! The chart of the speed of each operation compared with f64: table 2 of Warwick's paper.

use floatfloat_report::chart::{
    Chart, Markers, Published, Shows, Source, Value, Words, logarithmic,
};

const SPEED_UP: Value = Value::Column("speed_up");

pub(super) const CHARTS: &[Chart] = &[Chart::Markers(Markers {
    words: Words {
        id: "figure-speed-up",
        title: "Speed of each operation beside f64",
        description: "For each operation, done once and repeatedly, a marker per number type at how many times \
            as fast as f64 it is, on a logarithmic scale; a panel per device.",
        caption: "Further right is faster; 1 is as fast as f64. An operation that is done once to each \
             number in memory takes the time to move its bytes. Hollow markers are ff as \
             published, each of another GPU.",
        of: "+, −, ×, ÷ of every type",
    },
    source: Source::of("speed-up"),
    rows: &["op", "repetitions"],
    x: logarithmic(SPEED_UP, "times as fast as f64"),
    published: Some(Published {
        table: "speed-up-published",
        with: &[("type", Shows::One(&["ff"]))],
        x: SPEED_UP,
        y: SPEED_UP,
        panels: &[],
    }),
})];

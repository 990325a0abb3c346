//! The charts of error by size, time by block, and error over time: figures 18 to 21 of the thesis.

use floatfloat_lab::results::Results;
use floatfloat_report::{
    CPU,
    chart::{
        self, Chart, Devices, Lines, Published, Source, Value, Words, errors, logarithmic, sizes,
    },
    page::figures::Drawing,
    table::{Frame, find},
};

const ACCURACY: Source =
    Source { devices: Devices::First, panels: &["range"], ..Source::of("lud") };

const TIMES: Source =
    Source { table: "lud-time", devices: Devices::FirstOther, panels: &["size"], ..ACCURACY };

pub(super) const CHARTS: &[Chart] = &[
    Chart::Lines(Lines {
        words: Words {
            id: "figure-lud-errors",
            title: "Error of L and U by size and range",
            description: "Mean distance of the elements of L and U from the exact ones over the number of rows, \
                one line per number type, one panel per range; both axes logarithmic.",
            caption: "Lower is more accurate. Figures 18 to 20 of the thesis are the first, third and fifth \
                range. No rows are exchanged.",
            of: "random matrices",
        },
        source: ACCURACY,
        x: sizes("size", "rows"),
        y: errors("error", "mean error"),
        published: None,
    }),
    Chart::Lines(Lines {
        words: Words {
            id: "figure-lud-blocks",
            title: "Time of decompositions by block",
            description: "Milliseconds over the number of rows of a block, one line per number type, one panel \
                per size of the matrix; both axes logarithmic.",
            caption: "Lower is faster. Missing blocks need more resources than the device has, or would \
                 take too long. Hollow markers: table 19 of the thesis.",
            of: "random matrices",
        },
        source: TIMES,
        x: sizes("block_rows", "rows of a block"),
        y: logarithmic(Value::Column("ms"), "ms"),
        published: Some(Published {
            table: "lud-time-published",
            with: &[],
            x: Value::Column("block_rows"),
            y: Value::Column("ms"),
            panels: &[("size", "side")],
        }),
    }),
    Chart::Specials(tradeoff),
];

const TRADEOFF: Chart = Chart::Lines(Lines {
    words: Words {
        id: "figure-lud-tradeoff",
        title: "Error of L and U over time",
        description: "A line per number type, the time to the right, the error upwards; both axes logarithmic.",
        caption: "Lower is more accurate, left is faster. Figure 21 of the thesis. Along a line the \
             block size changes, in the largest matrix that most types factorise; on the \
             processor, which has one block size, the size of the matrix changes.",
        of: "matrices of (10^-2, 10^-1) & (10^1, 10^2)",
    },
    source: Source { panels: &[], ..TIMES },
    x: logarithmic(Value::Column("ms"), "ms"),
    y: errors_of_accuracy(),
    published: None,
});

/// The errors in the other table.
const fn errors_of_accuracy() -> chart::Axis {
    let value = Value::Joined {
        table: "lud",
        column: "error",
        on: &["device", "type", "range", "size"],
        with: &[],
    };
    chart::Axis { value, ..errors("error", "mean error") }
}

/// For devices with several blocks one size is drawn: the largest of those for which the most types
/// were measured.
fn tradeoff(results: &Results) -> Vec<Drawing> {
    let tables = &results.experiments;
    let Some(times) = find(tables, "lud-time", &["ms"]) else { return Vec::new() };
    let Some(accuracy) = find(tables, "lud", &["error"]) else { return Vec::new() };
    let mut drawn = times.clone();
    drawn.rows.clear();
    for device in times.frame().distinct("device") {
        let of = [("device", &device[..])];
        let (times, accuracy) = (times.frame().with(&of), accuracy.frame().with(&of));
        let rows = match &device[..] {
            CPU => times,
            _ => of_one_size(&times, &accuracy),
        };
        drawn.rows.extend(rows.rows().map(|row| row.cells().to_vec()));
    }
    let mut narrowed = results.clone();
    narrowed.experiments.retain(|table| table.id != "lud-time");
    narrowed.experiments.push(drawn);
    chart::drawings(&TRADEOFF, &narrowed)
}

fn of_one_size<'a>(times: &Frame<'a>, accuracy: &Frame<'_>) -> Frame<'a> {
    let types = |size: f64| {
        let at = times.at("size", size);
        let accurate = accuracy.at("size", size).filter(|row| row.finite("error").is_some());
        let known = |number: &String| !accurate.with(&[("type", number)]).is_empty();
        at.distinct("type").iter().filter(|number| known(number)).count()
    };
    // If counts are equal, the last one wins, which is the largest size.
    let size = times.sizes("size").into_iter().max_by_key(|&size| types(size));
    size.map_or_else(|| times.clone(), |size| times.at("size", size))
}

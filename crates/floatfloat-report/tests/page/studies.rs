//! The studies to which the made-up tables belong, with their charts.

use floatfloat_report::{
    chart::{self, Chart, Devices, Lines, Markers, Shows, Source, Value, Words, logarithmic},
    page::figures::{accuracy, histogram, intervals, pareto, published, roofline},
    study::Study,
};

/// What the made-up tables are about.
pub(super) const STUDIES: &[&Study] = &[
    &study("paranoia", "How this machine rounds", &[Chart::Special(intervals::drawing)]),
    &study("accuracy", "Accuracy", &[Chart::Specials(accuracy::on_hard_operands)]),
    &study(
        "bench",
        "Speed",
        &[AT_FEW, over_sizes("figure-bench-sizes", "bench-sizes", &["op"], "type"), ROOFLINE],
    ),
    &study(
        "ops-accuracy",
        "Accuracy as measured in 2006",
        &[Chart::Special(published::errors), Chart::Specials(accuracy::on_random_vectors)],
    ),
    &study(
        "ops-speed",
        "Speed in 2006",
        &[over_sizes("figure-ops-speed", "ops-speed", &["type"], "op")],
    ),
    &study(
        "ulp-histogram",
        "Distance of float-float from f64",
        &[Chart::Special(histogram::drawing)],
    ),
    &study(
        "advise-matrix",
        "Which type for which work",
        &[Chart::Special(pareto::of_advice), Chart::Special(pareto::of_matrix)],
    ),
];

const ROOFLINE: Chart = Chart::Special(roofline::roofline);

const TIME: chart::Axis = logarithmic(Value::Column("ns_per_op"), "ns");

/// Times of the shortest arrays.
const AT_FEW: Chart = Chart::Markers(Markers {
    words: words("figure-at-few"),
    source: Source { with: &[("elements", Shows::Least(&["op", "type"]))], ..Source::of("bench") },
    rows: &["op"],
    x: TIME,
    published: None,
});

/// A figure for each device, a panel and a line for each value of columns.
const fn over_sizes(
    id: &'static str,
    table: &'static str,
    panels: &'static [&'static str],
    series: &'static str,
) -> Chart {
    Chart::Lines(Lines {
        words: words(id),
        source: Source { devices: Devices::OneFigureForEach, panels, series, ..Source::of(table) },
        x: chart::sizes("elements", "elements"),
        y: TIME,
        published: None,
    })
}

const fn words(id: &'static str) -> Words {
    Words { id, title: "Times", description: "Times.", caption: "Lower is faster.", of: "all" }
}

const fn study(id: &'static str, title: &'static str, charts: &'static [Chart]) -> Study {
    let (summary, paper, published, claims) = ("", "", &[], &[]);
    let about = "What is done.\nHow to read it.\n\nHow it is measured.";
    Study { id, title, summary, about, paper, published, claims, charts }
}

use super::{
    Axis, Chart, Devices, Lines, Markers, Scale, Shows, Source, Value, Words, drawings, errors,
    logarithmic,
};
use crate::{
    fixtures::results,
    plots::{self, Mark},
    row,
    table::{Table, chosen, measured},
};

const WORDS: Words =
    Words { id: "figure-made-up", title: "", description: "", caption: "", of: "sums" };

const LONGEST: Source = Source {
    with: &[("elements", Shows::Most(&[]))],
    panels: &["device", "elements"],
    ..Source::of("made-up")
};

/// Errors in two ranges, of which each device has one at its largest size.
fn table(error: f64) -> Table {
    let columns = [
        chosen("device"),
        chosen("type"),
        chosen("range"),
        chosen("elements").in_unit("numbers"),
        measured("error", ""),
    ];
    let mut table = Table::new("made-up", "cpu, cuda:0", columns);
    table.push(row!["cpu", "f32", "near", 512, 1e-5]);
    table.push(row!["cpu", "f32", "far", 1024, error]);
    table.push(row!["cuda:0", "f32", "near", 512, 1e-4]);
    table
}

#[test]
fn devices_have_the_same_rows_in_the_order_of_the_table() {
    let chart = Chart::Markers(Markers {
        words: WORDS,
        source: LONGEST,
        rows: &["range"],
        x: errors("error", "error"),
        published: None,
    });
    let mut results = results();
    results.experiments.push(table(1e-3));
    let figure = drawings(&chart, &results).remove(0).figure;
    let titles: Vec<_> = figure.panels.iter().map(|panel| &panel.title).collect();
    assert_eq!(titles, ["cpu, 1024 numbers", "cuda:0, 512 numbers"]);
    let at = |panel: usize| figure.panels[panel].marks[0].positions()[0].1;
    assert_eq!((at(0), at(1)), (-1.0, 0.0));
    // Written once for both panels where they stand beside each other.
    let svg = plots::inline(&figure, plots::FULL).unwrap();
    assert_eq!(svg.matches("far").count(), 1);
    // Rows that differ are never shared.
    let mut different = figure;
    different.panels[1].y = plots::axis::Axis::rows(vec!["far".into(), "other".into()]);
    let svg = plots::inline(&different, plots::FULL).unwrap();
    assert_eq!((svg.matches("far").count(), svg.matches("other").count()), (2, 1));
}

#[test]
fn relative_errors_beyond_what_is_right_have_one_place() {
    let y = Axis {
        value: Value::Column("error"),
        label: "relative error",
        scale: Scale::RelativeErrors,
    };
    let x = logarithmic(Value::Column("elements"), "elements");
    let source = Source { with: &[], panels: &[], ..LONGEST };
    let chart = Chart::Lines(Lines { words: WORDS, source, x, y, published: None });
    let height = |error: f64| {
        let mut results = results();
        results.experiments.push(table(error));
        let figure = drawings(&chart, &results).remove(0).figure;
        let Mark::Line { at, .. } = &figure.panels[0].marks[0] else { panic!("a line") };
        assert_eq!(at.len(), 2);
        at[1].1
    };
    assert_eq!(height(0.5), -1.0);
    assert_eq!(height(2.0), height(f64::INFINITY));
    assert_eq!(height(2.0), height(f64::NAN));
    // Above the other point of the line.
    assert!(height(2.0) > 1e-5_f64.log2());
}

#[test]
fn the_first_other_device_is_hardware_or_software_or_the_processor() {
    let source = Source { with: &[], panels: &[], devices: Devices::FirstOther, ..LONGEST };
    let (x, y) = (logarithmic(Value::Column("elements"), "elements"), errors("error", "error"));
    let chart = Chart::Lines(Lines { words: WORDS, source, x, y, published: None });
    let shown = |measured: &[&str]| {
        let mut table = table(1e-3);
        table.rows.clear();
        measured.iter().for_each(|&id| table.push(row![id, "f32", "near", 512, 1e-3]));
        let mut results = results();
        results.experiments.push(table);
        drawings(&chart, &results).remove(0).operations
    };
    assert_eq!(shown(&["cpu", "wgpu:0", "cuda:0"]), "sums on cuda:0");
    assert_eq!(shown(&["cpu", "wgpu:0"]), "sums on wgpu:0");
    assert_eq!(shown(&["wgpu:0", "cuda:0"]), "sums on cuda:0");
    assert_eq!(shown(&["cpu"]), "sums on cpu");
}

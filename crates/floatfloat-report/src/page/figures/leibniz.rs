//! Slug factors, speed-ups and distances from f64, with those published for float-float.

use super::{Drawing, of_type, published_key, published_series};
use crate::{
    chart::Words,
    plots::{Mark, Panel, Series, axis::Axis},
    results::Results,
    table::{Row, Table, distinct},
};

const COLUMNS: [&str; 6] = ["device", "type", "ulps_from_f64", "ns", "speed_up", "error"];
const SLUG: [&str; 3] = ["device", "slug_f64", "slug_ff"];

/// One line of the figure of factors.
#[derive(Default)]
struct Machine<'a> {
    name: &'a str,
    published: bool,
    slug_f64: Option<f64>,
    slug_ff: Option<f64>,
    speed_up: Option<f64>,
    ulps: Option<f64>,
}

impl Machine<'_> {
    /// The name, without the name of the family if the model implies it.
    fn short(&self) -> String {
        self.name.strip_prefix("GeForce ").unwrap_or(self.name).to_owned()
    }
}

/// The devices of this machine, then the published ones.
fn machines<'a>(
    ours: &'a Table,
    published: Option<&'a Table>,
    slug: [Option<&'a Table>; 2],
) -> Vec<Machine<'a>> {
    let here = ours.devices();
    let theirs = published.map_or_else(Vec::new, Table::devices);
    let names = here.iter().chain(theirs.iter().filter(|name| !here.contains(name)));
    let machine = |name: &'a str| {
        let of_ff = |view: &'a Table| view.rows_of(name).find(|row| row.text("type") == Some("ff"));
        let ff: Option<Row<'a>> = of_ff(ours).or_else(|| published.and_then(of_ff));
        let slug = slug.into_iter().flatten().find_map(|slug| slug.rows_of(name).next());
        let of = |row: Option<Row<'a>>, column| row.and_then(|row| row.finite(column));
        Machine {
            name,
            published: !here.contains(&name),
            slug_f64: of(slug, "slug_f64"),
            slug_ff: of(slug, "slug_ff"),
            speed_up: of(ff, "speed_up"),
            ulps: of(ff, "ulps_from_f64"),
        }
    };
    distinct(names.copied()).into_iter().map(machine).collect()
}

/// Slug factors, speed-ups and distances from f64 of every device, and the published ones.
pub fn factors(results: &Results) -> Option<Drawing> {
    let ours = results.find("leibniz", &COLUMNS)?;
    let published = results.find("leibniz-published", &["device", "type", "speed_up"]);
    let slug = ["leibniz-slug", "leibniz-slug-published"].map(|id| results.find(id, &SLUG));
    let machines = machines(ours, published, slug);
    let any_published = machines.iter().any(|machine| machine.published);
    let (f64s, ffs) = (of_type("f64"), of_type("ff"));
    let mut series: Vec<Series> =
        [f64s.clone(), ffs.clone(), published_series(&f64s), published_series(&ffs)].into();
    if any_published {
        series.push(published_key("published"));
    }
    let panels: Vec<Panel> = [
        panel("times as slow as f32", &machines, &[(0, |m| m.slug_f64), (1, |m| m.slug_ff)]),
        panel("times as fast as f64", &machines, &[(1, |m| m.speed_up)]),
        panel("ulps from f64", &machines, &[(1, |m| m.ulps)]),
    ]
    .into_iter()
    .flatten()
    .collect();
    if panels.is_empty() {
        return None;
    }
    let mut sources = vec!["leibniz"];
    sources.extend([slug[0], published, slug[1]].into_iter().flatten().map(|view| &view.id[..]));
    let words = Words {
        id: "figure-leibniz-factors",
        title: "Speed of float-float and f64, as measured in 2020",
        description: "For each device here and each published GPU how many times slower than f32 the \
            series is in f64 and in ff, how many times as fast as f64 ff is, and how many \
            units in the last place lie between their results; all axes logarithmic.",
        caption: "Where ff is to the left of f64, ff is faster. The published factor of f64 \
             comes from the specification of the hardware; ours is measured. The distance from \
             f64 depends on the algorithms and on the order of the terms, as the table \
             leibniz-order shows.",
        of: "the whole series in f64 and ff",
    };
    let mut drawing = Drawing::new(&words, &ours.devices(), panels, series, &sources);
    drawing.figure.columns = drawing.figure.panels.len();
    Some(drawing.with_shared_rows())
}

type Value = fn(&Machine<'_>) -> Option<f64>;

/// A row for each machine. Published values are hollow.
fn panel(label: &str, machines: &[Machine<'_>], values: &[(usize, Value)]) -> Option<Panel> {
    let points = |series: usize, value: Value, published: bool| -> Mark {
        let rows = machines.iter().enumerate().filter(|(_, m)| m.published == published);
        let at = rows.filter_map(|(i, m)| Some((value(m).filter(|v| *v > 0.0)?, -(i as f64))));
        Mark::Points { series: series + if published { 2 } else { 0 }, at: at.collect() }
    };
    let marks: Vec<Mark> = values
        .iter()
        .flat_map(|&(series, value)| {
            [false, true].map(|published| points(series, value, published))
        })
        .filter(|mark| !mark.positions().is_empty())
        .collect();
    let positions: Vec<(f64, f64)> = marks.iter().flat_map(Mark::positions).collect();
    (!positions.is_empty()).then(|| Panel {
        title: String::new(),
        x: Axis::logarithmic(label, positions.iter().map(|at| at.0)),
        y: Axis::rows(machines.iter().map(Machine::short).collect()),
        height: 26 * machines.len() as u32 + 8,
        marks,
    })
}

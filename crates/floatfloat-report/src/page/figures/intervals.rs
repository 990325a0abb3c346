//! Intervals of errors, as in the tables of Hillesland & Lastra.

use super::Drawing;
use crate::{
    chart::Words,
    plots::{Key, Mark, Panel, Series, Shape, axis::Axis, theme::Ink},
    results::Results,
    table::{Row, Table, distinct},
};

const COLUMNS: [&str; 4] = ["device", "op", "low", "high"];
const OURS: usize = 0;
const PUBLISHED: usize = 1;

/// A panel for each operation and a row for each machine, with the published interval below ours.
pub fn drawing(results: &Results) -> Option<Drawing> {
    let [rows, theirs] = ["paranoia", "paranoia-published"].map(|id| -> Vec<Row> {
        results.find(id, &COLUMNS).into_iter().flat_map(Table::rows).collect()
    });
    let machines = machines(&rows);
    let panels: Vec<Panel> = [("add", "+"), ("sub", "−"), ("mul", "×"), ("div", "÷")]
        .iter()
        .filter_map(|&(op, sign)| {
            let ours = |row: &Row| machines.iter().position(|machine| machine.has(row));
            let simulated = |row: &Row| machines.iter().position(|machine| machine.simulates(row));
            let mut marks = spans(&rows, op, OURS, -4, ours);
            marks.extend(spans(&theirs, op, PUBLISHED, 5, simulated));
            (!marks.is_empty()).then(|| panel(sign, &machines, marks))
        })
        .collect();
    if panels.is_empty() {
        return None;
    }
    let series =
        |name: &str, ink| Series { name: name.into(), ink, shape: Shape::Square, key: Key::Span };
    let published = if theirs.is_empty() { "" } else { "published" };
    let mut sources = vec!["paranoia"];
    if !theirs.is_empty() {
        sources.push("paranoia-published");
    }
    let words = Words {
        id: "figure-paranoia",
        title: "Intervals of error of one operation",
        description: "For each operation and machine a bar from the lowest to the highest \
            error in ulps; exact rounding gives −0.5 to 0.5.",
        caption: "A machine that rounds to nearest stays within half an ulp on either side; one \
            that chops reaches a whole ulp on one side.",
        of: "+ − × ÷ of the machine named in each row",
    };
    let series = vec![series("measured here", Ink::Blue), series(published, Ink::Vermilion)];
    Some(Drawing::new(&words, &[], panels, series, &sources).with_shared_rows())
}

/// A machine of the figure: its name, and the rows about it.
struct Machine {
    name: String,
    device: String,
    /// The properties that distinguish it from other machines of the device.
    details: Vec<(&'static str, String)>,
}

impl Machine {
    fn has(&self, row: &Row) -> bool {
        row.text("device") == Some(&self.device)
            && self.details.iter().all(|(column, text)| row.text(column) == Some(text))
    }

    /// Whether a published row is about the device that this machine simulates: `R300` and
    /// `R300-like`.
    fn simulates(&self, row: &Row) -> bool {
        row.text("device").is_some_and(|device| self.name.starts_with(device))
    }
}

/// The machines of these rows. A device with several formats or modes counts as several machines.
fn machines(rows: &[Row]) -> Vec<Machine> {
    let mut machines: Vec<Machine> = Vec::new();
    for device in distinct(rows.iter().filter_map(|row| row.text("device"))) {
        let of_device: Vec<&Row> =
            rows.iter().filter(|row| row.text("device") == Some(device)).collect();
        let short = device.trim_end_matches(" (simulated)");
        let several: Vec<&'static str> = ["mode", "format"]
            .into_iter()
            .filter(|column| {
                distinct(of_device.iter().filter_map(|row| row.text(column))).len() > 1
            })
            .collect();
        let first = machines.len();
        for row in of_device {
            let texts = several.iter().filter_map(|&column| Some((column, row.text(column)?)));
            let details: Vec<_> = texts.map(|(column, text)| (column, text.to_owned())).collect();
            if machines[first..].iter().all(|machine| machine.details != details) {
                let parts = details.iter().map(|(_, text)| text.as_str());
                let name = [short].into_iter().chain(parts).collect::<Vec<_>>().join(", ");
                machines.push(Machine { name, device: device.into(), details });
            }
        }
    }
    machines
}

fn spans(
    rows: &[Row],
    op: &str,
    series: usize,
    shift: i32,
    line: impl Fn(&Row) -> Option<usize>,
) -> Vec<Mark> {
    rows.iter()
        .filter(|row| row.text("op") == Some(op))
        .filter_map(|row| {
            let (low, high) = (row.finite("low")?, row.finite("high")?);
            Some(Mark::Span { series, y: -(line(row)? as f64), shift, low, high })
        })
        .collect()
}

fn panel(sign: &str, machines: &[Machine], marks: Vec<Mark>) -> Panel {
    let mut values: Vec<f64> = marks.iter().flat_map(Mark::positions).map(|at| at.0).collect();
    values.extend([-1.0, 1.0]);
    Panel {
        title: sign.into(),
        x: Axis::linear("error in ulps", values),
        y: Axis::rows(machines.iter().map(|machine| machine.name.clone()).collect()),
        height: 34 * machines.len() as u32 + 8,
        marks,
    }
}

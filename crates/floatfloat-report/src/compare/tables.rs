//! The tables of a comparison.

use super::{Differences, PROSE, Value, devices::Pair, keys};
use crate::{
    page,
    results::{Cell, Device, Results, Settings},
    table::{Table, chosen, measured, row},
};

/// The two machines.
pub(super) fn machines(a: &Results, b: &Results) -> Table {
    let mut table = table("compare-machines", &["property", "a", "b"]);
    let mut line = |name: &str, of: &dyn Fn(&Results) -> String| {
        table.push(row![name, of(a), of(b)]);
    };
    line("processor", &|results| results.machine.processor.clone());
    line("architecture", &|results| results.machine.architecture.clone());
    line("system", &|results| results.machine.system.clone());
    line("threads", &|results| results.machine.threads.to_string());
    line("extensions", &|results| results.machine.extensions.join(", "));
    line("floatfloat", &|results| results.machine.version.clone());
    line("date", &|results| results.machine.date.clone());
    let settings = |results: &Results, of: &dyn Fn(&Settings) -> String| {
        results.settings.as_ref().map_or_else(|| "not recorded".into(), of)
    };
    line("sizes", &|results| settings(results, &|settings| settings.sizes_in_words()));
    line("seed", &|results| settings(results, &|settings| settings.seed.to_string()));
    line("types", &|results| settings(results, &|settings| settings.types.join(", ")));
    line("verdict", &|results| page::verdict(results).0.to_owned());
    match different_work(a, b) {
        Some(note) => table.note(note),
        None => table,
    }
}

/// A note if the two results were asked for different work.
fn different_work(a: &Results, b: &Results) -> Option<String> {
    let (a, b) = (a.settings.as_ref()?, b.settings.as_ref()?);
    let differ = [
        ("sizes", a.sizes_in_words() != b.sizes_in_words()),
        ("seeds", a.seed != b.seed),
        ("types", a.types != b.types),
    ];
    let differ: Vec<_> =
        differ.iter().filter(|(_, differ)| *differ).map(|(name, _)| *name).collect();
    (!differ.is_empty()).then(|| {
        format!(
            "A and B were measured with different {}. Where the work of an experiment depends on \
             them, its numbers differ for this reason too.",
            differ.join(" and ")
        )
    })
}

/// The pairs of devices.
pub(super) fn devices(a: &Results, b: &Results, pairs: &[Pair<'_>]) -> Table {
    let columns = [
        "device_a",
        "name_a",
        "backend_a",
        "driver_a",
        "device_b",
        "name_b",
        "backend_b",
        "driver_b",
    ];
    let mut table = table("compare-devices", &columns).note(
        "A processor is compared with the processor of the other side. Any other device is \
         compared with the most similar device of the other side: one of the same name, else \
         hardware with hardware and the same backend. --device restricts the comparison to the \
         devices that it names on either side.",
    );
    let side = |devices: &[Device], id: Option<&str>| {
        let device = devices.iter().find(|device| Some(device.id.as_str()) == id);
        match device {
            Some(device) => row![
                device.id.as_str(),
                device.name.as_str(),
                device.backend.as_str(),
                (!device.driver.is_empty()).then_some(device.driver.as_str()),
            ],
            None => vec![Cell::Empty; 4],
        }
    };
    for pair in pairs {
        table.push([side(&a.devices, pair.a), side(&b.devices, pair.b)].concat());
    }
    table
}

/// The columns of a value that differs.
const VALUE: [&str; 10] =
    ["experiment", "device_a", "device_b", "op", "type", "of", "quantity", "unit", "a", "b"];

/// The numbers that differ.
pub(super) fn numbers(found: &Differences) -> Table {
    let mut table = table("compare", &[&VALUE[..], &["ratio"]].concat()).note(format!(
        "ratio is b / a: below 1 where B takes less time, above 1 where B has the higher rate. \
         If a and b are logarithms, ratio is the ratio of the numbers themselves. {} numbers \
         differ; those that differ most come first. {} values are equal in A and B and are left \
         out.",
        found.numbers.len(),
        found.equal
    ));
    for (value, ratio) in &found.numbers {
        table.push([cells(value), row![*ratio]].concat());
    }
    table
}

/// The differences without a ratio.
pub(super) fn words(found: &Differences) -> Table {
    let mut table = table("compare-words", &VALUE).note(format!(
        "Values that differ and have no ratio: texts, and numbers where one is zero, is missing, \
         or has the other sign. Texts of more than {PROSE} characters are not compared."
    ));
    found.words.iter().for_each(|value| table.push(cells(value)));
    table
}

/// What only one of the results contains.
pub(super) fn missing(found: &Differences) -> Table {
    let mut table = table("compare-missing", &["experiment", "device", "only_in", "rows", "first"])
        .note("Rows that only A or only B has. first says what the first of them is about.");
    for missing in &found.missing {
        let device = (!missing.device.is_empty()).then_some(missing.device.as_str());
        let only_in = ["A", "B"][missing.only_in];
        let experiment = missing.experiment.as_str();
        table.push(row![experiment, device, only_in, missing.rows, missing.example.as_str()]);
    }
    table
}

/// The cells of a value.
fn cells(Value { subject, cells: [a, b] }: &Value) -> Vec<Cell> {
    let named = |name: &str| {
        let found = subject.key.iter().find(|(known, _)| known == name);
        found.map_or(Cell::Empty, |(_, cell)| cell.clone())
    };
    let is_other = |(name, _): &&(String, Cell)| !["op", "type"].contains(&name.as_str());
    let others: Vec<_> = subject.key.iter().filter(is_other).cloned().collect();
    let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.into()) };
    vec![
        text(&subject.experiment),
        text(&subject.devices[0]),
        text(&subject.devices[1]),
        named("op"),
        named("type"),
        text(&keys::text(&others)),
        text(&subject.column.name),
        text(&subject.column.unit),
        a.clone(),
        b.clone(),
    ]
}

fn table(id: &str, columns: &[&'static str]) -> Table {
    const FOUND: [&str; 3] = ["a", "b", "ratio"];
    let column = |&name: &&'static str| match FOUND.contains(&name) {
        true => measured(name, ""),
        false => chosen(name),
    };
    Table::new(id, "", columns.iter().map(column).collect::<Vec<_>>())
}

//! Single experiments, their list, and the devices.

use crate::{
    arguments::{Common, Format, Quick},
    commands::report,
    failure::{Failure, Outcome},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    error::Error,
    experiments::{ALL, Options, find},
    machine,
    number_type::NumberType,
    results::{Cell, Column, Device, Experiment, Results, SCHEMA},
};

/// Runs the experiment of this name; no types are all types.
pub fn run(
    common: &Common,
    name: &str,
    quick: &Quick,
    types: &[NumberType],
) -> Result<Outcome, Failure> {
    let results = measured(common, name, quick, types)?;
    if name == "paranoia" && common.format == Format::Text {
        output::write(&format!("{}\n", report::verdict(&results)))?;
    }
    output::experiments(common.format, &results.experiments)?;
    Ok(findings::judge(&results))
}

/// What the experiment of this name measures; no types are all types.
pub fn measured(
    common: &Common,
    name: &str,
    quick: &Quick,
    types: &[NumberType],
) -> Result<Results, Failure> {
    let entry = find(name)?;
    let types = if types.is_empty() { NumberType::ALL.to_vec() } else { types.to_vec() };
    let options = Options { quick: quick.quick, seed: common.seed, types };
    let progress = Terminal::new();
    let experiments = (entry.run)(&options, &progress)?;
    drop(progress);
    if experiments.iter().take(1).all(|main| main.rows.is_empty()) {
        let types: Vec<_> = options.types.iter().map(|number_type| number_type.name()).collect();
        return Err(Error::Input(format!(
            "{name} measures nothing in type {}; leave out --type to see all that it measures",
            types.join(", ")
        ))
        .into());
    }
    Ok(results(experiments))
}

/// Lists the experiments.
pub fn list(common: &Common) -> Result<Outcome, Failure> {
    let rows = ALL.iter().map(|entry| [entry.id, entry.summary, entry.seed].map(text).to_vec());
    let table = table("lab", &["name", "what it finds out", "seed"], rows.collect());
    output::experiments(common.format, &[table])?;
    Ok(Outcome::Good)
}

/// Lists the devices.
pub fn devices(common: &Common) -> Result<Outcome, Failure> {
    let results = results(Vec::new());
    let row = |d: &Device| {
        vec![
            text(&d.id),
            text(&d.name),
            text(&d.backend),
            Cell::Flag(d.certified),
            text(&d.lowering),
            text(&d.fma),
            text(&d.subnormals),
        ]
    };
    let names = ["device", "name", "backend", "certified", "lowering", "fma", "subnormals"];
    let table = table("devices", &names, results.devices.iter().map(row).collect());
    output::experiments(common.format, &[table])?;
    Ok(findings::judge(&results))
}

/// The experiments together with the machine they ran on.
pub fn results(experiments: Vec<Experiment>) -> Results {
    let (machine, devices) = (machine::machine(), machine::devices());
    Results { schema: SCHEMA.into(), machine, devices, experiments }
}

fn table(id: &str, names: &[&str], rows: Vec<Vec<Cell>>) -> Experiment {
    let column = |&name: &&str| Column { name: name.into(), unit: String::new() };
    Experiment {
        id: id.into(),
        seed: None,
        device: "cpu".into(),
        columns: names.iter().map(column).collect(),
        rows,
        notes: Vec::new(),
    }
}

fn text(value: &str) -> Cell {
    Cell::Text(value.into())
}

//! Single experiments, their list, and the devices.

use crate::{
    arguments::{Common, Format, Scope},
    commands::report,
    failure::{Failure, Outcome},
    findings, output,
    progress::Terminal,
};
use floatfloat_lab::{
    contender::Contender,
    devices::Devices,
    error::Error,
    experiments::{Experiment, Options, find, studies},
    machine, report as lab_report,
    results::{Cell, Column, Results, SCHEMA, Table},
    store,
};
use floatfloat_papers::with_those_of_the_report;
use std::sync::Arc;

/// Runs an experiment. No types means all types, and no sizes means the experiment's own.
pub fn run(
    common: &Common,
    entry: &'static Experiment,
    scope: &Scope,
    sizes: Option<Vec<u64>>,
) -> Result<Outcome, Failure> {
    let name = entry.study.id;
    check_sizes(entry, sizes.as_deref())?;
    let (quick, seed, types) = (scope.quick.quick, common.seed, all_or(&scope.types));
    let options = Options { quick, seed, types, sizes, ..Options::default() };
    let Some(out) = &scope.out else {
        return show(common, &measured(common, entry, options)?);
    };
    lab_report::prepare(out, Some(name))?;
    let _lock = store::lock(out)?;
    let results = measured(common, entry, options)?;
    lab_report::write(out, &results, &studies(&with_those_of_the_report()))?;
    let outcome = show(common, &results)?;
    if common.format == Format::Text {
        output::write(&report::page(out))?;
    }
    Ok(outcome)
}

/// The requested types: all if none are named.
pub fn all_or(types: &[Contender]) -> Vec<Contender> {
    if types.is_empty() { Contender::ALL.to_vec() } else { types.to_vec() }
}

/// Checks that an experiment accepts these sizes.
pub fn check_sizes(entry: &Experiment, sizes: Option<&[u64]>) -> Result<(), Error> {
    let (Some(sizes), name) = (sizes, entry.study.id) else { return Ok(()) };
    let Some(largest) = entry.largest_size else {
        return Err(Error::Input(format!("the sizes of {name} are fixed; leave out --size")));
    };
    match sizes.iter().find(|&&size| size > largest) {
        Some(size) => Err(Error::Input(format!(
            "{size} is too large for {name}; its largest size is {largest}"
        ))),
        None => Ok(()),
    }
}

/// Lists the devices.
pub fn devices(common: &Common, recertify: bool, every_lowering: bool) -> Result<Outcome, Failure> {
    let progress = Terminal::new();
    let mut devices = Devices::open(&common.device, recertify, &common.host(), &progress)?;
    if every_lowering {
        devices.try_every_lowering(&progress)?;
    }
    show(common, &run_on(devices, find("devices")?, Options::default(), progress)?)
}

/// Opens the requested devices on which the experiment can run, and runs it.
pub fn measured(common: &Common, entry: &Experiment, options: Options) -> Result<Results, Failure> {
    let progress = Terminal::new();
    let devices = if entry.on_devices {
        Devices::open(&common.device, false, &common.host(), &progress)?
    } else {
        processor_only(common, entry.study.id)?;
        Devices::processor()
    };
    run_on(devices, entry, options, progress)
}

/// Runs an experiment on open devices.
fn run_on(
    devices: Devices,
    entry: &Experiment,
    options: Options,
    progress: Terminal,
) -> Result<Results, Failure> {
    let name = entry.study.id;
    let options = Options { devices: Arc::new(devices), ..options };
    let experiments = entry.run(&options, &progress)?;
    drop(progress);
    // If a driver failed, the failure is the result.
    let failed = options.devices.failed() > 0;
    if !failed && experiments.iter().take(1).all(|main| main.rows.is_empty()) {
        let types: Vec<_> = options.types.iter().map(|number_type| number_type.name()).collect();
        return Err(Error::Input(format!(
            "{name} measures nothing in type {}; leave out --type to see every type that it measures",
            types.join(", ")
        ))
        .into());
    }
    Ok(results(&options, experiments))
}

/// Shows the measurements and judges them.
pub fn show(common: &Common, results: &Results) -> Result<Outcome, Failure> {
    let is_paranoia = results.experiments.first().is_some_and(|main| main.id == "paranoia");
    if is_paranoia && common.format == Format::Text {
        output::write(&format!("{}\n", report::verdict(results)))?;
    }
    output::experiments(common.format, &results.experiments)?;
    Ok(findings::judge(results))
}

/// Lists experiments in a table with this id.
pub fn list(common: &Common, id: &str, experiments: &[&Experiment]) -> Result<Outcome, Failure> {
    let rows = experiments.iter().map(|entry| {
        let on = if entry.on_devices { "every device" } else { "cpu" };
        let sizes = if entry.largest_size.is_some() { "--size" } else { "fixed" };
        [entry.study.id, entry.study.summary, entry.study.paper, on, sizes].map(text).to_vec()
    });
    let names = ["name", "what it finds out", "paper", "on", "sizes"];
    let table = table(id, &names, rows.collect());
    output::experiments(common.format, &[table])?;
    Ok(Outcome::Good)
}

/// Returns an error if the user requests another device for a command that runs only on this
/// processor.
pub fn processor_only(common: &Common, name: &str) -> Result<(), Error> {
    if common.device.wants_processor() {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{name} computes on the cpu only; leave out --device {}",
        common.device
    )))
}

/// The experiments, together with the machine on which they ran.
pub fn results(options: &Options, mut experiments: Vec<Table>) -> Results {
    experiments.extend(options.devices.endings());
    let (machine, devices) = (machine::machine(), options.devices.found().to_vec());
    let settings = Some(options.settings());
    Results { schema: SCHEMA.into(), machine, settings, devices, experiments }
}

fn table(id: &str, names: &[&str], rows: Vec<Vec<Cell>>) -> Table {
    let column = |&name: &&str| Column {
        name: name.to_owned().into(),
        unit: "".into(),
        role: Default::default(),
    };
    Table {
        id: id.into(),
        paper: None,
        device: "cpu".into(),
        columns: names.iter().map(column).collect(),
        rows,
        notes: Vec::new(),
    }
}

fn text(value: &str) -> Cell {
    Cell::Text(value.into())
}

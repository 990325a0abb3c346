//! The devices of this machine, and what was found about their arithmetic.

use crate::{
    devices::Opened,
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, known, measured, note, row},
};

const STUDY: Study = Study {
    id: "devices",
    title: "Devices",
    summary: "what can compute here, and whether its arithmetic was proved exact",
    about: include_str!("devices.md"),
    ..Study::NONE
};

pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run);

const COLUMNS: [Column; 13] = [
    chosen("device"),
    measured("name", ""),
    measured("backend", ""),
    measured("certified", ""),
    measured("lowering", ""),
    measured("fma", ""),
    measured("subnormals", ""),
    measured("words", ""),
    measured("division", ""),
    measured("sqrt", ""),
    measured("driver", ""),
    measured("software", ""),
    measured("compared", ""),
];

pub(super) fn run(options: &Options, _: &dyn Progress) -> Result<Vec<Table>, Error> {
    let devices = &options.devices;
    let ids: Vec<_> = devices.found().iter().map(|device| device.id.as_str()).collect();
    let mut table = Table::new("devices", &ids.join(", "), COLUMNS)
        .explained(include_str!("notes/devices.md"), &[]);
    if let Some(why) = devices.no_other() {
        table = table.note(why);
    }
    for trouble in devices.troubles() {
        table = table.note(trouble);
    }
    for left_out in devices.others().iter().flat_map(Opened::left_out) {
        table = table.note(left_out);
    }
    for device in devices.found() {
        table.push(row![
            device.id.as_str(),
            device.name.as_str(),
            device.backend.as_str(),
            device.certified,
            device.lowering.as_str(),
            device.fma.as_str(),
            device.subnormals.as_str(),
            known(&device.words),
            known(&device.division),
            known(&device.sqrt),
            known(&device.driver),
            device.software,
            devices.others().iter().find(|o| o.id() == device.id).map(Opened::compared),
        ]);
    }
    let mut tables = vec![table];
    tables.extend(apis(options)?);
    if let Some(trials) = trials(options) {
        tables.push(trials);
    }
    Ok(tables)
}

/// The APIs that have devices; none if no device was searched.
fn apis(options: &Options) -> Result<Option<Table>, Error> {
    let columns =
        [chosen("api"), measured("found", ""), measured("devices", ""), note("what to install")];
    let apis = options.devices.apis()?;
    let mut table = Table::new("devices-apis", "cpu", columns)
        .explained(include_str!("notes/devices-apis.md"), &[]);
    for api in &apis {
        let devices = api.devices.join(", ");
        let missing = devices.is_empty().then_some(api.missing.as_str());
        table.push(row![api.name, missing.is_none(), known(&devices), missing]);
    }
    Ok((!apis.is_empty()).then_some(table))
}

/// The lowerings that were tried on each device; none if no trial was needed.
fn trials(options: &Options) -> Option<Table> {
    let columns = [
        chosen("device"),
        chosen("word"),
        chosen("lowering"),
        measured("exact", ""),
        measured("used", ""),
        measured("operation", ""),
        note("failure"),
    ];
    let devices = &options.devices;
    let ids: Vec<_> = devices.trials().iter().map(|trial| trial.device.as_str()).collect();
    let mut distinct = ids.clone();
    distinct.dedup();
    let mut table = Table::new("devices-trials", &distinct.join(", "), columns)
        .explained(include_str!("notes/devices-trials.md"), &[]);
    for trial in devices.trials() {
        table.push(row![
            trial.device.as_str(),
            trial.word.name(),
            trial.lowering.as_str(),
            trial.failure.is_none(),
            trial.used,
            trial.failure.as_ref().map(|(operation, _)| operation.as_str()),
            trial.failure.as_ref().map(|(_, what)| what.as_str()),
        ]);
    }
    (!ids.is_empty()).then_some(table)
}

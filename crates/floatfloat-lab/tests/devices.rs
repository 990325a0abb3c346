//! Experiments on devices besides the processor.

#[path = "../src/workloads/others.rs"]
mod others;

use floatfloat_lab::{
    devices::{Choice, Devices, Host, InProcess},
    experiments::{ALL, Options, find},
    findings,
    number_type::NumberType,
    progress::Silent,
    results::{Cell, Table},
};
use std::sync::Arc;

fn of_wgpu() -> Option<Arc<Devices>> {
    others::of_wgpu().map(Arc::new)
}

fn texts(experiment: &Table, column: &str) -> Vec<String> {
    let index = experiment.columns.iter().position(|c| c.name == column).expect(column);
    let cells = experiment.rows.iter().map(|row| &row[index]);
    cells
        .filter_map(|cell| if let Cell::Text(text) = cell { Some(text.clone()) } else { None })
        .collect()
}

#[test]
fn every_experiment_on_devices_covers_them_and_nothing_failed() {
    let Some(devices) = of_wgpu() else { return };
    let ids: Vec<_> = devices.others().iter().map(|other| other.id().to_owned()).collect();
    assert!(!ids.is_empty(), "every device was refused: {:?}", devices.trials());
    let options = Options { quick: true, devices: Arc::clone(&devices), ..Options::default() };
    for entry in ALL.iter().filter(|entry| entry.on_devices) {
        let experiments = entry.run(&options, &Silent).unwrap();
        let found = texts(&experiments[0], "device");
        assert!(ids.iter().all(|id| found.contains(id)), "{}: {found:?}", entry.study.id);
        assert!(!found.iter().any(|device| device == "cpu"), "{}", entry.study.id);
        assert_eq!(findings::failed(&experiments), Vec::<String>::new(), "{}", entry.study.id);
    }
}

/// Also those that a certificate needs not; what is used stays what it is.
#[test]
fn every_lowering_is_tried_when_that_is_asked_for() {
    let Some(devices) = of_wgpu() else { return };
    let mut devices = Arc::into_inner(devices).unwrap();
    let used = |devices: &Devices| {
        let used = devices.trials().iter().filter(|trial| trial.used).cloned();
        used.map(|trial| (trial.device, trial.word, trial.lowering)).collect::<Vec<_>>()
    };
    let before = used(&devices);
    devices.try_every_lowering(&Silent).unwrap();
    assert_eq!(used(&devices), before);
    for other in devices.others() {
        let backend = other.device.backend();
        for word in &other.device.certificate().words {
            for lowering in backend.lowerings(word.word) {
                let trials = devices.trials().iter().filter(|trial| {
                    let is_way = trial.lowering.starts_with(&lowering.to_string());
                    trial.device == other.id() && trial.word == word.word && is_way
                });
                let count = trials.count();
                assert!((1..=3).contains(&count), "{}, {lowering}: {count}", word.word);
            }
        }
    }
}

#[test]
fn operations_and_sums_are_timed_with_their_limits() {
    let Some(devices) = of_wgpu() else { return };
    let types = vec![NumberType::Ff.into()];
    let options = Options { quick: true, devices, types, ..Options::default() };
    let bench = &find("bench").unwrap().run(&options, &Silent).unwrap()[0];
    assert!(texts(bench, "type").iter().all(|t| t == "ff"));
    for work in ["chain", "map", "sum", "dot", "gemm"] {
        assert!(texts(bench, "work").iter().any(|w| w == work), "{work} is missing");
    }
    let percent = bench.columns.iter().position(|c| c.name == "percent_of_limit").unwrap();
    assert!(bench.rows.iter().all(|row| matches!(row[percent], Cell::Number(p) if p > 0.0)));
}

#[test]
fn devices_say_what_was_tried() {
    let Some(devices) = of_wgpu() else { return };
    let options = Options { devices: Arc::clone(&devices), ..Options::default() };
    let tables = find("devices").unwrap().run(&options, &Silent).unwrap();
    assert_eq!(tables[0].rows.len(), devices.found().len());
    let trials =
        tables.iter().find(|table| table.id == "devices-trials").expect("a table of trials");
    assert_eq!(trials.rows.len(), devices.trials().len());
    for device in devices.found().iter().filter(|device| device.name.contains("llvmpipe")) {
        let of_it = || devices.trials().iter().filter(|trial| trial.device == device.id);
        assert!(
            of_it().any(|trial| trial.lowering.starts_with("plain") && trial.failure.is_some())
        );
        assert!(of_it().any(|trial| trial.used && trial.failure.is_none()));
    }
}

#[test]
fn a_device_that_is_not_there_is_refused_with_those_that_are() {
    let choice: Choice = "cuda:99".parse().unwrap();
    let host: Arc<dyn Host> = Arc::new(InProcess);
    let error = Devices::open(&choice, false, &host, &Silent).unwrap_err();
    assert!(
        error.to_string().starts_with("there is no device cuda:99; this machine has: cpu"),
        "{error}"
    );
}

//! Experiments on devices besides the processor.

#[path = "contract/devices.rs"]
mod contract;
#[path = "../src/workloads/others.rs"]
mod others;

use contract::{cover_them_and_nothing_failed, texts};
use floatfloat_lab::{
    devices::{Choice, Devices, Host, InProcess},
    experiments::{ALL, Options, find},
    number_type::NumberType,
    progress::Silent,
    results::Cell,
};
use std::sync::Arc;

fn of_wgpu() -> Option<Arc<Devices>> {
    others::of_wgpu().map(Arc::new)
}

#[test]
fn every_experiment_on_devices_covers_them_and_nothing_failed() {
    let Some(devices) = of_wgpu() else { return };
    cover_them_and_nothing_failed(ALL.iter().copied(), &devices);
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

//! Experiments of the papers on devices besides the processor.

#[path = "../../floatfloat-lab/src/workloads/others.rs"]
mod others;

use floatfloat_lab::{
    devices::Devices,
    experiments::{self, Options},
    findings,
    number_type::NumberType,
    progress::Silent,
    results::{Cell, Table},
};
use floatfloat_papers::{ALL, find};
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
    let options = Options { quick: true, devices: Arc::clone(&devices), ..Options::default() };
    let own = ALL.iter().filter(|entry| experiments::find(entry.study.id).is_err());
    for entry in own.filter(|entry| entry.on_devices) {
        let experiments = entry.run(&options, &Silent).unwrap();
        let found = texts(&experiments[0], "device");
        assert!(ids.iter().all(|id| found.contains(id)), "{}: {found:?}", entry.study.id);
        assert!(!found.iter().any(|device| device == "cpu"), "{}", entry.study.id);
        assert_eq!(findings::failed(&experiments), Vec::<String>::new(), "{}", entry.study.id);
    }
}

#[test]
fn operations_are_timed_by_the_names_of_the_paper() {
    let Some(devices) = of_wgpu() else { return };
    let types = vec![NumberType::Ff.into()];
    let options = Options { quick: true, devices, types, ..Options::default() };
    let speed = &find("ops-speed").unwrap().run(&options, &Silent).unwrap()[0];
    let names = texts(speed, "paper_name");
    for name in ["Add12", "Mul12", "Add22", "Mul22"] {
        assert!(names.iter().any(|n| n == name), "{name} is missing in {names:?}");
    }
}

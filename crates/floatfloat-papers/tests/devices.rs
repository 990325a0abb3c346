//! Experiments of the papers on devices besides the processor.

#[path = "../../floatfloat-lab/tests/contract/devices.rs"]
mod contract;
#[path = "../../floatfloat-lab/src/workloads/others.rs"]
mod others;

use contract::{cover_them_and_nothing_failed, texts};
use floatfloat_lab::{
    devices::Devices, experiments::Options, number_type::NumberType, progress::Silent,
};
use floatfloat_papers::{find, of_papers_alone};
use std::sync::Arc;

fn of_wgpu() -> Option<Arc<Devices>> {
    others::of_wgpu().map(Arc::new)
}

#[test]
fn every_experiment_on_devices_covers_them_and_nothing_failed() {
    let Some(devices) = of_wgpu() else { return };
    cover_them_and_nothing_failed(of_papers_alone(), &devices);
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

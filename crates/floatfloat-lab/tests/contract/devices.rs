//! What every experiment must keep on devices besides the processor, of the lab and of the papers.

use floatfloat_lab::{
    devices::Devices,
    experiments::{Experiment, Options},
    findings,
    progress::Silent,
    results::{Cell, Table},
};
use std::sync::Arc;

/// The texts of a column.
pub fn texts(experiment: &Table, column: &str) -> Vec<String> {
    let index = experiment.columns.iter().position(|c| c.name == column).expect(column);
    let cells = experiment.rows.iter().map(|row| &row[index]);
    cells
        .filter_map(|cell| if let Cell::Text(text) = cell { Some(text.clone()) } else { None })
        .collect()
}

/// Runs those that run on devices: each covers all of these, and nothing failed.
pub fn cover_them_and_nothing_failed(
    experiments: impl IntoIterator<Item = &'static Experiment>,
    devices: &Arc<Devices>,
) {
    let ids: Vec<_> = devices.others().iter().map(|other| other.id().to_owned()).collect();
    assert!(!ids.is_empty(), "every device was refused: {:?}", devices.trials());
    let options = Options { quick: true, devices: Arc::clone(devices), ..Options::default() };
    for entry in experiments.into_iter().filter(|entry| entry.on_devices) {
        let experiments = entry.run(&options, &Silent).unwrap();
        let found = texts(&experiments[0], "device");
        assert!(ids.iter().all(|id| found.contains(id)), "{}: {found:?}", entry.study.id);
        assert!(!found.iter().any(|device| device == "cpu"), "{}", entry.study.id);
        assert_eq!(findings::failed(&experiments), Vec::<String>::new(), "{}", entry.study.id);
    }
}

//! The report: what it shows, where from, and how it reaches the disk.

#[path = "report/synthetic.rs"]
mod synthetic;

use floatfloat_lab::{report, results::Results, store};
use std::path::PathBuf;

fn page(results: &Results) -> String {
    report::html(results).expect("a page")
}

#[test]
fn written_results_read_back_and_give_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let results = synthetic::results();
    report::prepare(folder.path()).unwrap();
    report::write(folder.path(), &results).unwrap();
    let again = store::read(&folder.path().join(report::RESULTS)).unwrap();
    let written = std::fs::read_to_string(folder.path().join(report::PAGE)).unwrap();
    assert_eq!(page(&again), written);
    assert_eq!(store::to_json(&again).unwrap(), store::to_json(&results).unwrap());
}

#[test]
fn page_to_look_at() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report");
    report::prepare(&folder).unwrap();
    report::write(&folder, &synthetic::results()).unwrap();
    for (name, svg) in report::standalone_figures(&synthetic::results()).unwrap() {
        store::write(&folder, &format!("{name}.svg"), svg.as_bytes()).unwrap();
    }
}

//! The report on the disk: it reads back, and a failed write keeps what was there.

use crate::{page, studies::STUDIES, synthetic};
use floatfloat_report::{error::Error, page as report, results::Cell, store};
use std::fs;

#[test]
fn written_results_read_back_and_give_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let results = synthetic::results();
    report::prepare(folder.path(), None).unwrap();
    report::write(folder.path(), &results, STUDIES).unwrap();
    let again = store::read(&folder.path().join(report::RESULTS)).unwrap();
    let written = fs::read_to_string(folder.path().join(report::PAGE)).unwrap();
    assert_eq!(page(&again), written);
    assert_eq!(store::to_json(&again).unwrap(), store::to_json(&results).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file was left");
}

#[test]
fn numbers_survive_the_file_to_the_last_bit() {
    let mut results = synthetic::results();
    let numbers = [0.1 + 0.2, f64::MIN_POSITIVE, 5e-324, f64::MAX, -0.0, 1.0, 1e22, -48.000000001];
    results.experiments[0].rows = numbers
        .iter()
        .map(|&number| vec![Cell::Number(number); results.experiments[0].columns.len()])
        .collect();
    let folder = tempfile::tempdir().unwrap();
    report::write(folder.path(), &results, STUDIES).unwrap();
    let again = store::read(&folder.path().join(report::RESULTS)).unwrap();
    for (row, number) in again.experiments[0].rows.iter().zip(numbers) {
        let Cell::Number(read) = row[0] else { panic!("{row:?}") };
        assert_eq!(read.to_bits(), number.to_bits());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = report::prepare(&file.join("report"), None).unwrap_err();
    assert!(matches!(error, Error::File { .. }), "{error:?}");
    assert!(error.to_string().contains("cannot make the folder"), "{error}");

    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join(report::PAGE)).unwrap();
    let error = report::prepare(&taken, None).unwrap_err();
    assert!(error.to_string().contains("index.html: a folder has this name"), "{error}");

    let fresh = folder.path().join("a/b");
    report::prepare(&fresh, None).unwrap();
    assert_eq!(fs::read_dir(&fresh).unwrap().count(), 0, "preparing left something behind");
}

#[test]
fn a_failed_write_keeps_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("kept/inside")).unwrap();
    assert!(store::write(folder.path(), "kept", b"new").is_err());
    assert!(folder.path().join("kept/inside").is_dir());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file was left");

    store::write(folder.path(), "file", b"old and long").unwrap();
    store::write(folder.path(), "file", b"new").unwrap();
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"new");
}

#[test]
fn files_that_hold_no_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.json");
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        store::read(&path).unwrap_err().to_string()
    };
    assert!(refused("{").contains("holds no results of floatfloat"));
    let json = store::to_json(&synthetic::results()).unwrap();
    assert!(refused(&json.replace("floatfloat/2", "floatfloat/9")).contains("floatfloat/9"));
    let mut ragged = synthetic::results();
    ragged.experiments[0].rows[1].pop();
    assert!(refused(&store::to_json(&ragged).unwrap()).contains("row 2 of `paranoia`"));
    assert!(matches!(store::read(&folder.path().join("none")), Err(Error::File { .. })));
}

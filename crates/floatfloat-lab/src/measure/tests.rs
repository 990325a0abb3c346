use super::{Event, Kept, Measured, Run, deepen, measure};
use crate::{
    devices::{Choice, Devices, Ending, Host},
    error::Error,
    experiments::{Experiment, Options},
    progress::{Progress, Silent},
    results::{Cell, Table},
    table::{measured, row},
};
use floatfloat_gpu::{Backend, backend::Description, device::Family};
use floatfloat_report::study::Study;
use std::{
    cell::RefCell,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

fn table(id: &str, number: f64) -> Result<Vec<Table>, Error> {
    let mut table = Table::new(id, "cpu", [measured("number", "")]);
    table.push(row![Cell::Number(number)]);
    Ok(vec![table])
}

type Work = fn(&Options, &dyn Progress) -> Result<Vec<Table>, Error>;

fn entry(id: &'static str, run: Work) -> Experiment {
    Experiment::new(Study { id, ..Study::NONE }, run).on_processor()
}

const FIRST: Work = |options, _| table("first", options.seed as f64 / 3.0);
const SECOND: Work = |_, _| table("second", f64::INFINITY);
const STOPPED: Work = |_, _| Err(Error::Interrupted);
const BROKEN: Work = |_, _| Err(Error::Thread("none left".into()));

/// Runs the experiments of these names and contents in this folder; gives what came of them, which
/// of them ran, and what was found.
fn report(
    folder: &Path,
    options: &Options,
    works: &[(&'static str, Work)],
) -> (Measured, Vec<String>, super::Found) {
    let entries: Vec<_> = works.iter().map(|&(id, work)| entry(id, work)).collect();
    let entries: Vec<_> = entries.iter().collect();
    let kept = Kept::new(folder, Run::new(options));
    let find = || kept.find(entries.iter().map(|entry| entry.study.id));
    let begun = RefCell::new(Vec::new());
    let tell = |event: Event<'_>| match event {
        Event::Begins { id, .. } => begun.borrow_mut().push(id.to_owned()),
        Event::Failed { error, .. } => assert!(matches!(error, Error::Thread(_))),
        Event::NotKept { id, error } => panic!("{id}: {error}"),
    };
    let mut finished = Vec::new();
    let measured = measure(&entries, options, &kept, find(), &Silent, &tell, &mut |_, id, _| {
        finished.push(id)
    });
    assert!(finished.iter().all(|id| begun.borrow().iter().any(|begun| begun == id)));
    if measured.is_complete() {
        kept.clear(entries.iter().map(|entry| entry.study.id));
    }
    (measured, begun.into_inner(), find())
}

fn ids(measured: &Measured) -> Vec<&str> {
    measured.finished.iter().map(|(id, _)| *id).collect()
}

#[test]
fn an_interrupted_report_is_resumed_and_a_complete_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let stopped = [("first", FIRST), ("second", STOPPED), ("third", SECOND)];
    let (measured, begun, _) = report(folder.path(), &options, &stopped);
    assert!(measured.interrupted && !measured.is_complete());
    assert_eq!((ids(&measured), begun), (vec!["first"], vec!["first".into(), "second".into()]));

    let whole = [("first", BROKEN), ("second", SECOND)];
    let (resumed, begun, left) = report(folder.path(), &options, &whole);
    assert!(resumed.is_complete());
    assert_eq!((ids(&resumed), begun), (vec!["first", "second"], vec!["second".into()]));
    assert_eq!(resumed.tables()[0].rows, measured.tables()[0].rows);
    assert_eq!(left.ids().count(), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let (_, begun, _) = report(folder.path(), &options, &[("first", FIRST)]);
    assert_eq!(begun, ["first"]);
}

#[test]
fn what_is_kept_is_shown_although_the_run_is_interrupted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    report(folder.path(), &options, &[("first", STOPPED), ("second", SECOND)]);
    let found = report(folder.path(), &options, &[("second", SECOND), ("first", STOPPED)]).2;
    assert_eq!(found.ids().collect::<Vec<_>>(), ["second"]);
    assert!(found.since().is_some_and(|date| date.ends_with('Z')));
    let (measured, ..) = report(folder.path(), &options, &[("first", STOPPED), ("second", BROKEN)]);
    assert_eq!(ids(&measured), ["second"]);
}

#[test]
fn a_failed_experiment_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let (measured, begun, _) =
        report(folder.path(), &options, &[("first", BROKEN), ("second", SECOND)]);
    assert_eq!((measured.failed, begun.len()), (1, 2));
    let (measured, begun, _) =
        report(folder.path(), &options, &[("first", FIRST), ("second", BROKEN)]);
    assert!(measured.is_complete());
    assert_eq!((ids(&measured), begun), (vec!["first", "second"], vec!["first".into()]));
}

#[test]
fn runs_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    report(folder.path(), &Options::default(), &[("first", FIRST), ("second", STOPPED)]);
    let other = Options { seed: 7, ..Options::default() };
    let (measured, begun, found) =
        report(folder.path(), &other, &[("first", STOPPED), ("second", SECOND)]);
    assert_eq!(begun, ["first"]);
    assert!(measured.finished.is_empty());
    assert_eq!(found.refused().len(), 1);
    let (why, ids) = &found.refused()[0];
    assert_eq!(
        (why.as_str(), ids),
        ("comes from a run with another seed", &vec!["first".to_owned()])
    );
}

#[test]
fn damaged_files_are_left_aside() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let works = [("first", FIRST), ("second", STOPPED)];
    let path = folder.path().join("unfinished/first.json");
    report(folder.path(), &options, &works);
    let whole = fs::read_to_string(&path).unwrap();
    for damage in [
        whole[..whole.len() / 2].to_owned(),
        String::new(),
        whole.replace("floatfloat/2", "floatfloat/1"),
        whole.replace("\"rows\":[[", "\"rows\":[[1,"),
    ] {
        fs::write(&path, damage).unwrap();
        let kept = Kept::new(folder.path(), Run::new(&options));
        let found = kept.find(["first"]);
        assert_eq!(found.refused(), [("is damaged".to_owned(), vec!["first".to_owned()])]);
        let (measured, begun, found) = report(folder.path(), &options, &works);
        assert_eq!((ids(&measured), begun.len()), (vec!["first"], 2));
        assert_eq!(found.ids().collect::<Vec<_>>(), ["first"], "it was not kept anew");
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let found = Kept::new(folder.path(), Run::new(&options)).find(["first"]);
    assert_eq!(found.refused()[0].0, "cannot be read");
}

#[test]
fn there_is_a_time_for_full_sizes_and_what_it_does_not_reach_stays() {
    const LATE: Work = |_, _| Err(Error::Interrupted);
    const SLOW: Work = |_, progress| {
        while !progress.interrupted() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(Error::Interrupted)
    };
    let folder = tempfile::tempdir().unwrap();
    let quick = Options { quick: true, ..Options::default() };
    let works = [("first", FIRST), ("second", SECOND)];
    let (mut measured, ..) = report(folder.path(), &quick, &works);
    assert!(measured.full.is_empty());
    let full = Options { seed: 9, ..Options::default() };
    let entries = [entry("first", FIRST), entry("second", LATE), entry("third", FIRST)];
    let entries: Vec<_> = entries.iter().collect();
    let until = Instant::now() + Duration::from_secs(3600);
    let mut pages = 0;
    deepen(&mut measured, &entries, &full, until, &Silent, &|_| {}, &mut |_| pages += 1);
    assert_eq!((ids(&measured), pages), (vec!["first", "second"], 1));
    assert_eq!(measured.full, ["first"]);
    assert_eq!(measured.tables()[0].rows[0][0], Cell::Number(3.0));
    // The time ends what runs, or is over before it begins.
    let slow = [entry("second", SLOW)];
    let slow: Vec<_> = slow.iter().collect();
    let until = Instant::now() + Duration::from_millis(50);
    deepen(&mut measured, &slow, &full, until, &Silent, &|_| {}, &mut |_| pages += 1);
    assert_eq!((measured.full.as_slice(), pages), (&["first"][..], 1));
    assert!(!measured.interrupted, "the user did not ask to stop");
}

/// Drivers of which one fails in the experiment `fails`.
#[derive(Default)]
struct Failing(Mutex<Vec<Ending>>);

impl Host for Failing {
    fn families(&self) -> Vec<Family> {
        Vec::new()
    }

    fn look(&self, _: Family) -> Result<(Vec<Description>, Vec<String>), floatfloat_gpu::Error> {
        Ok((Vec::new(), Vec::new()))
    }

    fn open(&self, id: &str) -> Result<Box<dyn Backend>, floatfloat_gpu::Error> {
        Err(floatfloat_gpu::Error::NoDevice { wanted: id.to_owned(), found: String::new() })
    }

    fn begin(&self, experiment: &str) {
        if experiment == "fails" {
            self.0.lock().unwrap().push(Ending {
                device: "wgpu:0".into(),
                name: String::new(),
                driver: String::new(),
                experiment: experiment.into(),
                doing: String::new(),
                cause: String::new(),
                words: String::new(),
            });
        }
    }

    fn endings(&self) -> Vec<Ending> {
        self.0.lock().unwrap().clone()
    }
}

#[test]
fn where_a_driver_fails_what_was_measured_before_stays() {
    let folder = tempfile::tempdir().unwrap();
    let host: Arc<dyn Host> = Arc::new(Failing::default());
    let devices = Arc::new(Devices::open(&Choice::all(), false, &host, &Silent).unwrap());
    let quick = Options { quick: true, devices: Arc::clone(&devices), ..Options::default() };
    // Another run tries it again.
    let works = [("fails", FIRST), ("second", SECOND), ("third", STOPPED)];
    let (measured, _, kept) = report(folder.path(), &quick, &works);
    assert_eq!(ids(&measured), ["fails", "second"]);
    assert_eq!(kept.ids().collect::<Vec<_>>(), ["second"]);
    // Larger sizes at which it fails take the place of nothing.
    let mut measured = measured;
    let full = Options { seed: 9, devices, ..Options::default() };
    let entries = [entry("fails", FIRST), entry("second", SECOND)];
    let entries: Vec<_> = entries.iter().collect();
    let until = Instant::now() + Duration::from_secs(3600);
    deepen(&mut measured, &entries, &full, until, &Silent, &|_| {}, &mut |_| {});
    assert_eq!(measured.full, ["second"]);
    assert_eq!(measured.tables()[0].rows[0][0], Cell::Number(quick.seed as f64 / 3.0));
}

//! What every experiment must keep, of the lab and of the papers.

use floatfloat_lab::{
    error::Error,
    experiments::{Experiment, Options},
    findings,
    number_type::NumberType,
    progress::{Progress, Silent},
    results::{Cell, Table},
};
use floatfloat_report::table::Role;
use std::{
    collections::HashSet,
    sync::atomic::{AtomicU64, Ordering},
};

/// Columns that others rely on, the first of the first table, by the id of an experiment.
pub type Contract = [(&'static str, &'static [&'static str])];

/// The columns of tables of errors.
pub const ACCURACY: &[&str] =
    &["device", "op", "type", "bound_log2", "max_log2", "mean_log2", "samples"];
/// The columns of tables of speed.
pub const SPEED: &[&str] =
    &["device", "op", "type", "elements", "ns_per_op", "gops", "percent_of_limit"];

/// Small sizes, on this processor.
pub fn quick() -> Options {
    Options { quick: true, ..Options::default() }
}

/// Runs each at small sizes: it has its columns, its rows are told apart, and nothing failed.
pub fn has_its_columns_and_nothing_failed(entry: &Experiment, contract: &Contract) {
    let experiments = entry.run(&quick(), &Silent).unwrap();
    assert_eq!(experiments[0].id, entry.study.id);
    if let Some((_, contract)) = contract.iter().find(|(id, _)| *id == entry.study.id) {
        let names: Vec<&str> = experiments[0].columns.iter().map(|c| c.name.as_ref()).collect();
        assert!(names.starts_with(contract), "{}: {names:?}", entry.study.id);
    }
    assert!(!entry.study.title.is_empty() && !entry.study.about.is_empty());
    assert!(!entry.study.summary.is_empty() && entry.study.summary.len() < 100);
    for experiment in &experiments {
        assert!(experiment.id.starts_with(entry.study.id));
        assert!(!experiment.rows.is_empty(), "{} is empty", experiment.id);
        assert_rows_are_told_apart(experiment);
        // What notes leave open is filled in.
        assert!(experiment.notes.iter().all(|note| !note.contains('{')), "{}", experiment.id);
        for row in &experiment.rows {
            assert_eq!(row.len(), experiment.columns.len(), "{}", experiment.id);
            let finite = |cell: &Cell| !matches!(cell, Cell::Number(x) if !x.is_finite());
            assert!(row.iter().all(finite), "{}: {row:?}", experiment.id);
        }
    }
    // Charts ask for nothing that the tables lack.
    for (table, columns) in entry.study.charts.iter().flat_map(|chart| chart.reads()) {
        if let Some(table) = experiments.iter().find(|known| known.id == table) {
            assert!(table.has(&columns), "{}: {columns:?}", table.id);
        }
    }
    assert_eq!(findings::failed(&experiments), Vec::<String>::new(), "{}", entry.study.id);
}

/// What was chosen names a row.
fn assert_rows_are_told_apart(table: &Table) {
    let mut seen = HashSet::new();
    for row in &table.rows {
        let cells = row.iter().zip(&table.columns);
        let chosen = cells.filter(|(_, column)| column.role == Role::Chosen);
        let key: Vec<String> = chosen.map(|(cell, _)| format!("{cell:?}")).collect();
        assert!(seen.insert(key.clone()), "{} has two rows of {key:?}", table.id);
    }
}

/// Each stops at once and after a step, where that is asked.
pub fn stops_when_asked(entry: &Experiment) {
    for steps in [0, 1] {
        let stop = StopAfter { steps, done: AtomicU64::new(0) };
        let result = entry.run(&Options::default(), &stop);
        assert!(matches!(result, Err(Error::Interrupted)), "{} {steps}", entry.study.id);
    }
}

/// Asks to stop after so many steps.
struct StopAfter {
    steps: u64,
    done: AtomicU64,
}

impl Progress for StopAfter {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }
    fn interrupted(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.steps
    }
}

/// Shows rows of the type that was asked for, and no other.
pub fn shows_only_the_type_asked_for(entry: &Experiment) {
    let id = entry.study.id;
    let options = Options { types: vec![NumberType::Ff.into()], ..quick() };
    let experiments = entry.run(&options, &Silent).unwrap();
    for experiment in experiments.iter().filter(|e| e.id == id || e.id == "bench-sizes") {
        let column = experiment.columns.iter().position(|c| c.name == "type").unwrap();
        let mut types = experiment.rows.iter().map(|row| row[column].clone());
        assert!(types.all(|t| t == Cell::Text("ff".into())), "{}", experiment.id);
    }
}

/// The value in a column of the first row whose cells begin so.
pub fn value(experiment: &Table, begins: &[&str], column: &str) -> Cell {
    let texts: Vec<Cell> = begins.iter().map(|&text| Cell::Text(text.into())).collect();
    let row = experiment.rows.iter().find(|row| row.starts_with(&texts)).unwrap();
    let index = experiment.columns.iter().position(|c| c.name == column).unwrap();
    row[index].clone()
}

/// The number there.
pub fn number(experiment: &Table, begins: &[&str], column: &str) -> f64 {
    match value(experiment, begins, column) {
        Cell::Number(number) => number,
        Cell::Integer(integer) => integer as f64,
        other => panic!("{column} of {begins:?} is {other:?}"),
    }
}

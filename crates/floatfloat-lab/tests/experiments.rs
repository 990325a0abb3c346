//! Every experiment on this machine keeps its contract.

mod contract;

use contract::{
    ACCURACY, Contract, SPEED, has_its_columns_and_nothing_failed, number, quick,
    shows_only_the_type_asked_for, stops_when_asked,
};
use floatfloat_lab::{
    error::Error,
    experiments::{ALL, find},
    progress::Silent,
    results::{Cell, Table},
};

/// The columns that others rely on, by the id of the experiment.
const CONTRACT: &Contract = &[
    ("devices", &["device", "name", "backend", "certified", "lowering", "fma", "subnormals"]),
    ("paranoia", &["device", "mode", "format", "op", "low", "high", "verdict"]),
    ("accuracy", ACCURACY),
    ("bench", SPEED),
];

fn run(id: &str) -> Vec<Table> {
    find(id).unwrap().run(&quick(), &Silent).unwrap()
}

#[test]
fn every_experiment_has_its_columns_and_nothing_failed() {
    ALL.iter().for_each(|entry| has_its_columns_and_nothing_failed(entry, CONTRACT));
}

#[test]
fn every_experiment_of_the_contract_exists_once() {
    for (id, _) in CONTRACT {
        assert_eq!(ALL.iter().filter(|entry| entry.study.id == *id).count(), 1, "{id}");
    }
    assert!(matches!(find("no-such"), Err(Error::UnknownExperiment { .. })));
}

#[test]
fn every_experiment_stops_when_asked() {
    // Devices are opened, which takes long, before the experiment that lists them.
    ALL.iter()
        .filter(|entry| entry.study.id != "devices")
        .for_each(|entry| stops_when_asked(entry));
}

#[test]
fn only_the_types_asked_for_are_shown() {
    for id in ["accuracy", "bench"] {
        shows_only_the_type_asked_for(find(id).unwrap());
    }
}

#[test]
fn bench_covers_slices_sums_and_matrices_and_their_cost_by_size() {
    let bench = run("bench");
    for (work, op) in [("slice", "horner"), ("slice", "dot-fast"), ("matrix", "gemm")] {
        let is_there = |row: &Vec<Cell>| {
            row[1] == Cell::Text(op.into())
                && row[2] == Cell::Text("dd".into())
                && row.last() == Some(&Cell::Text(work.into()))
        };
        assert!(bench[0].rows.iter().any(is_there), "{op}");
    }
    let speed_up = number(&bench[0], &["cpu", "gemm", "dd"], "speed_up");
    assert!(speed_up.is_finite() && speed_up > 0.0, "{speed_up}");
    let sizes = bench.iter().find(|e| e.id == "bench-sizes").unwrap();
    let names: Vec<&str> = sizes.columns.iter().map(|c| c.name.as_ref()).collect();
    assert!(names.starts_with(SPEED), "{names:?}");
    for op in ["add", "mul", "axpy", "dot", "copy"] {
        let sizes = sizes
            .rows
            .iter()
            .filter(|row| row[1] == Cell::Text(op.into()) && row[2] == Cell::Text("dd".into()));
        let sizes: Vec<Cell> = sizes.map(|row| row[3].clone()).collect();
        assert_eq!(sizes, [100, 1000, 10_000, 100_000, 1_000_000].map(Cell::Integer), "{op}");
    }
    assert!(sizes.notes.iter().any(|note| note.starts_with("dd: from 1000 to 100000 elements")));
}

#[test]
fn intervals_of_exact_and_chopped_arithmetic_are_those_of_theory() {
    let paranoia = &run("paranoia")[0];
    let of = |device: &str, op: &str| {
        let row = paranoia
            .rows
            .iter()
            .find(|row| row[0] == Cell::Text(device.into()) && row[3] == Cell::Text(op.into()));
        match row.map(|row| (&row[4], &row[5])) {
            Some((&Cell::Number(low), &Cell::Number(high))) => (low, high),
            other => panic!("{device} {op}: {other:?}"),
        }
    };
    for op in ["add", "sub", "mul", "div"] {
        for device in ["exact rounding (simulated)", "cpu"] {
            // Quotients come near to half an ulp but are never ties.
            let (low, high) = of(device, op);
            assert!((-0.5..-0.4999).contains(&low), "{device} {op}: {low}");
            assert!(0.4999 < high && high <= 0.5, "{device} {op}: {high}");
        }
        let (low, high) = of("chopped (simulated)", op);
        let limit = if op == "sub" { 1.0 } else { 0.0 };
        assert!(-1.0 < low && low < -0.9 && high <= limit, "{op}: [{low}, {high}]");
    }
}

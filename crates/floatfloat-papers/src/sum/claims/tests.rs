use super::{
    super::{ACCURACY, EXPERIMENT, PAIRS, PAIRS_OF_MULTIPLE, TIMES},
    FOUR, MULTIPLE, RANGES, RANGES_OF_MULTIPLE,
};
use crate::published::NGUYEN;
use floatfloat_lab::{
    machine::CPU,
    results::{Device, Table},
    table::row,
};
use floatfloat_report::{
    claim::{
        Finding,
        Verdict::{self, *},
    },
    table::Cell,
};

/// What a claim whose text begins so is judged to be on a machine of a processor and a GPU.
fn judged(tables: &[Table], text: &str) -> Finding {
    let devices =
        [CPU, "cuda:0"].map(|id| Device { id: id.into(), ..floatfloat_lab::machine::processor() });
    let mut claims = EXPERIMENT.study.claims.iter();
    let claim = claims.find(|claim| claim.text.starts_with(text)).unwrap();
    claim.judge(tables, &devices)
}

fn verdict(tables: &[Table], text: &str) -> Verdict {
    judged(tables, text).0
}

fn accuracy() -> Table {
    Table::new("sum", CPU, ACCURACY)
}

fn push_error(table: &mut Table, number: &str, range: &str, bits: u32, error: f64) {
    let (none, null) = (None::<u32>, None::<bool>);
    table.push(row![
        CPU,
        number,
        range,
        1024,
        "sequential",
        none,
        none,
        bits,
        error,
        null,
        Cell::Empty
    ]);
}

/// Errors of a type in all ranges.
fn push_errors(table: &mut Table, number: &str, bits: u32, errors: [f64; 5]) {
    for (range, error) in RANGES.into_iter().zip(errors) {
        push_error(table, number, range, bits, error);
    }
}

fn times() -> Table {
    Table::new("sum-time", "cuda:0", TIMES)
}

/// The time of a sum of 1024 numbers on the GPU, in the library's shape or in a launch.
fn push_time(table: &mut Table, number: &str, launch: Option<[u32; 2]>, seconds: f64) {
    let shape = if launch.is_some() { "launched" } else { "library" };
    let [groups, lanes] = [0, 1].map(|k| launch.map(|launch| launch[k]));
    let launch = launch.map_or(shape.into(), |[groups, lanes]| format!("{groups} × {lanes}"));
    let rate = seconds / 1024.0 * 1e9;
    let null = None::<bool>;
    table.push(row![
        "cuda:0",
        number,
        1024,
        shape,
        groups,
        lanes,
        seconds,
        rate,
        null,
        Cell::Empty,
        launch
    ]);
}

const BEST: Option<[u32; 2]> = Some([64, 32]);

#[test]
fn ranges_are_those_of_the_intervals() {
    assert_eq!(RANGES.map(String::from), PAIRS.map(|pair| pair.to_string()));
    let multiple = PAIRS_OF_MULTIPLE.map(|pair| pair.to_string());
    assert_eq!(RANGES_OF_MULTIPLE.map(String::from), multiple);
}

#[test]
fn the_numbers_of_the_thesis_confirm_its_conclusions() {
    let published = NGUYEN.tables().unwrap();
    let published = published.iter().find(|table| table.id == "sum-accuracy-published").unwrap();
    let mut table = accuracy();
    for row in published.frame().with(&[("source", "Table 11")]).rows() {
        let [number, range] = ["type", "range"].map(|name| row.shown(name));
        push_error(&mut table, &number, &range, 53, row.number("error").unwrap());
    }
    let tables = [table];
    assert_eq!(verdict(&tables, "sums in f32"), Confirmed);
    assert_eq!(verdict(&tables, "from inaccurate to accurate"), Confirmed);
    assert_eq!(verdict(&tables, "256 bits give the exact sum"), Confirmed);
    // float2 has a smaller error in the widest range than in the one before.
    let (verdict_of_growth, evidence) = judged(&tables, "errors grow");
    assert_eq!(verdict_of_growth, NotHere);
    assert!(
        evidence.contains("float2 1.2e-5, 9.8e-5, 1.4e-3, 1.5e-2, 6.1e-3 (falls in 1 of 4 steps)"),
        "{evidence}"
    );
    assert!(evidence.contains("table 11 itself does not confirm the claim"), "{evidence}");
    assert_eq!(verdict(&tables, "two words are more accurate"), NotMeasured);
}

#[test]
fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
    const CLAIM: &str = "two f32 are never worth it";
    let errors = |ff: f64| {
        let mut table = accuracy();
        push_errors(&mut table, "float2", 24, [1e-3; 5]);
        push_errors(&mut table, "f64", 24, [1e-6; 5]);
        push_errors(&mut table, "ff", 24, [ff; 5]);
        table
    };
    let times = |float2: f64| {
        let mut table = times();
        push_time(&mut table, "f64", BEST, 4.0);
        push_time(&mut table, "float2", BEST, float2);
        push_time(&mut table, "ff", BEST, 6.0);
        table
    };
    assert_eq!(verdict(&[errors(1e-7)], CLAIM), NotMeasured);
    assert_eq!(verdict(&[errors(1e-7), times(5.0)], CLAIM), OnlyComposite);
    assert_eq!(verdict(&[errors(1e-5), times(5.0)], CLAIM), Confirmed);
    assert_eq!(verdict(&[errors(1e-5), times(1.0)], CLAIM), NotHere);
}

#[test]
fn the_price_of_double2_is_that_of_the_shape_that_is_named() {
    const CLAIM: &str = "where accuracy is needed";
    let mut errors = accuracy();
    push_errors(&mut errors, "f64", 53, [1e-9; 5]);
    push_errors(&mut errors, "double2", 53, [1e-17; 5]);
    let mut times = times();
    push_time(&mut times, "f64", None, 1.0);
    push_time(&mut times, "double2", None, 2.0);
    let (verdict, evidence) = judged(&[errors.clone(), times.clone()], CLAIM);
    assert_eq!(verdict, NotHere);
    assert!(evidence.ends_with("2.00 times as long as f64 in the library's shape"), "{evidence}");
    push_time(&mut times, "f64", BEST, 1.0);
    push_time(&mut times, "double2", BEST, 1.4);
    let (verdict, evidence) = judged(&[errors, times], CLAIM);
    assert_eq!(verdict, Confirmed);
    assert!(evidence.ends_with("1.40 times as long as f64 in 64 × 32"), "{evidence}");
}

#[test]
fn the_fastest_shape_is_found() {
    const CLAIM: &str = "64 blocks of 32 threads are the fastest";
    let mut table = times();
    assert_eq!(verdict(&[table.clone()], CLAIM), NotMeasured);
    for number in FOUR {
        push_time(&mut table, number, Some([1, 32]), 3.0);
        push_time(&mut table, number, Some([1, 1024]), 2.0);
        push_time(&mut table, number, BEST, 1.0);
    }
    assert_eq!(verdict(&[table.clone()], CLAIM), Confirmed);
    assert_eq!(verdict(&[table.clone()], "in one block 32 threads"), NotHere);
    assert_eq!(verdict(&[table.clone()], "f64 takes at most 13 %"), Confirmed);
    // As fast, as far as times tell.
    push_time(&mut table, "f64", Some([1, 1024]), 0.95);
    assert_eq!(verdict(&[table.clone()], CLAIM), Confirmed);
    push_time(&mut table, "f64", Some([1, 1024]), 0.5);
    let (verdict, evidence) = judged(&[table], CLAIM);
    assert_eq!(verdict, NotHere);
    assert!(evidence.contains("f64 2.00 (1 × 1024)"), "{evidence}");
}

#[test]
fn more_bits_are_wrong_later() {
    let mut table = accuracy();
    for (number, right) in MULTIPLE.into_iter().zip([1, 2, 4, 5]) {
        for (k, range) in RANGES_OF_MULTIPLE.into_iter().enumerate() {
            push_error(&mut table, number, range, 53, if k < right { 0.0 } else { 1.0 });
        }
    }
    let (verdict, evidence) = judged(&[table], "enough bits repair");
    assert_eq!(verdict, Confirmed);
    assert!(evidence.contains("256 bits never wrong"), "{evidence}");
}

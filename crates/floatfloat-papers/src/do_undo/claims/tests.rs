use super::{
    super::{CHAINS, COLUMNS, IEEE, MANY, RECIPROCAL, THREADS},
    CASES, CLAIMS, Case, SMALL, power,
};
use floatfloat_lab::{
    machine,
    results::{Device, Table},
    table::row,
};
use floatfloat_report::claim::{
    Finding,
    Verdict::{self, *},
};

const GPU: &str = "made up";

/// Chains of a type by a division.
#[derive(Clone, Copy)]
struct Made {
    number: &'static str,
    division: &'static str,
    case: Case,
    steps: usize,
    chains: usize,
    error: f64,
    ns: f64,
}

fn made(number: &'static str, division: &'static str, steps: usize, error: f64, ns: f64) -> Made {
    Made { number, division, case: SMALL, steps, chains: CHAINS, error, ns }
}

/// The claims, judged by chains on one device, be it software or not.
fn findings_on(software: bool, made: &[Made]) -> Vec<Finding> {
    let mut table = Table::new("do-undo", GPU, COLUMNS);
    let mut threads = Table::new("do-undo-threads", GPU, THREADS);
    for &Made { number, division, case: [x, y], steps, chains, error, ns } in made {
        let verified = None::<bool>;
        if chains == MANY {
            threads.push(row![GPU, number, division, steps, chains, ns, ns, verified]);
        } else {
            table
                .push(row![GPU, number, division, x, y, steps, chains, error, error, ns, verified]);
        }
    }
    let devices = [Device { id: GPU.into(), software, ..machine::processor() }];
    let tables = [table, threads];
    CLAIMS.iter().map(|claim| claim.judge(&tables, &devices)).collect()
}

fn findings(made: &[Made]) -> Vec<Finding> {
    findings_on(false, made)
}

fn verdict(made: &[Made], claim: usize) -> Verdict {
    findings(made)[claim].0
}

/// Places of claims.
const APPROXIMATE: usize = 0;
const BY_IEEE: usize = 1;
const A_LEVEL: usize = 2;
const LARGE_X: usize = 3;
const MAGNITUDE: usize = 4;
const SAME_BITS: usize = 5;
const FAST: usize = 6;
const HIDDEN: usize = 7;
const NOT_BETTER: usize = 8;

#[test]
fn divisions_are_compared_beyond_noise() {
    let mut all = [
        made("f32", IEEE, 1000, 1e-6, 4.0),
        made("float2", IEEE, 1000, 4e-6, 9.0),
        made("ff", IEEE, 1000, 1e-13, 20.0),
    ];
    assert_eq!(verdict(&all, BY_IEEE), OnlyComposite);
    assert_eq!(verdict(&all, NOT_BETTER), OnlyComposite);
    assert_eq!(verdict(&all, LARGE_X), NotMeasured);
    assert_eq!(verdict(&all, SAME_BITS), NotMeasured);
    // Slower, but as accurate.
    all[1].error = 1.2e-6;
    assert_eq!(verdict(&all, BY_IEEE), NotHere);
    let (verdict, evidence) = findings(&all)[NOT_BETTER].clone();
    assert_eq!(verdict, NotHere);
    assert!(evidence.contains("1.20 (equal within a factor of 2)"), "{evidence}");
}

#[test]
fn only_approximate_division_tells_of_it() {
    let mut all = vec![
        made("f32", IEEE, 1000, 1e-6, 4.0),
        made("f32", RECIPROCAL, 1000, 1e-4, 2.0),
        made("float2", IEEE, 1000, 1e-6, 9.0),
    ];
    let found = findings(&all);
    for (verdict, evidence) in [APPROXIMATE, FAST, HIDDEN].map(|claim| &found[claim]) {
        assert_eq!(*verdict, NotMeasured);
        assert!(evidence.starts_with("no device here divides approximately; "), "{evidence}");
        assert!(evidence.contains("f32 by x · (1/y)"), "{evidence}");
    }
    all.push(made("f32", "__fdividef", 1000, 1e-4, 2.0));
    for (division, ns) in [(IEEE, 41.0), ("__fdividef", 40.0)] {
        all.push(Made { chains: MANY, ..made("f32", division, 7000, 1e-6, ns) });
    }
    let verdicts = |all: &[Made]| [APPROXIMATE, FAST, HIDDEN].map(|claim| findings(all)[claim].0);
    assert_eq!(verdicts(&all), [Confirmed; 3]);
    let mut slow = all.clone();
    slow[3].ns = 3.9;
    slow[4].ns = 80.0;
    assert_eq!(verdicts(&slow), [Confirmed, NotHere, NotHere]);
    // Software that divides approximately decides nothing about speed.
    assert_eq!(findings_on(true, &all)[FAST].0, NotMeasured);
}

#[test]
fn a_level_is_judged_over_all_lengths() {
    let walk = |steps: f64| 1e-7 * steps.sqrt();
    let points: Vec<(f64, f64)> = [1e2, 1e3, 1e4].map(|steps| (steps, walk(steps))).into();
    assert!((power(&points).unwrap() - 0.5).abs() < 1e-12);
    assert_eq!(power(&points[..1]), None);
    let of = |error: &dyn Fn(f64) -> f64, lengths: &[usize]| {
        let at = |&steps| made("float2", IEEE, steps, error(steps as f64), 1.0);
        verdict(&lengths.iter().map(at).collect::<Vec<_>>(), A_LEVEL)
    };
    // By less than ten times from one length to the next, and no level all the same.
    assert_eq!(of(&walk, &[100, 1000, 10_000]), NotHere);
    assert_eq!(of(&|_| 3e-6, &[100, 1000, 10_000]), Confirmed);
    assert_eq!(of(&|_| 3e-6, &[100, 1000]), NotMeasured);
}

#[test]
fn sensitive_is_what_differs_more_than_in_one_word() {
    let of = |float2: [f64; 4]| {
        let mut all = Vec::new();
        for ((case, two), one) in CASES.into_iter().zip(float2).zip([1.0, 2.0, 1.0, 3.0]) {
            for (number, error) in [("f32", one), ("float2", two)] {
                all.push(Made { case, ..made(number, IEEE, 10, error, 1.0) });
            }
        }
        verdict(&all, MAGNITUDE)
    };
    assert_eq!(of([1.0, 2.0, 1.0, 4.0]), NotHere);
    assert_eq!(of([1.0, 2.0, 1.0, 40.0]), Confirmed);
}

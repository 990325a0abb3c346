use super::{
    Claim, Evidence, Finding, Must, Ratios, Rows, Scope, Test,
    Verdict::{Confirmed, NotHere, NotMeasured, OnlyComposite},
    at_most, judge, median,
};
use crate::{
    fixtures::device,
    results::Device,
    row,
    table::{Table, chosen, measured},
};

/// A processor, GPUs and software that stands in for one.
fn devices(processor: bool, hardware: &[&str], software: &[&str]) -> Vec<Device> {
    let cpu = processor.then(|| device("cpu", false));
    let hardware = hardware.iter().map(|id| device(id, false));
    let software = software.iter().map(|id| device(id, true));
    cpu.into_iter().chain(hardware).chain(software).collect()
}

fn speed(devices: &[Device], any: bool, measure: impl Fn(&str) -> Option<Finding>) -> Finding {
    Evidence::new(&[], devices).speed(any, |on| measure(on.device().unwrap()))
}

#[test]
fn software_decides_nothing_and_the_processor_only_what_makes_sense_of_it() {
    let measure = |device: &str| {
        let verdict = if device == "cpu" { NotHere } else { Confirmed };
        Some((verdict, format!("number of {device}")))
    };
    let with = devices(true, &["cuda:0"], &["wgpu:0"]);
    assert_eq!(speed(&with, false, measure), (Confirmed, "cuda:0: number of cuda:0".into()));
    let without = devices(true, &[], &["wgpu:0"]);
    let (verdict, evidence) = speed(&without, true, measure);
    assert_eq!((verdict, evidence.as_str()), (NotHere, "cpu, there being no GPU: number of cpu"));
    let (verdict, evidence) = speed(&without, false, measure);
    assert_eq!(verdict, NotMeasured);
    assert!(evidence.contains("decides nothing, shows: wgpu:0: number of wgpu:0"), "{evidence}");
    let (verdict, evidence) = speed(&devices(false, &[], &["wgpu:0"]), true, measure);
    assert_eq!(verdict, NotMeasured);
    assert!(evidence.starts_with("no GPU; "), "{evidence}");
    assert_eq!(speed(&devices(true, &[], &[]), false, measure), (NotMeasured, "no GPU".into()));
}

#[test]
fn a_claim_must_hold_on_every_gpu_that_tells() {
    let both = devices(true, &["a", "b"], &[]);
    let holding = |on_b| {
        let found = move |id: &str| Some((if id == "b" { on_b } else { Confirmed }, id.to_owned()));
        speed(&both, false, found)
    };
    assert_eq!(holding(Confirmed).0, Confirmed);
    assert_eq!(holding(NotMeasured).0, Confirmed);
    assert_eq!(holding(OnlyComposite).0, OnlyComposite);
    assert_eq!(holding(NotHere), (NotHere, "a: a; b: b".into()));
    let (verdict, evidence) = speed(&both, false, |_| None);
    assert_eq!(
        (verdict, evidence.as_str()),
        (NotMeasured, "nothing that tells was measured on a, b")
    );
}

#[test]
fn a_limit_is_exceeded_beyond_noise_only() {
    assert_eq!(at_most(2.0, 1.9), Confirmed);
    assert_eq!(at_most(2.0, 2.1), NotMeasured);
    assert_eq!(at_most(2.0, 2.3), NotHere);
    assert_eq!(Must::Within(2.0).of_all(&[0.5, 2.0]), Confirmed);
    assert_eq!(Must::Within(2.0).of_all(&[0.4, 2.0]), NotHere);
    assert_eq!(Must::Exceed(2.0).of_all(&[2.0, 3.0]), NotHere);
}

#[test]
fn the_median_is_the_middle_one_or_between_the_two() {
    assert_eq!(median(vec![]), None);
    assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(vec![8.0, 2.0]), Some(4.0));
}

#[test]
fn what_means_nothing_is_left_out() {
    let pairs = [[0.2, 0.1], [0.1, 3.0], [f64::INFINITY, 0.1], [0.1, 0.2]];
    let ratios = Ratios::of(pairs, true);
    assert_eq!(ratios.words().unwrap(), "1.0e0 (5.0e-1 to 2.0e0, of 2)");
    assert!(!ratios.are_enough());
}

/// Errors and times of two types at three sizes on two devices.
fn table(factor: f64) -> Table {
    let columns = [chosen("device"), chosen("type"), chosen("size"), measured("error", "")];
    let mut table = Table::new("made-up", "cpu, a", &columns);
    for device in ["cpu", "a"] {
        for size in [16, 64, 256] {
            table.push(row![device, "f32", size, 1e-3]);
            let factor = if device == "a" { 1.0 } else { factor };
            table.push(row![device, "float2", size, 1e-3 * factor]);
        }
    }
    table
}

#[test]
fn combinators_judge_the_first_device_or_each_gpu() {
    const OF: Rows = Rows::of("made-up");
    const PAIRS: &[[&str; 2]] = &[["float2", "f32"]];
    let order = Test::Order {
        of: OF,
        value: "error",
        by: "type",
        from_least: &["f32", "float2"],
        at_every: "size",
        at_least: 3,
    };
    let median = |must| Test::MedianRatio {
        of: OF,
        value: "error",
        relative: true,
        by: "type",
        pairs: PAIRS,
        must,
    };
    let last = |must| Test::LastRatio {
        of: OF,
        value: "error",
        by: "type",
        pairs: PAIRS,
        along: "size",
        must,
    };
    let on = devices(true, &["a"], &[]);
    let judged =
        |test, scope, factor| Claim::of("", "").on(scope).test(test).judge(&[table(factor)], &on).0;
    assert_eq!(judged(order, Scope::Bits, 2.0), Confirmed);
    assert_eq!(judged(order, Scope::Bits, 0.5), NotHere);
    assert_eq!(judged(median(Must::Within(4.0)), Scope::Bits, 5.0), NotHere);
    assert_eq!(judged(median(Must::Within(4.0)), Scope::Gpus, 5.0), Confirmed);
    assert_eq!(judged(last(Must::Exceed(1.5)), Scope::Bits, 2.0), Confirmed);
    assert_eq!(judged(last(Must::Exceed(1.5)), Scope::AnyDevice, 2.0), NotHere);
    let none = Claim::of("", "").test(order).judge(&[], &on);
    assert_eq!(none.0, NotMeasured);
}

#[test]
fn the_table_of_conclusions_names_claims_and_verdicts() {
    let claims = [Claim::of("section 1", "so it is").test(Test::NotMeasured("no such machine"))];
    let table = judge("made-up", &claims, &[], &devices(true, &[], &[]));
    assert_eq!((table.id.as_str(), table.device.as_str()), ("made-up-conclusions", "cpu"));
    let row = table.rows().next().unwrap();
    assert_eq!(row.text("verdict"), Some(NotMeasured.name()));
    assert_eq!(row.text("evidence"), Some("no such machine"));
}

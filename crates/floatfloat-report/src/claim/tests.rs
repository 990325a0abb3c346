use super::{
    At, BEST_OTHER, Claim, Compare, Evidence, Finding, Must, Rows, Scope, Test, Texts,
    Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
    Whose, judge, median,
    words::fill,
};
use crate::{
    chart::Shows,
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
    assert_eq!((verdict, evidence.as_str()), (NotHere, "cpu (there is no GPU): number of cpu"));
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
        (NotMeasured, "nothing that decides it was measured on a, b")
    );
}

#[test]
fn a_limit_of_times_is_exceeded_beyond_noise_only() {
    let times = |ratio| Must::TakeAtMost(2.0).judge([ratio, 1.0]);
    assert_eq!([1.9, 2.1, 2.3].map(times), [Confirmed, NotMeasured, NotHere]);
    let holds = |must: Must| [0.4, 0.5, 2.0, 3.0].map(|x| must.holds([10.0 * x, 10.0]));
    assert_eq!(holds(Must::be_within(2.0)), [false, true, true, false]);
    assert_eq!(holds(Must::Exceed(2.0)), [false, false, false, true]);
    assert_eq!(holds(Must::Reach(2.0)), [false, false, true, true]);
    assert_eq!(holds(Must::StayBelow(0.5)), [true, false, false, false]);
    assert_eq!(holds(Must::BeAtMost(0.5)), [true, true, false, false]);
    assert_eq!(holds(Must::BeShown), [true; 4]);
}

#[test]
fn what_does_not_hold_once_does_not_hold() {
    assert_eq!(Verdict::of_all([Confirmed, OnlyComposite]), OnlyComposite);
    assert_eq!(Verdict::of_all([NotMeasured, OnlyComposite, Confirmed]), NotMeasured);
    assert_eq!(Verdict::of_all([NotMeasured, NotHere, Confirmed]), NotHere);
}

#[test]
fn the_median_is_the_middle_one_or_between_the_two() {
    assert_eq!(median(vec![]), None);
    assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(vec![8.0, 2.0]), Some(4.0));
}

#[test]
fn words_have_places_for_each_and_for_all() {
    let value = |number: &usize, name: &str| format!("{name}{number}");
    let of_all = |name: &str| (name == "all").then(|| "2".to_owned());
    let said = |words| fill(words, &[1, 2], value, of_all);
    assert_eq!(said("{all} of [{x} and {y}|; ] at {z}."), "2 of x1 and y1; x2 and y2 at z1, z2.");
    assert_eq!(said("no place"), "no place");
    assert_eq!(said(""), "");
}

/// Device, type, block, size, and error.
type Made = (&'static str, &'static str, &'static str, u32, f64);

fn table(made: &[Made]) -> Table {
    let columns = ["device", "type", "block", "size"].map(chosen);
    let columns: Vec<_> = columns.into_iter().chain([measured("error", "")]).collect();
    let mut table = Table::new("made-up", "cpu, a", columns);
    for &(device, number, block, size, error) in made {
        table.push(row![device, number, block, size, error]);
    }
    table
}

/// Errors of two types at three sizes on a device.
fn errors(device: &'static str, of_f32: [f64; 3], of_float2: [f64; 3]) -> Vec<Made> {
    let of = |number, errors: [f64; 3]| {
        let sized = [16, 64, 256].into_iter().zip(errors);
        sized.map(move |(size, error)| (device, number, "", size, error))
    };
    of("f32", of_f32).chain(of("float2", of_float2)).collect()
}

const ROWS: Rows = Rows::of("made-up");

const ERRORS: Compare = Compare::of(ROWS, "error").along(&["size"], At::Every);

const OVER_F32: Texts = &[&["float2", "f32"]];

const MUCH: Must = Must::Exceed(1.5);

fn judged(test: Test, made: &[Made]) -> Finding {
    let on = devices(true, &["a"], &[]);
    Claim::of("", "").test(test).judge(&[table(made)], &on)
}

#[test]
fn a_comparison_judges_one_number_or_all() {
    let made = errors("cpu", [0.0, 1.0, 1.0], [0.0, 4.0, 2.0]);
    let of = |at| {
        let words = "[{one} over {two} {ratio.1} at {size}: {holds} of {all}|; ]";
        judged(ERRORS.along(&["size"], at).test(OVER_F32, MUCH, words), &made)
    };
    let said = |words: &str| format!("float2 over f32 {words}");
    assert_eq!(of(At::Every), (NotHere, said("2.0 at 256: 2 of 3")));
    assert_eq!(of(At::Last), (Confirmed, said("2.0 at 256: 1 of 1")));
    assert_eq!(of(At::Median), (Confirmed, said("2.8 at 256: 1 of 1")));
    assert_eq!(of(At::FirstError), (Confirmed, said("4.0 at 64: 1 of 1")));
    assert_eq!(of(At::Worst), (Confirmed, said("4.0 at 256: 1 of 1")));
    let each = of(At::Each).1;
    assert!(each.starts_with(&said("NaN at 16: 0 of 1; float2 over f32 4.0 at 64")), "{each}");
    // Numbers of one type: twice as large in the end, and of two steps one down.
    let of = |at, made: &[Made]| {
        let words = "{numbers}: {above.0} of {below.0}";
        judged(ERRORS.along(&["size"], at).test(&[&["float2"]], MUCH, words), made).1
    };
    let falls = errors("cpu", [1.0; 3], [2.0, 1.0, 4.0]);
    assert_eq!(of(At::Growth, &falls), "2.0e0, 1.0e0, 4.0e0: 4 of 2");
    assert_eq!(of(At::Falls, &falls), "2.0e0, 1.0e0, 4.0e0: 1 of 2");
    let exact = errors("cpu", [1.0; 3], [0.0, 0.0, 4.0]);
    assert_eq!(of(At::Falls, &exact), "0.0e0, 0.0e0, 4.0e0: 0 of 2");
}

#[test]
fn nothing_is_judged_of_too_few_numbers() {
    let mut made = errors("cpu", [1.0; 3], [2.0; 3]);
    let verdict = |compare: Compare, pairs, made: &[Made]| {
        judged(compare.test(pairs, MUCH, "{spread}"), made).0
    };
    assert_eq!(verdict(ERRORS.at_least(3), OVER_F32, &made), Confirmed);
    assert_eq!(verdict(ERRORS.at_least(4), OVER_F32, &made), NotMeasured);
    let columns = ERRORS.by("").along(&["type", "size"], At::Every);
    assert_eq!(verdict(columns, &[&["size", "error"]], &made), Confirmed);
    // A pair that was not measured, and a type at two sizes of three.
    const MORE: Texts = &[&["float2", "f32"], &["double2", "f64"]];
    assert_eq!(verdict(ERRORS, MORE, &made), NotMeasured);
    assert_eq!(verdict(ERRORS.along(&["size"], At::Each), MORE, &made), Confirmed);
    made.pop();
    assert_eq!(verdict(ERRORS.along(&["size"], At::Growth), OVER_F32, &made), NotMeasured);
    assert_eq!(verdict(ERRORS.along(&["size"], At::Last), OVER_F32, &made), Confirmed);
    assert_eq!(verdict(ERRORS, OVER_F32, &[]), NotMeasured);
}

#[test]
fn blocks_are_preferred_or_compared_with_the_best_other() {
    let preferred = ERRORS.prefer("block", &[["8x8", "in blocks"], ["", "in one"]]);
    let preferred = preferred.test(OVER_F32, MUCH, "{ratio} {preferred}");
    let best = ERRORS.by("block").test(&[&["8x8", BEST_OTHER]], MUCH, "{ratio} ({two})");
    let mut made = errors("cpu", [1.0; 3], [3.0; 3]);
    made.push(("cpu", "f32", "8x8", 512, 4.0));
    assert_eq!(judged(preferred, &made), (Confirmed, "3.00 in one".into()));
    assert_eq!(judged(best, &made).0, NotMeasured);
    made.push(("cpu", "float2", "8x8", 512, 4.0));
    assert_eq!(judged(preferred, &made), (NotHere, "1.00 in blocks".into()));
    made.extend([("cpu", "f32", "4x4", 512, 9.0), ("cpu", "f32", "2x2", 512, 2.0)]);
    assert_eq!(judged(best, &made), (Confirmed, "2.00 (2x2)".into()));
}

#[test]
fn rows_are_those_of_a_device_and_of_what_columns_show() {
    let mut made = errors("cpu", [1.0; 3], [3.0; 3]);
    made.push(("a", "f32", "", 512, 9.0));
    let (tables, on) = ([table(&made)], devices(true, &["a"], &[]));
    let evidence = Evidence::new(&tables, &on);
    let count = |rows: Rows| evidence.rows(rows).map_or(0, |rows| rows.len());
    assert_eq!([count(ROWS), count(ROWS.whose(Whose::All))], [6, 7]);
    assert_eq!(evidence.of("a").rows(ROWS).unwrap().len(), 1);
    assert_eq!(evidence.of("a").rows(ROWS.whose(Whose::First)).unwrap().len(), 6);
    let largest = ROWS.with(&[("size", Shows::Most(&[]))]);
    assert_eq!([count(largest), count(largest.and(&[("type", Shows::Not("f32"))]))], [2, 1]);
    assert_eq!(count(ROWS.with(&[("size", Shows::Least(&["type"]))])), 2);
    assert_eq!(count(ROWS.between(&[("size", 64.0..256.0)])), 2);
    let listed = ROWS.with(&[("type", Shows::One(&["float2", "f32"]))]);
    let first = listed.in_order(&evidence.rows(listed).unwrap())[0];
    assert_eq!(first.text("type"), Some("float2"));
}

#[test]
fn tests_are_combined() {
    const HOLDS: Test = ERRORS.test(OVER_F32, MUCH, "yes");
    const FAILS: Test = Test::Not(&HOLDS);
    const UNKNOWN: Test = ERRORS.test(&[&["dd"]], MUCH, "");
    let of = |test| judged(test, &errors("cpu", [1.0; 3], [2.0; 3]));
    assert_eq!(of(FAILS), (NotHere, "yes".into()));
    assert_eq!(of(Test::Not(&FAILS)).0, Confirmed);
    assert_eq!(of(Test::All(&[HOLDS, HOLDS])), (Confirmed, "yes; yes".into()));
    assert_eq!(of(Test::All(&[HOLDS, FAILS])).0, NotHere);
    assert_eq!(of(Test::All(&[HOLDS, UNKNOWN])).0, NotMeasured);
    assert_eq!(of(Test::First(&[UNKNOWN, FAILS, HOLDS])).0, NotHere);
    let of_both = |composite, double_words| of(Test::Composite { composite, double_words }).0;
    assert_eq!(of_both(&HOLDS, &FAILS), OnlyComposite);
    assert_eq!(of_both(&HOLDS, &HOLDS), Confirmed);
    assert_eq!(of_both(&FAILS, &FAILS), NotHere);
    assert_eq!(of_both(&HOLDS, &UNKNOWN), NotMeasured);
    let some = |column, shown| {
        const OF: &[Rows] = &[ROWS, Rows::of("another table")];
        of(Test::some_show(OF, column, shown, "{count} of {all} on {device}"))
    };
    assert_eq!(some("type", "f32"), (Confirmed, "3 of 6 on cpu".into()));
    assert_eq!(some("type", "f64"), (NotHere, "0 of 6 on cpu".into()));
    assert_eq!(some("block", "8x8").0, NotMeasured);
}

#[test]
fn the_scope_says_whose_numbers_are_judged() {
    let mut made = errors("cpu", [1.0; 3], [2.0; 3]);
    made.extend(errors("a", [1.0; 3], [1.0; 3]));
    let of = |scope, hardware: &[&str]| {
        let claim = Claim::of("", "").on(scope).test(ERRORS.test(OVER_F32, MUCH, ""));
        claim.judge(&[table(&made)], &devices(true, hardware, &[])).0
    };
    assert_eq!(of(Scope::Bits, &["a"]), Confirmed);
    assert_eq!(of(Scope::AnyDevice, &["a"]), NotHere);
    assert_eq!(of(Scope::AnyDevice, &[]), Confirmed);
    assert_eq!(of(Scope::Gpus, &[]), NotMeasured);
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

//! A fault planted in an otherwise exact machine must be found, and nothing else be blamed.

mod division;
mod expressions;
mod fma;
mod guard;
mod range;
mod roots;
mod rounding;
mod special;
mod subnormal;

use floatfloat::sim::{Spec, machines::IEEE_F32};
use floatfloat_paranoia::{
    Division, Finding, Fma, FromFn, Machine, Op, Options, Report, Silent, Simulated, Subject,
    examine_blocking,
};

const EXACT: Simulated = Simulated(IEEE_F32);

fn simulated(spec: Spec) -> Report {
    examine_blocking(&mut Simulated(spec), &Options::default(), &Silent).unwrap()
}

/// The exact machine, `fault` applied to what it changes.
fn planted(mut fault: impl FnMut(Op, [f64; 3]) -> Option<f64>) -> Report {
    let function = |op, x| fault(op, x).or_else(|| EXACT.basic(op, x));
    examine_blocking(
        &mut FromFn::new("planted", EXACT.format(), function),
        &Options::default(),
        &Silent,
    )
    .unwrap()
}

/// The fault of that subject and operation, which must be there.
#[track_caller]
fn found(report: &Report, subject: Subject, op: Op) -> Finding {
    let is_it = |f: &&Finding| f.subject == subject && f.op == op;
    match report.faults().find(is_it) {
        Some(finding) => finding.clone(),
        None => panic!("no {subject:?} in {op:?}:\n{report}"),
    }
}

#[track_caller]
fn only(report: &Report, subjects: &[Subject]) {
    for fault in report.faults() {
        assert!(subjects.contains(&fault.subject), "{:?} is blamed:\n{report}", fault.subject);
    }
}

#[track_caller]
fn safe(report: &Report, safe: bool) {
    assert_eq!(report.safety.safe, safe, "{report}");
    assert_eq!(report.safety.because.is_empty(), safe);
}

fn ulp_away(x: f64, ulps: i32) -> f64 {
    f64::from(f32::from_bits(((x as f32).to_bits() as i32 + ulps) as u32))
}

/// The 23 fraction bits.
fn fraction(x: f64) -> u32 {
    (x as f32).to_bits() & 0x7f_ffff
}

#[test]
fn nothing_is_blamed_on_an_exact_machine() {
    let report = planted(|_, _| None);
    only(&report, &[]);
    safe(&report, true);
    assert!(report.safety.caveats.is_empty());
    assert_eq!(report.character.division, Division::Ieee);
    assert_eq!(report.character.fma, Fma::Fused);
}

#[test]
fn without_edges_the_edges_are_not_tried() {
    let options = Options { edges: false, ..Options::default() };
    let with = examine_blocking(&mut EXACT.clone(), &Options::default(), &Silent).unwrap();
    let without = examine_blocking(&mut EXACT.clone(), &options, &Silent).unwrap();
    assert!(without.results < with.results);
}

//! Subnormal numbers that are flushed, or rounded twice.

use super::{EXACT, found, only, planted, safe, simulated};
use floatfloat::sim::{Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Op, Simulated, Subject, Subnormals};

#[test]
fn flushed_inputs() {
    let report = simulated(Spec { flush_inputs: true, ..IEEE_F32 });
    let finding = found(&report, Subject::SubnormalInputs, Op::Add);
    assert_eq!((finding.count, finding.tried), (finding.tried, finding.tried));
    only(&report, &[Subject::SubnormalInputs]);
    assert_eq!(report.character.subnormal_inputs, Subnormals::Flushed);
    assert_eq!(report.character.subnormal_outputs, Subnormals::Kept);
    safe(&report, true);
    assert!(report.safety.caveats.iter().any(|c| c.contains("2^-126")), "{report}");
}

#[test]
fn flushed_outputs() {
    let report = simulated(Spec { flush_outputs: true, ..IEEE_F32 });
    found(&report, Subject::SubnormalOutputs, Op::Add);
    only(&report, &[Subject::SubnormalOutputs]);
    assert_eq!(report.character.subnormal_inputs, Subnormals::Kept);
    assert_eq!(report.character.subnormal_outputs, Subnormals::Flushed);
}

#[test]
fn one_operation_that_flushes() {
    let least = f64::from(f32::MIN_POSITIVE);
    let report = planted(|op, x| {
        let result = EXACT.basic(op, x)?;
        (op == Op::Mul && result.abs() < least).then_some(0.0 * result)
    });
    let finding = found(&report, Subject::SubnormalOutputs, Op::Mul);
    assert!(finding.evidence.iter().all(|e| e.op == Op::Mul));
    only(&report, &[Subject::SubnormalOutputs]);
    assert_eq!(report.character.subnormal_outputs, Subnormals::Mixed);
}

#[test]
fn subnormals_rounded_twice() {
    // First to 24 bits, then to what is left of them.
    let wide = Simulated(Spec { min_exponent: -500, ..IEEE_F32 });
    let twice = |op, x: [f64; 3]| {
        let once = wide.basic(op, x)?;
        (op == Op::Mul && x[0] != 0.0 && x[1] != 0.0).then(|| IEEE_F32.round(once))
    };
    let report = planted(twice);
    found(&report, Subject::SubnormalOutputs, Op::Mul);
    only(&report, &[Subject::SubnormalOutputs]);
}

//! Expressions that a compiler rewrites or computes with more precision.

use super::{EXACT, found, only, planted, safe};
use floatfloat_paranoia::{Class, Op, Subject};

#[test]
fn reassociated_sum() {
    let report = planted(|op, [_, b, _]| (op == Op::AddThenSubtract).then_some(b));
    let finding = found(&report, Subject::Reassociation, Op::AddThenSubtract);
    assert_eq!(finding.class, Class::Failure);
    assert_eq!(report.character.reassociates, Some(true));
    only(&report, &[Subject::Reassociation]);
    safe(&report, false);
}

#[test]
fn reassociated_quotient() {
    let report = planted(|op, [a, ..]| (op == Op::DivideThenMultiply).then_some(a));
    found(&report, Subject::Reassociation, Op::DivideThenMultiply);
    only(&report, &[Subject::Reassociation]);
    safe(&report, false);
}

#[test]
fn sums_in_another_order() {
    let report = planted(|op, [a, b, c]| {
        let add = |x, y| EXACT.basic(Op::Add, [x, y, x]).unwrap();
        (op == Op::SumFromLeft).then(|| add(a, add(b, c)))
    });
    found(&report, Subject::Reassociation, Op::SumFromLeft);
    only(&report, &[Subject::Reassociation]);
}

#[test]
fn two_sum_simplified_away() {
    let report = planted(|op, _| (op == Op::TwoSumError).then_some(0.0));
    found(&report, Subject::Reassociation, Op::TwoSumError);
    found(&report, Subject::ErrorFree, Op::TwoSumError);
    only(&report, &[Subject::Reassociation, Subject::ErrorFree]);
    safe(&report, false);
}

#[test]
fn intermediates_with_more_precision() {
    let report =
        planted(|op, [a, b, c]| (op == Op::SumFromLeft).then(|| f64::from(((a + b) + c) as f32)));
    found(&report, Subject::Intermediates, Op::SumFromLeft);
    only(&report, &[Subject::Intermediates, Subject::Reassociation]);
}

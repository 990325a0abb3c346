//! Infinities, results that are not numbers, and signs of zeros.

use super::{EXACT, found, only, planted, safe};
use floatfloat_paranoia::{Class, Op, Subject};

#[test]
fn not_a_number_for_infinity() {
    let report = planted(|op, x| {
        let result = EXACT.basic(op, x)?;
        result.is_infinite().then_some(f64::NAN)
    });
    let finding = found(&report, Subject::Infinity, Op::Add);
    assert!(finding.evidence.iter().all(|e| e.seen.is_nan()));
    found(&report, Subject::Range, Op::Add);
    only(&report, &[Subject::Infinity, Subject::Range]);
    safe(&report, true);
}

#[test]
fn infinity_for_not_a_number() {
    let report = planted(|op, x| {
        let result = EXACT.basic(op, x)?;
        result.is_nan().then_some(f64::INFINITY)
    });
    found(&report, Subject::Nan, Op::Add);
    only(&report, &[Subject::Nan]);
}

#[test]
fn lost_sign_of_zero() {
    let report = planted(|op, x| {
        let result = EXACT.basic(op, x)?;
        (op == Op::Mul && result == 0.0).then_some(0.0)
    });
    let finding = found(&report, Subject::SignedZero, Op::Mul);
    assert_eq!(finding.class, Class::Flaw);
    only(&report, &[Subject::SignedZero]);
}

#[test]
fn plus_zero_simplified_away() {
    let report = planted(|op, [x, ..]| (op == Op::PlusZero).then_some(x));
    found(&report, Subject::SignedZero, Op::PlusZero);
    only(&report, &[Subject::SignedZero]);
}

#[test]
fn self_difference_simplified_away() {
    let report = planted(|op, _| (op == Op::SelfDifference).then_some(0.0));
    found(&report, Subject::Nan, Op::SelfDifference);
    only(&report, &[Subject::Nan]);
}

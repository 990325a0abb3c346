//! Formats with another precision or range than declared.

use super::{EXACT, found, only, planted};
use floatfloat::sim::{Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Class, Mode, Op, Simulated, Subject, Verdict};

#[test]
fn fewer_bits_than_declared() {
    let short = Simulated(Spec { precision: 17, ..IEEE_F32 });
    let report = planted(|op, x| {
        let cut = x.map(|x| short.0.round(x));
        short.basic(op, cut)
    });
    found(&report, Subject::Precision, Op::Add);
    assert_eq!(report.format.precision, 17);
    assert_eq!(report.declared.precision, 24);
    assert_eq!(report.row(Op::Add).unwrap().verdict, Verdict::Rounds(Mode::NearestEven));
}

#[test]
fn a_narrower_range_than_declared() {
    let narrow = Simulated(Spec { min_exponent: -100, max_exponent: 90, ..IEEE_F32 });
    let report = planted(|op, x| narrow.basic(op, x.map(|x| narrow.0.round(x))));
    found(&report, Subject::Range, Op::Mul);
    assert_eq!((report.format.emin, report.format.emax), (-100, 90));
    only(&report, &[Subject::Range]);
}

#[test]
fn a_wider_range_than_declared() {
    let wide = Simulated(Spec { min_exponent: -300, max_exponent: 400, ..IEEE_F32 });
    let report = planted(|op, x| wide.basic(op, x));
    assert_eq!(found(&report, Subject::Range, Op::Mul).class, Class::Flaw);
    assert_eq!((report.format.emin, report.format.emax), (-300, 400));
    only(&report, &[Subject::Range]);
}

#[test]
fn overflow_that_wraps_at_the_top_binade() {
    // A carry out of the largest exponent is lost.
    let report = planted(|op, x| {
        let result = EXACT.basic(op, x)?;
        let carried = x[0].abs() >= 2f64.powi(127) && result.is_infinite() && x[1].is_normal();
        (op == Op::Add && carried).then_some(x[0])
    });
    let finding = found(&report, Subject::Range, Op::Add);
    assert!(finding.evidence.iter().all(|e| e.expected.is_infinite()), "{report}");
    only(&report, &[Subject::Range]);
}

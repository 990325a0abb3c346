//! Square roots that are wrong for a few operands.

use super::{EXACT, found, fraction, planted, safe, ulp_away};
use floatfloat_paranoia::{Op, Subject};

#[test]
fn square_root_that_is_not_monotonic() {
    let report = planted(|op, x| {
        let dip = op == Op::Sqrt && fraction(x[0]) == 0x40_0001;
        dip.then(|| ulp_away(EXACT.basic(op, x).unwrap(), -2))
    });
    found(&report, Subject::Monotonicity, Op::Sqrt);
    assert!(report.faults().all(|f| f.op == Op::Sqrt), "{report}");
    safe(&report, true);
}

#[test]
fn square_root_of_nine() {
    // 9 = 1.001 × 2^3.
    let report = planted(|op, x| {
        let nine = op == Op::Sqrt && fraction(x[0]) == 1 << 20;
        nine.then(|| ulp_away(EXACT.basic(op, x).unwrap(), 1))
    });
    found(&report, Subject::ExactSquares, Op::Sqrt);
    assert!(report.faults().all(|f| f.op == Op::Sqrt), "{report}");
}

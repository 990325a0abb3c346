//! Quotients computed from reciprocals.

use super::{EXACT, found, only, planted, safe, simulated};
use floatfloat::sim::{Divider, Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Division, Op, Simulated, Subject, Verdict};

#[test]
fn division_by_reciprocal() {
    let divider = Divider::Reciprocal { precision: 24, bias: 128 };
    let report = simulated(Spec { divider, ..IEEE_F32 });
    assert_eq!(report.character.division, Division::ReciprocalTimes);
    found(&report, Subject::Rounding, Op::Div);
    found(&report, Subject::Division, Op::Div);
    only(&report, &[Subject::Rounding, Subject::Division]);
    assert!(report.faults().all(|f| f.op == Op::Div || f.op == Op::Reciprocal));
    assert_eq!(report.row(Op::Div).unwrap().verdict, Verdict::Neither);
    safe(&report, true);
}

#[test]
fn division_by_reciprocal_and_newton() {
    let divider = Divider::Reciprocal { precision: 12, bias: 128 };
    let rough = Simulated(Spec { divider, ..IEEE_F32 });
    let report = planted(|op, [a, b, c]| {
        let rcp = |y: f64| rough.basic(Op::Div, [1.0, y, y]);
        let fma = |a, b, c| EXACT.basic(Op::Fma, [a, b, c]);
        match op {
            Op::Reciprocal => rcp(a),
            // Special operands and results are left to a slow path.
            Op::Div if EXACT.basic(Op::Div, [a, b, c])?.is_normal() && b.is_finite() => {
                let q = EXACT.basic(Op::Mul, [a, rcp(b)?, c])?;
                fma(fma(-b, q, a)?, rcp(b)?, q)
            }
            _ => None,
        }
    });
    assert_eq!(report.character.division, Division::Newton, "{report}");
    found(&report, Subject::Division, Op::Reciprocal);
}

#[test]
fn a_reciprocal_of_its_own() {
    let divider = Divider::Reciprocal { precision: 24, bias: 0 };
    let rough = Simulated(Spec { divider, ..IEEE_F32 });
    let report =
        planted(
            |op, [x, ..]| {
                if op == Op::Reciprocal { rough.basic(Op::Div, [1.0, x, x]) } else { None }
            },
        );
    found(&report, Subject::Division, Op::Reciprocal);
    assert_eq!(report.character.division, Division::Ieee);
    assert!(report.faults().all(|f| f.op == Op::Reciprocal));
}

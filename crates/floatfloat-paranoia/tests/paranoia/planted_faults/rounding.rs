//! Results of one operation that are not the nearest numbers.

use super::{EXACT, found, fraction, only, planted, safe, simulated, ulp_away};
use floatfloat::sim::{Rounding, Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Class, Division, Mode, Op, Simulated, Subject, Verdict};

#[test]
fn wrong_ties() {
    for (rounding, mode) in
        [(Rounding::NearestAway, Mode::NearestAway), (Rounding::NearestZero, Mode::NearestZero)]
    {
        let report = simulated(Spec { rounding, ..IEEE_F32 });
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Fma] {
            assert_eq!(found(&report, Subject::Rounding, op).class, Class::Flaw);
            assert_eq!(report.row(op).unwrap().verdict, Verdict::Rounds(mode));
        }
        assert_eq!(report.row(Op::Div).unwrap().verdict, Verdict::Rounds(mode));
        assert_eq!(report.character.division, Division::Ieee);
        only(&report, &[Subject::Rounding]);
        // The theorems need a nearest number, whichever.
        safe(&report, true);
    }
}

#[test]
fn ties_by_no_rule() {
    let away = Simulated(Spec { rounding: Rounding::NearestAway, ..IEEE_F32 });
    let report = planted(|op, x| {
        let odd = (fraction(x[0]) ^ fraction(x[1])).count_ones() % 2 == 1;
        (op == Op::Add && odd).then(|| away.basic(op, x).unwrap())
    });
    found(&report, Subject::Rounding, Op::Add);
    only(&report, &[Subject::Rounding]);
    assert_eq!(report.row(Op::Add).unwrap().verdict, Verdict::NearestWrongTies);
}

#[test]
fn one_wrong_bit_in_one_pattern() {
    // 1.11…1011111 as the first factor.
    let pattern = 0x7f_ffff ^ (1 << 5);
    let report = planted(|op, x| {
        let wrong = op == Op::Mul && fraction(x[0]) == pattern && fraction(x[1]) == 0x40_0000;
        let bits = (EXACT.basic(op, x)? as f32).to_bits();
        wrong.then(|| f64::from(f32::from_bits(bits ^ 8)))
    });
    let finding = found(&report, Subject::Rounding, Op::Mul);
    assert_eq!(finding.class, Class::SeriousDefect);
    assert!(finding.evidence.iter().all(|e| fraction(e.operands[0]) == pattern), "{report}");
    assert!(finding.count < finding.tried / 1000);
    let row = report.row(Op::Mul).unwrap();
    assert_eq!((row.verdict, row.closest), (Verdict::Neither, Mode::NearestEven));
    safe(&report, false);
    assert!(report.faults().all(|f| f.subject != Subject::GuardDigit && f.op != Op::Add));
}

#[test]
fn a_wrong_bit_does_not_hide_the_format() {
    for pattern in [0x7f_ffff, 1, 0] {
        let report = planted(|op, x| {
            let wrong = op == Op::Mul && fraction(x[0]) == pattern;
            wrong.then(|| ulp_away(EXACT.basic(op, x).unwrap(), 4))
        });
        assert_eq!(report.format, report.declared, "{report}");
        found(&report, Subject::Rounding, Op::Mul);
        assert!(report.faults().all(|f| f.op != Op::Add && f.op != Op::Div), "{report}");
    }
}

#[test]
fn addition_that_does_not_commute() {
    let chopped = Simulated(Spec { rounding: Rounding::TowardZero, ..IEEE_F32 });
    let report =
        planted(|op, x| if op == Op::Add && x[0] < x[1] { chopped.basic(op, x) } else { None });
    found(&report, Subject::Commutativity, Op::Add);
    assert!(report.faults().all(|f| f.op != Op::Mul));
}

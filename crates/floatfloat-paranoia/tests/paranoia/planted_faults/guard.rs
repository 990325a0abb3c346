//! Guard digits and sticky bits that an adder lacks.

use super::{EXACT, found, only, planted, safe, simulated};
use floatfloat::sim::{Adder, Rounding, Spec, machines::IEEE_F32};
use floatfloat_paranoia::{Class, Op, Subject, Verdict};

#[test]
fn no_guard_digit() {
    let adder = Adder::Guarded { guard_bits: 0, sticky: false };
    let report = simulated(Spec { adder, rounding: Rounding::TowardZero, ..IEEE_F32 });
    let finding = found(&report, Subject::GuardDigit, Op::Sub);
    assert_eq!(finding.class, Class::SeriousDefect);
    // Kahan's own pair: 1 less the number before it.
    assert_eq!(finding.evidence[0].operands[..2], [1.0, 1.0 - 0.5f64.powi(24)]);
    assert_eq!(finding.evidence[0].seen, 2.0 * finding.evidence[0].expected);
    assert_eq!(report.character.guard_digit, Some(false));
    assert_eq!(report.row(Op::Sub).unwrap().verdict, Verdict::Neither);
    safe(&report, false);
    let chopped = simulated(Spec { rounding: Rounding::TowardZero, ..IEEE_F32 });
    assert!(chopped.faults().all(|f| f.subject != Subject::GuardDigit));
    assert_eq!(chopped.character.guard_digit, Some(true));
}

#[test]
fn multiplication_by_one_loses_digits() {
    let lossy = |op, x: [f64; 3]| {
        let cut = f64::from(f32::from_bits((x[0] as f32).to_bits() & !1));
        (op == Op::Mul).then(|| EXACT.basic(op, [cut, x[1], x[2]]).unwrap())
    };
    found(&planted(lossy), Subject::GuardDigit, Op::Mul);
}

#[test]
fn no_sticky_bit() {
    for guard_bits in [2, 3, 8] {
        let adder = Adder::Guarded { guard_bits, sticky: false };
        let report = simulated(Spec { adder, ..IEEE_F32 });
        found(&report, Subject::StickyBit, Op::Add);
        only(&report, &[Subject::StickyBit, Subject::ErrorFree]);
        assert_eq!(report.character.sticky_bit, Some(false));
        assert_eq!(report.character.guard_digit, Some(true));
        safe(&report, false);
    }
    let adder = Adder::Guarded { guard_bits: 2, sticky: true };
    only(&simulated(Spec { adder, ..IEEE_F32 }), &[]);
}

#[test]
fn no_sticky_bit_in_a_chopped_adder() {
    let adder = Adder::Guarded { guard_bits: 2, sticky: false };
    let report = simulated(Spec { adder, rounding: Rounding::TowardZero, ..IEEE_F32 });
    let finding = found(&report, Subject::StickyBit, Op::Add);
    assert!(finding.message.contains("chopped"), "{}", finding.message);
}

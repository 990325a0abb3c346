//! A fault planted in an otherwise exact machine must be found, and nothing else be blamed.

use floatfloat::sim::{Adder, Divider, Rounding, Spec, machines::IEEE_F32};
use floatfloat_paranoia::{
    Class, Division, Finding, Fma, FromFn, Machine, Mode, Op, Options, Report, Silent, Simulated,
    Subject, Subnormals, Verdict, examine_blocking,
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

#[test]
fn unfused_fma() {
    let report = simulated(Spec { fused: false, ..IEEE_F32 });
    found(&report, Subject::Fma, Op::Fma);
    found(&report, Subject::ErrorFree, Op::ProductErrorFused);
    only(&report, &[Subject::Fma, Subject::ErrorFree]);
    assert_eq!(report.character.fma, Fma::Unfused);
    assert_eq!(report.character.fused_product_exact, Some(false));
    assert_eq!(report.character.dekker_product_exact, Some(true));
    safe(&report, true);
    assert!(report.safety.caveats.iter().any(|c| c.contains("Dekker")));
}

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
fn contraction() {
    let report =
        planted(|op, x| if op == Op::MultiplyAdd { EXACT.basic(Op::Fma, x) } else { None });
    assert_eq!(found(&report, Subject::Contraction, Op::MultiplyAdd).class, Class::Defect);
    only(&report, &[Subject::Contraction]);
    assert_eq!(report.character.contracts, Some(true));
    safe(&report, true);
}

#[test]
fn intermediates_with_more_precision() {
    let report =
        planted(|op, [a, b, c]| (op == Op::SumFromLeft).then(|| f64::from(((a + b) + c) as f32)));
    found(&report, Subject::Intermediates, Op::SumFromLeft);
    only(&report, &[Subject::Intermediates, Subject::Reassociation]);
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

#[test]
fn without_edges_the_edges_are_not_tried() {
    let options = Options { edges: false, ..Options::default() };
    let with = examine_blocking(&mut EXACT.clone(), &Options::default(), &Silent).unwrap();
    let without = examine_blocking(&mut EXACT.clone(), &options, &Silent).unwrap();
    assert!(without.results < with.results);
}

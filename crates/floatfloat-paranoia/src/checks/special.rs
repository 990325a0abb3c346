//! Zeros and their signs, infinities, results that are not numbers, overflow.

use crate::{
    Class, Error, Mode, Op, Subject, Verdict,
    bits::{power_of_two, same, scale},
    examiner::{Examiner, Suspicion},
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    signed_zeros(examiner).await?;
    infinities(examiner).await?;
    not_a_number(examiner).await?;
    overflow(examiner).await
}

/// An operation, its operands, and the result that IEEE 754 requires.
type Case = (Op, Vec<f64>, Asked);

/// The results that are allowed.
#[derive(Clone, Copy)]
enum Asked {
    Only(f64),
    Either(f64, f64),
}

impl Asked {
    fn nearest_to(self, seen: f64) -> f64 {
        match self {
            Asked::Either(_, other) if same(seen, other) => other,
            Asked::Either(one, _) | Asked::Only(one) => one,
        }
    }
}

fn strictly(cases: Vec<(Op, Vec<f64>, f64)>) -> Vec<Case> {
    let strict = |(op, operands, result)| (op, operands, Asked::Only(result));
    cases.into_iter().map(strict).collect()
}

async fn judge(
    examiner: &mut Examiner<'_>,
    class: Class,
    subject: Subject,
    what: &str,
    cases: Vec<Case>,
) -> Result<(), Error> {
    let mut wrong: Vec<Op> = Vec::new();
    let mut suspicion = Suspicion::new(class, subject, Op::Add, "");
    for op in Op::ALL {
        let own: Vec<&Case> = cases.iter().filter(|case| case.0 == op).collect();
        if own.is_empty() {
            continue;
        }
        let column = |k: usize| own.iter().map(|case| case.1[k]).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = (0..op.arity()).map(column).collect();
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let Some(results) = examiner.run(op, &slices).await? else { continue };
        for (case, seen) in own.iter().zip(results) {
            let expected = case.2.nearest_to(seen);
            if !suspicion.check_in(op, &case.1, seen, expected) && !wrong.contains(&op) {
                wrong.push(op);
            }
        }
    }
    let formulas: Vec<&str> = wrong.iter().map(|op| op.formula()).collect();
    suspicion.0.op = wrong.first().copied().unwrap_or(Op::Add);
    suspicion.0.message = format!("{what} are not as IEEE 754 asks, in {}", formulas.join("; "));
    if !examiner.conclude(suspicion) {
        examiner.note(subject, Op::Add, format!("{what} are as IEEE 754 asks"));
    }
    Ok(())
}

/// The rule that an operation follows, or the nearest one.
fn rule_of(examiner: &Examiner<'_>, op: Op) -> Option<Mode> {
    match examiner.row(op).map(|row| (row.verdict, row.closest)) {
        Some((Verdict::Rounds(mode), _) | (Verdict::Neither | Verdict::Faithful, mode)) => {
            Some(mode)
        }
        Some((Verdict::NearestWrongTies, _)) => Some(Mode::NearestEven),
        None => None,
    }
}

async fn signed_zeros(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    // The sum of opposite numbers is +0, or −0 where sums are rounded down.
    let cancelled = if rule_of(examiner, Op::Add) == Some(Mode::Down) { -0.0 } else { 0.0 };
    let tiny = -examiner.format.smallest_normal();
    let mut cases = vec![
        (Op::Copy, vec![0.0], 0.0),
        (Op::Copy, vec![-0.0], -0.0),
        (Op::Negate, vec![0.0], -0.0),
        (Op::Negate, vec![-0.0], 0.0),
        (Op::Add, vec![0.0, 0.0], 0.0),
        (Op::Add, vec![-0.0, -0.0], -0.0),
        (Op::Add, vec![0.0, -0.0], cancelled),
        (Op::Add, vec![-0.0, 0.0], cancelled),
        (Op::Add, vec![1.0, -1.0], cancelled),
        (Op::Add, vec![-1.0, 1.0], cancelled),
        (Op::Sub, vec![0.0, 0.0], cancelled),
        (Op::Sub, vec![0.0, -0.0], 0.0),
        (Op::Sub, vec![-0.0, 0.0], -0.0),
        (Op::Sub, vec![-0.0, -0.0], cancelled),
        (Op::Sub, vec![1.0, 1.0], cancelled),
        (Op::Sub, vec![-1.0, -1.0], cancelled),
        (Op::Mul, vec![0.0, 1.0], 0.0),
        (Op::Mul, vec![0.0, -1.0], -0.0),
        (Op::Mul, vec![-1.0, 0.0], -0.0),
        (Op::Mul, vec![-0.0, -0.0], 0.0),
        (Op::Div, vec![0.0, -1.0], -0.0),
        (Op::Div, vec![-0.0, 1.0], -0.0),
        (Op::Div, vec![-0.0, -1.0], 0.0),
        (Op::Sqrt, vec![0.0], 0.0),
        (Op::Sqrt, vec![-0.0], -0.0),
        (Op::Fma, vec![0.0, -1.0, -0.0], -0.0),
        (Op::Fma, vec![0.0, 1.0, 0.0], 0.0),
        (Op::Fma, vec![1.0, 1.0, -1.0], cancelled),
        (Op::PlusZero, vec![-0.0], cancelled),
        (Op::TimesOne, vec![-0.0], -0.0),
        (Op::TimesZero, vec![-1.0], -0.0),
        (Op::SelfDifference, vec![1.0], cancelled),
    ];
    // A product far below the smallest number keeps its sign, unless it is rounded away from zero.
    if rule_of(examiner, Op::Mul).is_some_and(|mode| mode.is_nearest()) {
        cases.push((Op::Mul, vec![tiny, -tiny], -0.0));
    }
    judge(examiner, Class::Flaw, Subject::SignedZero, "zeros and their signs", strictly(cases))
        .await
}

async fn infinities(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    const INF: f64 = f64::INFINITY;
    let largest = examiner.format.largest();
    let cases = vec![
        (Op::Copy, vec![-INF], -INF),
        (Op::Negate, vec![INF], -INF),
        (Op::Add, vec![INF, 1.0], INF),
        (Op::Add, vec![-largest, INF], INF),
        (Op::Add, vec![-INF, -INF], -INF),
        (Op::Sub, vec![1.0, INF], -INF),
        (Op::Sub, vec![INF, -INF], INF),
        (Op::Mul, vec![INF, -2.0], -INF),
        (Op::Mul, vec![INF, INF], INF),
        (Op::Div, vec![1.0, INF], 0.0),
        (Op::Div, vec![-largest, INF], -0.0),
        (Op::Div, vec![-INF, 2.0], -INF),
        (Op::Div, vec![1.0, 0.0], INF),
        (Op::Div, vec![-1.0, 0.0], -INF),
        (Op::Div, vec![1.0, -0.0], -INF),
        (Op::Sqrt, vec![INF], INF),
        (Op::Fma, vec![INF, 2.0, -1.0], INF),
        (Op::Fma, vec![1.0, 1.0, -INF], -INF),
        (Op::Reciprocal, vec![-INF], -0.0),
        (Op::Reciprocal, vec![0.0], INF),
        (Op::PlusZero, vec![INF], INF),
        (Op::TimesOne, vec![-INF], -INF),
    ];
    judge(examiner, Class::Defect, Subject::Infinity, "infinities", strictly(cases)).await
}

async fn not_a_number(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let invalid: Vec<(Op, Vec<f64>)> = vec![
        (Op::Copy, vec![NAN]),
        (Op::Negate, vec![NAN]),
        (Op::Add, vec![NAN, 1.0]),
        (Op::Add, vec![INF, -INF]),
        (Op::Sub, vec![1.0, NAN]),
        (Op::Sub, vec![INF, INF]),
        (Op::Mul, vec![NAN, 0.0]),
        (Op::Mul, vec![0.0, INF]),
        (Op::Mul, vec![-INF, 0.0]),
        (Op::Div, vec![0.0, 0.0]),
        (Op::Div, vec![INF, INF]),
        (Op::Div, vec![NAN, 1.0]),
        (Op::Div, vec![1.0, NAN]),
        (Op::Sqrt, vec![-1.0]),
        (Op::Sqrt, vec![-INF]),
        (Op::Sqrt, vec![NAN]),
        (Op::Fma, vec![NAN, 1.0, 1.0]),
        (Op::Fma, vec![1.0, 1.0, NAN]),
        (Op::Fma, vec![INF, 0.0, 1.0]),
        (Op::Fma, vec![INF, 1.0, -INF]),
        (Op::Reciprocal, vec![NAN]),
        (Op::PlusZero, vec![NAN]),
        (Op::TimesZero, vec![INF]),
        (Op::TimesZero, vec![NAN]),
        (Op::SelfDifference, vec![INF]),
        (Op::SelfDifference, vec![NAN]),
        (Op::SelfQuotient, vec![0.0]),
        (Op::SelfQuotient, vec![INF]),
    ];
    let cases = invalid.into_iter().map(|(op, operands)| (op, operands, NAN)).collect();
    judge(examiner, Class::Defect, Subject::Nan, "invalid operations and NaN", strictly(cases))
        .await
}

/// Results beyond the largest number must be infinite, or the largest number where the rule of rounding says
/// so; either is allowed where there is no rule. The threshold of rounding to nearest is half an ulp beyond the
/// largest number.
async fn overflow(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let format = examiner.format;
    let largest = format.largest();
    let ulp = format.ulp_exponent(format.emax);
    let (half, quarter) = (power_of_two(ulp - 1), power_of_two(ulp - 2));
    let mut cases = Vec::new();
    for sign in [1.0, -1.0] {
        let (top, infinity) = (sign * largest, sign * f64::INFINITY);
        let beyond = |op: Op| match examiner.row(op).map(|row| row.verdict) {
            Some(Verdict::Rounds(mode)) if mode.saturates(sign < 0.0) => Asked::Only(top),
            Some(verdict) if verdict.is_nearest() => Asked::Only(infinity),
            Some(Verdict::Rounds(_)) => Asked::Only(infinity),
            _ => Asked::Either(infinity, top),
        };
        cases.extend([
            (Op::Add, vec![top, top], beyond(Op::Add)),
            // A number minus its opposite counts as a sum.
            (Op::Sub, vec![top, -top], beyond(Op::Add)),
            (Op::Mul, vec![top, 2.0], beyond(Op::Mul)),
            (Op::Mul, vec![largest, top], beyond(Op::Mul)),
            (Op::Div, vec![top, 0.5], beyond(Op::Div)),
            (Op::Fma, vec![largest, sign * 2.0, 0.0], beyond(Op::Fma)),
        ]);
        if let Some(Verdict::Rounds(mode)) = examiner.row(Op::Add).map(|row| row.verdict)
            && mode.is_nearest()
        {
            let at_half = if mode == Mode::NearestZero { top } else { infinity };
            cases.push((Op::Add, vec![top, sign * quarter], Asked::Only(top)));
            cases.push((Op::Add, vec![top, sign * half], Asked::Only(at_half)));
        }
    }
    // Below the threshold nothing overflows.
    cases.push((Op::Mul, vec![scale(largest, -1), 2.0], Asked::Only(largest)));
    judge(examiner, Class::Defect, Subject::Range, "thresholds of overflow", cases).await
}

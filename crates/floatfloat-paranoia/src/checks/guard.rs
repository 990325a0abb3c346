//! Guard digits.

use crate::{
    Class, Error, Op, Subject,
    bits::{exponent_of, power_of_two, same, scale},
    exact::Exact,
    examiner::{Examiner, Suspicion, padded},
    operands::Pairs,
    report::Evidence,
    rounding::Mode,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    subtraction(examiner).await?;
    by_one(examiner).await
}

/// Differences of numbers within a factor of two are exact if subtraction keeps one digit more than the format
/// (Sterbenz). Without this digit, the last digit of the smaller operand, which lies below the last place of
/// the larger one, is lost before subtracting. Only results that are wrong in exactly this way count.
async fn subtraction(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let format = examiner.format;
    let mut close = Pairs::default();
    let one = power_of_two(format.middle());
    let before_one = one - scale(one, -(format.precision as i32));
    close.push(one, before_one);
    close.push(before_one, one);
    for (a, b) in examiner.pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0 && a > b) {
        for x in [b, scale(b, 1)] {
            if exponent_of(x) < exponent_of(a) && Exact::sum(a, -scale(x, 1)).negative {
                close.push(a, x);
            }
        }
    }
    let close = close.thinned(8192);
    let Some(differences) = examiner.run(Op::Sub, &[&close.a, &close.b]).await? else {
        return Ok(());
    };
    let message = "subtraction lacks a guard digit: close numbers cancel wrongly";
    let mut suspicion = Suspicion::new(Class::SeriousDefect, Subject::GuardDigit, Op::Sub, message);
    for ((a, b), seen) in close.iter().zip(differences) {
        let expected = Mode::TowardZero.choose(&Exact::sum(a, -b).neighbours(&format));
        suspicion.0.tried += 1;
        if !same(seen, expected) && seen == without_guard(a, b, format.precision) {
            suspicion.add(Evidence { op: Op::Sub, operands: padded(&[a, b]), seen, expected });
        }
    }
    let missing = examiner.conclude(suspicion);
    examiner.character.guard_digit = Some(!missing);
    if !missing {
        examiner.note(Subject::GuardDigit, Op::Sub, "subtraction has a guard digit");
    }
    Ok(())
}

/// a − b of positive numbers, where the smaller is truncated at the last place of the larger.
fn without_guard(a: f64, b: f64, precision: u32) -> f64 {
    let unit = exponent_of(a.max(b)) - precision as i32 + 1;
    let cut = |x: f64| scale(x, -unit).trunc();
    scale(cut(a) - cut(b), unit)
}

/// x × 1 and x ÷ 1 are x if the unit keeps every digit until the result is normalised.
async fn by_one(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let numbers = examiner.pairs.thinned(8192).a;
    let ones = vec![1.0; numbers.len()];
    // A quotient computed from a reciprocal can lose digits for other reasons.
    for (op, subject) in [(Op::Mul, Subject::GuardDigit), (Op::Div, Subject::Division)] {
        let Some(results) = examiner.run(op, &[&numbers, &ones]).await? else { continue };
        let message = format!("{} by 1 loses digits", op.name());
        let mut suspicion = Suspicion::new(Class::SeriousDefect, subject, op, message);
        for (&x, seen) in numbers.iter().zip(results) {
            suspicion.check(&[x, 1.0], seen, x);
        }
        examiner.conclude(suspicion);
    }
    Ok(())
}

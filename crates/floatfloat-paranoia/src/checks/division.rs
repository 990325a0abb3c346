//! How the machine computes quotients.

use crate::{
    Class, Division, Error, Op, Subject, Verdict,
    bits::same,
    examiner::{Examiner, Suspicion},
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    if let Some(row) = examiner.row(Op::Div) {
        let division = match row.verdict {
            verdict if verdict.is_nearest() => Division::Ieee,
            Verdict::Rounds(_) => Division::OtherRounding,
            _ => by_reciprocal(examiner).await?,
        };
        examiner.character.division = division;
        examiner.note(Subject::Division, Op::Div, format!("division is {division}"));
    }
    quotients_of_equals(examiner).await?;
    reciprocal_is_quotient(examiner).await
}

/// Compares quotients with products with the machine's own reciprocals.
async fn by_reciprocal(examiner: &mut Examiner<'_>) -> Result<Division, Error> {
    let pairs = examiner.pairs.thinned(16384);
    let (a, b) = (&pairs.a, &pairs.b);
    let Some(quotients) = examiner.run(Op::Div, &[a, b]).await? else {
        return Ok(Division::Unknown);
    };
    let Some(rcp) = examiner.run(Op::Reciprocal, &[b]).await? else { return Ok(Division::Other) };
    let equal = |x: &[f64]| x.iter().zip(&quotients).all(|(&x, &y)| same(x, y));
    let Some(q) = examiner.run(Op::Mul, &[a, &rcp]).await? else { return Ok(Division::Other) };
    if equal(&q) {
        return Ok(Division::ReciprocalTimes);
    }
    let minus_b: Vec<f64> = b.iter().map(|b| -b).collect();
    let Some(rest) = examiner.run(Op::Fma, &[&minus_b, &q, a]).await? else {
        return Ok(Division::Other);
    };
    let corrected = examiner.run(Op::Fma, &[&rest, &rcp, &q]).await?;
    Ok(if corrected.is_some_and(|x| equal(&x)) { Division::Newton } else { Division::Other })
}

async fn quotients_of_equals(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let numbers = examiner.pairs.thinned(8192).a;
    let Some(results) = examiner.run(Op::Div, &[&numbers, &numbers]).await? else { return Ok(()) };
    let message = "a number divided by itself is not 1";
    let mut suspicion = Suspicion::new(Class::Defect, Subject::Division, Op::Div, message);
    for (&x, seen) in numbers.iter().zip(results) {
        suspicion.check(&[x, x], seen, 1.0);
    }
    examiner.conclude(suspicion);
    Ok(())
}

/// 1 ÷ x with a constant 1 must be the quotient of 1 and x.
async fn reciprocal_is_quotient(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let numbers = examiner.pairs.thinned(16384).b;
    let ones = vec![1.0; numbers.len()];
    let Some(rcp) = examiner.run(Op::Reciprocal, &[&numbers]).await? else { return Ok(()) };
    let Some(quotients) = examiner.run(Op::Div, &[&ones, &numbers]).await? else { return Ok(()) };
    let message = "1 / x is not the quotient of 1 and x: a reciprocal of its own replaces it";
    let mut suspicion = Suspicion::new(Class::Defect, Subject::Division, Op::Reciprocal, message);
    for ((&x, seen), quotient) in numbers.iter().zip(rcp).zip(quotients) {
        suspicion.check(&[x], seen, quotient);
    }
    examiner.conclude(suspicion);
    Ok(())
}

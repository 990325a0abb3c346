//! 2Sum, Fast2Sum and 2Prod, on which float-float depends.

use crate::{
    Class, Error, Op, Subject,
    bits::scale,
    exact::{multiplies_exactly, sums_exactly},
    examiner::{Examiner, Suspicion, padded},
    operands::Pairs,
    report::Evidence,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let pairs = examiner.pairs.thinned(32768);
    let mut ordered = Pairs::default();
    for (a, b) in pairs.iter() {
        if a.abs() >= b.abs() { ordered.push(a, b) } else { ordered.push(b, a) }
    }
    let two_sum = transform(examiner, Op::Add, Op::TwoSumError, &pairs).await?;
    let fast = transform(examiner, Op::Add, Op::FastTwoSumError, &ordered).await?;
    examiner.character.sums_exact = match (two_sum, fast) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), _) | (_, Some(true)) => Some(true),
        (None, None) => None,
    };
    examiner.character.fused_product_exact =
        transform(examiner, Op::Mul, Op::ProductErrorFused, &product_range(examiner, &pairs))
            .await?;
    examiner.character.dekker_product_exact =
        transform(examiner, Op::Mul, Op::ProductErrorDekker, &product_range(examiner, &pairs))
            .await?;
    Ok(())
}

/// The pairs whose product's error is in range, and whose factors the splitter can split.
fn product_range(examiner: &Examiner<'_>, pairs: &Pairs) -> Pairs {
    let format = &examiner.format;
    let p = format.precision as i32;
    let mut kept = Pairs::default();
    for (a, b) in pairs.iter() {
        let room = |x: f64| format.is_normal(scale(x, p / 2 + 2));
        let product = crate::exact::Exact::product(a, b).top();
        if room(a) && room(b) && (format.emin + 2 * p..format.emax).contains(&product) {
            kept.push(a, b);
        }
    }
    kept
}

/// Whether the result and the error term together are the exact sum or product; `None` if nothing was tried.
async fn transform(
    examiner: &mut Examiner<'_>,
    op: Op,
    error_op: Op,
    pairs: &Pairs,
) -> Result<Option<bool>, Error> {
    if pairs.len() == 0 {
        return Ok(None);
    }
    let operands: [&[f64]; 2] = [&pairs.a, &pairs.b];
    let Some(rounded) = examiner.run(op, &operands).await? else { return Ok(None) };
    let errors = match examiner.run(error_op, &operands).await? {
        Some(errors) => Some(errors),
        None => examiner.stepwise(error_op, &operands).await?,
    };
    let Some(errors) = errors else { return Ok(None) };
    let message = format!("the {error_op} is not exact");
    let mut suspicion = Suspicion::new(Class::Defect, Subject::ErrorFree, error_op, message);
    for (((a, b), high), low) in pairs.iter().zip(rounded).zip(errors) {
        suspicion.0.tried += 1;
        let exact = if op == Op::Add { sums_exactly } else { multiplies_exactly };
        if !high.is_finite() || !low.is_finite() || !exact(a, b, high, low) {
            let expected = residual(op, a, b, high, &examiner.format);
            let operands = padded(&[a, b]);
            suspicion.add(Evidence { op: error_op, operands, seen: low, expected });
        }
    }
    if suspicion.0.evidence.iter().any(|e| e.seen == e.expected) {
        suspicion.0.message += " (where seen equals expected, the exact one needs more bits)";
    }
    let wrong = examiner.conclude(suspicion);
    if !wrong {
        examiner.note(Subject::ErrorFree, error_op, format!("the {error_op} is exact"));
    }
    Ok(Some(!wrong))
}

/// The correct error term: the number nearest to the exact sum or product minus `high`.
fn residual(op: Op, a: f64, b: f64, high: f64, format: &crate::Format) -> f64 {
    use crate::{Mode, exact::Exact};
    if !high.is_finite() {
        return f64::NAN;
    }
    let nearest = |exact: Exact| Mode::NearestEven.choose(&exact.neighbours(format));
    if op == Op::Mul {
        return nearest(Exact::fused(a, b, -high));
    }
    // The sum is near its larger operand, so that their difference is a number.
    let (large, small) = if a.abs() >= b.abs() { (a, b) } else { (b, a) };
    nearest(Exact::sum(nearest(Exact::sum(large, -high)), small))
}

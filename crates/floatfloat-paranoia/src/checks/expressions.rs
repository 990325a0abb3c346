//! Whether expressions are rewritten: each is compared with the same steps, computed by the machine one by one.

use crate::{
    Class, Error, Op, Subject,
    bits::same,
    examiner::{Examiner, Suspicion},
    operands,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let pairs = examiner.pairs.thinned(8192);
    let [a, b, c] = operands::triples(&examiner.format, &examiner.options, &pairs);
    let operands: [&[f64]; 3] = [&a, &b, &c];
    for op in [
        Op::AddThenSubtract,
        Op::SubtractThenAdd,
        Op::DivideThenMultiply,
        Op::MultiplyThenDivide,
        Op::SumFromLeft,
        Op::SumFromRight,
        Op::TwoSumError,
        Op::FastTwoSumError,
        Op::ProductErrorFused,
        Op::ProductErrorDekker,
        Op::PlusZero,
        Op::TimesOne,
        Op::TimesZero,
        Op::SelfDifference,
        Op::SelfQuotient,
    ] {
        expression(examiner, op, &operands[..op.arity()]).await?;
    }
    if examiner.character.reassociates == Some(false) {
        let message = "expressions are evaluated as written, not reassociated";
        examiner.note(Subject::Reassociation, Op::AddThenSubtract, message);
    }
    Ok(())
}

async fn expression(examiner: &mut Examiner<'_>, op: Op, operands: &[&[f64]]) -> Result<(), Error> {
    let Some(results) = examiner.run(op, operands).await? else { return Ok(()) };
    let Some(steps) = examiner.stepwise(op, operands).await? else { return Ok(()) };
    let law = rewritten(examiner, op, operands).await?;
    let becomes = law.as_ref().map_or("", |(becomes, _)| *becomes);
    let of_constants = is_of_constants(op);
    let mut reassociation = if of_constants {
        let message = format!("{op} is rewritten to {becomes}, unlike the operation itself");
        Suspicion::new(Class::Flaw, Subject::SignedZero, op, message)
    } else {
        let message = format!("{op} is rewritten to {becomes}, which rounding forbids");
        Suspicion::new(Class::Failure, Subject::Reassociation, op, message)
    };
    let message = format!("{op} differs from its own steps: intermediate results are not rounded");
    let mut other = Suspicion::new(Class::Defect, Subject::Intermediates, op, message);
    for i in 0..results.len() {
        let by_law = law.as_ref().is_some_and(|(_, values)| same(results[i], values[i]));
        let at: Vec<f64> = operands.iter().map(|operand| operand[i]).collect();
        let suspicion = if by_law { &mut reassociation } else { &mut other };
        suspicion.check(&at, results[i], steps[i]);
    }
    let rewritten = examiner.conclude(reassociation);
    if law.is_some() && !of_constants {
        *examiner.character.reassociates.get_or_insert(false) |= rewritten;
    }
    examiner.conclude(other);
    Ok(())
}

/// Whether it is one operation with a constant or with itself. The laws of real numbers hold for it, except for
/// zeros, infinities and NaN. Therefore rewriting it breaks no error-free transform.
fn is_of_constants(op: Op) -> bool {
    matches!(
        op,
        Op::PlusZero | Op::TimesOne | Op::TimesZero | Op::SelfDifference | Op::SelfQuotient
    )
}

/// An expression rewritten by the laws of real numbers: in words, and its values.
type Rewritten = Option<(&'static str, Vec<f64>)>;

async fn rewritten(
    examiner: &mut Examiner<'_>,
    op: Op,
    operands: &[&[f64]],
) -> Result<Rewritten, Error> {
    let zeros = || vec![0.0; operands[0].len()];
    Ok(match op {
        Op::AddThenSubtract => Some(("b", operands[1].to_vec())),
        Op::SubtractThenAdd | Op::DivideThenMultiply | Op::MultiplyThenDivide => {
            Some(("a", operands[0].to_vec()))
        }
        Op::TwoSumError | Op::FastTwoSumError | Op::ProductErrorDekker | Op::ProductErrorFused => {
            Some(("0", zeros()))
        }
        Op::PlusZero | Op::TimesOne => Some(("x", operands[0].to_vec())),
        Op::TimesZero | Op::SelfDifference => Some(("0", zeros())),
        Op::SelfQuotient => Some(("1", vec![1.0; operands[0].len()])),
        Op::SumFromLeft => {
            examiner.stepwise(Op::SumFromRight, operands).await?.map(|x| ("a + (b + c)", x))
        }
        Op::SumFromRight => {
            examiner.stepwise(Op::SumFromLeft, operands).await?.map(|x| ("(a + b) + c", x))
        }
        _ => None,
    })
}

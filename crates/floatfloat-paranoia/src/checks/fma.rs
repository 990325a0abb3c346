//! Fused multiply-add: whether it is fused, and whether plain expressions are contracted to one.

use crate::{
    Class, Error, Fma, Mode, Op, Subject, Verdict,
    bits::same,
    exact::Exact,
    examiner::{Examiner, Suspicion},
    operands,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let pairs = examiner.pairs.thinned(8192);
    let operands = operands::triples(&examiner.format, &examiner.options, &pairs);
    fused(examiner, &operands).await?;
    contracted(examiner, &operands).await
}

async fn fused(examiner: &mut Examiner<'_>, [a, b, c]: &[Vec<f64>; 3]) -> Result<(), Error> {
    let Some(row) = examiner.row(Op::Fma) else {
        examiner.note(Subject::Fma, Op::Fma, "there is no fused multiply-add");
        return Ok(());
    };
    let fma = match row.verdict {
        Verdict::Rounds(Mode::NearestEven) => Fma::Fused,
        Verdict::Rounds(_) | Verdict::NearestWrongTies => Fma::FusedOtherRounding,
        _ => {
            let two_roundings = examiner.stepwise(Op::MultiplyAdd, &[a, b, c]).await?;
            let results = examiner.run(Op::Fma, &[a, b, c]).await?;
            if results.is_some() && results == two_roundings { Fma::Unfused } else { Fma::Other }
        }
    };
    examiner.character.fma = fma;
    if fma == Fma::Unfused {
        let message = "fma rounds the product before it adds: it is not fused";
        let mut suspicion = Suspicion::new(Class::Defect, Subject::Fma, Op::Fma, message);
        let results = examiner.run(Op::Fma, &[a, b, c]).await?.unwrap_or_default();
        for (i, seen) in results.into_iter().enumerate() {
            let near = Exact::fused(a[i], b[i], c[i]).neighbours(&examiner.format);
            suspicion.check(&[a[i], b[i], c[i]], seen, Mode::NearestEven.choose(&near));
        }
        // Two roundings do not follow a single rule: this finding replaces the one about rounding.
        examiner.findings.retain(|f| (f.subject, f.op) != (Subject::Rounding, Op::Fma));
        examiner.conclude(suspicion);
    } else {
        examiner.note(Subject::Fma, Op::Fma, format!("fma is {fma}"));
    }
    Ok(())
}

/// Compares a × b + c, written plainly, with the machine's own product and sum.
async fn contracted(examiner: &mut Examiner<'_>, [a, b, c]: &[Vec<f64>; 3]) -> Result<(), Error> {
    for (op, minus) in [(Op::MultiplyAdd, false), (Op::MultiplySubtract, true)] {
        let Some(results) = examiner.run(op, &[a, b, c]).await? else { continue };
        let Some(steps) = examiner.stepwise(op, &[a, b, c]).await? else { continue };
        let addend: Vec<f64> = c.iter().map(|&c| if minus { -c } else { c }).collect();
        let fused = examiner.run(Op::Fma, &[a, b, &addend]).await?;
        let message = format!("{op} is silently contracted to a fused multiply-add");
        let mut contraction = Suspicion::new(Class::Defect, Subject::Contraction, op, message);
        let message = format!("{op} is not its product, rounded, and then its sum");
        let mut other = Suspicion::new(Class::Defect, Subject::Intermediates, op, message);
        for i in 0..results.len() {
            let near = Exact::fused(a[i], b[i], addend[i]).neighbours(&examiner.format);
            let as_fma = fused.as_ref().is_some_and(|fused| same(results[i], fused[i]))
                || results[i] == Mode::NearestEven.choose(&near);
            let suspicion = if as_fma { &mut contraction } else { &mut other };
            suspicion.check(&[a[i], b[i], c[i]], results[i], steps[i]);
        }
        let found = examiner.conclude(contraction);
        let contracts = examiner.character.contracts.get_or_insert(false);
        *contracts |= found;
        if !found && !examiner.conclude(other) {
            examiner.note(Subject::Contraction, op, format!("{op} is not contracted"));
        }
    }
    Ok(())
}

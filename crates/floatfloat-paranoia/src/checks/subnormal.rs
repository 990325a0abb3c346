//! Subnormal operands and results: kept or flushed to zero, and how they are rounded.

use crate::{
    Class, Error, Format, Op, Subject, Subnormals, Verdict,
    bits::{assemble, power_of_two, same, scale},
    exact::Exact,
    examiner::{Examiner, Suspicion},
    operands,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let format = examiner.format;
    let inputs = kept_or_flushed(examiner, Subject::SubnormalInputs, &inputs(&format)).await?;
    let outputs = kept_or_flushed(examiner, Subject::SubnormalOutputs, &outputs(&format)).await?;
    examiner.character.subnormal_inputs = inputs;
    examiner.character.subnormal_outputs = outputs;
    if outputs == Subnormals::Kept && inputs == Subnormals::Kept {
        gradual(examiner).await?;
    }
    Ok(())
}

/// An operation with its operands, the exact result, and the result on a machine that flushes subnormal
/// numbers.
struct Case {
    op: Op,
    operands: Vec<f64>,
    kept: f64,
    flushed: f64,
}

/// Subnormal operands, one of each case, whose results are normal and exact.
fn inputs(format: &Format) -> Vec<Case> {
    let least = power_of_two(format.emin);
    let mut cases = Vec::new();
    for depth in 1..format.precision as i32 {
        let s = scale(least, -depth);
        let mut case = |op, operands: &[f64], kept, flushed| {
            cases.push(Case { op, operands: operands.to_vec(), kept, flushed });
        };
        let up = power_of_two(depth + 2);
        let above = assemble(false, (1 << depth) + 1, format.emin - depth);
        let (four, five) = (assemble(false, 4, format.emin), assemble(false, 5, format.emin));
        case(Op::Add, &[s, least], above, least);
        case(Op::Add, &[least, s], above, least);
        case(Op::Sub, &[least, -s], above, least);
        case(Op::Sub, &[s, -least], above, least);
        case(Op::Mul, &[s, up], four, 0.0);
        case(Op::Mul, &[up, s], four, 0.0);
        case(Op::Div, &[s, power_of_two(-depth - 2)], four, 0.0);
        case(Op::Fma, &[1.0, least, s], above, least);
        case(Op::Fma, &[s, up, least], five, least);
        if (format.emin - depth) % 2 == 0 {
            case(Op::Sqrt, &[s], power_of_two((format.emin - depth) / 2), 0.0);
        }
    }
    let suits = |case: &Case| {
        format.is_normal(case.kept) && case.operands.iter().all(|&x| x.abs() <= format.largest())
    };
    cases.retain(suits);
    cases
}

/// Normal operands whose results are subnormal and exact.
fn outputs(format: &Format) -> Vec<Case> {
    let least = power_of_two(format.emin);
    let mut cases = Vec::new();
    for depth in 1..format.precision as i32 {
        let s = scale(least, -depth);
        let (down, up) = (power_of_two(-depth), power_of_two(depth));
        let above = assemble(false, (1 << depth) + 1, format.emin - depth);
        let mut case = |op, operands: &[f64]| {
            cases.push(Case { op, operands: operands.to_vec(), kept: s, flushed: 0.0 });
        };
        case(Op::Add, &[above, -least]);
        case(Op::Sub, &[above, least]);
        case(Op::Mul, &[least, down]);
        case(Op::Div, &[least, up]);
        case(Op::Fma, &[1.0, above, -least]);
    }
    let suits = |case: &Case| case.operands.iter().all(|&x| format.is_normal(x.abs()));
    cases.retain(suits);
    cases
}

async fn kept_or_flushed(
    examiner: &mut Examiner<'_>,
    subject: Subject,
    cases: &[Case],
) -> Result<Subnormals, Error> {
    let what = if subject == Subject::SubnormalInputs { "operands" } else { "results" };
    let mut flushed = Suspicion::new(Class::Defect, subject, Op::Add, "");
    let mut wrong = flushed.clone();
    let (mut flushing, mut failing): (Vec<Op>, Vec<Op>) = (Vec::new(), Vec::new());
    let mut kept = 0;
    for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Fma, Op::Sqrt] {
        let own: Vec<&Case> = cases.iter().filter(|case| case.op == op).collect();
        if own.is_empty() {
            continue;
        }
        let column = |k: usize| own.iter().map(|case| case.operands[k]).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = (0..op.arity()).map(column).collect();
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let Some(results) = examiner.run(op, &slices).await? else { continue };
        for (case, seen) in own.iter().zip(results) {
            let to_zero = seen == case.flushed;
            let (suspicion, ops) =
                if to_zero { (&mut flushed, &mut flushing) } else { (&mut wrong, &mut failing) };
            if suspicion.check_in(op, &case.operands, seen, case.kept) {
                kept += 1;
            } else if !ops.contains(&op) {
                ops.push(op);
            }
        }
    }
    let fate = match (kept > 0, flushing.is_empty(), failing.is_empty()) {
        (true, true, true) => Subnormals::Kept,
        (false, false, true) => Subnormals::Flushed,
        (_, false, _) => Subnormals::Mixed,
        _ => Subnormals::Unknown,
    };
    for (mut suspicion, ops, outcome) in
        [(flushed, flushing, "flushed to zero"), (wrong, failing, "neither kept nor flushed")]
    {
        suspicion.0.tried = cases.len();
        suspicion.0.op = ops.first().copied().unwrap_or(Op::Add);
        let names: Vec<&str> = ops.iter().map(|op| op.name()).collect();
        suspicion.0.message = format!("subnormal {what} are {outcome} by {}", names.join(", "));
        examiner.conclude(suspicion);
    }
    examiner.note(subject, Op::Mul, format!("subnormal {what} are {fate}"));
    Ok(fate)
}

/// Products in the subnormal range must be rounded only once, by the rule of the normal range.
async fn gradual(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let format = examiner.format;
    let Some(Verdict::Rounds(mode)) = examiner.row(Op::Mul).map(|row| row.verdict) else {
        return Ok(());
    };
    let unit = format.emin - format.precision as i32 + 1;
    let factors = [0.75, 0.5, 0.625, power_of_two(-(format.precision as i32) / 2)];
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for significand in operands::significands(format.precision, examiner.options.positions) {
        for factor in factors.into_iter().filter(|&factor| format.is_normal(factor)) {
            for sign in [1.0, -1.0] {
                a.push(sign * scale(significand as f64, unit));
                b.push(factor);
            }
        }
    }
    let Some(results) = examiner.run(Op::Mul, &[&a, &b]).await? else { return Ok(()) };
    let message = format!("subnormal products are not rounded as others are ({mode})");
    let mut suspicion = Suspicion::new(Class::Flaw, Subject::SubnormalOutputs, Op::Mul, message);
    for ((&a, &b), seen) in a.iter().zip(&b).zip(results) {
        let expected = mode.choose(&Exact::product(a, b).neighbours(&format));
        if !same(seen, expected) || expected != 0.0 {
            suspicion.check(&[a, b], seen, expected);
        }
    }
    examiner.conclude(suspicion);
    Ok(())
}

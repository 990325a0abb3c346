//! Operands at the edges of the range, as in TestFloat. Results there must follow the same rule of rounding as
//! elsewhere, or overflow according to it.

use crate::{
    Class, Error, Format, Mode, Op, Subject, Subnormals, Verdict,
    bits::assemble,
    exact::Exact,
    examiner::{Examiner, Suspicion},
    operands::Pairs,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    if !examiner.options.edges {
        return Ok(());
    }
    let numbers = numbers(&examiner.format);
    let mut pairs = Pairs::default();
    for &a in &numbers {
        for &b in &numbers {
            pairs.push(a, b);
        }
    }
    let positive: Vec<f64> = numbers.iter().copied().filter(|&x| x > 0.0).collect();
    for op in [Op::Add, Op::Sub, Op::Mul, Op::Div] {
        operation(examiner, op, &[&pairs.a, &pairs.b]).await?;
    }
    operation(examiner, Op::Sqrt, &[&positive]).await
}

/// The first, the second and the last significand of binades at both ends and in the middle of the range, and
/// the smallest subnormal numbers; both signs.
fn numbers(format: &Format) -> Vec<f64> {
    let p = format.precision;
    let (one, last) = (1u64 << (p - 1), (1u64 << p) - 1);
    let (emin, emax, middle) = (format.emin, format.emax, format.middle());
    let mut magnitudes: Vec<f64> = [1, 2, 3, one - 1]
        .into_iter()
        .map(|subnormal| assemble(false, subnormal, format.ulp_exponent(emin)))
        .collect();
    for exponent in [emin, emin + 1, middle - 1, middle, emax - 1, emax] {
        let unit = exponent - p as i32 + 1;
        magnitudes.extend([one, one + 1, last].map(|m| assemble(false, m, unit)));
    }
    magnitudes.into_iter().flat_map(|x| [x, -x]).collect()
}

async fn operation(examiner: &mut Examiner<'_>, op: Op, operands: &[&[f64]]) -> Result<(), Error> {
    let format = examiner.format;
    let Some(Verdict::Rounds(mode)) = examiner.row(op).map(|row| row.verdict) else {
        return Ok(());
    };
    let Some(results) = examiner.run(op, operands).await? else { return Ok(()) };
    let keeps_inputs = examiner.character.subnormal_inputs == Subnormals::Kept;
    let keeps_outputs = examiner.character.subnormal_outputs == Subnormals::Kept;
    let name = op.name();
    let suspect = |subject, message| Suspicion::new(Class::Defect, subject, op, message);
    let message = format!("{name} at the edge of the range is not rounded as elsewhere ({mode})");
    let mut normal = suspect(Subject::Range, message);
    let message = format!("{name} with subnormal results is not rounded as elsewhere ({mode})");
    let mut subnormal = suspect(Subject::SubnormalOutputs, message);
    for (i, seen) in results.into_iter().enumerate() {
        let at: Vec<f64> = operands.iter().map(|operand| operand[i]).collect();
        let exact = exact(op, &at);
        // Other checks examine the signs of zeros.
        if exact.is_zero() || !(keeps_inputs || at.iter().all(|&x| format.is_normal(x))) {
            continue;
        }
        let expected = rounded(&exact, mode, &format);
        let is_small = expected.abs() <= format.smallest_normal();
        if (keeps_outputs || !is_small) && (seen != 0.0 || expected != 0.0) {
            let suspicion = if is_small { &mut subnormal } else { &mut normal };
            suspicion.check(&at, seen, expected);
        }
    }
    examiner.conclude(normal);
    examiner.conclude(subnormal);
    Ok(())
}

fn exact(op: Op, at: &[f64]) -> Exact {
    match op {
        Op::Add => Exact::sum(at[0], at[1]),
        Op::Sub => Exact::sum(at[0], -at[1]),
        Op::Mul => Exact::product(at[0], at[1]),
        Op::Div => Exact::quotient(at[0], at[1]),
        _ => Exact::square_root(at[0]),
    }
}

fn rounded(exact: &Exact, mode: Mode, format: &Format) -> f64 {
    let near = mode.choose(&exact.neighbours(format));
    if near.is_infinite() && mode.saturates(exact.negative) {
        format.largest().copysign(near)
    } else {
        near
    }
}

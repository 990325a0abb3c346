//! Precision and thresholds, found by computing.

use crate::{
    Class, Error, Format, Op, Subject,
    bits::{assemble, power_of_two, scale},
    examiner::{Examiner, Suspicion, padded},
    report::Evidence,
};

/// Replaces the declared format by the one that the machine computes in.
pub(crate) async fn find_format(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let declared = examiner.format;
    if let Some(precision) = find_precision(examiner).await? {
        examiner.format.precision = precision;
    }
    if let Some(emax) = find_emax(examiner).await? {
        examiner.format.emax = emax;
    }
    if let Some(emin) = find_emin(examiner).await? {
        examiner.format.emin = emin;
    }
    compare(examiner, declared);
    Ok(())
}

/// 1 + the largest k for which (1 + 2^-k) − 1 is 2^-k, both steps stored.
async fn find_precision(examiner: &mut Examiner<'_>) -> Result<Option<u32>, Error> {
    let Format { emin, precision, .. } = examiner.format;
    let one = power_of_two(examiner.format.middle());
    let deepest = examiner.format.middle() - (emin - precision as i32 + 1);
    let tiny: Vec<f64> = (1..=60.min(deepest)).map(|k| scale(one, -k)).collect();
    let ones = vec![one; tiny.len()];
    let Some(sums) = examiner.run(Op::Add, &[&ones, &tiny]).await? else { return Ok(None) };
    let Some(back) = examiner.run(Op::Sub, &[&sums, &ones]).await? else { return Ok(None) };
    let last = (0..tiny.len()).rev().find(|&i| back[i] == tiny[i]);
    Ok(last.map(|i| (i as u32 + 2).clamp(3, 53)))
}

/// The largest exponent that x + x reaches from 2^e, which may lie beyond the declared one.
async fn find_emax(examiner: &mut Examiner<'_>) -> Result<Option<i32>, Error> {
    let Format { emax, .. } = examiner.format;
    let first = examiner.format.middle();
    let powers: Vec<f64> = (first..emax).map(power_of_two).collect();
    let Some(doubled) = examiner.run(Op::Add, &[&powers, &powers]).await? else { return Ok(None) };
    let last = (0..powers.len()).rev().find(|&i| doubled[i] == scale(powers[i], 1));
    let mut found = first + last.map_or(0, |i| i as i32 + 1);
    while found >= emax && found < 1023 {
        let x = power_of_two(found);
        if examiner.once(Op::Add, &[x, x]).await? != Some(scale(x, 1)) {
            break;
        }
        found += 1;
    }
    Ok(Some(found))
}

/// The smallest exponent to which numbers with a last bit of 1 can be halved exactly. Several numbers are
/// multiplied and divided, so that a single wrong operand does not mislead.
async fn find_emin(examiner: &mut Examiner<'_>) -> Result<Option<i32>, Error> {
    let Format { emin, precision, .. } = examiner.format;
    let first = examiner.format.middle();
    let exponents: Vec<i32> = (emin + 1..=first).rev().collect();
    let Some(halved) = halves_exactly(examiner, &exponents).await? else { return Ok(None) };
    let last = halved.iter().rposition(|&exact| exact);
    let mut found = last.map_or(first, |i| exponents[i] - 1);
    let least = -1074 + precision as i32 - 1;
    while found <= emin && found > least {
        if halves_exactly(examiner, &[found]).await? != Some(vec![true]) {
            break;
        }
        found -= 1;
    }
    Ok(Some(found))
}

/// Whether some number of each binade is halved exactly; `None` if the machine cannot halve.
async fn halves_exactly(
    examiner: &mut Examiner<'_>,
    exponents: &[i32],
) -> Result<Option<Vec<bool>>, Error> {
    let p = examiner.format.precision;
    let (one, ones) = (1u64 << (p - 1), (1u64 << p) - 1);
    let mut any: Option<Vec<bool>> = None;
    for significand in [one | 1, ones, one | (one / 3) | 1] {
        let number = |&e: &i32| assemble(false, significand, e - p as i32 + 1);
        let numbers: Vec<f64> = exponents.iter().map(number).collect();
        for (op, factor) in [(Op::Mul, 0.5), (Op::Div, 2.0)] {
            let factors = vec![factor; numbers.len()];
            let Some(halved) = examiner.run(op, &[&numbers, &factors]).await? else { continue };
            let any = any.get_or_insert_with(|| vec![false; numbers.len()]);
            for ((any, &x), half) in any.iter_mut().zip(&numbers).zip(halved) {
                *any |= half == scale(x, -1);
            }
        }
    }
    Ok(any)
}

fn compare(examiner: &mut Examiner<'_>, declared: Format) {
    let found = examiner.format;
    let (p, q) = (found.precision, declared.precision);
    if p == q {
        examiner.note(Subject::Precision, Op::Add, format!("{p} bits of precision, as declared"));
    } else {
        let class = if p < q { Class::Defect } else { Class::Flaw };
        let message = format!("sums have {p} bits of precision, {q} are declared");
        let one = power_of_two(found.middle());
        let tiny = scale(one, 1 - p.max(q) as i32);
        let mut suspicion = Suspicion::new(class, Subject::Precision, Op::Add, message);
        let (seen, right) = if p < q { (one, one + tiny) } else { (one + tiny, one) };
        let operands = padded(&[one, tiny]);
        suspicion.add(Evidence { op: Op::Add, operands, seen, expected: right });
        suspicion.0.tried = 1;
        examiner.conclude(suspicion);
    }
    let range = format!(
        "overflows above {:e} = (2 - 2^{})*2^{}, underflows below {:e} = 2^{}",
        found.largest(),
        1 - p as i32,
        found.emax,
        found.smallest_normal(),
        found.emin,
    );
    if (found.emin, found.emax) == (declared.emin, declared.emax) {
        examiner.note(Subject::Range, Op::Mul, format!("{range}, as declared"));
        return;
    }
    let narrower = found.emin > declared.emin || found.emax < declared.emax;
    let class = if narrower { Class::Defect } else { Class::Flaw };
    let message = format!("{range}; declared are 2^{} and 2^{}", declared.emin, declared.emax);
    let mut suspicion = Suspicion::new(class, Subject::Range, Op::Mul, message);
    suspicion.0.count = 1;
    suspicion.0.tried = 1;
    examiner.conclude(suspicion);
}

//! The interval of errors and the rounding of each operation.

use crate::{
    Class, Error, Mode, Op, Subject, Verdict,
    exact::Exact,
    examiner::{Examiner, Suspicion, padded},
    operands,
    tally::Tally,
};

pub(crate) async fn examine(examiner: &mut Examiner<'_>) -> Result<(), Error> {
    let tallies = [
        sums(examiner).await?,
        products(examiner).await?,
        roots(examiner).await?,
        fused(examiner).await?,
    ];
    // Quotients have no ties, and roots are never negative: where several rules fit, the rule of sums is
    // assumed.
    let preferred = tallies[0][0].row(None).map(|row| row.closest);
    examiner.rows = tallies.iter().flatten().filter_map(|tally| tally.row(preferred)).collect();
    sticky_bit(examiner, &tallies[0]);
    for tally in tallies.iter().flatten() {
        rounding(examiner, tally);
    }
    Ok(())
}

/// Addition and subtraction: a + b of different signs counts as subtraction, a − b of different signs as
/// addition.
async fn sums(examiner: &mut Examiner<'_>) -> Result<Vec<Tally>, Error> {
    let pairs = examiner.pairs.clone();
    let (mut addition, mut subtraction) = (Tally::new(Op::Add), Tally::new(Op::Sub));
    let (a, b) = (&pairs.a, &pairs.b);
    // Both orders, so that some differences are negative.
    for (op, a, b) in [(Op::Add, a, b), (Op::Sub, a, b), (Op::Sub, b, a)] {
        let Some(results) = examiner.run(op, &[a, b]).await? else { continue };
        for ((&a, &b), seen) in a.iter().zip(b).zip(results) {
            let addend = if op == Op::Sub { -b } else { b };
            let adds = a.is_sign_negative() == addend.is_sign_negative();
            let tally = if adds { &mut addition } else { &mut subtraction };
            let exact = Exact::sum(a, addend);
            tally.add((op, padded(&[a, b])), seen, &exact, a < 0.0, &examiner.format);
        }
    }
    Ok(vec![addition, subtraction])
}

async fn products(examiner: &mut Examiner<'_>) -> Result<Vec<Tally>, Error> {
    let pairs = examiner.pairs.clone();
    let mut tallies = Vec::new();
    for op in [Op::Mul, Op::Div] {
        let mut tally = Tally::new(op);
        if let Some(results) = examiner.run(op, &[&pairs.a, &pairs.b]).await? {
            for ((a, b), seen) in pairs.iter().zip(results) {
                let exact =
                    if op == Op::Mul { Exact::product(a, b) } else { Exact::quotient(a, b) };
                let mirrored = exact.negative;
                tally.add((op, padded(&[a, b])), seen, &exact, mirrored, &examiner.format);
            }
        }
        tallies.push(tally);
    }
    Ok(tallies)
}

/// Reciprocals and square roots.
async fn roots(examiner: &mut Examiner<'_>) -> Result<Vec<Tally>, Error> {
    let positive = operands::singles(&examiner.format, &examiner.options);
    let both: Vec<f64> = positive.iter().flat_map(|&x| [x, -x]).collect();
    let mut reciprocal = Tally::new(Op::Reciprocal);
    if let Some(results) = examiner.run(Op::Reciprocal, &[&both]).await? {
        for (&x, seen) in both.iter().zip(results) {
            let (exact, what) = (Exact::quotient(1.0, x), (Op::Reciprocal, [x; 3]));
            reciprocal.add(what, seen, &exact, x < 0.0, &examiner.format);
        }
    }
    let mut root = Tally::new(Op::Sqrt);
    if let Some(results) = examiner.run(Op::Sqrt, &[&positive]).await? {
        for (&x, seen) in positive.iter().zip(results) {
            let exact = Exact::square_root(x);
            root.add((Op::Sqrt, [x; 3]), seen, &exact, false, &examiner.format);
        }
    }
    Ok(vec![reciprocal, root])
}

async fn fused(examiner: &mut Examiner<'_>) -> Result<Vec<Tally>, Error> {
    let pairs = examiner.pairs.thinned(32768);
    let [a, b, c] = operands::triples(&examiner.format, &examiner.options, &pairs);
    let mut tally = Tally::new(Op::Fma);
    if let Some(results) = examiner.run(Op::Fma, &[&a, &b, &c]).await? {
        for (i, seen) in results.into_iter().enumerate() {
            let operands = [a[i], b[i], c[i]];
            let exact = Exact::fused(a[i], b[i], c[i]);
            let mirrored = exact.negative;
            tally.add((Op::Fma, operands), seen, &exact, mirrored, &examiner.format);
        }
    }
    Ok(vec![tally])
}

/// Reports a missing sticky bit if it explains every wrong sum and difference.
fn sticky_bit(examiner: &mut Examiner<'_>, sums: &[Tally]) {
    let rows: Vec<_> = sums.iter().filter_map(|tally| tally.row(None)).collect();
    let [addition, subtraction] = rows.as_slice() else { return };
    if addition.misses == 0 && subtraction.misses == 0 {
        examiner.character.sticky_bit = Some(true);
        let message = "sums and differences are rounded from all bits, as with a sticky bit";
        examiner.note(Subject::StickyBit, Op::Add, message);
        return;
    }
    let explained = |mode: &Mode| {
        let unexplained = |tally: &Tally| {
            let misses = tally.misses(*mode);
            misses.count - misses.without_sticky
        };
        sums.iter().map(unexplained).sum::<usize>() == 0
    };
    // Without a sticky bit, a truncated difference looks like other rules; the sum does not.
    let obeyed = |mode: &Mode| sums[0].misses(*mode).count;
    let candidates = Mode::ALL.into_iter().filter(explained);
    let Some(mode) = candidates.min_by_key(obeyed) else { return };
    examiner.character.sticky_bit = Some(false);
    let message = format!(
        "bits far below the last place do not take part in rounding: sums and differences are \
         {mode} but for a missing sticky bit"
    );
    let mut suspicion = Suspicion::new(Class::Flaw, Subject::StickyBit, Op::Add, message);
    for tally in sums {
        let misses = tally.misses(mode);
        suspicion.0.evidence.extend(misses.first.iter().take(2));
        suspicion.0.count += misses.count;
    }
    suspicion.0.tried = addition.samples + subtraction.samples;
    examiner.conclude(suspicion);
}

/// Records how an operation rounds, unless a missing sticky bit explains it.
fn rounding(examiner: &mut Examiner<'_>, tally: &Tally) {
    let Some(row) = examiner.row(tally.op()).cloned() else { return };
    let (op, verdict) = (row.op, row.verdict);
    let name = op.name();
    if tally.misses(Mode::NearestEven).count == 0 {
        examiner.note(Subject::Rounding, op, format!("{name} is rounded: {verdict}"));
        return;
    }
    let is_sum = matches!(op, Op::Add | Op::Sub);
    if is_sum && row.misses > 0 && examiner.character.sticky_bit == Some(false) {
        return;
    }
    let largest = row.low.ulps.abs().max(row.high.ulps.abs());
    let class = match verdict {
        Verdict::Neither if largest >= 4.0 => Class::SeriousDefect,
        Verdict::Neither => Class::Defect,
        _ => Class::Flaw,
    };
    let message = match verdict {
        Verdict::Rounds(mode) => format!("{name} is rounded: {mode}"),
        Verdict::NearestWrongTies => {
            format!("{name} is rounded to nearest, but ties follow no known rule")
        }
        Verdict::Faithful => format!("{name} gives one of the two neighbours, by no rule"),
        Verdict::Neither if row.misses * 16 < row.samples => {
            format!("{name} is {} except for some operands", row.closest)
        }
        Verdict::Neither => format!("{name} is neither rounded nor chopped, nor faithful"),
    };
    // If a rule holds throughout, the evidence is the results that nearest-even would round otherwise.
    let rule = if matches!(verdict, Verdict::Rounds(_)) { Mode::NearestEven } else { row.closest };
    let misses = tally.misses(rule);
    let mut suspicion = Suspicion::new(class, Subject::Rounding, op, message);
    suspicion.0.evidence = misses.first.clone();
    suspicion.0.count = misses.count;
    suspicion.0.tried = row.samples;
    examiner.conclude(suspicion);
}

//! What the thesis concludes of LU decomposition, held against this run.

#[cfg(test)]
mod tests;

use super::{Measured, PAIRS, Source, Timed, notes::errors};
use crate::{
    contender::Contender::{self, Double2, Float2, Multiple, Number},
    experiments::conclusion::{
        self, ALIKE, Conclusion, Found, Judges, Ratios, SAME_TIME, Subject, Verdict::NotMeasured,
        if_so,
    },
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Table,
};

const FOUR: [Contender; 4] = [Number(F32), Number(F64), Float2, Double2];

/// A type of one word, composite numbers and double-words of two such words.
const TRIPLES: [[Contender; 3]; 2] =
    [[Number(F32), Float2, Number(Ff)], [Number(F64), Double2, Number(Dd)]];

/// Shares of mismatches that differ by less than this factor are the same.
const SAME_SHARE: f64 = 1.01;

/// By so much errors must grow from the smallest gap to the largest to grow much.
const MUCH: f64 = 1e3;

pub(super) fn experiment(
    devices: &str,
    found: &[Measured],
    timed: &[Timed],
    judges: &Judges,
) -> Table {
    let say = |seed, text, (verdict, evidence)| Conclusion { seed, text, verdict, evidence };
    let conclusions = vec![
        say("section 7.3, table 17", "multiple precision has no mismatches", multiple(found)),
        say(
            "section 7.3, table 17",
            "float2 has the most mismatches of all types, in every range and at every size",
            worst(found),
        ),
        say(
            "section 7.3, table 17, figures 18 to 20",
            "two words are no more accurate than one",
            no_gain(found),
        ),
        say(
            "section 7.3, figures 18 to 20",
            "errors grow much with the gap between small and large elements",
            growing(found),
        ),
        say(
            "section 7.3, tables 18 and 19",
            "the GPU is faster than the CPU, by up to 300 in f32 and f64",
            judges.speed(Subject::Gpus, |device| speed_up(timed, device)),
        ),
        say(
            "section 7.3, table 19",
            "blocks of 16x16 are the fastest",
            judges.speed(Subject::Gpus, |device| fastest(timed, device)),
        ),
        say(
            "section 7.3, table 19",
            "blocks beyond 32x32 need more shared memory than there is, but for f32",
            judges.speed(Subject::Gpus, |device| resources(timed, device)),
        ),
        say(
            "section 7.3, end",
            "the error changes with the block, but less than with the range",
            blocks(timed),
        ),
    ];
    conclusion::table("lud-conclusions", devices, conclusions)
}

fn judged(holds: bool, evidence: String) -> Found {
    (if_so(holds), evidence)
}

fn missing() -> Found {
    (NotMeasured, "not all of the types, ranges, sizes or blocks were measured".into())
}

/// The mismatches of a type in every range and at every size, of the first device.
fn mismatches(found: &[Measured], contender: Contender) -> Vec<(Source, usize, usize)> {
    let device = found.first().map(|found| &found.device);
    let of = found.iter().filter(|found| {
        Some(&found.device) == device
            && found.contender == contender
            && matches!(found.source, Source::Random(_))
    });
    of.filter_map(|found| Some((found.source, found.size, found.mismatches?.count))).collect()
}

fn multiple(found: &[Measured]) -> Found {
    let all = mismatches(found, Multiple(256));
    let total: usize = all.iter().map(|(_, _, count)| count).sum();
    let largest = all.iter().map(|(_, size, _)| size).max();
    let Some(largest) = largest else { return missing() };
    judged(total == 0, format!("{total} in {} matrices of up to {largest} rows", all.len()))
}

fn worst(found: &[Measured]) -> Found {
    let float2 = mismatches(found, Float2);
    let (mut worst, mut total) = (0, 0);
    let others = [Number(F32), Number(F64), Double2].map(|other| mismatches(found, other));
    for (source, size, count) in &float2 {
        let same = others.iter().map(|other| {
            other.iter().find(|(s, n, _)| (s, n) == (source, size)).map(|(_, _, count)| *count)
        });
        let Some(most) = same.collect::<Option<Vec<_>>>().and_then(|c| c.into_iter().max()) else {
            continue;
        };
        total += 1;
        worst += usize::from(*count as f64 * SAME_SHARE >= most as f64);
    }
    if total == 0 {
        return missing();
    }
    judged(worst == total, format!("in {worst} of {total} matrices, give or take one in a hundred"))
}

/// A number of two types in every matrix of the first device in which both have it.
fn both(
    found: &[Measured],
    types: [Contender; 2],
    number: impl Fn(&Measured) -> Option<f64>,
) -> Vec<[f64; 2]> {
    let device = found.first().map(|found| &found.device);
    let of = |contender| {
        found.iter().filter(move |found| {
            Some(&found.device) == device
                && found.contender == contender
                && matches!(found.source, Source::Random(_))
        })
    };
    let [one, two] = types;
    let both = of(one).filter_map(|x| {
        let y = of(two).find(|y| (y.source, y.size) == (x.source, x.size))?;
        Some([number(x)?, number(y)?])
    });
    both.collect()
}

/// How errors of a type compare with another's, where the factors of both mean something.
fn ratios(found: &[Measured], types: [Contender; 2]) -> Ratios {
    Ratios::of(both(found, types, |found| found.relative))
}

/// Composite numbers are not more accurate than words, but double-words are.
fn no_gain(found: &[Measured]) -> Found {
    let (mut medians, mut said) = (Vec::new(), Vec::new());
    for [one, two, pair] in TRIPLES {
        let [composite, double] = [two, pair].map(|more| ratios(found, [one, more]));
        let (Some(x), Some(y)) = (composite.median(), double.median()) else { return missing() };
        medians.push([x, y]);
        let [x, y] = [composite, double].map(|ratios| ratios.said().unwrap_or_default());
        let residuals = both(found, [one, two], |found| found.residual);
        let residuals = residuals.into_iter().map(|[one, two]| two / one).collect();
        let residual = conclusion::median(residuals).unwrap_or(f64::NAN);
        said.push(format!(
            "over the error of {one}, median: {two} {x}, {pair} {y}; over its residual: {two} \
             {residual:.1e}"
        ));
    }
    let evidence = format!("{}; within a factor of {ALIKE} errors are alike", said.join("; "));
    (conclusion::no_gain(&medians), evidence)
}

/// From the smallest gap to the largest, in most steps between.
fn growing(found: &[Measured]) -> Found {
    let (mut holds, mut said) = (true, Vec::new());
    for contender in FOUR {
        let error = |pair| Some(errors(found, Source::Random(pair), [contender])?.1[0]);
        let Some(errors) = PAIRS.map(error).into_iter().collect::<Option<Vec<f64>>>() else {
            return missing();
        };
        let growth = errors[errors.len() - 1] / errors[0];
        let rises = errors.windows(2).filter(|two| two[1] > two[0]).count();
        let steps = errors.len() - 1;
        holds &= growth >= MUCH && 2 * rises > steps;
        let errors: Vec<String> = errors.iter().map(|error| format!("{error:.1e}")).collect();
        said.push(format!(
            "{contender} {} ({growth:.0e} times, up in {rises} of {steps} steps)",
            errors.join(", ")
        ));
    }
    judged(holds, format!("ranges 1 to 5: {}", said.join("; ")))
}

/// The largest gain of a device over the processor, of each type.
fn speed_up(timed: &[Timed], device: &str) -> Option<Found> {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let of = |device: &str| {
            let device = device.to_owned();
            timed.iter().filter(move |timed| timed.contender == contender && timed.device == device)
        };
        let gains = of(device).filter_map(|there| {
            let here = of(CPU).find(|here| here.size == there.size)?;
            Some((here.seconds? / there.seconds?, there.size))
        });
        if let Some((gain, size)) = gains.max_by(|x, y| x.0.total_cmp(&y.0)) {
            holds &= gain > SAME_TIME;
            said.push(format!("{contender} {gain:.2} times at {size}"));
        }
    }
    (!said.is_empty()).then(|| judged(holds, said.join(", ")))
}

/// The times of a type in all its blocks, at its largest size on a device.
fn in_blocks<'a>(timed: &'a [Timed], device: &str, contender: Contender) -> Vec<(u32, f64)> {
    let of = |timed: &'a Timed| {
        let here = timed.device == device && timed.contender == contender;
        here.then_some((timed.size, timed.block?, timed.seconds?))
    };
    let of: Vec<_> = timed.iter().filter_map(of).collect();
    let largest = of.iter().map(|of| of.0).max();
    of.into_iter()
        .filter(|of| Some(of.0) == largest)
        .map(|(_, block, seconds)| (block, seconds))
        .collect()
}

/// The fastest, or as fast.
fn fastest(timed: &[Timed], device: &str) -> Option<Found> {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let blocks = in_blocks(timed, device, contender);
        let best = blocks.iter().min_by(|x, y| x.1.total_cmp(&y.1));
        let expected = blocks.iter().find(|of| of.0 == 16);
        if blocks.len() < 2 {
            continue;
        }
        if let Some((best, expected)) = best.zip(expected) {
            let over = expected.1 / best.1;
            holds &= over < SAME_TIME;
            let block = best.0;
            let beside = match block {
                16 => String::new(),
                _ => format!(" (16x16 takes {over:.2} times as long)"),
            };
            said.push(format!("{contender} {block}x{block}{beside}"));
        }
    }
    (!said.is_empty()).then(|| judged(holds, said.join(", ")))
}

fn resources(timed: &[Timed], device: &str) -> Option<Found> {
    let large = timed
        .iter()
        .filter(|timed| timed.device == device && timed.block.is_some_and(|block| block > 32));
    let large: Vec<&Timed> = large.collect();
    let ran = |contender: Contender| {
        let of = large.iter().filter(|timed| timed.contender == contender);
        of.map(|timed| timed.seconds.is_some()).reduce(|x, y| x || y)
    };
    let said: Vec<String> = FOUR
        .iter()
        .filter_map(|&contender| {
            let said = if ran(contender)? { "ran" } else { "out of resources" };
            Some(format!("{contender} {said}"))
        })
        .collect();
    let [f32, f64, float2, double2] = FOUR.map(ran);
    let holds = f32 != Some(false) && [f64, float2, double2].iter().all(|ran| *ran != Some(true));
    (!said.is_empty()).then(|| judged(holds, said.join(", ")))
}

/// Whether the bits depend on the block.
fn blocks(timed: &[Timed]) -> Found {
    let compared: Vec<&Timed> =
        timed.iter().filter(|timed| timed.block.is_some() && timed.verified.is_some()).collect();
    if compared.is_empty() {
        return missing();
    }
    let same = compared.iter().filter(|timed| timed.verified == Some(true)).count();
    let all = compared.len();
    let evidence = format!(
        "{same} of {all} factorisations have the processor's bits whatever the block, since here \
         every element is updated in one order"
    );
    judged(same < all, evidence)
}

//! What the thesis concludes of LU decomposition, held against this run.

#[cfg(test)]
mod tests;

use super::{Measured, PAIRS, Source, Timed, notes::errors};
use crate::{
    contender::Contender::{self, Double2, Float2, Multiple, Number},
    experiments::{
        conclusion::{
            self, Conclusion,
            Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
        },
        interval_pair::IntervalPair,
    },
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Experiment,
};

const FOUR: [Contender; 4] = [Number(F32), Number(F64), Float2, Double2];

/// A type of one word, composite numbers and double-words of two such words.
const TRIPLES: [[Contender; 3]; 2] =
    [[Number(F32), Float2, Number(Ff)], [Number(F64), Double2, Number(Dd)]];

type Found = (Verdict, String);

/// Devices that are `software` are none that the thesis speaks of where it compares with the processor.
pub(super) fn experiment(
    devices: &str,
    found: &[Measured],
    timed: &[Timed],
    software: &[&str],
) -> Experiment {
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
            speed_up(timed, software),
        ),
        say("section 7.3, table 19", "blocks of 16x16 are the fastest", fastest(timed)),
        say(
            "section 7.3, table 19",
            "blocks beyond 32x32 need more shared memory than there is, but for f32",
            resources(timed),
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
    (if holds { Confirmed } else { NotHere }, evidence)
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
        worst += usize::from(*count >= most);
    }
    if total == 0 {
        return missing();
    }
    judged(worst == total, format!("in {worst} of {total} matrices"))
}

/// Composite numbers are not more accurate than words, but double-words are.
fn no_gain(found: &[Measured]) -> Found {
    let (mut composite, mut pairs, mut said) = (true, true, Vec::new());
    for triple in TRIPLES {
        let mut ratios = Vec::new();
        for pair in PAIRS {
            if let Some((_, [one, two, pair])) = errors(found, Source::Random(pair), triple) {
                ratios.push([two / one, pair / one]);
            }
        }
        let least = |k: usize| ratios.iter().map(|ratio| ratio[k]).reduce(f64::min);
        let (Some(two), Some(pair)) = (least(0), least(1)) else { return missing() };
        composite &= two >= 0.5;
        pairs &= pair >= 0.5;
        let [a, b, c] = triple;
        said.push(format!("least error over that of {a}: {b} {two:.1e}, {c} {pair:.1e}"));
    }
    let verdict = match (composite, pairs) {
        (true, true) => Confirmed,
        (true, false) => OnlyComposite,
        (false, _) => NotHere,
    };
    (verdict, said.join("; "))
}

/// From the first range to the third and the fifth.
fn growing(found: &[Measured]) -> Found {
    let (mut holds, mut said) = (true, Vec::new());
    for contender in FOUR {
        let error = |n| errors(found, Source::Random(IntervalPair(n)), [contender]);
        let (Some((_, [first])), Some((_, [third])), Some((_, [fifth]))) =
            (error(1), error(3), error(5))
        else {
            return missing();
        };
        holds &= first * 10.0 < third && third * 10.0 < fifth;
        said.push(format!("{contender} {first:.1e}, {third:.1e}, {fifth:.1e}"));
    }
    judged(holds, format!("ranges 1, 3, 5: {}", said.join("; ")))
}

/// The largest gain over the processor, of each type.
fn speed_up(timed: &[Timed], software: &[&str]) -> Found {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let of = |processor: bool| {
            timed.iter().filter(move |timed| {
                timed.contender == contender && (timed.device == CPU) == processor
            })
        };
        let hardware = of(false).filter(|device| !software.contains(&device.device.as_str()));
        let gains = hardware.filter_map(|device| {
            let processor = of(true).find(|processor| processor.size == device.size)?;
            Some((processor.seconds? / device.seconds?, device))
        });
        if let Some((gain, device)) = gains.max_by(|x, y| x.0.total_cmp(&y.0)) {
            holds &= gain > 1.0;
            said.push(format!(
                "{contender} {gain:.2} times at {} ({})",
                device.size, device.device
            ));
        }
    }
    if said.is_empty() { missing() } else { judged(holds, said.join(", ")) }
}

/// The times of a type in all its blocks, at its largest size on one device.
fn in_blocks(timed: &[Timed], contender: Contender) -> Vec<&Timed> {
    let of: Vec<&Timed> = timed
        .iter()
        .filter(|timed| {
            timed.contender == contender && timed.block.is_some() && timed.seconds.is_some()
        })
        .collect();
    let Some(largest) = of.iter().max_by_key(|timed| timed.size) else { return Vec::new() };
    let same = |timed: &&&Timed| (timed.size, &timed.device) == (largest.size, &largest.device);
    of.iter().filter(same).copied().collect()
}

fn fastest(timed: &[Timed]) -> Found {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let blocks = in_blocks(timed, contender);
        if blocks.len() < 2 {
            continue;
        }
        let seconds = |timed: &&&Timed| timed.seconds.unwrap_or(f64::MAX);
        let Some(best) = blocks.iter().min_by(|x, y| seconds(x).total_cmp(&seconds(y))) else {
            continue;
        };
        let block = best.block.unwrap_or_default();
        holds &= block == 16;
        said.push(format!("{contender} {block}x{block} at {} ({})", best.size, best.device));
    }
    if said.is_empty() { missing() } else { judged(holds, said.join(", ")) }
}

fn resources(timed: &[Timed]) -> Found {
    let large: Vec<&Timed> =
        timed.iter().filter(|timed| timed.block.is_some_and(|block| block > 32)).collect();
    if large.is_empty() {
        return missing();
    }
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
    judged(holds, said.join(", "))
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

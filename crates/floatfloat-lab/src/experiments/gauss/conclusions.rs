//! What the thesis concludes of Gaussian elimination, held against this run.

use super::{Measured, System};
use crate::{
    contender::Contender::{self, Double2, Float2, Number},
    experiments::conclusion::{
        self, ALIKE, Conclusion, Found, Judges, Ratios, SAME_TIME, Subject, Verdict::NotMeasured,
        at_most, if_so, is_within,
    },
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Table,
};

/// The types of the thesis, from the most accurate as it found them.
const FOUR: [Contender; 4] = [Number(F64), Double2, Number(F32), Float2];

/// A type of one word, composite numbers and double-words of two such words.
const TRIPLES: [[Contender; 3]; 2] =
    [[Number(F32), Float2, Number(Ff)], [Number(F64), Double2, Number(Dd)]];

pub(super) fn experiment(devices: &str, found: &[Measured], judges: &Judges) -> Table {
    let random: Vec<&Measured> =
        found.iter().filter(|found| found.system == System::Random).collect();
    let say = |seed, text, (verdict, evidence)| Conclusion { seed, text, verdict, evidence };
    let conclusions = vec![
        say(
            "section 7.2, figure 15",
            "from accurate to inaccurate: f64, double2, f32, float2, at every size",
            order(&random),
        ),
        say(
            "section 7.2, figure 15; section 7.2, end",
            "two words are no more accurate than one where there is multiplication and division",
            no_gain(&random),
        ),
        say(
            "section 7.2, figure 17",
            "float2 is about as accurate as f32, and double2 as f64",
            overlap(&random),
        ),
        say(
            "section 7.2, table 16, figure 17",
            "float2 takes little more time than f32, and double2 than f64: less than twice at the \
             largest size",
            judges.speed(Subject::ProcessorsToo, |device| costs(&random, device)),
        ),
        say(
            "section 7.2, table 16, figure 16",
            "blocks of 8x8 are faster than blocks of 4x4, up to 2.9 times",
            judges.speed(Subject::Gpus, |device| blocks(&random, device)),
        ),
    ];
    conclusion::table("gauss-conclusions", devices, conclusions)
}

fn judged(holds: bool, evidence: String) -> Found {
    (if_so(holds), evidence)
}

fn missing() -> Found {
    (NotMeasured, "not all of the types, or fewer than three sizes, were measured".into())
}

/// A number of types at one size on the first device, where all of them are there; of a device in any
/// one block, since the block changes no bit.
fn sizes<const N: usize>(
    found: &[&Measured],
    types: [Contender; N],
    number: impl Fn(&Measured) -> f64,
) -> Vec<(usize, [f64; N])> {
    let Some(device) = found.first().map(|first| &first.device) else { return Vec::new() };
    let mut sizes: Vec<usize> = found.iter().map(|found| found.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let of = |size, contender| {
        let mut of = found.iter().filter(|found| &found.device == device && found.size == size);
        of.find(|found| found.contender == contender).map_or(f64::NAN, |found| number(found))
    };
    let rows = sizes.into_iter().map(|size| (size, types.map(|contender| of(size, contender))));
    rows.filter(|(_, numbers)| numbers.iter().all(|number| !number.is_nan())).collect()
}

/// The mean errors.
pub(super) fn errors<const N: usize>(
    found: &[&Measured],
    types: [Contender; N],
) -> Vec<(usize, [f64; N])> {
    sizes(found, types, |found| found.error)
}

/// How the errors of a type compare with another's, where both solutions mean something.
fn ratios(found: &[&Measured], one: Contender, two: Contender) -> Ratios {
    Ratios::of(sizes(found, [one, two], |found| found.relative).into_iter().map(|(_, both)| both))
}

/// One size says little, as one small pivot changes errors by more than the formula does.
fn order(found: &[&Measured]) -> Found {
    let rows = errors(found, FOUR);
    if rows.len() < 3 {
        return missing();
    }
    let ordered = rows.iter().filter(|(_, errors)| errors.windows(2).all(|two| two[0] < two[1]));
    let ordered = ordered.count();
    let said = FOUR.windows(2).filter_map(|two| {
        let ratios = ratios(found, two[0], two[1]);
        let alike = if is_within(ALIKE, ratios.median()?) { ", alike" } else { "" };
        Some(format!("{} over {}: {}{alike}", two[1], two[0], ratios.said()?))
    });
    let said: Vec<String> = said.collect();
    judged(
        ordered == rows.len(),
        format!(
            "in that order at {ordered} of {} sizes; median of the ratios of errors {}",
            rows.len(),
            said.join("; ")
        ),
    )
}

/// Composite numbers are not more accurate than words, but double-words are.
fn no_gain(found: &[&Measured]) -> Found {
    let (mut medians, mut said) = (Vec::new(), Vec::new());
    for [one, two, pair] in TRIPLES {
        let [composite, double] = [two, pair].map(|more| ratios(found, one, more));
        let (Some(x), Some(y)) = (composite.median(), double.median()) else { return missing() };
        medians.push([x, y]);
        let [x, y] = [composite, double].map(|ratios| ratios.said().unwrap_or_default());
        said.push(format!("over the error of {one}, median: {two} {x}, {pair} {y}"));
    }
    let evidence = format!("{}; within a factor of {ALIKE} errors are alike", said.join("; "));
    (conclusion::no_gain(&medians), evidence)
}

fn overlap(found: &[&Measured]) -> Found {
    let (mut holds, mut said) = (true, Vec::new());
    for [one, two, _] in TRIPLES {
        let ratios = ratios(found, one, two);
        let numbers = ratios.median().zip(ratios.said()).filter(|_| ratios.are_enough());
        let Some((median, numbers)) = numbers else { return missing() };
        holds &= is_within(ALIKE, median);
        said.push(format!("error of {two} over that of {one}, median {numbers}"));
    }
    judged(holds, format!("{}; within a factor of {ALIKE} errors are alike", said.join("; ")))
}

/// Of a device in blocks of 8x8.
fn in_usual_blocks<'a>(
    found: &'a [&'a Measured],
    device: &'a str,
    contender: Contender,
) -> impl Iterator<Item = &'a Measured> {
    let of = found.iter().filter(move |found| {
        found.device == device
            && found.contender == contender
            && found.block.is_none_or(|block| block == [8, 8])
    });
    of.copied()
}

/// The time of one type over another's at each size on a device.
pub(super) fn dearer(
    found: &[&Measured],
    device: &str,
    [dear, cheap]: [Contender; 2],
) -> Vec<(usize, f64)> {
    let both = in_usual_blocks(found, device, dear).filter_map(|x| {
        let y = in_usual_blocks(found, device, cheap).find(|y| y.size == x.size)?;
        Some((x.size, x.seconds / y.seconds))
    });
    both.collect()
}

fn costs(found: &[&Measured], device: &str) -> Option<Found> {
    let (mut most, mut said) = (0.0_f64, Vec::new());
    for [one, two, _] in TRIPLES {
        let both = dearer(found, device, [two, one]);
        let (size, ratio) = both.into_iter().max_by_key(|(size, _)| *size)?;
        most = most.max(ratio);
        said.push(format!("{two} takes {ratio:.2} times as long as {one} at {size}"));
    }
    Some((at_most(2.0, most), said.join("; ")))
}

/// The gain of each type at the largest size, from 256 on: before, launches are all that counts.
fn blocks(found: &[&Measured], device: &str) -> Option<Found> {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let of = |block| {
            found.iter().filter(move |found| {
                found.device == device
                    && (found.contender, found.block) == (contender, Some(block))
                    && found.size >= 256
            })
        };
        let gains = of([4, 4]).filter_map(|small| {
            let large = of([8, 8]).find(|large| large.size == small.size)?;
            Some((small.seconds / large.seconds, small.size))
        });
        if let Some((gain, size)) = gains.max_by_key(|(_, size)| *size) {
            holds &= gain > SAME_TIME;
            said.push(format!("{contender} {gain:.2} times at {size}"));
        }
    }
    (!said.is_empty()).then(|| judged(holds, said.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiments::conclusion::Verdict::{self, Confirmed, NotHere, OnlyComposite},
        machine::CPU,
    };

    fn measured(contender: Contender, size: usize, error: f64) -> Measured {
        Measured {
            device: CPU.into(),
            contender,
            system: System::Random,
            size,
            block: None,
            seconds: 1.0,
            substitution: None,
            error,
            largest: error,
            relative: error,
            backward: error,
            condition: None,
            reference: "",
            verified: None,
        }
    }

    fn verdict(judge: fn(&[&Measured]) -> Found, found: &[Measured]) -> Verdict {
        judge(&found.iter().collect::<Vec<_>>()).0
    }

    #[test]
    fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
        let mut found = Vec::new();
        assert_eq!(verdict(no_gain, &found), NotMeasured);
        for size in [16, 64, 256] {
            for (contender, error) in FOUR.into_iter().zip([1e-12, 2e-12, 1e-4, 2e-4]) {
                found.push(measured(contender, size, error));
            }
            found.push(measured(Ff.into(), size, 1e-10));
            found.push(measured(Dd.into(), size, 1e-28));
        }
        assert_eq!(verdict(order, &found), Confirmed);
        assert_eq!(verdict(overlap, &found), Confirmed);
        assert_eq!(verdict(no_gain, &found), OnlyComposite);
        let plain = |found: &mut Measured| {
            if matches!(found.contender, Number(Ff | Dd)) {
                found.relative = 0.01;
            }
        };
        found.iter_mut().for_each(plain);
        assert_eq!(verdict(no_gain, &found), Confirmed);
        // One size does not decide.
        found[1].relative = 1e-20;
        assert_eq!(verdict(no_gain, &found), Confirmed);
        for found in found.iter_mut().filter(|found| found.contender == Double2) {
            (found.error, found.relative) = (1e-20, 1e-20);
        }
        assert_eq!(verdict(no_gain, &found), NotHere);
        assert_eq!(verdict(order, &found), NotHere);
        assert_eq!(verdict(overlap, &found), NotHere);
    }

    #[test]
    fn errors_as_large_as_the_solution_are_not_compared() {
        let mut found = Vec::new();
        for (size, [one, two]) in [(16, [1e-6, 2e-6]), (64, [1e-4, 1.5e-4]), (256, [20.0, 1e-9])] {
            for (contenders, scale) in TRIPLES.iter().zip([1.0, 1e-9]) {
                for (&contender, error) in contenders.iter().zip([one, two, one * 1e-8]) {
                    found.push(measured(contender, size, error * scale));
                }
            }
        }
        let (verdict, evidence) = no_gain(&found.iter().collect::<Vec<_>>());
        assert_eq!(verdict, OnlyComposite, "{evidence}");
        assert!(evidence.contains("float2 1.7e0 (1.5e0 to 2.0e0, of 2)"), "{evidence}");
    }

    #[test]
    fn times_are_compared_at_the_largest_size_and_in_equal_blocks() {
        let mut found = Vec::new();
        for contender in FOUR {
            for (block, seconds) in [([4, 4], 3.0), ([8, 8], 1.5)] {
                let block = Some(block);
                let device = "made up".into();
                found.push(Measured { device, block, seconds, ..measured(contender, 512, 1.0) });
            }
        }
        let verdict = |judge: fn(&[&Measured], &str) -> Option<Found>, found: &[Measured]| {
            judge(&found.iter().collect::<Vec<_>>(), "made up").map(|found| found.0)
        };
        assert_eq!(verdict(blocks, &found), Some(Confirmed));
        assert_eq!(verdict(costs, &found), Some(Confirmed));
        found.iter_mut().filter(|found| found.contender == Float2).for_each(|f| f.seconds = 9.0);
        assert_eq!(verdict(blocks, &found), Some(NotHere));
        assert_eq!(verdict(costs, &found), Some(NotHere));
        assert_eq!(verdict(blocks, &[measured(Float2, 512, 1.0)]), None);
    }
}

//! What the thesis concludes of Gaussian elimination, held against this run.

use super::{Measured, System};
use crate::{
    contender::Contender::{self, Double2, Float2, Number},
    experiments::conclusion::{
        self, Conclusion,
        Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
    },
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Experiment,
};

/// The types of the thesis, from the most accurate as it found them.
const FOUR: [Contender; 4] = [Number(F64), Double2, Number(F32), Float2];

/// A type of one word, composite numbers and double-words of two such words.
const TRIPLES: [[Contender; 3]; 2] =
    [[Number(F32), Float2, Number(Ff)], [Number(F64), Double2, Number(Dd)]];

type Found = (Verdict, String);

pub(super) fn experiment(devices: &str, found: &[Measured]) -> Experiment {
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
            costs(&random),
        ),
        say(
            "section 7.2, table 16, figure 16",
            "blocks of 8x8 are faster than blocks of 4x4, up to 2.9 times",
            blocks(&random),
        ),
    ];
    conclusion::table("gauss-conclusions", devices, conclusions)
}

fn judged(holds: bool, evidence: String) -> Found {
    (if holds { Confirmed } else { NotHere }, evidence)
}

fn missing() -> Found {
    (NotMeasured, "not all of the types, sizes or blocks were measured".into())
}

/// The errors of types at one size on one device, where all of them are there; of a device in any one
/// block, since the block changes no bit.
pub(super) fn errors<const N: usize>(
    found: &[&Measured],
    types: [Contender; N],
) -> Vec<(usize, [f64; N])> {
    let Some(device) = found.first().map(|first| &first.device) else { return Vec::new() };
    let mut sizes: Vec<usize> = found.iter().map(|found| found.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let error = |size, contender| {
        let mut of = found.iter().filter(|found| &found.device == device && found.size == size);
        of.find(|found| found.contender == contender).map_or(f64::NAN, |found| found.error)
    };
    let rows = sizes.into_iter().map(|size| (size, types.map(|contender| error(size, contender))));
    rows.filter(|(_, errors)| errors.iter().all(|error| !error.is_nan())).collect()
}

fn order(found: &[&Measured]) -> Found {
    let rows = errors(found, FOUR);
    let Some((size, last)) = rows.last() else { return missing() };
    let ordered = rows.iter().filter(|(_, errors)| errors.windows(2).all(|two| two[0] < two[1]));
    let ordered = ordered.count();
    let said: Vec<String> = FOUR
        .iter()
        .zip(last)
        .map(|(contender, error)| format!("{contender} {error:.1e}"))
        .collect();
    judged(
        ordered == rows.len(),
        format!("at {ordered} of {} sizes; at {size}: {}", rows.len(), said.join(", ")),
    )
}

/// Composite numbers are not more accurate than words, but double-words are.
fn no_gain(found: &[&Measured]) -> Found {
    let (mut composite, mut pairs, mut said) = (true, true, Vec::new());
    for triple in TRIPLES {
        let rows = errors(found, triple);
        let Some((size, [one, two, pair])) = rows.last() else { return missing() };
        composite &= rows.iter().all(|(_, [one, two, _])| two >= &(one * 0.5));
        pairs &= rows.iter().all(|(_, [one, _, pair])| pair >= &(one * 0.5));
        let [a, b, c] = triple;
        said.push(format!("at {size} {a} {one:.1e}, {b} {two:.1e}, {c} {pair:.1e}"));
    }
    let verdict = match (composite, pairs) {
        (true, true) => Confirmed,
        (true, false) => OnlyComposite,
        (false, _) => NotHere,
    };
    (verdict, said.join("; "))
}

fn overlap(found: &[&Measured]) -> Found {
    let (mut holds, mut said) = (true, Vec::new());
    for [one, two, _] in TRIPLES {
        let ratios: Vec<f64> =
            errors(found, [one, two]).iter().map(|(_, [one, two])| two / one).collect();
        let (Some(least), Some(most)) =
            (ratios.iter().copied().reduce(f64::min), ratios.iter().copied().reduce(f64::max))
        else {
            return missing();
        };
        holds &= (0.1..=10.0).contains(&least) && (0.1..=10.0).contains(&most);
        said.push(format!("error of {two} over that of {one} {least:.2} to {most:.2}"));
    }
    judged(holds, said.join("; "))
}

/// On a device where there is one, since the thesis measured one.
fn costs(found: &[&Measured]) -> Found {
    let device = found.iter().find(|found| found.device != CPU).or(found.first());
    let Some(device) = device.map(|found| &found.device) else { return missing() };
    let (mut holds, mut said) = (true, Vec::new());
    for [one, two, _] in TRIPLES {
        let of = |contender: Contender| {
            found.iter().filter(move |found| {
                &found.device == device
                    && found.contender == contender
                    && found.block.is_none_or(|block| block == [8, 8])
            })
        };
        let both = of(two).filter_map(|two| {
            let one = of(one).find(|one| one.size == two.size)?;
            Some((two.size, two.seconds / one.seconds))
        });
        let Some((size, ratio)) = both.max_by_key(|(size, _)| *size) else { return missing() };
        holds &= ratio < 2.0;
        said.push(format!("{two} takes {ratio:.2} times as long as {one} at {size} ({device})"));
    }
    judged(holds, said.join("; "))
}

/// The largest gain of each type, from 256 on: before, launches are all that counts.
fn blocks(found: &[&Measured]) -> Found {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let small = found.iter().filter(|found| {
            found.contender == contender && found.block == Some([4, 4]) && found.size >= 256
        });
        let gains = small.filter_map(|small| {
            let large = found.iter().find(|large| {
                (&large.device, large.contender, large.size)
                    == (&small.device, small.contender, small.size)
                    && large.block == Some([8, 8])
            })?;
            Some((small.seconds / large.seconds, small.size, &small.device))
        });
        if let Some((gain, size, device)) = gains.max_by(|x, y| x.0.total_cmp(&y.0)) {
            holds &= gain > 1.1;
            said.push(format!("{contender} {gain:.2} times at {size} ({device})"));
        }
    }
    if said.is_empty() { missing() } else { judged(holds, said.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for size in [16, 64] {
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
                found.error = 1.0;
            }
        };
        found.iter_mut().for_each(plain);
        assert_eq!(verdict(no_gain, &found), Confirmed);
        found[1].error = 1e-20;
        assert_eq!(verdict(no_gain, &found), NotHere);
        assert_eq!(verdict(order, &found), NotHere);
        assert_eq!(verdict(overlap, &found), NotHere);
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
        assert_eq!(verdict(blocks, &found), Confirmed);
        assert_eq!(verdict(costs, &found), Confirmed);
        found.iter_mut().filter(|found| found.contender == Float2).for_each(|f| f.seconds = 9.0);
        assert_eq!(verdict(blocks, &found), NotHere);
        assert_eq!(verdict(costs, &found), NotHere);
        assert_eq!(verdict(blocks, &[measured(Float2, 512, 1.0)]), NotMeasured);
    }
}

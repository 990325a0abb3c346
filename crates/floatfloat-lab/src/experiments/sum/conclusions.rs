//! What the thesis concludes of global summation, held against this run.

use super::{All, BITS, Measured, PAIRS, PAIRS_OF_MULTIPLE, Shape};
use crate::{
    contender::Contender,
    experiments::conclusion::{
        self, Conclusion,
        Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
    },
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Experiment,
};

const F32_: Contender = Contender::Number(F32);
const F64_: Contender = Contender::Number(F64);

/// The types of tables 11 and 12, from the least accurate.
const FOUR: [Contender; 4] = [F32_, Contender::Float2, F64_, Contender::Double2];

/// What the seed found best.
const BEST: Shape = Shape::Launched { groups: 64, lanes: 32 };

pub(super) fn experiment(devices: &str, all: &All) -> Experiment {
    conclusion::table("sum-conclusions", devices, conclusions(all))
}

fn conclusions(all: &All) -> Vec<Conclusion> {
    let say = |seed, text, (verdict, evidence)| Conclusion { seed, text, verdict, evidence };
    vec![
        say("chapter 1, table 1", "sums in f32 and in f64 are wrong in every range", wrong(all)),
        say(
            "section 5.2, table 11",
            "errors grow with the gap between small and large numbers",
            growing(all),
        ),
        say(
            "section 5.2, table 11, figure 5",
            "from inaccurate to accurate: f32, float2, f64, double2, 256 bits",
            order(all),
        ),
        say("section 5.2, table 11", "256 bits give the exact sum in every range", exact(all)),
        say(
            "section 5.1, table 7",
            "enough bits repair the sum: the wider the range, the more it takes",
            bits(all),
        ),
        say(
            "section 5.1, table 8",
            "on the processor multiple precision takes 12 to 18 times as long as f64",
            multiple(all),
        ),
        say(
            "section 5.1, table 10; section 5.2, table 12",
            "64 blocks of 32 threads are the fastest shape, whatever the type",
            fastest(all, |_| true, BEST),
        ),
        say(
            "section 5.2",
            "in one block 32 threads are the fastest",
            fastest(
                all,
                |shape| matches!(shape, Shape::Launched { groups: 1, .. }),
                Shape::Launched { groups: 1, lanes: 32 },
            ),
        ),
        say("section 5.2, figure 6", "more than 64 blocks bring nothing", more_blocks(all)),
        say(
            "section 5.2, table 12",
            "f64 takes at most 13 % more time than f32",
            costs(all, &[(F64_, F32_)], |ratio| ratio <= 1.13),
        ),
        say(
            "section 5.2, table 12",
            "composite additions, of 8 operations, take less than twice the time of one",
            costs(all, &[(Contender::Float2, F32_), (Contender::Double2, F64_)], |r| r < 2.0),
        ),
        say(
            "section 5.2, end",
            "two f32 are never worth it: less accurate than f64, and slower",
            never_pays(all),
        ),
        say(
            "section 5.2, end; chapter 9",
            "two words are more accurate than one where there are additions only",
            improves(all),
        ),
        say(
            "chapter 4, figure 4",
            "the error component of a composite sum is no guide: it changes sign",
            signs(all),
        ),
        say(
            "section 5.1, table 9",
            "the registers of CUMP limit blocks to 520 (Fermi) and 923 (Kepler) threads",
            (NotMeasured, "there is no multiple precision on devices here".into()),
        ),
    ]
}

type Found = (Verdict, String);

fn judged(holds: bool, evidence: String) -> Found {
    (if holds { Confirmed } else { NotHere }, evidence)
}

fn missing() -> Found {
    (NotMeasured, "not all of the types, ranges or shapes were measured".into())
}

fn list(errors: &[f64]) -> String {
    errors.iter().map(|error| format!("{error:.1e}")).collect::<Vec<_>>().join(", ")
}

fn wrong(all: &All) -> Found {
    let (Some(single), Some(double)) = (all.own_errors(F32_), all.own_errors(F64_)) else {
        return missing();
    };
    let holds = single.iter().chain(&double).all(|error| *error != 0.0);
    judged(holds, format!("f32 {}; f64 {}", list(&single), list(&double)))
}

fn growing(all: &All) -> Found {
    let Some(errors) = FOUR.map(|c| all.own_errors(c)).into_iter().collect::<Option<Vec<_>>>()
    else {
        return missing();
    };
    // Where both are exact neither tells.
    let grow =
        |errors: &Vec<f64>| errors.windows(2).all(|two| two[1] > two[0] || two == [0.0, 0.0]);
    let said: Vec<_> =
        FOUR.iter().zip(&errors).map(|(c, errors)| format!("{c} {}", list(errors))).collect();
    judged(errors.iter().all(grow), said.join("; "))
}

fn order(all: &All) -> Found {
    let types = [&FOUR[..], &[Contender::Multiple(256)]].concat();
    let errors: Option<Vec<_>> = types.iter().map(|&c| all.own_errors(c)).collect();
    let Some(errors) = errors else { return missing() };
    let ordered = (0..PAIRS.len()).filter(|&k| errors.windows(2).all(|two| two[0][k] >= two[1][k]));
    let ordered = ordered.count();
    judged(ordered == PAIRS.len(), format!("in {ordered} of {} ranges", PAIRS.len()))
}

fn exact(all: &All) -> Found {
    let Some(errors) = all.own_errors(Contender::Multiple(256)) else { return missing() };
    judged(errors.iter().all(|error| *error == 0.0), list(&errors))
}

/// For each number of bits the first range in which the sum of few numbers is wrong.
fn bits(all: &All) -> Found {
    let Some(few) = all.accuracy.iter().map(|found| found.elements).min() else { return missing() };
    let mut first_wrong = Vec::new();
    for bits in BITS {
        let contender = Contender::Multiple(bits);
        let error = |pair| all.error(contender, super::own_bits(contender), pair, few);
        let Some(errors) = PAIRS_OF_MULTIPLE.map(error).into_iter().collect::<Option<Vec<_>>>()
        else {
            return missing();
        };
        first_wrong.push(errors.iter().position(|error| *error != 0.0).unwrap_or(errors.len()));
    }
    let said: Vec<_> = BITS
        .iter()
        .zip(&first_wrong)
        .map(|(bits, &first)| match PAIRS_OF_MULTIPLE.get(first) {
            Some(pair) => format!("{bits} bits wrong from {pair} on"),
            None => format!("{bits} bits never wrong"),
        })
        .collect();
    judged(first_wrong.is_sorted(), format!("{few} numbers: {}", said.join("; ")))
}

/// The time of the longest sum that both types were timed on, at one place and in one shape.
fn times(all: &All, x: Contender, y: Contender, shape: Shape) -> Option<(f64, f64, &str)> {
    let of = |contender, like: Option<&Measured>| {
        let all = all.times.iter().filter(move |found| {
            found.contender == contender && found.shape == shape && found.seconds.is_some()
        });
        all.filter(move |found| {
            like.is_none_or(|like| (&found.device, found.elements) == (&like.device, like.elements))
        })
        .max_by_key(|found| found.elements)
    };
    let y = of(y, of(x, None))?;
    let x = of(x, Some(y))?;
    Some((x.seconds?, y.seconds?, &x.device))
}

fn multiple(all: &All) -> Found {
    let ratio = |bits| {
        let multiple = Contender::Multiple(bits);
        let longest = all.times.iter().filter(|found| found.contender == multiple);
        let longest = longest.max_by_key(|found| found.elements)?;
        let plain = all.times.iter().find(|found| {
            (found.contender, found.shape, found.elements)
                == (F64_, Shape::Sequential, longest.elements)
        })?;
        Some(longest.seconds? / plain.seconds?)
    };
    let Some(ratios) = BITS.map(ratio).into_iter().collect::<Option<Vec<f64>>>() else {
        return missing();
    };
    let said: Vec<_> =
        BITS.iter().zip(&ratios).map(|(bits, ratio)| format!("{bits} bits {ratio:.0}")).collect();
    judged(ratios.iter().all(|ratio| (10.0..20.0).contains(ratio)), said.join(", "))
}

/// Whether a shape is the fastest of some, for every type: at the most elements at which all of them
/// were timed.
fn fastest(all: &All, among: impl Fn(Shape) -> bool, expected: Shape) -> Found {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let of = |found: &&Measured| {
            found.contender == contender && found.shape.launched().is_some() && among(found.shape)
        };
        let timed: Vec<&Measured> =
            all.times.iter().filter(of).filter(|found| found.seconds.is_some()).collect();
        let Some(longest) = timed.iter().max_by_key(|found| found.elements) else { continue };
        let same = timed
            .iter()
            .filter(|found| (&found.device, found.elements) == (&longest.device, longest.elements));
        let seconds = |found: &&&Measured| found.seconds.unwrap_or(f64::INFINITY);
        if let Some(best) = same.min_by(|x, y| seconds(x).total_cmp(&seconds(y))) {
            holds &= best.shape == expected;
            said.push(format!("{contender} {} ({})", best.shape, best.device));
        }
    }
    if said.is_empty() { missing() } else { judged(holds, said.join(", ")) }
}

fn more_blocks(all: &All) -> Found {
    let more = Shape::Launched { groups: 128, lanes: 32 };
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let timed = |shape| {
            let of = |found: &&Measured| (found.contender, found.shape) == (contender, shape);
            all.times.iter().filter(of).max_by_key(|found| found.elements)?.seconds
        };
        if let (Some(few), Some(many)) = (timed(BEST), timed(more)) {
            holds &= many >= few * 0.97;
            said.push(format!("{contender} {:+.0} %", (many / few - 1.0) * 100.0));
        }
    }
    if said.is_empty() { missing() } else { judged(holds, said.join(", ")) }
}

/// How much dearer types are than others: in the seed's best shape, one after the other where there
/// is no device but the processor.
fn costs(all: &All, pairs: &[(Contender, Contender)], holds: impl Fn(f64) -> bool) -> Found {
    let (mut said, mut all_hold) = (Vec::new(), true);
    for &(dear, cheap) in pairs {
        let found = times(all, dear, cheap, BEST).or(times(all, dear, cheap, Shape::Sequential));
        let Some((x, y, device)) = found else { return missing() };
        all_hold &= holds(x / y);
        said.push(format!("{dear} takes {:.2} times as long as {cheap} ({device})", x / y));
    }
    judged(all_hold, said.join(", "))
}

/// On numbers that all types hold: float2, and ff, which is the same made well, against f64.
fn never_pays(all: &All) -> Found {
    let worst = |contender| {
        let errors = all.errors(contender, f32::MANTISSA_DIGITS)?;
        Some(errors.into_iter().fold(0.0, f64::max))
    };
    let slower = |contender| {
        let found = times(all, contender, F64_, BEST);
        found.or(times(all, contender, F64_, Shape::Sequential)).map(|(x, y, _)| x / y)
    };
    let (Some(float2), Some(ff), Some(plain)) =
        (worst(Contender::Float2), worst(Ff.into()), worst(F64_))
    else {
        return missing();
    };
    let slow = [Contender::Float2, Ff.into()].map(slower);
    let said = slow.map(|ratio| ratio.map_or("not timed".into(), |r| format!("{r:.2}")));
    let evidence = format!(
        "largest error: float2 {float2:.1e}, ff {ff:.1e}, f64 {plain:.1e}; time over f64: float2 \
         {}, ff {}",
        said[0], said[1]
    );
    let never = |error: f64, slow: Option<f64>| error > plain && slow.is_none_or(|slow| slow > 1.0);
    match (never(float2, slow[0]), never(ff, slow[1])) {
        (true, true) => (Confirmed, evidence),
        (true, false) => (OnlyComposite, evidence),
        _ => (NotHere, evidence),
    }
}

fn improves(all: &All) -> Found {
    let pairs = [
        (Contender::Float2, F32_),
        (Ff.into(), F32_),
        (Contender::Double2, F64_),
        (Dd.into(), F64_),
    ];
    let (mut said, mut holds) = (Vec::new(), true);
    for (two, one) in pairs {
        let (Some(x), Some(y)) = (all.own_errors(two), all.own_errors(one)) else {
            return missing();
        };
        let better = x.iter().zip(&y).filter(|(x, y)| x < y).count();
        holds &= better == PAIRS.len();
        said.push(format!("{two} better than {one} in {better} of {} ranges", PAIRS.len()));
    }
    judged(holds, said.join(", "))
}

fn signs(all: &All) -> Found {
    let composite = [Contender::Float2, Contender::Double2];
    let found = all.sign_changes.iter().filter(|(contender, _)| composite.contains(contender));
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        return missing();
    }
    let said: Vec<_> =
        found.iter().map(|(contender, changes)| format!("{contender} {changes} times")).collect();
    judged(found.iter().all(|(_, changes)| *changes > 0), said.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::interval_pair::IntervalPair;

    fn measured(contender: Contender, pair: IntervalPair, error: f64) -> Measured {
        Measured {
            device: "made up".into(),
            contender,
            pair,
            elements: 1024,
            shape: Shape::Sequential,
            bits: f32::MANTISSA_DIGITS,
            error: Some(error),
            seconds: None,
            verified: None,
            why: None,
        }
    }

    fn timed(contender: Contender, shape: Shape, seconds: f64) -> Measured {
        let seconds = Some(seconds);
        Measured { shape, seconds, ..measured(contender, PAIRS[4], 1.0) }
    }

    /// Errors of a type in all ranges.
    fn accuracy(all: &mut All, contender: Contender, bits: u32, errors: [f64; 5]) {
        let found = PAIRS.into_iter().zip(errors);
        let found =
            found.map(|(pair, error)| Measured { bits, ..measured(contender, pair, error) });
        all.accuracy.extend(found);
    }

    #[test]
    fn the_seeds_own_numbers_confirm_its_conclusions() {
        let mut all = All::default();
        for (at, name) in super::super::seed::TYPES_OF_TABLE_11.iter().enumerate() {
            let contender: Contender = name.parse().unwrap();
            let errors = super::super::seed::TABLE_11.map(|(_, errors)| errors[at]);
            accuracy(&mut all, contender, super::super::own_bits(contender), errors);
        }
        assert_eq!(wrong(&all).0, Confirmed);
        assert_eq!(order(&all).0, Confirmed);
        assert_eq!(exact(&all).0, Confirmed);
        // float2 has a smaller error in the widest range than in the one before.
        assert_eq!(growing(&all).0, NotHere);
        assert_eq!(improves(&all).0, NotMeasured);
    }

    #[test]
    fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
        let mut all = All::default();
        accuracy(&mut all, Contender::Float2, 24, [1e-3; 5]);
        accuracy(&mut all, F64_, 24, [1e-6; 5]);
        accuracy(&mut all, Ff.into(), 24, [1e-7; 5]);
        assert_eq!(never_pays(&all).0, OnlyComposite);
        all.accuracy.retain(|found| found.contender != Ff.into());
        accuracy(&mut all, Ff.into(), 24, [1e-5; 5]);
        assert_eq!(never_pays(&all).0, Confirmed);
        all.times.push(timed(F64_, BEST, 4.0));
        all.times.push(timed(Contender::Float2, BEST, 1.0));
        assert_eq!(never_pays(&all).0, NotHere);
    }

    #[test]
    fn the_fastest_shape_is_found() {
        let mut all = All::default();
        let other = Shape::Launched { groups: 1, lanes: 1024 };
        let one_warp = Shape::Launched { groups: 1, lanes: 32 };
        assert_eq!(fastest(&all, |_| true, BEST).0, NotMeasured);
        for contender in FOUR {
            all.times.push(timed(contender, one_warp, 3.0));
            all.times.push(timed(contender, other, 2.0));
            all.times.push(timed(contender, BEST, 1.0));
        }
        assert_eq!(fastest(&all, |_| true, BEST).0, Confirmed);
        let of_one = |shape| matches!(shape, Shape::Launched { groups: 1, .. });
        assert_eq!(fastest(&all, of_one, one_warp).0, NotHere);
        assert_eq!(costs(&all, &[(F64_, F32_)], |ratio| ratio <= 1.13).0, Confirmed);
        all.times.push(timed(F64_, other, 0.5));
        let (verdict, evidence) = fastest(&all, |_| true, BEST);
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("f64 1 × 1024"), "{evidence}");
    }

    #[test]
    fn more_bits_are_wrong_later() {
        let mut all = All::default();
        for (bits, right) in BITS.into_iter().zip([1, 2, 4, 5]) {
            for (k, pair) in PAIRS_OF_MULTIPLE.into_iter().enumerate() {
                let contender = Contender::Multiple(bits);
                let error = if k < right { 0.0 } else { 1.0 };
                let bits = super::super::own_bits(contender);
                all.accuracy.push(Measured { bits, ..measured(contender, pair, error) });
            }
        }
        let (verdict, evidence) = bits(&all);
        assert_eq!(verdict, Confirmed);
        assert!(evidence.contains("256 bits never wrong"), "{evidence}");
    }
}

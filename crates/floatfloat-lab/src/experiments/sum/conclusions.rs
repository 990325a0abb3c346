//! What the thesis concludes of global summation, held against this run.

use super::{All, BITS, Measured, PAIRS, PAIRS_OF_MULTIPLE, Shape};
use crate::{
    contender::Contender,
    experiments::conclusion::{
        self, Conclusion, Found, Judges, SAME_TIME, Subject,
        Verdict::{Confirmed, NotHere, NotMeasured, OnlyComposite},
        at_most, if_so,
    },
    machine::CPU,
    number_type::NumberType::{Dd, F32, F64, Ff},
    results::Table,
};

const F32_: Contender = Contender::Number(F32);
const F64_: Contender = Contender::Number(F64);

/// The types of tables 11 and 12, from the least accurate.
const FOUR: [Contender; 4] = [F32_, Contender::Float2, F64_, Contender::Double2];

/// What the seed found best.
const BEST: Shape = Shape::Launched { groups: 64, lanes: 32 };

const ONE_WARP: Shape = Shape::Launched { groups: 1, lanes: 32 };

fn is_one_block(shape: Shape) -> bool {
    matches!(shape, Shape::Launched { groups: 1, .. })
}

pub(super) fn experiment(devices: &str, all: &All, judges: &Judges) -> Table {
    conclusion::table("sum-conclusions", devices, conclusions(all, judges))
}

fn conclusions(all: &All, judges: &Judges) -> Vec<Conclusion> {
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
            "section 5.1, table 8",
            "on a GPU multiple precision (CUMP) takes up to 47 times as long as f64",
            (NotMeasured, "there is no multiple precision on devices here".into()),
        ),
        say(
            "section 5.1, table 10; section 5.2, table 12",
            "64 blocks of 32 threads are the fastest shape, whatever the type",
            judges.speed(Subject::Gpus, |device| fastest(all, device, |_| true, BEST)),
        ),
        say(
            "section 5.2",
            "in one block 32 threads are the fastest",
            judges.speed(Subject::Gpus, |device| fastest(all, device, is_one_block, ONE_WARP)),
        ),
        say(
            "section 5.2, figure 6",
            "more than 64 blocks bring nothing",
            judges.speed(Subject::Gpus, |device| more_blocks(all, device)),
        ),
        say(
            "section 5.2, table 12",
            "f64 takes at most 13 % more time than f32",
            judges
                .speed(Subject::ProcessorsToo, |device| costs(all, device, &[(F64_, F32_)], 1.13)),
        ),
        say(
            "section 5.2, table 12",
            "composite additions, of 8 operations, take less than twice the time of one",
            judges.speed(Subject::ProcessorsToo, |device| {
                let pairs = [(Contender::Float2, F32_), (Contender::Double2, F64_)];
                costs(all, device, &pairs, 2.0)
            }),
        ),
        say(
            "section 5.2, end",
            "two f32 are never worth it: less accurate than f64, and slower",
            judges.speed(Subject::ProcessorsToo, |device| never_pays(all, device)),
        ),
        say(
            "section 5.2, end; chapter 9",
            "where accuracy is needed, double2 is worth its price: more accurate than f64 and only \
             slightly slower (at most by half)",
            judges.speed(Subject::ProcessorsToo, |device| slightly_slower(all, device)),
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

fn judged(holds: bool, evidence: String) -> Found {
    (if_so(holds), evidence)
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

/// The error must grow from each range to the next, in every type.
fn growing(all: &All) -> Found {
    let Some(errors) = FOUR.map(|c| all.own_errors(c)).into_iter().collect::<Option<Vec<_>>>()
    else {
        return missing();
    };
    let (mut holds, mut said) = (true, Vec::new());
    for (contender, errors) in FOUR.iter().zip(&errors) {
        // Where both are exact neither tells.
        let falls = |two: &&[f64]| two[1] <= two[0] && *two != [0.0, 0.0];
        let fallen = errors.windows(2).filter(falls).count();
        holds &= fallen == 0;
        let but = match fallen {
            0 => String::new(),
            _ => format!(" (not from each range to the next, though: {fallen} times it falls)"),
        };
        said.push(format!("{contender} {}{but}", list(errors)));
    }
    let seeds = "by this rule the seed's own table 11 does not show it either: there the error of \
                 float2 falls from the fourth range to the fifth, 1.5e-2 to 6.1e-3";
    judged(holds, format!("{}; {seeds}", said.join("; ")))
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

/// Times of the longest sum that both types were timed on, on one device: in the seed's best shape,
/// or else one after the other on the processor and as the library does it elsewhere.
fn times(all: &All, device: &str, x: Contender, y: Contender) -> Option<(f64, f64, Shape)> {
    let own = if device == CPU { Shape::Sequential } else { Shape::Library };
    [BEST, own].into_iter().find_map(|shape| {
        let of = |contender| {
            all.times.iter().filter(move |found| {
                found.device == device
                    && (found.contender, found.shape) == (contender, shape)
                    && found.seconds.is_some()
            })
        };
        let both = of(x).filter_map(|x| {
            let y = of(y).find(|y| y.elements == x.elements)?;
            Some((x.elements, x.seconds?, y.seconds?))
        });
        both.max_by_key(|both| both.0).map(|(_, x, y)| (x, y, shape))
    })
}

/// A shape, in words.
fn in_shape(shape: Shape) -> String {
    match shape {
        Shape::Sequential => "one after the other in one thread".into(),
        Shape::Library => "in the library's shape".into(),
        Shape::Launched { groups, lanes } => format!("in {groups} × {lanes}"),
    }
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

/// Whether a shape is the fastest of some on a device, or as fast, for every type: at the most elements
/// at which there are times.
fn fastest(
    all: &All,
    device: &str,
    among: impl Fn(Shape) -> bool,
    expected: Shape,
) -> Option<Found> {
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let of = |found: &&Measured| {
            found.device == device
                && found.contender == contender
                && found.shape.launched().is_some()
                && found.seconds.is_some()
                && among(found.shape)
        };
        let timed: Vec<&Measured> = all.times.iter().filter(of).collect();
        let most = timed.iter().map(|found| found.elements).max();
        let same = || timed.iter().filter(|found| Some(found.elements) == most);
        let seconds = |found: &&&Measured| found.seconds.unwrap_or(f64::INFINITY);
        let best = same().min_by(|x, y| seconds(x).total_cmp(&seconds(y)));
        let of_expected = same().find(|found| found.shape == expected);
        if let Some((best, of_expected)) = best.zip(of_expected) {
            let over = seconds(&of_expected) / seconds(&best);
            holds &= over < SAME_TIME;
            said.push(match best.shape == expected {
                true => format!("{contender} {expected}"),
                false => {
                    format!("{contender} {} ({expected} takes {over:.2} times as long)", best.shape)
                }
            });
        }
    }
    (!said.is_empty()).then(|| judged(holds, said.join(", ")))
}

fn more_blocks(all: &All, device: &str) -> Option<Found> {
    let more = Shape::Launched { groups: 128, lanes: 32 };
    let (mut said, mut holds) = (Vec::new(), true);
    for contender in FOUR {
        let timed = |shape| {
            let of = |found: &&Measured| {
                found.device == device && (found.contender, found.shape) == (contender, shape)
            };
            all.times.iter().filter(of).max_by_key(|found| found.elements)?.seconds
        };
        if let (Some(few), Some(many)) = (timed(BEST), timed(more)) {
            holds &= few / many < SAME_TIME;
            said.push(format!("{contender} {:+.0} %", (many / few - 1.0) * 100.0));
        }
    }
    let evidence = || format!("time in 128 × 32 against 64 × 32: {}", said.join(", "));
    (!said.is_empty()).then(|| judged(holds, evidence()))
}

/// How much dearer types are than others on a device: so many times at most.
fn costs(all: &All, device: &str, pairs: &[(Contender, Contender)], limit: f64) -> Option<Found> {
    let (mut said, mut most) = (Vec::new(), 0.0_f64);
    for &(dear, cheap) in pairs {
        let (x, y, shape) = times(all, device, dear, cheap)?;
        most = most.max(x / y);
        let shape = in_shape(shape);
        said.push(format!("{dear} takes {:.2} times as long as {cheap} {shape}", x / y));
    }
    Some((at_most(limit, most), said.join(", ")))
}

/// The largest error in any range on numbers that all types hold.
fn worst(all: &All, contender: Contender) -> Option<f64> {
    Some(all.errors(contender, f32::MANTISSA_DIGITS)?.into_iter().fold(0.0, f64::max))
}

/// float2, and ff, which is the same made well, against f64.
fn never_pays(all: &All, device: &str) -> Option<Found> {
    let (float2, ff) = (worst(all, Contender::Float2)?, worst(all, Ff.into())?);
    let plain = worst(all, F64_)?;
    let over = |contender| times(all, device, contender, F64_);
    let ((x, y, shape), (z, w, _)) = (over(Contender::Float2)?, over(Ff.into())?);
    let evidence = format!(
        "largest error: float2 {float2:.1e}, ff {ff:.1e}, f64 {plain:.1e}; time over f64 {}: float2 \
         {:.2}, ff {:.2}",
        in_shape(shape),
        x / y,
        z / w
    );
    // It pays if it is more accurate, or clearly faster.
    let never = |error: f64, slow: f64| error > plain && slow > 1.0 / SAME_TIME;
    let verdict = match (never(float2, x / y), never(ff, z / w)) {
        (true, true) => Confirmed,
        (true, false) => OnlyComposite,
        _ => NotHere,
    };
    Some((verdict, evidence))
}

/// double2 against f64, on numbers of 53 bits.
fn slightly_slower(all: &All, device: &str) -> Option<Found> {
    let (two, one) = (all.own_errors(Contender::Double2)?, all.own_errors(F64_)?);
    let better = two.iter().zip(&one).filter(|(x, y)| x < y).count();
    let (x, y, shape) = times(all, device, Contender::Double2, F64_)?;
    let evidence = format!(
        "double2 is more accurate in {better} of {} ranges and takes {:.2} times as long as f64 {}",
        PAIRS.len(),
        x / y,
        in_shape(shape)
    );
    let verdict = if better == PAIRS.len() { at_most(1.5, x / y) } else { NotHere };
    Some((verdict, evidence))
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
        let (verdict, evidence) = growing(&all);
        assert_eq!(verdict, NotHere);
        assert!(
            evidence.contains("float2 1.2e-5, 9.8e-5, 1.4e-3, 1.5e-2, 6.1e-3 (not from each"),
            "{evidence}"
        );
        assert!(evidence.contains("the seed's own table 11 does not show it either"), "{evidence}");
        assert_eq!(improves(&all).0, NotMeasured);
    }

    #[test]
    fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
        let mut all = All::default();
        accuracy(&mut all, Contender::Float2, 24, [1e-3; 5]);
        accuracy(&mut all, F64_, 24, [1e-6; 5]);
        accuracy(&mut all, Ff.into(), 24, [1e-7; 5]);
        let verdict = |all: &All| never_pays(all, "made up").map(|found| found.0);
        assert_eq!(verdict(&all), None);
        for (contender, seconds) in [(F64_, 4.0), (Contender::Float2, 5.0), (Ff.into(), 6.0)] {
            all.times.push(timed(contender, BEST, seconds));
        }
        assert_eq!(verdict(&all), Some(OnlyComposite));
        all.accuracy.retain(|found| found.contender != Ff.into());
        accuracy(&mut all, Ff.into(), 24, [1e-5; 5]);
        assert_eq!(verdict(&all), Some(Confirmed));
        all.times[1].seconds = Some(1.0);
        assert_eq!(verdict(&all), Some(NotHere));
        assert_eq!(never_pays(&all, "another"), None);
    }

    #[test]
    fn the_price_of_double2_is_that_of_the_shape_that_is_named() {
        let mut all = All::default();
        accuracy(&mut all, F64_, 53, [1e-9; 5]);
        accuracy(&mut all, Contender::Double2, 53, [1e-17; 5]);
        all.times.push(timed(F64_, Shape::Library, 1.0));
        all.times.push(timed(Contender::Double2, Shape::Library, 2.0));
        let (verdict, evidence) = slightly_slower(&all, "made up").unwrap();
        assert_eq!(verdict, NotHere);
        assert!(
            evidence.ends_with("2.00 times as long as f64 in the library's shape"),
            "{evidence}"
        );
        all.times.push(timed(F64_, BEST, 1.0));
        all.times.push(timed(Contender::Double2, BEST, 1.4));
        let (verdict, evidence) = slightly_slower(&all, "made up").unwrap();
        assert_eq!(verdict, Confirmed);
        assert!(evidence.ends_with("1.40 times as long as f64 in 64 × 32"), "{evidence}");
    }

    #[test]
    fn the_fastest_shape_is_found() {
        let mut all = All::default();
        let other = Shape::Launched { groups: 1, lanes: 1024 };
        let fastest_of_all = |all: &All| fastest(all, "made up", |_| true, BEST);
        assert_eq!(fastest_of_all(&all), None);
        for contender in FOUR {
            all.times.push(timed(contender, ONE_WARP, 3.0));
            all.times.push(timed(contender, other, 2.0));
            all.times.push(timed(contender, BEST, 1.0));
        }
        assert_eq!(fastest_of_all(&all).unwrap().0, Confirmed);
        assert_eq!(fastest(&all, "made up", is_one_block, ONE_WARP).unwrap().0, NotHere);
        let cost = costs(&all, "made up", &[(F64_, F32_)], 1.13);
        assert_eq!(cost.unwrap().0, Confirmed);
        // As fast, as far as times tell.
        all.times.push(timed(F64_, other, 0.95));
        assert_eq!(fastest_of_all(&all).unwrap().0, Confirmed);
        all.times.push(timed(F64_, other, 0.5));
        let (verdict, evidence) = fastest_of_all(&all).unwrap();
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("f64 1 × 1024 (64 × 32 takes 2.00 times"), "{evidence}");
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

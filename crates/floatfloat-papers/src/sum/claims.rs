//! What the thesis concludes about global summation.

#[cfg(test)]
mod tests;

use floatfloat_lab::machine::CPU;
use floatfloat_report::{
    claim::{
        Claim, Evidence, Finding, Rows, SAME_TIME, Scope, Test,
        Verdict::{Confirmed, NotHere, OnlyComposite},
        at_most, if_so, listed,
    },
    table::Frame,
};

/// The ranges of table 11.
pub(super) const RANGES: [&str; 5] = [
    "(10^-2, 10^-1) & (10^1, 10^2)",
    "(10^-3, 10^-2) & (10^2, 10^3)",
    "(10^-4, 10^-3) & (10^3, 10^4)",
    "(10^-5, 10^-4) & (10^4, 10^5)",
    "(10^-6, 10^-5) & (10^5, 10^6)",
];

/// Those of table 7.
const RANGES_OF_MULTIPLE: [&str; 5] = [
    "(10^-1, 10^0) & (10^0, 10^1)",
    RANGES[2],
    "(10^-13, 10^-12) & (10^12, 10^13)",
    "(10^-19, 10^-18) & (10^18, 10^19)",
    "(10^-37, 10^-36) & (10^36, 10^37)",
];

/// The types of tables 11 and 12, from the least accurate.
const FOUR: [&str; 4] = ["f32", "float2", "f64", "double2"];

/// Multiple precision, from the fewest bits.
const MULTIPLE: [&str; 4] = ["mp32", "mp64", "mp128", "mp256"];

/// Groups and lanes.
type Launch = [&'static str; 2];

/// The best launch of the thesis.
const BEST: Launch = ["64", "32"];

const TIMES: Rows = Rows::of("sum-time");

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("chapter 1, table 1", "sums in f32 and in f64 are wrong in every range")
        .test(Test::With(wrong)),
    Claim::of("section 5.2, table 11", "errors grow with the gap between small and large numbers")
        .test(Test::With(errors_grow)),
    Claim::of(
        "section 5.2, table 11, figure 5",
        "from inaccurate to accurate: f32, float2, f64, double2, 256 bits",
    )
    .test(Test::With(in_order)),
    Claim::of("section 5.2, table 11", "256 bits give the exact sum in every range")
        .test(Test::With(exact)),
    Claim::of(
        "section 5.1, table 7",
        "enough bits repair the sum: the wider the range, the more it takes",
    )
    .test(Test::With(bits_repair)),
    Claim::of(
        "section 5.1, table 8",
        "on the processor multiple precision takes 12 to 18 times as long as f64",
    )
    .test(Test::With(cost_of_multiple_precision)),
    Claim::of(
        "section 5.1, table 10; section 5.2, table 12",
        "64 blocks of 32 threads are the fastest shape, whatever the type",
    )
    .on(Scope::Gpus)
    .test(Test::With(|evidence| fastest(&evidence.rows(TIMES)?, BEST))),
    Claim::of("section 5.2", "in one block 32 threads are the fastest").on(Scope::Gpus).test(
        Test::With(|evidence| {
            fastest(&evidence.rows(TIMES)?.with(&[("groups", "1")]), ["1", "32"])
        }),
    ),
    Claim::of("section 5.2, figure 6", "more than 64 blocks bring nothing")
        .on(Scope::Gpus)
        .test(Test::With(more_blocks)),
    Claim::of("section 5.2, table 12", "f64 takes at most 13 % more time than f32")
        .on(Scope::AnyDevice)
        .test(Test::With(|evidence| costs(evidence, &[["f64", "f32"]], 1.13))),
    Claim::of(
        "section 5.2, table 12",
        "composite additions, of 8 operations, take less than twice the time of one",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(|evidence| costs(evidence, &[["float2", "f32"], ["double2", "f64"]], 2.0))),
    Claim::of("section 5.2, end", "two f32 are never worth it: less accurate than f64, and slower")
        .on(Scope::AnyDevice)
        .test(Test::With(never_worth_it)),
    Claim::of(
        "section 5.2, end; chapter 9",
        "where accuracy is needed, double2 is worth its price: more accurate than f64 and only \
         slightly slower (at most by half)",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(slightly_slower)),
    Claim::of(
        "section 5.2, end; chapter 9",
        "two words are more accurate than one where there are additions only",
    )
    .test(Test::With(two_words_are_better)),
    Claim::of(
        "chapter 4, figure 4",
        "the error component of a composite sum is no guide: it changes sign",
    )
    .test(Test::With(component_changes_sign)),
];

/// The sums of the first device, whichever is in question.
fn sums<'a>(evidence: &Evidence<'a>) -> Option<Frame<'a>> {
    let all = evidence.everywhere(Rows::of("sum"))?;
    Some(all.with(&[("device", &all.first()?.shown("device"))]))
}

/// The errors of a type in the largest sum of each range, of numbers of as many bits as its word.
fn own_errors(evidence: &Evidence<'_>, number: &str) -> Option<Vec<f64>> {
    let sums = sums(evidence)?;
    let error = |range| {
        let largest = sums.with(&[("range", range)]).at_most("elements");
        largest.with(&[("type", number)]).at_most("bits").value("error")
    };
    RANGES.into_iter().map(error).collect()
}

/// The largest error of a type in any range, on the numbers of 24 bits that all types hold.
fn largest_error(evidence: &Evidence<'_>, number: &str) -> Option<f64> {
    let sums = sums(evidence)?;
    let error = |range| {
        let largest = sums.with(&[("range", range)]).at_most("elements");
        largest.with(&[("type", number), ("bits", "24")]).value("error")
    };
    let errors: Vec<f64> = RANGES.into_iter().map(error).collect::<Option<_>>()?;
    Some(errors.into_iter().fold(0.0, f64::max))
}

fn wrong(evidence: &Evidence<'_>) -> Option<Finding> {
    let [single, double] = [own_errors(evidence, "f32")?, own_errors(evidence, "f64")?];
    let holds = single.iter().chain(&double).all(|error| *error != 0.0);
    Some((if_so(holds), format!("f32 {}; f64 {}", listed(&single), listed(&double))))
}

/// The error must grow from each range to the next, in every type.
fn errors_grow(evidence: &Evidence<'_>) -> Option<Finding> {
    let (mut holds, mut words) = (true, Vec::new());
    for number in FOUR {
        let errors = own_errors(evidence, number)?;
        // Where both are exact neither tells.
        let falls = |two: &&[f64]| two[1] <= two[0] && *two != [0.0, 0.0];
        let fallen = errors.windows(2).filter(falls).count();
        holds &= fallen == 0;
        let but = match fallen {
            0 => String::new(),
            _ => format!(" (not from each range to the next, though: {fallen} times it falls)"),
        };
        words.push(format!("{number} {}{but}", listed(&errors)));
    }
    let paper = "by this rule table 11 itself does not show it either: there the error of float2 falls \
                 from the fourth range to the fifth, 1.5e-2 to 6.1e-3";
    Some((if_so(holds), format!("{}; {paper}", words.join("; "))))
}

fn in_order(evidence: &Evidence<'_>) -> Option<Finding> {
    let types = FOUR.into_iter().chain(["mp256"]);
    let errors: Vec<_> = types.map(|number| own_errors(evidence, number)).collect::<Option<_>>()?;
    let all = RANGES.len();
    let ordered = (0..all).filter(|&k| errors.windows(2).all(|two| two[0][k] >= two[1][k])).count();
    Some((if_so(ordered == all), format!("in {ordered} of {all} ranges")))
}

fn exact(evidence: &Evidence<'_>) -> Option<Finding> {
    let errors = own_errors(evidence, "mp256")?;
    Some((if_so(errors.iter().all(|error| *error == 0.0)), listed(&errors)))
}

/// For each number of bits the first range in which the sum of few numbers is wrong.
fn bits_repair(evidence: &Evidence<'_>) -> Option<Finding> {
    let sums = sums(evidence)?;
    let few = *sums.sizes("elements").first()?;
    let (mut first_wrong, mut words) = (Vec::new(), Vec::new());
    for number in MULTIPLE {
        let of = sums.with(&[("type", number)]).at("elements", few);
        let error = |range| of.with(&[("range", range)]).value("error");
        let errors: Vec<f64> = RANGES_OF_MULTIPLE.into_iter().map(error).collect::<Option<_>>()?;
        let first = errors.iter().position(|error| *error != 0.0);
        let bits = &number[2..];
        words.push(match first {
            Some(first) => format!("{bits} bits wrong from {} on", RANGES_OF_MULTIPLE[first]),
            None => format!("{bits} bits never wrong"),
        });
        first_wrong.push(first.unwrap_or(errors.len()));
    }
    Some((if_so(first_wrong.is_sorted()), format!("{few} numbers: {}", words.join("; "))))
}

/// Of the longest sum that is timed in multiple precision.
fn cost_of_multiple_precision(evidence: &Evidence<'_>) -> Option<Finding> {
    let times = evidence.everywhere(TIMES)?.with(&[("shape", "sequential")]);
    let (mut holds, mut words) = (true, Vec::new());
    for number in MULTIPLE {
        let longest = times.with(&[("type", number)]).at_most("elements").first()?;
        let plain = times.with(&[("type", "f64")]).at("elements", longest.number("elements")?);
        let ratio = longest.number("seconds")? / plain.value("seconds")?;
        holds &= (10.0..20.0).contains(&ratio);
        words.push(format!("{} bits {ratio:.0}", &number[2..]));
    }
    Some((if_so(holds), words.join(", ")))
}

/// The rows of one launch.
fn of_launch<'a>(times: &Frame<'a>, [groups, lanes]: Launch) -> Frame<'a> {
    times.with(&[("groups", groups), ("lanes", lanes)])
}

/// How many times as long as the second of two types the first takes for the longest sum that both are
/// timed in, on the device in question, and in which shape: the best of the thesis, or else one after the
/// other on the processor and the library's elsewhere.
fn time_ratio(evidence: &Evidence<'_>, types: [&str; 2]) -> Option<(f64, &'static str)> {
    let times = evidence.rows(TIMES)?;
    let own = match evidence.device() == Some(CPU) {
        true => (times.with(&[("shape", "sequential")]), "one after the other in one thread"),
        false => (times.with(&[("shape", "library")]), "in the library's shape"),
    };
    [(of_launch(&times, BEST), "in 64 × 32"), own].into_iter().find_map(|(rows, shape)| {
        let ratios = rows.ratios("seconds", "type", types).into_iter();
        let ratios = ratios.filter_map(|(row, ratio)| Some((row.number("elements")?, ratio)));
        Some((ratios.max_by(|x, y| x.0.total_cmp(&y.0))?.1, shape))
    })
}

/// Whether a launch is the fastest of some, or as fast, for every type: at the most elements at which
/// there are times.
fn fastest(times: &Frame<'_>, expected: Launch) -> Option<Finding> {
    let (mut words, mut holds) = (Vec::new(), true);
    let wanted = expected.join(" × ");
    for number in FOUR {
        let launched = times.with(&[("type", number), ("shape", "launched")]);
        let timed = launched.filter(|row| row.finite("seconds").is_some()).at_most("elements");
        let seconds = timed.rows().filter_map(|row| Some((row, row.number("seconds")?)));
        let best = seconds.min_by(|x, y| x.1.total_cmp(&y.1));
        let of_expected = of_launch(&timed, expected).value("seconds");
        let Some(((best, least), seconds)) = best.zip(of_expected) else { continue };
        let (launch, over) =
            (["groups", "lanes"].map(|c| best.shown(c)).join(" × "), seconds / least);
        holds &= over < SAME_TIME;
        words.push(match launch == wanted {
            true => format!("{number} {wanted}"),
            false => format!("{number} {launch} ({wanted} takes {over:.2} times as long)"),
        });
    }
    (!words.is_empty()).then(|| (if_so(holds), words.join(", ")))
}

fn more_blocks(evidence: &Evidence<'_>) -> Option<Finding> {
    let times = evidence.rows(TIMES)?;
    let (mut words, mut holds) = (Vec::new(), true);
    for number in FOUR {
        let of_type = times.with(&[("type", number)]);
        let seconds = |launch| of_launch(&of_type, launch).at_most("elements").value("seconds");
        let Some((few, many)) = seconds(BEST).zip(seconds(["128", "32"])) else { continue };
        holds &= few / many < SAME_TIME;
        words.push(format!("{number} {:+.0} %", (many / few - 1.0) * 100.0));
    }
    let evidence = format!("time in 128 × 32 against 64 × 32: {}", words.join(", "));
    (!words.is_empty()).then(|| (if_so(holds), evidence))
}

/// How many times as long as others types take, this many at most.
fn costs(evidence: &Evidence<'_>, pairs: &[[&str; 2]], limit: f64) -> Option<Finding> {
    let (mut words, mut most) = (Vec::new(), 0.0_f64);
    for &[one, two] in pairs {
        let (ratio, shape) = time_ratio(evidence, [one, two])?;
        most = most.max(ratio);
        words.push(format!("{one} takes {ratio:.2} times as long as {two} {shape}"));
    }
    Some((at_most(limit, most), words.join(", ")))
}

/// float2, and ff, which renormalises after every addition, against f64.
fn never_worth_it(evidence: &Evidence<'_>) -> Option<Finding> {
    let plain = largest_error(evidence, "f64")?;
    let [float2, ff] = [largest_error(evidence, "float2")?, largest_error(evidence, "ff")?];
    let (slow, shape) = time_ratio(evidence, ["float2", "f64"])?;
    let (slow_ff, _) = time_ratio(evidence, ["ff", "f64"])?;
    let words = format!(
        "largest error: float2 {float2:.1e}, ff {ff:.1e}, f64 {plain:.1e}; time over f64 {shape}: float2 \
         {slow:.2}, ff {slow_ff:.2}"
    );
    // It pays if it is more accurate, or clearly faster.
    let never = |error: f64, slow: f64| error > plain && slow > 1.0 / SAME_TIME;
    let verdict = match (never(float2, slow), never(ff, slow_ff)) {
        (true, true) => Confirmed,
        (true, false) => OnlyComposite,
        _ => NotHere,
    };
    Some((verdict, words))
}

/// In how many ranges a type is more accurate than another, with the numbers of their words.
fn better(evidence: &Evidence<'_>, [one, two]: [&str; 2]) -> Option<usize> {
    let [x, y] = [own_errors(evidence, one)?, own_errors(evidence, two)?];
    Some(x.iter().zip(&y).filter(|(x, y)| x < y).count())
}

/// double2 against f64, on numbers of 53 bits.
fn slightly_slower(evidence: &Evidence<'_>) -> Option<Finding> {
    let better = better(evidence, ["double2", "f64"])?;
    let (slow, shape) = time_ratio(evidence, ["double2", "f64"])?;
    let all = RANGES.len();
    let words = format!(
        "double2 is more accurate in {better} of {all} ranges and takes {slow:.2} times as long as f64 {shape}"
    );
    Some((if better == all { at_most(1.5, slow) } else { NotHere }, words))
}

fn two_words_are_better(evidence: &Evidence<'_>) -> Option<Finding> {
    let all = RANGES.len();
    let (mut words, mut holds) = (Vec::new(), true);
    for [two, one] in [["float2", "f32"], ["ff", "f32"], ["double2", "f64"], ["dd", "f64"]] {
        let better = better(evidence, [two, one])?;
        holds &= better == all;
        words.push(format!("{two} better than {one} in {better} of {all} ranges"));
    }
    Some((if_so(holds), words.join(", ")))
}

fn component_changes_sign(evidence: &Evidence<'_>) -> Option<Finding> {
    let along = evidence.table("sum-error-along")?;
    let (mut words, mut holds) = (Vec::new(), true);
    for number in ["float2", "double2"] {
        let rows = along.with(&[("type", number)]);
        if rows.is_empty() {
            continue;
        }
        let components: Vec<f64> = rows.rows().filter_map(|row| row.number("component")).collect();
        let changes = components.windows(2).filter(|two| two[0] * two[1] < 0.0).count();
        holds &= changes > 0;
        words.push(format!("{number} {changes} times"));
    }
    (!words.is_empty()).then(|| (if_so(holds), words.join(", ")))
}

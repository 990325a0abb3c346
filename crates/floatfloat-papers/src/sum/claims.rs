//! The thesis's claims about global summation.

#[cfg(test)]
mod tests;

use floatfloat_report::{
    chart::Shows,
    claim::{
        At, BEST_OTHER, Claim, Compare, Evidence, Finding, Must, Rows, SAME_TIME, Scope, Test,
        Texts, Whose, if_so,
    },
};

/// The ranges of table 11.
pub(super) const RANGES: [&str; 5] = [
    "(10^-2, 10^-1) & (10^1, 10^2)",
    "(10^-3, 10^-2) & (10^2, 10^3)",
    "(10^-4, 10^-3) & (10^3, 10^4)",
    "(10^-5, 10^-4) & (10^4, 10^5)",
    "(10^-6, 10^-5) & (10^5, 10^6)",
];

/// The ranges of table 7.
const RANGES_OF_MULTIPLE: [&str; 5] = [
    "(10^-1, 10^0) & (10^0, 10^1)",
    RANGES[2],
    "(10^-13, 10^-12) & (10^12, 10^13)",
    "(10^-19, 10^-18) & (10^18, 10^19)",
    "(10^-37, 10^-36) & (10^36, 10^37)",
];

/// The types of tables 11 and 12, the least accurate first.
const FOUR: [&str; 4] = ["f32", "float2", "f64", "double2"];

/// Multiple precision, the fewest bits first.
const MULTIPLE: [&str; 4] = ["mp32", "mp64", "mp128", "mp256"];

/// The sums of the first device, whichever device is in question.
const SUMS: Rows = Rows::of("sum").whose(Whose::First);

/// The largest sum of each range.
const LARGEST: Rows =
    SUMS.with(&[("range", Shows::One(&RANGES)), ("elements", Shows::Most(&["range"]))]);

/// The errors in each range, of numbers with as many bits as the word of the type.
const ERRORS: Compare =
    Compare::of(LARGEST.and(&[("bits", Shows::Most(&["type", "range"]))]), "error")
        .along(&["range"], At::Every)
        .at_least(RANGES.len());

/// The largest error in any range, for the numbers of 24 bits that all types hold.
const LARGEST_ERROR: Compare = Compare::of(LARGEST.and(&[("bits", Shows::One(&["24"]))]), "error")
    .along(&["range"], At::Worst)
    .at_least(RANGES.len());

const WORSE: &str = "largest error: {one} {above}, {two} {below}";

const TIMES: Rows = Rows::of("sum-time");

/// The times of the longest sum in the thesis's best shape, otherwise in the shape that every
/// device has.
const TIME: Compare = Compare::of(TIMES, "seconds").along(&["elements"], At::Last).prefer(
    "launch",
    &[
        ["64 × 32", "in 64 × 32"],
        ["sequential", "one after the other in one thread"],
        ["library", "in the library's shape"],
    ],
);

const LONGER: &str = "[{one} takes {ratio} times as long as {two} {preferred}|, ]";

/// The longest sum of each type and launch.
const LONGEST: Rows =
    TIMES.with(&[("type", Shows::One(&FOUR)), ("elements", Shows::Most(&["type", "launch"]))]);

/// The launches with the most elements of each type.
const LAUNCHED: Rows = TIMES
    .with(&[
        ("shape", Shows::One(&["launched"])),
        ("type", Shows::One(&FOUR)),
        ("elements", Shows::Most(&["type"])),
    ])
    .between(&[("seconds", 0.0..f64::INFINITY)]);

const FLOAT2_OVER_F64: Texts = &[&["float2", "f64"]];
const FF_OVER_F64: Texts = &[&["ff", "f64"]];
const DOUBLE2_OVER_F64: Texts = &[&["double2", "f64"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("chapter 1, table 1", "sums in f32 and in f64 are wrong in every range")
        .test(ERRORS.test(&[&["f32"], &["f64"]], Must::Exceed(0.0), "[{one} {numbers}|; ]")),
    Claim::of("section 5.2, table 11", "errors grow with the gap between small and large numbers")
        .test(ERRORS.along(&["range"], At::Falls).test(
            &[&["f32"], &["float2"], &["f64"], &["double2"]],
            Must::BeAtMost(0.0),
            "[{one} {numbers} (falls in {above.0} of {below.0} steps)|; ]; by this rule table 11 \
             itself does not confirm the claim: there the error of float2 falls from the fourth \
             range to the fifth, from 1.5e-2 to 6.1e-3",
        )),
    Claim::of(
        "section 5.2, table 11, figure 5",
        "from inaccurate to accurate: f32, float2, f64, double2, 256 bits",
    )
    .test(ERRORS.test(
        &[&["f32", "float2"], &["float2", "f64"], &["f64", "double2"], &["double2", "mp256"]],
        Must::Reach(1.0),
        "the order is this in {together} of {all} ranges",
    )),
    Claim::of("section 5.2, table 11", "256 bits give the exact sum in every range")
        .test(ERRORS.test(&[&["mp256"]], Must::BeAtMost(0.0), "{numbers}")),
    Claim::of(
        "section 5.1, table 7",
        "enough bits repair the sum: the wider the range, the more it takes",
    )
    .test(Test::With(bits_repair)),
    Claim::of(
        "section 5.1, table 8",
        "on the processor multiple precision takes 12 to 18 times as long as f64",
    )
    .test(
        Compare::of(
            TIMES.whose(Whose::All).with(&[("shape", Shows::One(&["sequential"]))]),
            "seconds",
        )
        .along(&["elements"], At::Last)
        .test(
            &[&["mp32", "f64"], &["mp64", "f64"], &["mp128", "f64"], &["mp256", "f64"]],
            Must::BeBetween(10.0, 20.0),
            "[{one} {ratio.0}|, ]",
        ),
    ),
    Claim::of(
        "section 5.1, table 10; section 5.2, table 12",
        "64 blocks of 32 threads are the fastest shape, whatever the type",
    )
    .on(Scope::Gpus)
    .test(Compare::of(LAUNCHED, "seconds").by("launch").along(&["type"], At::Each).test(
        &[&["64 × 32", BEST_OTHER]],
        Must::StayBelow(SAME_TIME),
        "time in 64 × 32 over that in the best other launch: [{type} {ratio} ({two})|, ]",
    )),
    Claim::of("section 5.2", "in one block 32 threads are the fastest").on(Scope::Gpus).test(
        Compare::of(LAUNCHED.and(&[("groups", Shows::One(&["1"]))]), "seconds")
            .by("launch")
            .along(&["type"], At::Each)
            .test(
                &[&["1 × 32", BEST_OTHER]],
                Must::StayBelow(SAME_TIME),
                "time in 1 × 32 over that in the best other launch: [{type} {ratio} ({two})|, ]",
            ),
    ),
    Claim::of("section 5.2, figure 6", "more than 64 blocks bring nothing").on(Scope::Gpus).test(
        Compare::of(LONGEST, "seconds").by("launch").along(&["type"], At::Each).test(
            &[&["64 × 32", "128 × 32"]],
            Must::StayBelow(SAME_TIME),
            "time in 64 × 32 over that in 128 × 32: [{type} {ratio}|, ]",
        ),
    ),
    Claim::of("section 5.2, table 12", "f64 takes at most 13 % more time than f32")
        .on(Scope::AnyDevice)
        .test(TIME.test(&[&["f64", "f32"]], Must::TakeAtMost(1.13), LONGER)),
    Claim::of(
        "section 5.2, table 12",
        "composite additions, of 8 operations, take less than twice the time of one",
    )
    .on(Scope::AnyDevice)
    .test(TIME.test(&[&["float2", "f32"], &["double2", "f64"]], Must::TakeAtMost(2.0), LONGER)),
    Claim::of("section 5.2, end", "two f32 are never worth it: less accurate than f64, and slower")
        .on(Scope::AnyDevice)
        .test(Test::Composite {
            composite: &Test::All(&[
                LARGEST_ERROR.test(FLOAT2_OVER_F64, Must::Exceed(1.0), WORSE),
                TIME.test(FLOAT2_OVER_F64, Must::Exceed(1.0 / SAME_TIME), LONGER),
            ]),
            double_words: &Test::All(&[
                LARGEST_ERROR.test(FF_OVER_F64, Must::Exceed(1.0), WORSE),
                TIME.test(FF_OVER_F64, Must::Exceed(1.0 / SAME_TIME), LONGER),
            ]),
        }),
    Claim::of(
        "section 5.2, end; chapter 9",
        "where accuracy is needed, double2 is worth its price: more accurate than f64 and only \
         slightly slower (at most by half)",
    )
    .on(Scope::AnyDevice)
    .test(Test::All(&[
        ERRORS.test(
            DOUBLE2_OVER_F64,
            Must::StayBelow(1.0),
            "double2 is more accurate in {holds} of {all} ranges",
        ),
        TIME.test(DOUBLE2_OVER_F64, Must::TakeAtMost(1.5), LONGER),
    ])),
    Claim::of(
        "section 5.2, end; chapter 9",
        "two words are more accurate than one where there are additions only",
    )
    .test(ERRORS.test(
        &[&["float2", "f32"], &["ff", "f32"], &["double2", "f64"], &["dd", "f64"]],
        Must::StayBelow(1.0),
        "[{one} better than {two} in {holds} of {all} ranges|, ]",
    )),
    Claim::of(
        "chapter 4, figure 4",
        "the error component of a composite sum is no guide: it changes sign",
    )
    .test(Test::With(component_changes_sign)),
];

/// Not one of the standard comparisons: with more bits, the first range in which the sum of few numbers is
/// wrong must not come earlier.
fn bits_repair(evidence: &Evidence<'_>) -> Option<Finding> {
    let sums = evidence.rows(SUMS)?;
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

/// Not one of the standard comparisons: it counts the changes of sign of the component.
fn component_changes_sign(evidence: &Evidence<'_>) -> Option<Finding> {
    let along = evidence.rows(Rows::of("sum-error-along"))?;
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

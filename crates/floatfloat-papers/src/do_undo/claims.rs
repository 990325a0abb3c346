//! The thesis's claims about divisions.

#[cfg(test)]
mod tests;

use super::{CHAINS, IEEE, MANY, RECIPROCAL};
use floatfloat_report::{
    chart::Shows,
    claim::{
        ALIKE_IN_CHAINS, Claim, Compare, Evidence, Finding, Must, Rows, SAME_TIME, Scope, Test,
        Texts, Verdict::NotMeasured, Whose, if_so, is_within, median, of_composite,
    },
    table::{Frame, Row},
};

/// "Much more accurate" means at least this factor between a type of two words and one word.
const MUCH: f64 = 1e3;

/// Errors that grow with less than this power of the number of steps count as level. A random walk
/// grows with the power of a half.
const LEVEL: f64 = 0.25;

/// Many chains with fewer steps than this say nothing about the latency that threads hide.
const ENOUGH: f64 = 1000.0;

/// The rows with several chains of each kind.
const CHAINS_OF_STEPS: Rows = Rows::of("do-undo").with(&[("chains", Shows::Not("1"))]);

const LONGEST: Rows =
    CHAINS_OF_STEPS.and(&[("steps", Shows::Most(&["type", "division", "x", "y"]))]);

/// The rows of float2 with IEEE division and small y, for small x and for large x.
const BY_X: Rows = CHAINS_OF_STEPS.and(&[
    ("type", Shows::One(&["float2"])),
    ("division", Shows::One(&[IEEE])),
    ("y", Shows::One(&["small"])),
    ("steps", Shows::Most(&["x"])),
]);

const LARGE_OVER_SMALL: Texts = &[&["large", "small"]];

/// The magnitudes of x and of y.
type Case = [&'static str; 2];

const SMALL: Case = ["small", "small"];

const CASES: [Case; 4] = [["small", "large"], SMALL, ["large", "small"], ["large", "large"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("Figure 24(a)", "By approximate division f32 is less accurate than float2.")
        .test(Test::With(approximate)),
    Claim::of("Figures 24(b) to 27", "By IEEE division f32 is more accurate than pairs of f32.")
        .test(Test::With(ieee)),
    Claim::of("Figures 25 to 27", "The error of float2 stays about a level.")
        .test(Test::With(level)),
    Claim::of("Figure 28, table 20", "Large x give the largest errors.").test(Test::All(&[
        Compare::of(BY_X, "error").by("x").test(
            LARGE_OVER_SMALL,
            Must::Exceed(1.0),
            "float2, absolute: {below} with small x, {above} with large x",
        ),
        Compare::of(BY_X, "relative_error").by("x").test(
            LARGE_OVER_SMALL,
            Must::BeShown,
            "relative: {below} and {above}; the absolute error grows with x, as that of any type",
        ),
    ])),
    Claim::of(
        "Section 8.2",
        "Composite multiplication and division are very sensitive to the magnitude of the operands.",
    )
    .test(Test::With(magnitude)),
    Claim::of(
        "Section 8.2",
        "Under the same standard processor and GPU give the same results.",
    )
    .test(Test::Not(&Test::some_show(
        &[
            Rows::of("do-undo").whose(Whose::All),
            Rows::of("do-undo-threads").whose(Whose::All),
        ],
        "verified",
        "no",
        "{device}: {count} of {all} results have other bits than the processor's",
    ))),
    Claim::of("Section 8.2", "Approximate division is the fastest and least accurate.")
        .test(Test::With(fast)),
    Claim::of(
        "Chapter 9",
        "What IEEE division costs over the approximate one is hidden by threads.",
    )
    .test(Test::With(hidden)),
    Claim::of(
        "Chapter 9",
        "Division of pairs of words is slower and less accurate than IEEE division of words.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(not_better)),
];

/// The chains of one type with one division.
fn chains<'a>(rows: &Frame<'a>, number: &str, division: &str, [x, y]: Case) -> Frame<'a> {
    rows.with(&[("type", number), ("division", division), ("x", x), ("y", y)])
}

/// The relative errors of the longest chains of a type with IEEE division.
fn relative(rows: &Frame<'_>, number: &str, case: Case) -> Option<f64> {
    chains(rows, number, IEEE, case).value("relative_error")
}

/// A division of f32 that is not correctly rounded, on the first device that has one.
fn own<'a>(rows: &Frame<'a>) -> Option<(&'a str, &'a str)> {
    let is_own = |row: &Row<'_>| {
        row.is("type", "f32") && !row.is("division", IEEE) && !row.is("division", RECIPROCAL)
    };
    let row = rows.rows().find(is_own)?;
    Some((row.text("device")?, row.text("division")?))
}

/// The growth with the number of steps: the power, fitted by least squares in logarithms.
fn power(points: &[(f64, f64)]) -> Option<f64> {
    let meant = points.iter().filter(|(steps, error)| *steps > 0.0 && *error > 0.0);
    let logarithms: Vec<(f64, f64)> = meant.map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let slope = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>();
    let spread = logarithms.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    (spread > 0.0).then(|| slope / spread)
}

fn alike(ratio: f64) -> &'static str {
    if is_within(ALIKE_IN_CHAINS, ratio) { " (equal within a factor of 2)" } else { "" }
}

/// Why approximate division is not judged.
const NO_APPROXIMATE: &str = "no device here divides approximately";

/// Not one of the standard comparisons: f32 with one division, which has its own name on each device, is
/// compared with float2 with another.
fn approximate(evidence: &Evidence<'_>) -> Option<Finding> {
    let first = evidence.rows(LONGEST)?.first()?.text("device")?;
    let all = evidence.rows(LONGEST.whose(Whose::All))?;
    let (device, division) = own(&all).unwrap_or((first, RECIPROCAL));
    let rows = evidence.of(device).rows(LONGEST)?;
    let f32 = chains(&rows, "f32", division, SMALL).first()?;
    let error = f32.number("error")?;
    let float2 = chains(&rows, "float2", IEEE, SMALL).value("error")?;
    let text = format!(
        "{device}, {} steps: f32 by {division} {error:.1e}, float2 {float2:.1e}",
        f32.shown("steps")
    );
    if division == RECIPROCAL {
        return Some((NotMeasured, format!("{NO_APPROXIMATE}; {text}")));
    }
    Some((if_so(error > ALIKE_IN_CHAINS * float2), text))
}

/// The relative errors of f32, float2 and ff for each pair of magnitudes.
fn by_case(rows: &Frame<'_>) -> Vec<[f64; 3]> {
    let of = |case| {
        let ff = relative(rows, "ff", case).unwrap_or(f64::NAN);
        Some([relative(rows, "f32", case)?, relative(rows, "float2", case)?, ff])
    };
    CASES.into_iter().filter_map(of).collect()
}

/// Not one of the standard comparisons: if the error of f32 is 0, no error can be a thousandth of
/// it.
fn ieee(evidence: &Evidence<'_>) -> Option<Finding> {
    let errors = by_case(&evidence.rows(LONGEST)?);
    let ratio = median(errors.iter().map(|[f32, float2, _]| float2 / f32).collect())?;
    let better = ratio > ALIKE_IN_CHAINS;
    let ours = errors.iter().all(|[f32, _, ff]| *ff < f32.max(1e-8) / MUCH);
    let listed =
        errors.iter().map(|[f32, float2, ff]| format!("{f32:.1e}, {float2:.1e}, {ff:.1e}"));
    let text = format!(
        "relative errors of f32, float2 and ff for each pair of magnitudes: {}; median of float2 \
         over f32 {ratio:.2}{}",
        listed.collect::<Vec<_>>().join("; "),
        alike(ratio)
    );
    Some((of_composite(better, ours), text))
}

/// Not one of the standard comparisons: it fits a power to the errors of all lengths, over at least
/// two decades.
fn level(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(CHAINS_OF_STEPS)?;
    let device = rows.first()?.text("device")?;
    let points = |number| -> Vec<(f64, f64)> {
        let chains = chains(&rows, number, IEEE, SMALL);
        let point = |row: Row<'_>| Some((row.number("steps")?, row.number("error")?));
        chains.rows().filter_map(point).collect()
    };
    let float2 = points("float2");
    let (first, last) = (float2.first()?, float2.last()?);
    let grows = power(&float2).filter(|_| last.0 >= 100.0 * first.0)?;
    let beside = power(&points("f32"))
        .map_or(String::new(), |power| format!(", f32 with the power {power:.2}"));
    let text = format!(
        "{device}: float2 {:.1e} after {} steps, {:.1e} after {}: the error grows with the power \
         {grows:.2} of the steps{beside}; a random walk has the power 0.5, a constant error 0",
        first.1, first.0, last.1, last.0
    );
    Some((if_so(grows < LEVEL), text))
}

/// Not one of the standard comparisons: it compares the ratio of the largest to the smallest relative error of
/// float2 with that of f32.
fn magnitude(evidence: &Evidence<'_>) -> Option<Finding> {
    let errors = by_case(&evidence.rows(LONGEST)?);
    let spread = |which: usize| {
        let of = || errors.iter().map(|errors| errors[which]);
        let least = of().reduce(f64::min)?;
        Some(of().reduce(f64::max)? / least)
    };
    let (f32, float2) = (spread(0)?, spread(1)?);
    let sensitive = float2 > 10.0 && float2 > ALIKE_IN_CHAINS * f32;
    let text = format!(
        "over the four pairs of magnitudes the relative error of float2 differs by a factor of \
         {float2:.1}, that of f32 by {f32:.1}; the absolute error, which the thesis shows, grows with x in \
         every type"
    );
    Some((if_so(sensitive), text))
}

/// The times and the relative errors of f32 with another division and with IEEE division, also as text.
fn beside(rows: &Frame<'_>, division: &str) -> Option<([f64; 2], [f64; 2], String)> {
    let other = chains(rows, "f32", division, SMALL);
    let ieee = chains(rows, "f32", IEEE, SMALL);
    let both = |column| Some([other.value(column)?, ieee.value(column)?]);
    let (ns, errors) = (both("ns")?, both("relative_error")?);
    let words = format!(
        "f32 by {division} {:.1} ns and {:.1e}, by IEEE {:.1} ns and {:.1e}",
        ns[0], errors[0], ns[1], errors[1]
    );
    Some((ns, errors, words))
}

/// Judges devices with approximate division. If there is none, x · (1/y) on the first device gives a
/// hint.
fn of_approximate(
    evidence: &Evidence<'_>,
    judge: fn(&Evidence<'_>, &Frame<'_>, &str) -> Option<Finding>,
) -> Option<Finding> {
    if own(&evidence.rows(LONGEST.whose(Whose::All))?).is_some() {
        return Some(evidence.speed(false, |on| {
            let rows = on.rows(LONGEST)?;
            judge(on, &rows, own(&rows)?.1)
        }));
    }
    let rows = evidence.rows(LONGEST)?;
    let device = rows.first()?.shown("device");
    let words = beside(&rows, RECIPROCAL)
        .map_or(String::new(), |(_, _, words)| format!("; {device}: {words}"));
    Some((NotMeasured, format!("{NO_APPROXIMATE}{words}")))
}

/// Not one of the standard comparisons: it judges the devices with approximate division, whose
/// divisions have their own names.
fn fast(evidence: &Evidence<'_>) -> Option<Finding> {
    of_approximate(evidence, |_, rows, own| {
        let ([fast, ieee], [inaccurate, accurate], words) = beside(rows, own)?;
        let holds = fast * SAME_TIME < ieee && inaccurate > ALIKE_IN_CHAINS * accurate;
        Some((if_so(holds), words))
    })
}

/// Not one of the standard comparisons, as [`fast`]. Many chains must not take longer with IEEE
/// division.
fn hidden(evidence: &Evidence<'_>) -> Option<Finding> {
    of_approximate(evidence, |on, rows, own| {
        let many = on.rows(Rows::of("do-undo-threads"))?.with(&[("type", "f32")]);
        let many = many.filter(|row| row.number("steps") >= Some(ENOUGH));
        let time = |division| many.with(&[("division", division)]).value("ns");
        let ([fast, ieee], ..) = beside(rows, own)?;
        let (alone, at_once) = (ieee / fast, time(IEEE)? / time(own)?);
        let text = format!(
            "IEEE takes {alone:.2} times as long as {own} in {CHAINS} chains, {at_once:.2} times in {MANY}"
        );
        Some((if_so(at_once < SAME_TIME), text))
    })
}

/// Not one of the standard comparisons: it compares the median of ff over f32 with that of float2
/// over f32.
fn not_better(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(LONGEST)?;
    let time = |number| chains(&rows, number, IEEE, SMALL).value("ns");
    let over_f32 = |number| {
        let of = |case| Some(relative(&rows, number, case)? / relative(&rows, "f32", case)?);
        median(CASES.into_iter().filter_map(of).collect())
    };
    let (float2, f32, error) = (time("float2")?, time("f32")?, over_f32("float2")?);
    let holds = float2 > SAME_TIME * f32 && error > ALIKE_IN_CHAINS;
    let text = format!(
        "a step of float2 takes {float2:.1} ns, of f32 {f32:.1} ns; the median over the \
         magnitudes of the relative error of float2 over that of f32 is {error:.2}{}",
        alike(error)
    );
    Some(match time("ff").zip(over_f32("ff")) {
        Some((ff, of_ff)) => {
            let text = format!("{text}; for ff {ff:.1} ns and {of_ff:.1e}");
            (of_composite(holds, of_ff < error / MUCH), text)
        }
        None => (if_so(holds), text),
    })
}

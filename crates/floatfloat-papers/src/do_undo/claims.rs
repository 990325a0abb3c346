//! What the thesis concludes about divisions.

use super::{CHAINS, IEEE, MANY, RECIPROCAL};
use floatfloat_report::{
    claim::{
        ALIKE_IN_CHAINS, Claim, Evidence, Finding, Rows, SAME_TIME, Scope, Test,
        Verdict::NotMeasured, if_so, is_within, median, of_composite,
    },
    table::{Frame, Row, distinct},
};

/// A type of two words is so much more accurate than one word at least.
const MUCH: f64 = 1e3;

/// Errors that grow with less than this power of the steps stay about a level; those of a random walk
/// grow as the power of a half.
const LEVEL: f64 = 0.25;

/// Fewer steps than these in each of many chains tell nothing of what threads hide.
const ENOUGH: f64 = 1000.0;

const CHAINS_OF_STEPS: Rows = Rows::of("do-undo");

/// Magnitudes of x and of y.
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
    Claim::of("Figure 28, table 20", "Large x give the largest errors.").test(Test::With(large_x)),
    Claim::of(
        "Section 8.2",
        "Composite multiplication and division are very sensitive to the magnitude of the operands.",
    )
    .test(Test::With(magnitude)),
    Claim::of(
        "Section 8.2",
        "Under the same standard processor and GPU give the same results.",
    )
    .test(Test::With(same_bits)),
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

/// Several chains of one type by one division.
fn chains<'a>(rows: &Frame<'a>, number: &str, division: &str, [x, y]: Case) -> Frame<'a> {
    let rows = rows.with(&[("type", number), ("division", division), ("x", x), ("y", y)]);
    rows.filter(|row| row.number("chains") > Some(1.0))
}

/// The longest of them.
fn longest<'a>(rows: &Frame<'a>, number: &str, division: &str, case: Case) -> Option<Row<'a>> {
    chains(rows, number, division, case).at_most("steps").first()
}

/// The relative errors of the longest chains of a type by IEEE division.
fn relative(rows: &Frame<'_>, number: &str, case: Case) -> Option<f64> {
    longest(rows, number, IEEE, case)?.number("relative_error")
}

/// A division of f32 that is not correctly rounded: of the first device that has one.
fn own<'a>(rows: &Frame<'a>) -> Option<(&'a str, &'a str)> {
    let is_own = |row: &Row<'_>| {
        row.is("type", "f32") && !row.is("division", IEEE) && !row.is("division", RECIPROCAL)
    };
    let row = rows.rows().find(is_own)?;
    Some((row.text("device")?, row.text("division")?))
}

/// How fast something grows with the steps: the power, by least squares in logarithms.
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
    if is_within(ALIKE_IN_CHAINS, ratio) { ": alike" } else { "" }
}

/// Why nothing is said of approximate division.
const NO_APPROXIMATE: &str = "no device here divides approximately";

fn approximate(evidence: &Evidence<'_>) -> Option<Finding> {
    let all = evidence.everywhere(CHAINS_OF_STEPS)?;
    let first = evidence.rows(CHAINS_OF_STEPS)?.first()?.text("device")?;
    let (device, division) = own(&all).unwrap_or((first, RECIPROCAL));
    let rows = evidence.of(device).rows(CHAINS_OF_STEPS)?;
    let f32 = longest(&rows, "f32", division, SMALL)?;
    let (error, float2) =
        (f32.number("error")?, longest(&rows, "float2", IEEE, SMALL)?.number("error")?);
    let text = format!(
        "{device}, {} steps: f32 by {division} {error:.1e}, float2 {float2:.1e}",
        f32.shown("steps")
    );
    if division == RECIPROCAL {
        return Some((NotMeasured, format!("{NO_APPROXIMATE}; {text}")));
    }
    Some((if_so(error > ALIKE_IN_CHAINS * float2), text))
}

/// Relative errors of f32, float2 and ff for each pair of magnitudes.
fn by_case(rows: &Frame<'_>) -> Vec<[f64; 3]> {
    let of = |case| {
        let ff = relative(rows, "ff", case).unwrap_or(f64::NAN);
        Some([relative(rows, "f32", case)?, relative(rows, "float2", case)?, ff])
    };
    CASES.into_iter().filter_map(of).collect()
}

fn ieee(evidence: &Evidence<'_>) -> Option<Finding> {
    let errors = by_case(&evidence.rows(CHAINS_OF_STEPS)?);
    let ratio = median(errors.iter().map(|[f32, float2, _]| float2 / f32).collect())?;
    let better = ratio > ALIKE_IN_CHAINS;
    let ours = errors.iter().all(|[f32, _, ff]| *ff < f32.max(1e-8) / MUCH);
    let listed =
        errors.iter().map(|[f32, float2, ff]| format!("{f32:.1e}, {float2:.1e}, {ff:.1e}"));
    let text = format!(
        "relative errors of f32, float2 and ff for each pair of magnitudes: {}; float2 over f32, \
         median, {ratio:.2}{}",
        listed.collect::<Vec<_>>().join("; "),
        alike(ratio)
    );
    Some((of_composite(better, ours), text))
}

/// Over all lengths, of two decades at least.
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
        "{device}: float2 {:.1e} after {} steps, {:.1e} after {}: it grows with the power {grows:.2} of \
         the steps{beside}; a random walk has 0.5, a level 0",
        first.1, first.0, last.1, last.0
    );
    Some((if_so(grows < LEVEL), text))
}

fn large_x(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(CHAINS_OF_STEPS)?;
    let of = |case| {
        let row = longest(&rows, "float2", IEEE, case)?;
        Some([row.number("error")?, row.number("relative_error")?])
    };
    let ([small, relative_of_small], [large, relative_of_large]) =
        (of(SMALL)?, of(["large", "small"])?);
    let text = format!(
        "float2, absolute: {small:.1e} with small x, {large:.1e} with large x; relative: \
         {relative_of_small:.1e} and {relative_of_large:.1e}"
    );
    let only_scale = relative_of_large < 10.0 * relative_of_small;
    let why =
        if only_scale { "; the absolute error grows with x, as that of any type" } else { "" };
    Some((if_so(large > small), text + why))
}

/// Relative errors of float2 must differ between the magnitudes, and by more than those of f32.
fn magnitude(evidence: &Evidence<'_>) -> Option<Finding> {
    let errors = by_case(&evidence.rows(CHAINS_OF_STEPS)?);
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

fn same_bits(evidence: &Evidence<'_>) -> Option<Finding> {
    let tables = [CHAINS_OF_STEPS, Rows::of("do-undo-threads")];
    let frames: Vec<Frame<'_>> =
        tables.into_iter().filter_map(|rows| evidence.everywhere(rows)).collect();
    let verified: Vec<(String, bool)> = frames
        .iter()
        .flat_map(|frame| frame.rows())
        .filter_map(|row| Some((row.shown("device"), row.flag("verified")?)))
        .collect();
    let devices = distinct(verified.iter().map(|(device, _)| device.as_str()));
    let same = verified.iter().filter(|(_, same)| *same).count();
    let all = verified.len();
    let text = format!("{}: {same} of {all} results have the processor's bits", devices.join(", "));
    (all > 0).then(|| (if_so(same == all), text))
}

/// f32 by another division than IEEE's and by that, the time and the relative error of each.
struct Beside<'a> {
    division: &'a str,
    ns: [f64; 2],
    errors: [f64; 2],
}

impl<'a> Beside<'a> {
    fn of(rows: &Frame<'_>, division: &'a str) -> Option<Self> {
        let both = [division, IEEE].map(|division| longest(rows, "f32", division, SMALL));
        let [Some(other), Some(ieee)] = both else { return None };
        let [ns, errors] = ["ns", "relative_error"]
            .map(|column| Some([other.number(column)?, ieee.number(column)?]));
        Some(Beside { division, ns: ns?, errors: errors? })
    }

    fn words(&self) -> String {
        let Beside { division, ns, errors } = self;
        format!(
            "f32 by {division} {:.1} ns and {:.1e}, by IEEE {:.1} ns and {:.1e}",
            ns[0], errors[0], ns[1], errors[1]
        )
    }
}

/// Judges devices that divide approximately; where there are none, x · (1/y) on the first device shows
/// something.
fn of_approximate(
    evidence: &Evidence<'_>,
    judge: fn(&Evidence<'_>, &Frame<'_>, &str) -> Option<Finding>,
) -> Option<Finding> {
    if own(&evidence.everywhere(CHAINS_OF_STEPS)?).is_some() {
        return Some(evidence.speed(false, |on| {
            let rows = on.rows(CHAINS_OF_STEPS)?;
            judge(on, &rows, own(&rows)?.1)
        }));
    }
    let rows = evidence.rows(CHAINS_OF_STEPS)?;
    let device = rows.first()?.shown("device");
    let words = Beside::of(&rows, RECIPROCAL)
        .map_or(String::new(), |beside| format!("; {device}: {}", beside.words()));
    Some((NotMeasured, format!("{NO_APPROXIMATE}{words}")))
}

fn fast(evidence: &Evidence<'_>) -> Option<Finding> {
    of_approximate(evidence, |_, rows, own| {
        let beside = Beside::of(rows, own)?;
        let ([fast, ieee], [inaccurate, accurate]) = (beside.ns, beside.errors);
        let holds = fast * SAME_TIME < ieee && inaccurate > ALIKE_IN_CHAINS * accurate;
        Some((if_so(holds), beside.words()))
    })
}

/// Many chains must take no longer by IEEE division.
fn hidden(evidence: &Evidence<'_>) -> Option<Finding> {
    of_approximate(evidence, |on, rows, own| {
        let many = on.table("do-undo-threads")?.with(&[("type", "f32")]);
        let many = many.filter(|row| row.number("steps") >= Some(ENOUGH));
        let time = |division| many.with(&[("division", division)]).value("ns");
        let [fast, ieee] = Beside::of(rows, own)?.ns;
        let (alone, at_once) = (ieee / fast, time(IEEE)? / time(own)?);
        let text = format!(
            "IEEE takes {alone:.2} times as long as {own} in {CHAINS} chains, {at_once:.2} times in {MANY}"
        );
        Some((if_so(at_once < SAME_TIME), text))
    })
}

/// Slower beyond what times differ by, and less accurate over all magnitudes.
fn not_better(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(CHAINS_OF_STEPS)?;
    let time = |number| longest(&rows, number, IEEE, SMALL)?.number("ns");
    let over_f32 = |number| {
        let of = |case| Some(relative(&rows, number, case)? / relative(&rows, "f32", case)?);
        median(CASES.into_iter().filter_map(of).collect())
    };
    let (float2, f32, error) = (time("float2")?, time("f32")?, over_f32("float2")?);
    let holds = float2 > SAME_TIME * f32 && error > ALIKE_IN_CHAINS;
    let text = format!(
        "a step of float2 takes {float2:.1} ns, of f32 {f32:.1} ns; relative error of float2 over that of \
         f32, median over the magnitudes, {error:.2}{}",
        alike(error)
    );
    Some(match time("ff").zip(over_f32("ff")) {
        Some((ff, of_ff)) => {
            let text = format!("{text}; ff {ff:.1} ns, {of_ff:.1e}");
            (of_composite(holds, of_ff < error / MUCH), text)
        }
        None => (if_so(holds), text),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{CHAINS, COLUMNS, IEEE, MANY, RECIPROCAL, THREADS},
        CASES, CLAIMS, Case, SMALL, power,
    };
    use floatfloat_lab::{
        machine,
        results::{Device, Table},
        table::row,
    };
    use floatfloat_report::claim::{
        Finding,
        Verdict::{self, *},
    };

    const GPU: &str = "made up";

    /// Chains of a type by a division.
    #[derive(Clone, Copy)]
    struct Made {
        number: &'static str,
        division: &'static str,
        case: Case,
        steps: usize,
        chains: usize,
        error: f64,
        ns: f64,
    }

    fn made(
        number: &'static str,
        division: &'static str,
        steps: usize,
        error: f64,
        ns: f64,
    ) -> Made {
        Made { number, division, case: SMALL, steps, chains: CHAINS, error, ns }
    }

    /// The claims, judged by chains on one device, be it software or not.
    fn findings_on(software: bool, made: &[Made]) -> Vec<Finding> {
        let mut table = Table::new("do-undo", GPU, COLUMNS);
        let mut threads = Table::new("do-undo-threads", GPU, THREADS);
        for &Made { number, division, case: [x, y], steps, chains, error, ns } in made {
            let verified = None::<bool>;
            if chains == MANY {
                threads.push(row![GPU, number, division, steps, chains, ns, ns, verified]);
            } else {
                table.push(row![
                    GPU, number, division, x, y, steps, chains, error, error, ns, verified
                ]);
            }
        }
        let devices = [Device { id: GPU.into(), software, ..machine::processor() }];
        let tables = [table, threads];
        CLAIMS.iter().map(|claim| claim.judge(&tables, &devices)).collect()
    }

    fn findings(made: &[Made]) -> Vec<Finding> {
        findings_on(false, made)
    }

    fn verdict(made: &[Made], claim: usize) -> Verdict {
        findings(made)[claim].0
    }

    /// Places of claims.
    const APPROXIMATE: usize = 0;
    const BY_IEEE: usize = 1;
    const A_LEVEL: usize = 2;
    const LARGE_X: usize = 3;
    const MAGNITUDE: usize = 4;
    const SAME_BITS: usize = 5;
    const FAST: usize = 6;
    const HIDDEN: usize = 7;
    const NOT_BETTER: usize = 8;

    #[test]
    fn divisions_are_compared_beyond_noise() {
        let mut all = [
            made("f32", IEEE, 1000, 1e-6, 4.0),
            made("float2", IEEE, 1000, 4e-6, 9.0),
            made("ff", IEEE, 1000, 1e-13, 20.0),
        ];
        assert_eq!(verdict(&all, BY_IEEE), OnlyComposite);
        assert_eq!(verdict(&all, NOT_BETTER), OnlyComposite);
        assert_eq!(verdict(&all, LARGE_X), NotMeasured);
        assert_eq!(verdict(&all, SAME_BITS), NotMeasured);
        // Slower, but as accurate.
        all[1].error = 1.2e-6;
        assert_eq!(verdict(&all, BY_IEEE), NotHere);
        let (verdict, evidence) = findings(&all)[NOT_BETTER].clone();
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("1.20: alike"), "{evidence}");
    }

    #[test]
    fn only_approximate_division_tells_of_it() {
        let mut all = vec![
            made("f32", IEEE, 1000, 1e-6, 4.0),
            made("f32", RECIPROCAL, 1000, 1e-4, 2.0),
            made("float2", IEEE, 1000, 1e-6, 9.0),
        ];
        let found = findings(&all);
        for (verdict, evidence) in [APPROXIMATE, FAST, HIDDEN].map(|claim| &found[claim]) {
            assert_eq!(*verdict, NotMeasured);
            assert!(evidence.starts_with("no device here divides approximately; "), "{evidence}");
            assert!(evidence.contains("f32 by x · (1/y)"), "{evidence}");
        }
        all.push(made("f32", "__fdividef", 1000, 1e-4, 2.0));
        for (division, ns) in [(IEEE, 41.0), ("__fdividef", 40.0)] {
            all.push(Made { chains: MANY, ..made("f32", division, 7000, 1e-6, ns) });
        }
        let verdicts =
            |all: &[Made]| [APPROXIMATE, FAST, HIDDEN].map(|claim| findings(all)[claim].0);
        assert_eq!(verdicts(&all), [Confirmed; 3]);
        let mut slow = all.clone();
        slow[3].ns = 3.9;
        slow[4].ns = 80.0;
        assert_eq!(verdicts(&slow), [Confirmed, NotHere, NotHere]);
        // Software that divides approximately decides nothing about speed.
        assert_eq!(findings_on(true, &all)[FAST].0, NotMeasured);
    }

    #[test]
    fn a_level_is_judged_over_all_lengths() {
        let walk = |steps: f64| 1e-7 * steps.sqrt();
        let points: Vec<(f64, f64)> = [1e2, 1e3, 1e4].map(|steps| (steps, walk(steps))).into();
        assert!((power(&points).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(power(&points[..1]), None);
        let of = |error: &dyn Fn(f64) -> f64, lengths: &[usize]| {
            let at = |&steps| made("float2", IEEE, steps, error(steps as f64), 1.0);
            verdict(&lengths.iter().map(at).collect::<Vec<_>>(), A_LEVEL)
        };
        // By less than ten times from one length to the next, and no level all the same.
        assert_eq!(of(&walk, &[100, 1000, 10_000]), NotHere);
        assert_eq!(of(&|_| 3e-6, &[100, 1000, 10_000]), Confirmed);
        assert_eq!(of(&|_| 3e-6, &[100, 1000]), NotMeasured);
    }

    #[test]
    fn sensitive_is_what_differs_more_than_in_one_word() {
        let of = |float2: [f64; 4]| {
            let mut all = Vec::new();
            for ((case, two), one) in CASES.into_iter().zip(float2).zip([1.0, 2.0, 1.0, 3.0]) {
                for (number, error) in [("f32", one), ("float2", two)] {
                    all.push(Made { case, ..made(number, IEEE, 10, error, 1.0) });
                }
            }
            verdict(&all, MAGNITUDE)
        };
        assert_eq!(of([1.0, 2.0, 1.0, 4.0]), NotHere);
        assert_eq!(of([1.0, 2.0, 1.0, 40.0]), Confirmed);
    }
}

//! The thesis's claims about LU decomposition.

use super::RAN;
use floatfloat_lab::machine::CPU;
use floatfloat_report::{
    chart::Shows,
    claim::{
        ALIKE, At, BEST_OTHER, Claim, Compare, Evidence, Finding, Must, Rows, SAME_TIME, Scope,
        Test, Texts, Whose, if_so,
    },
};

/// The types of the thesis.
const FOUR: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// The ranges of table 17.
const RANGES: [&str; 5] = [
    "(10^-1, 10^0) & (10^0, 10^1)",
    "(10^-2, 10^-1) & (10^1, 10^2)",
    "(10^-3, 10^-2) & (10^2, 10^3)",
    "(10^-4, 10^-3) & (10^3, 10^4)",
    "(10^-5, 10^-4) & (10^4, 10^5)",
];

/// Shares of mismatches that differ by less than this factor count as equal.
const SAME_SHARE: f64 = 1.01;

/// "Grows much" means at least this factor from the error in the smallest gap to that in the
/// largest.
const MUCH: f64 = 1e3;

/// Random matrices.
const RANDOM: Rows = Rows::of("lud");

/// The largest random matrices of each range.
const LARGEST: Rows = RANDOM.with(&[
    ("type", Shows::One(&FOUR)),
    ("range", Shows::One(&RANGES)),
    ("size", Shows::Most(&["type", "range"])),
]);

const TIMES: Rows = Rows::of("lud-time");

/// The rows with blocks, which the processor does not have.
const IN_BLOCKS: Rows = TIMES.with(&[("block", Shows::Not(""))]);

/// The rows of the largest matrix of each type.
const LARGEST_TIMED: Rows = IN_BLOCKS
    .and(&[("type", Shows::One(&FOUR)), ("size", Shows::Most(&["type"]))])
    .between(&[("ms", 0.0..f64::INFINITY)]);

/// Whether f32 runs in blocks of more than 32x32, and whether other types do not.
const F32_RUNS: Test = ran(&[LARGE.and(&[("type", Shows::One(&["f32"]))])]);
const OTHERS_DO_NOT: Test =
    Test::Not(&ran(&[LARGE.and(&[("type", Shows::One(&["f64", "float2", "double2"]))])]));
const LARGE: Rows = TIMES.with(&[("block", Shows::One(&["64x64"]))]);

const fn ran(rows: &'static [Rows]) -> Test {
    Test::some_show(rows, "outcome", RAN, "{type} ran in {count} of {all}")
}

const MISMATCHES: Compare = Compare::of(RANDOM, "mismatches").along(&["range", "size"], At::Every);

/// The medians of errors that are smaller than the factors; larger errors mean nothing.
const MEDIANS: Compare =
    Compare::of(RANDOM.between(&[("relative_error", 0.0..1.0)]), "relative_error")
        .along(&["range", "size"], At::Median);

/// Composite numbers compared with the word of which they are made.
const COMPOSITE: Texts = &[&["float2", "f32"], &["double2", "f64"]];

/// The error of each type from the smallest gap to the largest.
const ERRORS: Compare = Compare::of(LARGEST, "error").at_least(RANGES.len());

const EACH: Texts = &[&["f32"], &["f64"], &["float2"], &["double2"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("section 7.3, table 17", "multiple precision has no mismatches").test(
        MISMATCHES.test(
            &[&["mp256"]],
            Must::BeAtMost(0.0),
            "no mismatches in {together} of {all} matrices of up to {size} rows",
        ),
    ),
    Claim::of(
        "section 7.3, table 17",
        "float2 has the most mismatches of all types, in every range and at every size",
    )
    .test(MISMATCHES.test(
        &[&["float2", "f32"], &["float2", "f64"], &["float2", "double2"]],
        Must::Reach(1.0 / SAME_SHARE),
        "in {together} of {all} matrices, give or take one in a hundred",
    )),
    Claim::of("section 7.3, table 17, figures 18 to 20", "two words are no more accurate than one")
        .test(Test::All(&[
            Test::Composite {
                composite: &MEDIANS.test(
                    COMPOSITE,
                    Must::Reach(1.0 / ALIKE),
                    "medians of relative_error: [{one} over {two} {spread}|; ]",
                ),
                double_words: &MEDIANS.test(
                    &[&["ff", "f32"], &["dd", "f64"]],
                    Must::Reach(1.0 / ALIKE),
                    "[{one} over {two} {spread}|; ]; errors within a factor of 4 count as equal",
                ),
            },
            Compare::of(RANDOM, "residual").along(&["range", "size"], At::Median).test(
                COMPOSITE,
                Must::BeShown,
                "medians of residual: [{one} over {two} {ratio.e}|; ]",
            ),
        ])),
    Claim::of(
        "section 7.3, figures 18 to 20",
        "errors grow much with the gap between small and large elements",
    )
    .test(Test::All(&[
        ERRORS.along(&["range"], At::Growth).test(
            EACH,
            Must::Reach(MUCH),
            "ranges 1 to 5: [{one} {numbers} ({ratio.e} times)|; ]",
        ),
        ERRORS.along(&["range"], At::Falls).test(
            EACH,
            Must::StayBelow(0.5),
            "[{one} falls in {above.0} of {below.0} steps|, ]",
        ),
    ])),
    Claim::of(
        "section 7.3, tables 18 and 19",
        "the GPU is faster than the CPU, by up to 300 in f32 and f64",
    )
    .on(Scope::Gpus)
    .test(Test::With(faster_than_processor)),
    Claim::of("section 7.3, table 19", "blocks of 16x16 are the fastest").on(Scope::Gpus).test(
        Compare::of(LARGEST_TIMED, "ms").by("block").along(&["type"], At::Each).test(
            &[&["16x16", BEST_OTHER]],
            Must::StayBelow(SAME_TIME),
            "time in 16x16 over that in the best other block: [{type} {ratio} ({two})|, ]",
        ),
    ),
    Claim::of(
        "section 7.3, table 19",
        "blocks beyond 32x32 need more shared memory than there is, but for f32",
    )
    .on(Scope::Gpus)
    .test(Test::First(&[Test::All(&[F32_RUNS, OTHERS_DO_NOT]), F32_RUNS, OTHERS_DO_NOT])),
    Claim::of("section 7.3, end", "the error changes with the block, but less than with the range")
        .test(Test::some_show(
            &[IN_BLOCKS.whose(Whose::All)],
            "verified",
            "no",
            "{count} of {all} factorisations have other bits than the processor's, since here every element is \
             updated in one order whatever the block",
        )),
];

/// Not one of the standard comparisons: only one of the two devices has blocks, and the largest gain of
/// each type counts.
fn faster_than_processor(evidence: &Evidence<'_>) -> Option<Finding> {
    let (here, processor) = (evidence.rows(TIMES)?, evidence.of(CPU).rows(TIMES)?);
    let gain = |number: &str| {
        let here = here.with(&[("type", number)]);
        let gains = here.rows().filter_map(|row| {
            let size = row.number("size")?;
            let other = processor.with(&[("type", number)]).at("size", size);
            Some((other.value("ms")? / row.number("ms")?, size))
        });
        let (gain, size) = gains.max_by(|x, y| x.0.total_cmp(&y.0))?;
        Some((gain > SAME_TIME, format!("{number} {gain:.2} times at {size}")))
    };
    let (holds, words): (Vec<bool>, Vec<String>) = FOUR.into_iter().filter_map(gain).unzip();
    (!words.is_empty()).then(|| (if_so(!holds.contains(&false)), words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{ACCURACY, EXPERIMENT, PAIRS, TIMES},
        FOUR, RANGES,
    };
    use floatfloat_lab::{
        machine::CPU,
        results::{Cell, Device, Table},
        table::row,
    };
    use floatfloat_report::claim::{
        Finding,
        Verdict::{self, *},
    };

    fn judged(tables: &[Table]) -> Vec<Finding> {
        let devices = [CPU, "cuda:0"]
            .map(|id| Device { id: id.into(), ..floatfloat_lab::machine::processor() });
        EXPERIMENT.study.claims.iter().map(|claim| claim.judge(tables, &devices)).collect()
    }

    fn verdicts(tables: &[Table]) -> Vec<Verdict> {
        judged(tables).into_iter().map(|found| found.0).collect()
    }

    #[test]
    fn ranges_are_those_of_the_intervals() {
        assert_eq!(RANGES.map(String::from), PAIRS.map(|pair| pair.to_string()));
    }

    /// Type, number of the range, mismatches, and the relative error; the mean one is 10^8 times that.
    type Made = (&'static str, usize, usize, f64);

    fn accuracy(made: &[Made]) -> Table {
        let mut table = Table::new("lud", CPU, ACCURACY);
        for &(number, range, count, relative) in made {
            let range = PAIRS[range - 1].to_string();
            let (none, error) = (Cell::Empty, relative * 1e8);
            table.push(row![
                CPU,
                number,
                range,
                64,
                none.clone(),
                count,
                100.0 * count as f64 / 4096.0,
                error,
                relative,
                error,
                none.clone(),
                none.clone(),
                none
            ]);
        }
        table
    }

    #[test]
    fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
        let of = |made: &[Made]| verdicts(&[accuracy(made)])[..4].to_vec();
        assert_eq!(of(&[]), [NotMeasured; 4]);
        let mut made: Vec<Made> = Vec::new();
        for range in 1..=5 {
            let gap = 100f64.powi(range as i32);
            made.push(("f32", range, 200, 1e-14 * gap));
            made.push(("float2", range, 300, 2e-14 * gap));
            made.push(("f64", range, 0, 1e-22 * gap));
            made.push(("double2", range, 1, 2e-22 * gap));
            made.push(("ff", range, 0, 1e-20 * gap));
            made.push(("dd", range, 0, 1e-36 * gap));
            made.push(("mp256", range, 0, 0.0));
        }
        assert_eq!(of(&made), [Confirmed, Confirmed, OnlyComposite, Confirmed]);
        made[0].2 = 400;
        made[6].2 = 1;
        assert_eq!(of(&made)[..2], [NotHere, NotHere]);
        // One lucky matrix changes no median, and one step downwards no trend.
        made[1].3 = 1e-30;
        made[16].3 = 1e-20;
        assert_eq!(of(&made)[2..], [OnlyComposite, Confirmed]);
        made.iter_mut().filter(|made| made.0 == "float2").for_each(|made| made.3 = 1e-17);
        assert_eq!(of(&made)[2..], [NotHere, NotHere]);
    }

    #[test]
    fn factors_that_mean_nothing_are_not_compared() {
        let mut made: Vec<Made> = Vec::new();
        for (range, [one, two]) in [(1, [1e-4, 2e-4]), (2, [1e-3, 3e-3]), (3, [9.0, 1e-6])] {
            let types = [["f32", "float2", "ff"], ["f64", "double2", "dd"]];
            for (types, scale) in types.into_iter().zip([1.0, 1e-9]) {
                for (number, relative) in types.into_iter().zip([one, two, one * 1e-8]) {
                    made.push((number, range, 0, relative * scale));
                }
            }
        }
        let (verdict, evidence) = judged(&[accuracy(&made)])[2].clone();
        assert_eq!(verdict, OnlyComposite);
        assert!(evidence.contains("float2 over f32 2.4e0 (2.0e0 to 3.0e0, of 2)"), "{evidence}");
    }

    /// Times of matrices of 512 rows: type, device, block, and milliseconds where it ran.
    fn times(made: &[(&str, &str, Option<u32>, Option<f64>)]) -> Table {
        let mut table = Table::new("lud-time", CPU, TIMES);
        for &(number, device, block, ms) in made {
            let range = PAIRS[1].to_string();
            let side = block.map(|block| format!("{block}x{block}"));
            let (outcome, same) = (if ms.is_some() { "ran" } else { "no" }, block.map(|_| true));
            table.push(row![device, number, range, 512, side, ms, outcome, same, block]);
        }
        table
    }

    #[test]
    fn blocks_are_compared_at_the_largest_size() {
        let gpu = "cuda:0";
        let mut made = Vec::new();
        assert_eq!(verdicts(&[times(&made)])[4..], [NotMeasured; 4]);
        for number in FOUR {
            made.push((number, CPU, None, Some(8.0)));
        }
        assert_eq!(verdicts(&[times(&made)])[4..], [NotMeasured; 4]);
        for number in FOUR {
            for (block, ms) in [(8, 3.0), (16, 1.0), (32, 2.0)] {
                made.push((number, gpu, Some(block), Some(ms)));
            }
        }
        // All have the same bits, so that the error does not change with the block at all.
        let expected = [Confirmed, Confirmed, NotMeasured, NotHere];
        assert_eq!(verdicts(&[times(&made)])[4..], expected);
        for number in FOUR {
            made.push((number, gpu, Some(64), (number == "f32").then_some(0.5)));
        }
        assert_eq!(verdicts(&[times(&made)])[5..7], [NotHere, Confirmed]);
        made.iter_mut().for_each(|made| made.3 = Some(1.0));
        assert_eq!(verdicts(&[times(&made)])[6], NotHere);
    }
}

//! What the thesis concludes about LU decomposition.

use super::PAIRS;
use floatfloat_lab::machine::CPU;
use floatfloat_report::{
    claim::{
        Claim, Evidence, Finding, Ratios, Rows, SAME_TIME, Scope, TRIPLES, Test, if_so, listed,
        no_gain, of_each,
    },
    table::{Frame, Row},
};

/// The types of the thesis.
const FOUR: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// Random matrices.
const RANDOM: Rows = Rows::of("lud");

const TIMES: Rows = Rows::of("lud-time");

/// Shares of mismatches that differ by less than this factor are the same.
const SAME_SHARE: f64 = 1.01;

/// The factor from the error in the smallest gap to that in the largest from which on it grows much.
const MUCH: f64 = 1e3;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("section 7.3, table 17", "multiple precision has no mismatches")
        .test(Test::With(no_mismatches)),
    Claim::of(
        "section 7.3, table 17",
        "float2 has the most mismatches of all types, in every range and at every size",
    )
    .test(Test::With(most_mismatches)),
    Claim::of("section 7.3, table 17, figures 18 to 20", "two words are no more accurate than one")
        .test(Test::With(two_words_gain_nothing)),
    Claim::of(
        "section 7.3, figures 18 to 20",
        "errors grow much with the gap between small and large elements",
    )
    .test(Test::With(errors_grow)),
    Claim::of(
        "section 7.3, tables 18 and 19",
        "the GPU is faster than the CPU, by up to 300 in f32 and f64",
    )
    .on(Scope::Gpus)
    .test(Test::With(faster_than_processor)),
    Claim::of("section 7.3, table 19", "blocks of 16x16 are the fastest")
        .on(Scope::Gpus)
        .test(Test::With(fastest_block)),
    Claim::of(
        "section 7.3, table 19",
        "blocks beyond 32x32 need more shared memory than there is, but for f32",
    )
    .on(Scope::Gpus)
    .test(Test::With(large_blocks_run_in_f32_only)),
    Claim::of("section 7.3, end", "the error changes with the block, but less than with the range")
        .test(Test::With(bits_change_with_block)),
];

fn no_mismatches(evidence: &Evidence<'_>) -> Option<Finding> {
    let all = evidence.rows(Rows { table: "lud", with: &[("type", &["mp256"])] })?;
    let total: f64 = all.rows().filter_map(|row| row.number("mismatches")).sum();
    let largest = *all.sizes("size").last()?;
    let words = format!("{total} in {} matrices of up to {largest} rows", all.len());
    Some((if_so(total == 0.0), words))
}

fn most_mismatches(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(RANDOM)?;
    let others: Vec<_> =
        ["f32", "f64", "double2"].map(|other| rows.pairs("type", ["float2", other])).into();
    let (mut worst, mut total) = (0, 0);
    for float2 in rows.with(&[("type", "float2")]).rows() {
        let other = |pairs: &Vec<[Row<'_>; 2]>| {
            let pair = pairs.iter().find(|[row, _]| row.agrees(&float2, &[]))?;
            pair[1].number("mismatches")
        };
        let Some(others) = others.iter().map(other).collect::<Option<Vec<f64>>>() else { continue };
        let most = others.into_iter().fold(0.0, f64::max);
        total += 1;
        worst += usize::from(float2.number("mismatches")? * SAME_SHARE >= most);
    }
    let words = format!("in {worst} of {total} matrices, give or take one in a hundred");
    (total > 0).then(|| (if_so(worst == total), words))
}

/// Composite numbers are not more accurate than words, but double-words are.
fn two_words_gain_nothing(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(RANDOM)?;
    let (verdict, words) = no_gain(&rows, "relative_error")?;
    let residual = |[one, two, _]: [&str; 3]| {
        let ratios = rows.ratios("residual", "type", [two, one]).into_iter();
        let median = Ratios::of(ratios.map(|(_, ratio)| [ratio, 1.0]), false).median();
        format!("{two} over {one} {:.1e}", median.unwrap_or(f64::NAN))
    };
    Some((verdict, format!("{words}; medians of residual: {}", TRIPLES.map(residual).join("; "))))
}

/// From the smallest gap to the largest, in most steps between; of each range the largest matrix.
fn errors_grow(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(RANDOM)?;
    let (mut holds, mut words) = (true, Vec::new());
    for number in FOUR {
        let error = |range: String| {
            let here = rows.with(&[("type", number), ("range", &range)]);
            here.filter(|row| row.number("error").is_some()).at_most("size").value("error")
        };
        let errors = PAIRS.map(|pair| error(pair.to_string()));
        let errors: Vec<f64> = errors.into_iter().collect::<Option<_>>()?;
        let growth = errors[errors.len() - 1] / errors[0];
        let rises = errors.windows(2).filter(|two| two[1] > two[0]).count();
        let steps = errors.len() - 1;
        holds &= growth >= MUCH && 2 * rises > steps;
        let errors = listed(&errors);
        words.push(format!(
            "{number} {errors} ({growth:.0e} times, up in {rises} of {steps} steps)"
        ));
    }
    Some((if_so(holds), format!("ranges 1 to 5: {}", words.join("; "))))
}

/// The largest gain over the processor, of each type.
fn faster_than_processor(evidence: &Evidence<'_>) -> Option<Finding> {
    let (here, processor) = (evidence.rows(TIMES)?, evidence.of(CPU).rows(TIMES)?);
    of_each(&FOUR, |number| {
        let gain = |row: Row<'_>| {
            let other = processor.with(&[("type", number)]).at("size", row.number("size")?);
            Some((other.value("ms")? / row.number("ms")?, row.number("size")?))
        };
        let gains = here.with(&[("type", number)]);
        let gains = gains.rows().filter_map(gain);
        let (gain, size) = gains.max_by(|x, y| x.0.total_cmp(&y.0))?;
        Some((gain > SAME_TIME, format!("{number} {gain:.2} times at {size}")))
    })
}

/// The times of a type in all its blocks, at its largest size.
fn in_blocks<'a>(times: &Frame<'a>, number: &str) -> Frame<'a> {
    let timed = times.with(&[("type", number)]);
    timed.filter(|row| !row.is("block", "") && row.finite("ms").is_some()).at_most("size")
}

/// The fastest, or as fast.
fn fastest_block(evidence: &Evidence<'_>) -> Option<Finding> {
    let times = evidence.rows(TIMES)?;
    of_each(&FOUR, |number| {
        let blocks = in_blocks(&times, number);
        let timed = blocks.rows().filter_map(|row| Some((row.shown("block"), row.number("ms")?)));
        let (block, best) =
            timed.min_by(|x, y| x.1.total_cmp(&y.1)).filter(|_| blocks.len() > 1)?;
        let over = blocks.with(&[("block", "16x16")]).value("ms")? / best;
        let words = match &block[..] {
            "16x16" => format!("{number} {block}"),
            _ => format!("{number} {block} (16x16 takes {over:.2} times as long)"),
        };
        Some((over < SAME_TIME, words))
    })
}

fn large_blocks_run_in_f32_only(evidence: &Evidence<'_>) -> Option<Finding> {
    let large = evidence.rows(Rows { with: &[("block", &["64x64"])], ..TIMES })?;
    let ran = |number: &str| {
        let of = large.with(&[("type", number)]);
        (!of.is_empty()).then(|| of.rows().any(|row| row.finite("ms").is_some()))
    };
    let words = |number: &str| {
        let outcome = if ran(number)? { "ran" } else { "out of resources" };
        Some(format!("{number} {outcome}"))
    };
    let words: Vec<String> = FOUR.into_iter().filter_map(words).collect();
    let [f32, others @ ..] = FOUR.map(ran);
    let holds = f32 != Some(false) && others.iter().all(|ran| *ran != Some(true));
    (!words.is_empty()).then(|| (if_so(holds), words.join(", ")))
}

/// Whether bits depend on the block, on any device.
fn bits_change_with_block(evidence: &Evidence<'_>) -> Option<Finding> {
    let times = evidence.everywhere(TIMES)?.filter(|row| !row.is("block", ""));
    let compared: Vec<bool> = times.rows().filter_map(|row| row.flag("verified")).collect();
    let (same, all) = (compared.iter().filter(|same| **same).count(), compared.len());
    let words = format!(
        "{same} of {all} factorisations have the processor's bits whatever the block, since here \
         every element is updated in one order"
    );
    (all > 0).then(|| (if_so(same < all), words))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{ACCURACY, EXPERIMENT, TIMES},
        FOUR, PAIRS, TRIPLES,
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
            for (types, scale) in TRIPLES.iter().zip([1.0, 1e-9]) {
                for (number, relative) in types.iter().zip([one, two, one * 1e-8]) {
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

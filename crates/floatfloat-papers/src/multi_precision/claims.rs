//! What the thesis concludes about multiple precision.

use floatfloat_report::claim::{
    Claim, Evidence, Finding, Rows, Scope, Test, at_most, if_so, listed,
};

/// Multiple precision, from the fewest bits.
const MULTIPLE: [&str; 4] = ["mp32", "mp64", "mp128", "mp256"];

const TIMES: Rows = Rows::of("multi-precision");
const SUMS: Rows = Rows::of("multi-precision-sums");

/// The range of table 7 in which 256 bits do not suffice for many numbers.
const WIDEST: &str = "(10^-37, 10^-36) & (10^36, 10^37)";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("section 5.1, table 7", "256 bits give the exact sum of few numbers in every range")
        .test(Test::With(|evidence| few_are_exact(evidence, "mp256"))),
    Claim::of(
        "section 5.1, table 7",
        "of 2^20 numbers in the widest range also the sum of 256 bits is wrong",
    )
    .test(Test::With(many_are_wrong)),
    Claim::of(
        "section 5.1, table 8",
        "on a GPU multiple precision (CUMP) takes up to 47 times as long as f64",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(over_double)),
    Claim::of(
        "section 5.1, table 8",
        "more bits cost little: on a GPU 256 bits take at most 1.31 times as long as 32",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(over_fewest_bits)),
    Claim::of(
        "section 5.1, table 9",
        "a kernel of multiple precision needs 2.5 to 3 times the registers of double2, 63 and 71, which limit blocks to \
         520 (Fermi) and 923 (Kepler) threads",
    )
    .test(Test::With(registers)),
];

/// On every device: few numbers, each range.
fn few_are_exact(evidence: &Evidence<'_>, number: &str) -> Option<Finding> {
    let sums = evidence.everywhere(SUMS)?.with(&[("type", number)]);
    let few = sums.at("elements", *sums.sizes("elements").first()?);
    let errors: Vec<f64> = few.rows().filter_map(|row| row.finite("error")).collect();
    let exact = errors.iter().filter(|error| **error == 0.0).count();
    let words = format!("exact in {exact} of {} sums", errors.len());
    (!errors.is_empty()).then(|| (if_so(exact == errors.len()), words))
}

fn many_are_wrong(evidence: &Evidence<'_>) -> Option<Finding> {
    let sums = evidence.everywhere(SUMS)?.with(&[("type", "mp256"), ("range", WIDEST)]);
    let many = sums.at("elements", f64::from(1 << 20));
    let errors: Vec<f64> = many.rows().filter_map(|row| row.finite("error")).collect();
    let wrong = errors.iter().any(|error| *error != 0.0);
    (!errors.is_empty()).then(|| (if_so(wrong), format!("errors {}", listed(&errors))))
}

/// The times of sums of the most elements over that of another type.
fn ratios(evidence: &Evidence<'_>, over: &str) -> Option<Vec<(&'static str, f64)>> {
    let sums = evidence.rows(TIMES)?.with(&[("op", "sum")]).at_most("elements");
    let ns = |number: &str| sums.with(&[("type", number)]).value("ns");
    let below = ns(over)?;
    MULTIPLE.into_iter().map(|number| Some((number, ns(number)? / below))).collect()
}

fn worded(ratios: &[(&'static str, f64)], over: &str) -> String {
    let words = ratios.iter().map(|(number, ratio)| format!("{number} {ratio:.1}"));
    format!("time of a sum over that in {over}: {}", words.collect::<Vec<_>>().join(", "))
}

fn over_double(evidence: &Evidence<'_>) -> Option<Finding> {
    let ratios = ratios(evidence, "f64")?;
    let most = ratios.iter().map(|(_, ratio)| *ratio).fold(0.0, f64::max);
    Some((at_most(47.0, most), worded(&ratios, "f64")))
}

fn over_fewest_bits(evidence: &Evidence<'_>) -> Option<Finding> {
    let ratios = ratios(evidence, "mp32")?;
    Some((at_most(1.31, ratios.last()?.1), worded(&ratios, "mp32")))
}

/// Registers of an addition, where a device tells them; else the values that it has at one time, which a compiler that does not
/// reorder steps needs registers for.
fn registers(evidence: &Evidence<'_>) -> Option<Finding> {
    let additions = evidence.rows(TIMES)?.with(&[("op", "add")]);
    let of =
        |number: &str, column: &str| additions.with(&[("type", number)]).first()?.number(column);
    let (column, pair, what) = match of("dd", "registers") {
        Some(registers) => ("registers", registers, "registers of a thread that adds"),
        // A word of double2 takes two registers of 32 bits.
        None => {
            ("values", 2.0 * of("dd", "values")?, "values of 32 bits at one time in an addition")
        }
    };
    let (mut holds, mut words) = (true, Vec::new());
    for number in MULTIPLE {
        let count = of(number, column)?;
        let ratio = count / pair;
        holds &= (2.5..=3.0).contains(&ratio);
        words.push(format!("{number} {count} ({ratio:.1})"));
    }
    let untold = if column == "values" { "; no device here tells its registers" } else { "" };
    let evidence = format!("{what}, over the {pair} of dd: {}{untold}", words.join(", "));
    Some((if_so(holds), evidence))
}

#[cfg(test)]
mod tests {
    use super::CLAIMS;
    use floatfloat_lab::{
        machine::processor,
        table::{Table, chosen, measured, row, verdict},
    };
    use floatfloat_report::claim::Verdict;

    #[test]
    fn claims_are_judged_by_sums_and_additions() {
        let mut times = Table::new(
            "multi-precision",
            "cpu",
            [
                chosen("device"),
                chosen("type"),
                chosen("op"),
                chosen("elements"),
                measured("ns", "ns"),
                measured("values", ""),
                measured("registers", ""),
                verdict("verified"),
            ],
        );
        for (number, sum, values) in [
            ("f64", 1.0, 3u64),
            ("dd", 5.0, 8),
            ("mp32", 10.0, 40),
            ("mp64", 11.0, 41),
            ("mp128", 12.0, 44),
            ("mp256", 13.0, 48),
        ] {
            let verified = Some(true);
            let untold = None::<u64>;
            times.push(row!["cpu", number, "sum", 64u64, sum, values, untold, verified]);
            times.push(row!["cpu", number, "add", 64u64, sum, values, untold, verified]);
        }
        let columns = ["device", "type", "range"].map(chosen);
        let columns = columns.into_iter().chain([chosen("elements"), measured("error", "")]);
        let mut sums = Table::new("multi-precision-sums", "cpu", columns.collect::<Vec<_>>());
        sums.push(row!["cpu", "mp256", super::WIDEST, 1024u64, 0.0]);
        sums.push(row!["cpu", "mp256", super::WIDEST, 1u64 << 20, 1e-34]);
        let tables = [times, sums];
        let devices = [processor()];
        let judged: Vec<_> = CLAIMS.iter().map(|claim| claim.judge(&tables, &devices).0).collect();
        assert!(judged.iter().all(|verdict| *verdict == Verdict::Confirmed), "{judged:?}");
        let unknown = CLAIMS[1].judge(&tables[..1], &devices).0;
        assert_eq!(unknown, Verdict::NotMeasured);
    }
}

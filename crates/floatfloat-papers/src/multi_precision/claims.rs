//! The thesis's claims about multiple precision.

use floatfloat_report::{
    chart::Shows,
    claim::{At, Claim, Compare, Evidence, Finding, Must, Rows, Scope, Test, Whose, if_so},
};

/// Multiple precision, from the fewest bits.
const MULTIPLE: [&str; 4] = ["mp32", "mp64", "mp128", "mp256"];

/// The range of table 7 in which 256 bits are not enough for many numbers.
const WIDEST: &str = "(10^-37, 10^-36) & (10^36, 10^37)";

/// The times of sums of the most elements.
const TIMES: Compare = Compare::of(
    Rows::of("multi-precision")
        .with(&[("op", Shows::One(&["sum"])), ("elements", Shows::Most(&[]))]),
    "ns",
);

/// Sums in 256 bits on every device.
const SUMS: Rows =
    Rows::of("multi-precision-sums").whose(Whose::All).with(&[("type", Shows::One(&["mp256"]))]);

const FEW: Rows = SUMS.and(&[("elements", Shows::Least(&[]))]);

const MANY: Rows =
    SUMS.and(&[("range", Shows::One(&[WIDEST])), ("elements", Shows::One(&["1048576"]))]);

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("section 5.1, table 7", "256 bits give the exact sum of few numbers in every range")
        .test(Compare::of(FEW, "error").along(&["device", "range"], At::Every).test(
            &[&["mp256"]],
            Must::BeAtMost(0.0),
            "exact in {together} of {all} sums",
        )),
    Claim::of(
        "section 5.1, table 7",
        "of 2^20 numbers in the widest range also the sum of 256 bits is wrong",
    )
    .test(Test::Not(&Compare::of(MANY, "error").along(&["device"], At::Every).test(
        &[&["mp256"]],
        Must::BeAtMost(0.0),
        "errors {numbers}",
    ))),
    Claim::of(
        "section 5.1, table 8",
        "on a GPU multiple precision (CUMP) takes up to 47 times as long as f64",
    )
    .on(Scope::AnyDevice)
    .test(TIMES.test(
        &[&["mp32", "f64"], &["mp64", "f64"], &["mp128", "f64"], &["mp256", "f64"]],
        Must::TakeAtMost(47.0),
        "time of a sum over that in f64: [{one} {ratio.1}|, ]",
    )),
    Claim::of(
        "section 5.1, table 8",
        "more bits cost little: on a GPU 256 bits take at most 1.31 times as long as 32",
    )
    .on(Scope::AnyDevice)
    .test(Test::All(&[
        TIMES.test(
            &[&["mp32", "mp32"], &["mp64", "mp32"], &["mp128", "mp32"], &["mp256", "mp32"]],
            Must::BeShown,
            "time of a sum over that in mp32: [{one} {ratio.1}|, ]",
        ),
        TIMES.test(&[&["mp256", "mp32"]], Must::TakeAtMost(1.31), ""),
    ])),
    Claim::of(
        "section 5.1, table 9",
        "a kernel of multiple precision needs 2.5 to 3 times the registers of double2, 63 and 71, which limit blocks to \
         520 (Fermi) and 923 (Kepler) threads",
    )
    .test(Test::With(registers)),
];

/// Not one of the standard comparisons: it judges registers if a device reports them, otherwise values of 32
/// bits, of which a word of dd takes two. A compiler that does not reorder steps needs a register for each
/// value that is alive at the same time in an addition.
fn registers(evidence: &Evidence<'_>) -> Option<Finding> {
    let additions = evidence.rows(Rows::of("multi-precision"))?.with(&[("op", "add")]);
    let of =
        |number: &str, column: &str| additions.with(&[("type", number)]).first()?.number(column);
    let (column, pair, what) = match of("dd", "registers") {
        Some(registers) => ("registers", registers, "registers of a thread that adds"),
        // A word of double2 takes two registers of 32 bits.
        None => (
            "values",
            2.0 * of("dd", "values")?,
            "values of 32 bits that an addition needs at \
                 one time",
        ),
    };
    let (mut holds, mut words) = (true, Vec::new());
    for number in MULTIPLE {
        let count = of(number, column)?;
        let ratio = count / pair;
        holds &= (2.5..=3.0).contains(&ratio);
        words.push(format!("{number} {count} ({ratio:.1})"));
    }
    let untold = if column == "values" { "; no device here reports its registers" } else { "" };
    let evidence =
        format!("{what}, and the ratio to the {pair} of dd: {}{untold}", words.join(", "));
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

//! The thesis's claims about multiple precision.

use floatfloat_report::{
    chart::Shows,
    claim::{At, Claim, Compare, Must, Rows, Scope, Test, Texts, Whose},
};

/// Additions of the fewest elements.
const ADDITIONS: Rows = Rows::of("multi-precision")
    .with(&[("op", Shows::One(&["add"])), ("elements", Shows::Least(&["type"]))]);

/// Multiple precision compared with dd.
const OVER_DD: Texts = &[&["mp32", "dd"], &["mp64", "dd"], &["mp128", "dd"], &["mp256", "dd"]];

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
    // If no device reports registers, the values of 32 bits that are alive at the same time in an addition, of which
    // a word of dd takes two. A compiler that does not reorder steps needs a register for each.
    .test(Test::First(&[
        Compare::of(ADDITIONS, "registers").test(
            OVER_DD,
            Must::BeBetween(2.5, 3.0),
            "registers of a thread that adds, and the ratio to the {below.0} of dd: [{one} {above.0} ({ratio.1})|, ]",
        ),
        Compare::of(ADDITIONS, "values").test(
            OVER_DD,
            Must::BeBetween(5.0, 6.0),
            "values of 32 bits that an addition needs at one time, and the ratio to the {below.0} of dd, which have \
             64 bits: [{one} {above.0} ({ratio.1})|, ]; no device here reports its registers",
        ),
    ])),
];

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

//! The claims of Warwick's paper about speed.

use super::operations::OPERATIONS;
use floatfloat_report::{
    chart::Shows,
    claim::{
        At, Claim, Compare, Evidence, Finding, Must, Rows, SAME_TIME, Scope, Test,
        Verdict::NotMeasured, if_so, is_within,
    },
    table::Frame,
};

/// The slug factor from which on Warwick observed speed-ups.
const HIGH: f64 = 32.0;

/// A speed-up within this distance of 1 counts as none.
const NEAR: f64 = 0.25;

const TABLE: &str = "Table 2 of Warwick 2020";

const SLUG: Rows = Rows::of("speed-up-slug");

const REPEATED: Rows = SLUG.with(&[("repetitions", Shows::Not("1"))]);

/// The operations that are done once to each number.
const ONCE: Rows =
    SLUG.with(&[("repetitions", Shows::One(&["1"])), ("op", Shows::One(&["add", "sub", "mul"]))]);

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of(
        TABLE,
        "ff is faster than f64 where f32 is 32 times as fast as f64, and slower elsewhere.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(slug_decides)),
    Claim::of(TABLE, "Division gains most.").on(Scope::AnyDevice).test(Test::With(division_gains)),
    Claim::of(
        TABLE,
        "Done once to each number, ff takes about as long as f64, give or take a quarter.",
    )
    .on(Scope::AnyDevice)
    .test(Compare::of(ONCE, "").by("").along(&["op"], At::Every).at_least(3).test(
        &[&["slug_f64", "slug_ff"]],
        Must::BeBetween(1.0 - NEAR, 1.0 + NEAR),
        "done once to each number: speed-ups of + − × {ratios}",
    )),
];

/// The factor by which an operation of ff is faster than that of f64.
fn speed_up(rows: &Frame<'_>, op: &str) -> Option<f64> {
    let row = rows.with(&[("op", op)]).first()?;
    Some(row.number("slug_f64")? / row.number("slug_ff")?)
}

/// Not one of the standard comparisons: ff must be faster exactly where the slug factor is high.
fn slug_decides(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(REPEATED)?;
    let slug = rows.with(&[("op", "add")]).value("slug_f64")?;
    let ff = speed_up(&rows, "add")?;
    let text = format!("repeated additions: slug factor {slug:.1}, speed-up of ff {ff:.2}");
    Some(match is_within(SAME_TIME, ff) {
        true => (NotMeasured, format!("{text}, which is within noise of 1")),
        false => (if_so((slug >= HIGH) == (ff > 1.0)), text),
    })
}

/// Not one of the standard comparisons: if two gains differ by no more than noise, neither counts as
/// larger.
fn division_gains(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(REPEATED)?;
    let all = OPERATIONS.map(|op| Some((op, speed_up(&rows, op)?)));
    let all: Vec<(&str, f64)> = all.into_iter().collect::<Option<_>>()?;
    let others = all.iter().filter(|(op, _)| *op != "div").map(|(_, gain)| *gain);
    let over = speed_up(&rows, "div")? / others.fold(0.0, f64::max);
    let listed: Vec<String> = all.iter().map(|(op, gain)| format!("{op} {gain:.2}")).collect();
    let text = format!("repeated: speed-up of ff {}", listed.join(", "));
    Some(match is_within(SAME_TIME, over) {
        true => (NotMeasured, format!("{text}; the two largest differ by no more than noise")),
        false => (if_so(over > 1.0), text),
    })
}

#[cfg(test)]
mod tests {
    use super::{super::SLUG, CLAIMS, OPERATIONS};
    use floatfloat_lab::{
        machine,
        results::{Device, Table},
        table::row,
    };
    use floatfloat_report::claim::Verdict::{self, *};

    const GPU: &str = "cuda:0";

    /// The claims, judged by the times of f32, ff and f64 for operations done so many times.
    fn verdicts(made: &[(&str, u32, [f64; 3])]) -> Vec<Verdict> {
        let mut table = Table::new("speed-up-slug", GPU, SLUG);
        for &(op, repetitions, [f32, ff, f64]) in made {
            table.push(row![GPU, op, repetitions, f64 / f32, ff / f32]);
        }
        let devices = [Device { id: GPU.into(), ..machine::processor() }];
        let tables = [table];
        CLAIMS.iter().map(|claim| claim.judge(&tables, &devices).0).collect()
    }

    #[test]
    fn the_slug_factor_is_compared_beyond_noise() {
        let with = |f32: f64, ff: f64| verdicts(&[("add", 10, [64.0 / f32, 64.0 / ff, 64.0])])[0];
        // Slug factors and speed-ups.
        assert_eq!(with(32.0, 1.6), Confirmed);
        assert_eq!(with(2.0, 1.6), NotHere);
        assert_eq!(with(2.0, 0.16), Confirmed);
        assert_eq!(with(2.0, 1.03), NotMeasured);
    }

    #[test]
    fn division_is_compared_with_every_other_operation() {
        let with = |gains: [f64; 4]| {
            let made: Vec<_> = OPERATIONS
                .into_iter()
                .zip(gains)
                .map(|(op, gain)| (op, 10, [1.0, 1.0, gain]))
                .collect();
            verdicts(&made)[1]
        };
        assert_eq!(with([0.2, 0.2, 0.4, 1.7]), Confirmed);
        // More than addition, and less than multiplication.
        assert_eq!(with([0.56, 0.58, 0.75, 0.58]), NotHere);
        assert_eq!(with([0.56, 0.55, 0.54, 0.58]), NotMeasured);
        assert_eq!(verdicts(&[])[1], NotMeasured);
    }

    #[test]
    fn memory_decides_where_all_are_near() {
        let with = |ff: f64| {
            let made = OPERATIONS.map(|op| (op, 1, [1.0, ff, 1.0]));
            verdicts(&made)[2]
        };
        assert_eq!(with(1.1), Confirmed);
        assert_eq!(with(2.0), NotHere);
    }
}

//! The thesis's claims about chains of products, judged by the longest chains.

use floatfloat_report::{
    chart::Shows,
    claim::{
        ALIKE_IN_CHAINS, At, Claim, Compare, Evidence, Finding, Must, Rows, Test, Texts,
        Verdict::{NotHere, OnlyComposite},
    },
};

/// "Much more accurate" means at least this factor for a type of twice the precision.
const MUCH: f64 = 1e3;

const LONGEST: Rows = Rows::of("mul-chain").with(&[("products", Shows::Most(&[]))]);

/// Operands of two words.
const WIDE: (&str, Shows) = ("operands", Shows::One(&["two f32"]));

/// The rows without renormalisation.
const USUAL: (&str, Shows) = ("variant", Shows::One(&[""]));

/// The errors in each range, with operands of two words.
const ERRORS: Compare =
    Compare::of(LONGEST.and(&[WIDE, USUAL]), "error").along(&["range"], At::Each);

const OVER_A_WORD: Texts = &[&["float2", "f32"], &["double2", "f64"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of(
        "Figures 22 and 23",
        "Products in float2 are less accurate than in f32, and in double2 than in f64.",
    )
    .test(ERRORS.test(
        OVER_A_WORD,
        Must::Exceed(ALIKE_IN_CHAINS),
        "after {products} products [{one} in {range}: {above}, {two} {below}|; ]; errors within \
         a factor of 2 count as equal",
    )),
    Claim::of(
        "Section 8.1",
        "The error component of products spreads errors, and its last term underflows.",
    )
    .test(Test::With(cause)),
    Claim::of(
        "Section 8.1",
        "Renormalising before every product makes composite products more accurate.",
    )
    .test(
        Compare::of(LONGEST.and(&[WIDE]), "error")
            .by("variant")
            .along(&["range", "type"], At::Each)
            .test(
                &[&["renormalised", ""]],
                Must::StayBelow(1.0 / ALIKE_IN_CHAINS),
                "after {products} products [{type} in {range}: {above} renormalised, {below} \
                 not|; ]; errors within a factor of 2 count as equal",
            ),
    ),
    Claim::of("Section 8.1", "Pairs of words are not effective for multiplications.").test(
        Test::Composite {
            composite: &ERRORS.test(OVER_A_WORD, Must::Exceed(1.0 / MUCH), ""),
            double_words: &Test::Not(&ERRORS.test(
                &[&["ff", "float2"], &["dd", "double2"]],
                Must::StayBelow(1.0 / MUCH),
                "after {products} products [{two} in {range}: {below}, {one} {above}|; ]",
            )),
        },
    ),
];

/// Not one of the standard comparisons: if float2 has exactly the error of f32, and ff a much smaller one, the
/// claim is true only of composite arithmetic. Otherwise it is not true.
fn cause(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = evidence.rows(LONGEST.and(&[("operands", Shows::One(&["f32"])), USUAL]))?;
    let range = evidence.rows(LONGEST)?.first()?.shown("range");
    let of = |number| rows.with(&[("type", number), ("range", &range)]).value("error");
    let (float2, f32, ff) = (of("float2")?, of("f32")?, of("ff")?);
    let verdict = if float2 == f32 && ff < f32 / MUCH { OnlyComposite } else { NotHere };
    let text = format!(
        "with operands of one word, whose error components are 0 and cannot spread, the error of \
         float2 is {float2:.1e}, of f32 {f32:.1e}, of ff {ff:.1e}: the cause is the missing \
         rounding error of value · value"
    );
    Some((verdict, text))
}

#[cfg(test)]
mod tests {
    use super::{super::COLUMNS, CLAIMS};
    use floatfloat_lab::{machine::CPU, results::Table, table::row};
    use floatfloat_report::claim::{
        Finding,
        Verdict::{self, *},
    };

    /// The claims, judged by errors of types, variants and operands after ten products.
    fn findings(made: &[(&str, &str, &str, f64)]) -> Vec<Finding> {
        let mut table = Table::new("mul-chain", CPU, COLUMNS);
        for &(number, variant, operands, error) in made {
            let range = "(0.1, 1) & (1, 6)";
            let (ns, verified) = (1.0, None::<bool>);
            table.push(row![CPU, number, variant, range, operands, 10, error, error, ns, verified]);
        }
        let tables = [table];
        CLAIMS.iter().map(|claim| claim.judge(&tables, &[])).collect()
    }

    fn verdicts(float2: f64, renormalised: f64, ff: f64) -> Vec<Verdict> {
        let made = [
            ("f32", "", "f32", 1e-6),
            ("float2", "", "f32", 1e-6),
            ("ff", "", "f32", ff),
            ("f32", "", "two f32", 1e-6),
            ("float2", "", "two f32", float2),
            ("float2", "renormalised", "two f32", renormalised),
            ("ff", "", "two f32", ff),
        ];
        findings(&made).into_iter().map(|(verdict, _)| verdict).collect()
    }

    #[test]
    fn verdicts_follow_from_the_numbers() {
        assert_eq!(
            verdicts(3e-6, 5e-7, 1e-13),
            [Confirmed, OnlyComposite, Confirmed, OnlyComposite]
        );
        assert_eq!(verdicts(5e-7, 5e-7, 1e-8), [NotHere, NotHere, NotHere, Confirmed]);
        // Differences within noise decide nothing.
        assert_eq!(verdicts(1.5e-6, 1.2e-6, 1e-13)[..3], [NotHere, OnlyComposite, NotHere]);
        let alike =
            findings(&[("f64", "", "two f32", 1.0e-14), ("double2", "", "two f32", 1.1e-14)]);
        assert!(alike[0].1.contains("1.1e-14, f64 1.0e-14; errors within a"), "{}", alike[0].1);
        assert_eq!(alike[3].0, NotMeasured);
        assert!(findings(&[]).iter().all(|(verdict, _)| *verdict == NotMeasured));
    }
}

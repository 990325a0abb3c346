//! What the thesis concludes about chains of products, judged by the longest ones.

use floatfloat_report::{
    claim::{
        ALIKE_IN_CHAINS, Claim, Evidence, Finding, Test,
        Verdict::{NotHere, OnlyComposite},
        if_so, is_within, of_composite,
    },
    table::Frame,
};

/// So much more accurate is a type of twice the precision at least.
const MUCH: f64 = 1e3;

/// Operands of two words.
const WIDE: &str = "two f32";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of(
        "Figures 22 and 23",
        "Products in float2 are less accurate than in f32, and in double2 than in f64.",
    )
    .test(Test::With(worse_than_a_word)),
    Claim::of(
        "Section 8.1",
        "The error component of products spreads errors, and its last term underflows.",
    )
    .test(Test::With(cause)),
    Claim::of(
        "Section 8.1",
        "Renormalising before every product makes composite products more accurate.",
    )
    .test(Test::With(renormalising)),
    Claim::of("Section 8.1", "Pairs of words are not effective for multiplications.")
        .test(Test::With(not_effective)),
];

/// The errors of a composite type and of another in the longest chains of one range.
struct Pair {
    range: String,
    composite: &'static str,
    errors: [f64; 2],
}

/// A type and a variant.
type Kind = (&'static str, &'static str);

fn longest<'a>(evidence: &Evidence<'a>) -> Option<Frame<'a>> {
    Some(evidence.table("mul-chain")?.at_most("products"))
}

fn error(rows: &Frame<'_>, (number, variant): Kind, range: &str, operands: &str) -> Option<f64> {
    let values = [("type", number), ("variant", variant), ("range", range), ("operands", operands)];
    rows.with(&values).value("error")
}

/// For every range the errors of kinds of composite numbers beside those of others, operands of two
/// words; nothing where there are none.
fn pairs(rows: &Frame<'_>, kinds: [[Kind; 2]; 2]) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    for range in rows.distinct("range") {
        for [composite, other] in kinds {
            let of = |kind| error(rows, kind, &range, WIDE);
            if let (Some(a), Some(b)) = (of(composite), of(other)) {
                pairs.push(Pair { range: range.clone(), composite: composite.0, errors: [a, b] });
            }
        }
    }
    (!pairs.is_empty()).then_some(pairs)
}

fn listed(rows: &Frame<'_>, pairs: &[Pair], whose: &str) -> String {
    let one = |Pair { range, composite, errors: [a, b] }: &Pair| {
        let alike = if is_within(ALIKE_IN_CHAINS, a / b) { ": alike" } else { "" };
        format!("{composite} in {range}: {a:.1e}, {whose} {b:.1e}{alike}")
    };
    let most = rows.sizes("products").last().copied().unwrap_or(0.0);
    let listed: Vec<String> = pairs.iter().map(one).collect();
    format!("after {most} products {}", listed.join("; "))
}

fn worse_than_a_word(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = longest(evidence)?;
    let pairs = pairs(&rows, OVER_A_WORD)?;
    let worse = pairs.iter().all(|Pair { errors: [a, b], .. }| *a > ALIKE_IN_CHAINS * b);
    Some((if_so(worse), listed(&rows, &pairs, "the word's")))
}

const OVER_A_WORD: [[Kind; 2]; 2] = [[("float2", ""), ("f32", "")], [("double2", ""), ("f64", "")]];

const OVER_A_DOUBLE_WORD: [[Kind; 2]; 2] =
    [[("float2", ""), ("ff", "")], [("double2", ""), ("dd", "")]];

const RENORMALISED: [[Kind; 2]; 2] =
    [[("float2", "renormalised"), ("float2", "")], [("double2", "renormalised"), ("double2", "")]];

fn cause(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = longest(evidence)?;
    let range = rows.distinct("range").into_iter().next()?;
    let of = |number| error(&rows, (number, ""), &range, "f32");
    let (float2, f32, ff) = (of("float2")?, of("f32")?, of("ff")?);
    let verdict = if float2 == f32 && ff < f32 / MUCH { OnlyComposite } else { NotHere };
    let text = format!(
        "with operands of one word, whose error components are 0 and cannot spread, float2 is off by \
         {float2:.1e}, f32 by {f32:.1e}, ff by {ff:.1e}: what is missing is the rounding error of value · \
         value"
    );
    Some((verdict, text))
}

fn renormalising(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = longest(evidence)?;
    let pairs = pairs(&rows, RENORMALISED)?;
    let better = pairs.iter().all(|Pair { errors: [a, b], .. }| a * ALIKE_IN_CHAINS < *b);
    Some((if_so(better), listed(&rows, &pairs, "not renormalised")))
}

fn not_effective(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = longest(evidence)?;
    let words = pairs(&rows, OVER_A_WORD)?;
    let double_words = pairs(&rows, OVER_A_DOUBLE_WORD)?;
    let useless = words.iter().all(|Pair { errors: [a, b], .. }| a * MUCH > *b);
    let ours = double_words.iter().all(|Pair { errors: [a, b], .. }| b * MUCH < *a);
    Some((of_composite(useless, ours), listed(&rows, &double_words, "the double-word's")))
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
        // Within noise nothing is decided.
        assert_eq!(verdicts(1.5e-6, 1.2e-6, 1e-13)[..3], [NotHere, OnlyComposite, NotHere]);
        let alike =
            findings(&[("f64", "", "two f32", 1.0e-14), ("double2", "", "two f32", 1.1e-14)]);
        assert!(alike[0].1.ends_with("the word's 1.0e-14: alike"), "{}", alike[0].1);
        assert_eq!(alike[3].0, NotMeasured);
        assert!(findings(&[]).iter().all(|(verdict, _)| *verdict == NotMeasured));
    }
}

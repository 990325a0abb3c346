//! Nguyen's conclusions about products, held against this run.

use super::{RANGES, measured::Measured, range_name};
use crate::{
    experiments::conclusion::{self, ALIKE_IN_CHAINS, Conclusion, Verdict, if_so, is_within},
    results::Table,
};

/// So much more accurate is a type of twice the precision at least.
const MUCH: f64 = 1e3;

pub(super) fn table(devices: &str, found: &[Measured]) -> Table {
    let of = Of { found, most: found.iter().map(|m| m.products).max().unwrap_or(0) };
    let conclusions =
        vec![of.worse_than_a_word(), of.cause(), of.renormalising(), of.not_effective()];
    conclusion::table("mul-chain-conclusions", devices, conclusions)
}

/// The longest chains of the first device: the bits are those of the others.
struct Of<'a> {
    found: &'a [Measured],
    most: usize,
}

impl Of<'_> {
    fn error(&self, name: &str, variant: &str, range: [f64; 2], operands: &str) -> Option<f64> {
        let key = |m: &&Measured| {
            m.contender.name() == name
                && m.variant == variant
                && m.range == range
                && m.operands == operands
                && m.products == self.most
        };
        self.found.iter().find(key).map(|m| m.error)
    }

    /// For both ranges and both widths the errors of a composite type and of another, operands of
    /// two words.
    fn pairs(&self, variant: &str, others: [&str; 2]) -> Vec<([f64; 2], f64, f64, &'static str)> {
        let mut pairs = Vec::new();
        for range in RANGES {
            for (composite, other) in ["float2", "double2"].into_iter().zip(others) {
                let of = |name: &str, variant| self.error(name, variant, range, "two f32");
                if let (Some(a), Some(b)) = (of(composite, variant), of(other, "")) {
                    pairs.push((range, a, b, composite));
                }
            }
        }
        pairs
    }

    fn worse_than_a_word(&self) -> Conclusion {
        let pairs = self.pairs("", ["f32", "f64"]);
        let verdict = match pairs.is_empty() {
            true => Verdict::NotMeasured,
            false => if_so(pairs.iter().all(|(_, a, b, _)| *a > ALIKE_IN_CHAINS * b)),
        };
        let text = "Products in float2 are less accurate than in f32, and in double2 than in f64.";
        Conclusion {
            seed: "Figures 22 and 23",
            text,
            verdict,
            evidence: self.listed(&pairs, "the word's"),
        }
    }

    fn listed(&self, pairs: &[([f64; 2], f64, f64, &'static str)], whose: &str) -> String {
        let one = |&(range, a, b, name): &([f64; 2], f64, f64, &str)| {
            let alike = if is_within(ALIKE_IN_CHAINS, a / b) { ": alike" } else { "" };
            format!("{name} in {}: {a:.1e}, {whose} {b:.1e}{alike}", range_name(range))
        };
        let listed: Vec<String> = pairs.iter().map(one).collect();
        format!("after {} products {}", self.most, listed.join("; "))
    }

    fn cause(&self) -> Conclusion {
        let of = |name, operands| self.error(name, "", RANGES[0], operands);
        let errors = [of("float2", "f32"), of("f32", "f32"), of("ff", "f32")];
        let (verdict, evidence) = match errors {
            [Some(float2), Some(f32), Some(ff)] => {
                let verdict = if float2 == f32 && ff < f32 / MUCH {
                    Verdict::OnlyComposite
                } else {
                    Verdict::NotHere
                };
                let text = format!(
                    "with operands of one word, whose error components are 0 and cannot spread, float2 is \
                     off by {float2:.1e}, f32 by {f32:.1e}, ff by {ff:.1e}: what is missing is the \
                     rounding error of value · value"
                );
                (verdict, text)
            }
            _ => (Verdict::NotMeasured, "f32, float2 and ff are needed".into()),
        };
        let text = "The error component of products spreads errors, and its last term underflows.";
        Conclusion { seed: "Section 8.1", text, verdict, evidence }
    }

    fn renormalising(&self) -> Conclusion {
        let mut pairs = Vec::new();
        for range in RANGES {
            for name in ["float2", "double2"] {
                let of = |variant| self.error(name, variant, range, "two f32");
                if let (Some(a), Some(b)) = (of("renormalised"), of("")) {
                    pairs.push((range, a, b, name));
                }
            }
        }
        let verdict = match pairs.is_empty() {
            true => Verdict::NotMeasured,
            false => if_so(pairs.iter().all(|(_, a, b, _)| a * ALIKE_IN_CHAINS < *b)),
        };
        let text = "Renormalising before every product makes composite products more accurate.";
        Conclusion {
            seed: "Section 8.1",
            text,
            verdict,
            evidence: self.listed(&pairs, "not renormalised"),
        }
    }

    fn not_effective(&self) -> Conclusion {
        let composite = self.pairs("", ["f32", "f64"]);
        let useless = composite.iter().all(|(_, a, b, _)| a * MUCH > *b);
        let ours = self.pairs("", ["ff", "dd"]);
        let verdict = match (composite.is_empty() || ours.is_empty(), useless) {
            (true, _) => Verdict::NotMeasured,
            (false, true) if ours.iter().all(|(_, a, b, _)| b * MUCH < *a) => {
                Verdict::OnlyComposite
            }
            (false, true) => Verdict::Confirmed,
            (false, false) => Verdict::NotHere,
        };
        let text = "Pairs of words are not effective for multiplications.";
        Conclusion {
            seed: "Section 8.1",
            text,
            verdict,
            evidence: self.listed(&ours, "the double-word's"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Of, RANGES};
    use crate::{
        contender::Contender,
        experiments::{conclusion::Verdict, mul_chain::measured::Measured},
        number_type::NumberType,
    };

    fn made_up(
        contender: Contender,
        variant: &'static str,
        operands: &'static str,
        error: f64,
    ) -> Measured {
        Measured {
            device: "cpu".into(),
            contender,
            variant,
            range: RANGES[0],
            operands,
            products: 10,
            error,
            absolute: error,
            ns: Some(1.0),
            verified: None,
        }
    }

    #[test]
    fn verdicts_follow_from_the_numbers() {
        let (f32, ff) = (Contender::Number(NumberType::F32), Contender::Number(NumberType::Ff));
        let verdicts = |float2: f64, renormalised: f64, of_ff: f64| {
            let found = [
                made_up(f32, "", "f32", 1e-6),
                made_up(Contender::Float2, "", "f32", 1e-6),
                made_up(ff, "", "f32", of_ff),
                made_up(f32, "", "two f32", 1e-6),
                made_up(Contender::Float2, "", "two f32", float2),
                made_up(Contender::Float2, "renormalised", "two f32", renormalised),
                made_up(ff, "", "two f32", of_ff),
            ];
            let of = Of { found: &found, most: 10 };
            [of.worse_than_a_word(), of.cause(), of.renormalising(), of.not_effective()]
                .map(|c| c.verdict)
        };
        use Verdict::{Confirmed, NotHere, NotMeasured, OnlyComposite};
        assert_eq!(
            verdicts(3e-6, 5e-7, 1e-13),
            [Confirmed, OnlyComposite, Confirmed, OnlyComposite]
        );
        assert_eq!(verdicts(5e-7, 5e-7, 1e-8), [NotHere, NotHere, NotHere, Confirmed]);
        // Within noise nothing is decided.
        assert_eq!(verdicts(1.5e-6, 1.2e-6, 1e-13)[..3], [NotHere, OnlyComposite, NotHere]);
        let pair = [(RANGES[0], 1.1e-14, 1.0e-14, "double2")];
        let of = Of { found: &[], most: 10 };
        assert!(of.listed(&pair, "the word's").ends_with("the word's 1.0e-14: alike"));
        let of = Of { found: &[], most: 0 };
        assert_eq!(of.not_effective().verdict, NotMeasured);
    }
}

//! Nguyen's conclusions about divisions, held against this run.

use super::{
    cases::Case,
    measured::{CHAINS, IEEE, Measured, RECIPROCAL},
};
use crate::{
    experiments::conclusion::{self, Conclusion, Verdict},
    results::Experiment,
};

/// A type of two words is so much more accurate than one word at least.
const MUCH: f64 = 1e3;

/// Each conclusion for each device.
pub(super) fn table(devices: &str, found: &[Measured]) -> Experiment {
    let mut names: Vec<&str> = Vec::new();
    for m in found {
        if !names.contains(&m.device.as_str()) {
            names.push(&m.device);
        }
    }
    let all = names.into_iter().flat_map(|device| {
        let of = Of { device, found };
        [
            of.approximate(),
            of.ieee(),
            of.level(),
            of.large_x(),
            of.same_bits(),
            of.fast(),
            of.not_better(),
        ]
    });
    conclusion::table("do-undo-conclusions", devices, all.collect())
}

struct Of<'a> {
    device: &'a str,
    found: &'a [Measured],
}

fn if_so(holds: bool) -> Verdict {
    if holds { Verdict::Confirmed } else { Verdict::NotHere }
}

impl Of<'_> {
    fn rows(&self) -> impl Iterator<Item = &Measured> {
        self.found.iter().filter(|m| m.device == self.device)
    }

    /// The longest of several chains.
    fn one(&self, name: &str, division: &str, case: Case) -> Option<&Measured> {
        let of = self.rows().filter(|m| m.contender.name() == name && m.division == division);
        of.filter(|m| m.case == case && m.chains == CHAINS).max_by_key(|m| m.steps)
    }

    /// The least accurate division of f32, one of the device's own before a reciprocal.
    fn inexact(&self, case: Case) -> Option<&Measured> {
        let own = self.rows().find(|m| {
            m.contender.name() == "f32" && m.division != IEEE && m.division != RECIPROCAL
        });
        self.one("f32", own.map_or(RECIPROCAL, |m| m.division.as_str()), case)
    }

    fn judged(
        &self,
        seed: &'static str,
        text: &'static str,
        found: Option<(Verdict, String)>,
    ) -> Conclusion {
        let (verdict, numbers) = found
            .unwrap_or((Verdict::NotMeasured, "the types or divisions were not measured".into()));
        Conclusion { seed, text, verdict, evidence: format!("{}: {numbers}", self.device) }
    }

    fn approximate(&self) -> Conclusion {
        let inexact = self.inexact(Case::SMALL);
        let found = inexact.zip(self.one("float2", IEEE, Case::SMALL)).map(|(f32, float2)| {
            let text = format!(
                "{} steps: f32 by {} {:.1e}, float2 {:.1e}",
                f32.steps, f32.division, f32.error, float2.error
            );
            (if_so(f32.error > float2.error), text)
        });
        self.judged(
            "Figure 24(a)",
            "By approximate division f32 is less accurate than float2.",
            found,
        )
    }

    fn ieee(&self) -> Conclusion {
        let pairs: Vec<[f64; 3]> = Case::all()
            .into_iter()
            .filter_map(|case| {
                let error = |name| self.one(name, IEEE, case).map(|m| m.relative);
                Some([error("f32")?, error("float2")?, error("ff").unwrap_or(f64::NAN)])
            })
            .collect();
        let found = (!pairs.is_empty()).then(|| {
            let better = pairs.iter().all(|[f32, float2, _]| f32 <= float2);
            let ours = pairs.iter().all(|[f32, _, ff]| *ff < f32.max(1e-8) / MUCH);
            let listed =
                pairs.iter().map(|[f32, float2, ff]| format!("{f32:.1e}, {float2:.1e}, {ff:.1e}"));
            let text = format!(
                "relative errors of f32, float2 and ff for each pair of magnitudes: {}",
                listed.collect::<Vec<_>>().join("; ")
            );
            let verdict = match (better, ours) {
                (true, true) => Verdict::OnlyComposite,
                (better, _) => if_so(better),
            };
            (verdict, text)
        });
        self.judged(
            "Figures 24(b) to 27",
            "By IEEE division f32 is more accurate than pairs of f32.",
            found,
        )
    }

    fn level(&self) -> Conclusion {
        let last = self.one("float2", IEEE, Case::SMALL);
        let before = last.and_then(|last| {
            let of = self.rows().filter(|m| {
                m.contender.name() == "float2" && m.division == IEEE && m.case == Case::SMALL
            });
            of.filter(|m| m.steps * 10 <= last.steps).max_by_key(|m| m.steps)
        });
        let found = last.zip(before).map(|(last, before)| {
            let text = format!(
                "float2: {:.1e} after {} steps, {:.1e} after {}",
                before.error, before.steps, last.error, last.steps
            );
            (if_so(last.error < 10.0 * before.error), text)
        });
        self.judged("Figures 25 to 27", "The error of float2 stays about a level.", found)
    }

    fn large_x(&self) -> Conclusion {
        let large = Case { large_x: true, large_y: false };
        let found = self.one("float2", IEEE, Case::SMALL).zip(self.one("float2", IEEE, large)).map(
            |(small, large)| {
                let text = format!(
                    "float2, absolute: {:.1e} with small x, {:.1e} with large x; relative: {:.1e} and {:.1e}",
                    small.error, large.error, small.relative, large.relative
                );
                let only_scale = large.relative < 10.0 * small.relative;
                let why = if only_scale { "; the absolute error grows with x, as that of any type" } else { "" };
                (if_so(large.error > small.error), text + why)
            },
        );
        self.judged("Figure 28, table 20", "Large x give the largest errors.", found)
    }

    fn same_bits(&self) -> Conclusion {
        let verified: Vec<bool> = self.rows().filter_map(|m| m.verified).collect();
        let found = (!verified.is_empty()).then(|| {
            let same = verified.iter().filter(|&&same| same).count();
            let text = format!("{same} of {} results have the processor's bits", verified.len());
            (if_so(same == verified.len()), text)
        });
        self.judged(
            "Section 8.2",
            "Under the same standard processor and GPU give the same results.",
            found,
        )
    }

    fn fast(&self) -> Conclusion {
        let ieee = self.one("f32", IEEE, Case::SMALL);
        let found = self.inexact(Case::SMALL).zip(ieee).map(|(fast, ieee)| {
            let text = format!(
                "f32 by {}: {:.1} ns and {:.1e}; by IEEE {:.1} ns and {:.1e}",
                fast.division, fast.ns, fast.relative, ieee.ns, ieee.relative
            );
            (if_so(fast.ns < ieee.ns && fast.relative >= ieee.relative), text)
        });
        self.judged("Section 8.2", "Approximate division is the fastest and least accurate.", found)
    }

    fn not_better(&self) -> Conclusion {
        let of = |name| self.one(name, IEEE, Case::SMALL);
        let found = of("float2").zip(of("f32")).map(|(float2, f32)| {
            let holds = float2.ns > f32.ns && float2.relative >= f32.relative;
            let text = format!(
                "float2 {:.1} ns, {:.1e}; f32 {:.1} ns, {:.1e}",
                float2.ns, float2.relative, f32.ns, f32.relative
            );
            match of("ff") {
                Some(ff) if holds && ff.relative < float2.relative / MUCH => {
                    let ours = format!("; ff {:.1} ns, {:.1e}", ff.ns, ff.relative);
                    (Verdict::OnlyComposite, text + &ours)
                }
                _ => (if_so(holds), text),
            }
        });
        self.judged(
            "Chapter 9",
            "Division of pairs of words is slower and less accurate than IEEE division of words.",
            found,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Of;
    use crate::{
        contender::Contender,
        experiments::{
            conclusion::Verdict,
            do_undo::{
                cases::Case,
                measured::{CHAINS, IEEE, Measured, RECIPROCAL},
            },
        },
        number_type::NumberType,
    };

    fn made_up(
        contender: Contender,
        division: &str,
        steps: usize,
        error: f64,
        ns: f64,
    ) -> Measured {
        Measured {
            device: "cpu".into(),
            contender,
            division: division.into(),
            case: Case::SMALL,
            steps,
            chains: CHAINS,
            error,
            relative: error,
            ns,
            verified: None,
        }
    }

    #[test]
    fn verdicts_follow_from_the_numbers() {
        let (f32, ff) = (Contender::Number(NumberType::F32), Contender::Number(NumberType::Ff));
        let mut found = vec![
            made_up(f32, IEEE, 1000, 1e-6, 4.0),
            made_up(f32, RECIPROCAL, 1000, 1e-5, 3.0),
            made_up(Contender::Float2, IEEE, 100, 2e-6, 9.0),
            made_up(Contender::Float2, IEEE, 1000, 4e-6, 9.0),
            made_up(ff, IEEE, 1000, 1e-13, 20.0),
        ];
        let verdicts = |found: &[Measured]| {
            let of = Of { device: "cpu", found };
            [
                of.approximate(),
                of.ieee(),
                of.level(),
                of.large_x(),
                of.same_bits(),
                of.fast(),
                of.not_better(),
            ]
            .map(|conclusion| conclusion.verdict)
        };
        use Verdict::{Confirmed, NotHere, NotMeasured, OnlyComposite};
        assert_eq!(
            verdicts(&found),
            [
                Confirmed,
                OnlyComposite,
                Confirmed,
                NotMeasured,
                NotMeasured,
                Confirmed,
                OnlyComposite
            ]
        );
        found[3].error = 1e-3;
        found[3].relative = 1e-7;
        found[4].relative = 1e-8;
        assert_eq!(
            verdicts(&found),
            [NotHere, NotHere, NotHere, NotMeasured, NotMeasured, Confirmed, NotHere]
        );
    }
}

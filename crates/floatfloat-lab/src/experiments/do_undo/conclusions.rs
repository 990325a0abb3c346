//! Nguyen's conclusions about divisions, held against this run.

use super::{
    cases::Case,
    measured::{CHAINS, IEEE, MANY, Measured, RECIPROCAL},
};
use crate::{
    experiments::conclusion::{
        self, ALIKE_IN_CHAINS, Conclusion, Found, Judges, SAME_TIME, Subject,
        Verdict::{self, NotMeasured, OnlyComposite},
        if_so, is_within,
    },
    machine::CPU,
    results::Table,
};

/// A type of two words is so much more accurate than one word at least.
const MUCH: f64 = 1e3;

/// Errors that grow with less than this power of the steps stay about a level; those of a random walk
/// grow as the power of a half.
const LEVEL: f64 = 0.25;

/// Fewer steps than these in each of many chains tell nothing of what threads hide.
const ENOUGH: usize = 1000;

pub(super) fn table(devices: &str, found: &[Measured], judges: &Judges) -> Table {
    let of = Of { found };
    let say = |seed, text, found: Option<Found>| {
        let missing = || (NotMeasured, "the types or divisions were not measured".into());
        let (verdict, evidence) = found.unwrap_or_else(missing);
        Conclusion { seed, text, verdict, evidence }
    };
    let all = vec![
        say(
            "Figure 24(a)",
            "By approximate division f32 is less accurate than float2.",
            of.approximate(),
        ),
        say(
            "Figures 24(b) to 27",
            "By IEEE division f32 is more accurate than pairs of f32.",
            of.ieee(),
        ),
        say("Figures 25 to 27", "The error of float2 stays about a level.", of.level()),
        say("Figure 28, table 20", "Large x give the largest errors.", of.large_x()),
        say(
            "Section 8.2",
            "Composite multiplication and division are very sensitive to the magnitude of the operands.",
            of.magnitude(),
        ),
        say(
            "Section 8.2",
            "Under the same standard processor and GPU give the same results.",
            of.same_bits(),
        ),
        say(
            "Section 8.2",
            "Approximate division is the fastest and least accurate.",
            Some(of.fast(judges)),
        ),
        say(
            "Chapter 9",
            "What IEEE division costs over the approximate one is hidden by threads.",
            Some(of.hidden(judges)),
        ),
        say(
            "Chapter 9",
            "Division of pairs of words is slower and less accurate than IEEE division of words.",
            Some(judges.speed(Subject::ProcessorsToo, |device| of.not_better(device))),
        ),
    ];
    conclusion::table("do-undo-conclusions", devices, all)
}

struct Of<'a> {
    found: &'a [Measured],
}

/// How fast something grows with the steps: the power, by least squares in logarithms.
fn power(points: &[(f64, f64)]) -> Option<f64> {
    let told = points.iter().filter(|(steps, error)| *steps > 0.0 && *error > 0.0);
    let logarithms: Vec<(f64, f64)> = told.map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let slope = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>();
    let spread = logarithms.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    (spread > 0.0).then(|| slope / spread)
}

impl Of<'_> {
    /// The first device: the bits of IEEE arithmetic are the same on all.
    fn first(&self) -> &str {
        self.found.first().map_or(CPU, |m| m.device.as_str())
    }

    fn rows(&self, device: &str) -> impl Iterator<Item = &Measured> {
        self.found.iter().filter(move |m| m.device == device)
    }

    /// The longest of several chains.
    fn one(&self, device: &str, name: &str, division: &str, case: Case) -> Option<&Measured> {
        let of = self.rows(device);
        let of = of.filter(|m| m.contender.name() == name && m.division == division);
        of.filter(|m| m.case == case && m.chains == CHAINS).max_by_key(|m| m.steps)
    }

    /// A device's own division of f32 that is not correctly rounded.
    fn own(&self, device: &str) -> Option<&str> {
        let is_own = |m: &&Measured| {
            m.contender.name() == "f32" && m.division != IEEE && m.division != RECIPROCAL
        };
        self.rows(device).find(is_own).map(|m| m.division.as_str())
    }

    /// The first device that divides approximately.
    fn approximating(&self) -> Option<(&str, &str)> {
        self.found.iter().find_map(|m| Some((m.device.as_str(), self.own(&m.device)?)))
    }

    fn approximate(&self) -> Option<Found> {
        let (device, division) = self.approximating().unwrap_or((self.first(), RECIPROCAL));
        let f32 = self.one(device, "f32", division, Case::SMALL)?;
        let float2 = self.one(device, "float2", IEEE, Case::SMALL)?;
        let text = format!(
            "{device}, {} steps: f32 by {division} {:.1e}, float2 {:.1e}",
            f32.steps, f32.error, float2.error
        );
        if division == RECIPROCAL {
            return Some((NotMeasured, format!("{NO_APPROXIMATE}; {text}")));
        }
        Some((if_so(f32.error > ALIKE_IN_CHAINS * float2.error), text))
    }

    /// Relative errors of f32, float2 and ff for each pair of magnitudes.
    fn by_case(&self) -> Vec<[f64; 3]> {
        let of = |case| {
            let error = |name| self.one(self.first(), name, IEEE, case).map(|m| m.relative);
            Some([error("f32")?, error("float2")?, error("ff").unwrap_or(f64::NAN)])
        };
        Case::all().into_iter().filter_map(of).collect()
    }

    fn ieee(&self) -> Option<Found> {
        let errors = self.by_case();
        let ratio = conclusion::median(errors.iter().map(|[f32, two, _]| two / f32).collect())?;
        let better = ratio > ALIKE_IN_CHAINS;
        let ours = errors.iter().all(|[f32, _, ff]| *ff < f32.max(1e-8) / MUCH);
        let listed =
            errors.iter().map(|[f32, float2, ff]| format!("{f32:.1e}, {float2:.1e}, {ff:.1e}"));
        let alike = if is_within(ALIKE_IN_CHAINS, ratio) { ": alike" } else { "" };
        let text = format!(
            "relative errors of f32, float2 and ff for each pair of magnitudes: {}; float2 over f32, \
             median, {ratio:.2}{alike}",
            listed.collect::<Vec<_>>().join("; ")
        );
        let verdict = match (better, ours) {
            (true, true) => OnlyComposite,
            (better, _) => if_so(better),
        };
        Some((verdict, text))
    }

    /// Over all lengths, of two decades at least.
    fn level(&self) -> Option<Found> {
        let of = |name: &str| {
            let here = self.rows(self.first()).filter(|m| {
                m.contender.name() == name
                    && m.division == IEEE
                    && m.case == Case::SMALL
                    && m.chains == CHAINS
            });
            here.map(|m| (m.steps as f64, m.error)).collect::<Vec<_>>()
        };
        let points = of("float2");
        let (first, last) = (points.first()?, points.last()?);
        let grows = power(&points).filter(|_| last.0 >= 100.0 * first.0)?;
        let beside = power(&of("f32"))
            .map_or(String::new(), |power| format!(", f32 with the power {power:.2}"));
        let text = format!(
            "{}: float2 {:.1e} after {} steps, {:.1e} after {}: it grows with the power {grows:.2} of the \
             steps{beside}; a random walk has 0.5, a level 0",
            self.first(),
            first.1,
            first.0,
            last.1,
            last.0
        );
        Some((if_so(grows < LEVEL), text))
    }

    fn large_x(&self) -> Option<Found> {
        let large = Case { large_x: true, large_y: false };
        let of = |case| self.one(self.first(), "float2", IEEE, case);
        let (small, large) = (of(Case::SMALL)?, of(large)?);
        let text = format!(
            "float2, absolute: {:.1e} with small x, {:.1e} with large x; relative: {:.1e} and {:.1e}",
            small.error, large.error, small.relative, large.relative
        );
        let only_scale = large.relative < 10.0 * small.relative;
        let why =
            if only_scale { "; the absolute error grows with x, as that of any type" } else { "" };
        Some((if_so(large.error > small.error), text + why))
    }

    /// Relative errors of float2 must differ between the magnitudes, and by more than those of f32.
    fn magnitude(&self) -> Option<Found> {
        let errors = self.by_case();
        let spread = |which: usize| {
            let of = || errors.iter().map(|errors| errors[which]);
            let least = of().reduce(f64::min)?;
            Some(of().reduce(f64::max)? / least)
        };
        let (f32, float2) = (spread(0)?, spread(1)?);
        let sensitive = float2 > 10.0 && float2 > ALIKE_IN_CHAINS * f32;
        let text = format!(
            "over the four pairs of magnitudes the relative error of float2 differs by a factor of \
             {float2:.1}, that of f32 by {f32:.1}; the absolute error, which the seed shows, grows with x \
             in every type"
        );
        Some((if_so(sensitive), text))
    }

    fn same_bits(&self) -> Option<Found> {
        let verified = || self.found.iter().filter(|m| m.verified.is_some());
        let mut devices: Vec<&str> = verified().map(|m| m.device.as_str()).collect();
        devices.dedup();
        let same = verified().filter(|m| m.verified == Some(true)).count();
        let all = verified().count();
        let text =
            format!("{}: {same} of {all} results have the processor's bits", devices.join(", "));
        (all > 0).then(|| (if_so(same == all), text))
    }

    /// Times and relative errors of f32 by another division than IEEE's and by that.
    fn beside_ieee(&self, device: &str, division: &str) -> Option<[&Measured; 2]> {
        let of = |division| self.one(device, "f32", division, Case::SMALL);
        Some([of(division)?, of(IEEE)?])
    }

    /// x · (1/y) on the first device, which shows something though no device approximates.
    fn by_reciprocal(&self) -> Found {
        let device = self.first();
        let said = self
            .beside_ieee(device, RECIPROCAL)
            .map(|[fast, ieee]| format!("; {device}: {}", said_of([fast, ieee])));
        (NotMeasured, format!("{NO_APPROXIMATE}{}", said.unwrap_or_default()))
    }

    fn fast(&self, judges: &Judges) -> Found {
        if self.approximating().is_none() {
            return self.by_reciprocal();
        }
        judges.speed(Subject::Gpus, |device| {
            let [fast, ieee] = self.beside_ieee(device, self.own(device)?)?;
            let holds =
                fast.ns * SAME_TIME < ieee.ns && fast.relative > ALIKE_IN_CHAINS * ieee.relative;
            Some((if_so(holds), said_of([fast, ieee])))
        })
    }

    /// Many chains must take no longer by IEEE division.
    fn hidden(&self, judges: &Judges) -> Found {
        if self.approximating().is_none() {
            return self.by_reciprocal();
        }
        judges.speed(Subject::Gpus, |device| {
            let own = self.own(device)?;
            let many = |division: &str| {
                let mut of = self.rows(device).filter(|m| m.chains == MANY && m.steps >= ENOUGH);
                of.find(|m| m.contender.name() == "f32" && m.division == division)
            };
            let [alone_fast, alone_ieee] = self.beside_ieee(device, own)?;
            let (alone, at_once) =
                (alone_ieee.ns / alone_fast.ns, many(IEEE)?.ns / many(own)?.ns);
            let text = format!(
                "IEEE takes {alone:.2} times as long as {own} in {CHAINS} chains, {at_once:.2} times in \
                 {MANY}"
            );
            Some((if_so(at_once < SAME_TIME), text))
        })
    }

    /// Slower beyond what times differ by, and less accurate over all magnitudes.
    fn not_better(&self, device: &str) -> Option<Found> {
        let of = |name, case| self.one(device, name, IEEE, case);
        let (float2, f32) = (of("float2", Case::SMALL)?, of("f32", Case::SMALL)?);
        let ratio = |name: &'static str| {
            let of = |case| Some(of(name, case)?.relative / of("f32", case)?.relative);
            conclusion::median(Case::all().into_iter().filter_map(of).collect())
        };
        let error = ratio("float2")?;
        let holds = float2.ns > SAME_TIME * f32.ns && error > ALIKE_IN_CHAINS;
        let alike = if is_within(ALIKE_IN_CHAINS, error) { ": alike" } else { "" };
        let mut text = format!(
            "a step of float2 takes {:.1} ns, of f32 {:.1} ns; relative error of float2 over that of f32, \
             median over the magnitudes, {error:.2}{alike}",
            float2.ns, f32.ns
        );
        let ff = of("ff", Case::SMALL).zip(ratio("ff"));
        let verdict: Verdict = match ff {
            Some((ff, of_ff)) => {
                text += &format!("; ff {:.1} ns, {of_ff:.1e}", ff.ns);
                if holds && of_ff < error / MUCH { OnlyComposite } else { if_so(holds) }
            }
            None => if_so(holds),
        };
        Some((verdict, text))
    }
}

/// Why nothing is said of approximate division.
const NO_APPROXIMATE: &str = "no device here divides approximately";

/// A division beside IEEE's.
fn said_of([fast, ieee]: [&Measured; 2]) -> String {
    format!(
        "f32 by {} {:.1} ns and {:.1e}, by IEEE {:.1} ns and {:.1e}",
        fast.division, fast.ns, fast.relative, ieee.ns, ieee.relative
    )
}

#[cfg(test)]
mod tests {
    use super::{Of, power};
    use crate::{
        contender::Contender::{self, Float2, Number},
        experiments::{
            conclusion::{
                Judges,
                Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
            },
            do_undo::{
                cases::Case,
                measured::{CHAINS, IEEE, MANY, Measured, RECIPROCAL},
            },
        },
        number_type::NumberType::{F32, Ff},
    };

    const GPU: &str = "made up";

    fn made_up(
        contender: Contender,
        division: &str,
        steps: usize,
        error: f64,
        ns: f64,
    ) -> Measured {
        Measured {
            device: GPU.into(),
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

    fn judges() -> Judges {
        Judges { hardware: vec![GPU.into()], ..Judges::default() }
    }

    fn verdict(found: Option<super::Found>) -> Option<Verdict> {
        found.map(|found| found.0)
    }

    #[test]
    fn divisions_are_compared_beyond_noise() {
        let mut found = vec![
            made_up(Number(F32), IEEE, 1000, 1e-6, 4.0),
            made_up(Float2, IEEE, 1000, 4e-6, 9.0),
            made_up(Number(Ff), IEEE, 1000, 1e-13, 20.0),
        ];
        let of = Of { found: &found };
        assert_eq!(verdict(of.ieee()), Some(OnlyComposite));
        assert_eq!(verdict(of.not_better(GPU)), Some(OnlyComposite));
        assert_eq!(verdict(of.large_x()), None);
        // Slower, but as accurate.
        found[1].relative = 1.2e-6;
        let of = Of { found: &found };
        assert_eq!(verdict(of.ieee()), Some(NotHere));
        let (verdict, evidence) = of.not_better(GPU).unwrap();
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("1.20: alike"), "{evidence}");
    }

    #[test]
    fn only_approximate_division_tells_of_it() {
        let mut found = vec![
            made_up(Number(F32), IEEE, 1000, 1e-6, 4.0),
            made_up(Number(F32), RECIPROCAL, 1000, 1e-4, 2.0),
            made_up(Float2, IEEE, 1000, 1e-6, 9.0),
        ];
        let of = Of { found: &found };
        for (verdict, evidence) in
            [of.approximate().unwrap(), of.fast(&judges()), of.hidden(&judges())]
        {
            assert_eq!(verdict, NotMeasured);
            assert!(evidence.starts_with("no device here divides approximately; "), "{evidence}");
            assert!(evidence.contains("f32 by x · (1/y)"), "{evidence}");
        }
        found.push(made_up(Number(F32), "__fdividef", 1000, 1e-4, 2.0));
        for (division, ns) in [(IEEE, 41.0), ("__fdividef", 40.0)] {
            let made_up = made_up(Number(F32), division, 7000, 1e-6, ns);
            found.push(Measured { chains: MANY, ..made_up });
        }
        let verdicts = |found: &[Measured]| {
            let of = Of { found };
            [of.approximate().unwrap().0, of.fast(&judges()).0, of.hidden(&judges()).0]
        };
        assert_eq!(verdicts(&found), [Confirmed; 3]);
        found[3].ns = 3.9;
        found[4].ns = 80.0;
        assert_eq!(verdicts(&found), [Confirmed, NotHere, NotHere]);
        // Software that divides approximately decides nothing about speed.
        let software = Judges { software: vec![GPU.into()], ..Judges::default() };
        assert_eq!(Of { found: &found }.fast(&software).0, NotMeasured);
    }

    #[test]
    fn a_level_is_judged_over_all_lengths() {
        let walk = |steps: f64| 1e-7 * steps.sqrt();
        let points: Vec<(f64, f64)> = [1e2, 1e3, 1e4].map(|steps| (steps, walk(steps))).into();
        assert!((power(&points).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(power(&points[..1]), None);
        let of = |error: &dyn Fn(f64) -> f64, lengths: &[usize]| {
            let at = |&steps| made_up(Float2, IEEE, steps, error(steps as f64), 1.0);
            let found: Vec<Measured> = lengths.iter().map(at).collect();
            verdict(Of { found: &found }.level())
        };
        // By less than ten times from one length to the next, and no level all the same.
        assert_eq!(of(&walk, &[100, 1000, 10_000]), Some(NotHere));
        assert_eq!(of(&|_| 3e-6, &[100, 1000, 10_000]), Some(Confirmed));
        assert_eq!(of(&|_| 3e-6, &[100, 1000]), None);
    }

    #[test]
    fn sensitive_is_what_differs_more_than_in_one_word() {
        let of = |float2: [f64; 4]| {
            let mut found = Vec::new();
            for ((case, two), one) in Case::all().into_iter().zip(float2).zip([1.0, 2.0, 1.0, 3.0])
            {
                for (contender, relative) in [(Number(F32), one), (Float2, two)] {
                    found.push(Measured { case, ..made_up(contender, IEEE, 10, relative, 1.0) });
                }
            }
            verdict(Of { found: &found }.magnitude())
        };
        assert_eq!(of([1.0, 2.0, 1.0, 4.0]), Some(NotHere));
        assert_eq!(of([1.0, 2.0, 1.0, 40.0]), Some(Confirmed));
    }
}

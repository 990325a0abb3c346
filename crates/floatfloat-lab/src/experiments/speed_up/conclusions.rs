//! Warwick's conclusions about speed, held against this run.

use super::measured::Measured;
use crate::{
    experiments::conclusion::{self, Conclusion, Verdict},
    number_type::NumberType,
    results::Experiment,
};

/// The slug factor from which on the seed saw speed-ups.
const HIGH: f64 = 32.0;

/// Speed-ups within this of 1 are none.
const NEAR: f64 = 0.25;

/// Each conclusion for each device.
pub(super) fn table(devices: &str, found: &[Measured]) -> Experiment {
    let mut names: Vec<&str> = found.iter().map(|m| m.device.as_str()).collect();
    names.dedup();
    let all = names.into_iter().flat_map(|device| {
        let of = Of { device, found };
        [of.slug_decides(), of.division_gains(), of.memory_decides()]
    });
    conclusion::table("speed-up-conclusions", devices, all.collect())
}

struct Of<'a> {
    device: &'a str,
    found: &'a [Measured],
}

impl Of<'_> {
    /// How many times as fast one type is as another.
    fn faster(&self, [a, b]: [NumberType; 2], op: &str, repeated: bool) -> Option<f64> {
        let one = |of: NumberType| {
            let key = |m: &&Measured| {
                m.device == self.device
                    && m.contender == of.into()
                    && m.op == op
                    && (m.repetitions > 1) == repeated
            };
            self.found.iter().find(key)
        };
        Some(one(b)?.ns / one(a)?.ns)
    }

    fn judged(&self, text: &'static str, found: Option<(Verdict, String)>) -> Conclusion {
        let (verdict, numbers) =
            found.unwrap_or((Verdict::NotMeasured, "needs f32, ff and f64 on one device".into()));
        let evidence = format!("{}: {numbers}", self.device);
        Conclusion { seed: "Table 2 of Warwick 2020", text, verdict, evidence }
    }

    fn slug_decides(&self) -> Conclusion {
        let slug = self.faster([NumberType::F32, NumberType::F64], "add", true);
        let ff = self.faster([NumberType::Ff, NumberType::F64], "add", true);
        let found = slug.zip(ff).map(|(slug, ff)| {
            let verdict =
                if (slug >= HIGH) == (ff > 1.0) { Verdict::Confirmed } else { Verdict::NotHere };
            (verdict, format!("repeated additions: slug factor {slug:.1}, speed-up of ff {ff:.2}"))
        });
        self.judged(
            "ff is faster than f64 where f32 is 32 times as fast as f64, and slower elsewhere.",
            found,
        )
    }

    fn division_gains(&self) -> Conclusion {
        let of = |op| self.faster([NumberType::Ff, NumberType::F64], op, true);
        let found = of("div").zip(of("add")).map(|(div, add)| {
            let verdict = if div > add { Verdict::Confirmed } else { Verdict::NotHere };
            (
                verdict,
                format!("repeated: speed-up of ff in division {div:.2}, in addition {add:.2}"),
            )
        });
        self.judged("Division gains most.", found)
    }

    fn memory_decides(&self) -> Conclusion {
        let ops = ["add", "sub", "mul"];
        let speed_ups: Option<Vec<f64>> = ops
            .iter()
            .map(|op| self.faster([NumberType::Ff, NumberType::F64], op, false))
            .collect();
        let found = speed_ups.map(|speed_ups| {
            let near = speed_ups.iter().all(|speed_up| (speed_up - 1.0).abs() < NEAR);
            let listed: Vec<String> = speed_ups.iter().map(|s| format!("{s:.2}")).collect();
            let verdict = if near { Verdict::Confirmed } else { Verdict::NotHere };
            (verdict, format!("done once to each number, + − ×: speed-ups {}", listed.join(", ")))
        });
        self.judged(
            "Done once to each number, ff takes about as long as f64, give or take a quarter.",
            found,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Measured, Of};
    use crate::{experiments::conclusion::Verdict, number_type::NumberType};

    fn made_up(number_type: NumberType, op: &'static str, repetitions: u32, ns: f64) -> Measured {
        Measured {
            device: "cuda:0".into(),
            contender: number_type.into(),
            op,
            elements: 1,
            repetitions,
            ns,
            verified: true,
        }
    }

    #[test]
    fn verdicts_follow_from_the_numbers() {
        use NumberType::{F32, F64, Ff};
        let with = |f32: f64, ff: f64| {
            let found = [
                made_up(F32, "add", 10, f32),
                made_up(Ff, "add", 10, ff),
                made_up(F64, "add", 10, 64.0),
                made_up(Ff, "div", 10, ff),
                made_up(F64, "div", 10, 640.0),
            ];
            let of = Of { device: "cuda:0", found: &found };
            [of.slug_decides(), of.division_gains(), of.memory_decides()].map(|c| c.verdict)
        };
        assert_eq!(with(2.0, 40.0), [Verdict::Confirmed, Verdict::Confirmed, Verdict::NotMeasured]);
        assert_eq!(with(32.0, 40.0)[0], Verdict::NotHere);
        assert_eq!(with(32.0, 400.0)[0], Verdict::Confirmed);
    }
}

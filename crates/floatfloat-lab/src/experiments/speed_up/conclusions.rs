//! Warwick's conclusions about speed, held against this run.

use super::{measured::Measured, operations::OPERATIONS};
use crate::{
    experiments::conclusion::{
        self, Conclusion, Found, Judges, SAME_TIME, Subject, Verdict::NotMeasured, if_so, is_within,
    },
    number_type::NumberType,
    results::Table,
};

/// The slug factor from which on the seed saw speed-ups.
const HIGH: f64 = 32.0;

/// Speed-ups within this of 1 are none.
const NEAR: f64 = 0.25;

pub(super) fn table(devices: &str, found: &[Measured], judges: &Judges) -> Table {
    let say = |text, judge: fn(&Of<'_>) -> Option<Found>| {
        let (verdict, evidence) =
            judges.speed(Subject::ProcessorsToo, |device| judge(&Of { device, found }));
        Conclusion { seed: "Table 2 of Warwick 2020", text, verdict, evidence }
    };
    let all = vec![
        say(
            "ff is faster than f64 where f32 is 32 times as fast as f64, and slower elsewhere.",
            |of| of.slug_decides(),
        ),
        say("Division gains most.", |of| of.division_gains()),
        say(
            "Done once to each number, ff takes about as long as f64, give or take a quarter.",
            |of| of.memory_decides(),
        ),
    ];
    conclusion::table("speed-up-conclusions", devices, all)
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

    fn slug_decides(&self) -> Option<Found> {
        let slug = self.faster([NumberType::F32, NumberType::F64], "add", true)?;
        let ff = self.faster([NumberType::Ff, NumberType::F64], "add", true)?;
        let said = format!("repeated additions: slug factor {slug:.1}, speed-up of ff {ff:.2}");
        Some(match is_within(SAME_TIME, ff) {
            true => (NotMeasured, format!("{said}, which is within noise of 1")),
            false => (if_so((slug >= HIGH) == (ff > 1.0)), said),
        })
    }

    /// More than every other operation.
    fn division_gains(&self) -> Option<Found> {
        let of = |op| self.faster([NumberType::Ff, NumberType::F64], op, true);
        let all = OPERATIONS.map(|op| Some((op, of(op)?)));
        let all: Vec<(&str, f64)> = all.into_iter().collect::<Option<_>>()?;
        let of_division = of("div")?;
        let others = all.iter().filter(|(op, _)| *op != "div").map(|(_, gain)| *gain);
        let over = of_division / others.fold(0.0, f64::max);
        let listed: Vec<String> = all.iter().map(|(op, gain)| format!("{op} {gain:.2}")).collect();
        let said = format!("repeated: speed-up of ff {}", listed.join(", "));
        Some(match is_within(SAME_TIME, over) {
            true => (NotMeasured, format!("{said}: the two largest are within noise")),
            false => (if_so(over > 1.0), said),
        })
    }

    fn memory_decides(&self) -> Option<Found> {
        let ops = ["add", "sub", "mul"];
        let speed_ups = ops.map(|op| self.faster([NumberType::Ff, NumberType::F64], op, false));
        let speed_ups: Vec<f64> = speed_ups.into_iter().collect::<Option<_>>()?;
        let near = speed_ups.iter().all(|speed_up| (speed_up - 1.0).abs() < NEAR);
        let listed: Vec<String> = speed_ups.iter().map(|s| format!("{s:.2}")).collect();
        let said = format!("done once to each number, + − ×: speed-ups {}", listed.join(", "));
        Some((if_so(near), said))
    }
}

#[cfg(test)]
mod tests {
    use super::Of;
    use crate::{
        experiments::{
            conclusion::Verdict::{self, Confirmed, NotHere, NotMeasured},
            speed_up::{measured::Measured, operations::OPERATIONS, tests::made_up},
        },
        number_type::NumberType::{F32, F64, Ff},
    };

    fn verdict(judge: fn(&Of<'_>) -> Option<super::Found>, found: &[Measured]) -> Option<Verdict> {
        judge(&Of { device: "cuda:0", found }).map(|found| found.0)
    }

    #[test]
    fn the_slug_factor_is_compared_beyond_noise() {
        let with = |f32: f64, ff: f64| {
            let types = [(F32, f32), (Ff, ff), (F64, 64.0)];
            let found = types.map(|(of, ns)| made_up("cuda:0", of, "add", 10, ns));
            verdict(|of| of.slug_decides(), &found)
        };
        assert_eq!(with(2.0, 40.0), Some(Confirmed));
        assert_eq!(with(32.0, 40.0), Some(NotHere));
        assert_eq!(with(32.0, 400.0), Some(Confirmed));
        assert_eq!(with(32.0, 62.0), Some(NotMeasured));
    }

    #[test]
    fn division_is_compared_with_every_other_operation() {
        let with = |gains: [f64; 4]| {
            let found: Vec<Measured> = OPERATIONS
                .into_iter()
                .zip(gains)
                .flat_map(|(op, gain)| [(Ff, 1.0), (F64, gain)].map(|of| (op, of)))
                .map(|(op, (of, ns))| made_up("cuda:0", of, op, 10, ns))
                .collect();
            verdict(|of| of.division_gains(), &found)
        };
        assert_eq!(with([0.2, 0.2, 0.4, 1.7]), Some(Confirmed));
        // More than addition, and less than multiplication.
        assert_eq!(with([0.56, 0.58, 0.75, 0.58]), Some(NotHere));
        assert_eq!(with([0.56, 0.55, 0.54, 0.58]), Some(NotMeasured));
        assert_eq!(verdict(|of| of.division_gains(), &[]), None);
    }

    #[test]
    fn memory_decides_where_all_are_near() {
        let with = |ff: f64| {
            let found: Vec<Measured> = OPERATIONS
                .into_iter()
                .flat_map(|op| [(Ff, ff), (F64, 1.0)].map(|of| (op, of)))
                .map(|(op, (of, ns))| made_up("cuda:0", of, op, 1, ns))
                .collect();
            verdict(|of| of.memory_decides(), &found)
        };
        assert_eq!(with(1.1), Some(Confirmed));
        assert_eq!(with(2.0), Some(NotHere));
    }
}

//! Nguyen's conclusions about arithmetic intensity, held against this run.

use super::{
    counted,
    measured::{Measured, Shape},
};
use crate::{
    experiments::conclusion::{
        self, Conclusion, Found, Judges, SAME_TIME, Subject,
        Verdict::{NotMeasured, OnlyComposite},
        if_so, is_within, median,
    },
    results::Table,
};

/// So many operations are few.
const FEW: u32 = 50;

/// The largest of 16 errors differs by less than this factor without meaning anything.
const SAME_ERROR: f64 = 2.0;

pub(super) fn table(devices: &str, found: &[Measured], judges: &Judges) -> Table {
    conclusion::table("intensity-conclusions", devices, conclusions(found, judges))
}

fn conclusions(found: &[Measured], judges: &Judges) -> Vec<Conclusion> {
    let speed = |seed, text, subject, judge: fn(&Of<'_>) -> Option<Found>| {
        let (verdict, evidence) = judges.speed(subject, |device| judge(&Of { device, found }));
        Conclusion { seed, text, verdict, evidence }
    };
    // Errors are the same on every device, as the bits are.
    let error = |seed, text, judge: fn(&Of<'_>) -> Option<Found>| {
        let of = found.first().and_then(|first| judge(&Of { device: &first.device, found }));
        let missing =
            || (NotMeasured, "not all of the types or numbers of operations were measured".into());
        let (verdict, evidence) = of.unwrap_or_else(missing);
        Conclusion { seed, text, verdict, evidence }
    };
    vec![
        speed(
            "Table 13",
            "A kernel with one operation takes the same time in every type.",
            Subject::Gpus,
            |of| of.free_at_few(),
        ),
        speed(
            "Figure 12",
            "Alone, f64 adds as fast as f32 however many additions there are.",
            Subject::ProcessorsToo,
            |of| of.f64_is_f32(),
        ),
        speed(
            "Table 13",
            "With many additions composite types take about 8 times as long as f32, as their instructions tell.",
            Subject::ProcessorsToo,
            |of| of.eightfold(),
        ),
        speed(
            "Tables 14 and 15",
            "With hundreds of threads double2 falls behind float2, since there are fewer units for f64.",
            Subject::Gpus,
            |of| of.f64_units_fill(),
        ),
        speed(
            "Chapter 6",
            "Threads hide the latency of arithmetic until its units are full.",
            Subject::Gpus,
            |of| of.threads_hide(),
        ),
        speed(
            "Chapter 6",
            "With few operations float2 is slower and less accurate than f64 and should not be used.",
            Subject::ProcessorsToo,
            |of| of.float2_is_useless_at_few(),
        ),
        speed(
            "Chapter 6",
            "double2 costs little where operations are few; where they are many, f64 is preferable.",
            Subject::ProcessorsToo,
            |of| of.double2_pays_at_few(),
        ),
        speed(
            "Chapter 9",
            "f64 is the best choice in general: far more accurate than f32 for little more time, and not \
             slower than float2, which is less accurate.",
            Subject::ProcessorsToo,
            |of| of.f64_is_best(),
        ),
        error(
            "Chapter 9",
            "The accuracy of additions does not depend on how many there are.",
            |of| of.errors_do_not_grow(),
        ),
        error("Chapter 9", "Pairs of words are not worth it for multiplications.", |of| {
            of.not_for_products()
        }),
    ]
}

/// What was measured on one device.
struct Of<'a> {
    device: &'a str,
    found: &'a [Measured],
}

impl Of<'_> {
    fn one(&self, shape: Shape, type_name: &str, op: &str, operations: u32) -> Option<&Measured> {
        let key = |m: &&Measured| {
            m.shape == shape
                && m.type_name() == type_name
                && (m.op, m.operations) == (op, operations)
        };
        self.found.iter().filter(|m| m.device == self.device).find(key)
    }

    /// The time of one type over that of another.
    fn ratio(&self, shape: Shape, types: [&str; 2], op: &str, operations: u32) -> Option<f64> {
        let [a, b] = types.map(|type_name| self.one(shape, type_name, op, operations));
        Some(a?.seconds / b?.seconds)
    }

    fn counts(&self) -> Vec<u32> {
        let mut counts: Vec<u32> = self.found.iter().map(|m| m.operations).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    /// The fewest operations and the most.
    fn ends(&self) -> Option<(u32, u32)> {
        let counts = self.counts();
        Some((*counts.first()?, *counts.last()?))
    }

    fn free_at_few(&self) -> Option<Found> {
        let (few, _) = self.ends()?;
        let of = |t| self.ratio(Shape::One, [t, "f32"], "add", few);
        let ratios = [of("f64")?, of("float2")?, of("double2")?];
        let text = format!(
            "1 × 1, {}: f64, float2, double2 take {:.2}, {:.2}, {:.2} times as long as f32",
            counted(few, "add"),
            ratios[0],
            ratios[1],
            ratios[2]
        );
        Some((if_so(ratios.iter().all(|&ratio| is_within(SAME_TIME, ratio))), text))
    }

    /// With most numbers of additions, and with the largest.
    fn f64_is_f32(&self) -> Option<Found> {
        let of = |n| self.ratio(Shape::One, ["f64", "f32"], "add", n);
        let ratios: Vec<f64> = self.counts().into_iter().filter_map(of).collect();
        let (middle, last) = (median(ratios.clone())?, *ratios.last()?);
        let listed: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        let text = format!("1 × 1, additions: {} times as long as f32", listed.join(", "));
        Some((if_so([middle, last].iter().all(|&ratio| is_within(SAME_TIME, ratio))), text))
    }

    fn eightfold(&self) -> Option<Found> {
        let (_, most) = self.ends()?;
        let of = |t| self.ratio(Shape::One, [t, "f32"], "add", most);
        let (float2, double2) = (of("float2")?, of("double2")?);
        let near = |ratio: f64| (6.0..11.0).contains(&ratio);
        let text = format!(
            "1 × 1, {most} additions: float2 {float2:.1}, double2 {double2:.1} times as long as f32"
        );
        Some((if_so(near(float2) && near(double2)), text))
    }

    fn f64_units_fill(&self) -> Option<Found> {
        let (_, most) = self.ends()?;
        let shapes = [Shape::Group(512), Shape::Group(256)];
        let ratio =
            shapes.iter().find_map(|&s| self.ratio(s, ["double2", "float2"], "add", most))?;
        let text = format!("one workgroup, {most} additions: {ratio:.1} times as long as float2");
        Some((if_so(ratio >= 1.5), text))
    }

    fn threads_hide(&self) -> Option<Found> {
        let (_, most) = self.ends()?;
        let of = |shape| self.one(shape, "f32", "add", most);
        let ratio = of(Shape::Group(256))?.seconds / of(Shape::One)?.seconds;
        let text =
            format!("f32, {most} additions: 256 threads take {ratio:.2} times as long as one");
        Some((if_so(ratio <= 1.5), text))
    }

    /// The errors of float2 and of f64 in the fewest operations in which there are any: additions of
    /// numbers of f32 are exact at first.
    fn first_errors(&self) -> Option<(String, [f64; 2])> {
        let of = |op: &str, n| {
            let error = |t| self.one(Shape::Full, t, op, n).map(|m| m.error);
            let both = [error("float2")?, error("f64")?];
            both.iter().any(|error| *error > 0.0).then_some(both)
        };
        let counts = self.counts();
        let in_all = |op| counts.iter().find_map(|&n| Some((counted(n, op), of(op, n)?)));
        in_all("add").or(in_all("mul"))
    }

    fn float2_is_useless_at_few(&self) -> Option<Found> {
        let few = self.counts().into_iter().filter(|&n| n <= FEW);
        let over = |t: &'static str| {
            let of = |n| self.ratio(Shape::Full, [t, "f64"], "add", n);
            few.clone().filter_map(of).collect::<Vec<f64>>()
        };
        let ratios = over("float2");
        let slow = median(ratios.clone())?;
        let (when, [float2, f64]) = self.first_errors()?;
        let listed: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        let ff = median(over("ff")).map_or(String::new(), |ff| format!(" (ff {ff:.2})"));
        let text = format!(
            "all of it, up to {FEW} additions: float2 takes {} times as long as f64, median {slow:.2}{ff}; \
             errors {float2:.1e} and {f64:.1e} after {when}, the fewest with any",
            listed.join(", ")
        );
        Some((if_so(slow > SAME_TIME && float2 > SAME_ERROR * f64), text))
    }

    fn double2_pays_at_few(&self) -> Option<Found> {
        let (few, most) = self.ends()?;
        let of = |n| self.ratio(Shape::Full, ["double2", "f64"], "add", n);
        let (low, high) = (of(few)?, of(most)?);
        let text = format!(
            "all of it: double2, of 1.5 times the bytes, takes {low:.2} times as long as f64 with {}, \
             {high:.1} times with {most}",
            counted(few, "add")
        );
        Some((if_so(low <= 1.5 * SAME_TIME && high >= 2.0 * low), text))
    }

    /// At most twice as long as f32, as its bytes are twice as many, and no longer than float2.
    fn f64_is_best(&self) -> Option<Found> {
        let (few, most) = self.ends()?;
        let (mut holds, mut said) = (true, Vec::new());
        for op in ["add", "mul"] {
            for n in [few, most] {
                let over = |t| self.ratio(Shape::Full, ["f64", t], op, n);
                let (f32, float2) = (over("f32")?, over("float2")?);
                holds &= f32 <= 2.0 * SAME_TIME && float2 <= SAME_TIME;
                said.push(format!("{} {f32:.2} and {float2:.2}", counted(n, op)));
            }
        }
        let error = |t| self.one(Shape::Full, t, "mul", most).map(|m| m.error);
        let (f64, f32, float2) = (error("f64")?, error("f32")?, error("float2")?);
        holds &= f64 * 1e3 < f32 && f64 < float2;
        let text = format!(
            "all of it, time of f64 over that of f32 and of float2: {}; errors after {most} products: f64 \
             {f64:.1e}, float2 {float2:.1e}, f32 {f32:.1e}",
            said.join(", ")
        );
        Some((if_so(holds), text))
    }

    fn errors_do_not_grow(&self) -> Option<Found> {
        let counts = self.counts();
        // One addition rounds little or nothing.
        let (few, most) = (*counts.get(1)?, *counts.last()?);
        let error = |n: u32| self.one(Shape::Full, "f32", "add", n).map(|m| m.error);
        let (low, high) = (error(few).filter(|_| few < most)?, error(most)?);
        let text = format!("f32: {low:.1e} after {few} additions, {high:.1e} after {most}");
        Some((if_so(high <= 10.0 * low), text))
    }

    fn not_for_products(&self) -> Option<Found> {
        let (_, most) = self.ends()?;
        let error = |t| self.one(Shape::Full, t, "mul", most).map(|m| m.error);
        let (float2, f32) = (error("float2")?, error("f32")?);
        let text = format!("{most} products: float2 {float2:.1e}, f32 {f32:.1e}");
        let useless = float2 >= f32 / 10.0;
        Some(match error("ff") {
            Some(ff) if useless && ff < f32 / 1e3 => {
                (OnlyComposite, format!("{text}, ff {ff:.1e}"))
            }
            Some(ff) => (if_so(useless), format!("{text}, ff {ff:.1e}")),
            None => (if_so(useless), text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Of, conclusions};
    use crate::{
        contender::Contender::{self, Double2, Float2, Number},
        experiments::{
            conclusion::{
                Judges,
                Verdict::{self, Confirmed, NotHere, NotMeasured, OnlyComposite},
            },
            intensity::{
                measured::{Measured, Shape},
                tests::made_up,
            },
        },
        number_type::NumberType::{F32, F64, Ff},
    };

    /// On the device that made-up numbers are of.
    fn of(found: &[Measured]) -> Of<'_> {
        Of { device: "cpu", found }
    }

    fn verdict(found: Option<super::Found>) -> Option<Verdict> {
        found.map(|found| found.0)
    }

    #[test]
    fn products_of_composites_are_told_from_those_of_double_words() {
        let products = |float2: f64, of_ff: f64| -> Vec<Measured> {
            let with = |contender, error| Measured { error, ..made_up(contender, "mul", 9, 1.0) };
            vec![with(Number(F32), 1e-6), with(Float2, float2), with(Number(Ff), of_ff)]
        };
        let judge = |found: &[Measured]| verdict(of(found).not_for_products());
        assert_eq!(judge(&products(1e-6, 1e-12)), Some(OnlyComposite));
        assert_eq!(judge(&products(1e-6, 1e-7)), Some(Confirmed));
        assert_eq!(judge(&products(1e-9, 1e-12)), Some(NotHere));
        assert_eq!(judge(&products(1e-6, 1e-12)[..1]), None);
    }

    #[test]
    fn a_processor_tells_of_its_arithmetic_and_not_of_launches() {
        let types = [(Number(F32), 1.0), (Number(F64), 1.0), (Float2, 8.0), (Double2, 8.5)];
        let alone = |(contender, seconds)| Measured {
            shape: Shape::One,
            ..made_up(contender, "add", 9, seconds)
        };
        let found = types.map(alone);
        assert_eq!(verdict(of(&found).free_at_few()), Some(NotHere));
        let judges = Judges { has_processor: true, ..Judges::default() };
        let all: Vec<_> = conclusions(&found, &judges).iter().map(|c| c.verdict).collect();
        assert_eq!(all[..3], [NotMeasured, Confirmed, Confirmed]);
        assert!(all[3..].iter().all(|&verdict| verdict == NotMeasured));
    }

    #[test]
    fn few_additions_are_judged_by_the_fewest_operations_with_an_error() {
        let with = |contender: Contender, op, n, seconds, error| Measured {
            error,
            ..made_up(contender, op, n, seconds)
        };
        let mut found = Vec::new();
        for (n, slow) in [(1, 0.9), (20, 1.5), (50, 2.0)] {
            found.push(with(Float2, "add", n, slow, 0.0));
            found.push(with(Number(F64), "add", n, 1.0, 0.0));
        }
        assert_eq!(verdict(of(&found).float2_is_useless_at_few()), None);
        found.push(with(Float2, "mul", 20, 1.0, 4e-15));
        found.push(with(Number(F64), "mul", 20, 1.0, 1e-16));
        let (verdict, evidence) = of(&found).float2_is_useless_at_few().unwrap();
        assert_eq!(verdict, Confirmed);
        assert!(evidence.contains("4.0e-15 and 1.0e-16 after 20 products"), "{evidence}");
        // Additions come first.
        found.push(with(Float2, "add", 1000, 1.0, 1e-16));
        found.push(with(Number(F64), "add", 1000, 1.0, 1e-16));
        let (verdict, evidence) = of(&found).float2_is_useless_at_few().unwrap();
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("after 1000 additions"), "{evidence}");
    }

    #[test]
    fn f64_is_best_where_it_is_neither_slow_nor_inaccurate() {
        let with = |f64: f64| {
            let mut found = Vec::new();
            for op in ["add", "mul"] {
                for n in [1, 1000] {
                    let types =
                        [(Number(F32), 1.0, 1e-7), (Number(F64), f64, 1e-16), (Float2, 8.0, 1e-7)];
                    for (contender, seconds, error) in types {
                        found.push(Measured { error, ..made_up(contender, op, n, seconds) });
                    }
                }
            }
            verdict(of(&found).f64_is_best())
        };
        assert_eq!(with(2.0), Some(Confirmed));
        assert_eq!(with(4.0), Some(NotHere));
    }
}

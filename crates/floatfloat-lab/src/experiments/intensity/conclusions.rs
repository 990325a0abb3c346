//! Nguyen's conclusions about arithmetic intensity, held against this run.

use super::measured::{Measured, Shape};
use crate::{
    experiments::conclusion::{self, Conclusion, Verdict},
    results::Experiment,
};

/// Times that differ by less than this factor are taken for the same.
const SAME: f64 = 1.1;

fn is_same(ratio: f64) -> bool {
    (1.0 / SAME..=SAME).contains(&ratio)
}

/// Each conclusion for each device.
pub(super) fn table(devices: &str, found: &[Measured]) -> Experiment {
    let mut names: Vec<&str> = found.iter().map(|m| m.device.as_str()).collect();
    names.dedup();
    let all = names.into_iter().flat_map(|device| of_device(&Of { device, found }));
    conclusion::table("intensity-conclusions", devices, all.collect())
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
}

fn of_device(of: &Of<'_>) -> Vec<Conclusion> {
    let counts = of.counts();
    let (Some(&few), Some(&most)) = (counts.first(), counts.last()) else { return Vec::new() };
    vec![
        free_at_few(of, few),
        f64_is_f32(of, &counts),
        eightfold(of, most),
        f64_units_fill(of, most),
        threads_hide(of, most),
        float2_is_useless_at_few(
            of,
            counts.iter().copied().filter(|&n| n <= 20).max().unwrap_or(few),
        ),
        double2_pays_at_few(of, few, most),
        errors_do_not_grow(of, &counts),
        not_for_products(of, most),
    ]
}

/// The verdict, and the numbers for which it was given.
fn judged(
    of: &Of<'_>,
    seed: &'static str,
    text: &'static str,
    found: Option<(Verdict, String)>,
) -> Conclusion {
    let (verdict, numbers) =
        found.unwrap_or((Verdict::NotMeasured, "what would tell was not measured".into()));
    Conclusion { seed, text, verdict, evidence: format!("{}: {numbers}", of.device) }
}

fn if_so(holds: bool) -> Verdict {
    if holds { Verdict::Confirmed } else { Verdict::NotHere }
}

fn free_at_few(of: &Of<'_>, few: u32) -> Conclusion {
    let types = ["f64", "float2", "double2"];
    let ratios: Option<Vec<f64>> =
        types.iter().map(|t| of.ratio(Shape::One, [t, "f32"], "add", few)).collect();
    let found = ratios.map(|ratios| {
        let text = format!(
            "1 × 1, {few} addition: f64, float2, double2 take {:.2}, {:.2}, {:.2} times as long as f32",
            ratios[0], ratios[1], ratios[2]
        );
        (if_so(ratios.iter().all(|&ratio| is_same(ratio))), text)
    });
    judged(of, "Table 13", "A kernel with one operation takes the same time in every type.", found)
}

fn f64_is_f32(of: &Of<'_>, counts: &[u32]) -> Conclusion {
    let ratios = counts.iter().filter_map(|&n| of.ratio(Shape::One, ["f64", "f32"], "add", n));
    let ratios: Vec<f64> = ratios.collect();
    let found = (!ratios.is_empty()).then(|| {
        let listed: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        let text = format!("1 × 1, additions: {} times as long as f32", listed.join(", "));
        (if_so(ratios.iter().all(|&ratio| is_same(ratio))), text)
    });
    judged(
        of,
        "Figure 12",
        "Alone, f64 adds as fast as f32 however many additions there are.",
        found,
    )
}

fn eightfold(of: &Of<'_>, most: u32) -> Conclusion {
    let [float2, double2] =
        ["float2", "double2"].map(|t| of.ratio(Shape::One, [t, "f32"], "add", most));
    let found = float2.zip(double2).map(|(float2, double2)| {
        let near = |ratio: f64| (6.0..11.0).contains(&ratio);
        let text = format!(
            "1 × 1, {most} additions: float2 {float2:.1}, double2 {double2:.1} times as long as f32"
        );
        (if_so(near(float2) && near(double2)), text)
    });
    judged(
        of,
        "Table 13",
        "With many additions composite types take about 8 times as long as f32, as their instructions tell.",
        found,
    )
}

fn f64_units_fill(of: &Of<'_>, most: u32) -> Conclusion {
    let shape = [Shape::Group(512), Shape::Group(256)];
    let ratio = shape.iter().find_map(|&s| of.ratio(s, ["double2", "float2"], "add", most));
    let found = ratio.map(|ratio| {
        (
            if_so(ratio >= 1.5),
            format!("one workgroup, {most} additions: {ratio:.1} times as long as float2"),
        )
    });
    judged(
        of,
        "Tables 14 and 15",
        "With hundreds of threads double2 falls behind float2, since there are fewer units for f64.",
        found,
    )
}

fn threads_hide(of: &Of<'_>, most: u32) -> Conclusion {
    let one = of.one(Shape::One, "f32", "add", most);
    let group = of.one(Shape::Group(256), "f32", "add", most);
    let found = one.zip(group).map(|(one, group)| {
        let ratio = group.seconds / one.seconds;
        (
            if_so(ratio <= 1.5),
            format!("f32, {most} additions: 256 threads take {ratio:.2} times as long as one"),
        )
    });
    judged(
        of,
        "Chapter 6",
        "Threads hide the latency of arithmetic until its units are full.",
        found,
    )
}

fn float2_is_useless_at_few(of: &Of<'_>, few: u32) -> Conclusion {
    let [float2, f64, ff] = ["float2", "f64", "ff"].map(|t| of.one(Shape::Full, t, "add", few));
    // One operation has no rounding error to compare.
    let told = float2.zip(f64).filter(|(float2, f64)| float2.error > 0.0 || f64.error > 0.0);
    let found = told.map(|(float2, f64)| {
        let slower = float2.seconds >= f64.seconds / SAME;
        let worse = float2.error > f64.error;
        let of_ff = ff.map_or(String::new(), |ff| {
            format!("; ff {:.2} times, {:.1e}", ff.seconds / f64.seconds, ff.error)
        });
        let text = format!(
            "all of it, {few} additions: float2 takes {:.2} times as long as f64; errors {:.1e} and {:.1e}{of_ff}",
            float2.seconds / f64.seconds, float2.error, f64.error
        );
        (if_so(slower && worse), text)
    });
    judged(
        of,
        "Chapter 6",
        "With few operations float2 is slower and less accurate than f64 and should not be used.",
        found,
    )
}

fn double2_pays_at_few(of: &Of<'_>, few: u32, most: u32) -> Conclusion {
    let ratio = |operations| of.ratio(Shape::Full, ["double2", "f64"], "add", operations);
    let found = ratio(few).zip(ratio(most)).map(|(low, high)| {
        let text = format!(
            "all of it: double2 takes {low:.2} times as long as f64 with {few} addition, {high:.1} times with {most}"
        );
        (if_so(low <= 2.5 && high >= 2.0 * low), text)
    });
    judged(
        of,
        "Chapter 6",
        "double2 costs little where operations are few; where they are many, f64 is preferable.",
        found,
    )
}

fn errors_do_not_grow(of: &Of<'_>, counts: &[u32]) -> Conclusion {
    let error = |t: &str, n: u32| of.one(Shape::Full, t, "add", n).map(|m| m.error);
    let (few, most) = (counts[counts.len().min(2) - 1], counts[counts.len() - 1]);
    let found = if few < most { error("f32", few) } else { None };
    let found = found.zip(error("f32", most)).map(|(low, high)| {
        let text = format!("f32: {low:.1e} after {few} additions, {high:.1e} after {most}");
        (if_so(high <= 10.0 * low), text)
    });
    judged(
        of,
        "Chapter 9",
        "The accuracy of additions does not depend on how many there are.",
        found,
    )
}

fn not_for_products(of: &Of<'_>, most: u32) -> Conclusion {
    let [float2, f32, ff] =
        ["float2", "f32", "ff"].map(|t| of.one(Shape::Full, t, "mul", most).map(|m| m.error));
    let found = float2.zip(f32).map(|(float2, f32)| {
        let text = format!("{most} products: float2 {float2:.1e}, f32 {f32:.1e}");
        let useless = float2 >= f32 / 10.0;
        match ff {
            Some(ff) if useless && ff < f32 / 1e3 => {
                (Verdict::OnlyComposite, format!("{text}, ff {ff:.1e}"))
            }
            Some(ff) => (if_so(useless), format!("{text}, ff {ff:.1e}")),
            None => (if_so(useless), text),
        }
    });
    judged(of, "Chapter 9", "Pairs of words are not worth it for multiplications.", found)
}

#[cfg(test)]
mod tests {
    use super::{Of, of_device};
    use crate::{
        contender::Contender,
        experiments::{
            conclusion::Verdict,
            intensity::{
                measured::{Measured, Shape},
                tests::made_up,
            },
        },
        number_type::NumberType,
    };

    #[test]
    fn verdicts_follow_from_the_numbers() {
        let (f32, ff) = (Contender::Number(NumberType::F32), Contender::Number(NumberType::Ff));
        let products = |float2: f64, of_ff: f64| -> Vec<Measured> {
            let with = |contender, error| Measured { error, ..made_up(contender, "mul", 9, 1.0) };
            vec![with(f32, 1e-6), with(Contender::Float2, float2), with(ff, of_ff)]
        };
        let last = |found: &[Measured]| {
            let of = Of { device: "cpu", found };
            of_device(&of).pop().unwrap().verdict
        };
        assert_eq!(last(&products(1e-6, 1e-12)), Verdict::OnlyComposite);
        assert_eq!(last(&products(1e-6, 1e-7)), Verdict::Confirmed);
        assert_eq!(last(&products(1e-9, 1e-12)), Verdict::NotHere);
        assert_eq!(last(&products(1e-6, 1e-12)[..1]), Verdict::NotMeasured);

        let mut alone = Vec::new();
        for (contender, seconds) in [
            (f32, 1.0),
            (Contender::Number(NumberType::F64), 1.0),
            (Contender::Float2, 8.0),
            (Contender::Double2, 8.5),
        ] {
            alone.push(Measured { shape: Shape::One, ..made_up(contender, "add", 9, seconds) });
        }
        let verdicts: Vec<_> =
            of_device(&Of { device: "cpu", found: &alone }).iter().map(|c| c.verdict).collect();
        assert_eq!(verdicts[..3], [Verdict::NotHere, Verdict::Confirmed, Verdict::Confirmed]);
        assert!(verdicts[3..].iter().all(|&verdict| verdict == Verdict::NotMeasured));
    }
}

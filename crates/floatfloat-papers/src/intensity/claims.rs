//! What the thesis concludes about arithmetic intensity.

use floatfloat_report::{
    claim::{
        Claim, Evidence, Finding, Rows, SAME_TIME, Scope, Test, if_so, is_within, median,
        of_composite,
    },
    table::Frame,
};

/// So many operations are few.
const FEW: f64 = 50.0;

/// The largest of 16 errors differs by less than this factor without meaning anything.
const SAME_ERROR: f64 = 2.0;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("Table 13", "A kernel with one operation takes the same time in every type.")
        .on(Scope::Gpus)
        .test(Test::With(free_at_few)),
    Claim::of("Figure 12", "Alone, f64 adds as fast as f32 however many additions there are.")
        .on(Scope::AnyDevice)
        .test(Test::With(f64_is_f32)),
    Claim::of(
        "Table 13",
        "With many additions composite types take about 8 times as long as f32, as their instructions tell.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(eightfold)),
    Claim::of(
        "Tables 14 and 15",
        "With hundreds of threads double2 falls behind float2, since there are fewer units for f64.",
    )
    .on(Scope::Gpus)
    .test(Test::With(f64_units_fill)),
    Claim::of("Chapter 6", "Threads hide the latency of arithmetic until its units are full.")
        .on(Scope::Gpus)
        .test(Test::With(threads_hide)),
    Claim::of(
        "Chapter 6",
        "With few operations float2 is slower and less accurate than f64 and should not be used.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(float2_is_useless_at_few)),
    Claim::of(
        "Chapter 6",
        "double2 costs little where operations are few; where they are many, f64 is preferable.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(double2_pays_at_few)),
    Claim::of(
        "Chapter 9",
        "f64 is the best choice in general: far more accurate than f32 for little more time, and not \
         slower than float2, which is less accurate.",
    )
    .on(Scope::AnyDevice)
    .test(Test::With(f64_is_best)),
    Claim::of("Chapter 9", "The accuracy of additions does not depend on how many there are.")
        .test(Test::With(errors_do_not_grow)),
    Claim::of("Chapter 9", "Pairs of words are not worth it for multiplications.")
        .test(Test::With(not_for_products)),
];

/// One workgroup of so many lanes.
fn group<'a>(evidence: &Evidence<'a>, lanes: &'static str) -> Option<Frame<'a>> {
    let rows = evidence.rows(Rows { table: "intensity", with: &[("groups", &["1"])] })?;
    Some(rows.with(&[("lanes", lanes)]))
}

/// One invocation.
fn alone<'a>(evidence: &Evidence<'a>) -> Option<Frame<'a>> {
    group(evidence, "1")
}

/// The whole device.
fn busy<'a>(evidence: &Evidence<'a>) -> Option<Frame<'a>> {
    Some(evidence.table("intensity")?.filter(|row| row.number("groups") > Some(1.0)))
}

/// The fewest operations and the most.
fn ends(rows: &Frame<'_>) -> Option<(f64, f64)> {
    let counts = rows.sizes("operations");
    Some((*counts.first()?, *counts.last()?))
}

/// A number of one type after so many operations.
fn value(rows: &Frame<'_>, column: &str, number: &str, op: &str, operations: f64) -> Option<f64> {
    rows.with(&[("type", number), ("op", op)]).at("operations", operations).value(column)
}

/// The time of one type over that of another.
fn ratio(rows: &Frame<'_>, [one, other]: [&str; 2], op: &str, operations: f64) -> Option<f64> {
    let time = |number| value(rows, "ms", number, op, operations);
    Some(time(one)? / time(other)?)
}

/// `20 additions`
fn counted(operations: f64, op: &str) -> String {
    let name = if op == "add" { "addition" } else { "product" };
    format!("{operations} {name}{}", if operations == 1.0 { "" } else { "s" })
}

/// `1.01, 0.96`
fn listed(ratios: &[f64]) -> String {
    ratios.iter().map(|ratio| format!("{ratio:.2}")).collect::<Vec<_>>().join(", ")
}

fn free_at_few(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = alone(evidence)?;
    let (few, _) = ends(&rows)?;
    let of = |number| ratio(&rows, [number, "f32"], "add", few);
    let ratios = [of("f64")?, of("float2")?, of("double2")?];
    let text = format!(
        "1 × 1, {}: f64, float2, double2 take {} times as long as f32",
        counted(few, "add"),
        listed(&ratios)
    );
    Some((if_so(ratios.iter().all(|&ratio| is_within(SAME_TIME, ratio))), text))
}

/// With most numbers of additions, and with the largest.
fn f64_is_f32(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = alone(evidence)?;
    let of = |operations| ratio(&rows, ["f64", "f32"], "add", operations);
    let ratios: Vec<f64> = rows.sizes("operations").into_iter().filter_map(of).collect();
    let (middle, last) = (median(ratios.clone())?, *ratios.last()?);
    let text = format!("1 × 1, additions: {} times as long as f32", listed(&ratios));
    Some((if_so([middle, last].iter().all(|&ratio| is_within(SAME_TIME, ratio))), text))
}

fn eightfold(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = alone(evidence)?;
    let (_, most) = ends(&rows)?;
    let of = |number| ratio(&rows, [number, "f32"], "add", most);
    let (float2, double2) = (of("float2")?, of("double2")?);
    let near = |ratio: f64| (6.0..11.0).contains(&ratio);
    let text = format!(
        "1 × 1, {most} additions: float2 {float2:.1}, double2 {double2:.1} times as long as f32"
    );
    Some((if_so(near(float2) && near(double2)), text))
}

fn f64_units_fill(evidence: &Evidence<'_>) -> Option<Finding> {
    let (_, most) = ends(&evidence.table("intensity")?)?;
    let of = |lanes| ratio(&group(evidence, lanes)?, ["double2", "float2"], "add", most);
    let ratio = ["512", "256"].into_iter().find_map(of)?;
    let text = format!("one workgroup, {most} additions: {ratio:.1} times as long as float2");
    Some((if_so(ratio >= 1.5), text))
}

fn threads_hide(evidence: &Evidence<'_>) -> Option<Finding> {
    let (_, most) = ends(&evidence.table("intensity")?)?;
    let of = |rows: Frame<'_>| value(&rows, "ms", "f32", "add", most);
    let ratio = of(group(evidence, "256")?)? / of(alone(evidence)?)?;
    let text = format!("f32, {most} additions: 256 threads take {ratio:.2} times as long as one");
    Some((if_so(ratio <= 1.5), text))
}

/// The errors of float2 and of f64 in the fewest operations in which there are any: additions of
/// numbers of f32 are exact at first.
fn first_errors(rows: &Frame<'_>) -> Option<(String, [f64; 2])> {
    let of = |op: &str, operations| {
        let error = |number| value(rows, "error", number, op, operations);
        let both = [error("float2")?, error("f64")?];
        both.iter().any(|error| *error > 0.0).then_some(both)
    };
    let counts = rows.sizes("operations");
    let in_all = |op| counts.iter().find_map(|&n| Some((counted(n, op), of(op, n)?)));
    in_all("add").or(in_all("mul"))
}

fn float2_is_useless_at_few(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = busy(evidence)?;
    let few: Vec<f64> = rows.sizes("operations").into_iter().filter(|&n| n <= FEW).collect();
    let over_f64 = |number| -> Vec<f64> {
        few.iter().filter_map(|&n| ratio(&rows, [number, "f64"], "add", n)).collect()
    };
    let ratios = over_f64("float2");
    let slow = median(ratios.clone())?;
    let (when, [float2, f64]) = first_errors(&rows)?;
    let ff = median(over_f64("ff")).map_or(String::new(), |ff| format!(" (ff {ff:.2})"));
    let text = format!(
        "all of it, up to {FEW} additions: float2 takes {} times as long as f64, median {slow:.2}{ff}; \
         errors {float2:.1e} and {f64:.1e} after {when}, the fewest with any",
        listed(&ratios)
    );
    Some((if_so(slow > SAME_TIME && float2 > SAME_ERROR * f64), text))
}

fn double2_pays_at_few(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = busy(evidence)?;
    let (few, most) = ends(&rows)?;
    let of = |operations| ratio(&rows, ["double2", "f64"], "add", operations);
    let (low, high) = (of(few)?, of(most)?);
    let text = format!(
        "all of it: double2, of 1.5 times the bytes, takes {low:.2} times as long as f64 with {}, \
         {high:.1} times with {most}",
        counted(few, "add")
    );
    Some((if_so(low <= 1.5 * SAME_TIME && high >= 2.0 * low), text))
}

/// At most twice as long as f32, as its bytes are twice as many, and no longer than float2.
fn f64_is_best(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = busy(evidence)?;
    let (few, most) = ends(&rows)?;
    let (mut holds, mut words) = (true, Vec::new());
    for op in ["add", "mul"] {
        for operations in [few, most] {
            let over = |number| ratio(&rows, ["f64", number], op, operations);
            let (f32, float2) = (over("f32")?, over("float2")?);
            holds &= f32 <= 2.0 * SAME_TIME && float2 <= SAME_TIME;
            words.push(format!("{} {f32:.2} and {float2:.2}", counted(operations, op)));
        }
    }
    let error = |number| value(&rows, "error", number, "mul", most);
    let (f64, f32, float2) = (error("f64")?, error("f32")?, error("float2")?);
    holds &= f64 * 1e3 < f32 && f64 < float2;
    let text = format!(
        "all of it, time of f64 over that of f32 and of float2: {}; errors after {most} products: f64 \
         {f64:.1e}, float2 {float2:.1e}, f32 {f32:.1e}",
        words.join(", ")
    );
    Some((if_so(holds), text))
}

fn errors_do_not_grow(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = busy(evidence)?;
    let counts = rows.sizes("operations");
    // One addition rounds little or nothing.
    let (few, most) = (*counts.get(1)?, *counts.last()?);
    let error = |operations| value(&rows, "error", "f32", "add", operations);
    let (low, high) = (error(few).filter(|_| few < most)?, error(most)?);
    let text = format!("f32: {low:.1e} after {few} additions, {high:.1e} after {most}");
    Some((if_so(high <= 10.0 * low), text))
}

fn not_for_products(evidence: &Evidence<'_>) -> Option<Finding> {
    let rows = busy(evidence)?;
    let (_, most) = ends(&rows)?;
    let error = |number| value(&rows, "error", number, "mul", most);
    let (float2, f32) = (error("float2")?, error("f32")?);
    let text = format!("{most} products: float2 {float2:.1e}, f32 {f32:.1e}");
    let useless = float2 >= f32 / 10.0;
    Some(match error("ff") {
        Some(ff) => (of_composite(useless, ff < f32 / 1e3), format!("{text}, ff {ff:.1e}")),
        None => (if_so(useless), text),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{COLUMNS, EXPERIMENT};
    use floatfloat_lab::{
        machine::{self, CPU},
        results::{Device, Table},
        table::row,
    };
    use floatfloat_report::claim::{
        Finding,
        Verdict::{self, *},
    };

    const GPU: &str = "cuda:0";

    /// Workgroups and lanes of one invocation and of a whole device.
    const ALONE: [u32; 2] = [1, 1];
    const BUSY: [u32; 2] = [16, 256];

    /// Type, operation, operations, workgroups and lanes, time, error.
    type Made = (&'static str, &'static str, u32, [u32; 2], f64, f64);

    /// The claims, judged by numbers of one device.
    fn findings(device: &str, made: &[Made]) -> Vec<Finding> {
        let mut table = Table::new("intensity", device, COLUMNS);
        for &(number, op, operations, [groups, lanes], ms, error) in made {
            let (elements, over) = (groups * lanes, None::<f64>);
            table.push(row![
                device, number, op, operations, groups, lanes, elements, ms, over, error, true, ""
            ]);
        }
        let devices = [Device { id: device.into(), ..machine::processor() }];
        let claims = EXPERIMENT.study.claims.iter();
        claims.map(|claim| claim.judge(std::slice::from_ref(&table), &devices)).collect()
    }

    fn verdicts(device: &str, made: &[Made]) -> Vec<Verdict> {
        findings(device, made).into_iter().map(|(verdict, _)| verdict).collect()
    }

    #[test]
    fn products_of_composites_are_told_from_those_of_double_words() {
        let products = |float2: f64, ff: f64| -> [Made; 3] {
            [("f32", 1e-6), ("float2", float2), ("ff", ff)]
                .map(|(number, error)| (number, "mul", 9, BUSY, 1.0, error))
        };
        let judge = |made: &[Made]| verdicts(CPU, made)[9];
        assert_eq!(judge(&products(1e-6, 1e-12)), OnlyComposite);
        assert_eq!(judge(&products(1e-6, 1e-7)), Confirmed);
        assert_eq!(judge(&products(1e-9, 1e-12)), NotHere);
        assert_eq!(judge(&products(1e-6, 1e-12)[..1]), NotMeasured);
    }

    #[test]
    fn a_processor_tells_of_its_arithmetic_and_not_of_launches() {
        let made = [("f32", 1.0), ("f64", 1.0), ("float2", 8.0), ("double2", 8.5)]
            .map(|(number, ms)| (number, "add", 9, ALONE, ms, 1e-7));
        let all = verdicts(CPU, &made);
        assert_eq!(all[..3], [NotMeasured, Confirmed, Confirmed]);
        assert!(all[3..].iter().all(|&verdict| verdict == NotMeasured));
        assert_eq!(verdicts(GPU, &made)[..3], [NotHere, Confirmed, Confirmed]);
    }

    #[test]
    fn few_additions_are_judged_by_the_fewest_operations_with_an_error() {
        let mut made: Vec<Made> = Vec::new();
        for (operations, slow) in [(1, 0.9), (20, 1.5), (50, 2.0)] {
            made.push(("float2", "add", operations, BUSY, slow, 0.0));
            made.push(("f64", "add", operations, BUSY, 1.0, 0.0));
        }
        let judge = |made: &[Made]| findings(CPU, made)[5].clone();
        assert_eq!(judge(&made).0, NotMeasured);
        made.push(("float2", "mul", 20, BUSY, 1.0, 4e-15));
        made.push(("f64", "mul", 20, BUSY, 1.0, 1e-16));
        let (verdict, evidence) = judge(&made);
        assert_eq!(verdict, Confirmed);
        assert!(evidence.contains("4.0e-15 and 1.0e-16 after 20 products"), "{evidence}");
        // Additions come first.
        made.push(("float2", "add", 1000, BUSY, 1.0, 1e-16));
        made.push(("f64", "add", 1000, BUSY, 1.0, 1e-16));
        let (verdict, evidence) = judge(&made);
        assert_eq!(verdict, NotHere);
        assert!(evidence.contains("after 1000 additions"), "{evidence}");
    }

    #[test]
    fn f64_is_best_where_it_is_neither_slow_nor_inaccurate() {
        let with = |f64: f64| {
            let mut made: Vec<Made> = Vec::new();
            for op in ["add", "mul"] {
                for operations in [1, 1000] {
                    for (number, ms, error) in
                        [("f32", 1.0, 1e-7), ("f64", f64, 1e-16), ("float2", 8.0, 1e-7)]
                    {
                        made.push((number, op, operations, BUSY, ms, error));
                    }
                }
            }
            verdicts(CPU, &made)[7]
        };
        assert_eq!(with(2.0), Confirmed);
        assert_eq!(with(4.0), NotHere);
    }
}

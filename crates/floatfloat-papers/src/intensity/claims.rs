//! The thesis's claims about arithmetic intensity.

use floatfloat_report::{
    chart::Shows,
    claim::{At, Claim, Compare, Must, Rows, SAME_TIME, Scope, Test, Texts},
};

/// Two largest errors of 16 results that differ by less than this factor count as equal.
const SAME_ERROR: f64 = 2.0;

/// The kernels with the fewest operations, and with the most.
const FEWEST: (&str, Shows) = ("operations", Shows::Least(&[]));
const MOST: (&str, Shows) = ("operations", Shows::Most(&[]));

const ADDITIONS: (&str, Shows) = ("op", Shows::One(&["add"]));
const PRODUCTS: (&str, Shows) = ("op", Shows::One(&["mul"]));

/// One workgroup.
const GROUP: (&str, Shows) = ("groups", Shows::One(&["1"]));

const ALL: Rows = Rows::of("intensity");

/// The additions of one invocation.
const ALONE: Rows = ALL.with(&[GROUP, ("lanes", Shows::One(&["1"])), ADDITIONS]);

/// The whole device.
const BUSY: Rows = ALL.with(&[("groups", Shows::Not("1"))]);

/// The times of additions and of products, with the fewest operations and with the most.
const AT_FEWEST: Compare =
    Compare::of(BUSY.and(&[FEWEST]), "ms").along(&["op"], At::Every).at_least(2);
const AT_MOST: Compare = Compare::of(BUSY.and(&[MOST]), "ms").along(&["op"], At::Every).at_least(2);

/// The errors of the most products.
const ERRORS: Compare = Compare::of(BUSY.and(&[PRODUCTS, MOST]), "error");

const OVER_F32: Texts = &[&["f64", "f32"]];
const OVER_FLOAT2: Texts = &[&["f64", "float2"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of("Table 13", "A kernel with one operation takes the same time in every type.")
        .on(Scope::Gpus)
        .test(Compare::of(ALONE.and(&[FEWEST]), "ms").test(
            &[&["f64", "f32"], &["float2", "f32"], &["double2", "f32"]],
            Must::be_within(SAME_TIME),
            "in the shape 1 × 1 with {operations} addition: [{one}|, ] take [{ratio}|, ] times \
             as long as f32",
        )),
    Claim::of("Figure 12", "Alone, f64 adds as fast as f32 however many additions there are.")
        .on(Scope::AnyDevice)
        .test(Test::All(&[
            Compare::of(ALONE, "ms").along(&["operations"], At::Median).test(
                OVER_F32,
                Must::be_within(SAME_TIME),
                "in the shape 1 × 1, additions: {ratios} times as long as f32",
            ),
            Compare::of(ALONE, "ms").along(&["operations"], At::Last).test(
                OVER_F32,
                Must::be_within(SAME_TIME),
                "",
            ),
        ])),
    Claim::of(
        "Table 13",
        "With many additions composite types take about 8 times as long as f32, as their instructions tell.",
    )
    .on(Scope::AnyDevice)
    .test(Compare::of(ALONE.and(&[MOST]), "ms").test(
        &[&["float2", "f32"], &["double2", "f32"]],
        Must::BeBetween(6.0, 11.0),
        "in the shape 1 × 1 with {operations} additions: [{one} {ratio.1}|, ] times as long as f32",
    )),
    Claim::of(
        "Tables 14 and 15",
        "With hundreds of threads double2 falls behind float2, since there are fewer units for f64.",
    )
    .on(Scope::Gpus)
    .test(
        Compare::of(ALL.with(&[MOST, GROUP, ADDITIONS]), "ms")
            .prefer("lanes", &[["512", ""], ["256", ""]])
            .test(
                &[&["double2", "float2"]],
                Must::Reach(1.5),
                "one workgroup, {operations} additions: {ratio.1} times as long as float2",
            ),
    ),
    Claim::of("Chapter 6", "Threads hide the latency of arithmetic until its units are full.")
        .on(Scope::Gpus)
        .test(
            Compare::of(ALL.with(&[MOST, GROUP, ADDITIONS, ("type", Shows::One(&["f32"]))]), "ms")
                .by("lanes")
                .test(
                    &[&["256", "1"]],
                    Must::BeAtMost(1.5),
                    "f32, {operations} additions: 256 threads take {ratio} times as long as one",
                ),
        ),
    Claim::of(
        "Chapter 6",
        "With few operations float2 is slower and less accurate than f64 and should not be used.",
    )
    .on(Scope::AnyDevice)
    .test(Test::First(&[
        Test::All(&[FLOAT2_IS_SLOW, FF_TAKES, FLOAT2_IS_INACCURATE]),
        Test::All(&[FLOAT2_IS_SLOW, FLOAT2_IS_INACCURATE]),
    ])),
    Claim::of(
        "Chapter 6",
        "double2 costs little where operations are few; where they are many, f64 is preferable.",
    )
    .on(Scope::AnyDevice)
    .test(Test::All(&[
        Compare::of(BUSY.and(&[ADDITIONS, FEWEST]), "ms").test(
            &[&["double2", "f64"]],
            Must::BeAtMost(1.5 * SAME_TIME),
            "whole device: double2, which moves 1.5 times the bytes, takes {ratio} times as long \
             as f64 with {operations} addition",
        ),
        Compare::of(BUSY.and(&[ADDITIONS]), "ms").along(&["operations"], At::Growth).test(
            &[&["double2", "f64"]],
            Must::Reach(2.0),
            "{above.1} times with {operations}",
        ),
    ])),
    // At most twice as long as f32, since there are twice as many bytes.
    Claim::of(
        "Chapter 9",
        "f64 is the best choice in general: far more accurate than f32 for little more time, and not \
         slower than float2, which is less accurate.",
    )
    .on(Scope::AnyDevice)
    .test(Test::All(&[
        AT_FEWEST.test(
            OVER_F32,
            Must::BeAtMost(2.0 * SAME_TIME),
            "whole device, time of f64 over that of f32, for additions and for products: \
             {ratios} with {operations} of them",
        ),
        AT_MOST.test(OVER_F32, Must::BeAtMost(2.0 * SAME_TIME), "{ratios} with {operations}"),
        AT_FEWEST.test(
            OVER_FLOAT2,
            Must::BeAtMost(SAME_TIME),
            "over that of float2: {ratios} with {operations}",
        ),
        AT_MOST.test(OVER_FLOAT2, Must::BeAtMost(SAME_TIME), "{ratios} with {operations}"),
        ERRORS.test(
            OVER_F32,
            Must::StayBelow(1e-3),
            "errors after {operations} products: f64 {above}, f32 {below}",
        ),
        ERRORS.test(OVER_FLOAT2, Must::StayBelow(1.0), "float2 {below}"),
    ])),
    // A single addition has little or no rounding error.
    Claim::of("Chapter 9", "The accuracy of additions does not depend on how many there are.").test(
        Compare::of(
            BUSY.and(&[ADDITIONS]).between(&[("operations", 2.0..f64::INFINITY)]),
            "error",
        )
        .along(&["operations"], At::Growth)
        .at_least(2)
        .test(
            &[&["f32"]],
            Must::BeAtMost(10.0),
            "f32: {numbers}, the last of them after {operations} additions",
        ),
    ),
    Claim::of("Chapter 9", "Pairs of words are not worth it for multiplications.").test(
        Test::First(&[
            Test::Composite {
                composite: &FLOAT2_GAINS_LITTLE,
                double_words: &ERRORS.test(&[&["ff", "f32"]], Must::Reach(1e-3), "ff {above}"),
            },
            FLOAT2_GAINS_LITTLE,
        ]),
    ),
];

/// The times of few additions on the whole device.
const FEW: Compare =
    Compare::of(BUSY.and(&[ADDITIONS]).between(&[("operations", 0.0..51.0)]), "ms")
        .along(&["operations"], At::Median);

const FLOAT2_IS_SLOW: Test = FEW.test(
    &[&["float2", "f64"]],
    Must::Exceed(SAME_TIME),
    "whole device, up to 50 additions: float2 takes {ratios} times as long as f64, median {ratio}",
);
const FF_TAKES: Test = FEW.test(&[&["ff", "f64"]], Must::BeShown, "ff {ratio}");

/// The fewest operations with errors: additions of numbers of f32 are exact at first.
const FLOAT2_IS_INACCURATE: Test = Test::First(&[
    Compare::of(BUSY.and(&[ADDITIONS]), "error").along(&["operations"], At::FirstError).test(
        &[&["float2", "f64"]],
        Must::Exceed(SAME_ERROR),
        "errors {above} (float2) and {below} (f64) after {operations} additions, the fewest \
         additions that have an error",
    ),
    Compare::of(BUSY.and(&[PRODUCTS]), "error").along(&["operations"], At::FirstError).test(
        &[&["float2", "f64"]],
        Must::Exceed(SAME_ERROR),
        "errors {above} (float2) and {below} (f64) after {operations} products, the fewest \
         products that have an error",
    ),
]);

const FLOAT2_GAINS_LITTLE: Test = ERRORS.test(
    &[&["float2", "f32"]],
    Must::Reach(0.1),
    "{operations} products: float2 {above}, f32 {below}",
);

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
        assert!(
            evidence.contains("4.0e-15 (float2) and 1.0e-16 (f64) after 20 products"),
            "{evidence}"
        );
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

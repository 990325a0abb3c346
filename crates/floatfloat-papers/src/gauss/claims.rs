//! The thesis's claims about Gaussian elimination.

use floatfloat_report::{
    chart::Shows,
    claim::{ALIKE, At, Claim, Compare, Must, Rows, SAME_TIME, Scope, Test, Texts},
};

/// Random systems.
const RANDOM: Rows = Rows::of("gauss");

/// The same, without the blocks that are only for comparison.
const USUAL: Rows = RANDOM.with(&[("block", Shows::One(&["", "8x8"]))]);

/// The rows whose sizes are so large that more than launches counts.
const LARGE: Rows = RANDOM
    .with(&[("type", Shows::One(&["f64", "double2", "f32", "float2"]))])
    .between(&[("size", 256.0..f64::INFINITY)]);

/// The medians of errors that are smaller than the solution; larger errors mean nothing.
const MEDIANS: Compare =
    Compare::of(USUAL.between(&[("relative_error", 0.0..1.0)]), "relative_error")
        .along(&["size"], At::Median);

/// Composite numbers compared with the word of which they are made.
const COMPOSITE: Texts = &[&["float2", "f32"], &["double2", "f64"]];

pub(super) const CLAIMS: &[Claim] = &[
    Claim::of(
        "section 7.2, figure 15",
        "from accurate to inaccurate: f64, double2, f32, float2, at every size",
    )
    .test(Compare::of(RANDOM, "error").along(&["size"], At::Every).at_least(3).test(
        &[&["double2", "f64"], &["f32", "double2"], &["float2", "f32"]],
        Must::Exceed(1.0),
        "in that order at {together} of {all} values of size; medians of ratios: \
         [{one} over {two}: {spread}|; ]",
    )),
    Claim::of(
        "section 7.2, figure 15; section 7.2, end",
        "two words are no more accurate than one where there is multiplication and division",
    )
    .test(Test::Composite {
        composite: &MEDIANS.test(
            COMPOSITE,
            Must::Reach(1.0 / ALIKE),
            "medians of relative_error: [{one} over {two} {spread}|; ]",
        ),
        double_words: &MEDIANS.test(
            &[&["ff", "f32"], &["dd", "f64"]],
            Must::Reach(1.0 / ALIKE),
            "[{one} over {two} {spread}|; ]; errors within a factor of 4 count as equal",
        ),
    }),
    Claim::of(
        "section 7.2, figure 17",
        "float2 is about as accurate as f32, and double2 as f64",
    )
    .test(MEDIANS.at_least(3).test(
        COMPOSITE,
        Must::be_within(ALIKE),
        "[relative_error of {one} over that of {two}, median {spread}|; ]; errors within a \
         factor of 4 count as equal",
    )),
    Claim::of(
        "section 7.2, table 16, figure 17",
        "float2 takes little more time than f32, and double2 than f64: less than twice at the largest size",
    )
    .on(Scope::AnyDevice)
    .test(Compare::of(USUAL, "seconds").along(&["size"], At::Last).test(
        COMPOSITE,
        Must::TakeAtMost(2.0),
        "[seconds of {one} over that of {two}: {ratio} at size {size}|; ]",
    )),
    Claim::of(
        "section 7.2, table 16, figure 16",
        "blocks of 8x8 are faster than blocks of 4x4, up to 2.9 times",
    )
    .on(Scope::Gpus)
    .test(Compare::of(LARGE, "seconds").by("block").along(&["type", "size"], At::Last).test(
        &[&["4x4", "8x8"]],
        Must::Exceed(SAME_TIME),
        "[{type} {ratio} times at {size}|, ]",
    )),
];

#[cfg(test)]
mod tests {
    use super::super::{COLUMNS, EXPERIMENT};
    use floatfloat_lab::{
        machine::CPU,
        results::{Cell, Device, Table},
        table::row,
    };
    use floatfloat_report::claim::Verdict::{self, *};

    /// A device, type, size and block, the seconds and the relative error.
    type Made = (&'static str, &'static str, usize, Option<&'static str>, f64, f64);

    fn verdicts(made: &[Made]) -> Vec<Verdict> {
        let mut table = Table::new("gauss", CPU, COLUMNS);
        for &(device, number, size, block, seconds, error) in made {
            let none = Cell::Empty;
            table.push(row![
                device,
                number,
                size,
                block,
                seconds,
                none.clone(),
                error,
                error,
                error,
                error,
                none.clone(),
                none,
                None::<bool>
            ]);
        }
        let devices = [CPU, "cuda:0"]
            .map(|id| Device { id: id.into(), ..floatfloat_lab::machine::processor() });
        let judge =
            |claim: &floatfloat_report::claim::Claim| claim.judge(&[table.clone()], &devices).0;
        EXPERIMENT.study.claims.iter().map(judge).collect()
    }

    const SIX: [(&str, f64); 6] = [
        ("f64", 1e-12),
        ("double2", 2e-12),
        ("f32", 1e-4),
        ("float2", 2e-4),
        ("ff", 1e-10),
        ("dd", 1e-28),
    ];

    /// Errors of the six types at three sizes on the processor.
    fn errors() -> Vec<Made> {
        let of = |size| SIX.map(|(number, error)| (CPU, number, size, None, 1.0, error));
        [16, 64, 256].into_iter().flat_map(of).collect()
    }

    #[test]
    fn what_holds_of_composite_arithmetic_alone_is_told_apart() {
        assert_eq!(verdicts(&[])[..3], [NotMeasured; 3]);
        assert_eq!(verdicts(&errors())[..3], [Confirmed, OnlyComposite, Confirmed]);
        // Double-words that gain nothing, either.
        let mut plain = errors();
        plain
            .iter_mut()
            .filter(|made| ["ff", "dd"].contains(&made.1))
            .for_each(|made| made.5 = 0.01);
        assert_eq!(verdicts(&plain)[1], Confirmed);
        // A single size decides nothing.
        plain[1].5 = 1e-20;
        assert_eq!(verdicts(&plain)[1], Confirmed);
        plain.iter_mut().filter(|made| made.1 == "double2").for_each(|made| made.5 = 1e-20);
        assert_eq!(verdicts(&plain)[..3], [NotHere; 3]);
    }

    #[test]
    fn errors_as_large_as_the_solution_are_not_compared() {
        let mut made = errors();
        made.iter_mut().filter(|made| made.2 == 256).for_each(|made| made.5 = 20.0);
        // Two sizes are left. They are enough for medians, but not for the rule of accuracies.
        assert_eq!(verdicts(&made)[1..3], [OnlyComposite, NotMeasured]);
    }

    #[test]
    fn times_are_compared_at_the_largest_size_and_in_equal_blocks() {
        let mut made: Vec<Made> = Vec::new();
        for (number, _) in SIX {
            made.push(("cuda:0", number, 512, Some("4x4"), 3.0, 1.0));
            made.push(("cuda:0", number, 512, Some("8x8"), 1.5, 1.0));
        }
        assert_eq!(verdicts(&made)[3..], [Confirmed, Confirmed]);
        made.iter_mut().filter(|made| made.1 == "float2").for_each(|made| made.4 = 9.0);
        assert_eq!(verdicts(&made)[3..], [NotHere, NotHere]);
        let few = [("cuda:0", "float2", 512, None, 1.0, 1.0)];
        assert_eq!(verdicts(&few)[3..], [NotMeasured, NotMeasured]);
    }
}

//! What Nguyen says of (x·y)/y.

use super::{
    cases::Case,
    measured::{CHAINS, IEEE, Measured, RECIPROCAL},
};
use crate::{
    experiments::conclusion::ALIKE_IN_CHAINS,
    results::Table,
    table::{old_table, row},
};

/// Magnitudes of x and of y, and the gap between x·y and y.
const TABLE_20: [(&str, &str, &str); 4] = [
    ("small", "large", "small"),
    ("small", "small", "small"),
    ("large", "small", "large"),
    ("large", "large", "large"),
];

/// Which of f32 and float2 is more accurate.
struct Stated {
    figure: &'static str,
    steps: u32,
    x: &'static str,
    y: &'static str,
    /// That of f32.
    division: &'static str,
    more_accurate: &'static str,
}

const fn stated(figure: &'static str, steps: u32, [x, y]: [&'static str; 2]) -> Stated {
    Stated { figure, steps, x, y, division: "IEEE", more_accurate: "f32" }
}

const SMALL: &str = "(0, 10)";
const LARGE: &str = "(10^5, 10^6)";

const STATED: [Stated; 6] = [
    Stated {
        division: "approximate",
        more_accurate: "float2",
        ..stated("Figure 24(a)", 1_000_000, [SMALL, SMALL])
    },
    stated("Figure 24(b)", 1_000_000, [SMALL, SMALL]),
    stated("Figure 25(b)", 10_000_000, [SMALL, SMALL]),
    stated("Figure 26(b)", 10_000_000, [LARGE, LARGE]),
    stated("Figure 27(a)", 10_000_000, ["small", "large"]),
    stated("Figure 27(b)", 10_000_000, ["large", "small"]),
];

impl Stated {
    fn case(&self) -> Case {
        let large = |magnitude: &str| ["large", LARGE].contains(&magnitude);
        Case { large_x: large(self.x), large_y: large(self.y) }
    }
}

/// How many of the statements hold on the first device, and why others do not.
pub(super) fn beside(found: &[Measured]) -> Option<String> {
    let device = &found.first()?.device;
    let (mut same, mut alike, mut other, mut said) = (0, 0, 0, Vec::new());
    for stated in &STATED {
        let error = |name: &str, division: &str| {
            let of = found.iter().filter(|m| {
                &m.device == device
                    && m.contender.name() == name
                    && m.division == division
                    && m.case == stated.case()
                    && m.chains == CHAINS
            });
            of.max_by_key(|m| m.steps).map(|m| m.relative)
        };
        let division = if stated.division == "IEEE" { IEEE } else { RECIPROCAL };
        let Some((f32, float2)) = error("f32", division).zip(error("float2", IEEE)) else {
            continue;
        };
        let ratio = if stated.more_accurate == "f32" { float2 / f32 } else { f32 / float2 };
        match ratio {
            _ if ratio > ALIKE_IN_CHAINS => same += 1,
            _ if ratio * ALIKE_IN_CHAINS < 1.0 => other += 1,
            _ => alike += 1,
        }
        said.push(format!("{} {ratio:.1}", stated.figure));
    }
    (!said.is_empty()).then(|| {
        format!(
            "Beside the seed, which gives no numbers, only which of f32 and float2 is more accurate: on \
             {device} {same} of {} statements come out the same, {other} the other way round, and in {alike} \
             both are alike (error of the less accurate over that of the other: {}; x · (1/y) stands for \
             approximate division). The composite quotient is one word's with a correction that is itself rounded, \
             and no error component is read, so that its chain wanders as that of f32 does: one chain, \
             as in the seed, shows either ahead by chance, where here {CHAINS} are averaged. The seed's \
             numbers are not published, and it flushes subnormal numbers.",
            said.len(),
            said.join(", ")
        )
    })
}

/// Table 20 as published, and what the text says of the figures.
pub(super) fn tables() -> Vec<Table> {
    vec![gaps(), figures()]
}

fn gaps() -> Table {
    let columns = [("x", ""), ("y", ""), ("gap", "")];
    let mut table = old_table("do-undo-published", "by reasoning, not measured", &columns)
        .paper("Table 20 of Nguyen")
        .note(
            "As published: the gap between x·y and y in (x·y)/y. Small values are in (0, 10), \
             large ones are above 10^4.",
        );
    for (x, y, gap) in TABLE_20 {
        table.push(row![x, y, gap]);
    }
    table
}

fn figures() -> Table {
    let columns = [
        ("source", ""),
        ("steps", ""),
        ("x", ""),
        ("y", ""),
        ("division", ""),
        ("more_accurate", ""),
    ];
    let mut table = old_table("do-undo-published-figures", "a GPU of Nguyen, not named", &columns)
        .paper("Figures 24 to 27 of Nguyen")
        .note(
            "The figures show the absolute difference of (x·y)/y from x by step; no number is \
             given. division is that of f32; the reciprocal in float2's quotient is always \
             IEEE's. All with fast math, so that subnormal numbers are flushed. Figures 25(a) and \
             26(a) are not described.",
        )
        .note(
            "The text adds: the error of float2 stays about a horizontal line (figures 25 to 27). \
             Figure 28, 10^6 steps: (a) and (b), as 27(a), x small and y large, have another \
             trend of error; (c) and (d), as 27(b), x large and y small, are less accurate. \
             Figure 29, 10^6 steps: x and y both large are very inaccurate as well. The largest \
             errors come with large x.",
        )
        .note(
            "An approximate quotient takes 20 clock cycles, an IEEE one 36. IEEE by intrinsic and \
             IEEE by default give the same results (cases 2 and 3 of section 8.2.2).",
        );
    for Stated { figure, steps, x, y, division, more_accurate } in STATED {
        table.push(row![figure, steps, x, y, division, more_accurate]);
    }
    table
}

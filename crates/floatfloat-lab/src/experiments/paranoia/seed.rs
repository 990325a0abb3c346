//! What Hillesland & Lastra, and Da Graça & Defour with their tool, measured.

use crate::{
    results::{Cell, Table},
    table::{old_table, row},
};

pub(super) const TABLE: &str =
    "Table 1 of Hillesland & Lastra 2004, table 2 of Da Graça & Defour 2006";

/// Both ends, and whether the end itself belongs to the interval.
struct Interval {
    low: (f64, bool),
    high: (f64, bool),
}

const fn closed(low: f64, high: f64) -> Interval {
    Interval { low: (low, true), high: (high, true) }
}

const CHOPPED: Interval = Interval { low: (-1.0, false), high: (0.0, true) };
const CHOPPED_DIFFERENCE: Interval = Interval { low: (-1.0, false), high: (1.0, false) };

/// Device, format, and the intervals of + − × ÷.
const MEASURED: [(&str, &str, [Interval; 4]); 4] = [
    (
        "exact rounding",
        "any",
        [closed(-0.5, 0.5), closed(-0.5, 0.5), closed(-0.5, 0.5), closed(-0.5, 0.5)],
    ),
    ("chopped", "any", [CHOPPED, CHOPPED_DIFFERENCE, CHOPPED, CHOPPED]),
    (
        "R300",
        "24-bit",
        [closed(-1.0, 0.0), closed(-1.0, 1.0), closed(-0.989, 0.125), closed(-2.869, 0.094)],
    ),
    (
        "NV35",
        "32-bit",
        [closed(-1.0, 0.0), closed(-0.75, 0.75), closed(-0.782, 0.625), closed(-1.199, 1.375)],
    ),
];

/// What in the simulated designs makes each end of each interval; more in the documentation of
/// `floatfloat::sim`, whose tests hold every end to its distance from the published one.
const DESIGNS: [&str; 5] = [
    "What explains each end: the R300-like and the NV35-like machine are designs of adder, \
     multiplier and divider chosen so that their intervals come near to these. One end is 0.042 \
     ulp off (the lower end of division on NV35), one 0.032 (the lower end of multiplication \
     there); all others are within 0.015.",
    "Addition is chopped on both: an ulp at most, always downwards.",
    "Subtraction x − y first drops what y has below the guard bits, which makes the result too \
     large, then chops, which makes it too small; y − x has the opposite errors. Two guard bits \
     (NV35) leave less than 1/4 ulp of the first and at most 3/4 of the second: [−0.75, 0.75]. One \
     guard bit (R300) lets up to 1/2 ulp drop, a whole one in the binade below: [−1, 1]. The paper \
     of 2006 reads this as no guard bit at all; with none, errors would reach 65536 ulps on these \
     operands.",
    "Multiplication leaves out low columns of the array of partial products, adds a constant K \
     instead and chops. The upper end is K: 9/64 ulp on R300, 5/8 on NV35. The lower end is \
     −1 + K/2 less what the columns held, 10 columns on R300 and 17 on NV35. With 18 the \
     lower end jumps from −0.750 to −0.875, so that the −0.782 of NV35 is not to be had \
     in this way.",
    "Division is x times a reciprocal, whose error counts up to twice when the quotient is below 1. \
     R300's reciprocal is chopped after a little was taken away, never exact even for 1: about \
     −2 from it and −1 from the product make the lower end, and the upper one lies below that \
     of multiplication. NV35's is rounded to nearest at a shifted threshold, so that its error is \
     at most 0.445 ulp: twice that and the K of the product limit the upper end.",
];

/// The table as published.
pub(super) fn experiment() -> Table {
    let columns = [
        ("device", ""),
        ("mode", ""),
        ("format", ""),
        ("op", ""),
        ("low", "ulp"),
        ("high", "ulp"),
        ("verdict", ""),
        ("interval", ""),
    ];
    let mut table = old_table("paranoia-published", "GPUs of Hillesland & Lastra 2004", &columns)
        .paper(TABLE)
        .note(
            "As published, in ulps of each device's own format: ATI R300 and Nvidia NV35, with Cg \
             1.2.1 on OpenGL. A round bracket means that the end itself is not reached.",
        );
    for note in DESIGNS {
        table = table.note(note);
    }
    for (device, format, intervals) in &MEASURED {
        let operations = ["add", "sub", "mul", "div"];
        for (op, interval) in operations.into_iter().zip(intervals) {
            let Interval { low: (low, low_closed), high: (high, high_closed) } = *interval;
            let text = format!(
                "{}{low}, {high}{}",
                if low_closed { '[' } else { '(' },
                if high_closed { ']' } else { ')' }
            );
            table.push(row![*device, "published", *format, op, low, high, Cell::Empty, text]);
        }
    }
    table
}

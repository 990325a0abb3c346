//! What Hillesland & Lastra, and Da Graça & Defour with their tool, measured.

use crate::{
    results::{Cell, Experiment},
    table::{Table, row},
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

/// The table as published.
pub(super) fn experiment() -> Experiment {
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
    let mut table =
        Table::new("paranoia-seed", "GPUs of Hillesland & Lastra 2004", &columns).seed(TABLE).note(
            "As published, in ulps of each device's own format: ATI R300 and Nvidia NV35, with Cg \
             1.2.1 on OpenGL. A round bracket means that the end itself is not reached.",
        );
    for (device, format, intervals) in &MEASURED {
        let operations = ["addition", "subtraction", "multiplication", "division"];
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
    table.finish()
}

//! The charts of the error by the number of steps: figures 24 to 29 of the thesis.

use super::IEEE;
use floatfloat_report::chart::{Chart, Devices, Lines, Source, Value, Words, errors, logarithmic};

pub(super) const CHARTS: &[Chart] = &[Chart::Lines(Lines {
    words: Words {
        id: "figure-do-undo",
        title: "Error of x·y/y, over and over",
        description: "Relative error over the number of steps, a line for each number type and each way to \
            divide; both axes logarithmic.",
        caption: "Lower is more accurate; the exact result is x itself, after any number of steps. A \
             line without the name of a division is that of correctly rounded quotients. Figures \
             24 to 29 of the thesis.",
        of: "errors",
    },
    source: Source {
        devices: Devices::OneFigureEach,
        panels: &["x", "y"],
        variant: Some(("division", IEEE)),
        ..Source::of("do-undo")
    },
    x: logarithmic(Value::Column("steps"), "steps"),
    y: errors("relative_error", "relative error"),
    published: None,
})];

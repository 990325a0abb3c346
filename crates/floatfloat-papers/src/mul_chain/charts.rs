//! The charts of the error by the number of products: figures 22 and 23 of the thesis.

use floatfloat_report::chart::{Chart, Devices, Lines, Source, Value, Words, errors, logarithmic};

pub(super) const CHARTS: &[Chart] = &[Chart::Lines(Lines {
    words: Words {
        id: "figure-mul-chain",
        title: "Error along a chain of multiplications",
        description: "Relative error over the number of products, a line for each number type; both axes \
            logarithmic.",
        caption: "Lower is more accurate. Figures 22 and 23 of the thesis. Lines can cover each other: \
             composite products are as accurate as those of one word.",
        of: "errors",
    },
    source: Source {
        devices: Devices::OneFigureEach,
        panels: &["range", "operands"],
        variant: Some(("variant", "")),
        ..Source::of("mul-chain")
    },
    x: logarithmic(Value::Column("products"), "products"),
    y: errors("error", "relative error"),
    published: None,
})];

//! The table of bounds: the bound of each operation, and the largest error found.

use crate::worst_cases;
use floatfloat::{
    NoFma,
    operation::{Bound, Info},
    registry::OPERATIONS,
};
use floatfloat_exact::{Concrete, Format, survey::applies};

/// One operation on one word.
#[derive(Clone, Debug)]
pub struct Row {
    /// The operation.
    pub info: &'static Info,
    /// [`Concrete::NAME`] of the word.
    pub word: &'static str,
    /// The word's format.
    pub format: Format,
    /// The relative bound in u²; `None` where the bound is not a multiple of the exact result.
    pub bound_u2: Option<f64>,
    /// The largest relative error among the committed worst cases, in u²; zero for an error-free
    /// transform.
    pub seen_u2: f64,
    /// The largest error among them as a part of the bound for its operands.
    pub seen_of_bound: f64,
}

/// Every operation of the registry on every native word it runs on.
pub fn bounds() -> Vec<Row> {
    let mut rows = Vec::new();
    for info in OPERATIONS {
        rows.extend(row::<f32>(info));
        rows.extend(row::<f64>(info));
        rows.extend(row::<NoFma<f32>>(info));
        rows.extend(row::<NoFma<f64>>(info));
    }
    rows
}

fn row<W: Concrete>(info: &'static Info) -> Option<Row> {
    if !applies::<W>(info) {
        return None;
    }
    let format = W::FORMAT;
    let seen = worst_cases::of(info.name, W::NAME)
        .max_by(|one, other| one.of_bound.total_cmp(&other.of_bound));
    Some(Row {
        info,
        word: W::NAME,
        format,
        bound_u2: info.bound.relative(format.precision).map(|bound| bound / format.u().powi(2)),
        seen_u2: seen.as_ref().map_or(0.0, |case| case.error_u2.abs()),
        seen_of_bound: seen.as_ref().map_or(0.0, |case| case.of_bound),
    })
}

/// The bound in the form in which the documentation writes it.
pub fn describe(bound: Bound) -> String {
    match bound {
        Bound::Exact => "exactly".into(),
        Bound::Relative { c2, c3, d } => {
            let numerator =
                if c3 == 0.0 { format!("{c2}u²") } else { format!("{c2}u² + {c3}u³") };
            if d == 0.0 { numerator } else { format!("{numerator}/(1 − {d}u)") }
        }
        Bound::Checked { c2, .. } => format!("{c2}u², checked by Gappa"),
        Bound::RelativeSameSign { c2 } => format!("{c2}u² where x and y have the same sign"),
        Bound::LowParts { c2 } => format!("max(u·|x.lo + y.lo|, {c2}u²·|x + y|)"),
    }
}

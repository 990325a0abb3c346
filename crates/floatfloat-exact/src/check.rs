//! Decides whether a result keeps its operation's bound. No other code decides this.

use crate::{
    accumulator::difference_and_sum,
    error::{Residual, residual},
    format::Format,
    operands::Pair,
    scaled::{Scaled, ldexp},
    term::Term,
};
use floatfloat::operation::{Bound, Function, Info};

/// The tolerance of a comparison with a bound. The computed error itself has a relative error of 2^-48.
/// Therefore an error that is certainly above the bound fails, and an error that equals the bound passes.
const SLACK: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// The error of one result, compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Signed relative error in units of u².
    pub error_u2: f64,
    /// |error| / allowed error; at most 1 where the bound is kept. Zero where there is no error, even if none is allowed; zero where there is no bound.
    pub of_bound: f64,
}

impl Verdict {
    /// Whether the bound is kept. An error that exceeds the bound by less than 2^-40 of the bound counts as
    /// kept.
    pub fn holds(self) -> bool {
        self.of_bound <= SLACK
    }
}

/// Measures the result of an operation against its bound. A result that is not finite fails.
pub fn check(info: &Info, format: Format, pair: Pair, result: [f64; 2]) -> Verdict {
    let Pair { x, y } = pair;
    let Some(residual) = residual(info.function, x, y, result) else {
        return Verdict { error_u2: f64::NAN, of_bound: f64::INFINITY };
    };
    let relative = residual.relative();
    let per_u2 = ldexp(1.0, 2 * format.p());
    let of_relative = |bound: f64| if relative == 0.0 { 0.0 } else { relative.abs() / bound };
    let of_bound = match info.bound {
        Bound::Exact => of_relative(0.0),
        Bound::Relative { .. } | Bound::Checked { .. } => {
            of_relative(info.bound.relative(format.precision).expect("a relative bound"))
        }
        Bound::RelativeSameSign { c2 } if (x[0] < 0.0) == (y[0] < 0.0) => of_relative(c2 / per_u2),
        Bound::RelativeSameSign { .. } => 0.0,
        Bound::LowParts { c2 } => of_low_parts(info.function, residual, c2, format, pair),
    };
    Verdict { error_u2: relative * per_u2, of_bound }
}

/// |error| / max(u·|x.lo ± y.lo|, c2·u²·|exact|).
fn of_low_parts(
    function: Function,
    measured: Residual,
    c2: f64,
    format: Format,
    Pair { x, y }: Pair,
) -> f64 {
    let second = if function == Function::Sub { -y[1] } else { y[1] };
    let low_words = [Term::new(x[1]), Term::new(second)];
    let (_, low) = difference_and_sum(core::iter::empty(), low_words.into_iter());
    let error = measured.residual.abs();
    let of_low = error.ratio(low.abs().shifted(-format.p()));
    let of_exact = error.ratio(measured.reference.abs().shifted(-2 * format.p())) / c2;
    if error == Scaled::ZERO { 0.0 } else { of_low.min(of_exact) }
}

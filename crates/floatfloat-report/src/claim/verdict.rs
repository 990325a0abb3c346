//! Whether measurements confirm a claim.

/// Times that differ by less than this factor do not differ: repeated measurements do by as much.
pub const SAME_TIME: f64 = 1.1;

/// Errors that differ by less than this factor are alike where they were found on a few systems or
/// matrices without pivoting: one small pivot changes them by as much.
pub const ALIKE: f64 = 4.0;

/// The same where an error is the root of the mean square of several chains.
pub const ALIKE_IN_CHAINS: f64 = 2.0;

/// What measurements say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same came out here.
    Confirmed,
    /// Something else came out here.
    NotHere,
    /// So it is with composite arithmetic, and not with the library's double-words.
    OnlyComposite,
    /// What would tell was not measured.
    NotMeasured,
}

/// A verdict, and the numbers for which it was given.
pub type Finding = (Verdict, String);

impl Verdict {
    /// As it stands in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::NotHere => "not on this machine",
            Verdict::OnlyComposite => "true only of composite arithmetic",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// The verdict on what holds or does not.
pub const fn if_so(holds: bool) -> Verdict {
    if holds { Verdict::Confirmed } else { Verdict::NotHere }
}

/// The verdict on what holds of composite numbers or does not, and may not hold of double-words then.
pub const fn of_composite(holds: bool, only: bool) -> Verdict {
    if holds && only { Verdict::OnlyComposite } else { if_so(holds) }
}

/// The verdict on a limit of times, from the largest ratio of times. A ratio that noise may have put
/// above the limit decides nothing.
pub fn at_most(limit: f64, ratio: f64) -> Verdict {
    match ratio {
        _ if ratio <= limit => Verdict::Confirmed,
        _ if ratio <= limit * SAME_TIME => Verdict::NotMeasured,
        _ => Verdict::NotHere,
    }
}

/// What must hold of a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Must {
    /// Within this factor of 1, either way.
    Within(f64),
    /// At most this; see [`at_most`].
    AtMost(f64),
    /// More than this.
    Exceed(f64),
}

impl Must {
    /// The verdict on several ratios, all of which must be so.
    pub fn of_all(self, ratios: &[f64]) -> Verdict {
        match self {
            Must::Within(factor) => if_so(ratios.iter().all(|x| super::is_within(factor, *x))),
            Must::AtMost(limit) => at_most(limit, ratios.iter().copied().fold(0.0, f64::max)),
            Must::Exceed(limit) => if_so(ratios.iter().all(|ratio| *ratio > limit)),
        }
    }

    /// In words.
    pub fn words(self) -> String {
        match self {
            Must::Within(factor) => format!("within a factor of {factor} they are alike"),
            Must::AtMost(limit) => format!("{limit} is the limit"),
            Must::Exceed(limit) => format!("more than {limit} counts"),
        }
    }
}

//! The verdict: whether measurements confirm a claim.

/// Times that differ by less than this factor count as equal, since repeated measurements differ by
/// as much.
pub const SAME_TIME: f64 = 1.1;

/// Errors on a few systems or matrices without pivoting that differ by less than this factor count
/// as equal, since one small pivot changes them by as much.
pub const ALIKE: f64 = 4.0;

/// The same factor for errors that are the root mean square of several chains.
pub const ALIKE_IN_CHAINS: f64 = 2.0;

/// The result of measurements for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The measurements here agree with the claim.
    Confirmed,
    /// The measurements here contradict the claim.
    NotHere,
    /// The claim holds for composite arithmetic, but not for the library's double-words.
    OnlyComposite,
    /// The necessary numbers were not measured.
    NotMeasured,
}

/// A verdict, and the numbers for which it was given.
pub type Finding = (Verdict, String);

impl Verdict {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::NotHere => "not on this machine",
            Verdict::OnlyComposite => "true only of composite arithmetic",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// The verdict on a condition.
pub const fn if_so(holds: bool) -> Verdict {
    if holds { Verdict::Confirmed } else { Verdict::NotHere }
}

impl Verdict {
    /// The common verdict on a condition in several cases.
    pub fn of_all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let weight = |verdict: &Verdict| match verdict {
            Verdict::Confirmed => 0,
            Verdict::OnlyComposite => 1,
            Verdict::NotMeasured => 2,
            Verdict::NotHere => 3,
        };
        verdicts.into_iter().max_by_key(weight).unwrap_or(Verdict::NotMeasured)
    }
}

/// The verdict on a condition for composite numbers. `only` says that it does not hold for
/// double-words.
pub const fn of_composite(holds: bool, only: bool) -> Verdict {
    if holds && only { Verdict::OnlyComposite } else { if_so(holds) }
}

/// Whether a ratio is within a factor of 1, either way.
pub fn is_within(factor: f64, ratio: f64) -> bool {
    Must::be_within(factor).holds([ratio, 1.0])
}

/// A condition for a number, or for the ratio of two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Must {
    /// It is greater.
    Exceed(f64),
    /// It is at least this.
    Reach(f64),
    /// It is less.
    StayBelow(f64),
    /// It is at most this.
    BeAtMost(f64),
    /// It is between these two numbers.
    BeBetween(f64, f64),
    /// A time is at most this. A time that may exceed it only by noise decides nothing.
    TakeAtMost(f64),
    /// No condition: the number is only shown.
    BeShown,
}

impl Must {
    /// The ratio is within a factor of 1, either way.
    pub const fn be_within(factor: f64) -> Self {
        Must::BeBetween(1.0 / factor, factor)
    }

    /// Whether the condition holds for the ratio of two numbers.
    pub fn holds(self, [above, below]: [f64; 2]) -> bool {
        match self {
            Must::Exceed(limit) => above > limit * below,
            Must::Reach(limit) => above >= limit * below,
            Must::StayBelow(limit) => above < limit * below,
            Must::BeAtMost(limit) | Must::TakeAtMost(limit) => above <= limit * below,
            Must::BeBetween(low, high) => (low..=high).contains(&(above / below)),
            Must::BeShown => true,
        }
    }

    /// The verdict on the ratio of two numbers.
    pub fn judge(self, pair: [f64; 2]) -> Verdict {
        match self {
            Must::TakeAtMost(limit)
                if !self.holds(pair) && Must::BeAtMost(limit * SAME_TIME).holds(pair) =>
            {
                Verdict::NotMeasured
            }
            _ => if_so(self.holds(pair)),
        }
    }
}

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

impl Verdict {
    /// The verdict on what must hold in several cases.
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

/// The verdict on what holds of composite numbers or does not, and may not hold of double-words then.
pub const fn of_composite(holds: bool, only: bool) -> Verdict {
    if holds && only { Verdict::OnlyComposite } else { if_so(holds) }
}

/// Whether a ratio is within a factor of 1, either way.
pub fn is_within(factor: f64, ratio: f64) -> bool {
    Must::be_within(factor).holds([ratio, 1.0])
}

/// What must hold of a number, or of the ratio of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Must {
    /// It is more.
    Exceed(f64),
    /// It is so much or more.
    Reach(f64),
    /// It is less.
    StayBelow(f64),
    /// It is so much or less.
    BeAtMost(f64),
    /// It is from the one to the other.
    BeBetween(f64, f64),
    /// A time is so much or less; one that noise may have put above decides nothing.
    TakeAtMost(f64),
    /// Nothing: the number is only shown.
    BeShown,
}

impl Must {
    /// Within a factor of 1, either way.
    pub const fn be_within(factor: f64) -> Self {
        Must::BeBetween(1.0 / factor, factor)
    }

    /// Whether it holds of the ratio of two numbers.
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

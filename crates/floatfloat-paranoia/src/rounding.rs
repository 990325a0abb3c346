//! Rules of rounding, and which of them a machine follows.

use crate::exact::{Neighbours, Position};
use std::fmt;

/// A rule that replaces a result by a neighbour if the format does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The nearest; in a tie, the one with an even significand.
    NearestEven,
    /// The nearest; in a tie, the larger in magnitude.
    NearestAway,
    /// The nearest; in a tie, the smaller in magnitude.
    NearestZero,
    /// The next smaller in magnitude.
    TowardZero,
    /// The next larger.
    Up,
    /// The next smaller.
    Down,
    /// The next larger in magnitude.
    AwayFromZero,
}

impl Mode {
    /// Every rule.
    pub const ALL: [Mode; 7] = [
        Mode::NearestEven,
        Mode::NearestAway,
        Mode::NearestZero,
        Mode::TowardZero,
        Mode::Down,
        Mode::Up,
        Mode::AwayFromZero,
    ];

    /// Whether it takes the nearest number, whatever it does in a tie.
    pub const fn is_nearest(self) -> bool {
        matches!(self, Mode::NearestEven | Mode::NearestAway | Mode::NearestZero)
    }

    /// Whether results beyond the largest number become that number, not infinity.
    pub fn saturates(self, negative: bool) -> bool {
        match self {
            Mode::TowardZero => true,
            Mode::Up => negative,
            Mode::Down => !negative,
            _ => false,
        }
    }

    /// Whether this rule takes the neighbour farther from zero, where `even` says whether the other one has an even
    /// significand. For an exact result both are the same.
    pub fn away(self, negative: bool, even: bool, position: Position) -> bool {
        match self {
            Mode::NearestEven | Mode::NearestAway | Mode::NearestZero => match position {
                Position::Exact | Position::BelowHalf => false,
                Position::AboveHalf => true,
                Position::Tie => match self {
                    Mode::NearestEven => !even,
                    _ => self == Mode::NearestAway,
                },
            },
            Mode::TowardZero => false,
            Mode::Up => !negative && position != Position::Exact,
            Mode::Down => negative && position != Position::Exact,
            Mode::AwayFromZero => position != Position::Exact,
        }
    }

    /// The neighbour that this rule takes.
    pub(crate) fn choose(self, x: &Neighbours) -> f64 {
        if self.away(x.negative, x.even, x.position) { x.away } else { x.towards_zero }
    }
}

/// The rule's usual name.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mode::NearestEven => "nearest-even",
            Mode::NearestAway => "nearest-away",
            Mode::NearestZero => "nearest, ties to zero",
            Mode::TowardZero => "chopped",
            Mode::Up => "up",
            Mode::Down => "down",
            Mode::AwayFromZero => "away from zero",
        })
    }
}

/// How an operation rounds, as far as the operands tried can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// By one rule for all operands.
    Rounds(Mode),
    /// To nearest, but ties follow none of the known rules.
    NearestWrongTies,
    /// To one of the two neighbours, by no rule; exact results are exact.
    Faithful,
    /// None of these: some result is neither neighbour, or an exact result is not exact.
    Neither,
}

impl Verdict {
    /// Whether every result was a nearest number.
    pub const fn is_nearest(self) -> bool {
        match self {
            Verdict::Rounds(mode) => mode.is_nearest(),
            Verdict::NearestWrongTies => true,
            Verdict::Faithful | Verdict::Neither => false,
        }
    }
}

/// One or two words.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Rounds(mode) => mode.fmt(f),
            Verdict::NearestWrongTies => f.pad("nearest, wrong ties"),
            Verdict::Faithful => f.pad("faithful"),
            Verdict::Neither => f.pad("neither"),
        }
    }
}

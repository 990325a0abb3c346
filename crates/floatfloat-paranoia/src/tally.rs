//! Errors and rounding of one operation, result by result.

use crate::{
    Evidence, Extreme, Format, Mode, Op, Row, Verdict,
    exact::{Exact, Neighbours, Position},
};

#[derive(Clone, Debug)]
pub(crate) struct Tally {
    op: Op,
    low: Option<Extreme>,
    high: Option<Extreme>,
    misses: [Misses; Mode::ALL.len()],
    not_nearest: usize,
    not_faithful: usize,
    samples: usize,
    inexact: usize,
}

/// Results that break one rule of rounding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misses {
    pub(crate) count: usize,
    /// Number of misses that the rule would give if bits far below the last place were dropped first.
    pub(crate) without_sticky: usize,
    pub(crate) first: Vec<Evidence>,
}

/// Number of misses to keep as examples; further misses are only counted.
const FIRST: usize = 4;

impl Tally {
    pub(crate) fn new(op: Op) -> Tally {
        Tally {
            op,
            low: None,
            high: None,
            misses: Default::default(),
            not_nearest: 0,
            not_faithful: 0,
            samples: 0,
            inexact: 0,
        }
    }

    /// Counts one result, unless the exact result lies outside the normal range, where effects other than
    /// rounding occur. `mirrored` means that its error counts with the opposite sign.
    pub(crate) fn add(
        &mut self,
        (op, operands): (Op, [f64; 3]),
        seen: f64,
        exact: &Exact,
        mirrored: bool,
        format: &Format,
    ) {
        let near = exact.neighbours(format);
        if !exact.is_zero() && (exact.top() < format.emin || near.away.is_infinite()) {
            return;
        }
        self.samples += 1;
        self.inexact += usize::from(near.position != Position::Exact);
        let evidence = |mode: Mode| Evidence { op, operands, seen, expected: mode.choose(&near) };
        self.widen(exact.error_in_ulps(seen, format), mirrored, || evidence(Mode::NearestEven));

        let nearest = [Mode::NearestAway, Mode::NearestZero].map(|mode| mode.choose(&near));
        self.not_nearest += usize::from(!nearest.contains(&seen));
        self.not_faithful += usize::from(seen != near.towards_zero && seen != near.away);
        for (mode, misses) in Mode::ALL.into_iter().zip(&mut self.misses) {
            if mode.choose(&near) == seen {
                continue;
            }
            misses.count += 1;
            misses.without_sticky += usize::from(lacks_sticky(mode, self.op, &near, seen));
            if misses.first.len() < FIRST {
                misses.first.push(evidence(mode));
            }
        }
    }

    fn widen(&mut self, error: f64, mirrored: bool, evidence: impl Fn() -> Evidence) {
        let ulps = if mirrored { 0.0 - error } else { error };
        // A NaN counts as the largest error on both sides.
        let (low, high) =
            if ulps.is_nan() { (-f64::INFINITY, f64::INFINITY) } else { (ulps, ulps) };
        if self.low.as_ref().is_none_or(|end| low < end.ulps) {
            self.low = Some(Extreme { ulps: low, at: evidence() });
        }
        if self.high.as_ref().is_none_or(|end| high > end.ulps) {
            self.high = Some(Extreme { ulps: high, at: evidence() });
        }
    }

    pub(crate) fn op(&self) -> Op {
        self.op
    }

    pub(crate) fn misses(&self, mode: Mode) -> &Misses {
        &self.misses[Mode::ALL.iter().position(|&m| m == mode).unwrap_or(0)]
    }

    /// The row of the table; `None` if no result was counted. If two rules fit equally well, `preferred` is
    /// taken.
    pub(crate) fn row(&self, preferred: Option<Mode>) -> Option<Row> {
        let fit = |&mode: &Mode| (self.misses(mode).count, Some(mode) != preferred);
        let closest = Mode::ALL.into_iter().min_by_key(fit)?;
        let misses = self.misses(closest).count;
        let verdict = if misses == 0 {
            Verdict::Rounds(closest)
        } else if self.not_nearest == 0 {
            Verdict::NearestWrongTies
        } else if self.not_faithful == 0 {
            Verdict::Faithful
        } else {
            Verdict::Neither
        };
        Some(Row {
            op: self.op,
            low: self.low.clone()?,
            high: self.high.clone()?,
            verdict,
            closest,
            misses,
            samples: self.samples,
            inexact: self.inexact,
        })
    }
}

/// Whether `seen` is what the rule gives if the tail of the exact result is first truncated after some number
/// of bits. It is truncated towards zero where bits of a sum or product are dropped, and away from zero where
/// bits of the subtrahend are.
fn lacks_sticky(mode: Mode, op: Op, near: &Neighbours, seen: f64) -> bool {
    if near.position == Position::Exact {
        return false;
    }
    // The tail may be too small for a `f64`, but still counts as not zero.
    let tail = near.tail.max(f64::MIN_POSITIVE);
    // One bit of a difference may be lost again when it is normalised.
    let fewest = if op == Op::Sub { 0 } else { 1 };
    (fewest..=30).any(|bits| {
        let unit = f64::from(1 << bits);
        let cut =
            if op == Op::Sub { (tail * unit).ceil() / unit } else { (tail * unit).floor() / unit };
        let position = match cut {
            0.0 => return seen == near.towards_zero,
            1.0 => return seen == near.away,
            0.5 => Position::Tie,
            cut if cut < 0.5 => Position::BelowHalf,
            _ => Position::AboveHalf,
        };
        mode.choose(&Neighbours { position, ..*near }) == seen
    })
}

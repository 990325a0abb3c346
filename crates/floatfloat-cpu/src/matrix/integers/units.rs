//! Norms as integers.

use super::lines::{Line, power_of_two};

/// The units in which 2-norms and 1-norms are integers of at most 21 bits.
pub(super) struct Units([f64; 2]);

impl Units {
    pub(super) fn of<'l>(lines: impl Iterator<Item = &'l Line>) -> Self {
        let mut most = [1.0f64; 2];
        for line in lines {
            for (most, norm) in most.iter_mut().zip(line.norms()) {
                *most = most.max(norm);
            }
        }
        Units(most.map(|most| power_of_two((most.to_bits() >> 52) as i32 - 1023 - 20)))
    }

    /// The norms of a line, rounded up.
    pub(super) fn norms(&self, line: &Line) -> [f64; 2] {
        let [two, one] = line.norms();
        [(two / self.0[0]).ceil(), (one / self.0[1]).ceil()]
    }

    /// A quotient of norms and a sum of products of magnitudes, which have 12 bits after the point.
    pub(super) fn of_whole(&self, quotient: f64) -> f64 {
        self.limit(quotient, 1.0 / 4096.0)
    }

    /// The same for sums in `f32`, which may be too large by a third.
    pub(super) fn of_precise(&self, quotient: f64) -> f64 {
        self.limit(quotient, 1.0 / 1.5)
    }

    /// A quotient of norms and sums in this unit, rounded down to 21 bits.
    fn limit(&self, quotient: f64, unit: f64) -> f64 {
        let limit = quotient * unit / (self.0[0] * self.0[1]);
        f64::from_bits(limit.to_bits() >> 32 << 32)
    }
}

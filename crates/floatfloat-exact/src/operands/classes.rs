//! How each class of operands is drawn.

use super::{
    Class, Operands, Pair,
    words::{Low, significand},
};
use crate::rounding::correctly_rounded;

use floatfloat::operation::Function;
use std::f64::consts::{E, LN_2, PI, SQRT_2};

/// Values that are common in use, and values for which algorithms often fail.
pub(super) const LISTED: [f64; 16] = [
    1.0,
    2.0,
    3.0,
    5.0,
    10.0,
    0.1,
    0.5,
    0.75,
    1.5,
    1.0 / 3.0,
    2.0 / 3.0,
    1e10,
    PI,
    E,
    SQRT_2,
    LN_2,
];

impl Operands {
    pub(super) fn of_class(&mut self, class: Class) -> Pair {
        let (x_range, y_range) = (self.range.x(), self.range.y());
        match class {
            Class::Listed => Pair { x: self.listed(x_range), y: self.listed(y_range) },
            Class::LogSpaced => {
                // Two steps without a common factor run through all pairs of exponents.
                let spaced = |(low, high): (i32, i32), step: u64| {
                    low + (self.drawn.wrapping_mul(step) % (high - low + 1) as u64) as i32
                };
                let (x, y) = self.range.clamp(spaced(x_range, 1), spaced(y_range, 127));
                self.numbers(x, y)
            }
            Class::Similar => {
                let x = self.random.between(-3, 3);
                let y = x + self.random.between(-4, 4);
                let (x, y) = self.range.clamp(x, y);
                self.numbers(x, y)
            }
            Class::Wide => {
                let (x, y) = self.anywhere();
                self.numbers(x, y)
            }
            Class::NearEqual => {
                let (exponent, _) = self.anywhere();
                let x = self.number(exponent);
                Pair { x, y: self.near(x) }
            }
            Class::Cancelling => {
                let (exponent, _) = self.anywhere();
                self.cancelling(exponent)
            }
            Class::Huge => self.at_ends(x_range.1, y_range.1, y_range.0),
            Class::Tiny => self.at_ends(x_range.0, y_range.0, y_range.1),
            Class::Extremes => {
                let x = self.random.between(-4, 4);
                let y = x + self.random.between(-2 * self.format.p(), 2 * self.format.p());
                let (x, y) = self.range.clamp(x, y);
                let mut extreme = |exponent| {
                    let low = self.random.pick(&[Low::Half, Low::Zero, Low::Far]);
                    self.with_exponent(exponent, low)
                };
                Pair { x: extreme(x), y: extreme(y) }
            }
            Class::JustNormalised => {
                let x = self.random.between(-4, 4);
                let y = x + self.random.between(-3, 3);
                let (x, y) = self.range.clamp(x, y);
                Pair { x: self.just_normalised(x), y: self.just_normalised(y) }
            }
            Class::Ties => {
                let p = self.format.p();
                let gap = self.random.pick(&[0, 0, p - 1, p, p + 1, 2 * p - 1, 2 * p, 2 * p + 1]);
                let x = self.random.between(-4, 4);
                let y = if self.random.one_in(2) { x - gap } else { x + gap };
                let (x, y) = self.range.clamp(x, y + self.random.between(-2, 2));
                Pair { x: self.short(x), y: self.short(y) }
            }
        }
    }

    /// A random pair of exponents of the range.
    fn anywhere(&mut self) -> (i32, i32) {
        let ((x_low, x_high), (y_low, y_high)) = (self.range.x(), self.range.y());
        let x = self.random.between(x_low, x_high);
        self.range.clamp(x, self.random.between(y_low, y_high))
    }

    /// Numbers with exponents near `x` and `y`; for a quotient also with y near the other end of its range.
    fn at_ends(&mut self, x: i32, y: i32, other: i32) -> Pair {
        let swapped = self.function == Function::Div && self.random.one_in(2);
        let y = if swapped { other } else { y };
        let (dx, dy) = (self.random.between(-3, 3), self.random.between(-3, 3));
        let (x, y) = self.range.clamp(x + dx, y + dy);
        self.numbers(x, y)
    }

    /// Two numbers of these exponents with any significands.
    fn numbers(&mut self, x: i32, y: i32) -> Pair {
        Pair { x: self.number(x), y: self.number(y) }
    }

    fn number(&mut self, exponent: i32) -> [f64; 2] {
        let low = match self.random.below(16) {
            0 => Low::Zero,
            1 => Low::Half,
            2 => Low::Far,
            _ => Low::Near,
        };
        self.with_exponent(exponent, low)
    }

    fn with_exponent(&mut self, exponent: i32, low: Low) -> [f64; 2] {
        let mut bits = significand(&mut self.random, self.format.precision);
        if low == Low::Half {
            bits &= !1;
        }
        let high = self.format.compose(self.random.one_in(2), bits, exponent);
        self.format.with_low(&mut self.random, high, low)
    }

    /// A listed value or an end of the range, or a number a few ulps away.
    fn listed(&mut self, (low, high): (i32, i32)) -> [f64; 2] {
        let one = 1 << (self.format.precision - 1);
        let ones = 2 * one - 1;
        let value = match self.random.below(3) {
            0 => {
                let ends = [(one, low), (one, high), (ones, low), (ones, high)];
                let (significand, exponent) = self.random.pick(&ends);
                self.format.compose(false, significand, exponent)
            }
            _ => self.random.pick(&self.listed),
        };
        let value = if self.random.one_in(2) { -value } else { value };
        let high = self.format.moved(value, self.random.between(-3, 3));
        let low = self.random.pick(&[Low::Zero, Low::Half, Low::Near, Low::Far]);
        self.format.with_low(&mut self.random, high, low)
    }

    /// A number that differs from x in its last bits.
    fn near(&mut self, [high, low]: [f64; 2]) -> [f64; 2] {
        match self.random.below(4) {
            0 => [high, low],
            1 | 2 => {
                let low = self.format.moved(low, self.random.between(-4, 4));
                self.format.normalized([high, low])
            }
            _ => {
                let high = self.format.moved(high, self.random.between(-2, 2));
                self.format.with_low(&mut self.random, high, Low::Near)
            }
        }
    }

    fn cancelling(&mut self, exponent: i32) -> Pair {
        if self.function == Function::Add || self.function == Function::Sub {
            let x = self.number(exponent);
            let y = self.near(x);
            return Pair {
                x,
                y: if self.function == Function::Add { y.map(|word| -word) } else { y },
            };
        }
        let near_one = self.random.between(-1, 1);
        let other = self.number(near_one);
        let short = [f64::from(self.random.between(1, 7)), 0.0];
        match self.function {
            Function::Mul => Pair { x: other, y: self.next_to(Function::Div, [1.0, 0.0], other) },
            Function::Sqrt => Pair { x: self.next_to(Function::Mul, short, short), y: other },
            _ => Pair { x: self.next_to(Function::Mul, other, short), y: other },
        }
    }

    /// The double-word nearest to a function of two others, or one a few bits away.
    fn next_to(&mut self, function: Function, x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
        let [high, low] = correctly_rounded(function, x, y, self.format.precision);
        let low = if self.format.contains(low) { low } else { 0.0 };
        self.near([high, low])
    }

    /// A power of two, or a neighbour, and the largest low word beside it.
    fn just_normalised(&mut self, exponent: i32) -> [f64; 2] {
        let power =
            self.format.compose(self.random.one_in(2), 1 << (self.format.precision - 1), exponent);
        let high = self.format.moved(power, self.random.between(-1, 2));
        let half = self.format.exponent_of(high) - self.format.p();
        let ones = (1 << self.format.precision) - 1 - self.random.below(3);
        let low = match self.random.below(3) {
            0 => self.format.compose(self.random.one_in(2), 1 << (self.format.precision - 1), half),
            _ => self.format.compose(self.random.one_in(2), ones, half - 1),
        };
        self.format.normalized([high, low])
    }

    /// A double-word of few bits.
    fn short(&mut self, exponent: i32) -> [f64; 2] {
        let p = self.format.precision;
        let top = 1u64 << (p - 1);
        let few = |random: &mut crate::random::Random| match random.below(4) {
            0 => top,
            1 => top | 1,
            2 => top | 1 << random.below(u64::from(p - 1)),
            _ => top | random.bits() & 3,
        };
        let high = self.format.compose(self.random.one_in(2), few(&mut self.random), exponent);
        let half = exponent - self.format.p();
        let below = half - self.random.between(0, 3);
        let low = self.format.compose(self.random.one_in(2), few(&mut self.random), below);
        self.format.normalized([high, low])
    }
}

//! Operands for tests of the elementary functions, chosen where errors are often large.

mod exact_cases;
mod hard_to_round;
mod limits;
mod pairs;
mod reductions;

use super::defined;
use crate::{
    exact::Exact,
    format::Format,
    operands::{
        Pair,
        words::{Low, significand},
    },
    random::Random,
    scaled::ldexp,
};
use floatfloat::elementary::Function;
use limits::Limits;

/// A class of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Evenly distributed over the part of the domain that users need.
    Natural,
    /// Zero, one, small integers, the ends of the range, and their neighbours.
    Listed,
    /// Exponents over the whole range.
    LogSpaced,
    /// Within a few units in the last place of ±1, or a power of two less than one away from it.
    NearOne,
    /// k/16 times a power of two and its neighbours: where tables change from one entry to the next.
    Borders,
    /// Next to multiples of π/4 or of ln 2/16: where a reduced argument is smallest or largest.
    Reductions,
    /// Where results leave the range, or their low words do.
    Thresholds,
    /// Low words that are zero, far below the high word, or half an ulp of it.
    Gaps,
    /// At the lower end of the range, subnormal numbers among them.
    Tiny,
    /// At the upper end of the range.
    Huge,
    /// Results that are exact.
    Exact,
    /// Hard to round for one word: CORE-MATH's.
    HardToRound,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 12] = [
        Class::Natural,
        Class::Listed,
        Class::LogSpaced,
        Class::NearOne,
        Class::Borders,
        Class::Reductions,
        Class::Thresholds,
        Class::Gaps,
        Class::Tiny,
        Class::Huge,
        Class::Exact,
        Class::HardToRound,
    ];
}

/// Draws operands of a function for which the function is defined and finite. Its value may exceed the range of
/// the format.
#[derive(Clone, Debug)]
pub struct Arguments {
    function: Function,
    format: Format,
    limits: Limits,
    random: Random,
}

impl Arguments {
    /// Operands of a format; the same sequence for the same seed.
    pub fn new(function: Function, format: Format, seed: u64) -> Self {
        let limits = Limits::new(function, format);
        Arguments { function, format, limits, random: Random::new(seed) }
    }

    /// The next pair of a class. If the function has no second operand, it is one; an integer operand is its
    /// high word.
    pub fn draw(&mut self, class: Class) -> Pair {
        loop {
            let pair = self.of_class(class);
            if defined(self.function, pair.x, pair.y) {
                return pair;
            }
        }
    }

    fn of_class(&mut self, class: Class) -> Pair {
        if has_two_operands(self.function) {
            return self.pair(class);
        }
        let x = self.number(class);
        Pair { x: self.within_domain(x), y: [1.0, 0.0] }
    }

    /// One operand of a class; the function need not be defined for it.
    fn number(&mut self, class: Class) -> [f64; 2] {
        match class {
            Class::Natural => self.natural(),
            Class::Listed => self.listed(),
            Class::LogSpaced => {
                let exponent = self.random.between(self.format.smallest(), self.format.emax);
                self.of_exponent(exponent)
            }
            Class::NearOne => self.near_one(),
            Class::Borders => self.border(),
            Class::Reductions => self.reduction(),
            Class::Thresholds => self.threshold(),
            Class::Gaps => self.gap(),
            Class::Tiny => {
                let exponent = self.format.smallest() + self.random.below(90) as i32;
                self.of_exponent(exponent)
            }
            Class::Huge => {
                let exponent = self.format.emax - self.random.below(8) as i32;
                self.of_exponent(exponent)
            }
            Class::Exact => self.exact_case(),
            Class::HardToRound => self.hard_to_round(),
        }
    }

    /// A number moved into the domain of the function, if changing the sign or taking the inverse suffices.
    fn within_domain(&self, x: [f64; 2]) -> [f64; 2] {
        let negated = |[high, low]: [f64; 2]| [-high, -low];
        let positive = |x: [f64; 2]| if x[0] < 0.0 { negated(x) } else { x };
        match self.function {
            Function::Ln | Function::Log2 | Function::Log10 | Function::Rsqrt => positive(x),
            Function::Acosh => self.above_one(positive(x)),
            Function::Ln1p if x[0] < -1.0 => negated(x),
            Function::Asin | Function::Acos | Function::Atanh if x[0].abs() > 1.0 => {
                let exponent = self.format.exponent_of(x[0]) + 1;
                x.map(|word| ldexp(word, -exponent))
                    .map(|word| self.format.nearest(&Exact::new(word)))
            }
            _ => x,
        }
    }

    /// x, or 1 + x.
    fn above_one(&self, x: [f64; 2]) -> [f64; 2] {
        if x[0] > 1.0 { x } else { self.nearest(Exact::from_words(x) + Exact::new(1.0)) }
    }

    /// The nearest double-word of the format.
    fn nearest(&self, x: Exact) -> [f64; 2] {
        let high = self.format.nearest(&x);
        let low = self.format.nearest(&(x - Exact::new(high)));
        self.format.normalized([high, low])
    }

    /// Any number of this exponent.
    fn of_exponent(&mut self, exponent: i32) -> [f64; 2] {
        let bits = significand(&mut self.random, self.format.precision);
        let high = self.format.compose(self.random.one_in(2), bits, exponent);
        self.with_any_low(high)
    }

    fn with_any_low(&mut self, high: f64) -> [f64; 2] {
        let low = match self.random.below(16) {
            0 => Low::Zero,
            1 => Low::Half,
            2 => Low::Far,
            _ => Low::Near,
        };
        self.format.with_low(&mut self.random, high, low)
    }

    /// A number between two others.
    fn between(&mut self, low: f64, high: f64) -> [f64; 2] {
        let part = self.random.bits() as f64 * 2f64.powi(-64);
        let value = low + (high - low) * part;
        let high = self.format.nearest(&Exact::new(value));
        self.with_any_low(high)
    }

    fn natural(&mut self) -> [f64; 2] {
        let (low, high) = self.limits.natural();
        if self.random.one_in(4) {
            // Also small numbers, which are rare among uniform numbers of the interval.
            let top = self.format.exponent_of(high.abs().max(low.abs()));
            let exponent = top - self.random.below(20) as i32;
            return self.of_exponent(exponent);
        }
        self.between(low, high)
    }

    fn listed(&mut self) -> [f64; 2] {
        let one = 1u64 << (self.format.precision - 1);
        let end = |exponent, bits| self.format.compose(false, bits, exponent);
        let value = match self.random.below(16) {
            0 => 0.0,
            1 => end(self.format.smallest(), one),
            2 => end(self.format.emin, one),
            3 => end(self.format.emax, 2 * one - 1),
            4 => end(self.format.emin + self.format.p(), one),
            5 => end(-self.format.p(), one),
            6 => end(self.format.p(), one),
            7 => 0.5,
            8 => 1.5,
            _ => self.random.below(40) as f64,
        };
        let high = if self.random.one_in(2) { -value } else { value };
        if self.random.one_in(3) {
            return [high, 0.0];
        }
        self.neighbour([high, 0.0])
    }

    /// x with one of its words moved by a few units in the last place, or with another low word.
    fn neighbour(&mut self, [high, low]: [f64; 2]) -> [f64; 2] {
        match self.random.below(5) {
            0 => [high, low],
            1 | 2 => {
                let low = if low == 0.0 {
                    self.format.with_low(&mut self.random, high, Low::Near)[1]
                } else {
                    self.format.moved(low, self.random.between(-4, 4))
                };
                self.format.normalized([high, low])
            }
            3 => {
                let high = self.format.moved(high, self.random.between(-3, 3));
                self.with_any_low(high)
            }
            _ => self.with_any_low(high),
        }
    }

    fn near_one(&mut self) -> [f64; 2] {
        let p = self.format.p();
        let exponent = -self.random.between(1, 2 * p + 8);
        let bits = significand(&mut self.random, self.format.precision);
        let away = self.format.compose(self.random.one_in(2), bits, exponent);
        let [high, low] = match self.random.below(4) {
            // Nothing but the least low word.
            0 => {
                let exponent = self.random.between(self.format.smallest(), -p - 1);
                let bits = significand(&mut self.random, self.format.precision);
                [1.0, self.format.compose(self.random.one_in(2), bits, exponent)]
            }
            _ => self.nearest(Exact::new(1.0) + Exact::new(away)),
        };
        let [high, low] = self.format.normalized([high, low]);
        if self.random.one_in(2) { [-high, -low] } else { [high, low] }
    }

    fn border(&mut self) -> [f64; 2] {
        let k = 1 + self.random.below(64);
        let exponent = match self.random.below(4) {
            0 => self.random.between(self.format.emin, self.format.emax - 3),
            1 => self.random.between(-8, 8),
            _ => 0,
        };
        let value = ldexp(k as f64 / 16.0, exponent);
        let value = if self.random.one_in(2) { -value } else { value };
        self.neighbour([self.format.nearest(&Exact::new(value)), 0.0])
    }

    fn gap(&mut self) -> [f64; 2] {
        let [high, _] = self.natural();
        let low = self.random.pick(&[Low::Zero, Low::Far, Low::Far, Low::Half]);
        let even = if low == Low::Half { self.cut(high) } else { high };
        self.format.with_low(&mut self.random, even, low)
    }

    /// `high` without its last bit, so that its low word may be half an ulp.
    fn cut(&self, high: f64) -> f64 {
        let exponent = self.format.exponent_of(high);
        if high == 0.0 || exponent < self.format.emin + 2 {
            return high;
        }
        Exact::new(high).rounded(self.format.precision - 1).to_f64()
    }
}

impl Format {
    /// The nearest number of the format; the largest number for anything beyond it.
    pub(crate) fn nearest(self, x: &Exact) -> f64 {
        let Some(top) = x.floor_log2() else { return 0.0 };
        let bits = i64::from(self.p()).min(top - i64::from(self.smallest()) + 1);
        let largest = self.compose(x.is_negative(), (1 << self.precision) - 1, self.emax);
        if bits < 0 {
            return 0.0;
        }
        let value = x.rounded(bits as u32).to_f64();
        if self.contains(value) { value } else { largest }
    }
}

/// Whether the second operand is read.
fn has_two_operands(function: Function) -> bool {
    matches!(function, Function::Atan2 | Function::Hypot | Function::Powf | Function::Rootn)
}

//! Operands for tests: eleven classes, from listed values to those that cancel to the last bit.

mod classes;
mod range;
pub(crate) mod words;

pub use range::Range;

use crate::{exact::Exact, format::Format, random::Random};
use classes::LISTED;
use floatfloat::operation::{Bound, Function, Info, Shape};

/// A pair of operands of at most `N` words; unused words are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<const N: usize = 2> {
    /// The first operand.
    pub x: [f64; N],
    /// The second operand; one for a unary operation.
    pub y: [f64; N],
}

/// A class of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Known values and the borders of the range, with their neighbours.
    Listed,
    /// Exponents evenly spaced over the whole range.
    LogSpaced,
    /// Exponents that are close to each other.
    Similar,
    /// Any exponents.
    Wide,
    /// Two numbers that agree in most bits.
    NearEqual,
    /// Sums that cancel to the last bits; products and quotients next to short numbers, whose
    /// remainder cancels.
    Cancelling,
    /// At the upper end of the range.
    Huge,
    /// At the lower end of the range.
    Tiny,
    /// Low words of exactly half an ulp, zero, and far below.
    Extremes,
    /// Powers of two and their neighbours, with the largest low words.
    JustNormalised,
    /// Short significands at distances at which roundings tie.
    Ties,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 11] = [
        Class::Listed,
        Class::LogSpaced,
        Class::Similar,
        Class::Wide,
        Class::NearEqual,
        Class::Cancelling,
        Class::Huge,
        Class::Tiny,
        Class::Extremes,
        Class::JustNormalised,
        Class::Ties,
    ];

    /// Its name in plain words.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Listed => "listed values",
            Class::LogSpaced => "evenly spaced exponents",
            Class::Similar => "similar exponents",
            Class::Wide => "any exponents",
            Class::NearEqual => "nearly equal",
            Class::Cancelling => "cancelling",
            Class::Huge => "huge",
            Class::Tiny => "tiny",
            Class::Extremes => "extreme low words",
            Class::JustNormalised => "near powers of two",
            Class::Ties => "ties",
        }
    }
}

/// Draws operands for one operation and format.
#[derive(Clone, Debug)]
pub struct Operands {
    format: Format,
    range: Range,
    function: Function,
    shape: Shape,
    same_sign: bool,
    /// Listed values, rounded to the format.
    listed: Vec<f64>,
    random: Random,
    drawn: u64,
}

impl Operands {
    /// Operands within the range of an operation. `fused` says whether words of `format` have a fused
    /// multiply-add. The same sequence for the same seed.
    pub fn new(info: &Info, format: Format, fused: bool, seed: u64) -> Self {
        let rounded = |value: &f64| Exact::new(*value).rounded(format.precision).to_word();
        Operands {
            format,
            range: Range::new(info, format, fused),
            function: info.function,
            shape: info.shape,
            same_sign: matches!(info.bound, Bound::RelativeSameSign { .. }),
            listed: LISTED.iter().map(rounded).filter(|&value| format.contains(value)).collect(),
            random: Random::new(seed),
            drawn: 0,
        }
    }

    /// The range of the operands.
    pub fn range(&self) -> &Range {
        &self.range
    }

    /// The next pair of a class: normalised, within the range, and with the shape of the operation. Both have
    /// the same sign if the bound requires it.
    pub fn draw(&mut self, class: Class) -> Pair {
        self.drawn += 1;
        let pair = self.of_class(class);
        self.fitted(pair)
    }

    /// The pair adapted to the operation: words where it takes words, signs, exponents within the range.
    pub(crate) fn fitted(&self, Pair { mut x, mut y }: Pair) -> Pair {
        match self.shape {
            Shape::WordWord => (x[1], y[1]) = (0.0, 0.0),
            Shape::DoubleWordWord => y[1] = 0.0,
            Shape::DoubleWord => {
                y = [1.0, 0.0];
                if x[0] < 0.0 {
                    x = x.map(|word| -word);
                }
            }
            Shape::DoubleWordDoubleWord => {}
        }
        if self.same_sign && (x[0] < 0.0) != (y[0] < 0.0) {
            y = y.map(|word| -word);
        }
        let exponents = (self.format.exponent_of(x[0]), self.format.exponent_of(y[0]));
        let within = self.range.clamp(exponents.0, exponents.1);
        Pair {
            x: self.rescaled(x, within.0 - exponents.0),
            y: self.rescaled(y, within.1 - exponents.1),
        }
    }

    /// A double-word times a power of two, truncated to the format.
    fn rescaled(&self, [high, low]: [f64; 2], shift: i32) -> [f64; 2] {
        if shift == 0 {
            return [high, low];
        }
        let word = |word: f64| {
            let term = crate::term::Term::new(word);
            if term.is_zero() {
                return 0.0;
            }
            let aligned = (term.mantissa.unsigned_abs() as u64) << (self.format.p() - term.bits());
            self.format.compose(word < 0.0, aligned, term.exponent + term.bits() - 1 + shift)
        };
        self.format.normalized([word(high), word(low)])
    }
}

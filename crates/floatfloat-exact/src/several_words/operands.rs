//! Operands of three and four words.

use super::Words;
use crate::{
    exact::Exact,
    format::Format,
    operands::{
        self,
        words::{Low, significand},
    },
    random::Random,
    term::Term,
};
use floatfloat::{
    multi_word::operation::{Info, Operand},
    operation::Function,
};

/// A pair of operands.
pub type Pair = operands::Pair<4>;

/// A class of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Exponents that are close to each other, few gaps between words.
    Similar,
    /// Any exponents, any gaps.
    Wide,
    /// Two numbers that agree in most bits: sums cancel, quotients are next to one.
    NearEqual,
    /// Products next to short numbers, quotients and roots that are nearly short.
    NearShort,
    /// Words of exactly half a unit of the word before, zero, far below.
    Extremes,
    /// All ones, powers of two and their neighbours, each word as large as the word before allows.
    JustNormalised,
    /// Short significands at distances at which roundings tie.
    Ties,
    /// At the ends of the range.
    Ends,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 8] = [
        Class::Similar,
        Class::Wide,
        Class::NearEqual,
        Class::NearShort,
        Class::Extremes,
        Class::JustNormalised,
        Class::Ties,
        Class::Ends,
    ];
}

/// Draws operands for one operation and format.
#[derive(Clone, Debug)]
pub struct Operands {
    format: Format,
    info: Info,
    /// Lowest and highest exponents of x, of y, and of the product or quotient.
    x: (i32, i32),
    y: (i32, i32),
    result: (i32, i32),
    random: Random,
}

impl Operands {
    /// Operands within the range of an operation. `fused` says whether words of `format` have a fused
    /// multiply-add. The same sequence for the same seed.
    pub fn new(info: &Info, format: Format, fused: bool, seed: u64) -> Self {
        let (emin, emax, p) = (format.emin, format.emax, format.p());
        let all = (format.smallest(), emax - 2);
        let top = if fused { emax } else { emax - (p + 1) / 2 - 1 };
        let lowest = emin + info.words as i32 * p;
        let result = (lowest, top.min(emax - 2));
        let (x, y) = match info.function {
            Function::Add | Function::Sub => (all, all),
            Function::Mul => ((emin, top), (emin, top)),
            Function::Div => (result, (emin, top)),
            Function::Sqrt => (result, (0, 0)),
        };
        Operands { format, info: *info, x, y, result, random: Random::new(seed) }
    }

    /// The next pair of any class.
    pub fn draw_any(&mut self) -> Pair {
        let class = self.random.pick(&Class::ALL);
        self.draw(class)
    }

    /// The next pair of a class: normalised, within the range, of the operation's kind.
    pub fn draw(&mut self, class: Class) -> Pair {
        let p = self.format.p();
        let near = self.random.between(-3, 3);
        let pair = match class {
            Class::Similar => {
                let far = near + self.random.between(-2 * p, 2 * p);
                let y = self.random.pick(&[0, near, far]);
                Pair { x: self.number(near, Shape::Dense), y: self.number(y, Shape::Dense) }
            }
            Class::Wide => {
                let x = self.random.between(self.x.0, self.x.1);
                let y = self.random.between(self.y.0, self.y.1);
                Pair { x: self.number(x, Shape::Any), y: self.number(y, Shape::Any) }
            }
            Class::NearEqual => {
                let shape = self.random.pick(&[Shape::Dense, Shape::Any, Shape::Full]);
                let x = self.number(near, shape);
                let y = self.near(x);
                Pair { x, y: if self.random.one_in(4) { y } else { y.map(|word| -word) } }
            }
            Class::NearShort => self.near_short(near),
            Class::Extremes => {
                let y = near + self.random.between(-3 * p, 3 * p);
                Pair { x: self.number(near, Shape::Extreme), y: self.number(y, Shape::Extreme) }
            }
            Class::JustNormalised => {
                let y = near + self.random.pick(&[0, 0, 1, -1, p, -p, 2 * p]);
                Pair { x: self.number(near, Shape::Full), y: self.number(y, Shape::Full) }
            }
            Class::Ties => {
                let gap = self.random.pick(&[0, p - 1, p, p + 1, 2 * p - 1, 2 * p, 3 * p + 1]);
                let y = near + if self.random.one_in(2) { gap } else { -gap };
                Pair { x: self.number(near, Shape::Short), y: self.number(y, Shape::Short) }
            }
            Class::Ends => {
                let (x, y) = match self.random.below(3) {
                    0 => (self.x.0, self.y.0),
                    1 => (self.x.1, self.y.1),
                    _ => (self.x.0, self.y.1),
                };
                let (dx, dy) = (self.random.between(-3, 3), self.random.between(-3, 3));
                Pair { x: self.number(x + dx, Shape::Any), y: self.number(y + dy, Shape::Any) }
            }
        };
        self.fitted(pair)
    }

    /// The pair with one to three words changed.
    pub(super) fn changed(&mut self, pair: Pair) -> Pair {
        let mut pair = pair;
        for _ in 0..1 + self.random.below(3) {
            let first = self.random.one_in(2);
            let words = if first { pair.x } else { pair.y };
            let k = self.random.below(u64::from(self.info.words)) as usize;
            let words = self.with_changed_word(words, k);
            *(if first { &mut pair.x } else { &mut pair.y }) = words;
        }
        self.fitted(pair)
    }

    fn with_changed_word(&mut self, mut words: Words, k: usize) -> Words {
        let p = self.format.precision;
        let word = words[k];
        if word == 0.0 {
            if k > 0 && words[k - 1] != 0.0 {
                words[k] = self.format.with_low(&mut self.random, words[k - 1], Low::Near)[1];
            }
            return words;
        }
        let exponent = self.format.exponent_of(word);
        let bits = self.aligned(word);
        words[k] = match self.random.below(6) {
            0 | 1 => {
                let bit = 1 << self.random.below(u64::from(p - 1));
                self.format.compose(word < 0.0, bits ^ bit, exponent)
            }
            2 => self.format.moved(word, self.random.between(-4, 4)),
            3 => {
                let fresh = significand(&mut self.random, p);
                self.format.compose(word < 0.0, fresh, exponent)
            }
            4 => {
                let exponent = (exponent + self.random.between(-1, 1)).min(self.format.emax);
                self.format.compose(word < 0.0, bits, exponent)
            }
            _ => -word,
        };
        self.normalized(words)
    }

    /// The significand with its leading bit in the highest place.
    fn aligned(&self, word: f64) -> u64 {
        let term = Term::new(word);
        (term.mantissa.unsigned_abs() as u64) << (self.format.p() - term.bits()).max(0)
    }

    /// Makes a normalised number of these words: words that are too large are halved.
    fn normalized(&self, mut words: Words) -> Words {
        for k in 1..4 {
            words[k] = if words[k - 1] == 0.0 {
                0.0
            } else {
                self.format.normalized([words[k - 1], words[k]])[1]
            };
        }
        words
    }

    /// A number whose first word has this exponent.
    fn number(&mut self, exponent: i32, shape: Shape) -> Words {
        let p = self.format.precision;
        let leading = 1u64 << (p - 1);
        let first = match shape {
            Shape::Full => {
                let ones = 2 * leading - 1 - self.random.below(2);
                self.random.pick(&[leading, leading, leading + 1, ones, ones])
            }
            Shape::Short => self.short(),
            _ => significand(&mut self.random, p),
        };
        let negative = self.random.one_in(2);
        let exponent = exponent.min(self.format.emax);
        let mut words = [self.format.compose(negative, first, exponent), 0.0, 0.0, 0.0];
        for k in 1..self.info.words as usize {
            let before = words[k - 1];
            if before == 0.0 {
                break;
            }
            let low = match shape {
                Shape::Dense => self.random.pick(&[Low::Near, Low::Near, Low::Near, Low::Half]),
                Shape::Any => self.random.pick(&[Low::Near, Low::Near, Low::Half, Low::Far]),
                Shape::Extreme => self.random.pick(&[Low::Half, Low::Half, Low::Zero, Low::Far]),
                Shape::Full | Shape::Short => Low::Half,
            };
            words[k] = self.format.with_low(&mut self.random, before, low)[1];
            let half = self.format.exponent_of(before) - self.format.p();
            let sign = self.random.one_in(2);
            let pattern = match shape {
                Shape::Full if !self.random.one_in(4) => {
                    Some((2 * leading - 1 - self.random.below(3), half - 1))
                }
                Shape::Short if !self.random.one_in(4) => {
                    Some((self.short(), half - self.random.between(1, 3)))
                }
                _ => None,
            };
            if let Some((bits, exponent)) = pattern {
                words[k] = self.format.compose(sign, bits, exponent);
            }
            words = self.normalized(words);
        }
        words
    }

    /// A significand of few bits.
    fn short(&mut self) -> u64 {
        let leading = 1u64 << (self.format.precision - 1);
        match self.random.below(4) {
            0 => leading,
            1 => leading | 1,
            2 => leading | 1 << self.random.below(u64::from(self.format.precision - 1)),
            _ => leading | self.random.bits() & 3,
        }
    }

    /// A number that differs from x in its last bits, or from one of its words on.
    fn near(&mut self, x: Words) -> Words {
        let mut words = x;
        let k = self.random.below(u64::from(self.info.words)) as usize;
        let by = self.random.between(-3, 3);
        words[k] = if words[k] == 0.0 { 0.0 } else { self.format.moved(words[k], by) };
        words = self.normalized(words);
        if self.random.one_in(3) {
            for j in k + 1..self.info.words as usize {
                words[j] = if words[j - 1] == 0.0 {
                    0.0
                } else {
                    self.format.with_low(&mut self.random, words[j - 1], Low::Near)[1]
                };
            }
        }
        words
    }

    /// Operands whose exact result is nearly a number of few bits.
    fn near_short(&mut self, exponent: i32) -> Pair {
        let short = Exact::from_parts(2 * self.random.between(0, 7) + 1, 0);
        let y = self.number(exponent, Shape::Dense);
        let divisor = Exact::from_words(self.second(y));
        let x = match self.info.function {
            Function::Mul => self.words_of(short, &divisor),
            Function::Sqrt => self.words_of(short.clone() * short, &Exact::from_parts(1, 0)),
            _ => self.words_of(short * divisor, &Exact::from_parts(1, 0)),
        };
        Pair { x: if self.random.one_in(4) { x } else { self.near(x) }, y }
    }

    /// The words of a quotient, normalised.
    fn words_of(&self, numerator: Exact, denominator: &Exact) -> Words {
        let mut rest = numerator;
        let mut words = [0.0; 4];
        for word in &mut words[..self.info.words as usize] {
            let rounded = crate::exact::round_quotient(&rest, denominator, self.format.precision);
            *word = rounded.to_word();
            rest = rest - rounded * denominator.clone();
        }
        self.normalized(words)
    }

    /// The second operand in the form that the operation takes.
    fn second(&self, y: Words) -> Words {
        match self.info.second {
            Operand::None => [1.0, 0.0, 0.0, 0.0],
            Operand::Word => [y[0], 0.0, 0.0, 0.0],
            Operand::Number => y,
        }
    }

    /// The pair adapted to the operation: words where it takes words, signs, exponents within the range.
    fn fitted(&self, Pair { x, y }: Pair) -> Pair {
        let y = self.second(y);
        let root_of_negative = self.info.function == Function::Sqrt && x[0] < 0.0;
        let x = if root_of_negative { x.map(|word| -word) } else { x };
        let (of_x, of_y) = (self.format.exponent_of(x[0]), self.format.exponent_of(y[0]));
        let (low, high) = self.result;
        let to_x = of_x.clamp(self.x.0, self.x.1);
        let to_y = of_y.clamp(self.y.0, self.y.1);
        let (to_x, to_y) = match self.info.function {
            Function::Mul => {
                let to_y = to_y.clamp(low - to_x, high - to_x).clamp(self.y.0, self.y.1);
                (to_x.clamp(low - to_y, high - to_y), to_y)
            }
            Function::Div => (to_x, to_y.clamp(to_x - high, to_x - low).clamp(self.y.0, self.y.1)),
            _ => (to_x, to_y),
        };
        Pair { x: self.scaled(x, to_x - of_x), y: self.scaled(y, to_y - of_y) }
    }

    /// The words times a power of two, truncated to the format.
    fn scaled(&self, words: Words, shift: i32) -> Words {
        if shift == 0 {
            return words;
        }
        let word = |word: f64| {
            if word == 0.0 {
                return 0.0;
            }
            let exponent = self.format.exponent_of(word) + shift;
            self.format.compose(word < 0.0, self.aligned(word), exponent)
        };
        self.normalized(words.map(word))
    }
}

/// How the words of a number are chosen.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Close to each other.
    Dense,
    /// With any gaps.
    Any,
    /// Half a unit of the word before, zero, or far below.
    Extreme,
    /// As large as possible: all ones and powers of two.
    Full,
    /// Of few bits.
    Short,
}

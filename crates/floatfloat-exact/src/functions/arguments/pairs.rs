//! Operands of functions of two operands.

use super::{Arguments, Class};
use crate::{exact::Exact, operands::Pair, scaled::ldexp};
use floatfloat::{DoubleDouble, elementary::Function};

impl Arguments {
    pub(super) fn pair(&mut self, class: Class) -> Pair {
        match (self.function, class) {
            (_, Class::Exact) => self.exact_pair(),
            (Function::Hypot | Function::Atan2, Class::HardToRound) => {
                self.hard_pair().expect("there are some")
            }
            (Function::Rootn, _) => {
                let x = self.number(class);
                Pair { x, y: [self.degree(x[0] < 0.0), 0.0] }
            }
            (Function::Powf, _) => self.power(class),
            _ => self.coordinates(class),
        }
    }

    /// Two numbers that usually are so near to each other that both contribute to the result.
    fn coordinates(&mut self, class: Class) -> Pair {
        let x = self.number(class);
        let y = match class {
            Class::Borders | Class::Reductions => self.at_border(x),
            _ => match self.random.below(4) {
                0 => self.number(class),
                1 => self.at_border(x),
                _ => {
                    let p = self.format.p();
                    let exponent = self.format.exponent_of(x[0]) + self.random.between(-p, p);
                    self.of_exponent(exponent.clamp(self.format.smallest(), self.format.emax))
                }
            },
        };
        if self.random.one_in(2) { Pair { x, y } } else { Pair { x: y, y: x } }
    }

    /// x times k/16, or a neighbour: where a quotient passes to another entry of a table.
    fn at_border(&mut self, x: [f64; 2]) -> [f64; 2] {
        let k = 1 + self.random.below(20);
        let sign = if self.random.one_in(2) { -1.0 } else { 1.0 };
        let y = self.nearest(Exact::from_words(x) * Exact::new(sign * k as f64 / 16.0));
        self.neighbour(y)
    }

    /// The integer n of an n-th root.
    fn degree(&mut self, negative: bool) -> f64 {
        let bits = self.random.between(1, 31.min(self.format.p() - 1));
        let n = match self.random.below(3) {
            0 => self.random.below(1 << bits) as f64,
            _ => self.random.below(20) as f64,
        };
        let n = if negative { 2.0 * (n / 2.0).floor() + 1.0 } else { n };
        if self.random.one_in(3) { -n } else { n }
    }

    /// A base and an exponent whose power is usually in range: its logarithm is chosen first, and then the
    /// exponent.
    fn power(&mut self, class: Class) -> Pair {
        let base = match class {
            Class::HardToRound | Class::Reductions | Class::Thresholds => Class::Natural,
            other => other,
        };
        let x = self.number(base);
        let x = if x[0] < 0.0 { x.map(|word| -word) } else { x };
        if self.random.one_in(8) {
            // Of any base, integers and halves.
            let twice = self.random.between(-60, 60);
            let y = self.nearest(Exact::new(f64::from(twice) / 2.0));
            let x = if self.random.one_in(2) { x.map(|word| -word) } else { x };
            return Pair { x, y };
        }
        let (emin, emax) = (f64::from(self.format.smallest()), f64::from(self.format.emax + 1));
        let target = match class {
            Class::Thresholds => {
                let ends = [
                    emin,
                    emax,
                    f64::from(self.format.emin),
                    emin + f64::from(3 * self.format.p()),
                ];
                self.random.pick(&ends)
            }
            // Integers and eighths: where the exponential's table changes.
            Class::Reductions => {
                f64::from(self.random.between(emin as i32 * 16, emax as i32 * 16)) / 16.0
            }
            _ => self.between(emin, emax)[0],
        };
        // log2 x, from the distance to 1 where that is small. The logarithm is this crate's own, because C
        // libraries differ in the last bits, and every machine must draw the same operands.
        let away = (Exact::from_words(x) - Exact::new(1.0)).to_f64();
        let ln = match away.abs() < 0.25 {
            true => DoubleDouble::from(away).ln_1p(),
            false => DoubleDouble::from(x[0]).ln(),
        };
        let log2 = ln.hi() * std::f64::consts::LOG2_E;
        if log2 == 0.0 || !log2.is_finite() {
            return Pair { x, y: self.number(Class::LogSpaced) };
        }
        let y = match self.random.below(6) {
            0 => self.number(class),
            _ => {
                let limit = ldexp(1.0, self.format.emax);
                let y = (target / log2).clamp(-limit, limit);
                let high = self.format.nearest(&Exact::new(y));
                self.with_any_low(high)
            }
        };
        Pair { x, y }
    }
}

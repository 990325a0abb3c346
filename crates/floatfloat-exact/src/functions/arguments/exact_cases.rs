//! Operands whose result is a number of few bits.

use super::Arguments;
use crate::{exact::Exact, operands::Pair};
use dashu_int::UBig;
use floatfloat::elementary::Function;

impl Arguments {
    pub(super) fn exact_case(&mut self) -> [f64; 2] {
        let integer = self.random.between(-40, 40);
        let small = 1 + self.random.below(1 << 12);
        let any = self.random.between(self.format.smallest(), self.format.emax);
        let x = match self.function {
            Function::Exp2 => Exact::from_parts(any, 0),
            Function::Log2 => Exact::from_parts(1, any.into()),
            Function::Log10 => {
                Exact::from_parts(UBig::from(10u8).pow(self.random.below(23) as usize), 0)
            }
            Function::SinPi | Function::CosPi | Function::TanPi => {
                let shift = self.random.between(-2, self.format.emax - 8);
                Exact::from_parts(integer, shift.into())
            }
            Function::Cbrt => {
                let shift =
                    3 * self.random.between(self.format.emin / 3, self.format.emax / 3 - 12);
                Exact::from_parts(UBig::from(small).pow(3), shift.into())
            }
            Function::Rsqrt => Exact::from_parts(1, (any & !1).into()),
            Function::Asin | Function::Acos | Function::Atanh => Exact::from_parts(integer % 3, -1),
            _ => Exact::from_parts(integer, 0),
        };
        self.nearest(x)
    }

    /// The same for functions of two operands.
    pub(super) fn exact_pair(&mut self) -> Pair {
        let [a, b] = [1 + self.random.below(1 << 10), 1 + self.random.below(1 << 10)];
        let integer = |n: u64| Exact::from_parts(n, 0);
        let (x, y) = match self.function {
            Function::Hypot => {
                let [a, b] = [a, b].map(|n| n as i64);
                let shift = i64::from(self.random.between(self.format.emin, self.format.emax - 22));
                (Exact::from_parts(a * a - b * b, shift), Exact::from_parts(2 * a * b, shift))
            }
            Function::Atan2 => {
                let of = |n: u64| Exact::from_parts(n as i64 - 512, 0);
                if a % 2 == 0 { (of(a), of(a)) } else { (of(a), of(b)) }
            }
            Function::Rootn => {
                let n = 1 + self.random.below(12);
                let base = UBig::from(1 + a % 64).pow(n as usize);
                let negative = n % 2 == 1 && b % 2 == 0;
                let x = Exact::from_parts(base, 0);
                let x = if negative { -x } else { x };
                (x, if b % 3 == 0 { -integer(n) } else { integer(n) })
            }
            _ => {
                // A square to half an integer, or an integer to an integer.
                let n = self.random.below(20);
                if a % 2 == 0 {
                    let root = 1 + b % 64;
                    (integer(root * root), Exact::from_parts(n, -1))
                } else {
                    let base = Exact::from_parts(b as i64 % 128 - 64, 0);
                    (base, Exact::from_parts(n as i64 - 6, 0))
                }
            }
        };
        Pair { x: self.nearest(x), y: self.nearest(y) }
    }
}

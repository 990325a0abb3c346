//! Arguments whose reduced argument is as small or as large as possible.

use super::{Arguments, Class};
use crate::{exact::Exact, functions::constants::Constant};
use dashu_int::{
    IBig, UBig,
    ops::{BitTest, DivRem, UnsignedAbs},
};
use floatfloat::elementary::Function;

impl Arguments {
    pub(super) fn reduction(&mut self) -> [f64; 2] {
        let Some(x) = self.reduction_to(2) else { return self.number(Class::Borders) };
        let x = self.nearest(x);
        if self.random.one_in(2) { x } else { self.neighbour(x) }
    }

    /// A number that is near to an argument of `words` words whose reduced argument is small or large; `None`
    /// for functions without a reduction.
    pub(in crate::functions) fn reduction_to(&mut self, words: u32) -> Option<Exact> {
        let most = words * self.format.precision;
        let bits = 2 * i64::from(most);
        let negative = self.random.one_in(2);
        let constant = |constant: Constant| Exact::from_parts(constant.fixed(bits), -bits);
        let sixteenths = |this: &mut Self| {
            let (low, high) = this.limits.natural();
            let most = 16.0 * low.abs().max(high.abs()) * std::f64::consts::LOG2_E;
            Exact::from_parts(this.random.below(most as u64 + 1), -4)
        };
        let x = match self.function {
            Function::Sin | Function::Cos | Function::Tan => match self.random.below(4) {
                0 => self.best_rational(self.format.precision),
                1 => self.best_rational(most),
                // Multiples of π/4, those of π/2 among them.
                _ => {
                    let length = self.random.between(1, most.min(128) as i32);
                    let n = (u128::from(self.random.bits()) << 64 | u128::from(self.random.bits()))
                        >> (128 - length);
                    constant(Constant::Pi) * Exact::from_parts(n, -2)
                }
            },
            Function::SinPi | Function::CosPi | Function::TanPi => {
                let length = self.random.between(1, self.format.p() + 8);
                Exact::from_parts(self.random.bits() >> (64 - length), -3)
            }
            Function::Exp | Function::ExpM1 | Function::Sinh | Function::Cosh | Function::Tanh => {
                sixteenths(self) * constant(Constant::Ln2)
            }
            Function::Exp2 => sixteenths(self),
            Function::Exp10 => {
                // n·log10 2, accurate enough.
                let n = sixteenths(self);
                let quotient = (Constant::Ln2.fixed(2 * bits) << 1) / Constant::Ln10.fixed(bits);
                n * Exact::from_parts(quotient, -bits - 1)
            }
            _ => return None,
        };
        Some(if negative { -x } else { x })
    }

    /// An integer of at most `bits` bits times a power of two that is nearer to a multiple of π/2 than any
    /// smaller one: the denominator of a convergent of 2^e·2/π.
    fn best_rational(&mut self, bits: u32) -> Exact {
        let (p, emax) = (self.format.p(), self.format.emax);
        let exponent = self.random.between(-(bits as i32), emax - p + 1);
        let exponent = exponent.min(emax + 1 - bits as i32);
        let point = i64::from(exponent.max(0)) + 3 * i64::from(bits) + 16;
        let mut numerator = Constant::TwoOverPi.fixed(point).unsigned_abs();
        let mut denominator: UBig = UBig::ONE << (point - i64::from(exponent)) as usize;
        let (mut last, mut current) = (UBig::ZERO, UBig::ONE);
        // Whole quotients of the continued fraction give the next denominator.
        loop {
            let (quotient, rest) = (&numerator).div_rem(&denominator);
            let next = &quotient * &current + &last;
            if next.bit_len() > bits as usize || rest.is_zero() {
                break;
            }
            (last, current) = (current, next);
            (numerator, denominator) = (denominator, rest);
        }
        Exact::from_parts(IBig::from(current), exponent.into())
    }
}

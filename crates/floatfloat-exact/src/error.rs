//! The error of a double-word result.

use crate::{accumulator::difference_and_sum, scaled::Scaled, term::Term};
use floatfloat::operation::Function;

/// How far a result is from the exact function of exact operands.
///
/// For + − × the residual is result − exact, and the reference the exact result. For ÷ they are
/// q·y − x and x, for √ they are r² − x and x: products of integers, where the quotient and the
/// root themselves have no end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// The exact residual.
    pub residual: Scaled,
    /// What it is measured against.
    pub reference: Scaled,
    root: Option<Side>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Right,
    Wrong,
}

impl Residual {
    /// (result − exact) / exact, within 2^-49 of itself. Zero if and only if the result is exact;
    /// infinite where the exact result is zero and this one is not.
    #[inline]
    pub fn relative(self) -> f64 {
        let ratio = self.residual.ratio(self.reference);
        // (1 + δ)² = 1 + ratio for a root.
        match self.root {
            None => ratio,
            Some(Side::Right) => ratio / (1.0 + (1.0 + ratio).sqrt()),
            Some(Side::Wrong) => -1.0 - (1.0 + ratio).sqrt(),
        }
    }
}

/// The residual of a finite result, or `None` where the function is not defined or an operand or
/// the result is not finite.
#[inline]
pub fn residual(
    function: Function,
    x: [f64; 2],
    y: [f64; 2],
    result: [f64; 2],
) -> Option<Residual> {
    let finite = |[hi, lo]: [f64; 2]| hi.is_finite() && lo.is_finite();
    if !(finite(x) && finite(y) && finite(result)) {
        return None;
    }
    let words = |[hi, lo]: [f64; 2]| [Term::new(hi), Term::new(lo)];
    let ([xh, xl], [yh, yl], [rh, rl]) = (words(x), words(y), words(result));
    let mut root = None;
    let (residual, reference) = match function {
        Function::Add => difference_and_sum(&[rh, rl], &[xh, xl, yh, yl]),
        Function::Sub => difference_and_sum(&[rh, rl], &[xh, xl, yh.negated(), yl.negated()]),
        Function::Mul => {
            difference_and_sum(&[rh, rl], &[xh.times(yh), xh.times(yl), xl.times(yh), xl.times(yl)])
        }
        Function::Div => {
            if yh.is_zero() && yl.is_zero() {
                return None;
            }
            let product = [rh.times(yh), rh.times(yl), rl.times(yh), rl.times(yl)];
            difference_and_sum(&product, &[xh, xl])
        }
        Function::Sqrt => {
            if x[0] < 0.0 {
                return None;
            }
            root = Some(if result[0] < 0.0 { Side::Wrong } else { Side::Right });
            let cross = rh.times(rl);
            difference_and_sum(&[rh.times(rh), cross, cross, rl.times(rl)], &[xh, xl])
        }
    };
    Some(Residual { residual, reference, root })
}

/// (result − exact) / exact for the exact value of `function` of the double-words x and y (√ reads
/// x alone; a word is `[word, 0.0]`), accurate to about 49 bits.
///
/// Zero if and only if the result is exact. Infinite where the exact result is zero and the result
/// is not, or where the result is infinite. NaN where an operand is not finite, the function is not
/// defined, or the result is NaN.
#[inline]
pub fn relative_error(function: Function, x: [f64; 2], y: [f64; 2], result: [f64; 2]) -> f64 {
    if let Some(residual) = residual(function, x, y, result) {
        residual.relative()
    } else if result[0].is_infinite() && residual(function, x, y, [0.0; 2]).is_some() {
        f64::INFINITY
    } else {
        f64::NAN
    }
}

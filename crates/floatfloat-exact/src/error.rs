//! The error of a result of several words.

use crate::{accumulator::difference_and_sum, scaled::Scaled, term::Term};
use floatfloat::operation::Function;

/// The distance of a result from the exact function of exact operands.
///
/// For + − × the residual is result − exact, and the reference the exact result. For ÷ the residual is q·y − x
/// and the reference x; for √ they are r² − x and x. These are products of integers, whereas the exact quotient
/// and root may have infinitely many digits.
/// root themselves have no end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// The exact residual.
    pub residual: Scaled,
    /// The reference for the residual.
    pub reference: Scaled,
    root: Option<Side>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Right,
    Wrong,
}

impl Residual {
    /// (result − exact) / exact, with a relative error of 2^-49. Zero if and only if the result is exact;
    /// infinite where the exact result is zero and the computed one is not.
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
pub fn residual<const N: usize>(
    function: Function,
    x: [f64; N],
    y: [f64; N],
    result: [f64; N],
) -> Option<Residual> {
    let finite = |words: [f64; N]| words.iter().all(|word| word.is_finite());
    if !(finite(x) && finite(y) && finite(result)) {
        return None;
    }
    let (x_terms, y_terms, terms) = (x.map(Term::new), y.map(Term::new), result.map(Term::new));
    let mut root = None;
    let (residual, reference) = match function {
        Function::Add => difference_and_sum(terms.into_iter(), x_terms.into_iter().chain(y_terms)),
        Function::Sub => {
            let negated = y_terms.into_iter().map(Term::negated);
            difference_and_sum(terms.into_iter(), x_terms.into_iter().chain(negated))
        }
        Function::Mul => difference_and_sum(terms.into_iter(), products(&x_terms, &y_terms)),
        Function::Div => {
            if y_terms.iter().all(|term| term.is_zero()) {
                return None;
            }
            difference_and_sum(products(&terms, &y_terms), x_terms.into_iter())
        }
        Function::Sqrt => {
            if x[0] < 0.0 {
                return None;
            }
            root = Some(if result[0] < 0.0 { Side::Wrong } else { Side::Right });
            difference_and_sum(products(&terms, &terms), x_terms.into_iter())
        }
    };
    Some(Residual { residual, reference, root })
}

/// All products of a word of x with a word of y.
#[inline]
fn products<'a>(x: &'a [Term], y: &'a [Term]) -> impl Iterator<Item = Term> + Clone + 'a {
    x.iter().flat_map(move |a| y.iter().map(move |b| a.times(*b)))
}

/// (result − exact) / exact for the exact value of `function` of x and y, numbers of up to four words, accurate
/// to about 49 bits. √ reads only x; a single word is `[word, 0.0]`.
///
/// Zero if and only if the result is exact. Infinite where the exact result is zero and the result
/// is not, or where the result is infinite. NaN where an operand is not finite, the function is not
/// defined, or the result is NaN.
#[inline]
pub fn relative_error<const N: usize>(
    function: Function,
    x: [f64; N],
    y: [f64; N],
    result: [f64; N],
) -> f64 {
    if let Some(residual) = residual(function, x, y, result) {
        residual.relative()
    } else if result[0].is_infinite() && residual(function, x, y, [0.0; N]).is_some() {
        f64::INFINITY
    } else {
        f64::NAN
    }
}

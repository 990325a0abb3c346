//! Bounds on relative errors, for results of condition number c.
//!
//! Ogita, Rump, Oishi, *Accurate sum and dot product*, SIAM J. Sci. Comput. 26 (2005); Graillat,
//! Langlois, Louvet 2009; bounds of plain arithmetic from Higham, *Accuracy and Stability of
//! Numerical Algorithms*, 2002. They hold as long as nothing overflows and no error of a product
//! underflows.

use super::Op;
use floatfloat::Word;

/// The precision of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// In words.
    Plain,
    /// In words, with their rounding errors collected.
    Compensated,
    /// In double-words.
    Pairs,
    /// In a multiple of the precision of the word, at least twice.
    Multiplied(i32),
}

/// γₙ = n·u ÷ (1 − n·u)
fn gamma(n: f64, u: f64) -> f64 {
    let nu = n * u;
    if nu < 1.0 { nu / (1.0 - nu) } else { f64::INFINITY }
}

/// The bound of a sum or an inner product of n terms, in any order, or of a polynomial of degree n.
/// The condition number is Σ|x| ÷ |Σx|, 2·Σ|x·y| ÷ |Σx·y|, or Σ|aᵢ·xⁱ| ÷ |p(x)|.
pub(super) fn bound<W: Word>(op: Op, method: Method, n: usize, condition: f64) -> f64 {
    let u = 2f64.powi(-(W::PRECISION as i32));
    let pair = 3.0 * u * u / (1.0 - 4.0 * u);
    let n = n as f64;
    // The number of terms that are merged, and the condition number of their sum.
    let (terms, condition) = match op {
        Op::Sum => (n - 1.0, condition),
        Op::Dot => (n, condition / 2.0),
        Op::Horner => (2.0 * n, condition),
    };
    match (op, method) {
        (_, Method::Plain) => gamma(terms, u) * condition,
        (Op::Sum | Op::Horner, Method::Compensated) => u + gamma(terms, u).powi(2) * condition,
        (Op::Dot, Method::Compensated) => {
            bound::<W>(op, Method::Multiplied(2), n as usize, 2.0 * condition)
        }
        (Op::Sum, Method::Pairs) => gamma(terms, pair) * condition,
        // The error of a product is at most 5u².
        (Op::Dot, Method::Pairs) => gamma(n + 2.0, pair) * condition,
        (Op::Horner, Method::Pairs) => gamma(n, 3.0 * pair) * condition,
        (Op::Dot, Method::Multiplied(k)) => {
            let gamma = gamma(4.0 * n - 2.0, u);
            u + 2.0 * gamma * gamma + gamma.powi(k) * condition
        }
        (_, Method::Multiplied(k)) => {
            u + 3.0 * gamma(terms, u).powi(2) + gamma(2.0 * terms, u).powi(k) * condition
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Method, Op, bound};

    #[test]
    fn compensation_squares_what_the_condition_number_is_multiplied_with() {
        for op in [Op::Sum, Op::Dot, Op::Horner] {
            let of = |method, condition| bound::<f64>(op, method, 100, condition);
            assert!(of(Method::Plain, 1e10) > 1e10 * of(Method::Plain, 1.0) * 0.99);
            let compensated = of(Method::Compensated, 1.0);
            assert!(compensated > 1e-16 && compensated < 2e-16, "{op:?}: {compensated:e}");
            assert!(of(Method::Compensated, 1e30) > 1e-3);
            assert!(of(Method::Pairs, 1.0) < 1e-28);
            assert!(of(Method::Multiplied(3), 1e25) < 1e-10);
        }
        assert_eq!(bound::<f32>(Op::Sum, Method::Plain, 1 << 25, 1.0), f64::INFINITY);
    }
}

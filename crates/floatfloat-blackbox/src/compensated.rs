//! Machines that add one term after the other and keep what each addition loses.

use crate::term::{Rounding, Term, Value, sum};

/// A way to keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compensation {
    /// The loss is taken from the next term (Kahan 1965).
    Kahan,
    /// The losses have a sum of their own, which is added at the end (Neumaier 1974).
    Neumaier,
}

impl Compensation {
    /// Every way.
    pub const ALL: [Compensation; 2] = [Compensation::Kahan, Compensation::Neumaier];

    /// The sum of `terms` in the arithmetic of `rounding`; `None` beyond the range.
    pub(crate) fn run(self, terms: &[Term], rounding: &Rounding) -> Option<Term> {
        let add = |a: Term, b: Term| match sum(&[a, b]).rounded(rounding) {
            Value::Finite(term) => Some(term),
            Value::Special(_) => None,
        };
        let minus = |a: Term| Term { negative: !a.negative, ..a };
        let (mut s, mut c) = (Term::ZERO, Term::ZERO);
        for &term in terms {
            match self {
                Compensation::Kahan => {
                    let y = add(term, minus(c))?;
                    let t = add(s, y)?;
                    c = add(add(t, minus(s))?, minus(y))?;
                    s = t;
                }
                Compensation::Neumaier => {
                    let t = add(s, term)?;
                    let larger = |a: Term, b: Term| {
                        !a.is_zero()
                            && (b.is_zero()
                                || a.top() > b.top()
                                || a.top() == b.top() && {
                                    let difference = sum(&[
                                        Term { negative: false, ..a },
                                        Term { negative: true, ..b },
                                    ]);
                                    !difference.negative
                                })
                    };
                    let (large, small) = if larger(s, term) { (s, term) } else { (term, s) };
                    c = add(c, add(add(large, minus(t))?, small)?)?;
                    s = t;
                }
            }
        }
        match self {
            Compensation::Kahan => Some(s),
            Compensation::Neumaier => add(s, c),
        }
    }
}

//! A machine that adds, as a few parameters and a tree.

use crate::{
    term::{Rounding, Term, Value, of_integer, sum},
    tree::Tree,
};
use floatfloat_paranoia::{Format, Mode};

/// How a machine computes a sum of products, or a sum of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// What it reads of each operand.
    pub operands: Rounding,
    /// The format of the operands as they are passed, whose exponents count where products are not normalised.
    pub passed: Format,
    /// What happens to a product before it is added.
    pub product: Product,
    /// Sums that have at least one term of their own among their summands.
    pub steps: Addition,
    /// Sums of sums.
    pub joins: Addition,
    /// The result, rounded from the accumulator.
    pub result: Rounding,
}

/// What happens to a product before it is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// It stays exact. A multiply-add that begins with zero rounds the first product of a chain.
    Exact(Start),
    /// It is rounded as a sum is.
    Rounded,
}

/// Where two terms meet, which of them is rounded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The one with the smaller number.
    Lower,
    /// The one with the larger number.
    Higher,
    /// Neither.
    Neither,
}

/// How several numbers are added in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Addition {
    /// What summands lose before they are added; `None` if nothing.
    pub alignment: Option<Alignment>,
    /// How the sum is rounded: the accumulator.
    pub rounding: Rounding,
}

/// Summands as integers in units of the last bit that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// Bits kept below the leading bit of the largest summand.
    pub bits: u32,
    /// How a summand is rounded to them.
    pub mode: Mode,
    /// The lowest place from which bits are counted, however small all summands are; `None` if there is none.
    pub floor: Option<i32>,
    /// Whether the leading bit of a product is found first. If not, the place of the leading bit follows from the
    /// exponents of both factors alone.
    pub normalised: bool,
}

/// A summand and the place of its leading bit.
#[derive(Clone, Copy)]
struct Summand {
    term: Term,
    top: i32,
}

impl Unit {
    /// The result for one row of operands. `second` is empty for a sum.
    pub fn run(&self, tree: &Tree, first: &[f64], second: &[f64]) -> f64 {
        let leaf = |i: usize| {
            let b = if second.is_empty() { 1.0 } else { second[i] };
            self.leaf(first[i], b, !second.is_empty())
        };
        match self.value(tree, &leaf).0 {
            Value::Special(special) => special,
            Value::Finite(term) => match term.rounded(&self.result) {
                Value::Special(special) => special,
                Value::Finite(term) => term.to_f64(),
            },
        }
    }

    fn leaf(&self, a: f64, b: f64, is_product: bool) -> (Value, i32) {
        if !a.is_finite() || !b.is_finite() {
            return (Value::Special(a * b), 0);
        }
        let a = match Term::of(a).rounded(&self.operands) {
            Value::Special(special) => return (Value::Special(special * b), 0),
            Value::Finite(term) => term,
        };
        if !is_product {
            return (Value::Finite(a), if a.is_zero() { 0 } else { a.top() });
        }
        let b = match Term::of(b).rounded(&self.operands) {
            Value::Special(special) => return (Value::Special(special), 0),
            Value::Finite(term) => term,
        };
        let product = a.times(b);
        if product.is_zero() {
            return (Value::Finite(product), 0);
        }
        if self.product == Product::Rounded {
            return self.placed(product.rounded(&self.steps.rounding));
        }
        let top = |x: Term| x.top().max(self.passed.emin);
        let normalised = self.steps.alignment.is_none_or(|alignment| alignment.normalised);
        let top = if normalised { product.top() } else { top(a) + top(b) };
        (Value::Finite(product), top)
    }

    fn placed(&self, value: Value) -> (Value, i32) {
        let top = match value {
            Value::Finite(term) if !term.is_zero() => term.top(),
            _ => 0,
        };
        (value, top)
    }

    fn value(&self, tree: &Tree, leaf: &impl Fn(usize) -> (Value, i32)) -> (Value, i32) {
        match tree {
            Tree::Leaf(i) => leaf(*i),
            Tree::Node(children) => {
                let steps = Tree::takes_terms(children);
                let addition = if steps { &self.steps } else { &self.joins };
                let mut special = None;
                let mut summands = Vec::with_capacity(children.len());
                let early = self.rounded_first(children);
                for (i, child) in children.iter().enumerate() {
                    let (value, top) = self.value(child, leaf);
                    let (value, top) = match value {
                        Value::Finite(term) if early == Some(i) => {
                            self.placed(addition.add(&[Summand { term, top }]))
                        }
                        _ => (value, top),
                    };
                    match value {
                        Value::Finite(term) => summands.push(Summand { term, top }),
                        Value::Special(x) => special = Some(special.unwrap_or(0.0) + x),
                    }
                }
                match special {
                    Some(special) => (Value::Special(special), 0),
                    None => self.placed(addition.add(&summands)),
                }
            }
        }
    }

    /// The child that a chain of multiply-adds begins with.
    fn rounded_first(&self, children: &[Tree]) -> Option<usize> {
        match (self.product, children) {
            (Product::Exact(Start::Lower), [Tree::Leaf(_), Tree::Leaf(_)]) => Some(0),
            (Product::Exact(Start::Higher), [Tree::Leaf(_), Tree::Leaf(_)]) => Some(1),
            _ => None,
        }
    }
}

impl Addition {
    fn add(&self, summands: &[Summand]) -> Value {
        let nonzero = || summands.iter().filter(|summand| !summand.term.is_zero());
        let exact = match (self.alignment, nonzero().map(|summand| summand.top).max()) {
            (Some(alignment), Some(top)) => {
                let top = alignment.floor.map_or(top, |floor| top.max(floor));
                let unit = top - alignment.bits as i32;
                let units = nonzero().map(|summand| summand.term.at(unit, alignment.mode)).sum();
                of_integer(units, unit)
            }
            _ => {
                let mut terms = [Term::ZERO; 32];
                if summands.len() <= 32 {
                    for (term, summand) in terms.iter_mut().zip(summands) {
                        *term = summand.term;
                    }
                    sum(&terms[..summands.len()])
                } else {
                    sum(&summands.iter().map(|summand| summand.term).collect::<Vec<_>>())
                }
            }
        };
        exact.rounded(&self.rounding)
    }
}

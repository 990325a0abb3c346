//! Polynomials in words and rounding errors: expressions without the terms that cancel.

use std::{
    collections::BTreeMap,
    ops::{Add, Mul},
};

/// A factor that is not split further.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// A word of an operand, or the exact error of a transform.
    Word(String),
    /// A rounded word minus the exact result that was rounded.
    Rounding {
        /// The word.
        rounded: String,
        /// The expression.
        exact: String,
    },
    /// A rounded quotient. Multiplied by its divisor, it is its numerator and a rounding error.
    Quotient {
        /// The word.
        quotient: String,
        /// The numerator.
        numerator: Box<Polynomial>,
        /// The divisor.
        divisor: Box<Polynomial>,
        /// The names of both.
        text: (String, String),
    },
    /// A rounded square root. Its square is the radicand and a rounding error.
    Root {
        /// The word.
        root: String,
        /// The radicand.
        radicand: Box<Polynomial>,
        /// The name of the radicand.
        text: String,
    },
    /// The rounding error of the square of a root.
    RootError {
        /// The root.
        root: String,
        /// Its radicand.
        radicand: String,
    },
}

impl Atom {
    fn text(&self) -> String {
        match self {
            Atom::Word(name) => name.clone(),
            Atom::Rounding { rounded, exact } => format!("({rounded} - ({exact}))"),
            Atom::Quotient { quotient, .. } => quotient.clone(),
            Atom::Root { root, .. } => root.clone(),
            Atom::RootError { root, radicand } => {
                format!("(({root} - sqrt({radicand})) * ({root} + sqrt({radicand})))")
            }
        }
    }
}

/// A product of atoms, in order.
type Monomial = Vec<Atom>;

/// A sum of products with coefficients. The coefficients are few and small, so their sums are
/// exact. They are stored as bits, because bits have an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Polynomial(BTreeMap<Monomial, u64>);

impl Polynomial {
    pub(super) fn atom(atom: Atom) -> Self {
        Polynomial(BTreeMap::from([(vec![atom], 1f64.to_bits())]))
    }

    pub(super) fn constant(value: f64) -> Self {
        let mut sum = Polynomial::default();
        sum.add_term(Vec::new(), value);
        sum
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: f64) {
        let before = self.0.remove(&monomial).map_or(0.0, f64::from_bits);
        let sum = before + coefficient;
        if sum != 0.0 {
            self.0.insert(monomial, sum.to_bits());
        }
    }

    fn terms(&self) -> impl Iterator<Item = (&Monomial, f64)> {
        self.0.iter().map(|(monomial, &bits)| (monomial, f64::from_bits(bits)))
    }

    pub(super) fn times(&self, factor: f64) -> Self {
        let mut product = Polynomial::default();
        for (monomial, coefficient) in self.terms() {
            product.add_term(monomial.clone(), coefficient * factor);
        }
        product
    }

    /// The single atom of which this is a multiple, and the factor, if it is such a multiple.
    fn as_multiple(&self) -> Option<(&Atom, f64)> {
        match self.terms().collect::<Vec<_>>()[..] {
            [(monomial, factor)] if monomial.len() == 1 => Some((&monomial[0], factor)),
            _ => None,
        }
    }

    /// Whether this is a quotient or a root itself.
    pub(super) fn is_taken_apart_later(&self) -> bool {
        matches!(self.as_multiple(), Some((Atom::Quotient { .. } | Atom::Root { .. }, 1.0)))
    }

    /// Replaces quotients times divisors, and squares of roots, by their values.
    pub(super) fn simplified(&self) -> Self {
        let mut simple = self.clone();
        loop {
            let found = simple.terms().find_map(|(monomial, coefficient)| {
                let replaced = replacement(monomial)?;
                Some((monomial.clone(), replaced.times(coefficient)))
            });
            let Some((monomial, replaced)) = found else { return simple };
            simple.0.remove(&monomial);
            simple = simple + replaced;
        }
    }

    /// The expression in Gappa's syntax.
    pub(super) fn text(&self) -> String {
        let terms: Vec<String> = self
            .terms()
            .map(|(monomial, coefficient)| {
                let atoms: Vec<_> = monomial.iter().map(Atom::text).collect();
                match (atoms.is_empty(), coefficient) {
                    (true, _) => format!("({coefficient})"),
                    (false, 1.0) => atoms.join(" * "),
                    (false, _) => format!("({coefficient}) * {}", atoms.join(" * ")),
                }
            })
            .collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }

    /// The condition for the replacement of quotients: their divisors are not zero.
    pub(super) fn condition(&self) -> String {
        let mut divisors: Vec<&str> = Vec::new();
        for (monomial, _) in self.terms() {
            for atom in monomial {
                if let Atom::Rounding { exact, .. } = atom
                    && let Some((_, divisor)) = exact.split_once(" / ")
                    && !divisors.contains(&divisor)
                {
                    divisors.push(divisor);
                }
            }
        }
        if divisors.is_empty() {
            return String::new();
        }
        let each: Vec<_> = divisors.iter().map(|divisor| format!("{divisor} <> 0")).collect();
        format!(" {{ {} }}", each.join(", "))
    }
}

/// The value of a product that contains a quotient and its divisor, or a root twice.
fn replacement(monomial: &Monomial) -> Option<Polynomial> {
    for (k, atom) in monomial.iter().enumerate() {
        match atom {
            Atom::Quotient { quotient, numerator, divisor, text: (above, below) } => {
                let (factor_atom, factor) = divisor.as_multiple()?;
                let Some(other) = monomial.iter().position(|atom| atom == factor_atom) else {
                    continue;
                };
                let rest = without(monomial, &[k, other]);
                // q·d = n + (q − n/d)·d
                let error = Atom::Rounding {
                    rounded: quotient.clone(),
                    exact: format!("{above} / {below}"),
                };
                let product = (**numerator).clone() + Polynomial::atom(error) * (**divisor).clone();
                return Some(product.times(1.0 / factor) * rest);
            }
            Atom::Root { root, radicand, text } => {
                let Some(other) = (k + 1..monomial.len()).find(|&other| monomial[other] == *atom)
                else {
                    continue;
                };
                let rest = without(monomial, &[k, other]);
                let error = Atom::RootError { root: root.clone(), radicand: text.clone() };
                return Some(((**radicand).clone() + Polynomial::atom(error)) * rest);
            }
            _ => {}
        }
    }
    None
}

fn without(monomial: &Monomial, places: &[usize]) -> Polynomial {
    let kept = monomial.iter().enumerate().filter(|(k, _)| !places.contains(k));
    let mut rest = Polynomial::default();
    rest.add_term(kept.map(|(_, atom)| atom.clone()).collect(), 1.0);
    rest
}

impl Add for Polynomial {
    type Output = Polynomial;
    fn add(mut self, other: Polynomial) -> Polynomial {
        for (monomial, coefficient) in other.terms() {
            self.add_term(monomial.clone(), coefficient);
        }
        self
    }
}

impl Mul for Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                let mut monomial: Monomial = left.iter().chain(right).cloned().collect();
                monomial.sort();
                product.add_term(monomial, a * b);
            }
        }
        product
    }
}

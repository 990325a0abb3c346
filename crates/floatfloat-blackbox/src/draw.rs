//! Probes for the arithmetic of a machine, drawn at random around the places where machines differ.

use crate::{
    probe::{Asked, Probe, scaled},
    term::{Term, of_integer},
    tree::Tree,
};
use floatfloat_exact::Random;
use floatfloat_paranoia::{Format, Mode};

/// Terms that meet in one sum, and terms that are added only later, which can cancel the sum.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// One term of each summand.
    pub(crate) ports: Vec<usize>,
    /// Terms outside.
    pub(crate) later: Vec<usize>,
}

/// Sums of the tree of one kind, those of terms or those of sums, most telling first: many summands, and something
/// that is added later.
pub(crate) fn sites(tree: &Tree, takes_terms: bool) -> Vec<Site> {
    let mut found: Vec<Site> = Vec::new();
    let all = tree.leaves();
    for children in tree.nodes() {
        if Tree::takes_terms(children) != takes_terms {
            continue;
        }
        let within: Vec<usize> = children.iter().flat_map(Tree::leaves).collect();
        let later = all.iter().copied().filter(|i| !within.contains(i)).take(2).collect();
        found.push(Site { ports: children.iter().map(Tree::first).collect(), later });
    }
    found.sort_by_key(|site| (site.later.is_empty(), usize::MAX - site.ports.len()));
    // Sums with two terms, with a sum and a term, and with many terms may differ in what they show.
    let mut kept: Vec<Site> = found.iter().take(2).cloned().collect();
    kept.extend(found.iter().rev().filter(|site| !site.later.is_empty()).take(1).cloned());
    kept
}

/// An exponent with room for sums above it and for small terms below it.
pub(crate) fn around(asked: &Asked) -> i32 {
    let factors = if asked.kind().has_products() { 2 } else { 1 };
    let most = asked.results().emax.min(factors * asked.operands().emax);
    most.min(30) - 4 - asked.terms().ilog2() as i32
}

/// Draws probes.
pub(crate) struct Draw {
    random: Random,
    format: Format,
    results: Format,
    product: bool,
    signs: bool,
    /// Exponents of the terms that every format and accumulator holds with room on both sides.
    around: i32,
}

impl Draw {
    pub(crate) fn new(seed: u64, asked: &Asked) -> Self {
        Draw {
            random: Random::new(seed),
            format: asked.operands(),
            results: asked.results(),
            product: asked.kind().has_products(),
            signs: asked.kind().has_signs(),
            around: around(asked),
        }
    }

    /// The first of these, and others at random.
    pub(crate) fn some_of<T: Clone>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let mut some: Vec<T> = all.iter().take(1).cloned().collect();
        for _ in 1..most.min(all.len()) {
            some.push(all[self.random.below(all.len() as u64) as usize].clone());
        }
        some
    }

    /// A number of the operands' format with this exponent: of few bits, of all bits, or near a power of two.
    fn significand(&mut self) -> f64 {
        let p = self.format.precision;
        let ulps = 1u64 << (p - 1);
        let fraction = match self.random.below(6) {
            0 => 0,
            1 => self.random.below(4) * ulps / 4,
            2 => self.random.below(8.min(ulps)),
            3 => ulps - 1 - self.random.below(8.min(ulps)),
            _ => self.random.below(ulps),
        };
        let magnitude = (ulps + fraction) as f64 / ulps as f64;
        if self.random.one_in(2) { -magnitude } else { magnitude }
    }

    fn place(&self, probe: &mut Probe, place: usize, factors: [f64; 2], at: i32) {
        // What becomes of subnormal sums is asked at the edge alone.
        let least = self.results.emin + self.results.precision as i32 - self.around;
        self.place_at(probe, place, factors, at.max(least.min(0)));
    }

    /// The term, even if it is subnormal.
    fn place_at(&self, probe: &mut Probe, place: usize, [a, b]: [f64; 2], at: i32) {
        let at = at + self.around;
        let sign = |x: f64| if self.signs { x } else { x.abs() };
        let fits = |x: f64, e: i32| scaled(sign(x), e.clamp(self.format.emin, self.format.emax));
        if self.product {
            probe.first[place] = fits(a, at.div_euclid(2));
            probe.second[place] = fits(b, at - at.div_euclid(2));
        } else {
            probe.first[place] = fits(a, at);
        }
    }

    fn empty(&self, terms: usize) -> Probe {
        let second = if self.product { vec![0.0; terms] } else { Vec::new() };
        Probe { first: vec![0.0; terms], second }
    }

    /// Terms in one of several sums.
    pub(crate) fn at_any(&mut self, sites: &[Site], terms: usize, spread: i32) -> Probe {
        let site = &sites[self.random.below(sites.len() as u64) as usize];
        self.at(site, terms, spread)
    }

    /// Terms in one sum, `spread` binades apart at most, often cancelled by a later one.
    fn at(&mut self, site: &Site, terms: usize, spread: i32) -> Probe {
        let mut probe = self.empty(terms);
        let count = 2 + self.random.below(site.ports.len().min(8) as u64 - 1) as usize;
        let mut ports = site.ports.clone();
        let simple = self.random.one_in(3);
        let mut leading = [0.0; 2];
        for i in 0..count.min(ports.len()) {
            let port = ports.swap_remove(self.random.below(ports.len() as u64) as usize);
            let factors = match (simple, i) {
                // Powers of two lie at the edges of alignments.
                (true, _) => [if self.random.one_in(2) { 1.0 } else { -1.0 }, 1.0],
                _ => [self.significand(), self.significand()],
            };
            let at = if i == 0 { 0 } else { -self.random.between(0, spread) };
            if i == 0 {
                leading = factors;
            }
            if i == 1 && self.random.one_in(4) {
                // The leading term is cancelled at once.
                self.place(&mut probe, port, [-leading[0], leading[1]], 0);
                continue;
            }
            self.place(&mut probe, port, factors, at);
        }
        if let [later, ..] = site.later[..]
            && !self.random.one_in(4)
        {
            self.place(&mut probe, later, [-leading[0], leading[1]], 0);
        }
        probe
    }

    /// Random numbers at every place, or at some.
    pub(crate) fn anywhere(&mut self, terms: usize, spread: i32) -> Probe {
        if terms >= 5 && self.random.one_in(8) {
            return self.nested(terms);
        }
        let mut probe = self.empty(terms);
        let sparse = self.random.one_in(4);
        let cancels = self.random.one_in(4);
        let spread = if self.random.one_in(3) { 0 } else { self.random.between(0, spread) };
        let mut last: Option<([f64; 2], i32)> = None;
        for place in 0..terms {
            if sparse && !self.random.one_in(4) {
                continue;
            }
            if let (true, Some(([a, b], at))) = (cancels && self.random.one_in(3), last) {
                self.place(&mut probe, place, [-a, b], at);
                continue;
            }
            let term = ([self.significand(), self.significand()], -self.random.between(0, spread));
            last = Some(term);
            self.place(&mut probe, place, term.0, term.1);
        }
        probe
    }

    /// A large term, a smaller and a much smaller one, then the negatives of the first two: a sum that keeps what it loses
    /// in one more number loses the last term.
    fn nested(&mut self, terms: usize) -> Probe {
        let mut probe = self.empty(terms);
        let mut places: Vec<usize> = (0..terms).collect();
        while places.len() > 5 {
            places.swap_remove(self.random.below(places.len() as u64) as usize);
        }
        places.sort_unstable();
        let factors = [self.significand(), self.significand()];
        let negated = [-factors[0], factors[1]];
        let step = self.format.precision.min(40) as i32 + self.random.between(1, 8);
        self.place(&mut probe, places[0], factors, 0);
        self.place(&mut probe, places[1], factors, -step);
        self.place(&mut probe, places[2], factors, -2 * step);
        self.place(&mut probe, places[3], negated, 0);
        self.place(&mut probe, places[4], negated, -step);
        probe
    }

    /// Random numbers near one end of the range of the operands or of the results, subnormal ones among them.
    pub(crate) fn at_the_edge(&mut self, terms: usize) -> Probe {
        let mut probe = self.anywhere(terms, 8);
        let Format { precision, emin, emax } = self.format;
        let most = emax.min(self.results.emax) - 3 - terms.ilog2() as i32;
        let half = precision as i32 / 2;
        // The exponents to which terms are moved, and which of the factors is moved.
        let (to, both) = match (self.random.below(4), self.product) {
            (0, _) => (emin.max(self.results.emin) - half, true),
            (1, _) => (most, true),
            (2, _) => (emin - half, false),
            _ => (emin + 1, false),
        };
        if !self.product {
            self.shift(&mut probe.first, to - self.around);
        } else if both {
            let shift = to - self.around;
            self.shift(&mut probe.first, shift.div_euclid(2));
            self.shift(&mut probe.second, shift - shift.div_euclid(2));
        } else {
            self.shift(&mut probe.first, to - self.around.div_euclid(2));
        }
        probe
    }

    /// In one sum a number, half of its unit in the last of `precision` places or so, and much smaller ones, which decide how
    /// the tie is rounded if they are seen at all.
    pub(crate) fn tie(&mut self, sites: &[Site], terms: usize, precision: i32) -> Probe {
        let site = &sites[self.random.below(sites.len() as u64) as usize];
        let mut probe = self.empty(terms);
        let mut ports = site.ports.clone();
        let mut at = 0;
        for number in 0..4 {
            if ports.is_empty() {
                break;
            }
            let port = ports.swap_remove(self.random.below(ports.len() as u64) as usize);
            let factors = match number {
                0 => [self.significand(), 1.0],
                _ if self.random.one_in(2) => [1.0, 1.0],
                _ => [-1.0, 1.0],
            };
            self.place_at(&mut probe, port, factors, at);
            at -= match number {
                0 => precision + self.random.between(-2, 2),
                _ => self.random.between(0, precision),
            };
        }
        probe
    }

    /// Any numbers of the format, small and large ones beside each other; zero at most places where there are many.
    pub(crate) fn of_any_size(&mut self, terms: usize) -> Probe {
        let mut probe = self.empty(terms);
        let Format { precision, emin, emax } = self.format;
        let rarely = (terms as u64).div_ceil(4);
        for place in 0..terms {
            if rarely > 1 && !self.random.one_in(rarely) {
                continue;
            }
            let factors = [self.significand(), self.significand()];
            let least = emin - precision as i32;
            // Half of them at the ends of the range.
            let exponents = factors.map(|_| match self.random.below(4) {
                0 => self.random.between(least, emin + 1),
                1 => self.random.between(emax - 1, emax),
                _ => self.random.between(least, emax),
            });
            let mut numbers = [0, 1].map(|i| scaled(factors[i], exponents[i]));
            self.shift(&mut numbers, 0);
            let [first, second] = numbers;
            probe.first[place] = if self.signs { first } else { first.abs() };
            if self.product {
                probe.second[place] = second;
            }
        }
        probe
    }

    /// Numbers times 2^shift, cut to numbers of the format.
    fn shift(&self, numbers: &mut [f64], shift: i32) {
        for x in numbers.iter_mut().filter(|x| **x != 0.0) {
            let term = Term::of(*x);
            let term = Term { exponent: term.exponent + shift, ..term };
            let unit = self.format.ulp_exponent(term.top());
            *x = of_integer(term.at(unit, Mode::TowardZero), unit).to_f64();
        }
    }
}

//! Questions to a machine: single sums, put into as few calls as its kind allows.

use crate::operator::{Failure, Kind, Operator, Shape};
use floatfloat_paranoia::Format;

/// The operands of one sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The first operand of every product, or the terms of a sum.
    pub first: Vec<f64>,
    /// The second operands; empty for a sum.
    pub second: Vec<f64>,
}

/// A machine and the sizes with which it is called.
pub(crate) struct Asked<'a> {
    operator: &'a mut dyn Operator,
    pub(crate) shape: Shape,
    results: Format,
    /// Only the first row and column are asked, because others have other bits.
    pub(crate) alone: bool,
    /// Sums that the machine has computed.
    pub(crate) sums: u64,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(operator: &'a mut dyn Operator, shape: Shape) -> Self {
        let shape = match operator.kind() {
            Kind::Matmul => shape,
            _ => Shape { m: 1, n: 1, ..shape },
        };
        let results = operator.results();
        Asked { operator, shape, results, alone: false, sums: 0 }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.operator.kind()
    }
    pub(crate) fn operands(&self) -> Format {
        self.operator.operands()
    }
    pub(crate) fn results(&self) -> Format {
        self.results
    }
    /// Takes the results as numbers of so many bits.
    pub(crate) fn narrow_results(&mut self, precision: u32) {
        self.results.precision = precision;
    }
    pub(crate) fn shift(&mut self, elements: [usize; 2]) -> bool {
        self.operator.shift(elements)
    }
    pub(crate) fn terms(&self) -> usize {
        self.shape.k
    }

    /// How many sums one call answers.
    fn places(&self) -> usize {
        if self.alone { 1 } else { self.shape.m.min(self.shape.n) }
    }

    /// The machine's result for each probe. In a product of matrices probe r is row r times column r.
    pub(crate) fn ask(&mut self, probes: &[Probe]) -> Result<Vec<f64>, Failure> {
        if self.kind() != Kind::Matmul {
            let results = self.operator.run_each(probes, self.shape)?;
            self.sums += probes.len() as u64;
            let (expected, given) = (probes.len(), results.len());
            let wrong = (given != expected).then_some(Failure::Length { expected, given });
            return wrong.map_or(Ok(results), Err);
        }
        let mut results = Vec::with_capacity(probes.len());
        for chunk in probes.chunks(self.places()) {
            let (first, second) = self.matrices(chunk);
            let product = self.call(&first, &second)?;
            results.extend((0..chunk.len()).map(|r| product[r * self.shape.n + r]));
        }
        Ok(results)
    }

    /// All results of one call in which every row and every column is that of one probe.
    pub(crate) fn everywhere(&mut self, probe: &Probe) -> Result<Vec<f64>, Failure> {
        let (first, second) = self.matrices(&vec![probe.clone(); self.shape.m.max(self.shape.n)]);
        self.call(&first, &second)
    }

    /// Probes as the rows of one matrix and the columns of the other.
    pub(crate) fn matrices(&self, probes: &[Probe]) -> (Vec<f64>, Vec<f64>) {
        let Shape { m, k, n } = self.shape;
        let mut first = vec![0.0; m * k];
        for (row, probe) in first.chunks_exact_mut(k).zip(probes) {
            row.copy_from_slice(&probe.first);
        }
        if !self.kind().has_products() {
            return (first, Vec::new());
        }
        let mut second = vec![0.0; k * n];
        for (column, probe) in probes.iter().take(n).enumerate() {
            for (row, &x) in probe.second.iter().enumerate() {
                second[row * n + column] = x;
            }
        }
        (first, second)
    }

    pub(crate) fn call(&mut self, first: &[f64], second: &[f64]) -> Result<Vec<f64>, Failure> {
        self.call_with(first, second, self.shape)
    }

    pub(crate) fn call_with(
        &mut self,
        first: &[f64],
        second: &[f64],
        shape: Shape,
    ) -> Result<Vec<f64>, Failure> {
        let expected = shape.m * shape.n;
        let results = self.operator.run(first, second, shape)?;
        self.sums += expected as u64;
        if results.len() == expected {
            Ok(results)
        } else {
            Err(Failure::Length { expected, given: results.len() })
        }
    }

    /// A probe whose first factors are these numbers, and whose second ones are 1.
    pub(crate) fn of_factor(&self, values: &[(usize, f64)]) -> Probe {
        let mut first = vec![0.0; self.terms()];
        for &(place, value) in values {
            first[place] = value;
        }
        let second = if self.kind().has_products() { vec![1.0; self.terms()] } else { Vec::new() };
        Probe { first, second }
    }

    /// A probe whose terms are these values, powers of two times a few bits, and zero elsewhere. Where terms are
    /// products, the first factor has the bits and the exponents are shared.
    pub(crate) fn of_values(&self, values: &[(usize, f64)]) -> Probe {
        let mut first = vec![0.0; self.terms()];
        let is_sum = !self.kind().has_products();
        let mut second = if is_sum { Vec::new() } else { vec![1.0; self.terms()] };
        for &(place, value) in values {
            let value = if self.kind().has_signs() { value } else { value.abs() };
            first[place] = value;
            if !is_sum && value != 0.0 {
                let exponent = exponent(value);
                let share = exponent.div_euclid(2);
                first[place] = scaled(value, -share);
                second[place] = scaled(1.0, share);
            }
        }
        Probe { first, second }
    }
}

/// ⌊log2 |x|⌋ of a number that is not zero.
pub(crate) fn exponent(x: f64) -> i32 {
    crate::term::Term::of(x).top()
}

/// x · 2^exponent, where that is a number.
pub(crate) fn scaled(x: f64, exponent: i32) -> f64 {
    let term = crate::term::Term::of(x);
    crate::term::Term { exponent: term.exponent + exponent, ..term }.to_f64()
}

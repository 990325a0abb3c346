//! Simulated machines as machines under test.

use crate::{
    operator::{Failure, Kind, Operator, Shape},
    tree::Tree,
    unit::Unit,
};
use floatfloat_paranoia::Format;

/// A unit that adds every row in the order of one tree, of as many terms as the rows have.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// Its name.
    pub name: String,
    /// What it adds.
    pub kind: Kind,
    /// The order.
    pub tree: Tree,
    /// The arithmetic.
    pub unit: Unit,
}

impl Operator for Simulated {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        self.unit.passed
    }
    fn results(&self) -> Format {
        self.unit.result.format
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        let Shape { m, k, n } = shape;
        if k != self.tree.terms() {
            let message =
                format!("the tree has {} terms, the operands have {k}", self.tree.terms());
            return Err(Failure::Refused(message));
        }
        let columns: Vec<Vec<f64>> = if second.is_empty() {
            vec![Vec::new(); n]
        } else {
            (0..n).map(|j| (0..k).map(|l| second[l * n + j]).collect()).collect()
        };
        let rows = first.chunks_exact(k).take(m);
        Ok(rows
            .flat_map(|row| columns.iter().map(|column| self.unit.run(&self.tree, row, column)))
            .collect())
    }
}

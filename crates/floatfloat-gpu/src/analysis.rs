//! What a circuit costs.

use crate::circuit::{Binary, Circuit, Id, Node, Unary};

/// How many steps of each kind a circuit takes. Floating-point operations are all but the last
/// two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Sums and differences.
    pub additions: usize,
    /// Products.
    pub multiplications: usize,
    /// Fused multiply-adds, one each.
    pub fused: usize,
    /// Quotients.
    pub divisions: usize,
    /// Square roots.
    pub roots: usize,
    /// Signs changed or taken away, which most machines do on the way.
    pub signs: usize,
    /// Comparisons, choices by them, and what is done with flags.
    pub choices: usize,
}

impl Operations {
    /// Floating-point operations: as papers count them.
    pub fn flops(&self) -> usize {
        self.additions + self.multiplications + self.fused + self.divisions + self.roots
    }
}

/// Whether a step counts as a floating-point operation.
pub(crate) fn is_flop(node: Node) -> bool {
    matches!(node, Node::Binary(..) | Node::Fma(..) | Node::Unary(Unary::Sqrt, _))
}

impl Circuit {
    /// How many steps of each kind it takes.
    pub fn operations(&self) -> Operations {
        let mut counts = Operations::default();
        for node in self.nodes() {
            *match node {
                Node::Input(_) | Node::Constant(_) => continue,
                Node::Binary(Binary::Add | Binary::Sub, ..) => &mut counts.additions,
                Node::Binary(Binary::Mul, ..) => &mut counts.multiplications,
                Node::Binary(Binary::Div, ..) => &mut counts.divisions,
                Node::Fma(..) => &mut counts.fused,
                Node::Unary(Unary::Sqrt, _) => &mut counts.roots,
                Node::Unary(Unary::Neg | Unary::Abs, _) => &mut counts.signs,
                Node::Compare(..)
                | Node::And(..)
                | Node::Or(..)
                | Node::Not(_)
                | Node::Select(..) => &mut counts.choices,
            } += 1;
        }
        counts
    }

    /// Floating-point operations on the longest way from an input to a result: how many must wait
    /// for one another.
    pub fn depth(&self) -> usize {
        let depths = self.depths(is_flop);
        self.outputs().iter().map(|&output| depths[output as usize]).max().unwrap_or(0)
    }

    /// For each node how many steps that count are on the longest way to it, itself included.
    pub(crate) fn depths(&self, counts: impl Fn(Node) -> bool) -> Vec<usize> {
        let mut depths = Vec::with_capacity(self.nodes().len());
        for &node in self.nodes() {
            let depth_of = |operand: Id| depths[operand as usize];
            let before = node.operands().map(depth_of).max().unwrap_or(0);
            depths.push(before + usize::from(counts(node)));
        }
        depths
    }
}

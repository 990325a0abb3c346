//! Circuits made of circuits.

use crate::circuit::{Binary, Circuit, Comparison, Id, Node, Unary};
use std::collections::{BTreeSet, HashMap};

/// The nodes of a new circuit, equal ones once.
#[derive(Default)]
pub(crate) struct Splice {
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
}

impl Splice {
    pub(crate) fn push(&mut self, node: Node) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// The steps of a circuit, its inputs being these nodes; the nodes that are its outputs.
    pub(crate) fn inline(&mut self, circuit: &Circuit, inputs: &[Id]) -> Vec<Id> {
        let mut copies: Vec<Id> = Vec::with_capacity(circuit.nodes.len());
        for node in &circuit.nodes {
            copies.push(match node {
                Node::Input(input) => inputs[*input as usize],
                node => self.push(node.map_operands(|operand| copies[operand as usize])),
            });
        }
        circuit.outputs.iter().map(|&output| copies[output as usize]).collect()
    }

    pub(crate) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }
}

impl Circuit {
    /// With zeros in the place of subnormal numbers, and of the smallest normal one, wherever they come
    /// in or up.
    pub(crate) fn flushed(&self) -> Circuit {
        let mut splice = Splice::default();
        let least = splice.push(Node::Constant(2f64.powi(self.word.min_exponent()).to_bits()));
        let zero = splice.push(Node::Constant(0f64.to_bits()));
        let mut copies: Vec<Id> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let id = splice.push(node.map_operands(|operand| copies[operand as usize]));
            let is_exact =
                matches!(node, Node::Unary(Unary::Neg | Unary::Abs, _) | Node::Select(..));
            copies.push(if is_exact || node.is_flag() {
                id
            } else {
                let size = splice.push(Node::Unary(Unary::Abs, id));
                let small = splice.push(Node::Compare(Comparison::LessOrEqual, size, least));
                let signed_zero = splice.push(Node::Binary(Binary::Mul, id, zero));
                splice.push(Node::Select(small, signed_zero, id))
            });
        }
        let outputs = self.outputs.iter().map(|&output| copies[output as usize]).collect();
        Circuit { nodes: splice.into_nodes(), outputs, ..self.clone() }
    }

    /// Circuits over one word type side by side: the parameters of all, then the results of all.
    /// They share constants and nothing else. `None` of none.
    pub(crate) fn side_by_side(circuits: &[&Circuit]) -> Option<Circuit> {
        let word = circuits.first()?.word;
        let (mut splice, mut outputs, mut begin) = (Splice::default(), Vec::new(), 0);
        for circuit in circuits {
            let end = begin + circuit.parameters.iter().sum::<usize>() as u32;
            let inputs: Vec<_> =
                (begin..end).map(|input| splice.push(Node::Input(input))).collect();
            outputs.extend(splice.inline(circuit, &inputs));
            begin = end;
        }
        let joined = |of: fn(&Circuit) -> &[usize]| {
            circuits.iter().flat_map(|circuit| of(circuit).iter().copied()).collect()
        };
        let (parameters, results) = (joined(Circuit::parameters), joined(Circuit::results));
        let functions: BTreeSet<_> =
            circuits.iter().flat_map(|circuit| circuit.functions.iter().copied()).collect();
        let (nodes, functions) = (splice.into_nodes(), functions.into_iter().collect());
        Some(
            Circuit { word, parameters, results, nodes, outputs, functions, named: Vec::new() }
                .pruned(),
        )
    }
}

//! Circuits composed of other circuits.

use crate::circuit::{Binary, Called, Circuit, Comparison, Id, Kind, Node, Unary};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The nodes of a new circuit, without duplicates, and the functions that they call.
#[derive(Default)]
pub(crate) struct Splice {
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    called: Vec<Arc<Called>>,
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

    /// Adds a step of another circuit, whose operands are nodes of this one.
    pub(crate) fn push_of(&mut self, circuit: &Circuit, node: Node) -> Id {
        let node = node.map_function(&circuit.called, &mut self.called);
        self.push(node)
    }

    /// Adds the steps of a circuit whose inputs are these nodes. Returns the nodes that are its
    /// outputs.
    pub(crate) fn inline(&mut self, circuit: &Circuit, inputs: &[Id]) -> Vec<Id> {
        let mut copies: Vec<Id> = Vec::with_capacity(circuit.nodes.len());
        for node in &circuit.nodes {
            copies.push(match node {
                Node::Input(input) | Node::UintInput(input) => inputs[*input as usize],
                node => {
                    self.push_of(circuit, node.map_operands(|operand| copies[operand as usize]))
                }
            });
        }
        circuit.outputs.iter().map(|&output| copies[output as usize]).collect()
    }

    /// The same as [`inline`](Splice::inline), with the steps of functions in place of calls. The operands
    /// of calls stay until they are pruned.
    fn expand(&mut self, circuit: &Circuit, inputs: &[Id]) -> Vec<Id> {
        let mut copies: Vec<Id> = Vec::with_capacity(circuit.nodes.len());
        let mut results = HashMap::<Id, Vec<Id>>::new();
        for (node, id) in circuit.nodes.iter().zip(0..) {
            copies.push(match *node {
                Node::Input(input) | Node::UintInput(input) => inputs[input as usize],
                Node::Call(function, operands) => {
                    let operands = circuit.call_operands(operands);
                    let operands: Vec<_> =
                        operands.iter().map(|&operand| copies[operand as usize]).collect();
                    let function = &circuit.called[function as usize].circuit;
                    results.insert(id, self.expand(function, &operands));
                    // Only the results of a call are used.
                    operands[0]
                }
                Node::CallResult(place, call) => results[&call][place as usize],
                node => self.push(node.map_operands(|operand| copies[operand as usize])),
            });
        }
        circuit.outputs.iter().map(|&output| copies[output as usize]).collect()
    }

    /// The circuit with these nodes as outputs. Everything else is taken from another circuit.
    pub(crate) fn into_circuit(self, outputs: Vec<Id>, like: &Circuit) -> Circuit {
        Circuit {
            nodes: self.nodes,
            called: self.called,
            outputs,
            word: like.word,
            parameters: like.parameters.clone(),
            results: like.results.clone(),
            functions: like.functions.clone(),
            named: Vec::new(),
            uncorrected: like.uncorrected,
        }
        .pruned()
    }
}

impl Circuit {
    /// The circuit with the steps of called functions in place of the calls.
    #[must_use]
    pub fn expanded(&self) -> Circuit {
        if self.called.is_empty() {
            return self.clone();
        }
        let mut splice = Splice::default();
        let count = self.parameters.iter().sum::<usize>() as u32;
        let inputs: Vec<_> = (0..count).map(|input| splice.push(Node::Input(input))).collect();
        let outputs = splice.expand(self, &inputs);
        splice.into_circuit(outputs, self)
    }

    /// The circuit with other circuits in place of steps, with the same operands and result. Called functions are
    /// changed as well.
    pub(crate) fn replaced<'r>(&self, by: &dyn Fn(Node) -> Option<&'r Circuit>) -> Circuit {
        let replaced = |called: &Arc<Called>| {
            Arc::new(Called { name: called.name, circuit: called.circuit.replaced(by) })
        };
        let called = self.called.iter().map(replaced).collect();
        let calling = Circuit { called, ..self.clone() };
        let mut splice = Splice::default();
        let mut copies: Vec<Id> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let node = node.map_operands(|operand| copies[operand as usize]);
            copies.push(match by(node) {
                Some(by) => splice.inline(by, &node.operands().collect::<Vec<_>>())[0],
                None => splice.push_of(&calling, node),
            });
        }
        let outputs = self.outputs.iter().map(|&output| copies[output as usize]).collect();
        splice.into_circuit(outputs, self)
    }

    /// The circuit with zeros in place of subnormal operands and results of arithmetic. If `smallest` is set, also in
    /// place of the smallest normal number, which may have been subnormal before it was rounded. If `moved` is set, also
    /// where a number is only read or chosen.
    pub(crate) fn flushed(&self, smallest: bool, moved: bool) -> Circuit {
        let circuit = self.expanded();
        let mut splice = Splice::default();
        let least = splice.push(Node::Constant(2f64.powi(self.word.min_exponent()).to_bits()));
        let zero = splice.push(Node::Constant(0f64.to_bits()));
        let compared = if smallest { Comparison::LessOrEqual } else { Comparison::Less };
        // Each value as it is moved, and as arithmetic reads it.
        let mut copies: Vec<[Id; 2]> = Vec::with_capacity(circuit.nodes.len());
        for node in &circuit.nodes {
            let is_exact =
                matches!(node, Node::Unary(Unary::Neg | Unary::Abs, _) | Node::Select(..));
            let read = usize::from(!is_exact);
            let id = splice.push(node.map_operands(|operand| copies[operand as usize][read]));
            copies.push(if node.kind() != Kind::Word {
                [id, id]
            } else {
                let size = splice.push(Node::Unary(Unary::Abs, id));
                let small = splice.push(Node::Compare(compared, size, least));
                let signed_zero = splice.push(Node::Binary(Binary::Mul, id, zero));
                let flushed = splice.push(Node::Select(small, signed_zero, id));
                let keeps = is_exact || !moved && matches!(node, Node::Input(_));
                [if keeps { id } else { flushed }, flushed]
            });
        }
        let outputs = circuit.outputs.iter().map(|&output| copies[output as usize][0]).collect();
        splice.into_circuit(outputs, self)
    }

    /// Circuits over one word type side by side: the parameters of all, then the results of all. They share
    /// only constants. Quotients are the device's own if they are so in all circuits. `None` if there are no
    /// circuits.
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
        let mut functions = BTreeSet::new();
        functions.extend(circuits.iter().flat_map(|circuit| circuit.functions.iter().copied()));
        let functions = functions.into_iter().collect();
        let (nodes, called) = (splice.nodes, splice.called);
        let uncorrected = circuits.iter().all(|circuit| circuit.uncorrected);
        Some(
            Circuit {
                word,
                parameters,
                results,
                nodes,
                outputs,
                functions,
                named: Vec::new(),
                called,
                uncorrected,
            }
            .pruned(),
        )
    }
}

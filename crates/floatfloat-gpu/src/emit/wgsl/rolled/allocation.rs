//! Allocates the places for the results of the steps of a circuit.

use super::{Operation, Rolled, Step};
use crate::circuit::{Circuit, Id, Kind, Node};
use std::{collections::HashMap, sync::Arc};

/// Allocates as few places as the order of the steps allows.
pub(super) struct Allocation<'c> {
    circuit: &'c Circuit,
    /// For each node the last node that needs it. Outputs are needed to the end.
    last_use: Vec<Id>,
    /// The nodes that take a result of a call, by the call and the index of the result.
    results: HashMap<(Id, u32), Id>,
    /// For each node its place, once it is allocated.
    place: Vec<Option<u32>>,
    free: Vec<u32>,
    rolled: Rolled,
}

impl<'c> Allocation<'c> {
    pub(super) fn new(circuit: &'c Circuit) -> Self {
        let nodes = circuit.nodes();
        let mut last_use = vec![0; nodes.len()];
        for (id, &node) in nodes.iter().enumerate() {
            for operand in needed(circuit, node) {
                last_use[operand as usize] = id as Id;
            }
        }
        circuit.outputs().iter().for_each(|&output| last_use[output as usize] = Id::MAX);
        let rolled = Rolled {
            operations: Vec::new(),
            steps: Vec::new(),
            constants: Vec::new(),
            outputs: Vec::new(),
            places: circuit.parameters().iter().sum::<usize>() as u32,
        };
        let result = |(id, node): (usize, &Node)| match *node {
            Node::CallResult(place, call) => Some(((call, place), id as Id)),
            _ => None,
        };
        let results = nodes.iter().enumerate().filter_map(result).collect();
        Allocation {
            circuit,
            last_use,
            results,
            place: vec![None; nodes.len()],
            free: Vec::new(),
            rolled,
        }
    }

    pub(super) fn rolled(mut self) -> Rolled {
        let nodes = self.circuit.nodes();
        for (place, &node) in self.place.iter_mut().zip(nodes) {
            let rolled = &mut self.rolled;
            match node {
                Node::UintInput(input) => *place = Some(input),
                Node::UintConstant(value) => {
                    rolled.constants.push((rolled.places, value));
                    *place = Some(rolled.places);
                    rolled.places += 1;
                }
                _ => {}
            }
        }
        (0..nodes.len() as Id).for_each(|id| self.step(id));
        let outputs = self.circuit.outputs();
        self.rolled.outputs = outputs.iter().map(|&output| self.of(output)).collect();
        self.rolled
    }

    /// The place of the result of a node.
    fn of(&self, id: Id) -> u32 {
        self.place[id as usize].expect("operands are made before they are needed")
    }

    /// A free place, or a new one.
    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.rolled.places += 1;
            self.rolled.places - 1
        })
    }

    fn push(&mut self, operation: Operation, operands: &[u32], results: &[u32]) {
        let rolled = &mut self.rolled;
        let known = rolled.operations.iter().position(|known| *known == operation);
        let operation = known.unwrap_or_else(|| {
            rolled.operations.push(operation);
            rolled.operations.len() - 1
        });
        let (operands, results) = (operands.to_vec(), results.to_vec());
        rolled.steps.push(Step { operation, operands, results });
    }

    /// Frees the places of operands that no later node needs.
    fn release(&mut self, id: Id, mut operands: Vec<Id>) {
        operands.sort_unstable();
        operands.dedup();
        for operand in operands {
            let is_constant =
                matches!(self.circuit.nodes()[operand as usize], Node::UintConstant(_));
            if self.last_use[operand as usize] == id && !is_constant {
                self.free.extend(self.place[operand as usize]);
            }
        }
    }

    fn step(&mut self, id: Id) {
        let node = self.circuit.nodes()[id as usize];
        let operands = needed(self.circuit, node);
        match node {
            Node::UintInput(_)
            | Node::UintConstant(_)
            | Node::Operands(..)
            | Node::CallResult(..) => {}
            Node::Call(function, _) => {
                let from: Vec<_> = operands.iter().map(|&operand| self.of(operand)).collect();
                self.release(id, operands);
                let called = Arc::clone(&self.circuit.called[function as usize]);
                let results = 0..called.circuit.outputs().len() as u32;
                let to: Vec<_> = results.map(|_| self.take()).collect();
                for (place, &to) in to.iter().enumerate() {
                    match self.results.get(&(id, place as u32)) {
                        Some(&result) => self.place[result as usize] = Some(to),
                        None => self.free.push(to),
                    }
                }
                self.push(Operation::Call(called), &from, &to);
            }
            _ => {
                let from: Vec<_> = operands.iter().map(|&operand| self.of(operand)).collect();
                let is_flag =
                    |&operand: &Id| self.circuit.nodes()[operand as usize].kind() == Kind::Flag;
                let flags = operands.iter().map(is_flag).collect();
                let mut place = 0;
                let node = node.map_operands(|_| {
                    place += 1;
                    place - 1
                });
                self.release(id, operands);
                let to = self.take();
                self.place[id as usize] = Some(to);
                self.push(Operation::Step { node, flags }, &from, &[to]);
            }
        }
    }
}

/// The nodes that a node needs. For a call these are the integers.
fn needed(circuit: &Circuit, node: Node) -> Vec<Id> {
    match node {
        Node::Call(_, operands) => circuit.call_operands(operands),
        Node::Operands(..) | Node::CallResult(..) => Vec::new(),
        node => node.operands().collect(),
    }
}

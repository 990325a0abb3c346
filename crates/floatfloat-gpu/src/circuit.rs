//! Circuits: recorded computations, step by step.

mod node;
mod size;

pub use node::{Binary, Comparison, Id, Kind, Node, UintBinary, UintUnary, Unary};

use crate::{error::Error, word_type::WordType};
use floatfloat::Step;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A recorded computation: straight-line code over words of one type, and over 32-bit unsigned integers
/// made from their bits.
///
/// Its parameters and results are numbers of one or more words each. Equal steps are recorded
/// once; nothing is reassociated, simplified or reordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Circuit {
    pub(crate) word: WordType,
    pub(crate) parameters: Vec<usize>,
    pub(crate) results: Vec<usize>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) outputs: Vec<Id>,
    #[serde(with = "crate::program::portable::names")]
    pub(crate) functions: Vec<&'static str>,
    #[serde(skip)]
    pub(crate) named: Vec<Named>,
    #[serde(with = "crate::program::portable::shared")]
    pub(crate) called: Vec<Arc<Called>>,
    pub(crate) uncorrected: bool,
}

/// A function of integers that a circuit calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Called {
    /// The name under which it was recorded.
    pub name: &'static str,
    /// Its steps. Every parameter and result is one integer.
    pub circuit: Circuit,
}

/// Several nodes that together are a step of known meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    /// The step.
    pub step: Step,
    /// Its operands.
    pub operands: Vec<Id>,
    /// Its results. Each is the last of the nodes that compute it.
    pub results: Vec<Id>,
}

impl Circuit {
    /// The function that returns its one parameter, a number of `words` words.
    pub fn identity(word: WordType, words: usize) -> Self {
        let ids = 0..words as Id;
        Circuit {
            word,
            parameters: vec![words],
            results: vec![words],
            nodes: ids.clone().map(Node::Input).collect(),
            outputs: ids.collect(),
            functions: Vec::new(),
            named: Vec::new(),
            called: Vec::new(),
            uncorrected: false,
        }
    }

    /// The same steps, with the device's own quotients and roots of words under every lowering, whether they
    /// are correctly rounded or not.
    #[must_use]
    pub fn uncorrected(self) -> Self {
        Circuit { uncorrected: true, ..self }
    }

    /// The type of the circuit's words.
    pub fn word(&self) -> WordType {
        self.word
    }

    /// The number of words of each parameter. Inputs are numbered through all parameters.
    pub fn parameters(&self) -> &[usize] {
        &self.parameters
    }

    /// The number of words of each result. Outputs are numbered through all results.
    pub fn results(&self) -> &[usize] {
        &self.results
    }

    /// The nodes, each after the nodes that it uses. Inputs that are not used are left out.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The steps whose meaning is known, beyond the single operations. Empty if the circuit was
    /// changed after the recording.
    pub fn named(&self) -> &[Named] {
        &self.named
    }

    /// The nodes that are the words of the results.
    pub fn outputs(&self) -> &[Id] {
        &self.outputs
    }

    /// The names of the elementary functions and of the operations of three and four words in the circuit, each
    /// once and sorted.
    pub fn functions(&self) -> &[&'static str] {
        &self.functions
    }

    /// The functions that the circuit calls, each once.
    pub fn called(&self) -> impl Iterator<Item = &Called> {
        self.called.iter().map(|called| &**called)
    }

    /// The operands of a [`Node::Call`].
    pub(crate) fn call_operands(&self, mut operands: Id) -> Vec<Id> {
        let mut found = Vec::new();
        while let Node::Operands(before, last) = self.nodes[operands as usize] {
            found.push(last);
            operands = before;
        }
        found.push(operands);
        found.reverse();
        found
    }

    /// Checks that the circuit computes over `word`, from parameters of these numbers of words to
    /// results of `result` words in total.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::NoWord`] if it does not.
    pub fn check_shape(
        &self,
        word: WordType,
        parameters: &[usize],
        result: usize,
    ) -> Result<(), Error> {
        let fits = |what, expected: usize, given: usize| {
            let (expected, given) = (expected as u64, given as u64);
            if expected == given { Ok(()) } else { Err(Error::Length { what, expected, given }) }
        };
        fits("parameters of a function", parameters.len(), self.parameters.len())?;
        for (&expected, &given) in parameters.iter().zip(&self.parameters) {
            fits("words of a parameter", expected, given)?;
        }
        fits("words of a result", result, self.outputs.len())?;
        if self.word != word {
            let device = format!("a function of {}", self.word);
            return Err(Error::NoWord { device, word });
        }
        Ok(())
    }

    /// Whether the circuit contains fused multiply-adds.
    pub fn is_fused(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Fma(..)))
            || self.called().any(|called| called.circuit.is_fused())
    }

    /// Removes the nodes that no output needs and the functions that no step calls.
    pub(crate) fn pruned(mut self) -> Self {
        let mut needed = vec![false; self.nodes.len()];
        for &output in &self.outputs {
            needed[output as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if needed[id] {
                self.nodes[id].operands().for_each(|operand| needed[operand as usize] = true);
            }
        }
        let mut renumbered = vec![0; self.nodes.len()];
        let (mut kept, mut called) = (Vec::new(), Vec::new());
        for (id, node) in self.nodes.iter().enumerate() {
            if needed[id] {
                renumbered[id] = kept.len() as Id;
                let node = node.map_operands(|operand| renumbered[operand as usize]);
                kept.push(node.map_function(&self.called, &mut called));
            }
        }
        (self.nodes, self.called) = (kept, called);
        self.named.retain(|step| {
            step.operands.iter().chain(&step.results).all(|&id| needed[id as usize])
        });
        for step in &mut self.named {
            let ids = step.operands.iter_mut().chain(&mut step.results);
            ids.for_each(|id| *id = renumbered[*id as usize]);
        }
        self.outputs.iter_mut().for_each(|output| *output = renumbered[*output as usize]);
        self
    }
}

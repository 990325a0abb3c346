//! Corrected quotients and square roots in the place of a circuit's own.

use crate::{
    circuit::{Binary, Circuit, Id, Node, Unary},
    corrected::{quotient, square_root},
    lowering::{Division, Lowering, Root},
    splice::Splice,
    wire::{Wire, record},
    word_type::{DeviceWord, WordType},
};
use half::bf16;

impl Lowering {
    /// The circuit with every division and square root that this lowering wants corrected replaced
    /// by the steps of [`quotient`] and [`square_root`]: what emitters write. Equal steps stay
    /// shared. Words of `f16` are left as they are: their exponents do not suffice.
    pub fn rewritten(&self, circuit: &Circuit) -> Circuit {
        let divide = (self.division == Division::Corrected)
            .then(|| correction(circuit.word, Correction::Quotient, self.fused))
            .flatten();
        let root = (self.root == Root::Corrected)
            .then(|| correction(circuit.word, Correction::SquareRoot, self.fused))
            .flatten();
        let mut splice = Splice::default();
        let mut copies: Vec<Id> = Vec::with_capacity(circuit.nodes.len());
        for node in &circuit.nodes {
            let node = node.map_operands(|operand| copies[operand as usize]);
            copies.push(match (node, &divide, &root) {
                (Node::Binary(Binary::Div, a, b), Some(quotient), _) => {
                    splice.inline(quotient, &[a, b])[0]
                }
                (Node::Unary(Unary::Sqrt, a), _, Some(root)) => splice.inline(root, &[a])[0],
                (node, ..) => splice.push(node),
            });
        }
        Circuit {
            word: circuit.word,
            parameters: circuit.parameters.clone(),
            results: circuit.results.clone(),
            nodes: splice.into_nodes(),
            outputs: circuit.outputs.iter().map(|&output| copies[output as usize]).collect(),
        }
        .pruned()
    }
}

#[derive(Clone, Copy)]
enum Correction {
    Quotient,
    SquareRoot,
}

/// The recorded steps for a word type whose range suffices.
fn correction(word: WordType, which: Correction, fused: bool) -> Option<Circuit> {
    match word {
        WordType::F16 => None,
        WordType::Bf16 => Some(recorded::<bf16>(which, fused)),
        WordType::F32 => Some(recorded::<f32>(which, fused)),
        WordType::F64 => Some(recorded::<f64>(which, fused)),
    }
}

fn recorded<E: DeviceWord>(which: Correction, fused: bool) -> Circuit {
    let min_exponent = E::TYPE.min_exponent();
    let parameters: &[usize] = match which {
        Correction::Quotient => &[1, 1],
        Correction::SquareRoot => &[1],
    };
    record::<E>(fused, parameters, &[1], |words: &[Wire<E>]| {
        vec![match which {
            Correction::Quotient => quotient(words[0], words[1], min_exponent),
            Correction::SquareRoot => square_root(words[0], min_exponent),
        }]
    })
    .expect("pure functions of their operands")
}

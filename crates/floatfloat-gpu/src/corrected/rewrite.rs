//! Other steps in the place of a circuit's own: corrected quotients and square roots, exponents and
//! powers of two without integers.

use crate::{
    circuit::{Binary, Circuit, Node, Unary},
    corrected::{quotient, square_root},
    lowering::{Division, Exponents, Lowering, Root},
    wire::{Wire, record},
    word_type::{DeviceWord, WordType},
};
use floatfloat::scaling;
use half::{bf16, f16};

impl Lowering {
    /// The circuit with every division and square root that this lowering wants corrected replaced
    /// by the steps of [`quotient`] and [`square_root`], and every exponent and power of two that it
    /// wants made by comparisons by those: what emitters write. Equal steps stay shared. Quotients and
    /// roots of `f16` are left as they are: its exponents do not suffice.
    pub fn rewritten(&self, circuit: &Circuit) -> Circuit {
        let replacement = |wanted: bool, which| {
            wanted.then(|| replacement(circuit.word, which, self.fused)).flatten()
        };
        let divide = replacement(self.division == Division::Corrected, Replaced::Quotient);
        let root = replacement(self.root == Root::Corrected, Replaced::SquareRoot);
        let integers = !matches!(circuit.word, WordType::F16 | WordType::Bf16);
        let compared = self.exponents == Exponents::Comparisons || !integers;
        let exponent = replacement(compared, Replaced::Exponent);
        let power = replacement(compared, Replaced::PowerOfTwo);
        circuit.replaced(&|node| match node {
            Node::Binary(Binary::Div, ..) => divide.as_ref(),
            Node::Unary(Unary::Sqrt, _) => root.as_ref(),
            Node::Unary(Unary::Exponent, _) => exponent.as_ref(),
            Node::Unary(Unary::PowerOfTwo, _) => power.as_ref(),
            _ => None,
        })
    }
}

/// What is replaced.
#[derive(Clone, Copy)]
enum Replaced {
    Quotient,
    SquareRoot,
    Exponent,
    PowerOfTwo,
}

/// The recorded steps for a word type whose range suffices.
fn replacement(word: WordType, which: Replaced, fused: bool) -> Option<Circuit> {
    match word {
        WordType::F16 if matches!(which, Replaced::Quotient | Replaced::SquareRoot) => None,
        WordType::F16 => Some(recorded::<f16>(which, fused)),
        WordType::Bf16 => Some(recorded::<bf16>(which, fused)),
        WordType::F32 => Some(recorded::<f32>(which, fused)),
        WordType::F64 => Some(recorded::<f64>(which, fused)),
    }
}

fn recorded<E: DeviceWord>(which: Replaced, fused: bool) -> Circuit {
    let min_exponent = E::TYPE.min_exponent();
    let parameters: &[usize] = match which {
        Replaced::Quotient => &[1, 1],
        _ => &[1],
    };
    record::<E>(fused, parameters, &[1], |words: &[Wire<E>]| {
        vec![match which {
            Replaced::Quotient => quotient(words[0], words[1], min_exponent),
            Replaced::SquareRoot => square_root(words[0], min_exponent),
            Replaced::Exponent => scaling::exponent(words[0]),
            Replaced::PowerOfTwo => scaling::power_of_two(words[0]),
        }]
    })
    .expect("pure functions of their operands")
}

//! Replaces steps of a circuit by other steps: quotients and square roots by corrected ones,
//! exponents and powers of two by operations of integers or by comparisons.

use crate::{
    circuit::{Binary, Circuit, Node, Unary},
    corrected::{quotient, square_root},
    lowering::{Division, Exponents, Lowering, Root},
    wire::{Wire, record},
    word_type::{DeviceWord, WordType},
};
use floatfloat::{
    Bits,
    scaling::{self, by_bits},
};
use half::{bf16, f16};
use std::cell::OnceCell;

impl Lowering {
    /// The circuit that emitters write. Every division and square root is replaced by the steps of [`quotient`] and
    /// [`square_root`] if this lowering corrects it and the circuit does not ask for the device's own. Every exponent
    /// and power of two is replaced by steps of integers, or by comparisons and products. Equal steps stay shared.
    /// Quotients and roots of `f16` stay as they are, because its range of exponents does not suffice.
    pub fn rewritten(&self, circuit: &Circuit) -> Circuit {
        let recorded: [OnceCell<Option<Circuit>>; 4] = Default::default();
        let by = |which: Replaced| {
            let circuit = || replacement(circuit.word, which, self);
            recorded[which as usize].get_or_init(circuit).as_ref()
        };
        let [division, root] = [self.division == Division::Corrected, self.root == Root::Corrected]
            .map(|corrected| corrected && !circuit.uncorrected);
        circuit.replaced(&|node| match node {
            Node::Binary(Binary::Div, ..) if division => by(Replaced::Quotient),
            Node::Unary(Unary::Sqrt, _) if root => by(Replaced::SquareRoot),
            Node::Unary(Unary::Exponent, _) => by(Replaced::Exponent),
            Node::Unary(Unary::PowerOfTwo, _) => by(Replaced::PowerOfTwo),
            _ => None,
        })
    }
}

/// The kinds of steps that are replaced.
#[derive(Clone, Copy)]
enum Replaced {
    Quotient,
    SquareRoot,
    Exponent,
    PowerOfTwo,
}

/// The recorded replacement, for a word type with a sufficient range.
fn replacement(word: WordType, which: Replaced, lowering: &Lowering) -> Option<Circuit> {
    let fused = lowering.fused;
    match (word, which, lowering.exponents) {
        (WordType::F16, Replaced::Quotient | Replaced::SquareRoot, _) => None,
        (WordType::F32, Replaced::Exponent, Exponents::Bits) => Some(exponent::<f32, 1>()),
        (WordType::F64, Replaced::Exponent, Exponents::Bits) => Some(exponent::<f64, 2>()),
        (WordType::F32, Replaced::PowerOfTwo, Exponents::Bits) => Some(power::<f32, 1>()),
        (WordType::F64, Replaced::PowerOfTwo, Exponents::Bits) => Some(power::<f64, 2>()),
        (WordType::F16, ..) => Some(recorded::<f16>(which, fused)),
        (WordType::Bf16, ..) => Some(recorded::<bf16>(which, fused)),
        (WordType::F32, ..) => Some(recorded::<f32>(which, fused)),
        (WordType::F64, ..) => Some(recorded::<f64>(which, fused)),
        (WordType::U32, ..) => None,
    }
}

fn recorded<E: DeviceWord>(which: Replaced, fused: bool) -> Circuit {
    let min_exponent = E::TYPE.min_exponent();
    match which {
        Replaced::Quotient => of_words::<E, 2>(fused, |[a, b]| quotient(a, b, min_exponent)),
        Replaced::SquareRoot => of_words::<E, 1>(fused, |[a]| square_root(a, min_exponent)),
        Replaced::Exponent => of_words::<E, 1>(fused, |[a]| scaling::exponent(a)),
        Replaced::PowerOfTwo => of_words::<E, 1>(fused, |[a]| scaling::power_of_two(a)),
    }
}

fn exponent<E: DeviceWord, const N: usize>() -> Circuit
where
    Wire<E>: Bits<N>,
{
    of_words::<E, 1>(false, |[a]| by_bits::exponent(a))
}

fn power<E: DeviceWord, const N: usize>() -> Circuit
where
    Wire<E>: Bits<N>,
{
    of_words::<E, 1>(false, |[a]| by_bits::power_of_two(a))
}

/// Records a function of `M` words.
fn of_words<E: DeviceWord, const M: usize>(
    fused: bool,
    function: impl FnOnce([Wire<E>; M]) -> Wire<E>,
) -> Circuit {
    record::<E>(fused, &[1; M], &[1], |words| vec![function(std::array::from_fn(|k| words[k]))])
        .expect("pure functions of their operands")
}

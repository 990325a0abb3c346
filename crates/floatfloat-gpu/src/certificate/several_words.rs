//! Certifies operations of three and four words, each as its network alone and as the operator that users call, and
//! draws operands for them.

use super::{CertifiedWord, checks::Check};
use crate::{
    circuit::Circuit,
    wire::{Wire, record},
    word_type::WordType,
};
use floatfloat::{
    MultiWord, WordArray,
    multi_word::operation::{Info, Operand, Operation},
    operation,
    registry::{OPERATIONS_OF_SEVERAL_WORDS, SeveralWordsVisitor, for_each_of_several_words},
};
use floatfloat_exact::several_words::{Class, Operands, Pair};

/// The number of operands of each of the eight classes.
const EACH: usize = 300;

/// Whether the registry has an operation of this name.
pub(super) fn has(name: &str) -> bool {
    OPERATIONS_OF_SEVERAL_WORDS.iter().any(|info| info.name == name)
}

/// The circuits of an operation: the network alone, and the operator, which repairs special values.
pub(super) fn circuits(name: &'static str, word: WordType, fused: bool) -> Vec<Circuit> {
    match word {
        WordType::F32 => recorded::<f32>(name, fused),
        WordType::F64 => recorded::<f64>(name, fused),
        WordType::F16 | WordType::Bf16 | WordType::U32 => Vec::new(),
    }
}

/// The circuits with operands. Only the operator has special operands.
pub(super) fn checks<F: CertifiedWord>(name: &'static str, fused: bool) -> Vec<Check<F>> {
    let Some(info) = OPERATIONS_OF_SEVERAL_WORDS.iter().find(|info| info.name == name) else {
        return Vec::new();
    };
    let mut drawn = Operands::new(info, F::FORMAT, fused, 1);
    let of_class = Class::ALL.iter().flat_map(|&class| std::iter::repeat_n(class, EACH));
    let ordinary: Vec<Pair> = of_class.map(|class| drawn.draw(class)).collect();
    let all: Vec<Pair> = ordinary.iter().copied().chain(special::<F>(info.words)).collect();
    let count = info.words as usize;
    let words = |pairs: &[Pair]| -> Vec<Vec<F>> {
        let of = |operand: fn(&Pair) -> &[f64; 4]| {
            let words = pairs.iter().flat_map(|pair| operand(pair)[..count].iter());
            words.map(|&word| F::from_f64(word)).collect()
        };
        vec![of(|pair| &pair.x), of(|pair| &pair.y)]
    };
    let operands = [words(&ordinary), words(&all)];
    let circuits = recorded::<F>(name, fused).into_iter().zip(operands);
    circuits.map(|(circuit, operands)| Check { names: vec![name], circuit, operands }).collect()
}

fn recorded<F: CertifiedWord>(name: &'static str, fused: bool) -> Vec<Circuit> {
    struct Recorder<F> {
        name: &'static str,
        fused: bool,
        circuits: Vec<Circuit>,
        word: std::marker::PhantomData<F>,
    }
    impl<F: CertifiedWord> SeveralWordsVisitor for Recorder<F> {
        fn visit<O: Operation>(&mut self) {
            if O::INFO.name == self.name {
                self.circuits = vec![
                    Circuit::of_operation_on_several_words::<O, F>(self.fused),
                    operator::<O, F>(self.fused),
                ];
            }
        }
    }
    let mut recorder =
        Recorder::<F> { name, fused, circuits: Vec::new(), word: std::marker::PhantomData };
    for_each_of_several_words(&mut recorder);
    recorder.circuits
}

/// The operator that users call, on two numbers of as many words as the operation has.
fn operator<O: Operation, F: CertifiedWord>(fused: bool) -> Circuit {
    let count = O::INFO.words as usize;
    record::<F>(fused, &[count; 2], &[count], |words| {
        let number = |words: &[Wire<F>]| -> O::Number<Wire<F>> {
            MultiWord::from_normalized(WordArray::from_fn(|k| words[k]))
        };
        let (x, y) = (number(&words[..count]), number(&words[count..]));
        let result = computed(&O::INFO, x, y);
        result.parts().into_iter().collect()
    })
    .expect("operators are pure functions of their operands")
}

fn computed<N: MultiWord>(info: &Info, x: N, y: N) -> N {
    use operation::Function::{Add, Div, Mul, Sqrt, Sub};
    match (info.function, info.second) {
        (Add, Operand::Word) => x + y.hi(),
        (Sub, Operand::Word) => x - y.hi(),
        (Mul, Operand::Word) => x * y.hi(),
        (Div, Operand::Word) => x / y.hi(),
        (Add, _) => x + y,
        (Sub, _) => x - y,
        (Mul, _) => x * y,
        (Div, _) => x / y,
        (Sqrt, _) => x.sqrt(),
    }
}

/// Every pair of special numbers: zeros, infinities, NaN in any word, the ends of the range, and words that are not
/// normalised.
fn special<F: CertifiedWord>(count: u32) -> Vec<Pair> {
    let [tiny, largest]: [f64; 2] = [F::MIN_POSITIVE.into(), F::MAX.into()];
    let u = F::FORMAT.u();
    let numbers = [
        [0.0; 4],
        [f64::INFINITY, 0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
        [1.0, u / 2.0, u * u / 4.0, -u * u * u / 8.0],
        [largest, 0.0, 0.0, 0.0],
        [largest, largest * u * 0.375, 0.0, 0.0],
        [largest / 2.0, largest * u / 8.0, largest * u * u / 32.0, 0.0],
        [tiny, 0.0, 0.0, 0.0],
        [tiny * 2.0 * u, 0.0, 0.0, 0.0],
        [1.0, 1.0, 1.0, 1.0],
    ];
    let both = numbers.iter().flat_map(|&number| [number, number.map(|word| -word)]);
    let not_numbers = (0..count as usize).map(|place| {
        let mut words = [1.0, u / 2.0, u * u / 4.0, u * u * u / 8.0];
        words[place] = f64::NAN;
        words
    });
    let all: Vec<[f64; 4]> = both.chain(not_numbers).collect();
    all.iter().flat_map(|&x| all.iter().map(move |&y| Pair { x, y })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::functions::Part;
    use floatfloat::operation::Fma;

    /// What a program is asked to prove is what it consists of, by the registry's names.
    #[test]
    fn recordings_know_their_operations() {
        for info in OPERATIONS_OF_SEVERAL_WORDS {
            for fused in [true, false] {
                if !fused && info.fma == Fma::Required {
                    continue;
                }
                let circuits = circuits(info.name, WordType::F64, fused);
                assert_eq!(circuits.len(), 2);
                for circuit in circuits {
                    assert_eq!(circuit.functions(), [info.name], "fused {fused}");
                }
                let checks = checks::<f32>(info.name, fused);
                assert!(checks.iter().all(|check| check.count() >= 8 * EACH));
                assert!(checks[1].count() > checks[0].count());
            }
            assert_eq!(Part::from(info.name), Part::Operation(info.name));
        }
        assert!(circuits("no operation", WordType::F32, true).is_empty());
    }
}

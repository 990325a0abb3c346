//! Recordings of elementary functions.

use crate::{
    circuit::Circuit,
    wire::{Wire, record},
    word_type::{DeviceWord, WordType},
};
use floatfloat::{
    DoubleWord, Word,
    elementary::{Elementary, Operands, kernels::Kernel},
    registry::{FunctionVisitor, for_each_function},
};

impl Circuit {
    /// Records an elementary function of the registry: of one double-word, of two, or of a double-word
    /// and a word that is an integer. `fused` has the same meaning as for
    /// [`of_operation`](Circuit::of_operation).
    pub fn of_function<F: Elementary, E: DeviceWord>(fused: bool) -> Self {
        let parameters: &[usize] = match F::INFO.operands {
            Operands::One => &[2],
            Operands::Two => &[2, 2],
            Operands::Integer => &[2, 1],
        };
        record::<E>(fused, parameters, &[2], |words| {
            let number = |high: usize, low: usize| {
                DoubleWord::from_normalized(words[high], words[low.min(words.len() - 1)])
            };
            let (x, y) = (number(0, 1), number(2.min(words.len() - 1), 3));
            let result = Wire::<E>::function(F::INFO.name, || F::apply(x, y));
            vec![result.hi(), result.lo()]
        })
        .expect("functions are pure functions of their operands")
    }

    /// Records a kernel of elementary functions. The kernel takes up to three double-words, as many as it has
    /// parameters. `fused` has the same meaning as for [`of_operation`](Circuit::of_operation).
    pub fn of_kernel<K: Kernel, E: DeviceWord>(fused: bool) -> Self {
        record::<E>(fused, &[2, 2, 2], &[2], |words| {
            let number = |k: usize| DoubleWord::from_normalized(words[2 * k], words[2 * k + 1]);
            let result = K::apply([number(0), number(1), number(2)]);
            vec![result.hi(), result.lo()]
        })
        .expect("kernels are pure functions of their parameters")
    }

    /// Records the function of the registry with this name, as [`of_function`](Circuit::of_function).
    /// None if the registry has no such function; words of 16 bits have no functions.
    pub fn of_named_function(name: &str, word: WordType, fused: bool) -> Option<Self> {
        struct Named<'n> {
            name: &'n str,
            word: WordType,
            fused: bool,
            found: Option<Circuit>,
        }
        impl FunctionVisitor for Named<'_> {
            fn visit<F: Elementary>(&mut self) {
                if F::INFO.name == self.name {
                    self.found = match self.word {
                        WordType::F32 => Some(Circuit::of_function::<F, f32>(self.fused)),
                        WordType::F64 => Some(Circuit::of_function::<F, f64>(self.fused)),
                        WordType::F16 | WordType::Bf16 | WordType::U32 => None,
                    };
                }
            }
        }
        let mut named = Named { name, word, fused, found: None };
        for_each_function(&mut named);
        named.found
    }
}

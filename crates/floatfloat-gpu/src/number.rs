//! The numbers that can be sent to a device, and the types that represent them in a recording.

use crate::{
    circuit::Circuit,
    error::Error,
    wire::{UintWire, Wire, record},
    word_type::{DeviceWord, Limb},
};
use floatfloat::{
    DoubleWord, MultiWord, QuadWord, TripleWord, WideRange, WordArray,
    multi_precision::{Limbs, MultiPrecision, Width},
    multi_word::operation::Operation as SeveralWords,
    operation::Operation,
};
use half::{bf16, f16};

/// A number of the host that arrays on devices can hold. It has one word or several. Its words lie
/// side by side in memory, on the host and on the device.
pub trait DeviceNumber: bytemuck::Pod + Send + Sync {
    /// The type of its words.
    type Word: DeviceWord;
    /// The type that represents it in a recording.
    type Recorded: Recorded<Number = Self>;
    /// The number of words.
    const WORDS: usize;
    /// The name in commands and tables: `f32`, `f64`, `ff`, `dd`, `tf`, `qf`, `td`, `qd`, `wff`, `wdd`, `mp32`, `mp64`,
    /// `mp128`, `mp256`.
    const NAME: &'static str;
    /// The operations of numbers made of integers; `None` for all other numbers.
    const INTEGERS: Option<Integers> = None;
}

/// The sum and the product of numbers made of integers, from which reductions are built.
#[derive(Clone, Copy)]
pub struct Integers {
    pub(crate) add: OfTwo,
    pub(crate) multiply: OfTwo,
}

/// A function from the words of two numbers to the words of a result.
type OfTwo = fn(&[Wire<Limb>], &[Wire<Limb>]) -> Vec<Wire<Limb>>;

/// A number in a recording: [`Wire`], or a number of several words over it.
pub trait Recorded: Copy {
    /// The number of the host that it represents.
    type Number: DeviceNumber<Recorded = Self>;

    /// The number with these words, of which there are [`DeviceNumber::WORDS`].
    fn from_wires(words: &[Wire<WordOf<Self>>]) -> Self;

    /// Its words.
    fn into_wires(self) -> Vec<Wire<WordOf<Self>>>;
}

/// The word of a recorded number.
pub type WordOf<R> = <<R as Recorded>::Number as DeviceNumber>::Word;

macro_rules! words {
    ($($word:ident;)*) => {$(
        impl DeviceNumber for $word {
            type Word = $word;
            type Recorded = Wire<$word>;
            const WORDS: usize = 1;
            const NAME: &'static str = stringify!($word);
        }

        impl Recorded for Wire<$word> {
            type Number = $word;
            fn from_wires(words: &[Wire<$word>]) -> Self {
                words[0]
            }
            fn into_wires(self) -> Vec<Wire<$word>> {
                vec![self]
            }
        }
    )*};
}

/// Implements numbers of several words, each with the type that represents it in a recording.
macro_rules! numbers {
    ($($number:ty: $recorded:ty, $word:ident, $name:literal;)*) => {$(
        impl DeviceNumber for $number {
            type Word = $word;
            type Recorded = $recorded;
            const WORDS: usize = <$recorded as MultiWord>::WORDS;
            const NAME: &'static str = $name;
        }

        impl Recorded for $recorded {
            type Number = $number;
            fn from_wires(words: &[Wire<$word>]) -> Self {
                MultiWord::from_normalized(WordArray::from_fn(|k| words[k]))
            }
            fn into_wires(self) -> Vec<Wire<$word>> {
                self.parts().into_iter().collect()
            }
        }
    )*};
}

/// Implements numbers with a wide range: two words, and a third one with the exponent.
macro_rules! wide_ranges {
    ($($word:ident: $uints:literal, $name:literal;)*) => {$(
        impl DeviceNumber for WideRange<$word, $uints> {
            type Word = $word;
            type Recorded = WideRange<Wire<$word>, $uints>;
            const WORDS: usize = 3;
            const NAME: &'static str = $name;
        }

        impl Recorded for WideRange<Wire<$word>, $uints> {
            type Number = WideRange<$word, $uints>;
            fn from_wires(words: &[Wire<$word>]) -> Self {
                WideRange::from_words([words[0], words[1], words[2]])
            }
            fn into_wires(self) -> Vec<Wire<$word>> {
                self.words().to_vec()
            }
        }
    )*};
}

words! {
    f16;
    bf16;
    f32;
    f64;
}

numbers! {
    DoubleWord<f16>: DoubleWord<Wire<f16>>, f16, "half-half";
    DoubleWord<bf16>: DoubleWord<Wire<bf16>>, bf16, "bf16-bf16";
    DoubleWord<f32>: DoubleWord<Wire<f32>>, f32, "ff";
    DoubleWord<f64>: DoubleWord<Wire<f64>>, f64, "dd";
    TripleWord<f32>: TripleWord<Wire<f32>>, f32, "tf";
    TripleWord<f64>: TripleWord<Wire<f64>>, f64, "td";
    QuadWord<f32>: QuadWord<Wire<f32>>, f32, "qf";
    QuadWord<f64>: QuadWord<Wire<f64>>, f64, "qd";
}

wide_ranges! {
    f32: 1, "wff";
    f64: 2, "wdd";
}

macro_rules! multi_precision {
    ($($limbs:literal)*) => {$(
        impl DeviceNumber for MultiPrecision<u32, $limbs> {
            type Word = Limb;
            type Recorded = MultiPrecision<UintWire, $limbs>;
            const WORDS: usize = 1 + $limbs;
            const NAME: &'static str = <Limbs as Width<$limbs>>::NAME;
            const INTEGERS: Option<Integers> = Some(Integers {
                add: |a, b| (Self::Recorded::from_wires(a) + Recorded::from_wires(b)).into_wires(),
                multiply: |a, b| {
                    (Self::Recorded::from_wires(a) * Recorded::from_wires(b)).into_wires()
                },
            });
        }

        impl Recorded for MultiPrecision<UintWire, $limbs> {
            type Number = MultiPrecision<u32, $limbs>;
            fn from_wires(words: &[Wire<Limb>]) -> Self {
                let limbs = std::array::from_fn(|k| words[1 + k].uint());
                MultiPrecision::from_words(words[0].uint(), limbs)
            }
            fn into_wires(self) -> Vec<Wire<Limb>> {
                std::iter::once(self.head()).chain(self.limbs()).map(Wire::of_uint).collect()
            }
        }
    )*};
}

multi_precision!(1 2 4 8);

impl Circuit {
    /// Records an operation of the registry, without the repair of special values. The circuit
    /// takes two double-words and returns one, whatever the shape of the operation. `fused` says
    /// whether the device has a fused multiply-add.
    pub fn of_operation<O: Operation, E: DeviceWord>(fused: bool) -> Self {
        record::<E>(fused, &[2, 2], &[2], |words| {
            let [a, b, c, d] = [words[0], words[1], words[2], words[3]];
            let x = DoubleWord::from_normalized(a, b);
            let result = O::apply(x, DoubleWord::from_normalized(c, d));
            vec![result.hi(), result.lo()]
        })
        .expect("operations are pure functions of their operands")
    }

    /// Records an operation on three or four words, without the repair of special values. The circuit takes
    /// two numbers of as many words, whatever the operation reads of the second. `fused` says whether the
    /// device has a fused multiply-add.
    pub fn of_operation_on_several_words<O: SeveralWords, E: DeviceWord>(fused: bool) -> Self {
        let count = O::INFO.words as usize;
        record::<E>(fused, &[count; 2], &[count], |words| {
            let number = |words: &[Wire<E>]| -> O::Number<Wire<E>> {
                MultiWord::from_normalized(WordArray::from_fn(|k| words[k]))
            };
            let result = O::apply(number(&words[..count]), number(&words[count..]));
            result.parts().into_iter().collect()
        })
        .expect("operations are pure functions of their operands")
    }

    /// Records a function of words, for arithmetic without a [`DeviceNumber`] type, such as states of
    /// many words. `parameters` gives the number of words of each parameter, `results` that of each
    /// result. `computation` receives the words of all parameters one after another, and returns
    /// those of all results. `fused` says whether the device has a fused multiply-add.
    ///
    /// ```
    /// use floatfloat::eft::two_sum;
    /// use floatfloat_gpu::Circuit;
    ///
    /// // A sum and its error, and a number that is added to it.
    /// let step = Circuit::record_words::<f32>(true, &[2, 1], &[2], |words| {
    ///     let (sum, error) = two_sum(words[0], words[2]);
    ///     vec![sum, words[1] + error]
    /// })?;
    /// assert_eq!(step.run::<f32>(&[&[1.0, 0.0], &[2f32.powi(-30)]])?, [1.0, 2f32.powi(-30)]);
    /// # Ok::<(), floatfloat_gpu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ForeignWire`] if the computation uses wires of another recording, [`Error::Length`]
    /// if it returns another number of words than `results` states.
    pub fn record_words<E: DeviceWord>(
        fused: bool,
        parameters: &[usize],
        results: &[usize],
        computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
    ) -> Result<Self, Error> {
        let circuit = record(fused, parameters, results, computation)?;
        let (expected, given) = (results.iter().sum::<usize>(), circuit.outputs().len());
        if expected == given {
            return Ok(circuit);
        }
        let (expected, given) = (expected as u64, given as u64);
        Err(Error::Length { what: "words of the results of a recording", expected, given })
    }

    /// Records a function of one number.
    ///
    /// # Errors
    /// [`Error::ForeignWire`] if it uses wires of another recording.
    pub fn record1<A, R>(fused: bool, function: impl FnOnce(A) -> R) -> Result<Self, Error>
    where
        A: Recorded,
        R: Recorded,
        R::Number: DeviceNumber<Word = WordOf<A>>,
    {
        record(fused, &[A::Number::WORDS], &[R::Number::WORDS], |words| {
            function(A::from_wires(words)).into_wires()
        })
    }

    /// Records a function of two numbers.
    ///
    /// # Errors
    /// [`Error::ForeignWire`] if it uses wires of another recording.
    pub fn record2<A, B, R>(fused: bool, function: impl FnOnce(A, B) -> R) -> Result<Self, Error>
    where
        A: Recorded,
        B: Recorded,
        B::Number: DeviceNumber<Word = WordOf<A>>,
        R: Recorded,
        R::Number: DeviceNumber<Word = WordOf<A>>,
    {
        let parameters = [A::Number::WORDS, B::Number::WORDS];
        record(fused, &parameters, &[R::Number::WORDS], |words| {
            let (a, b) = words.split_at(parameters[0]);
            function(A::from_wires(a), B::from_wires(b)).into_wires()
        })
    }

    /// Records a function of three numbers.
    ///
    /// # Errors
    /// [`Error::ForeignWire`] if it uses wires of another recording.
    pub fn record3<A, B, C, R>(
        fused: bool,
        function: impl FnOnce(A, B, C) -> R,
    ) -> Result<Self, Error>
    where
        A: Recorded,
        B: Recorded,
        B::Number: DeviceNumber<Word = WordOf<A>>,
        C: Recorded,
        C::Number: DeviceNumber<Word = WordOf<A>>,
        R: Recorded,
        R::Number: DeviceNumber<Word = WordOf<A>>,
    {
        let parameters = [A::Number::WORDS, B::Number::WORDS, C::Number::WORDS];
        record(fused, &parameters, &[R::Number::WORDS], |words| {
            let (a, rest) = words.split_at(parameters[0]);
            let (b, c) = rest.split_at(parameters[1]);
            function(A::from_wires(a), B::from_wires(b), C::from_wires(c)).into_wires()
        })
    }
}

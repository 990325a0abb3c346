//! Number types of one or two words, over any word. The same type works on the processor, in
//! recordings, and in the arrays of devices.

use super::{Arithmetic, Composite, Plain};
use crate::{contender::Contender, devices::OnDevice, number_type::NumberType};
use floatfloat::{DoubleWord, Word};
use floatfloat_gpu::{DeviceNumber, WordType};

/// A number type over any word.
pub trait Family: 'static {
    /// The number of words.
    const WORDS: usize;

    /// The number over words `W`.
    type Of<W: Word>: Arithmetic + Copy;

    /// The type that holds it in the arrays of devices.
    type Stored<W: OnDevice>: DeviceNumber<Word = W>;

    /// Its name over this word.
    fn contender<W: OnDevice>() -> Contender;

    /// The number with these [`WORDS`](Self::WORDS) words.
    fn from_words<W: Word>(words: &[W]) -> Self::Of<W>;

    /// Its words; the second is 0 if there is only one.
    fn words<W: Word>(number: Self::Of<W>) -> [W; 2];

    /// The numbers as arrays hold them.
    fn stored<W: OnDevice>(numbers: &[Self::Of<W>]) -> Vec<Self::Stored<W>>;

    /// The numbers as the processor computes with them.
    fn loaded<W: OnDevice>(numbers: Vec<Self::Stored<W>>) -> Vec<Self::Of<W>>;

    /// The number nearest to a value.
    fn nearest<W: OnDevice>(value: f64) -> Self::Of<W> {
        let zero = <W as crate::real::Scalar>::from_f64(0.0);
        Self::from_words(&[zero, zero]).constant(value)
    }

    /// The number as the exact sum of two `f64`.
    fn parts<W: OnDevice>(number: Self::Of<W>) -> [f64; 2] {
        Self::words(number).map(<W as crate::real::Scalar>::to_f64)
    }
}

/// Machine words.
pub struct PlainOf;

/// Composite numbers.
pub struct CompositeOf;

/// Double-words.
pub struct PairOf;

impl Family for PlainOf {
    const WORDS: usize = 1;
    type Of<W: Word> = Plain<W>;
    type Stored<W: OnDevice> = W;

    fn contender<W: OnDevice>() -> Contender {
        W::PLAIN.into()
    }

    #[inline(always)]
    fn from_words<W: Word>(words: &[W]) -> Plain<W> {
        Plain(words[0])
    }

    #[inline(always)]
    fn words<W: Word>(number: Plain<W>) -> [W; 2] {
        [number.0, number.0.constant(0.0)]
    }

    fn stored<W: OnDevice>(numbers: &[Plain<W>]) -> Vec<W> {
        numbers.iter().map(|number| number.0).collect()
    }

    fn loaded<W: OnDevice>(numbers: Vec<W>) -> Vec<Plain<W>> {
        numbers.into_iter().map(Plain).collect()
    }
}

impl Family for CompositeOf {
    const WORDS: usize = 2;
    type Of<W: Word> = Composite<W>;
    type Stored<W: OnDevice> = W::Pair;

    fn contender<W: OnDevice>() -> Contender {
        match W::TYPE {
            WordType::F64 => Contender::Double2,
            _ => Contender::Float2,
        }
    }

    #[inline(always)]
    fn from_words<W: Word>(words: &[W]) -> Composite<W> {
        Composite { value: words[0], error: words[1] }
    }

    #[inline(always)]
    fn words<W: Word>(number: Composite<W>) -> [W; 2] {
        [number.value, number.error]
    }

    fn stored<W: OnDevice>(numbers: &[Composite<W>]) -> Vec<W::Pair> {
        let pair = |number: &Composite<W>| DoubleWord::from_normalized(number.value, number.error);
        let pairs: Vec<_> = numbers.iter().map(pair).collect();
        W::pairs(&pairs).to_vec()
    }

    fn loaded<W: OnDevice>(numbers: Vec<W::Pair>) -> Vec<Composite<W>> {
        let composite = |pair: DoubleWord<W>| Composite { value: pair.hi(), error: pair.lo() };
        W::double_words(numbers).into_iter().map(composite).collect()
    }
}

impl Family for PairOf {
    const WORDS: usize = 2;
    type Of<W: Word> = DoubleWord<W>;
    type Stored<W: OnDevice> = W::Pair;

    fn contender<W: OnDevice>() -> Contender {
        W::PAIR.into()
    }

    #[inline(always)]
    fn from_words<W: Word>(words: &[W]) -> DoubleWord<W> {
        DoubleWord::from_normalized(words[0], words[1])
    }

    #[inline(always)]
    fn words<W: Word>(number: DoubleWord<W>) -> [W; 2] {
        [number.hi(), number.lo()]
    }

    fn stored<W: OnDevice>(numbers: &[DoubleWord<W>]) -> Vec<W::Pair> {
        W::pairs(numbers).to_vec()
    }

    fn loaded<W: OnDevice>(numbers: Vec<W::Pair>) -> Vec<DoubleWord<W>> {
        W::double_words(numbers)
    }
}

/// The types of one or two words, from cheap to expensive.
pub const FAMILIES: [Contender; 6] = [
    Contender::Number(NumberType::F32),
    Contender::Float2,
    Contender::Number(NumberType::Ff),
    Contender::Number(NumberType::F64),
    Contender::Double2,
    Contender::Number(NumberType::Dd),
];

/// Runs a block of code with the family and the word of `contender`, if it has one or two words.
#[macro_export]
macro_rules! with_family {
    ($contender:expr, $family:ident, $word:ident => $body:expr) => {{
        macro_rules! with {
            ($of:ident, $over:ty) => {{
                type $family = $crate::arithmetic::$of;
                type $word = $over;
                Some($body)
            }};
        }
        use $crate::{contender::Contender, number_type::NumberType};
        match $contender {
            Contender::Number(NumberType::F32) => with!(PlainOf, f32),
            Contender::Float2 => with!(CompositeOf, f32),
            Contender::Number(NumberType::Ff) => with!(PairOf, f32),
            Contender::Number(NumberType::F64) => with!(PlainOf, f64),
            Contender::Double2 => with!(CompositeOf, f64),
            Contender::Number(NumberType::Dd) => with!(PairOf, f64),
            _ => None,
        }
    }};
}
pub use crate::with_family;

/// Runs a block of code with the family and the word of each number type of one or two words in
/// `types`, from cheap to expensive.
#[macro_export]
macro_rules! each_type {
    ($types:expr, $family:ident, $word:ident => $body:expr) => {
        for number in $crate::arithmetic::FAMILIES {
            if $types.contains(&number) {
                $crate::arithmetic::with_family!(number, $family, $word => $body);
            }
        }
    };
}
pub use crate::each_type;

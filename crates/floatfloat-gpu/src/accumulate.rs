//! The state of sums and dot products, and the circuits that add a term to it.
//!
//! A sum of words has one word as its state. A sum of numbers of n words has n + 1 words. The first n are the sum,
//! computed by an addition network; the last is the plain sum of all first words. An infinity or an overflow makes the
//! first n words NaN, and the plain sum is then the result of IEEE 754. Special values therefore cost one operation per
//! element. A repair of each step would cost ten.

use crate::{
    circuit::Circuit,
    error::Error,
    number::{DeviceNumber, Integers},
    wire::{Wire, record},
    word_type::{DeviceWord, Limb},
};
use floatfloat::{
    DoubleWord, MultiWord, QuadWord, TripleWord, Word, WordArray,
    double_word::{add_network::add_network, mul_dw1::mul_dw1},
    multi_word::{
        add::{add3, add4},
        mul::{mul3, mul4},
    },
};

/// Implements a computation for numbers of any number of words.
macro_rules! of_any_width {
    ($words:expr, $operands:expr, |$x:ident| $value:expr) => {
        match $words {
            2 => {
                let $x = numbers::<DoubleWord<_>>($operands);
                MultiWord::parts($value).to_vec()
            }
            3 => {
                let $x = numbers::<TripleWord<_>>($operands);
                MultiWord::parts($value).to_vec()
            }
            4 => {
                let $x = numbers::<QuadWord<_>>($operands);
                MultiWord::parts($value).to_vec()
            }
            _ => unreachable!("numbers have one word to four"),
        }
    };
}

/// A reduction of numbers to one number: its state, and the circuits that work on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulation {
    /// The words of the empty state: bits of `f64`, or the integers themselves where words are
    /// integers.
    pub(crate) identity: Vec<u64>,
    /// The circuit (state, number…) → state.
    pub(crate) accumulate: Circuit,
    /// The circuit (state, state) → state.
    pub(crate) merge: Circuit,
    /// The circuit state → number.
    pub(crate) finish: Circuit,
}

impl Accumulation {
    /// The reduction of [`Device::sum`](crate::Device::sum). `fused` says whether the device has a
    /// fused multiply-add.
    pub fn sum<N: DeviceNumber>(fused: bool) -> Self {
        sum::<N>(fused)
    }

    /// The reduction of [`Device::dot`](crate::Device::dot), of two arrays. `fused` says whether
    /// the device has a fused multiply-add.
    pub fn dot<N: DeviceNumber>(fused: bool) -> Self {
        dot::<N>(fused)
    }

    /// A reduction of your own, with a state of any number of words. `accumulate` is (state, a
    /// number of each array) → state, `merge` is (state, state) → state, and `finish` is state →
    /// number. `identity` gives the words of the empty state. The caller ensures that merging it or
    /// accumulating to it changes no value. For a sum it is −0, which changes no number that is
    /// added to it.
    ///
    /// # Errors
    /// [`Error::Length`] if the circuits do not fit each other or the identity, [`Error::NoWord`]
    /// if they are over different words.
    pub fn new(
        identity: &[f64],
        accumulate: Circuit,
        merge: Circuit,
        finish: Circuit,
    ) -> Result<Self, Error> {
        let (word, state) = (accumulate.word(), identity.len());
        let elements = accumulate.parameters().get(1..).unwrap_or_default();
        accumulate.check_shape(word, &[&[state], elements].concat(), state)?;
        merge.check_shape(word, &[state, state], state)?;
        finish.check_shape(word, &[state], finish.outputs().len())?;
        for (what, given) in [("words of a state", state), ("arrays to reduce", elements.len())] {
            if given == 0 {
                return Err(Error::Length { what, expected: 1, given: 0 });
            }
        }
        let identity = identity.iter().map(|&value| word.round(value).to_bits()).collect();
        Ok(Accumulation { identity, accumulate, merge, finish })
    }
}

/// The sum of numbers.
pub(crate) fn sum<N: DeviceNumber>(fused: bool) -> Accumulation {
    if let Some(integers) = N::INTEGERS {
        return of_integers(integers, N::WORDS, 1, |sum, x| (integers.add)(sum, x));
    }
    accumulation::<N>(fused, 1, |state, numbers| match (state, numbers) {
        (&[state], &[x]) => vec![state + x],
        (state, x) => add(state, x, x[0]),
    })
}

/// The sum of products of two numbers.
pub(crate) fn dot<N: DeviceNumber>(fused: bool) -> Accumulation {
    if let Some(integers) = N::INTEGERS {
        return of_integers(integers, N::WORDS, 2, |sum, factors| {
            let (a, b) = factors.split_at(N::WORDS);
            (integers.add)(sum, &(integers.multiply)(a, b))
        });
    }
    accumulation::<N>(fused, 2, |state, numbers| match (state, numbers) {
        (&[state], &[a, b]) => vec![a.mul_add(b, state)],
        (state, numbers) => {
            let (a, b) = numbers.split_at(N::WORDS);
            add(state, &of_any_width!(N::WORDS, &[a, b], |x| x[0].product(x[1])), a[0] * b[0])
        }
    })
}

/// alpha · x + y
pub(crate) fn axpy<N: DeviceNumber>(fused: bool) -> Circuit {
    if let Some(integers) = N::INTEGERS {
        return recorded::<Limb>(fused, &[N::WORDS; 3], N::WORDS, |words| {
            let [alpha, x, y] = [0, 1, 2].map(|k| &words[k * N::WORDS..(k + 1) * N::WORDS]);
            (integers.add)(&(integers.multiply)(alpha, x), y)
        });
    }
    recorded::<N::Word>(fused, &[N::WORDS; 3], N::WORDS, |words| match *words {
        [alpha, x, y] => vec![alpha.mul_add(x, y)],
        _ => of_any_width!(N::WORDS, &[words], |x| x[0].mul_add(x[1], x[2])),
    })
}

/// alpha · x for one term, alpha · x + beta · y for two. The parameters are all factors, then all
/// numbers.
pub(crate) fn combination<N: DeviceNumber>(fused: bool, terms: usize) -> Circuit {
    if let Some(integers) = N::INTEGERS {
        return recorded::<Limb>(fused, &vec![N::WORDS; 2 * terms], N::WORDS, |words| {
            let (factors, numbers) = words.split_at(terms * N::WORDS);
            let products = factors.chunks(N::WORDS).zip(numbers.chunks(N::WORDS));
            let sum = |sum: Vec<_>, product: Vec<_>| (integers.add)(&sum, &product);
            let products = products.map(|(factor, x)| (integers.multiply)(factor, x));
            products.reduce(sum).unwrap_or_default()
        });
    }
    recorded::<N::Word>(fused, &vec![N::WORDS; 2 * terms], N::WORDS, |words| {
        match (N::WORDS, words) {
            (1, &[alpha, x]) => vec![alpha * x],
            (1, &[alpha, beta, x, y]) => vec![alpha * x + beta * y],
            _ if terms == 1 => of_any_width!(N::WORDS, &[words], |x| x[0] * x[1]),
            _ => of_any_width!(N::WORDS, &[words], |x| x[0] * x[2] + x[1] * x[3]),
        }
    })
}

/// Sums and products without the repair of special values.
trait Unrepaired: MultiWord {
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
}

impl<W: Word> Unrepaired for DoubleWord<W> {
    fn sum(self, other: Self) -> Self {
        add_network(self, other)
    }
    fn product(self, other: Self) -> Self {
        mul_dw1(self, other)
    }
}

impl<W: Word> Unrepaired for TripleWord<W> {
    fn sum(self, other: Self) -> Self {
        TripleWord::from_normalized(add3(self.parts(), other.parts()))
    }
    fn product(self, other: Self) -> Self {
        TripleWord::from_normalized(mul3(self.parts(), other.parts()))
    }
}

impl<W: Word> Unrepaired for QuadWord<W> {
    fn sum(self, other: Self) -> Self {
        QuadWord::from_normalized(add4(self.parts(), other.parts()))
    }
    fn product(self, other: Self) -> Self {
        QuadWord::from_normalized(mul4(self.parts(), other.parts()))
    }
}

/// The numbers that consist of these words, one after another.
fn numbers<N: MultiWord>(words: &[&[N::Word]]) -> Vec<N> {
    let number = |words: &[N::Word]| MultiWord::from_normalized(WordArray::from_fn(|k| words[k]));
    words.concat().chunks_exact(N::WORDS).map(number).collect()
}

/// Adds the words of a term to a state. `plain` is the term in plain arithmetic of words.
fn add<W: Word>(state: &[W], term: &[W], plain: W) -> Vec<W> {
    let (sum, so_far) = state.split_at(term.len());
    let mut state = of_any_width!(term.len(), &[sum, term], |x| x[0].sum(x[1]));
    state.push(so_far[0] + plain);
    state
}

fn accumulation<N: DeviceNumber>(
    fused: bool,
    numbers: usize,
    accumulate: impl FnOnce(&[Wire<N::Word>], &[Wire<N::Word>]) -> Vec<Wire<N::Word>>,
) -> Accumulation {
    let minus_zero = (-0.0_f64).to_bits();
    let mut identity = vec![minus_zero];
    if N::WORDS > 1 {
        identity.resize(N::WORDS, 0.0_f64.to_bits());
        identity.push(minus_zero);
    }
    let state = identity.len();
    let mut parameters = vec![state];
    parameters.resize(1 + numbers, N::WORDS);
    Accumulation {
        accumulate: recorded::<N::Word>(fused, &parameters, state, |words| {
            let (state, numbers) = words.split_at(state);
            accumulate(state, numbers)
        }),
        merge: recorded::<N::Word>(fused, &[state, state], state, |words| match *words {
            [a, b] => vec![a + b],
            _ => {
                let (a, b) = words.split_at(state);
                add(a, &b[..N::WORDS], b[N::WORDS])
            }
        }),
        finish: recorded::<N::Word>(fused, &[state], N::WORDS, |words| match *words {
            [state] => vec![state],
            _ => finish(&words[..N::WORDS], words[N::WORDS]),
        }),
        identity,
    }
}

/// A reduction of numbers made of integers. The state is a number; −0 changes no other number.
fn of_integers(
    integers: Integers,
    words: usize,
    numbers: usize,
    accumulate: impl FnOnce(&[Wire<Limb>], &[Wire<Limb>]) -> Vec<Wire<Limb>>,
) -> Accumulation {
    let mut identity = vec![0; words];
    identity[0] = 1 << 31;
    let number = |all: &[Wire<Limb>]| all.to_vec();
    Accumulation {
        identity,
        accumulate: recorded(true, &vec![words; 1 + numbers], words, |all| {
            let (state, numbers) = all.split_at(words);
            accumulate(state, numbers)
        }),
        merge: recorded(true, &[words; 2], words, |all| {
            let (a, b) = all.split_at(words);
            (integers.add)(a, b)
        }),
        finish: recorded(true, &[words], words, number),
    }
}

/// The words of the sum. Where the sum is infinite or NaN, the plain sum takes its place; where both are
/// zero, the plain sum gives the sign.
fn finish<W: Word>(sum: &[W], plain: W) -> Vec<W> {
    let zero = plain.constant(0.0);
    let finite = sum[0].abs().less(plain.constant(f64::INFINITY));
    let both_zero = sum[0].equal(zero) & plain.equal(zero);
    let as_it_is = finite & !both_zero;
    let others = sum[1..].iter().map(|&word| W::select(finite, word, zero));
    std::iter::once(W::select(as_it_is, sum[0], plain)).chain(others).collect()
}

fn recorded<E: DeviceWord>(
    fused: bool,
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Circuit {
    record(fused, parameters, &[result], computation)
        .expect("these are pure functions of their operands")
}

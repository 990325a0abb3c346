//! What sums and dot products carry along, and the circuits that they are made of.
//!
//! The state of a sum of words is a word. That of a sum of double-words is three: the sum as
//! [`add_network`] computes it, and beside it the plain sum of the high parts. Where an infinity or
//! an overflow has left NaN in the first, the second is what IEEE 754 wants. So special values
//! cost one operation an element, where repairing every step would cost ten.

use crate::{
    circuit::Circuit,
    error::Error,
    number::Number,
    wire::{Wire, record},
};
use floatfloat::{
    DoubleWord, Word,
    double_word::{add_network::add_network, mul_dw1::mul_dw1, mul_dw2::mul_dw2},
};

/// A reduction of numbers to one: what is carried along, and what is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulation {
    /// The words of the empty state, as bits of `f64`.
    pub(crate) identity: Vec<u64>,
    /// (state, number…) → state
    pub(crate) accumulate: Circuit,
    /// (state, state) → state
    pub(crate) merge: Circuit,
    /// state → number
    pub(crate) finish: Circuit,
}

impl Accumulation {
    /// Sums as those of [`Device::sum`](crate::Device::sum). `fused` says whether the device has a
    /// fused multiply-add.
    pub fn sum<N: Number>(fused: bool) -> Self {
        sum::<N>(fused)
    }

    /// Dot products as those of [`Device::dot`](crate::Device::dot), of two arrays. `fused` says
    /// whether the device has a fused multiply-add.
    pub fn dot<N: Number>(fused: bool) -> Self {
        dot::<N>(fused)
    }

    /// A reduction of one's own, with a state of any number of words:
    /// `accumulate`: (state, a number of each array) → state, `merge`: (state, state) → state,
    /// `finish`: state → number. `identity` are the words of the empty state; that merging it, or
    /// accumulating to it, changes nothing else is up to the caller: −0 is the number that changes
    /// no other in a sum.
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
pub(crate) fn sum<N: Number>(fused: bool) -> Accumulation {
    accumulation::<N>(fused, 1, |words| match *words {
        [state, x] => vec![state + x],
        [high, low, plain, x_high, x_low] => add([high, low, plain], double(x_high, x_low), x_high),
        _ => unreachable!("{WORDS}"),
    })
}

/// The sum of products of two numbers.
pub(crate) fn dot<N: Number>(fused: bool) -> Accumulation {
    accumulation::<N>(fused, 2, |words| match *words {
        [state, a, b] => vec![a.mul_add(b, state)],
        [high, low, plain, a_high, a_low, b_high, b_low] => {
            let (a, b) = (double(a_high, a_low), double(b_high, b_low));
            let product = if Wire::<N::Word>::fused() { mul_dw2(a, b) } else { mul_dw1(a, b) };
            add([high, low, plain], product, a_high * b_high)
        }
        _ => unreachable!("{WORDS}"),
    })
}

/// alpha · x + y
pub(crate) fn axpy<N: Number>(fused: bool) -> Circuit {
    let parameters = [N::WORDS; 3];
    recorded::<N>(fused, &parameters, N::WORDS, |words| match *words {
        [alpha, x, y] => vec![alpha.mul_add(x, y)],
        [alpha_high, alpha_low, x_high, x_low, y_high, y_low] => {
            let (alpha, x) = (double(alpha_high, alpha_low), double(x_high, x_low));
            let result = alpha.mul_add(x, double(y_high, y_low));
            vec![result.hi(), result.lo()]
        }
        _ => unreachable!("{WORDS}"),
    })
}

/// alpha · x for one term, alpha · x + beta · y for two: all factors, then all numbers.
pub(crate) fn combination<N: Number>(fused: bool, terms: usize) -> Circuit {
    recorded::<N>(fused, &vec![N::WORDS; 2 * terms], N::WORDS, |words| {
        let result = |x: DoubleWord<_>| vec![x.hi(), x.lo()];
        match (N::WORDS, words) {
            (1, &[alpha, x]) => vec![alpha * x],
            (1, &[alpha, beta, x, y]) => vec![alpha * x + beta * y],
            (2, &[alpha, alpha_low, x, x_low]) => {
                result(double(alpha, alpha_low) * double(x, x_low))
            }
            (2, &[alpha, alpha_low, beta, beta_low, x, x_low, y, y_low]) => result(
                double(alpha, alpha_low) * double(x, x_low)
                    + double(beta, beta_low) * double(y, y_low),
            ),
            _ => unreachable!("{WORDS}"),
        }
    })
}

const WORDS: &str = "numbers have one word or two";

fn double<W>(high: W, low: W) -> DoubleWord<W> {
    DoubleWord::from_normalized(high, low)
}

/// A state and a term, whose `plain` is what it would be in arithmetic of words.
fn add<W: Word>([high, low, so_far]: [W; 3], term: DoubleWord<W>, plain: W) -> Vec<W> {
    let sum = add_network(double(high, low), term);
    vec![sum.hi(), sum.lo(), so_far + plain]
}

fn accumulation<N: Number>(
    fused: bool,
    numbers: usize,
    accumulate: impl FnOnce(&[Wire<N::Word>]) -> Vec<Wire<N::Word>>,
) -> Accumulation {
    let zero = 0.0_f64.to_bits();
    let minus_zero = (-0.0_f64).to_bits();
    let identity =
        if N::WORDS == 1 { vec![minus_zero] } else { vec![minus_zero, zero, minus_zero] };
    let state = identity.len();
    let mut parameters = vec![state];
    parameters.resize(1 + numbers, N::WORDS);
    Accumulation {
        accumulate: recorded::<N>(fused, &parameters, state, accumulate),
        merge: recorded::<N>(fused, &[state, state], state, |words| match *words {
            [a, b] => vec![a + b],
            [high, low, plain, b_high, b_low, b_plain] => {
                add([high, low, plain], double(b_high, b_low), b_plain)
            }
            _ => unreachable!("{WORDS}"),
        }),
        finish: recorded::<N>(fused, &[state], N::WORDS, |words| match *words {
            [state] => vec![state],
            [high, low, plain] => finish(double(high, low), plain),
            _ => unreachable!("{WORDS}"),
        }),
        identity,
    }
}

/// The sum, or the plain one where the sum is infinite or NaN, and for its sign where both are
/// zero.
fn finish<W: Word>(sum: DoubleWord<W>, plain: W) -> Vec<W> {
    let zero = plain.constant(0.0);
    let finite = sum.hi().abs().less(plain.constant(f64::INFINITY));
    let both_zero = sum.hi().equal(zero) & plain.equal(zero);
    let as_it_is = finite & !both_zero;
    vec![W::select(as_it_is, sum.hi(), plain), W::select(finite, sum.lo(), zero)]
}

fn recorded<N: Number>(
    fused: bool,
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<N::Word>]) -> Vec<Wire<N::Word>>,
) -> Circuit {
    record(fused, parameters, &[result], computation)
        .expect("these are pure functions of their operands")
}

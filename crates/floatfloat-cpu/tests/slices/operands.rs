//! Operands to test with: special values, numbers near them, and numbers anywhere in the range.

use floatfloat::{DoubleWord, NativeWord, Word, WordArray};
use floatfloat_cpu::{Element, Number, Vector};

pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 >> 32 ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }
}

/// Zeros, infinities, NaN, the ends of the range and of its subnormal part, numbers near one.
pub fn edges<E: NativeWord>() -> Vec<E> {
    let one = E::nearest(1.0);
    let u = E::rounded(false, 1, -(E::PRECISION as i32), false);
    let power = |exponent| E::rounded(false, 1, exponent, false);
    let (least, precision) = (E::LEAST_EXPONENT, E::PRECISION as i32);
    let mut edges = vec![
        E::nearest(0.0),
        E::INFINITY,
        E::NAN,
        E::MAX,
        E::MAX * (one - u * E::nearest(8.0)),
        E::MAX * E::nearest(0.5),
        power(E::LARGEST_EXPONENT),
        E::MIN_POSITIVE,
        E::MIN_POSITIVE * (one - u),
        power(least),
        power(least) * E::nearest(3.0),
        power(least + 2 * precision),
        power(least + 3 * precision) * (one - u),
        one,
        one - u,
        one + u + u,
        E::nearest(2.0) - u - u,
        E::nearest(3.0),
    ];
    edges.extend(edges.clone().into_iter().map(|edge| -edge));
    edges
}

/// A number of one word: the low word is +0, or the −0 that the negation of a number leaves.
fn with_zero_below<E: NativeWord>(high: E, negative: bool) -> DoubleWord<E> {
    if negative { -DoubleWord::from_word(-high) } else { DoubleWord::from_word(high) }
}

/// A normalised number: an edge, one near one, or one anywhere in the range; the low part as large
/// as it can be, small, or zero.
pub fn number<E: NativeWord>(random: &mut Random, edges: &[E]) -> DoubleWord<E> {
    let bits = random.bits();
    let significand = bits >> (64 - E::PRECISION) | 1 << (E::PRECISION - 1);
    let span = (E::LARGEST_EXPONENT - E::LEAST_EXPONENT) as u64;
    let precision = E::PRECISION as i32;
    let high = match random.below(4) {
        0 => edges[random.below(edges.len() as u64) as usize],
        1 => E::rounded(
            bits & 1 == 1,
            significand,
            E::LEAST_EXPONENT - precision + random.below(span) as i32,
            false,
        ),
        _ => E::rounded(bits & 1 == 1, significand, random.below(8) as i32 - precision, false),
    };
    let below = match random.below(4) {
        0 => precision + random.below(precision as u64) as i32,
        1 => 2 * precision + 10,
        2 => return with_zero_below(high, bits & 4 == 4),
        _ => precision,
    };
    let fraction = E::rounded(bits & 2 == 2, random.bits() >> 11, -53, false);
    let low = high * E::rounded(false, 1, -below, false) * fraction;
    if !high.is_finite() {
        return DoubleWord::from_word(high);
    }
    let sum = DoubleWord::from_parts(high, low);
    if sum.hi().bits() == high.bits() { sum } else { DoubleWord::from_word(high) }
}

/// A number of any kind: [`number`], and below it words that leave gaps of all sizes.
pub fn number_of<T: Number>(random: &mut Random, edges: &[T::Word]) -> T {
    let pair = number(random, edges);
    let mut words: T::Parts<T::Word> = WordArray::from_fn(|_| pair.hi());
    words[1] = pair.lo();
    for m in 2..T::WORDS {
        let below = match random.below(4) {
            0 => 0,
            1 => T::Word::PRECISION as i32 + random.below(20) as i32,
            _ => T::Word::PRECISION as i32,
        };
        let fraction = T::Word::rounded(random.below(2) == 0, random.bits() >> 11, -53, false);
        words[m] = words[m - 1] * T::Word::rounded(false, 1, -below, false) * fraction;
    }
    if !pair.hi().is_finite() {
        words = WordArray::from_fn(|_| pair.hi());
    }
    let sum = T::from_parts(words);
    if sum.hi().is_finite() { sum } else { T::from_word(pair.hi()) }
}

pub fn operands<E: Element>(count: usize, seed: u64) -> [Vector<DoubleWord<E>>; 3] {
    let (mut random, edges) = (Random(seed), edges::<E>());
    std::array::from_fn(|_| (0..count).map(|_| number(&mut random, &edges)).collect())
}

/// Three operands of any kind.
pub fn operands_of<T: Number>(count: usize, seed: u64) -> [Vector<T>; 3] {
    let (mut random, edges) = (Random(seed), edges::<T::Word>());
    std::array::from_fn(|_| (0..count).map(|_| number_of(&mut random, &edges)).collect())
}

/// Every pair of edges, with zeros behind them, and a third operand.
pub fn pairs_of_edges<T: Number>() -> [Vector<T>; 3] {
    let edges = edges::<T::Word>();
    let pairs = || edges.iter().flat_map(|&x| edges.iter().map(move |&y| (x, y)));
    let of = |word: fn(T::Word, T::Word) -> T::Word| {
        // Once with lower words of +0, once with the −0 that the negation of a number leaves.
        let numbers = pairs().map(move |(x, y)| T::from_word(word(x, y)));
        let negated = pairs().map(move |(x, y)| -T::from_word(-word(x, y)));
        numbers.chain(negated).collect()
    };
    [of(|x, _| x), of(|_, y| y), of(|x, y| y * x)]
}

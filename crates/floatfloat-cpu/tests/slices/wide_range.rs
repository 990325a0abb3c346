//! Numbers with a wide range in registers and vectors: the bits of one number.

use crate::{on_threads, operands::Random};
use floatfloat::{
    Bits, DoubleDouble, DoubleWord, NativeWord, QuadDouble, WideDoubleDouble, WideRange,
};
use floatfloat_cpu::{
    Element, Error, Kernel, Pack, Simd, WideDoubleDoubleVec, WideRangeVec, at_level, dispatch,
    levels, wide_range::WideWord,
};

/// Every operation.
#[inline(always)]
fn every_operation<W: Bits<N>, const N: usize>(
    x: WideRange<W, N>,
    y: WideRange<W, N>,
) -> [WideRange<W, N>; 6] {
    let smaller = WideRange::select(x.less(y), x, y);
    [x + y, x - y, x * y, x / y, x.sqrt(), smaller]
}

/// Numbers whose exponents are near each other and near the ends of the range, and special values.
fn numbers<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(seed: u64) -> Vec<WideRange<F, N>> {
    let mut random = Random(seed);
    let mut unit = move || random.bits() as f64 / u64::MAX as f64;
    let special = [0.0, -0.0, f64::INFINITY, f64::NAN, -1.0];
    let number = |k: usize| {
        if k % 16 == 7 {
            return WideRange::from_f64(special[k / 16 % special.len()]);
        }
        let high = F::nearest(unit() - 0.5);
        let low = high * F::nearest((unit() - 0.5) / (1u64 << F::PRECISION) as f64);
        let exponent = [0, 1, 30, 1_056_964_600, -1_056_964_600][k % 5] + (8.0 * unit()) as i32;
        WideRange::from_parts(DoubleWord::from_parts(high, low), exponent)
    };
    (0..1024).map(number).collect()
}

/// [`every_operation`] in lanes, the words of all results of one operation after another.
struct InLanes<'a, E, const N: usize> {
    x: &'a [WideRange<E, N>],
    y: &'a [WideRange<E, N>],
}

impl<E: Element + Bits<N, Uint = u32>, const N: usize> InLanes<'_, E, N> {
    #[inline(always)]
    fn in_lanes<S: Simd>(self, simd: S) -> Vec<[[E; 3]; 6]>
    where
        Pack<S, E>: Bits<N>,
    {
        let lanes = Pack::<S, E>::LANES;
        let load = |numbers: &[WideRange<E, N>]| {
            let word = |k: usize| {
                let words: Vec<E> = numbers.iter().map(|number| number.words()[k]).collect();
                Pack::load(simd, &words)
            };
            WideRange::<Pack<S, E>, N>::from_words([word(0), word(1), word(2)])
        };
        let mut all = Vec::new();
        for (x, y) in self.x.chunks(lanes).zip(self.y.chunks(lanes)) {
            let results = every_operation(load(x), load(y));
            for lane in 0..lanes {
                all.push(results.map(|result| result.words().map(|word| word.as_slice()[lane])));
            }
        }
        all
    }
}

impl Kernel for InLanes<'_, f32, 1> {
    type Output = Vec<[[f32; 3]; 6]>;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        self.in_lanes(simd)
    }
}

impl Kernel for InLanes<'_, f64, 2> {
    type Output = Vec<[[f64; 3]; 6]>;
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        self.in_lanes(simd)
    }
}

/// Whether words have the same bits, or are both NaN.
fn same<F: NativeWord>(found: [F; 3], expected: [F; 3]) -> bool {
    let same = |(a, b): (F, F)| a.bits() == b.bits() || (a.is_nan() && b.is_nan());
    found.into_iter().zip(expected).all(same)
}

fn check<F: Element + Bits<N, Uint = u32>, const N: usize>()
where
    for<'a> InLanes<'a, F, N>: Kernel<Output = Vec<[[F; 3]; 6]>>,
{
    let [x, y] = [1, 2].map(numbers::<F, N>);
    for level in levels() {
        let found = at_level(level, || dispatch(InLanes { x: &x, y: &y }));
        for (i, (&x, &y)) in x.iter().zip(&y).enumerate() {
            let expected = every_operation(x, y).map(WideRange::words);
            for (k, (&found, expected)) in found[i].iter().zip(expected).enumerate() {
                assert!(
                    same(found, expected),
                    "{level}, operation {k} of {x:?} and {y:?}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn lanes_have_the_bits_of_one_number() {
    check::<f32, 1>();
    check::<f64, 2>();
}

/// Terms added as it is stated: in segments 64 sums, of every 64th each, then pairs of them, and a tree of segments.
fn sum<F: WideWord<N>, const N: usize>(terms: &[WideRange<F, N>]) -> WideRange<F, N> {
    const SEGMENT: usize = 16_384;
    if terms.len() > SEGMENT {
        let (left, right) = terms.split_at((terms.len() / 2).next_multiple_of(SEGMENT));
        return sum(left) + sum(right);
    }
    let mut sums = [-WideRange::<F, N>::default(); 64];
    for (place, &term) in terms.iter().enumerate() {
        sums[place % 64] += term;
    }
    for half in [32, 16, 8, 4, 2, 1] {
        for k in 0..half {
            let other = sums[k + half];
            sums[k] += other;
        }
    }
    sums[0]
}

fn check_vectors<F: WideWord<N>, const N: usize>(length: usize) {
    let [x, y, z] = [3, 4, 5].map(|seed| {
        let numbers = numbers::<F, N>(seed);
        (0..length).map(|k| numbers[k * 7 % 1024]).collect::<Vec<_>>()
    });
    let [a, b, c] = [&x, &y, &z].map(|numbers| WideRangeVec::from(&numbers[..]));
    let finite: Vec<_> = x.iter().copied().filter(|x| x.is_finite()).collect();
    let squares: Vec<_> = finite.iter().map(|&x| x * x).collect();
    let finite_vector = WideRangeVec::from(&finite[..]);
    for level in levels() {
        at_level(level, || {
            let results = [
                a.try_add(&b),
                a.try_sub(&b),
                a.try_mul(&b),
                a.try_div(&b),
                Ok(a.sqrt()),
                a.mul_add(&b, &c),
            ]
            .map(Result::unwrap);
            for (k, ((&x, &y), &z)) in x.iter().zip(&y).zip(&z).enumerate() {
                let expected = [x + y, x - y, x * y, x / y, x.sqrt(), x * y + z];
                for (result, expected) in results.iter().zip(expected) {
                    assert_eq!(result.len(), length);
                    let found = result.get(k).unwrap();
                    assert!(same(found.words(), expected.words()), "{level}, element {k}");
                }
            }
            assert!(same(a.sum().words(), sum(&x).words()), "{level}, sum of {length}");
            assert!(same(finite_vector.sum().words(), sum(&finite).words()), "{level}");
            let dot = finite_vector.dot(&finite_vector).unwrap();
            assert!(same(dot.words(), sum(&squares).words()), "{level}, dot of {length}");
        });
    }
}

#[test]
fn vectors_have_the_bits_of_one_number() {
    for length in [0, 1, 3, 15, 16, 17, 63, 64, 65, 130, 5000] {
        check_vectors::<f32, 1>(length);
        check_vectors::<f64, 2>(length);
    }
}

#[test]
fn threads_change_nothing() {
    for threads in [1, 3] {
        on_threads(threads, || check_vectors::<f32, 1>(50_001));
        on_threads(threads, || check_vectors::<f64, 2>(50_001));
    }
}

/// Bounds, with sums of four words that are far more accurate, at exponents that these do not have.
#[test]
fn sums_hold_their_bounds() {
    const U: f64 = f64::EPSILON / 2.0;
    let mut random = Random(9);
    for length in [10, 100, 5000, 40_000] {
        let mut number = || {
            let high = (random.bits() as i64) as f64 / 2f64.powi(60 + (random.bits() % 20) as i32);
            let low = (random.bits() as i64) as f64 / 2f64.powi(63 + 54) * high;
            DoubleDouble::from_parts(high, low)
        };
        let [x, y]: [Vec<_>; 2] = [(); 2].map(|()| (0..length).map(|_| number()).collect());
        let power = 123_456_789;
        let scaled = |numbers: &[DoubleDouble]| {
            numbers
                .iter()
                .map(|&x| WideDoubleDouble::from_parts(x, power))
                .collect::<WideDoubleDoubleVec>()
        };
        let products =
            || x.iter().zip(&y).map(|(&x, &y)| QuadDouble::from(x) * QuadDouble::from(y));
        let additions = WideDoubleDoubleVec::additions(length) as f64 * 2.02;
        let check = |found: WideDoubleDouble,
                     power: i32,
                     terms: &mut dyn Iterator<Item = QuadDouble>,
                     bound: f64| {
            let [mut exact, mut magnitudes] = [QuadDouble::default(); 2];
            for term in terms {
                exact += term;
                magnitudes += term.abs();
            }
            let found: QuadDouble = found.scale(-power).to_number();
            let error = ((found - exact) / magnitudes).abs().hi() / (U * U);
            assert!(error <= 1.000_001 * bound, "{length}: {error}u² of {bound}u²");
        };
        let [a, b] = [&x, &y].map(|numbers| scaled(numbers));
        check(a.sum(), power, &mut x.iter().map(|&x| x.into()), additions);
        check(a.dot(&b).unwrap(), 2 * power, &mut products(), additions + 5.02);
    }
}

#[test]
fn other_lengths_are_refused() {
    let [x, y] = [3, 4].map(WideDoubleDoubleVec::zeros);
    let error = Error::LengthsDiffer { operation: "dot", operand: "y", length: 4, expected: 3 };
    assert_eq!(x.dot(&y).unwrap_err(), error);
    assert!(x.try_add(&y).is_err() && x.mul_add(&x, &y).is_err());
    let mut out = WideDoubleDoubleVec::zeros(2);
    assert!(x.mul_into(&x, &mut out).is_err() && x.mul_add_into(&x, &x, &mut out).is_err());
    assert!(x.get(3).is_none() && x.get(2) == Some(WideDoubleDouble::ZERO));
    assert!(WideDoubleDoubleVec::zeros(0).is_empty());
    assert!(WideDoubleDoubleVec::zeros(0).sum().is_sign_negative());
}

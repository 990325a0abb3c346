//! Numbers with a wide range in registers: lane by lane the bits of one number.

use crate::bits::Random;
use floatfloat::{Bits, DoubleWord, NativeWord, WideRange};
use floatfloat_cpu::{Element, Kernel, Pack, Simd, at_level, dispatch, levels};

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

fn check<F: Element + Bits<N, Uint = u32>, const N: usize>()
where
    for<'a> InLanes<'a, F, N>: Kernel<Output = Vec<[[F; 3]; 6]>>,
{
    let [x, y] = [1, 2].map(numbers::<F, N>);
    for level in levels() {
        let found = at_level(level, || dispatch(InLanes { x: &x, y: &y }));
        for (i, (&x, &y)) in x.iter().zip(&y).enumerate() {
            let expected = every_operation(x, y).map(WideRange::words);
            for (k, (found, expected)) in found[i].iter().zip(expected).enumerate() {
                let same = |(a, b): (&F, F)| a.bits() == b.bits() || (a.is_nan() && b.is_nan());
                assert!(
                    found.iter().zip(expected).all(same),
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

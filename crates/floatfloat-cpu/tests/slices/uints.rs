//! Integers in registers, and the bits of words in them: lane by lane those of one number.

use crate::operands::Random;
use floatfloat::{Bits, NativeWord, Uint32};
use floatfloat_cpu::{Element, Kernel, Pack, Several, Simd, at_level, dispatch, levels};

/// Every operation of the trait.
#[inline(always)]
fn every_operation<U: Uint32>(x: U, y: U) -> [U; 18] {
    let [one, zero] = [x.constant(1), x.constant(0)];
    let count = y & x.constant(63);
    [
        x.wrapping_add(y),
        x.wrapping_sub(y),
        x.wrapping_mul(y),
        x.high_product(y),
        x & y,
        x | y,
        x ^ y,
        !x,
        x.shift_left(y),
        x.shift_right(y),
        x.shift_left(count),
        x.shift_right(count),
        x.leading_zeros(),
        U::select(x.less(y), one, zero),
        U::select(x.less_or_equal(y), one, zero),
        U::select(x.equal(y), one, zero),
        U::select(x.less(y) | !y.equal(zero), x, y),
        U::call("sum", [x, y], |[x, y]| [x.wrapping_add(y)])[0],
    ]
}

/// A word whose bits are integers: the low 32 are this one.
fn word<F: NativeWord>(low: u32, high: u32) -> F {
    F::with_bits(u64::from(high) << 32 | u64::from(low))
}

/// The integers of [`every_operation`], computed in lanes, one operation after another for each pair.
struct InLanes<'a> {
    x: &'a [u32],
    y: &'a [u32],
}

impl InLanes<'_> {
    /// By words of type `E`, whose `N` integers take the operands one after another.
    #[inline(always)]
    fn by<S: Simd, E: Element, const N: usize>(&self, simd: S) -> Vec<[u32; 18]>
    where
        Pack<S, E>: Bits<N>,
    {
        let lanes = Pack::<S, E>::LANES;
        let load = |of: &[u32], begin: usize| {
            let words: Vec<E> =
                (0..lanes).map(|k| word(of[(begin + k) % of.len()], !of[k % of.len()])).collect();
            Pack::load(simd, &words)
        };
        let mut results = Vec::new();
        while results.len() < self.x.len() {
            let begin = results.len();
            let two = |of| Several([load(of, begin), load(of, begin + lanes)]).into_uints()[0];
            let found = every_operation(two(self.x), two(self.y));
            let zero = found[0].constant(0);
            let words = found.map(|uints| {
                let mut parts = [zero; N];
                parts[0] = uints;
                Several::<Pack<S, E>, 2>::from_uints(parts)
            });
            for k in 0..(2 * lanes).min(self.x.len() - begin) {
                results.push(words.map(|word| {
                    let bits = word.0[k / lanes].as_slice()[k % lanes].bits();
                    u32::try_from(bits).expect("the bits beyond 32 are zero")
                }));
            }
        }
        results
    }
}

impl Kernel for InLanes<'_> {
    type Output = [Vec<[u32; 18]>; 2];
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        [self.by::<S, f32, 1>(simd), self.by::<S, f64, 2>(simd)]
    }
}

#[test]
fn integers_in_lanes_are_those_of_one_number() {
    let mut random = Random(5);
    let borders = [0, 1, 2, 31, 32, 33, 40, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let mut some: Vec<u32> = (0..200).map(|k| (random.bits() >> 32) as u32 >> (k % 32)).collect();
    some.extend(borders);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for &a in &some {
        for &b in borders.iter().chain(&some[..40]) {
            x.extend([a, b]);
            y.extend([b, a]);
        }
    }
    for level in levels() {
        for found in at_level(level, || dispatch(InLanes { x: &x, y: &y })) {
            assert_eq!(found.len(), x.len());
            for ((&x, &y), found) in x.iter().zip(&y).zip(found) {
                assert_eq!(found, every_operation(x, y), "{level}: {x:#x}, {y:#x}");
            }
        }
    }
}

/// The words with the sign of another, where their bits are odd or they are negative.
#[inline(always)]
fn resigned<W: Bits<N>, const N: usize>(x: W) -> W {
    let mut uints = x.into_uints();
    let one = uints[0].constant(1);
    let odd = (uints[0] & one).equal(one);
    uints[N - 1] = uints[N - 1] ^ one.constant(1 << 31);
    W::select(odd | x.less(x.constant(0.0)), W::from_uints(uints), x)
}

/// [`resigned`] of every word.
struct Resigned<'a>(&'a mut [f32], &'a mut [f64]);

impl Kernel for Resigned<'_> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for words in self.0.chunks_mut(Pack::<S, f32>::LANES) {
            resigned(Pack::load_partial(simd, words, 0.0)).store_partial(words);
        }
        for words in self.1.chunks_mut(Pack::<S, f64>::LANES) {
            resigned(Pack::load_partial(simd, words, 0.0)).store_partial(words);
        }
    }
}

#[test]
fn masks_of_integers_and_of_words_are_the_same() {
    let mut random = Random(6);
    let bits: Vec<u64> = (0..500).map(|_| random.bits()).collect();
    let singles: Vec<f32> = bits.iter().map(|&bits| f32::with_bits(bits)).collect();
    let doubles: Vec<f64> = bits.iter().map(|&bits| f64::with_bits(bits)).collect();
    for level in levels() {
        let (mut single, mut double) = (singles.clone(), doubles.clone());
        at_level(level, || dispatch(Resigned(&mut single, &mut double)));
        for k in 0..bits.len() {
            assert_eq!(single[k].to_bits(), resigned(singles[k]).to_bits(), "{:?}", singles[k]);
            assert_eq!(double[k].to_bits(), resigned(doubles[k]).to_bits(), "{:?}", doubles[k]);
        }
    }
}

//! Elementary functions of slices have the bits of those of single numbers, on every instruction set, and
//! so have the steps that registers take in ways of their own.

use crate::{
    bits::compare,
    on_threads,
    operands::{Random, edges, number, operands, pairs_of_edges},
};
use floatfloat::{DoubleWord, Word, elementary::Elementary, registry};
use floatfloat_cpu::{
    Element, Vector,
    elementwise::{Elementwise, functions},
};

/// The exponent of x and the power of two of the integer y.
#[derive(Clone, Copy)]
struct Powers;

impl<E: Element> Elementwise<1, DoubleWord<E>> for Powers {
    const NAME: &'static str = "powers";
    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, [y]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        DoubleWord::from_normalized(x.hi().exponent(), y.hi().power_of_two())
    }
}

/// Two tables at the place x, or without a meaning by selects.
#[derive(Clone, Copy)]
struct Tables;

impl<E: Element> Elementwise<0, DoubleWord<E>> for Tables {
    const NAME: &'static str = "tables";
    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, []: [DoubleWord<W>; 0]) -> DoubleWord<W> {
        const TABLE: [[f64; 2]; 8] = [
            [1.5, 10.0],
            [2.25, 11.0],
            [3.125, -12.0],
            [4.5, 13.0],
            [-5.25, 14.0],
            [6.125, 15.0],
            [7.5, 16.0],
            [8.25, 17.0],
        ];
        let mut row = TABLE[0].map(|word| x.hi().constant(word));
        for (place, words) in (0..).zip(TABLE) {
            let is_it = x.hi().equal(x.hi().constant(f64::from(place)));
            for (found, word) in row.iter_mut().zip(words) {
                *found = W::select(is_it, x.hi().constant(word), *found);
            }
        }
        let [high, low] = x.hi().look_up(&TABLE).unwrap_or(row);
        DoubleWord::from_normalized(high, low)
    }
}

fn steps<E: Element>() {
    let mut random = Random(17);
    let integers: Vector<DoubleWord<E>> = (-1200..=1200)
        .map(f64::from)
        .chain([1e9, -1e9, f64::INFINITY, f64::NEG_INFINITY])
        .chain((0..20_000).map(|_| random.below(600) as f64 - 300.0))
        .map(|integer| DoubleWord::from_word(E::nearest(integer)))
        .collect();
    let [x, _, z] = operands(integers.len(), 18);
    compare(Powers, "powers", &[x, integers, z]);
    let places = (0..1000).map(|_| DoubleWord::from_word(E::nearest(random.below(8) as f64)));
    compare(Tables, "tables", &[places.collect(), Vector::default(), Vector::default()]);
}

#[test]
fn steps_f64() {
    steps::<f64>();
}

#[test]
fn steps_f32() {
    steps::<f32>();
}

struct CompareFunctions<E: Element> {
    sets: Vec<[Vector<DoubleWord<E>>; 3]>,
    seen: usize,
}

impl<E: Element> functions::Visitor<E> for CompareFunctions<E> {
    fn one<F: Elementary + Elementwise<0, DoubleWord<E>>>(&mut self, function: F) {
        for operands in &self.sets {
            compare(function, F::NAME, operands);
        }
        self.seen += 1;
    }

    fn two<F: Elementary + Elementwise<1, DoubleWord<E>>>(&mut self, function: F) {
        for operands in &self.sets {
            compare(function, F::NAME, operands);
        }
        self.seen += 1;
    }

    fn integer<F: Elementwise<0, DoubleWord<E>> + 'static>(&mut self, function: fn(i32) -> F) {
        for (operands, n) in self.sets.iter().zip([3, -2, i32::MAX]) {
            compare(function(n), F::NAME, operands);
        }
        self.seen += 1;
    }
}

/// Ordinary numbers of every size up to 2^12, and an edge among many of them.
fn ordinary<E: Element>(count: usize, seed: u64) -> [Vector<DoubleWord<E>>; 3] {
    let (mut random, edges) = (Random(seed), edges::<E>());
    std::array::from_fn(|_| {
        let numbers = (0..count).map(|k| {
            if k % 37 == 36 {
                return number(&mut random, &edges);
            }
            let size = E::rounded(false, 1, random.below(24) as i32 - 12, false);
            let [high, low] = [(); 2].map(|()| random.bits() as f64 / 2f64.powi(63) - 1.0);
            let high = E::nearest(high) * size;
            let u = E::rounded(false, 1, -(E::PRECISION as i32) - 1, false);
            DoubleWord::from_parts(high, high * u * E::nearest(low))
        });
        numbers.collect()
    })
}

fn functions<E: Element>() {
    let sets =
        vec![operands::<E>(500, 19), ordinary::<E>(1500, 20), pairs_of_edges::<DoubleWord<E>>()];
    let mut compare = CompareFunctions { sets, seen: 0 };
    functions::for_each(&mut compare);
    assert_eq!(compare.seen, registry::FUNCTIONS.len(), "every function has a line");
}

#[test]
fn functions_f64() {
    functions::<f64>();
}

#[test]
fn functions_f32() {
    functions::<f32>();
}

fn sine_and_cosine<E: Element>() {
    for [x, ..] in
        [ordinary::<E>(1500, 21), pairs_of_edges::<DoubleWord<E>>(), ordinary::<E>(1 << 15, 22)]
    {
        for length in [0, 1, 7, 8, 9, x.len()] {
            let part = x.view().split_at(length.min(x.len())).0;
            let (sines, cosines) = on_threads(2, || part.sin_cos());
            for (index, x) in part.iter().enumerate() {
                let bits =
                    |number: Option<DoubleWord<E>>| format!("{:?}", number.expect("it is there"));
                let found = (bits(sines.get(index)), bits(cosines.get(index)));
                assert_eq!(found, (format!("{:?}", x.sin()), format!("{:?}", x.cos())), "{x:?}");
            }
            assert_eq!((sines.len(), cosines.len()), (part.len(), part.len()));
        }
    }
}

#[test]
fn sine_and_cosine_f64() {
    sine_and_cosine::<f64>();
}

#[test]
fn sine_and_cosine_f32() {
    sine_and_cosine::<f32>();
}

#[test]
fn sine_and_cosine_refuse_other_lengths() {
    let x = Vector::<DoubleWord<f64>>::zeros(3);
    let (mut two, mut three) = (Vector::zeros(2), Vector::zeros(3));
    let error = x.sin_cos_into(three.view_mut(), two.view_mut()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sin_cos: the slice of cosines has 2 elements where x has 3; all must have the same number"
    );
}

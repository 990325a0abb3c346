//! Exact sums: correctly rounded, and the same bits for any order, chunks, threads and
//! instruction set.

use crate::{
    data::{CONDITIONS, LENGTHS, exact, exact_word, ill_conditioned_dot, same, shuffled, word},
    on_threads,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Element, Level, Vector, VectorView, at_level, levels,
    reproducible::{AddSlices, ReproducibleSum, dot, dot_numbers, sum, sum_numbers},
};
use floatfloat_exact::{Exact, Random};

/// A sum of all that can be added, and the same of any part of it.
struct Terms<E: Element> {
    x: Vector<DoubleWord<E>>,
    y: Vector<DoubleWord<E>>,
}

type Sums = [ReproducibleSum; 4];

impl<E: Element> Terms<E> {
    fn add(&self, sums: &mut Sums, level: Level, range: std::ops::Range<usize>) {
        let [x, y] = [&self.x, &self.y].map(|x| x.view().range(range.clone()).unwrap());
        let [words, numbers, products, number_products] = sums;
        at_level(level, || words.add_words(x.hi()));
        at_level(level, || numbers.add_numbers(x));
        at_level(level, || products.add_products(x.hi(), y.hi())).unwrap();
        at_level(level, || number_products.add_number_products(x, y)).unwrap();
    }

    fn sums(&self, level: Level) -> Sums {
        let mut sums = Sums::default();
        self.add(&mut sums, level, 0..self.x.len());
        sums
    }

    fn exact(&self) -> [Exact; 4] {
        let [x_words, y_words] =
            [&self.x, &self.y].map(|x| x.iter().map(|x| exact_word(x.hi())).collect::<Vec<_>>());
        let [x, y] = [&self.x, &self.y].map(|x| x.iter().map(exact).collect::<Vec<_>>());
        let dot = |x: &[Exact], y: &[Exact]| {
            x.iter().zip(y).map(|(x, y)| x.clone() * y.clone()).sum::<Exact>()
        };
        [
            x_words.iter().cloned().sum(),
            x.iter().cloned().sum(),
            dot(&x_words, &y_words),
            dot(&x, &y),
        ]
    }

    fn shuffled(&self, random: &mut Random) -> Terms<E> {
        let pairs = shuffled(random, self.x.iter().zip(self.y.iter()).collect());
        Terms {
            x: pairs.iter().map(|pair| pair.0).collect(),
            y: pairs.iter().map(|pair| pair.1).collect(),
        }
    }
}

/// The word nearest to an exact number, in the range of the format.
fn nearest<E: Element>(exact: &Exact) -> E {
    let Some(top) = exact.floor_log2() else { return E::default() };
    let precision = (top - i64::from(E::LEAST_EXPONENT) + 1).clamp(0, E::PRECISION.into());
    let rounded = exact.rounded(precision as u32);
    if rounded.floor_log2().is_some_and(|top| top > E::LARGEST_EXPONENT.into()) {
        return if rounded.is_negative() { -E::INFINITY } else { E::INFINITY };
    }
    E::nearest(rounded.to_f64())
}

fn assert_rounds_correctly<E: Element>(what: &str, sum: &ReproducibleSum, exact: &Exact) {
    let high: E = nearest(exact);
    assert!(sum.to_word::<E>() == high, "{what}: {:?}, not {high:?}", sum.to_word::<E>());
    let number = sum.to_number::<E>();
    let expected = if high.is_finite() {
        DoubleWord::from_parts(high, nearest(&(exact.clone() - exact_word(high))))
    } else {
        DoubleWord::from(high)
    };
    assert!(number == expected, "{what}: {number:?}, not {expected:?}");
}

fn check<E: Element>(what: &str, random: &mut Random, terms: &Terms<E>) {
    let length = terms.x.len();
    let sums = terms.sums(levels()[0]);
    for (k, (sum, exact)) in sums.iter().zip(terms.exact()).enumerate() {
        assert_rounds_correctly::<E>(&format!("sum {k} of {what}"), sum, &exact);
    }
    for level in levels() {
        assert!(terms.sums(level) == sums, "{what} at {level:?}");
        let shuffled = terms.shuffled(random);
        let mut all = Sums::default();
        let mut start = 0;
        while start < length {
            let end = length.min(start + 1 + random.below(length as u64 / 3 + 1) as usize);
            if random.one_in(2) {
                shuffled.add(&mut all, level, start..end);
            } else {
                let mut part = Sums::default();
                shuffled.add(&mut part, level, start..end);
                for (all, part) in all.iter_mut().zip(&part) {
                    all.merge(part);
                }
            }
            start = end;
        }
        assert!(all == sums, "{what}, shuffled and in chunks, at {level:?}");
    }
    let (x, y) = (terms.x.view(), terms.y.view());
    assert!(sum(x.hi()) == sums[0].to_word());
    assert!(sum_numbers(x) == sums[1].to_number());
    assert!(dot(x.hi(), y.hi()).unwrap() == sums[2].to_word());
    assert!(dot_numbers(x, y).unwrap() == sums[3].to_number());
}

/// Words anywhere in the range, low words anywhere below their high words.
fn anywhere<E: Element>(random: &mut Random, length: usize) -> Vector<DoubleWord<E>> {
    (0..length)
        .map(|_| {
            let exponent = random.between(E::LEAST_EXPONENT, E::LARGEST_EXPONENT + 1);
            let high: E = word(random, exponent);
            let least = E::LEAST_EXPONENT - 5;
            let below = random.between(
                least.min(exponent - E::PRECISION as i32 - 1),
                exponent - E::PRECISION as i32 - 1,
            );
            match random.below(8) {
                0 => DoubleWord::from(E::default()),
                1 => DoubleWord::from(high),
                _ => DoubleWord::from_parts(high, word(random, below)),
            }
        })
        .map(
            |number: DoubleWord<E>| {
                if number.hi().is_finite() { number } else { DoubleWord::from(E::MAX) }
            },
        )
        .collect()
}

fn exactness<E: Element>() {
    let mut random = Random::new(7);
    for length in LENGTHS {
        for bits in CONDITIONS {
            let [x, y] = ill_conditioned_dot(&mut random, length, bits, true);
            let what = format!("{length} numbers of condition 2^{bits}");
            check::<E>(&what, &mut random, &Terms { x, y });
        }
        let [x, y] = [(); 2].map(|()| anywhere(&mut random, length));
        check::<E>(&format!("{length} numbers anywhere"), &mut random, &Terms { x, y });
    }
}

#[test]
fn exactness_f64() {
    exactness::<f64>();
}

#[test]
fn exactness_f32() {
    exactness::<f32>();
}

#[test]
fn threads() {
    let [x, y] = ill_conditioned_dot::<f64>(&mut Random::new(8), 300_007, 90, true);
    let terms = Terms { x, y };
    let expected = terms.sums(levels()[0]);
    for threads in 1..=8 {
        let found = on_threads(threads, || terms.sums(levels()[0]));
        assert!(found == expected, "{threads} threads");
    }
    let numbers = expected[3].to_number::<f64>();
    assert!(same(numbers, dot_numbers(terms.x.view(), terms.y.view()).unwrap()));
}

/// The largest and the least products, and so many that digits must carry.
#[test]
fn ends_of_the_range() {
    let mut sum = ReproducibleSum::new();
    for _ in 0..100_000 {
        sum.add_product(f64::MAX, f64::MAX);
        sum.add_product(-f64::from_bits(1), f64::from_bits(1));
    }
    assert_eq!(sum.to_word::<f64>(), f64::INFINITY);
    for _ in 0..100_000 {
        sum.add_product(f64::MAX, -f64::MAX);
    }
    assert_eq!(sum.to_word::<f64>().to_bits(), (-0.0f64).to_bits(), "too small for a word");
    for _ in 0..100_000 {
        sum.add_product(f64::from_bits(1), f64::from_bits(1));
    }
    assert!(sum == ReproducibleSum::new());
    sum.add_word(f64::from_bits(1));
    assert_eq!(sum.to_word::<f64>(), f64::from_bits(1));
    assert_eq!(sum.to_word::<f32>(), 0.0);
}

#[test]
fn special_values() {
    let total = |words: &[f64]| sum(words);
    assert_eq!(total(&[f64::INFINITY, 1.0, -1e308, -1e308]), f64::INFINITY);
    assert_eq!(total(&[f64::NEG_INFINITY; 20]), f64::NEG_INFINITY);
    assert!(total(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    assert_eq!(total(&[f64::NAN, 1.0]).to_bits(), total(&[-f64::NAN]).to_bits());
    assert_eq!(total(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
    assert_eq!(total(&[f64::MAX, f64::MAX]), f64::INFINITY);
    assert_eq!(total(&[]).to_bits(), 0);
    assert!(dot(&[f64::INFINITY], &[0.0]).unwrap().is_nan());
    assert_eq!(
        dot(&[f32::INFINITY, 1e-45], &[-1.0, f32::NEG_INFINITY]).unwrap(),
        f32::NEG_INFINITY
    );
    let infinite = Vector::from_words(&[f64::INFINITY, 1.0]);
    assert_eq!(dot_numbers(infinite.view(), infinite.view()).unwrap().hi(), f64::INFINITY);
    let infinite = Vector::from_words(&[f32::INFINITY, 1.0]);
    assert_eq!(dot_numbers(infinite.view(), infinite.view()).unwrap().hi(), f32::INFINITY);
    assert_eq!(sum_numbers(infinite.view()).hi(), f32::INFINITY);
    let message = dot(&[1.0], &[]).unwrap_err().to_string();
    assert_eq!(message, "dot: y has 0 elements where x has 1; all must have the same number");
}

/// Words whose exponents are spread over so many, with many, few or all bits set.
fn spread<E: Element>(random: &mut Random, length: usize, spread: u64) -> Vec<E> {
    let mut word = || {
        let bits = [random.bits(), random.bits() & random.bits() & random.bits(), u64::MAX]
            [(random.bits() % 3) as usize];
        let significand = 1.0
            + (bits >> (65 - u64::from(E::PRECISION))) as f64 / 2f64.powi(E::PRECISION as i32 - 1);
        let exponent = (random.bits() % (spread + 1)) as i32 - spread as i32 / 2;
        let sign = if spread % 2 == 1 && random.bits().is_multiple_of(2) { -1.0 } else { 1.0 };
        E::nearest(sign * significand * 2f64.powi(exponent))
    };
    (0..length).map(|_| word()).collect()
}

/// Slices give what one term after the other gives: blocks of terms of one size and of very different sizes, and low words
/// that are not low.
fn as_one_by_one<E: Element>() {
    let mut random = Random::new(77);
    for (k, length) in [1, 3, 8, 63, 512, 513, 1500].into_iter().cycle().take(70).enumerate() {
        let range = [0, 1, 20, 41, 80, 121, 160, 245][k % 8];
        let mut arrays: [Vec<E>; 4] = std::array::from_fn(|_| spread(&mut random, length, range));
        if k % 3 > 0 {
            let low = [0, 1, E::PRECISION, 2 * E::PRECISION, 3][k % 5];
            let scale = E::nearest(2f64.powi(-(low as i32)));
            for array in [1, 3] {
                arrays[array].iter_mut().for_each(|word| *word *= scale);
            }
        }
        if k % 7 == 3 {
            let tiny = E::nearest(if E::PRECISION == 53 { 1e-300 } else { 1e-40 });
            arrays[k % 4][length / 2] = tiny;
            arrays[3][length / 3] = E::nearest(0.0);
        }
        let [x_high, x_low, y_high, y_low] = arrays.each_ref().map(|array| &array[..]);
        let slices = [[x_high, x_low], [y_high, y_low]];
        let [x, y] = slices.map(|slices| VectorView::from_parts(slices).unwrap());
        let mut expected = [(); 4].map(|()| ReproducibleSum::new());
        for ((i, x), y) in x.iter().enumerate().zip(y.iter()) {
            expected[0].add_word(x_high[i]);
            expected[1].add_product(x_high[i], y_high[i]);
            expected[2].add_number(x);
            expected[3].add_number_product(x, y);
        }
        for level in levels() {
            let mut found = [(); 4].map(|()| ReproducibleSum::new());
            at_level(level, || {
                found[0].add_words(x_high);
                found[1].add_products(x_high, y_high).unwrap();
                found[2].add_numbers(x);
                found[3].add_number_products(x, y).unwrap();
            });
            let [found, expected] =
                [&found, &expected].map(|sums| sums.each_ref().map(ReproducibleSum::to_bytes));
            assert_eq!(found, expected, "{length} terms, case {k}, {level}");
        }
    }
}

#[test]
fn as_one_by_one_f64() {
    as_one_by_one::<f64>();
}

#[test]
fn as_one_by_one_f32() {
    as_one_by_one::<f32>();
}

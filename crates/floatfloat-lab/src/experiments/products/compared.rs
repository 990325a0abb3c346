//! Random matrices, and exact entries of their product.

use crate::{
    arithmetic::{Arithmetic, Multiple},
    random::Random,
    workloads::multi_word::OnBoth,
};
use floatfloat::{MultiWord, NativeWord, Word, WordArray};
use floatfloat_cpu::matrix::Matrix;

/// The most entries that are compared. Each needs as many products in multiple precision as there are rows.
pub(super) const ENTRIES: usize = 64;

/// The bits of exact entries.
const BITS: usize = 320;

/// Entries of a product.
pub(super) struct Compared {
    entries: Vec<Entry>,
}

struct Entry {
    row: usize,
    column: usize,
    exact: Multiple,
    /// The sum of the magnitudes of the products.
    magnitude: f64,
}

impl Compared {
    /// Some entries of a product of square matrices, of whose entries these functions give the words.
    pub(super) fn new(
        size: usize,
        seed: u64,
        left: impl Fn(usize, usize) -> Vec<f64>,
        right: impl Fn(usize, usize) -> Vec<f64>,
    ) -> Self {
        let mut random = Random::new(seed, size + 1);
        let mut place = || (random.next() % size as u64) as usize;
        let places: Vec<_> = (0..ENTRIES.min(size * size)).map(|_| (place(), place())).collect();
        let entry = |(row, column)| {
            let mut magnitude = 0.0;
            let exact = (0..size).fold(Multiple::new(0.0, BITS), |sum, k| {
                let [x, y] = [left(row, k), right(k, column)].map(|x| Multiple::of_words(&x, BITS));
                magnitude += (x.to_f64() * y.to_f64()).abs();
                sum.plus_product(&x, &y)
            });
            Entry { row, column, exact, magnitude }
        };
        Compared { entries: places.into_iter().map(entry).collect() }
    }

    /// The largest error of a product whose entries have these words, relative to the sum of magnitudes.
    pub(super) fn error<W: AsRef<[f64]>>(&self, product: impl Fn(usize, usize) -> W) -> f64 {
        let error = |entry: &Entry| {
            entry.exact.distance(product(entry.row, entry.column).as_ref()) / entry.magnitude
        };
        self.entries.iter().map(error).fold(0.0, f64::max)
    }
}

/// A matrix of numbers in −1 to 1, all of whose words are random.
pub(super) fn random<T: OnBoth>(size: usize, random: &mut Random) -> Matrix<T> {
    type W<T> = <T as MultiWord>::Word;
    Matrix::from_fn(size, size, |_, _| {
        let mut unit = 1.0;
        T::from_parts(WordArray::from_fn(|_| {
            let word = W::<T>::nearest(random.symmetric() * unit);
            unit *= (-f64::from(W::<T>::PRECISION)).exp2();
            word
        }))
    })
}

/// Two square matrices of `f64` in −1 to 1, row by row.
pub(super) fn random_words(size: usize, random: &mut Random) -> [Vec<f64>; 2] {
    [0, 1].map(|_| (0..size * size).map(|_| random.symmetric()).collect())
}

/// Some entries of the product of two square matrices of `f64`.
pub(super) fn of_words(size: usize, seed: u64, [a, b]: [&[f64]; 2]) -> Compared {
    Compared::new(size, seed, |i, j| vec![a[i * size + j]], |i, j| vec![b[i * size + j]])
}

/// The bound of [`gemm_to_words`](floatfloat_cpu::matrix::gemm_to_words).
pub(super) const BOUND_TO_WORDS: f64 = f64::EPSILON * (1.0 + 1.0 / 32.0);

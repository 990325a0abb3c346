//! Matrices to test with, and their exact values.

use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Element,
    matrix::{Matrix, MatrixView},
};
use floatfloat_exact::{Exact, Random};

/// A normalised number of random words, its exponent from −`span` to `span`.
pub fn number<E: Element>(random: &mut Random, span: i32) -> DoubleWord<E> {
    let significand = |random: &mut Random| random.bits() >> (64 - E::PRECISION) | 1;
    let exponent = random.between(-span, span) - E::PRECISION as i32;
    let high = E::rounded(random.one_in(2), significand(random), exponent, false);
    let below = exponent - E::PRECISION as i32 - 1 - random.below(3) as i32;
    let low = E::rounded(random.one_in(2), significand(random), below, false);
    DoubleWord::from_parts(high, low)
}

pub fn random_matrix<E: Element>(
    rows: usize,
    columns: usize,
    span: i32,
    seed: u64,
) -> Matrix<DoubleWord<E>> {
    let mut random = Random::new(seed);
    Matrix::from_fn(rows, columns, |_, _| number(&mut random, span))
}

/// Rows and columns of sizes from 2^-span to 2^span.
pub fn graded<E: Element>(size: usize, span: i32, seed: u64) -> Matrix<DoubleWord<E>> {
    let mut random = Random::new(seed);
    let mut powers = || -> Vec<E> {
        (0..size).map(|_| E::rounded(false, 1, random.between(-span, span), false)).collect()
    };
    let (rows, columns) = (powers(), powers());
    let a = random_matrix::<E>(size, size, 0, seed + 1);
    Matrix::from_fn(size, size, |i, j| {
        let number = a.get(i, j).unwrap();
        let scale = rows[i] * columns[j];
        DoubleWord::from_normalized(number.hi() * scale, number.lo() * scale)
    })
}

pub fn word<E: Element>(value: f64) -> DoubleWord<E> {
    DoubleWord::from_word(E::nearest(value))
}

pub fn exact<E: Element>(number: DoubleWord<E>) -> Exact {
    Exact::from_words([number.hi().into(), number.lo().into()])
}

/// Exact entries, row after row.
pub fn exact_entries<E: Element>(a: MatrixView<'_, DoubleWord<E>>) -> Vec<Vec<Exact>> {
    (0..a.rows()).map(|i| (0..a.columns()).map(|j| exact(a.get(i, j).unwrap())).collect()).collect()
}

/// Σ xₖ·yₖ and Σ |xₖ|·|yₖ|, exactly.
pub fn exact_dot<'a>(terms: impl Iterator<Item = (&'a Exact, &'a Exact)>) -> [Exact; 2] {
    let mut sums = [Exact::ZERO, Exact::ZERO];
    for (x, y) in terms {
        let product = x.clone() * y.clone();
        sums[1] = sums[1].clone() + product.clone().abs();
        sums[0] = sums[0].clone() + product;
    }
    sums
}

/// Whether |error| ≤ bound · u² · size.
pub fn within<E: Element>(error: Exact, bound: f64, size: Exact) -> bool {
    error.abs() <= (size * Exact::new(bound)).shifted(-2 * i64::from(E::PRECISION))
}

/// Both words have the same bits.
pub fn assert_same<E: Element>(
    found: &Matrix<DoubleWord<E>>,
    expected: &Matrix<DoubleWord<E>>,
    what: &str,
) {
    assert_eq!((found.rows(), found.columns()), (expected.rows(), expected.columns()), "{what}");
    let numbers = found.to_row_major().into_iter().zip(expected.to_row_major());
    for (index, (found, expected)) in numbers.enumerate() {
        let same = |x: E, y: E| x.bits() == y.bits() || x.is_nan() && y.is_nan();
        assert!(
            same(found.hi(), expected.hi()) && same(found.lo(), expected.lo()),
            "{what}, entry {index}: {found:?}, not {expected:?}"
        );
    }
}

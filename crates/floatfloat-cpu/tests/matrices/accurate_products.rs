//! Accurate products: within the stated bound of the exact ones for entries of any exponents, and the same bits on every
//! instruction set, with any number of threads and of any view.

use crate::{
    data::exact_dot,
    on_threads,
    wide_matrices::{assert_same, exact, number, word},
};
use floatfloat::{
    DoubleDouble, FloatFloat, NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat, Word,
};
use floatfloat_cpu::{
    Number, at_level, levels,
    matrix::{
        Matrix, MatrixError, MatrixView, accurate_product_bound, gemm, gemm_accurate,
        gemm_accurate_into, syrk_accurate, without_tiles,
    },
};
use floatfloat_exact::{Exact, Random};
use std::any::type_name;

/// Matrices whose entries differ in a certain way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Exponents up to so many apart, anywhere in a matrix.
    Spread(i32),
    /// All of one sign.
    Positive,
    /// Integers below 2^20.
    Integers,
    /// The second half of each sum is minus the first half.
    Cancelling,
    /// The same, up to a last word.
    NearlyCancelling,
    /// Rows, or columns, of zeros.
    ZeroLines,
    /// A product by the identity.
    Identity,
    /// Both matrices diagonal: most sums are empty.
    Diagonals,
    /// One huge entry in each row.
    Spike,
    /// a · D and D⁻¹ · b.
    GradedInside,
    /// D · a and b · D.
    GradedOutside,
    /// Entries at both ends of the range in each row and column.
    BothEnds,
    /// Huge rows and tiny columns.
    HugeByTiny,
    /// Subnormal rows and huge columns.
    Subnormal,
    /// Products beyond the range.
    Overflow,
}

pub(crate) const KINDS: [Kind; 18] = [
    Kind::Spread(0),
    Kind::Spread(4),
    Kind::Spread(12),
    Kind::Spread(35),
    Kind::Positive,
    Kind::Integers,
    Kind::Cancelling,
    Kind::NearlyCancelling,
    Kind::ZeroLines,
    Kind::Identity,
    Kind::Diagonals,
    Kind::Spike,
    Kind::GradedInside,
    Kind::GradedOutside,
    Kind::BothEnds,
    Kind::HugeByTiny,
    Kind::Subnormal,
    Kind::Overflow,
];

/// x · 2^exponent.
fn scaled<T: Number>(x: T, exponent: i32) -> T {
    let half = |exponent| T::Word::rounded(false, 1, exponent, false);
    (x * half(exponent / 2)) * half(exponent - exponent / 2)
}

pub(crate) fn operands<T: Number>(
    kind: Kind,
    [rows, depth, columns]: [usize; 3],
    seed: u64,
) -> [Matrix<T>; 2] {
    let mut random = Random::new(seed);
    let top = T::Word::LARGEST_EXPONENT;
    let mut entry = |left: bool, i: usize, j: usize| -> T {
        let (line, k) = if left { (i, j) } else { (j, i) };
        let side = if left { 1 } else { -1 };
        let plain = number::<T>(&mut random, if let Kind::Spread(span) = kind { span } else { 0 });
        match kind {
            Kind::Positive => plain.abs(),
            Kind::Integers => word((random.below(1 << 21) as f64) - f64::from(1 << 20)),
            Kind::ZeroLines if line % 3 == 1 => word(0.0),
            Kind::Identity if left => word(if i == j { 1.0 } else { 0.0 }),
            Kind::Identity => number(&mut random, 10),
            Kind::Diagonals if i != j => word(0.0),
            Kind::Spike if left && k == line % 7 => scaled(plain, 60),
            Kind::GradedInside => scaled(plain, -side * k as i32 / 2),
            Kind::GradedOutside => scaled(plain, (line as i32 * 7 % 41 - 20) * top / 128),
            Kind::BothEnds => {
                scaled(plain, if k.is_multiple_of(2) { top - 30 } else { 30 - top } * side)
            }
            Kind::HugeByTiny => scaled(plain, side * (top - 60) - line as i32 % 3),
            Kind::Subnormal if left => T::from_word(T::Word::rounded(
                random.one_in(2),
                random.below(1 << 20),
                T::Word::LEAST_EXPONENT,
                false,
            )),
            Kind::Subnormal => scaled(plain, top - 40),
            Kind::Overflow => scaled(plain, top / 2 + 2),
            _ => plain,
        }
    };
    let mut a = Matrix::from_fn(rows, depth, |i, j| entry(true, i, j));
    let mut b = Matrix::from_fn(depth, columns, |i, j| entry(false, i, j));
    if matches!(kind, Kind::Cancelling | Kind::NearlyCancelling) {
        for k in 0..depth / 2 {
            for i in 0..rows {
                assert!(a.set(i, depth / 2 + k, a.get(i, k).unwrap()));
            }
            for j in 0..columns {
                let x = b.get(k, j).unwrap();
                let nearly = if kind == Kind::Cancelling { x } else { x + scaled(x, -60) };
                assert!(b.set(depth / 2 + k, j, word::<T>(0.0) - nearly));
            }
        }
    }
    [a, b]
}

/// Asserts the bound of every entry.
fn assert_within<T: Number>(a: &Matrix<T>, b: &Matrix<T>, what: &str) {
    let product = gemm_accurate(a.view(), b.view()).unwrap();
    let exact_rows = |view: MatrixView<'_, T>| -> Vec<Vec<Exact>> {
        let row = |i| (0..view.columns()).map(|j| exact(view.get(i, j).unwrap())).collect();
        (0..view.rows()).map(row).collect()
    };
    let bits = i64::from(T::Word::PRECISION) * T::WORDS as i64;
    let least = Exact::from_parts(2, T::Word::LEAST_EXPONENT.into());
    let beyond = Exact::from_parts(1, i64::from(T::Word::LARGEST_EXPONENT) + 1);
    for (i, row) in exact_rows(a.view()).iter().enumerate() {
        for (j, column) in exact_rows(b.transpose()).iter().enumerate() {
            let [sum, size] = exact_dot(row.iter().zip(column));
            let found = product.get(i, j).unwrap();
            if !found.hi().is_finite() {
                // The largest numbers round to infinity, too.
                assert!(
                    sum.clone().abs() >= beyond.clone() - beyond.clone().shifted(-20),
                    "{what} ({i}, {j})"
                );
                assert_eq!(
                    found.hi() < word::<T>(0.0).hi(),
                    sum.is_negative(),
                    "{what} ({i}, {j})"
                );
                continue;
            }
            let allowed = size * Exact::new(2.0) + sum.clone().abs() * Exact::new(3.0);
            let error = (exact(found) - sum).abs();
            let bound = allowed.shifted(-bits) + least.clone();
            assert!(
                error <= bound,
                "{what} ({i}, {j}): {} of the bound",
                error.to_f64() / bound.to_f64()
            );
        }
    }
}

fn bounds<T: Number>() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        for sizes in [[17, 40, 19], [5, 3, 2]] {
            let [a, b] = operands::<T>(kind, sizes, k as u64);
            assert_within(&a, &b, &format!("{} {kind:?} {sizes:?}", type_name::<T>()));
        }
    }
}

#[test]
fn bounds_of_accurate_products() {
    bounds::<FloatFloat>();
    bounds::<TripleFloat>();
    bounds::<QuadFloat>();
    bounds::<DoubleDouble>();
    bounds::<TripleDouble>();
}

#[test]
fn the_bound_is_better_than_that_of_strict_products() {
    let strict = floatfloat_cpu::matrix::product_bound::<DoubleDouble>(1);
    assert!(accurate_product_bound::<DoubleDouble>() < strict);
}

/// Sums longer than 32 bits hold, and longer than residues are kept at once.
#[test]
fn long_accurate_products() {
    for (depth, kind) in
        [(65_023, Kind::Positive), (65_025, Kind::Spread(2)), (131_000, Kind::Positive)]
    {
        let [a, b] = operands::<DoubleDouble>(kind, [2, depth, 1], 3);
        assert_within(&a, &b, &format!("{depth} {kind:?}"));
    }
}

/// What fits the result is exact.
#[test]
fn accurate_products_of_integers_are_exact() {
    for kind in [Kind::Integers, Kind::Cancelling] {
        let [a, b] = operands::<DoubleDouble>(kind, [20, 36, 20], 5);
        let product = gemm_accurate(a.view(), b.view()).unwrap();
        for (i, j) in (0..20).flat_map(|i| (0..20).map(move |j| (i, j))) {
            let terms = (0..36).map(|k| exact(a.get(i, k).unwrap()) * exact(b.get(k, j).unwrap()));
            assert_eq!(exact(product.get(i, j).unwrap()), terms.sum(), "{kind:?} ({i}, {j})");
        }
    }
}

fn same_bits<T: Number>() {
    for (k, kind) in KINDS.into_iter().enumerate() {
        let [a, b] = operands::<T>(kind, [33, 70, 50], 40 + k as u64);
        let expected = gemm_accurate(a.view(), b.view()).unwrap();
        let what = format!("{} {kind:?}", type_name::<T>());
        for level in levels() {
            let found = at_level(level, || gemm_accurate(a.view(), b.view())).unwrap();
            assert_same(found.view(), expected.view(), &format!("{what} {level}"));
        }
        let [a_turned, b_turned] = [&a, &b].map(|m| m.transpose().to_matrix());
        let found = gemm_accurate(a_turned.transpose(), b_turned.transpose()).unwrap();
        assert_same(found.view(), expected.view(), &format!("{what} of transposes"));
        let found = on_threads(3, || gemm_accurate(a.view(), b.view())).unwrap();
        assert_same(found.view(), expected.view(), &format!("{what} by three threads"));
        let found = without_tiles(|| gemm_accurate(a.view(), b.view())).unwrap();
        assert_same(found.view(), expected.view(), &format!("{what} without tiles"));
    }
}

#[test]
fn bits_of_accurate_products() {
    same_bits::<FloatFloat>();
    same_bits::<QuadFloat>();
    same_bits::<DoubleDouble>();
    same_bits::<TripleDouble>();
}

/// Entries of several blocks are those of small products, where both are exact.
#[test]
fn accurate_products_of_several_blocks() {
    let [a, b] = operands::<DoubleDouble>(Kind::Integers, [300, 20, 230], 9);
    let product = gemm_accurate(a.view(), b.view()).unwrap();
    let part = gemm_accurate(a.block(250..300, 0..20).unwrap(), b.block(0..20, 190..230).unwrap());
    assert_same(part.unwrap().view(), product.block(250..300, 190..230).unwrap(), "a part");
}

/// Blocks have different sizes with and without tiles, and depend on the number of threads.
#[test]
fn bits_of_accurate_products_of_several_blocks() {
    // What a product leaves in memory does not matter to the next. The second has pairs of panels of rows and of columns, and
    // more entries than tiles multiply at once.
    let [large, small] = [[401, 67, 530], [70, 1100, 50]]
        .map(|sizes| operands::<DoubleDouble>(Kind::Spread(3), sizes, 10));
    for [a, b] in [&large, &small, &large] {
        same_bits_of_blocks(a, b);
    }
}

fn same_bits_of_blocks(a: &Matrix<DoubleDouble>, b: &Matrix<DoubleDouble>) {
    let expected = gemm_accurate(a.view(), b.view()).unwrap();
    for level in levels() {
        let found = at_level(level, || gemm_accurate(a.view(), b.view())).unwrap();
        assert_same(found.view(), expected.view(), &level.to_string());
    }
    let found = without_tiles(|| gemm_accurate(a.view(), b.view())).unwrap();
    assert_same(found.view(), expected.view(), "without tiles");
    for threads in [1, 7] {
        let found = on_threads(threads, || gemm_accurate(a.view(), b.view())).unwrap();
        assert_same(found.view(), expected.view(), &format!("{threads} threads"));
    }
}

#[test]
fn accurate_products_with_factors() {
    let [a, b] = operands::<DoubleDouble>(Kind::Spread(3), [18, 5, 17], 11);
    let product = gemm_accurate(a.view(), b.view()).unwrap();
    let [c, _] = operands::<DoubleDouble>(Kind::Spread(3), [18, 17, 1], 12);
    let [alpha, beta] = [3.0, -0.5].map(word::<DoubleDouble>);
    let mut found = c.clone();
    gemm_accurate_into(alpha, a.view(), b.view(), beta, found.view_mut()).unwrap();
    let expected = Matrix::from_fn(18, 17, |i, j| {
        alpha * product.get(i, j).unwrap() + beta * c.get(i, j).unwrap()
    });
    assert_same(found.view(), expected.view(), "alpha and beta");
    // c is not read if beta is zero.
    let mut found = Matrix::from_fn(18, 17, |_, _| word::<DoubleDouble>(f64::NAN));
    gemm_accurate_into(word(1.0), a.view(), b.view(), word(0.0), found.view_mut()).unwrap();
    assert_same(found.view(), product.view(), "beta zero");
}

/// Rows and columns that are not finite give what the direct product gives, and leave the other entries alone.
#[test]
fn accurate_products_of_entries_that_are_not_finite() {
    let [mut a, mut b] = operands::<DoubleDouble>(Kind::Spread(3), [18, 20, 17], 13);
    let finite = gemm_accurate(a.view(), b.view()).unwrap();
    assert!(a.set(3, 4, word(f64::INFINITY)) && b.set(5, 6, word(f64::NAN)));
    let product = gemm_accurate(a.view(), b.view()).unwrap();
    let direct = gemm(a.view(), b.view()).unwrap();
    for (i, j) in (0..18).flat_map(|i| (0..17).map(move |j| (i, j))) {
        let [found, direct, finite] = [&product, &direct, &finite].map(|m| m.get(i, j).unwrap());
        if i == 3 || j == 6 {
            let both = [found.hi(), direct.hi()];
            assert!(both[0] == both[1] || both.iter().all(|x| x.is_nan()), "({i}, {j}): {both:?}");
        } else {
            assert_eq!(found, finite, "({i}, {j})");
        }
    }
}

#[test]
fn accurate_products_with_the_transpose() {
    for (kind, sizes) in [(Kind::Spread(0), [300, 9, 1]), (Kind::Spread(35), [40, 30, 1])] {
        let [a, _] = operands::<DoubleDouble>(kind, sizes, 14);
        let expected = gemm_accurate(a.view(), a.transpose()).unwrap();
        assert_same(syrk_accurate(a.view()).unwrap().view(), expected.view(), "a · aᵀ");
        assert_same(expected.view(), expected.transpose(), "symmetry");
    }
}

/// Terms that are far from one, where a product of two words would overflow or underflow.
#[test]
fn accurate_products_near_the_ends_of_the_range() {
    let power = |exponent: i32| DoubleDouble::from(f64::rounded(false, 1, exponent, false));
    let dot = |row: &[DoubleDouble], column: &[DoubleDouble]| {
        let row = Matrix::from_row_major(1, row.len(), row).unwrap();
        gemm_accurate(row.view(), Matrix::from_column(column).view()).unwrap().get(0, 0).unwrap()
    };
    assert_eq!(dot(&[power(1000), power(-1000)], &[power(-1000), power(1000)]), power(1));
    // The sum of 1000 products of 3/4 of the least number is 750 times the least number.
    let (mut row, mut column) = (vec![power(-540); 1002], vec![power(-535) * 1.5; 1002]);
    (row[0], row[1], column[0], column[1]) =
        (power(-400), power(0) * 0.0, power(0) * 0.0, power(-400));
    assert_eq!(dot(&row, &column), power(-1074) * 750.0);
    let infinite =
        dot(&[DoubleDouble::from(f64::INFINITY), power(0) * 0.0], &[power(-700), power(1000)]);
    assert_eq!(infinite.hi(), f64::INFINITY);
    // The low word becomes half an ulp of the high word, which is odd.
    let x = DoubleDouble::from_parts(1.0 + f64::EPSILON, 0.45 * f64::EPSILON);
    let tiny = dot(&[x], &[power(-1021)]);
    assert_eq!(tiny.hi() + tiny.lo(), tiny.hi());
}

/// Operands whose residues do not fit in the memory for residues at once.
#[test]
fn accurate_products_in_parts() {
    let [a, b] = operands::<DoubleDouble>(Kind::Integers, [1100, 8200, 2], 15);
    let product = gemm_accurate(a.view(), b.view()).unwrap();
    // These sums have at most 53 bits.
    assert_same(product.view(), gemm(a.view(), b.view()).unwrap().view(), "in parts");
}

#[test]
fn accurate_products_of_nothing() {
    let empty = Matrix::<DoubleDouble>::zeros(0, 3);
    assert_eq!(gemm_accurate(empty.view(), empty.transpose()).unwrap().rows(), 0);
    let zeros = gemm_accurate(empty.transpose(), empty.view()).unwrap();
    assert_eq!(zeros, Matrix::zeros(3, 3));
    let one = Matrix::from_column(&[word::<DoubleDouble>(f64::NAN)]);
    let no_columns = gemm_accurate(one.view(), Matrix::zeros(1, 0).view()).unwrap();
    assert_eq!((no_columns.rows(), no_columns.columns()), (1, 0));
    let error = gemm_accurate(empty.view(), empty.view()).unwrap_err();
    assert!(matches!(error, MatrixError::ShapesDiffer { operand: "b", .. }), "{error}");
}

#[test]
fn four_words_of_f64_are_too_many() {
    let one = Matrix::<QuadDouble>::identity(1);
    let error = gemm_accurate(one.view(), one.view()).unwrap_err();
    assert!(matches!(error, MatrixError::TooManyWords { words: 4, .. }), "{error}");
}

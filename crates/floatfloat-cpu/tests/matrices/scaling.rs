//! Systems near the ends of the range: factors and solutions have the digits that they have in the middle.

use floatfloat::{
    DoubleDouble, FloatFloat, NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat,
    WordArray,
};
use floatfloat_cpu::{
    Number,
    matrix::{Cholesky, Lu, Matrix, MatrixError, MatrixView, Qr, least_squares, solve},
};
use floatfloat_exact::Random;

fn power<T: Number>(exponent: i32) -> T::Word {
    T::Word::rounded(false, 1, exponent, false)
}

/// Small integers, which every power of two in the range of the type leaves exact.
fn integers<T: Number>(rows: usize, columns: usize, seed: u64) -> Matrix<T> {
    let mut random = Random::new(seed);
    Matrix::from_fn(rows, columns, |i, j| {
        let dominant = if i == j { 1000 } else { 0 };
        T::from_word(T::Word::nearest(f64::from(dominant + random.between(-9, 9))))
    })
}

/// A matrix times 2^exponent, exactly.
fn times<T: Number>(a: MatrixView<'_, T>, exponent: i32) -> Matrix<T> {
    let entry = |i, j| {
        let parts = a.get(i, j).unwrap().parts();
        T::from_parts(WordArray::each(|k| parts[k] * power::<T>(exponent)))
    };
    Matrix::from_fn(a.rows(), a.columns(), entry)
}

fn assert_same<T: Number>(found: MatrixView<'_, T>, expected: MatrixView<'_, T>, what: &str) {
    assert_eq!(found.shape(), expected.shape());
    assert!(found == expected, "{what}: {found:?}, expected {expected:?}");
}

/// Powers of two by which the entries below, of 10 bits, come near both ends of the range.
fn ends<T: Number>() -> [i32; 2] {
    [T::Word::LEAST_EXPONENT, T::Word::LARGEST_EXPONENT - 12]
}

fn factors_and_solutions<T: Number>() {
    for size in [1, 2, 7, 40] {
        let (a, b) = (integers::<T>(size, size, 1), integers::<T>(size, 3, 2));
        let lu = Lu::new(a.view()).unwrap();
        let [mut x, mut transposed] = [b.clone(), b.clone()];
        lu.solve_in_place(x.view_mut()).unwrap();
        lu.solve_transposed_in_place(transposed.view_mut()).unwrap();
        let condition = lu.reciprocal_condition(a.view()).unwrap();
        let solution = solve(a.view(), b.view()).unwrap();

        let symmetric = Matrix::from_fn(size, size, |i, j| a.get(i.max(j), i.min(j)).unwrap());
        let mut by_cholesky = b.clone();
        Cholesky::new(symmetric.view()).unwrap().solve_in_place(by_cholesky.view_mut()).unwrap();

        for end in ends::<T>() {
            let what = format!("{size}, 2^{end}");
            let of_one = &b;
            let (a, b) = (times(a.view(), end), times(b.view(), end));
            let scaled = Lu::new(a.view()).unwrap();
            assert_eq!(scaled.permutation(), lu.permutation(), "{what}");
            let mut found = b.clone();
            scaled.solve_in_place(found.view_mut()).unwrap();
            assert_same(found.view(), x.view(), &format!("LU, {what}"));
            let mut found = b.clone();
            scaled.solve_transposed_in_place(found.view_mut()).unwrap();
            assert_same(found.view(), transposed.view(), &format!("transposed LU, {what}"));
            assert_eq!(scaled.reciprocal_condition(a.view()).unwrap(), condition, "{what}");
            let found = solve(a.view(), b.view()).unwrap();
            assert_same(found.x.view(), solution.x.view(), &format!("solve, {what}"));

            // Square roots scale exactly by even powers.
            let even = end / 2 * 2;
            let mut found = times(of_one.view(), even);
            let cholesky = Cholesky::new(times(symmetric.view(), even).view()).unwrap();
            cholesky.solve_in_place(found.view_mut()).unwrap();
            assert_same(found.view(), by_cholesky.view(), &format!("Cholesky, {what}"));
        }
    }
}

fn of_least_squares<T: Number>() {
    let (a, b) = (integers::<T>(9, 4, 3), integers::<T>(9, 2, 4));
    let expected = least_squares(a.view(), b.view()).unwrap();
    let qr = Qr::new(a.view()).unwrap();
    for end in ends::<T>() {
        let (a, b) = (times(a.view(), end), times(b.view(), end));
        let found = least_squares(a.view(), b.view()).unwrap();
        assert_same(found.x.view(), expected.x.view(), &format!("2^{end}"));
        // Products of its entries with others lie in the range again.
        let scaled = Qr::new(a.view()).unwrap();
        assert_same(scaled.r(), times(qr.r(), end).view(), &format!("R, 2^{end}"));
    }
}

/// Equations and unknowns of any sizes, whose solution is known.
fn rows_and_columns_of_any_sizes<T: Number>() {
    let size = 12;
    let mut random = Random::new(5);
    let a = integers::<T>(size, size, 6);
    let x: Vec<T> =
        (0..size).map(|i| T::from_word(T::Word::nearest(f64::from(i as i32 - 5)))).collect();
    let product = |i: usize| {
        let terms = x.iter().enumerate().map(|(j, &x)| a.get(i, j).unwrap() * x);
        terms.reduce(|sum, term| sum + term).unwrap()
    };
    // Half of the range each, so that a sum of both exponents stays inside, with room for low words.
    let most = T::Word::LARGEST_EXPONENT / 2 - 20;
    let mut draw = || -> Vec<i32> { (0..size).map(|_| random.between(-most, most)).collect() };
    let (rows, columns) = (draw(), draw());
    let scaled = |x: T, exponent: i32| {
        let parts = x.parts();
        T::from_parts(WordArray::each(|k| parts[k] * power::<T>(exponent)))
    };
    let a = Matrix::from_fn(size, size, |i, j| scaled(a.get(i, j).unwrap(), rows[i] + columns[j]));
    let b = Matrix::from_fn(size, 1, |i, _| scaled(product(i), rows[i]));
    let found = solve(a.view(), b.view()).unwrap();
    assert!(found.reciprocal_condition > 1e-3, "{}", found.reciprocal_condition);
    let unit = (-(T::WORDS as f64) * f64::from(<T::Word as floatfloat::Word>::PRECISION)).exp2();
    for (j, &x) in x.iter().enumerate() {
        let x = scaled(x, -columns[j]);
        let error: f64 = (found.x.get(j, 0).unwrap() - x).abs().hi().into();
        let size: f64 = scaled(T::from_word(T::Word::nearest(6.0)), -columns[j]).hi().into();
        assert!(error <= 1e4 * unit * size, "{j}: {error:e} of {size:e}");
    }
}

macro_rules! tests {
    ($($name:ident $number:ty;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn factors_and_solutions() {
                super::factors_and_solutions::<$number>();
            }

            #[test]
            fn least_squares() {
                super::of_least_squares::<$number>();
            }

            #[test]
            fn rows_and_columns_of_any_sizes() {
                super::rows_and_columns_of_any_sizes::<$number>();
            }
        }
    )*};
}

tests! {
    ff FloatFloat;
    dd DoubleDouble;
    tf TripleFloat;
    td TripleDouble;
    qf QuadFloat;
    qd QuadDouble;
}

#[test]
fn a_solution_beyond_the_range_is_an_error() {
    let word = |value: f64| Matrix::from_fn(1, 1, |_, _| DoubleDouble::from(value));
    let refused = solve(word(1e-300).view(), word(1e300).view()).unwrap_err();
    assert_eq!(refused, MatrixError::Overflow { operation: "solve", column: 0 });
    let below = solve(word(1e300).view(), word(1e-300).view()).unwrap();
    assert_eq!(below.x.get(0, 0), Some(DoubleDouble::from(0.0)));
}

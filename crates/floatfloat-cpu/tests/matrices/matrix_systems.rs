//! Linear systems: residuals, computed exactly, within the stated bounds;
//! matrices without a solution are refused.

use crate::{
    data::{
        assert_same, exact, exact_dot, exact_entries, graded, number, random_matrix, within, word,
    },
    on_threads,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Element,
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, Qr, Triangle, gemm, least_squares, residual, solve,
        solve_triangular,
    },
};
use floatfloat_exact::{Exact, Random};

/// A Hilbert matrix times a number that makes all entries integers, exactly represented: that of
/// 1 / (i + j + 1) times the least common multiple.
fn hilbert<E: Element>(size: usize) -> Matrix<DoubleWord<E>> {
    let gcd = |mut x: u64, mut y: u64| {
        while y != 0 {
            (x, y) = (y, x % y);
        }
        x
    };
    let multiple = (1..2 * size as u64).fold(1, |lcm, k| lcm / gcd(lcm, k) * k);
    Matrix::from_fn(size, size, |i, j| {
        let integer = multiple / (i + j + 1) as u64;
        let high = E::nearest(integer as f64);
        let rest = integer as i128 - Into::<f64>::into(high) as i128;
        DoubleWord::from_parts(high, E::nearest(rest as f64))
    })
}

/// ‖b − a·x‖∞ ≤ 8u²·(‖a‖∞·‖x‖∞ + ‖b‖∞), exactly.
fn assert_solves<E: Element>(
    a: &Matrix<DoubleWord<E>>,
    x: &Matrix<DoubleWord<E>>,
    b: &Matrix<DoubleWord<E>>,
    what: &str,
) {
    let (a, x, b) =
        (exact_entries(a.view()), exact_entries(x.transpose()), exact_entries(b.transpose()));
    let largest = |numbers: &mut dyn Iterator<Item = Exact>| numbers.fold(Exact::ZERO, Exact::max);
    let norm = largest(&mut a.iter().map(|row| row.iter().map(|entry| entry.clone().abs()).sum()));
    for (x, b) in x.iter().zip(&b) {
        let norm_x = largest(&mut x.iter().map(|entry| entry.clone().abs()));
        let norm_b = largest(&mut b.iter().map(|entry| entry.clone().abs()));
        for (row, b) in a.iter().zip(b) {
            let [sum, _] = exact_dot(row.iter().zip(x));
            let size = norm.clone() * norm_x.clone() + norm_b.clone();
            assert!(within::<E>(sum - b.clone(), 8.0, size), "{what}");
        }
    }
}

fn systems<E: Element>() {
    for size in [0, 1, 2, 7, 33, 64, 100] {
        for (a, what) in [
            (random_matrix::<E>(size, size, 0, 10), "random"),
            (random_matrix::<E>(size, size, 8, 11), "wide"),
            (graded(size, 6, 12), "graded"),
        ] {
            let b = random_matrix::<E>(size, 3, 2, 13);
            let solution = solve(a.view(), b.view()).unwrap();
            assert_solves(&a, &solution.x, &b, &format!("{what}, {size}"));
        }
    }
    // As far as two words hold the integers and the condition number is below 1 / (4nu²).
    let largest = if E::PRECISION == 24 { 9 } else { 20 };
    for size in 2..=largest {
        let (a, ones) = (hilbert::<E>(size), Matrix::from_fn(size, 1, |_, _| word(1.0)));
        let b = gemm(a.view(), ones.view()).unwrap();
        let solution = solve(a.view(), b.view()).unwrap();
        assert_solves(&a, &solution.x, &b, &format!("Hilbert, {size}"));
        for (i, number) in solution.x.to_row_major().into_iter().enumerate() {
            let error: f64 = (number - word(1.0)).abs().hi().into();
            let limit = 4.0 * size as f64 / solution.reciprocal_condition;
            let limit = limit * (-2.0 * f64::from(E::PRECISION)).exp2();
            assert!(error <= limit, "Hilbert, {size}, {i}: {error:e}, {limit:e}");
        }
    }
}

#[test]
fn systems_f64() {
    systems::<f64>();
}

#[test]
fn systems_f32() {
    systems::<f32>();
}

/// The residual of three words is right to 4u² of itself and 16n²u³ of the magnitudes.
fn residuals<E: Element>() {
    for size in [1, 17, 40, 150] {
        let a = random_matrix::<E>(size, size, 3, 20);
        let b = random_matrix::<E>(size, 2, 3, 21);
        let mut x = b.clone();
        Lu::new(a.view()).unwrap().solve_in_place(x.view_mut()).unwrap();
        let transposed = a.transpose().to_matrix();
        for a in [a.view(), transposed.view().transpose()] {
            let r = residual(a, x.view(), b.view()).unwrap();
            let (exact_a, exact_x) = (exact_entries(a), exact_entries(x.transpose()));
            for (i, row) in exact_a.iter().enumerate() {
                for (j, x) in exact_x.iter().enumerate() {
                    let [sum, size_of_sum] = exact_dot(row.iter().zip(x));
                    let right = exact(b.get(i, j).unwrap());
                    let size_of_sum = size_of_sum + right.clone().abs();
                    let expected = right - sum;
                    let error = (exact(r.get(i, j).unwrap()) - expected.clone()).abs();
                    let bits = i64::from(E::PRECISION);
                    let factor = Exact::new(16.0 * (size * size) as f64);
                    let limit = expected.abs().shifted(2 - 2 * bits)
                        + (size_of_sum * factor).shifted(-3 * bits);
                    assert!(error <= limit, "size {size}, ({i}, {j})");
                }
            }
        }
    }
}

#[test]
fn residuals_of_three_words() {
    residuals::<f64>();
    residuals::<f32>();
}

fn fits<E: Element>() {
    for (rows, columns) in [(1, 1), (9, 4), (33, 33), (70, 5), (60, 40)] {
        let a = random_matrix::<E>(rows, columns, 2, 30);
        let b = random_matrix::<E>(rows, 2, 2, 31);
        let found = least_squares(a.view(), b.view()).unwrap();
        let (exact_a, exact_x) = (exact_entries(a.view()), exact_entries(found.x.transpose()));
        // The gradient vanishes: Aᵀ(b − A·x), exactly, up to a change of u² in x.
        for (j, x) in exact_x.iter().enumerate() {
            let rest: Vec<Exact> = (0..rows)
                .map(|i| {
                    exact(b.get(i, j).unwrap()) - exact_dot(exact_a[i].iter().zip(x))[0].clone()
                })
                .collect();
            let largest_x = x.iter().map(|x| x.clone().abs()).fold(Exact::ZERO, Exact::max);
            for column in 0..columns {
                let gradient =
                    exact_dot(exact_a.iter().map(|row| &row[column]).zip(&rest))[0].clone();
                let size: Exact = exact_a
                    .iter()
                    .map(|row| {
                        row[column].clone().abs() * row.iter().map(|a| a.clone().abs()).sum()
                    })
                    .sum();
                assert!(within::<E>(gradient, 8.0, size * largest_x.clone()), "{rows} × {columns}");
            }
        }
    }
}

#[test]
fn least_squares_problems() {
    fits::<f64>();
    fits::<f32>();
}

fn refused<E: Element>() {
    let singular = |size: usize, column: usize| {
        let mut random = Random::new(40);
        let a = Matrix::from_fn(size, size, |_, _| number::<E>(&mut random, 0));
        Matrix::from_fn(size, size, |i, j| a.get(i, if j == column { 0 } else { j }).unwrap())
    };
    for size in [2, 5, 33, 80] {
        let a = singular(size, size - 1);
        let b = random_matrix::<E>(size, 1, 0, 41);
        let error = solve(a.view(), b.view()).unwrap_err();
        assert!(
            matches!(error, MatrixError::NearlySingular { .. } | MatrixError::Singular { .. }),
            "{error}"
        );
        let error = least_squares(a.view(), b.view()).unwrap_err();
        assert_eq!(error, MatrixError::RankDeficient { column: size - 1 });
        let zero_column = Matrix::from_fn(size, size, |i, j| {
            if j == size / 2 { word(0.0) } else { a.get(i, j).unwrap() }
        });
        let error = Lu::new(zero_column.view()).unwrap_err();
        assert_eq!(error, MatrixError::Singular { column: size / 2 });
        // Rank one, in integers.
        let outer = Matrix::from_fn(size, size, |i, j| word(((i + 1) * (j + 1)) as f64));
        assert!(solve(outer.view(), b.view()).is_err());
        assert_eq!(
            least_squares(outer.view(), b.view()).unwrap_err(),
            MatrixError::RankDeficient { column: 1 }
        );
        let mut infinite = a.clone();
        assert!(infinite.set(1, 0, DoubleWord::from_word(E::INFINITY)));
        let error = Lu::new(infinite.view()).unwrap_err().to_string();
        assert_eq!(error, "lu: row 1, column 0 of the matrix (counted from 0) is not finite");
        assert!(matches!(Qr::new(infinite.view()), Err(MatrixError::NotFinite { .. })));
        assert!(matches!(Cholesky::new(infinite.view()), Err(MatrixError::NotFinite { .. })));
        let zeros = Matrix::<DoubleWord<E>>::zeros(size, size);
        let mut x = b.clone();
        let error = solve_triangular(Triangle::Upper, zeros.view(), x.view_mut()).unwrap_err();
        assert_eq!(error, MatrixError::Singular { column: 0 });
        assert_same(&x, &b, "unchanged");
    }
    let (wide, b) = (Matrix::<DoubleWord<E>>::zeros(2, 3), Matrix::zeros(2, 1));
    assert!(matches!(
        least_squares(wide.view(), b.view()),
        Err(MatrixError::Underdetermined { .. })
    ));
    assert!(matches!(solve(wide.view(), b.view()), Err(MatrixError::NotSquare { .. })));
    assert!(matches!(Cholesky::new(wide.view()), Err(MatrixError::NotSquare { .. })));
    let identity = Matrix::<DoubleWord<E>>::identity(3);
    assert!(matches!(solve(identity.view(), b.view()), Err(MatrixError::ShapesDiffer { .. })));
    assert!(matches!(
        least_squares(identity.view(), b.view()),
        Err(MatrixError::ShapesDiffer { .. })
    ));
}

#[test]
fn singular_and_unfit_matrices_are_refused() {
    refused::<f64>();
    refused::<f32>();
}

/// The factors and the solution have the same bits with any number of threads.
#[test]
fn threads() {
    let (a, b) = (random_matrix::<f64>(300, 300, 0, 50), random_matrix(300, 5, 0, 51));
    let compute = || {
        let lu = Lu::new(a.view()).unwrap();
        let qr = Qr::new(a.view()).unwrap();
        let x = solve(a.view(), b.view()).unwrap().x;
        [lu.factors().to_matrix(), qr.r().to_matrix(), x]
    };
    let expected = on_threads(1, compute);
    for threads in [2, 5] {
        for (found, expected) in on_threads(threads, compute).iter().zip(&expected) {
            assert_same(found, expected, &format!("{threads} threads"));
        }
    }
}

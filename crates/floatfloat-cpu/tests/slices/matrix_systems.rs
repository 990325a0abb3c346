//! Factorisations and linear systems: residuals, computed exactly, within the stated bounds;
//! matrices without a solution are refused.

use crate::{
    matrices::{assert_same, exact, exact_dot, exact_entries, number, random_matrix, within, word},
    on_threads,
};
use floatfloat::{DoubleDouble, DoubleWord};
use floatfloat_cpu::{
    Element, at_level, levels,
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, MatrixView, Qr, Triangle, gemm, least_squares, residual,
        solve, solve_triangular,
    },
};
use floatfloat_exact::{Exact, Random};

/// Entry by entry, |l·r − a| ≤ bound · u² · |l|·|r|.
fn assert_product<E: Element>(
    l: MatrixView<'_, DoubleWord<E>>,
    r: MatrixView<'_, DoubleWord<E>>,
    a: MatrixView<'_, DoubleWord<E>>,
    bound: f64,
    what: &str,
) {
    let (l, r, a) = (exact_entries(l), exact_entries(r.transpose()), exact_entries(a));
    for (i, row) in l.iter().enumerate() {
        for (j, column) in r.iter().enumerate() {
            let [sum, size] = exact_dot(row.iter().zip(column));
            assert!(within::<E>(sum - a[i][j].clone(), bound, size), "{what}, entry ({i}, {j})");
        }
    }
}

/// Rows and columns of sizes from 2^-span to 2^span.
fn graded<E: Element>(size: usize, span: i32, seed: u64) -> Matrix<DoubleWord<E>> {
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

const SIZES: [usize; 9] = [0, 1, 2, 15, 31, 32, 33, 65, 100];

fn lu<E: Element>() {
    for size in SIZES {
        for a in [random_matrix::<E>(size, size, 0, 1), graded(size, E::PRECISION as i32 / 5, 2)] {
            let lu = Lu::new(a.view()).unwrap();
            let factors = lu.factors();
            let entry = |i, j| factors.get(i, j).unwrap();
            let lower = Matrix::from_fn(size, size, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => word(0.0),
                std::cmp::Ordering::Equal => word(1.0),
                std::cmp::Ordering::Greater => entry(i, j),
            });
            let upper =
                Matrix::from_fn(size, size, |i, j| if i > j { word(0.0) } else { entry(i, j) });
            let one = E::nearest(1.0);
            assert!(lower.to_row_major().iter().all(|number| number.hi().abs() <= one));
            let rows = lu.permutation();
            let permuted = Matrix::from_fn(size, size, |i, j| a.get(rows[i], j).unwrap());
            let bound = 16.0 * size as f64 + 1024.0;
            assert_product(
                lower.view(),
                upper.view(),
                permuted.view(),
                bound,
                &format!("size {size}"),
            );
            for level in levels() {
                let other = at_level(level, || Lu::new(a.view())).unwrap();
                assert_same(
                    &other.factors().to_matrix(),
                    &factors.to_matrix(),
                    &format!("{level:?}"),
                );
                assert_eq!(other.permutation(), rows);
            }
            let b = random_matrix::<E>(size, 3, 0, 3);
            let mut x = b.clone();
            lu.solve_transposed_in_place(x.view_mut()).unwrap();
            let same = solve(a.view().transpose(), b.view()).unwrap().x;
            let condition = 1.0 / lu.reciprocal_condition(a.view()).unwrap();
            for (found, expected) in x.to_row_major().into_iter().zip(same.to_row_major()) {
                let error: f64 = (found - expected).abs().hi().into();
                let largest =
                    same.to_row_major().into_iter().map(|x| -> f64 { x.hi().abs().into() });
                let limit = condition * largest.fold(0.0, f64::max) * bound;
                assert!(error <= limit * (-2.0 * f64::from(E::PRECISION)).exp2());
            }
        }
    }
}

#[test]
fn lu_f64() {
    lu::<f64>();
}

#[test]
fn lu_f32() {
    lu::<f32>();
}

fn triangles<E: Element>() {
    for size in SIZES {
        for (columns, triangle) in [
            (1, Triangle::Lower),
            (7, Triangle::UnitLower),
            (17, Triangle::Upper),
            (3, Triangle::UnitUpper),
        ] {
            let lower = matches!(triangle, Triangle::Lower | Triangle::UnitLower);
            let unit = matches!(triangle, Triangle::UnitLower | Triangle::UnitUpper);
            let mut a = random_matrix::<E>(size, size, 1, 1);
            let t = Matrix::from_fn(size, size, |i, j| match i == j {
                true if unit => word(1.0),
                true => a.get(i, j).unwrap(),
                false if (i > j) == lower => a.get(i, j).unwrap(),
                false => word(0.0),
            });
            // The other triangle is not read.
            for (i, j) in (0..size).flat_map(|i| (0..size).map(move |j| (i, j))) {
                if (i > j) != lower && i != j || i == j && unit {
                    assert!(a.set(i, j, DoubleWord::from_word(E::NAN)));
                }
            }
            let b = random_matrix::<E>(size, columns, 1, 2);
            let mut x = b.clone();
            solve_triangular(triangle, a.view(), x.view_mut()).unwrap();
            let bound = 16.0 * size as f64 + 1024.0;
            assert_product(t.view(), x.view(), b.view(), bound, &format!("{triangle:?}, {size}"));
            let mut transposed = b.transpose().to_matrix();
            solve_triangular(triangle, a.view(), transposed.view_mut().transpose()).unwrap();
            assert_same(&transposed.transpose().to_matrix(), &x, "transposed right-hand sides");
            let opposite = match triangle {
                Triangle::Lower => Triangle::Upper,
                Triangle::UnitLower => Triangle::UnitUpper,
                Triangle::Upper => Triangle::Lower,
                _ => Triangle::UnitLower,
            };
            let (mut same, copy) = (b.clone(), a.transpose().to_matrix());
            solve_triangular(opposite, copy.view().transpose().transpose(), same.view_mut())
                .unwrap();
            let mut other = b.clone();
            solve_triangular(opposite, a.view().transpose(), other.view_mut()).unwrap();
            assert_same(&same, &other, "transposed triangle");
        }
    }
}

#[test]
fn triangular_systems() {
    triangles::<f64>();
    triangles::<f32>();
}

fn cholesky<E: Element>() {
    for size in SIZES {
        let root = random_matrix::<E>(size, size + 3, 0, 4);
        let mut a = gemm(root.view(), root.transpose()).unwrap();
        let symmetric = Matrix::from_fn(size, size, |i, j| a.get(i.max(j), i.min(j)).unwrap());
        // What is above the diagonal is not read, as long as it is finite.
        for (i, j) in (0..size).flat_map(|i| (i + 1..size).map(move |j| (i, j))) {
            assert!(a.set(i, j, word(1e9)));
        }
        let factors = Cholesky::new(a.view()).unwrap();
        let l = factors.factor();
        let bound = 16.0 * size as f64 + 1024.0;
        assert_product(l, l.transpose(), symmetric.view(), bound, &format!("size {size}"));
        for level in levels() {
            let other = at_level(level, || Cholesky::new(a.view())).unwrap();
            assert_same(&other.factor().to_matrix(), &l.to_matrix(), &format!("{level:?}"));
        }
        let b = random_matrix::<E>(size, 2, 0, 5);
        let mut x = b.clone();
        factors.solve_in_place(x.view_mut()).unwrap();
        let expected = solve(symmetric.view(), b.view()).unwrap();
        for (found, expected_x) in x.to_row_major().into_iter().zip(expected.x.to_row_major()) {
            let error: f64 = (found - expected_x).abs().hi().into();
            let sizes =
                expected.x.to_row_major().into_iter().map(|x| -> f64 { x.hi().abs().into() });
            let limit =
                bound * size as f64 * sizes.fold(0.0, f64::max) / expected.reciprocal_condition;
            assert!(error <= limit * (-2.0 * f64::from(E::PRECISION)).exp2(), "size {size}");
        }
        if size > 0 {
            assert!(a.set(size - 1, size - 1, word(-1.0)));
            let refused = Cholesky::new(a.view()).unwrap_err();
            assert_eq!(refused, MatrixError::NotPositiveDefinite { column: size - 1 });
        }
    }
}

#[test]
fn cholesky_factors() {
    cholesky::<f64>();
    cholesky::<f32>();
}

/// Exactly orthogonal is Q, up to rounding, and Q·R is A.
fn qr<E: Element>() {
    for (rows, columns) in [(0, 0), (1, 1), (5, 0), (7, 3), (32, 32), (40, 33), (90, 65)] {
        for span in [0, 20] {
            let a = random_matrix::<E>(rows, columns, span, 6);
            let qr = Qr::new(a.view()).unwrap();
            let mut found = Matrix::zeros(rows, columns);
            let upper = found.view_mut().block(0..columns, 0..columns);
            upper.unwrap().copy_from(qr.r()).unwrap();
            qr.apply_q(false, found.view_mut()).unwrap();
            let mut back = found.clone();
            qr.apply_q(true, back.view_mut()).unwrap();
            let bound = 65536.0 * columns as f64 + 8.0 * (rows * columns) as f64;
            let (exact_a, exact_found) = (exact_entries(a.view()), exact_entries(found.view()));
            let exact_back = exact_entries(back.view());
            for j in 0..columns {
                let square = |column: &dyn Fn(usize) -> Exact| {
                    (0..rows).map(|i| column(i) * column(i)).sum::<Exact>()
                };
                let size = square(&|i| exact_a[i][j].clone());
                let limit =
                    (size * Exact::new(bound * bound)).shifted(-4 * i64::from(E::PRECISION));
                let error = square(&|i| exact_found[i][j].clone() - exact_a[i][j].clone());
                assert!(error <= limit, "{rows} × {columns}, column {j}");
                let error = square(&|i| {
                    let upper = if i <= j { exact(qr.r().get(i, j).unwrap()) } else { Exact::ZERO };
                    exact_back[i][j].clone() - upper
                });
                assert!(error <= limit, "{rows} × {columns}, column {j} back");
            }
            for level in levels() {
                let other = at_level(level, || Qr::new(a.view())).unwrap();
                assert_same(&other.r().to_matrix(), &qr.r().to_matrix(), &format!("{level:?}"));
            }
        }
    }
}

#[test]
fn qr_factors() {
    qr::<f64>();
    qr::<f32>();
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

/// The estimate is at least the true reciprocal, and at most three times it, here.
#[test]
fn condition_of_known_matrices() {
    for size in [2, 5, 12, 40] {
        // A bidiagonal matrix whose inverse has the powers of two above its diagonal.
        let a = Matrix::from_fn(size, size, |i, j| match j.wrapping_sub(i) {
            0 => word::<f64>(1.0),
            1 => word(-2.0),
            _ => word(0.0),
        });
        let truth = 1.0 / (3.0 * ((size as f64).exp2() - 1.0));
        let found = Lu::new(a.view()).unwrap().reciprocal_condition(a.view()).unwrap();
        assert!(found >= truth * 0.999 && found <= 3.0 * truth, "{found:e}, {truth:e}");
    }
    let lu = Lu::new(Matrix::<DoubleDouble>::identity(4).view()).unwrap();
    assert_eq!(lu.determinant(), word(1.0));
    let swapped = Matrix::<DoubleDouble>::from_words(2, 2, &[0.0, 2.0, 3.0, 0.0]).unwrap();
    assert_eq!(Lu::new(swapped.view()).unwrap().determinant(), word(-6.0));
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

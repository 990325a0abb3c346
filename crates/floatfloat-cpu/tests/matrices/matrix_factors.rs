//! Factorisations and triangular systems: products of the factors, computed exactly, within the stated bounds of the
//! matrix.

use crate::data::{
    assert_same, exact, exact_dot, exact_entries, graded, random_matrix, within, word,
};
use floatfloat::{DoubleDouble, DoubleWord};
use floatfloat_cpu::{
    Element, at_level, levels,
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, MatrixView, Qr, Triangle, gemm, solve, solve_triangular,
    },
};
use floatfloat_exact::Exact;

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

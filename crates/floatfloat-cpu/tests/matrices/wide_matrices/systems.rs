//! Factorisations and systems of three and four words within their bounds.

use super::{assert_product, assert_same, bits, matrix, rows, word};
use crate::data::exact_dot;
use floatfloat::{NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat, Word};
use floatfloat_cpu::{
    Number, at_level, levels,
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, Qr, Triangle, gemm, least_squares, product_bound,
        residual, solve, solve_triangular,
    },
};
use floatfloat_exact::Exact;

/// 16·n + 2^12 for three words, 32·n + 2^15 for four.
fn factor_bound<T: Number>(size: usize) -> f64 {
    let (of_size, rest) = if T::WORDS == 3 { (16.0, 4096.0) } else { (32.0, 32768.0) };
    of_size * size as f64 + rest
}

fn factors<T: Number>() {
    for size in [0, 1, 2, 33, 50] {
        let what = format!("size {size}");
        let a = matrix::<T>(size, size, 0, 10);
        let lu = Lu::new(a.view()).unwrap();
        let entry = |i, j| lu.factors().get(i, j).unwrap();
        let triangle = |keep: &dyn Fn(usize, usize) -> bool| {
            Matrix::from_fn(size, size, |i, j| match () {
                () if keep(i, j) => entry(i, j),
                () => word::<T>(f64::from(u8::from(i == j))),
            })
        };
        let (lower, upper) = (triangle(&|i, j| i > j), triangle(&|i, j| i <= j));
        let order = lu.permutation();
        let permuted = Matrix::from_fn(size, size, |i, j| a.get(order[i], j).unwrap());
        assert_product(lower.view(), upper.view(), permuted.view(), factor_bound::<T>(size), &what);

        let root = matrix::<T>(size, size + 3, 0, 11);
        let square = gemm(root.view(), root.transpose()).unwrap();
        let cholesky = Cholesky::new(square.view()).unwrap();
        let l = cholesky.factor();
        assert_product(l, l.transpose(), square.view(), factor_bound::<T>(size), &what);

        for level in levels() {
            let what = format!("{what}, {level:?}");
            at_level(level, || {
                assert_same(Lu::new(a.view()).unwrap().factors(), lu.factors(), &what);
                assert_same(Cholesky::new(square.view()).unwrap().factor(), l, &what);
            });
        }
        let b = matrix::<T>(size, 3, 0, 12);
        let mut x = b.clone();
        cholesky.solve_in_place(x.view_mut()).unwrap();
        let expected = solve(square.view(), b.view()).unwrap();
        let size_of = |x: &Matrix<T>| {
            x.to_row_major().into_iter().map(|x| -> f64 { x.hi().abs().into() }).fold(0.0, f64::max)
        };
        let limit = factor_bound::<T>(size) * size as f64 * size_of(&expected.x)
            / expected.reciprocal_condition
            * (-bits::<T>() as f64).exp2();
        for (found, expected) in x.to_row_major().into_iter().zip(expected.x.to_row_major()) {
            let error: f64 = (found - expected).hi().abs().into();
            assert!(error <= limit, "{what}: {error:e}, {limit:e}");
        }
    }
    let outer = Matrix::from_fn(4, 4, |i, j| word::<T>(((i + 1) * (j + 1)) as f64));
    assert!(Lu::new(outer.view()).is_err() && Cholesky::new(outer.view()).is_err());
    assert!(matches!(Qr::new(outer.view()), Err(MatrixError::RankDeficient { column: 1 })));
}

#[test]
fn factorisations() {
    factors::<TripleDouble>();
    factors::<QuadDouble>();
    factors::<TripleFloat>();
    factors::<QuadFloat>();
}

fn triangles<T: Number>() {
    for (size, columns, triangle) in [
        (7, 1, Triangle::Lower),
        (17, 9, Triangle::UnitLower),
        (33, 2, Triangle::Upper),
        (40, 5, Triangle::UnitUpper),
    ] {
        let is_lower = matches!(triangle, Triangle::Lower | Triangle::UnitLower);
        let is_unit = matches!(triangle, Triangle::UnitLower | Triangle::UnitUpper);
        let a = matrix::<T>(size, size, 0, 13);
        let t = Matrix::from_fn(size, size, |i, j| match i == j {
            true if is_unit => word::<T>(1.0),
            false if (i > j) != is_lower => word::<T>(0.0),
            _ => a.get(i, j).unwrap(),
        });
        let b = matrix::<T>(size, columns, 0, 14);
        let mut x = b.clone();
        solve_triangular(triangle, a.view(), x.view_mut()).unwrap();
        let what = format!("{triangle:?}, {size}");
        assert_product(t.view(), x.view(), b.view(), factor_bound::<T>(size), &what);
        let mut transposed = b.transpose().to_matrix();
        solve_triangular(triangle, a.view(), transposed.view_mut().transpose()).unwrap();
        assert_same(transposed.transpose(), x.view(), &what);
    }
}

#[test]
fn triangular_systems() {
    triangles::<TripleDouble>();
    triangles::<QuadDouble>();
    triangles::<TripleFloat>();
    triangles::<QuadFloat>();
}

/// Q·R is A, and Qᵀ·Q·R is R.
fn qr<T: Number>() {
    for (m, n) in [(1, 1), (5, 0), (7, 3), (40, 33)] {
        let a = matrix::<T>(m, n, 3, 15);
        let qr = Qr::new(a.view()).unwrap();
        let mut upper = Matrix::<T>::zeros(m, n);
        upper.view_mut().block(0..n, 0..n).unwrap().copy_from(qr.r()).unwrap();
        let mut found = upper.clone();
        qr.apply_q(false, found.view_mut()).unwrap();
        let mut back = found.clone();
        qr.apply_q(true, back.view_mut()).unwrap();
        let of_columns = if T::WORDS == 3 { 18 } else { 21 };
        let bound = f64::from(1 << of_columns) * n as f64 + 1024.0 * (m * n) as f64;
        let square = |x: Exact| x.clone() * x;
        let (exact_a, exact_r) = (rows(a.view()), rows(upper.view()));
        for (exact, found) in [(&exact_a, rows(found.view())), (&exact_r, rows(back.view()))] {
            for j in 0..n {
                let size: Exact = (0..m).map(|i| square(exact_a[i][j].clone())).sum();
                let error: Exact =
                    (0..m).map(|i| square(found[i][j].clone() - exact[i][j].clone())).sum();
                let allowed = (size * Exact::new(bound * bound)).shifted(-2 * bits::<T>());
                assert!(error <= allowed, "{m} × {n}, column {j}");
            }
        }
        for level in levels() {
            let other = at_level(level, || Qr::new(a.view())).unwrap();
            assert_same(other.r(), qr.r(), &format!("{level:?}"));
        }
        let b = matrix::<T>(m, 1, 0, 16);
        let found = least_squares(a.view(), b.view()).unwrap();
        // What is left over is orthogonal to the columns.
        let (columns, left) = (rows(a.transpose()), rows(found.residual.transpose()));
        for column in &columns {
            let [sum, _] = exact_dot(column.iter().zip(&left[0]));
            let norm = |x: &[Exact]| x.iter().cloned().map(square).sum::<Exact>();
            let allowed = norm(column) * norm(&rows(b.transpose())[0]);
            let allowed = (allowed * Exact::new(bound * bound)).shifted(-2 * bits::<T>());
            assert!(square(sum) <= allowed, "{m} × {n}");
        }
    }
}

#[test]
fn qr_and_least_squares() {
    qr::<TripleDouble>();
    qr::<QuadDouble>();
    qr::<TripleFloat>();
    qr::<QuadFloat>();
}

/// ‖b − a·x‖∞ ≤ 2 · product_bound(n + 1) · (‖a‖∞·‖x‖∞ + ‖b‖∞), exactly.
fn systems<T: Number>() {
    for size in [1, 2, 7, 40] {
        // The last are Hilbert's, rounded, as far as they are not singular.
        let order = size.min(2 * T::WORDS);
        let one = word::<T>(1.0);
        let hilbert =
            Matrix::from_fn(order, order, |i, j| one / T::Word::nearest((i + j + 1) as f64));
        for a in [matrix::<T>(size, size, 0, 20), matrix(size, size, 6, 21), hilbert] {
            let b = matrix::<T>(a.rows(), 2, 1, 22);
            let solution = solve(a.view(), b.view()).unwrap();
            let largest =
                |x: &[Exact]| x.iter().map(|x| x.clone().abs()).fold(Exact::ZERO, Exact::max);
            let sums: Vec<Exact> = rows(a.view())
                .iter()
                .map(|row| row.iter().map(|entry| entry.clone().abs()).sum())
                .collect();
            let bound = 2.0 * product_bound::<T>(a.rows() + 1);
            for (x, b) in rows(solution.x.transpose()).iter().zip(rows(b.transpose())) {
                let allowed = (largest(&sums) * largest(x) + largest(&b)) * Exact::new(bound);
                for (row, b) in rows(a.view()).iter().zip(b) {
                    let [sum, _] = exact_dot(row.iter().zip(x));
                    assert!((sum - b).abs() <= allowed, "size {size}");
                }
            }
            let left = residual(a.view(), solution.x.view(), b.view()).unwrap();
            assert_eq!((left.rows(), left.columns()), (a.rows(), 2));
        }
    }
    let wide = Matrix::<T>::zeros(2, 3);
    let b = Matrix::<T>::zeros(2, 1);
    assert!(matches!(solve(wide.view(), b.view()), Err(MatrixError::NotSquare { .. })));
}

#[test]
fn systems_of_equations() {
    systems::<TripleDouble>();
    systems::<QuadDouble>();
    systems::<TripleFloat>();
    systems::<QuadFloat>();
}

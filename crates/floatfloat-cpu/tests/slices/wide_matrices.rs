//! Matrices of three and four words: products, factorisations and systems within the stated bounds of the exact
//! ones, with the same bits on every instruction set, with any number of threads and of any view.

use crate::{bits::same_words, matrices::exact_dot, on_threads};
use floatfloat::{
    MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat, Word, WordArray,
};
use floatfloat_cpu::{
    Number, Vector, at_level, levels,
    matrix::{
        Cholesky, Lu, Matrix, MatrixError, MatrixView, Qr, Triangle, gemm, gemm_into, gemv,
        least_squares, product_bound, residual, solve, solve_triangular,
    },
};
use floatfloat_exact::{Exact, Random};

/// A normalised number of random words, its exponent from −`span` to `span`.
fn number<T: Number>(random: &mut Random, span: i32) -> T {
    let mut exponent = random.between(-span, span) - T::Word::PRECISION as i32;
    T::from_parts(WordArray::from_fn(|_| {
        let significand = random.bits() >> (64 - T::Word::PRECISION) | 1;
        let word = T::Word::rounded(random.one_in(2), significand, exponent, false);
        exponent -= T::Word::PRECISION as i32 + 1 + random.below(3) as i32;
        word
    }))
}

fn matrix<T: Number>(rows: usize, columns: usize, span: i32, seed: u64) -> Matrix<T> {
    let mut random = Random::new(seed);
    Matrix::from_fn(rows, columns, |_, _| number(&mut random, span))
}

fn word<T: Number>(value: f64) -> T {
    T::from_word(T::Word::nearest(value))
}

fn exact<T: Number>(x: T) -> Exact {
    x.parts().into_iter().map(|word| Exact::new(word.into())).sum()
}

fn rows<T: Number>(a: MatrixView<'_, T>) -> Vec<Vec<Exact>> {
    let row = |i| (0..a.columns()).map(|j| exact(a.get(i, j).unwrap())).collect();
    (0..a.rows()).map(row).collect()
}

fn assert_same<T: Number>(found: MatrixView<'_, T>, expected: MatrixView<'_, T>, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    for (k, (x, y)) in found.to_row_major().into_iter().zip(expected.to_row_major()).enumerate() {
        assert!(same_words(x, y), "{what}, entry {k}: {x:?}, not {y:?}");
    }
}

/// Entry by entry, |l·r − a| ≤ bound · u^N · |l|·|r|.
fn assert_product<T: Number>(
    l: MatrixView<'_, T>,
    r: MatrixView<'_, T>,
    a: MatrixView<'_, T>,
    bound: f64,
    what: &str,
) {
    let (l, r, a) = (rows(l), rows(r.transpose()), rows(a));
    for (i, row) in l.iter().enumerate() {
        for (j, column) in r.iter().enumerate() {
            let [sum, size] = exact_dot(row.iter().zip(column));
            let allowed = (size * Exact::new(bound)).shifted(-bits::<T>());
            assert!((sum - a[i][j].clone()).abs() <= allowed, "{what}, entry ({i}, {j})");
        }
    }
}

fn bits<T: Number>() -> i64 {
    T::WORDS as i64 * i64::from(T::Word::PRECISION)
}

/// 16·n + 2^12 for three words, 32·n + 2^15 for four.
fn factor_bound<T: Number>(size: usize) -> f64 {
    let (of_size, rest) = if T::WORDS == 3 { (16.0, 4096.0) } else { (32.0, 32768.0) };
    of_size * size as f64 + rest
}

/// A loop with the operators.
fn by_operators<T: Number>(a: MatrixView<'_, T>, b: MatrixView<'_, T>) -> Matrix<T> {
    Matrix::from_fn(a.rows(), b.columns(), |i, j| {
        let mut sum = word::<T>(0.0);
        for k in 0..a.columns() {
            sum += a.get(i, k).unwrap() * b.get(k, j).unwrap();
        }
        sum
    })
}

fn products<T: Number>() {
    for ([m, depth, n], span) in
        [([5, 1, 18], 3), ([17, 33, 3], 0), ([2, 130, 34], 4), ([1, 300, 1], 0)]
    {
        let (a, b) = (matrix::<T>(m, depth, span, 1), matrix::<T>(depth, n, span, 2));
        // The second half of every row of a is minus the first, and of every column of b nearly the first.
        let half = depth / 2;
        let entry = |x: &Matrix<T>, i, j| x.get(i, j).unwrap();
        let is_second = |k: usize| k >= half && k < 2 * half;
        let cancelling_a = Matrix::from_fn(m, depth, |i, k| {
            if is_second(k) { -entry(&a, i, k - half) } else { entry(&a, i, k) }
        });
        let last = T::Word::rounded(false, 1, 4 - bits::<T>() as i32, false);
        let nearly = word::<T>(1.0) + last;
        let cancelling_b = Matrix::from_fn(depth, n, |k, j| {
            if is_second(k) { entry(&b, k - half, j) * nearly } else { entry(&b, k, j) }
        });
        for (a, b) in [(&a, &b), (&cancelling_a, &cancelling_b)] {
            let found = gemm(a.view(), b.view()).unwrap();
            let (left, right) = (rows(a.view()), rows(b.transpose()));
            for (i, row) in left.iter().enumerate() {
                for (j, column) in right.iter().enumerate() {
                    let [sum, size] = exact_dot(row.iter().zip(column));
                    let error = exact(found.get(i, j).unwrap()) - sum;
                    let allowed = size * Exact::new(product_bound::<T>(depth));
                    assert!(error.abs() <= allowed, "{m} × {depth} × {n}, entry ({i}, {j})");
                }
            }
            // Transposes, parts at odd places, and vectors have the same bits.
            let [copy_a, copy_b] = [a, b].map(|x| x.transpose().to_matrix());
            let transposed = gemm(copy_b.view(), copy_a.view()).unwrap();
            assert_same(transposed.transpose(), found.view(), "transposed");
            let of_views = gemm(copy_a.transpose(), copy_b.transpose()).unwrap();
            assert_same(of_views.view(), found.view(), "of transposed views");
            let mut large = matrix::<T>(m + 3, depth + 2, 0, 3);
            let part = large.view_mut().block(3..m + 3, 1..depth + 1);
            part.unwrap().copy_from(a.view()).unwrap();
            let part = large.block(3..m + 3, 1..depth + 1).unwrap();
            assert_same(gemm(part, b.view()).unwrap().view(), found.view(), "of a part");
            let column: Vector<T> = (0..depth).map(|k| entry(b, k, 0)).collect();
            for a in [a.view(), copy_a.transpose()] {
                let y = gemv(a, column.view()).unwrap();
                let y = Matrix::from_column(&y.to_interleaved());
                assert_same(y.view(), found.block(0..m, 0..1).unwrap(), "gemv");
            }
        }
    }
}

#[test]
fn products_are_within_their_bounds() {
    products::<TripleDouble>();
    products::<QuadDouble>();
    products::<TripleFloat>();
    products::<QuadFloat>();
}

fn same_bits<T: Number>() {
    let mut random = Random::new(4);
    let special =
        [T::Word::INFINITY, -T::Word::INFINITY, T::Word::NAN, T::Word::MAX, T::Word::default()];
    for (round, [m, depth, n]) in
        [[0, 3, 2], [3, 0, 4], [1, 1, 1], [3, 5, 17], [33, 9, 8], [40, 3, 1], [1, 4, 300]]
            .into_iter()
            .enumerate()
    {
        let (mut a, mut b) = (matrix::<T>(m, depth, 5, 5), matrix::<T>(depth, n, 5, 6));
        for is_special in [false, true] {
            if is_special && depth > 0 && m > 0 {
                let number = MultiWord::from_word(special[round % special.len()]);
                assert!(a.set(random.below(m as u64) as usize, 0, number));
                assert!(b.set(depth - 1, random.below(n as u64) as usize, number));
            }
            let at = |level| at_level(level, || gemm(a.view(), b.view())).unwrap();
            let all: Vec<_> = levels().into_iter().map(at).collect();
            let what = format!("{m} × {depth} × {n}");
            for found in &all {
                assert_same(found.view(), all[0].view(), &what);
            }
            let by_operators = by_operators(a.view(), b.view()).to_row_major();
            for (found, expected) in all[0].to_row_major().into_iter().zip(by_operators) {
                let is_special = !expected.hi().is_finite();
                assert!(!is_special || same_words(found, expected), "{what}");
            }
        }
    }
}

#[test]
fn products_have_the_same_bits_and_the_operators_special_values_at_every_level() {
    same_bits::<TripleDouble>();
    same_bits::<QuadDouble>();
    same_bits::<TripleFloat>();
    same_bits::<QuadFloat>();
}

/// alpha, beta, and what is not asked for.
#[test]
fn factors_of_products() {
    let (a, b, c) = (
        matrix::<TripleDouble>(5, 6, 2, 7),
        matrix::<TripleDouble>(6, 19, 2, 8),
        matrix::<TripleDouble>(5, 19, 2, 9),
    );
    let product = gemm(a.view(), b.view()).unwrap();
    let [zero, one] = [TripleDouble::ZERO, TripleDouble::ONE];
    let third = one / 3.0;
    for (alpha, beta) in [(third, -third), (-one, one)] {
        let mut found = c.clone();
        gemm_into(alpha, a.view(), b.view(), beta, found.view_mut()).unwrap();
        let expected = Matrix::from_fn(5, 19, |i, j| {
            alpha * product.get(i, j).unwrap() + beta * c.get(i, j).unwrap()
        });
        assert_same(found.view(), expected.view(), "with factors");
    }
    let mut found = Matrix::from_fn(19, 5, |_, _| TripleDouble::NAN);
    gemm_into(one, a.view(), b.view(), zero, found.view_mut().transpose()).unwrap();
    assert_same(found.transpose(), product.view(), "with beta zero");
    let refused = gemm(a.view(), c.view()).unwrap_err().to_string();
    assert_eq!(refused, "gemm: b is 5 × 19, where 6 × 19 is needed");
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

#[test]
fn threads() {
    let (a, b) = (matrix::<TripleDouble>(130, 130, 0, 30), matrix::<TripleDouble>(130, 300, 0, 31));
    let compute = || {
        let solution = solve(a.view(), b.block(0..130, 0..2).unwrap()).unwrap();
        [gemm(a.view(), b.view()).unwrap(), solution.x]
    };
    let expected = on_threads(1, compute);
    for threads in [2, 5] {
        for (found, expected) in on_threads(threads, compute).iter().zip(&expected) {
            assert_same(found.view(), expected.view(), &format!("{threads} threads"));
        }
    }
}

//! Products of matrices of three and four words: their bounds, their bits, and factors of products.

use super::{assert_same, bits, exact, matrix, rows, word};
use crate::{data::exact_dot, same_words};
use floatfloat::{MultiWord, NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat};
use floatfloat_cpu::{
    Number, Vector, at_level, levels,
    matrix::{Matrix, MatrixView, gemm, gemm_into, gemv, product_bound},
};
use floatfloat_exact::{Exact, Random};

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

//! Products of matrices: within the stated bounds of the exact ones, the same bits on every
//! instruction set and with any number of threads.

use crate::{
    data::{assert_same, exact, exact_dot, exact_entries, number, random_matrix, word},
    on_threads,
};
use floatfloat::{DoubleDouble, DoubleWord};
use floatfloat_cpu::{
    Accuracy, Element, Vector, at_level, levels,
    matrix::{Matrix, MatrixError, gemm_into_with, gemm_with, gemv_into_with},
};
use floatfloat_exact::{Exact, Random};

const BOTH: [Accuracy; 2] = [Accuracy::Strict, Accuracy::Fast];

/// Operands whose products nearly cancel: the second half of every row is minus the first, that of
/// every column the first with other low bits.
fn cancelling<E: Element>(sizes: [usize; 3], span: i32, seed: u64) -> [Matrix<DoubleWord<E>>; 2] {
    let [rows, depth, columns] = sizes;
    let (a, b) =
        (random_matrix(rows, depth, span, seed), random_matrix(depth, columns, span, seed + 1));
    let half = depth / 2;
    let nearly = DoubleWord::from_parts(
        E::nearest(1.0),
        E::rounded(false, 1, 3 - 2 * E::PRECISION as i32, false),
    );
    let entry = |matrix: &Matrix<DoubleWord<E>>, i: usize, j: usize| matrix.get(i, j).unwrap();
    [
        Matrix::from_fn(rows, depth, |i, k| {
            if k >= half && k < 2 * half { -entry(&a, i, k - half) } else { entry(&a, i, k) }
        }),
        Matrix::from_fn(depth, columns, |k, j| {
            if k >= half && k < 2 * half {
                entry(&b, k - half, j) * nearly
            } else {
                entry(&b, k, j)
            }
        }),
    ]
}

fn bounds<E: Element>() {
    for (sizes, span) in
        [([5, 1, 18], 3), ([9, 32, 17], 0), ([6, 33, 20], 12), ([7, 300, 21], 4), ([3, 640, 9], 0)]
    {
        let [rows, depth, columns] = sizes;
        for operands in [
            [random_matrix::<E>(rows, depth, span, 1), random_matrix(depth, columns, span, 2)],
            cancelling(sizes, span, 3),
            // All of one sign: low words grow as far as they can.
            [random_matrix::<E>(rows, depth, 0, 4), random_matrix(depth, columns, 0, 5)]
                .map(|m| Matrix::from_fn(m.rows(), m.columns(), |i, j| m.get(i, j).unwrap().abs())),
        ] {
            let [a, b] = &operands;
            let (exact_a, exact_b) = (exact_entries(a.view()), exact_entries(b.transpose()));
            for accuracy in BOTH {
                let c = gemm_with(accuracy, a.view(), b.view()).unwrap();
                let transposed = a.transpose().to_matrix();
                for (j, column) in exact_b.iter().enumerate() {
                    let x: Vector<DoubleWord<E>> =
                        (0..depth).map(|k| b.get(k, j).unwrap()).collect();
                    let vectors = [a.view(), transposed.view().transpose()].map(|a| {
                        let mut y = Vector::zeros(rows);
                        gemv_into_with(accuracy, word(1.0), a, x.view(), word(0.0), y.view_mut())
                            .unwrap();
                        y
                    });
                    for (i, row) in exact_a.iter().enumerate() {
                        let [sum, size] = exact_dot(row.iter().zip(column));
                        let found = [c.get(i, j), vectors[0].get(i), vectors[1].get(i)];
                        for (found, by) in
                            found.into_iter().zip(["gemm", "gemv", "gemv, transposed"])
                        {
                            let found = found.unwrap();
                            let error = exact(found) - sum.clone();
                            assert!(
                                error.abs()
                                    <= size.clone()
                                        * Exact::new(accuracy.product_bound::<E>(depth)),
                                "{by}, {accuracy:?}, {sizes:?}, entry ({i}, {j}): {found:?}"
                            );
                            assert!(found == DoubleWord::from_parts(found.hi(), found.lo()));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn bounds_f64() {
    bounds::<f64>();
}

#[test]
fn bounds_f32() {
    bounds::<f32>();
}

/// The bounds are not idle: they are reached to within a factor that random signs explain, and they
/// tell two words from one.
#[test]
fn errors_are_those_of_two_words() {
    let [a, b] = [random_matrix::<f64>(8, 512, 0, 7), random_matrix(512, 8, 0, 8)];
    let (exact_a, exact_b) = (exact_entries(a.view()), exact_entries(b.transpose()));
    for accuracy in BOTH {
        let c = gemm_with(accuracy, a.view(), b.view()).unwrap();
        let worst = (0..64).map(|index| {
            let (i, j) = (index / 8, index % 8);
            let [sum, size] = exact_dot(exact_a[i].iter().zip(&exact_b[j]));
            let error = (exact(c.get(i, j).unwrap()) - sum).abs().shifted(106);
            error.to_f64() / size.to_f64()
        });
        let worst = worst.fold(0.0, f64::max);
        assert!(worst > 0.01 && worst < 20.0, "{accuracy:?}: {worst} u²");
    }
}

/// A loop with the operators.
fn by_operators<E: Element>(
    a: &Matrix<DoubleWord<E>>,
    b: &Matrix<DoubleWord<E>>,
) -> Matrix<DoubleWord<E>> {
    Matrix::from_fn(a.rows(), b.columns(), |i, j| {
        let mut sum = word(0.0);
        for k in 0..a.columns() {
            sum += a.get(i, k).unwrap() * b.get(k, j).unwrap();
        }
        sum
    })
}

/// The sign of a low part of zero is left open.
fn unsigned<E: Element>(matrix: &Matrix<DoubleWord<E>>) -> Matrix<DoubleWord<E>> {
    let zero = E::nearest(0.0);
    Matrix::from_fn(matrix.rows(), matrix.columns(), |i, j| {
        let number = matrix.get(i, j).unwrap();
        DoubleWord::from_normalized(number.hi(), number.lo() + zero)
    })
}

fn gemm_at<E: Element>(
    level: floatfloat_cpu::Level,
    accuracy: Accuracy,
    a: &Matrix<DoubleWord<E>>,
    b: &Matrix<DoubleWord<E>>,
) -> Matrix<DoubleWord<E>> {
    let mut c = Matrix::zeros(a.rows(), b.columns());
    at_level(level, || {
        gemm_into_with(accuracy, word(1.0), a.view(), b.view(), word(0.0), c.view_mut())
    })
    .unwrap();
    c
}

fn sizes<E: Element>() {
    let all = [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33];
    let mut shapes: Vec<[usize; 3]> = Vec::new();
    for size in all {
        shapes.extend([[size, 5, 7], [3, size, 4], [6, 4, size], [size, size, size]]);
    }
    shapes.extend([[127, 3, 40], [129, 5, 33], [2, 127, 3], [3, 129, 2], [1, 7, 255], [5, 3, 257]]);
    for [rows, depth, columns] in shapes {
        let [a, b] = [random_matrix::<E>(rows, depth, 5, 1), random_matrix(depth, columns, 5, 2)];
        let expected = by_operators(&a, &b);
        let what = format!("{rows} × {depth} × {columns}");
        for level in levels() {
            let strict = gemm_at(level, Accuracy::Strict, &a, &b);
            assert_same(&unsigned(&strict), &unsigned(&expected), &format!("{what}, {level:?}"));
            for accuracy in BOTH {
                let first = gemm_at(levels()[0], accuracy, &a, &b);
                let what = format!("{what}, {level:?}, {accuracy:?}");
                assert_same(&gemm_at(level, accuracy, &a, &b), &first, &what);
            }
        }
    }
}

#[test]
fn sizes_and_levels_f64() {
    sizes::<f64>();
}

#[test]
fn sizes_and_levels_f32() {
    sizes::<f32>();
}

fn vectors<E: Element>() {
    for [rows, columns] in [
        [0, 3],
        [3, 0],
        [1, 1],
        [5, 31],
        [15, 32],
        [16, 33],
        [17, 64],
        [40, 511],
        [66, 512],
        [67, 1030],
    ] {
        let a = random_matrix::<E>(rows, columns, 5, 1);
        let transposed = a.transpose().to_matrix();
        let mut random = Random::new(2);
        let [x, y]: [Vector<DoubleWord<E>>; 2] =
            [columns, rows].map(|length| (0..length).map(|_| number(&mut random, 5)).collect());
        for accuracy in BOTH {
            for a in [a.view(), transposed.view().transpose()] {
                let results = levels().into_iter().map(|level| {
                    let mut y = y.clone();
                    at_level(level, || {
                        gemv_into_with(accuracy, word(-0.5), a, x.view(), word(3.0), y.view_mut())
                    })
                    .unwrap();
                    Matrix::from_column(&y.to_interleaved())
                });
                let results: Vec<_> = results.collect();
                for result in &results {
                    assert_same(result, &results[0], &format!("{rows} × {columns}, {accuracy:?}"));
                }
            }
        }
    }
}

#[test]
fn levels_of_gemv() {
    vectors::<f64>();
    vectors::<f32>();
}

/// Infinities, NaN, overflow and zeros come out as from the operators; with fast sums, in the high
/// part, as from sums of the high words.
fn special<E: Element>() {
    let values = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30];
    let mut values: Vec<DoubleWord<E>> = values.map(word).to_vec();
    values.push(DoubleWord::from_word(E::MAX));
    values.push(DoubleWord::from_word(-E::MAX));
    let mut random = Random::new(9);
    for round in 0..60 {
        let depth = [1, 2, 5, 31, 40][round % 5];
        let rare = 1 + round as u64 / 2;
        let mut entry = |_, _| match random.one_in(rare) {
            true => random.pick(&values),
            false => number(&mut random, 3),
        };
        let (a, b) =
            (Matrix::from_fn(5, depth, &mut entry), Matrix::from_fn(depth, 19, &mut entry));
        let expected = by_operators(&a, &b);
        for level in levels() {
            let strict = gemm_at(level, Accuracy::Strict, &a, &b);
            assert_same(&unsigned(&strict), &unsigned(&expected), &format!("{level:?}, {depth}"));
            let fast = gemm_at(level, Accuracy::Fast, &a, &b);
            for i in 0..5 {
                for j in 0..19 {
                    let number = fast.get(i, j).unwrap();
                    let mut total = E::nearest(0.0);
                    for block in (0..depth).step_by(32) {
                        let products = (block..depth.min(block + 32))
                            .map(|k| a.get(i, k).unwrap().hi() * b.get(k, j).unwrap().hi());
                        let sum = products.fold(E::nearest(0.0), |sum, product| sum + product);
                        total = sum + total;
                    }
                    let found = number.hi();
                    if !total.is_finite() {
                        assert!(
                            found.bits() == total.bits() || found.is_nan() && total.is_nan(),
                            "{found} {total}"
                        );
                        assert!(number.lo() == E::nearest(0.0));
                    } else {
                        assert!(!found.is_nan());
                    }
                }
            }
            let x: Vector<DoubleWord<E>> = (0..depth).map(|k| b.get(k, 0).unwrap()).collect();
            for accuracy in BOTH {
                let mut y = Vector::zeros(5);
                let (a, x) = (a.view(), x.view());
                at_level(level, || {
                    gemv_into_with(accuracy, word(1.0), a, x, word(0.0), y.view_mut())
                })
                .unwrap();
                for i in 0..5 {
                    // The order of the sums is another, but it does not matter to infinities.
                    let products = (0..depth).map(|k| a.get(i, k).unwrap() * x.get(k).unwrap());
                    let wide = products.map(|product| -> f64 { product.hi().into() });
                    let infinite = wide.filter(|product| !product.is_finite()).sum::<f64>();
                    let found: f64 = y.get(i).unwrap().hi().into();
                    if infinite != 0.0 {
                        assert!(found == infinite || found.is_nan() && infinite.is_nan());
                    }
                }
            }
        }
    }
}

#[test]
fn special_values() {
    special::<f64>();
    special::<f32>();
}

/// Shares of threads are cut along other lines than those of a single one.
#[test]
fn threads() {
    for [rows, depth, columns] in [[300, 150, 290], [64, 200, 600], [513, 70, 40], [100, 100, 100]]
    {
        let [a, b] = [random_matrix::<f64>(rows, depth, 2, 1), random_matrix(depth, columns, 2, 2)];
        let x: Vector<DoubleDouble> = (0..depth).map(|k| b.get(k, 0).unwrap()).collect();
        for accuracy in BOTH {
            let compute = || {
                let mut y = Vector::zeros(rows);
                gemv_into_with(accuracy, word(1.0), a.view(), x.view(), word(0.0), y.view_mut())
                    .unwrap();
                (
                    gemm_with(accuracy, a.view(), b.view()).unwrap(),
                    Matrix::from_column(&y.to_interleaved()),
                )
            };
            let (product, vector) = on_threads(1, compute);
            for threads in [2, 3, 8] {
                let found = on_threads(threads, compute);
                assert_same(&found.0, &product, &format!("{threads} threads"));
                assert_same(&found.1, &vector, &format!("{threads} threads, gemv"));
            }
        }
    }
}

/// Views of parts and of transposes, on either side, with factors; what is not asked for is neither
/// written nor, with beta = 0, read.
#[test]
fn views_and_factors() {
    let nan = DoubleWord::from_word(f64::NAN);
    for (rows, depth, columns) in [(5, 6, 7), (33, 20, 18), (17, 40, 33)] {
        let [a, b, c] = [(depth, rows), (columns, depth), (rows, columns)]
            .map(|(m, n)| random_matrix::<f64>(m + 3, n + 2, 3, (m + n) as u64));
        let a = a.block(1..depth + 1, 2..rows + 2).unwrap().transpose();
        let b = b.block(3..columns + 3, 0..depth).unwrap().transpose();
        let product =
            gemm_with(Accuracy::Fast, a.to_matrix().view(), b.to_matrix().view()).unwrap();
        let (alpha, beta) = (DoubleWord::from_word(1.0) / 3.0, DoubleWord::from_word(-0.7));
        let mut found = c.clone();
        let view = found.view_mut().block(2..rows + 2, 1..columns + 1).unwrap();
        gemm_into_with(Accuracy::Fast, alpha, a, b, beta, view).unwrap();
        let expected = Matrix::from_fn(c.rows(), c.columns(), |i, j| {
            let old = c.get(i, j).unwrap();
            if i < 2 || i >= rows + 2 || j < 1 || j > columns {
                return old;
            }
            alpha * product.get(i - 2, j - 1).unwrap() + beta * old
        });
        assert_same(&found, &expected, "factors");
        let mut found = Matrix::from_fn(columns, rows, |_, _| nan);
        gemm_into_with(Accuracy::Fast, word(1.0), a, b, word(0.0), found.view_mut().transpose())
            .unwrap();
        assert_same(&found.transpose().to_matrix(), &product, "transposed output");
    }
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    let [a, b] = [Matrix::<DoubleDouble>::identity(3), Matrix::zeros(4, 2)];
    let refused = gemm_with(Accuracy::Fast, a.view(), b.view()).unwrap_err();
    assert_eq!(refused.to_string(), "gemm: b is 4 × 2, where 3 × 2 is needed");
    let (mut y, x) = (Vector::zeros(2), Vector::zeros(3));
    let refused =
        gemv_into_with(Accuracy::Fast, word(1.0), a.view(), x.view(), word(0.0), y.view_mut());
    assert!(matches!(refused, Err(MatrixError::ShapesDiffer { operand: "y", .. })));
    assert!(Matrix::<DoubleDouble>::from_words(2, 2, &[1.0; 3]).is_err());
    assert_eq!(a.get(3, 0), None);
    assert!(a.block(1..4, 0..1).is_none());
    assert!(a.clone().view_mut().block(2..3, 2..4).is_none());
    let numbers = Vector::<DoubleDouble>::zeros(7);
    assert!(floatfloat_cpu::matrix::MatrixView::from_slice(numbers.view(), 2, 3, 4).is_some());
    assert!(floatfloat_cpu::matrix::MatrixView::from_slice(numbers.view(), 2, 3, 5).is_none());
    assert!(floatfloat_cpu::matrix::MatrixView::from_slice(numbers.view(), 2, 3, 2).is_none());
    assert!(exact(a.get(1, 1).unwrap()) == Exact::new(1.0));
}

//! Matrices and columns of faer.

use crate::interop::{matrix, multiply, number, product};
use faer::{Col, Mat, MatRef, fx128};
use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_cpu::{
    Vector, VectorView,
    interop::LayoutError,
    matrix::{Matrix, MatrixView, MatrixViewMut},
};

/// High and low parts of the matrix of [`number`]s.
fn parts(rows: usize, columns: usize) -> [Mat<f64>; 2] {
    [DoubleDouble::hi, DoubleDouble::lo]
        .map(|word| Mat::from_fn(rows, columns, |i, j| word(number(i, j))))
}

#[test]
fn columns_are_copied_and_viewed() {
    let [high, low] = [DoubleDouble::hi, DoubleDouble::lo]
        .map(|word| Col::<f64>::from_fn(9, |i| word(number(i, 0))));
    let view = VectorView::from_faer(high.as_ref(), low.as_ref()).unwrap();
    assert_eq!(view.get(4), Some(number(4, 0)));
    let [high_again, low_again] = view.to_faer();
    assert_eq!((high_again.as_ptr(), low_again.as_ptr()), (high.as_ptr(), low.as_ptr()));
    assert_eq!(high_again, high);

    let backwards = Vector::<DoubleDouble>::from(high.as_ref().reverse_rows());
    assert_eq!(backwards.get(8), Some(number(0, 0).hi().into()));
    assert_eq!(Vector::<FloatFloat>::from(Col::<f32>::ones(3).as_ref()).len(), 3);
    let error = VectorView::from_faer(high.as_ref(), low.as_ref().reverse_rows());
    assert_eq!(error.unwrap_err(), LayoutError::Apart { parts: "low", stride: -1 });
    let error = VectorView::from_faer(high.as_ref(), low.as_ref().get(1..)).unwrap_err();
    assert_eq!(error, LayoutError::LengthsDiffer { high: 9, low: 8 });
}

#[test]
fn matrices_are_copied_from_any_layout() {
    let [high, low] = parts(5, 7);
    let rounded = Matrix::from_fn(5, 7, |i, j| number(i, j).hi().into());
    assert_eq!(Matrix::<DoubleDouble>::from(high.as_ref()), rounded);
    assert_eq!(Matrix::<DoubleDouble>::from(high.transpose()), rounded.transpose().to_matrix());
    let part = high.as_ref().reverse_rows().submatrix(0, 2, 3, 4);
    assert_eq!(
        Matrix::<DoubleDouble>::from(part),
        Matrix::from_fn(3, 4, |i, j| number(4 - i, 2 + j).hi().into())
    );
    let single = Mat::from_fn(2, 2, |i, j| (i + j) as f32);
    assert_eq!(Matrix::<FloatFloat>::from(single.as_ref()).get(1, 1), Some(2.into()));

    let by_rows = Mat::from_fn(7, 5, |i, j| number(j, i).lo());
    assert_eq!(Matrix::from_faer(high.as_ref(), by_rows.transpose()), Ok(matrix(5, 7)));
    let error = Matrix::from_faer(high.as_ref(), low.transpose()).unwrap_err();
    assert_eq!(error, LayoutError::ShapesDiffer { high: (5, 7), low: (7, 5) });
}

#[test]
fn pairs_are_copied_both_ways() {
    let pairs: Mat<fx128> = matrix(5, 7).view().to_fx128();
    let fx128 { 0: high, 1: low } = pairs[(3, 6)];
    assert_eq!((high, low), (number(3, 6).hi(), number(3, 6).lo()));
    assert_eq!(Matrix::from_fx128(pairs.as_ref()), matrix(5, 7));
    assert_eq!(Matrix::from_fx128(pairs.transpose()), matrix(5, 7).transpose().to_matrix());
}

/// That a view of matrices holds these numbers, computes with them, and gives the matrices back.
fn check_view(high: MatRef<'_, f64>, low: MatRef<'_, f64>, expected: &Matrix<DoubleDouble>) {
    let view = MatrixView::from_faer(high, low).unwrap();
    assert_eq!(view, expected.view());
    let [high_again, low_again] = view.to_faer();
    assert_eq!((high_again, low_again), (high, low));
    if high.nrows() * high.ncols() > 0 {
        assert_eq!((high_again.as_ptr(), low_again.as_ptr()), (high.as_ptr(), low.as_ptr()));
    }
    let [mut found, mut wanted] = [(); 2].map(|()| Matrix::zeros(view.rows(), view.rows()));
    multiply(view, found.view_mut());
    multiply(expected.view(), wanted.view_mut());
    assert_eq!(found, wanted);
}

#[test]
fn matrices_are_viewed_in_any_forward_layout() {
    for (rows, columns) in [(5, 40), (33, 18), (1, 9), (9, 1), (0, 3), (3, 0)] {
        let [high, low] = parts(rows, columns);
        check_view(high.as_ref(), low.as_ref(), &matrix(rows, columns));
        check_view(
            high.transpose(),
            low.transpose(),
            &matrix(rows, columns).transpose().to_matrix(),
        );
    }
    let [high, low] = parts(20, 10);
    let [high, low] = [&high, &low].map(|words| words.submatrix(3, 2, 9, 5));
    check_view(high, low, &Matrix::from_fn(9, 5, |i, j| number(3 + i, 2 + j)));
    let [back_high, back_low] = [high, low].map(MatRef::reverse_rows);
    let error = MatrixView::from_faer(back_high, back_low).unwrap_err();
    assert!(matches!(error, LayoutError::Backwards { strides: (-1, _) }), "{error}");
    let error = MatrixView::from_faer(high, low.transpose().submatrix(0, 0, 5, 5));
    assert!(matches!(error.unwrap_err(), LayoutError::ShapesDiffer { .. }));
    let [square_high, square_low] = [high, low].map(|words| words.submatrix(0, 0, 4, 4));
    let error = MatrixView::from_faer(square_high, square_low.transpose()).unwrap_err();
    assert!(matches!(error, LayoutError::StridesDiffer { .. }), "{error}");
}

#[test]
fn results_are_written_where_they_are_wanted() {
    let source = matrix(19, 11);
    let [mut high, mut low] = [0; 2].map(|_| Mat::<f64>::zeros(19, 19));
    let mut view = MatrixViewMut::from_faer(high.as_mut(), low.as_mut()).unwrap();
    multiply(source.view(), view.reborrow());
    let [mut first, second] = view.into_faer();
    let found = Matrix::from_faer(first.as_ref(), second.as_ref()).unwrap();
    assert_eq!(found, product(19, 11));
    first[(2, 3)] = -1.0;
    assert_eq!(high[(2, 3)], -1.0);
    let error = MatrixViewMut::from_faer(high.as_mut(), low.as_mut().subrows_mut(0, 3));
    assert!(matches!(error.unwrap_err(), LayoutError::ShapesDiffer { .. }));
}

//! Arrays of ndarray.

use crate::interop::{matrix, multiply, number, product};
use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_cpu::{
    Element, Vector, VectorView, VectorViewMut,
    interop::LayoutError,
    matrix::{Matrix, MatrixView, MatrixViewMut},
};
use ndarray::{Array1, Array2, ArrayView2, Axis, ShapeBuilder, arr1, arr2, s};

/// High and low parts of the matrix of [`number`]s, in a layout of their own.
fn parts(rows: usize, columns: usize, by_columns: bool) -> [Array2<f64>; 2] {
    let part = |word: fn(DoubleDouble) -> f64| {
        Array2::from_shape_fn((rows, columns).set_f(by_columns), |(i, j)| word(number(i, j)))
    };
    [part(DoubleDouble::hi), part(DoubleDouble::lo)]
}

#[test]
fn vectors_are_copied_from_any_layout() {
    let numbers = Array1::from_shape_fn(20, |i| number(i, 1));
    let vector = Vector::<DoubleDouble>::from(&numbers.slice(s![..;-3]));
    assert_eq!(vector.len(), 7);
    assert_eq!(vector.get(1), Some(numbers[16]));
    assert_eq!(Array1::from(&vector), numbers.slice(s![..;-3]));

    assert_eq!(Vector::<DoubleDouble>::from(&arr1(&[1_i32, -2])).get(1), Some((-2).into()));
    let thirds = arr1(&[FloatFloat::from(1.0f32) / 3.0]);
    assert_eq!(Vector::<FloatFloat>::from(&thirds).get(0), Some(thirds[0]));
    assert_eq!(Vector::<DoubleDouble>::from(&thirds).get(0), Some(thirds[0].into()));

    let (high, low) = (arr1(&[1.0, 2.0]), arr1(&[0.5, 1e-20]));
    let sums = Vector::<DoubleDouble>::from_arrays(high.slice(s![..;-1]), low.view()).unwrap();
    assert_eq!(sums.to_interleaved(), [2.5.into(), DoubleDouble::from_parts(1.0, 1e-20)]);
    assert_eq!((sums.view().hi()[0], sums.view().lo()[0]), (2.5, 0.0));
}

#[test]
fn vectors_are_viewed() {
    let mut high = arr1(&[1.0, 2.0, 3.0, 4.0]);
    let mut low = arr1(&[1e-20, 2e-20, 3e-20, 4e-20]);
    {
        let view = VectorView::from_arrays(high.view(), low.view()).unwrap();
        assert_eq!(view.get(2), Some(DoubleDouble::from_parts(3.0, 3e-20)));
        let [high_again, low_again] = view.to_arrays();
        assert_eq!((high_again.as_ptr(), low_again.as_ptr()), (high.as_ptr(), low.as_ptr()));
    }
    let error = VectorView::from_arrays(high.slice(s![..;2]), low.slice(s![..2]));
    assert_eq!(error.unwrap_err(), LayoutError::Apart { parts: "high", stride: 2 });
    let error = VectorView::from_arrays(high.view(), low.slice(s![..3])).unwrap_err();
    assert_eq!(error, LayoutError::LengthsDiffer { high: 4, low: 3 });
    let error = Vector::from_arrays(high.view(), low.slice(s![..3])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there are 4 high parts and 3 low parts; the numbers must be equal"
    );

    let mut view = VectorViewMut::from_arrays(high.view_mut(), low.view_mut()).unwrap();
    assert!(view.set(0, DoubleDouble::from_parts(7.0, 7e-20)));
    let [mut high_again, _] = view.into_arrays();
    high_again[1] = 8.0;
    assert_eq!((high[0], low[0], high[1]), (7.0, 7e-20, 8.0));
    let error = VectorViewMut::from_arrays(high.slice_mut(s![..;-1]), low.view_mut()).unwrap_err();
    assert_eq!(error, LayoutError::Apart { parts: "high", stride: -1 });
}

#[test]
fn matrices_are_copied_from_any_layout() {
    let numbers = Array2::from_shape_fn((5, 7), |(i, j)| number(i, j));
    assert_eq!(Matrix::from(&numbers), matrix(5, 7));
    assert_eq!(Matrix::from(&numbers.t()), matrix(5, 7).transpose().to_matrix());
    let part = numbers.slice(s![1..;2, ..;-2]);
    assert_eq!(Matrix::from(&part), Matrix::from_fn(2, 4, |i, j| number(1 + 2 * i, 6 - 2 * j)));
    assert_eq!(Array2::from(&Matrix::from(&part)), part);
    assert_eq!(Matrix::<DoubleDouble>::from(&arr2(&[[1, 2], [3, 4]])).get(1, 0), Some(3.into()));

    let [high, _] = parts(5, 7, false);
    let [_, low] = parts(5, 7, true);
    assert_eq!(Matrix::from_arrays(high.view(), low.view()), Ok(matrix(5, 7)));
    let error = Matrix::from_arrays(high.view(), low.t()).unwrap_err();
    assert_eq!(error, LayoutError::ShapesDiffer { high: (5, 7), low: (7, 5) });
}

/// That a view of arrays holds these numbers, computes with them, and gives the arrays back.
fn check_view(
    high: ArrayView2<'_, f64>,
    low: ArrayView2<'_, f64>,
    expected: &Matrix<DoubleDouble>,
) {
    let view = MatrixView::from_arrays(high, low).unwrap();
    assert_eq!(view, expected.view());
    assert_eq!(Matrix::from(&view.to_array()), *expected);
    let [high_again, low_again] = view.to_arrays();
    assert_eq!((high_again, low_again), (high, low));
    if !high.is_empty() {
        assert_eq!((high_again.as_ptr(), low_again.as_ptr()), (high.as_ptr(), low.as_ptr()));
    }
    let [mut found, mut wanted] = [(); 2].map(|()| Matrix::zeros(view.rows(), view.rows()));
    multiply(view, found.view_mut());
    multiply(expected.view(), wanted.view_mut());
    assert_eq!(found, wanted);
}

#[test]
fn matrices_are_viewed_in_any_forward_layout() {
    for by_columns in [false, true] {
        for (rows, columns) in [(5, 40), (33, 18), (1, 9), (9, 1), (1, 1), (0, 3), (3, 0)] {
            let [high, low] = parts(rows, columns, by_columns);
            check_view(high.view(), low.view(), &matrix(rows, columns));
            check_view(high.t(), low.t(), &matrix(rows, columns).transpose().to_matrix());
        }
        let [high, low] = parts(21, 40, by_columns);
        let part = Matrix::from_fn(7, 12, |i, j| number(2 + 2 * i, 1 + 3 * j));
        let [high, low] = [&high, &low].map(|words| words.slice(s![2..16;2, 1..37;3]));
        check_view(high, low, &part);
        let one_row = high.slice(s![3..4;-1, ..]);
        let backwards = MatrixView::from_arrays(one_row, low.slice(s![3..4, ..])).unwrap();
        assert_eq!(Some(backwards), part.block(3..4, 0..12));
        let same = [high, low].map(|words| words.index_axis_move(Axis(0), 2));
        let [high, low] = same.each_ref().map(|row| row.broadcast((4, 12)).unwrap());
        check_view(high, low, &Matrix::from_fn(4, 12, |_, j| part.get(2, j).unwrap()));
    }
}

#[test]
fn layouts_that_cannot_be_viewed_are_refused() {
    let [high, low] = parts(4, 6, false);
    let [_, by_columns] = parts(4, 6, true);
    let refusal = |high, low| MatrixView::from_arrays(high, low).unwrap_err();
    assert_eq!(
        refusal(high.view(), by_columns.view()),
        LayoutError::StridesDiffer { high: (6, 1), low: (1, 4) }
    );
    assert_eq!(
        refusal(high.slice(s![.., ..;-1]), low.slice(s![.., ..;-1])),
        LayoutError::Backwards { strides: (6, -1) }
    );
    assert_eq!(
        refusal(high.view(), low.slice(s![..3, ..])),
        LayoutError::ShapesDiffer { high: (4, 6), low: (3, 6) }
    );
}

#[test]
fn results_are_written_where_they_are_wanted() {
    let expected = product(19, 11);
    let source = matrix(19, 11);
    for by_columns in [false, true] {
        // A part of larger arrays, the rest of which stays as it is.
        let mut arrays = [0; 2].map(|_| Array2::from_elem((42, 20).set_f(by_columns), -1.0));
        let [high, low] = arrays.each_mut().map(|words| words.slice_mut(s![1..39;2, 1..]));
        let mut view = MatrixViewMut::from_arrays(high, low).unwrap();
        multiply(source.view(), view.reborrow());
        let [mut high, low] = view.into_arrays();
        assert_eq!(Matrix::from_arrays(high.view(), low.view()).unwrap(), expected);
        high[[18, 18]] = 5.0;
        let [high, low] = &arrays;
        assert_eq!(
            (high[[37, 19]], low[[0, 3]], high[[2, 3]], low[[5, 0]]),
            (5.0, -1.0, -1.0, -1.0)
        );
    }
    let mut wrong = Array2::<f32>::zeros((2, 2));
    let (top, bottom) = wrong.view_mut().split_at(Axis(0), 1);
    let error = MatrixViewMut::from_arrays(top, bottom.reversed_axes()).unwrap_err();
    assert_eq!(error, LayoutError::ShapesDiffer { high: (1, 2), low: (2, 1) });
}

fn single<E: Element>() {
    let words = [1.0, 2.0, 3.0].map(E::nearest);
    let vector = Vector::from(&arr1(&words));
    assert_eq!(vector, Vector::from_words(&words));
}

#[test]
fn words_are_copied() {
    single::<f32>();
    single::<f64>();
}

//! Operators on vectors and matrices have the bits of the methods, and refuse operands that do not fit.

use crate::{operands::operands_of, same_words};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat,
};
use floatfloat_cpu::{
    Element, Number, Vector, VectorView, at_level, function, levels,
    matrix::{Matrix, gemm, gemv},
};
use std::panic::catch_unwind;

/// Calls a function for every number type.
macro_rules! for_every_number {
    ($check:ident) => {
        for_every_number!($check: FloatFloat TripleFloat QuadFloat DoubleDouble TripleDouble QuadDouble)
    };
    ($check:ident: $($number:ident)*) => {
        $($check::<$number>();)*
    };
}

/// Lengths that are shorter, as long as, and longer than a block of copies of a number.
const LENGTHS: [usize; 3] = [7, 512, 1300];

/// There are as many results as elements of `x`, each `expected` of the element and its place. It is not generic over
/// `expected`, which would compile it for every operator.
fn assert_same<T: Number>(
    found: &Vector<T>,
    x: &Vector<T>,
    expected: &dyn Fn(T, usize) -> T,
    what: &str,
) {
    assert_eq!(found.len(), x.len(), "{what}");
    for (i, (found, x)) in found.iter().zip(x).enumerate() {
        let expected = expected(x, i);
        assert!(same_words(found, expected), "{what}, element {i}: {found:?}, not {expected:?}");
    }
}

fn vectors<T: Number>() {
    for length in LENGTHS {
        let [x, y, _] = operands_of::<T>(length, 3);
        let number = y.get(length / 2).unwrap();
        macro_rules! check {
            ($($operator:tt $assign:tt)*) => {$(
                let what = concat!("x ", stringify!($operator), " y");
                let each = &|x: T, i| x $operator y.get(i).unwrap();
                assert_same(&(&x $operator &y), &x, each, what);
                assert_same(&(x.view() $operator y.view()), &x, each, what);
                assert_same(&(&x $operator y.view()), &x, each, what);
                assert_same(&(x.view() $operator &y), &x, each, what);
                assert_same(&(x.clone() $operator &y), &x, each, what);
                let mut z = x.clone();
                z $assign &y;
                assert_same(&z, &x, each, what);
                let of_number = &|x: T, _| x $operator number;
                assert_same(&(&x $operator number), &x, of_number, what);
                assert_same(&(x.clone() $operator number), &x, of_number, what);
                let mut z = x.clone();
                z $assign number;
                assert_same(&z, &x, of_number, what);
            )*};
        }
        check!(+ += - -= * *= / /=);
        assert_same(&-&x, &x, &|x, _| -x, "-x");
    }
}

#[test]
fn operators_of_vectors_are_those_of_elements() {
    for_every_number!(vectors);
}

#[test]
fn numbers_and_words_stand_on_either_side_of_a_vector() {
    macro_rules! check {
        ($($number:ident)*) => {$({
            let [x, y, _] = operands_of::<$number>(600, 4);
            let (number, word) = (y.get(300).unwrap(), y.hi()[301]);
            let of_word = $number::from_word(word);
            assert_same(&(&x + word), &x, &|x, _| x + of_word, "x + word");
            assert_same(&(&x - word), &x, &|x, _| x - of_word, "x - word");
            assert_same(&(&x * word), &x, &|x, _| x * of_word, "x * word");
            assert_same(&(&x / word), &x, &|x, _| x / of_word, "x / word");
            assert_same(&(number - &x), &x, &|x, _| number - x, "number - x");
            assert_same(&(number / &x), &x, &|x, _| number / x, "number / x");
            assert_same(&(word + &x), &x, &|x, _| of_word + x, "word + x");
            assert_same(&(word * &x), &x, &|x, _| of_word * x, "word * x");
        })*};
    }
    check!(FloatFloat TripleFloat QuadFloat DoubleDouble TripleDouble QuadDouble);
}

fn matrices<T: Number>() {
    let [numbers, others, _] = operands_of::<T>(36, 5);
    let bounded = |x: T| if x.hi().is_finite() { x } else { T::from_word(T::Word::default()) };
    let entry = |from: &Vector<T>, k: usize| bounded(from.get(k).unwrap());
    let a = Matrix::from_fn(4, 6, |i, j| entry(&numbers, 6 * i + j));
    let b = Matrix::from_fn(4, 6, |i, j| entry(&others, 6 * i + j));
    let number = entry(&others, 30);
    let x: Vector<T> = (0..6).map(|k| entry(&others, 30 + k)).collect();
    let same = |found: &Matrix<T>, expected: &Matrix<T>| {
        let pairs = found.to_row_major().into_iter().zip(expected.to_row_major());
        found.view().shape() == expected.view().shape()
            && pairs.into_iter().all(|(x, y)| same_words(x, y))
    };
    let by_entry = |f: &dyn Fn(T, T) -> T| {
        Matrix::from_fn(4, 6, |i, j| f(a.get(i, j).unwrap(), b.get(i, j).unwrap()))
    };
    assert!(same(&(&a + &b), &by_entry(&|x, y| x + y)));
    assert!(same(&(a.view() - &b), &by_entry(&|x, y| x - y)));
    assert!(same(&(a.t() + b.t()), &by_entry(&|x, y| x + y).t().to_matrix()));
    assert!(same(&(&a * number), &by_entry(&|x, _| x * number)));
    assert!(same(&(a.t() * number), &by_entry(&|x, _| x * number).t().to_matrix()));
    assert!(same(&-&a, &by_entry(&|x, _| -x)));
    assert!(same(&(&a * b.t()), &gemm(a.view(), b.t()).unwrap()));
    let product = gemv(a.view(), x.view()).unwrap();
    assert_same(&(&a * &x), &product, &|y, _| y, "a * x");
}

#[test]
fn operators_of_matrices_are_those_of_entries_and_products() {
    for_every_number!(matrices);
}

#[test]
fn multiples_of_matrices_take_numbers_and_words_on_either_side() {
    macro_rules! multiples {
        ($($number:ident)*) => {$({
            let a = Matrix::from_fn(3, 5, |i, j| $number::from(1.0) / $number::from((i * 5 + j + 1) as u16));
            let third = $number::from(1.0) / 3.0;
            assert_eq!((third * &a).to_row_major(), (&a * third).to_row_major());
            for product in [&a * 0.1, 0.1 * &a] {
                let multiples = a.to_row_major().into_iter().map(|x| x * $number::from(0.1));
                assert_eq!(product.to_row_major(), multiples.collect::<Vec<_>>());
            }
        })*};
    }
    multiples! { FloatFloat TripleFloat QuadFloat DoubleDouble TripleDouble QuadDouble }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn operands_that_do_not_fit_are_refused_with_their_sizes() {
    let message = |work: fn()| {
        let panic = catch_unwind(work).expect_err("the operands do not fit");
        panic.downcast_ref::<String>().expect("a message").clone()
    };
    let sum = message(|| drop(&Vector::<DoubleDouble>::zeros(3) + &Vector::zeros(4)));
    assert!(sum.contains("y has 4 elements where x has 3"), "{sum}");
    let product = message(|| drop(&Matrix::<QuadFloat>::zeros(2, 3) * &Matrix::zeros(2, 3)));
    assert!(product.contains("2 × 3"), "{product}");
    let error = Vector::<TripleDouble>::zeros(1).try_add(&Vector::zeros(2)).unwrap_err();
    assert!(error.to_string().contains("y has 2 elements"), "{error}");
}

#[test]
fn vectors_are_read_in_parts_and_in_both_directions() {
    let x: Vector<DoubleDouble> = (0..10).map(DoubleDouble::from).collect();
    let of = |view: Option<VectorView<'_, DoubleDouble>>| -> Option<Vec<f64>> {
        view.map(|view| view.iter().map(|x| x.hi()).collect())
    };
    assert_eq!(of(x.view().range(7..)), Some(vec![7.0, 8.0, 9.0]));
    assert_eq!(of(x.view().range(..=1)), Some(vec![0.0, 1.0]));
    assert_eq!(of(x.view().range(4..4)), Some(vec![]));
    assert_eq!(of(x.view().range(..).and_then(|all| all.range(2..3))), Some(vec![2.0]));
    #[expect(clippy::reversed_empty_ranges, reason = "it is to be refused")]
    let refused = [x.view().range(9..11), x.view().range(5..4), x.view().range(..=usize::MAX)];
    assert!(refused.into_iter().all(|view| view.is_none()));
    let backwards: Vec<f64> = x.iter().rev().map(|x| x.hi()).collect();
    assert_eq!(backwards[..2], [9.0, 8.0]);
    let mut sum = DoubleDouble::ZERO;
    for number in &x {
        sum += number;
    }
    assert_eq!(sum, 45.0);
    assert_eq!(
        format!("{:?}", x.view().range(..2).unwrap()),
        format!("{:?}", [x.get(0).unwrap(), x.get(1).unwrap()])
    );
}

/// x² − 2y + |x + 3|, the larger of that and y, and half of it where it is not positive. Quotients and roots, whose code is long,
/// would make this the longest kernel to compile; they have tests of their own.
fn written<T: Number>(x: T, y: T) -> T {
    let of = |value: f64| T::from_word(T::Word::nearest(value));
    let value = x * x - of(2.0) * y + (x + of(3.0)).abs();
    let value = if y.less(value) { value } else { y };
    if value.less_or_equal(of(0.0)) { value * of(0.5) } else { value }
}

fn functions<T: Number>() {
    let function = function!(|x, y| {
        let value = x * x - 2.0 * y + (x + 3.0).abs();
        let value = value.select(y.less(value), y);
        (value * 0.5).select(value.less_or_equal(0.0), value)
    });
    for length in LENGTHS {
        let [x, y, _] = operands_of::<T>(length, 11);
        for level in levels() {
            let found = at_level(level, || x.map2(&y, function)).unwrap();
            assert_same(&found, &x, &|x, i| written(x, y.get(i).unwrap()), "a function");
        }
    }
    let (scale, shift) = (0.1, -7.0);
    let line = function!([scale, shift] | x | scale * x + shift);
    let [mut x, _, _] = operands_of::<T>(100, 12);
    let expected = |x: T, _| {
        let [scale, shift] = [scale, shift].map(|value| x.constant(value));
        scale * x + shift
    };
    let before = x.clone();
    assert_same(&x.map(line), &before, &expected, "a line");
    x.map_in_place(line);
    assert_same(&x, &before, &expected, "a line in place");
}

#[test]
fn functions_of_ones_own_have_the_bits_of_single_numbers() {
    for_every_number!(functions);
}

#[test]
fn functions_of_two_words_have_the_elementary_functions() {
    fn check<E: Element>() {
        let gauss = function!(|x: DoubleWord, y: DoubleWord| (-x * x).exp() + y);
        let [x, y, _] = operands_of::<DoubleWord<E>>(200, 13);
        let expected = |x: DoubleWord<E>, i| (-x * x).exp() + y.get(i).unwrap();
        for level in levels() {
            let found = at_level(level, || x.map2(&y, gauss)).unwrap();
            assert_same(&found, &x, &expected, "exp");
        }
    }
    check::<f32>();
    check::<f64>();
}

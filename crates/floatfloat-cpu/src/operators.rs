//! Operators on vectors and matrices: `&x + &y`, `&x * factor`, `&a * &b`.
//!
//! An operator panics where lengths or shapes differ. Methods that return an error instead are [`Vector::try_add`] and
//! the like, and for matrices [`try_add`](MatrixView::try_add), [`gemm`] and [`gemv`].

use crate::{
    matrix::{Matrix, MatrixView, gemm, gemv},
    number::Number,
    vector::Vector,
    view::VectorView,
};
use core::{
    fmt::Display,
    ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};
use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, QuadFloat, TripleDouble, TripleFloat};

/// The value, or a panic with the error's message.
#[track_caller]
fn fitting<V, E: Display>(result: Result<V, E>) -> V {
    result.unwrap_or_else(|error| panic!("{error}"))
}

/// Implements an operator on two vectors, on a vector and a number, and in place.
macro_rules! on_vectors {
    ($($trait:ident $operator:ident $try:ident, $in_place:ident $assign:ident $try_assign:ident, $symbol:literal;)*) => {$(
        on_vectors!(@of_two $trait $operator $try $symbol: &Vector<T>, &Vector<T>);
        on_vectors!(@of_two $trait $operator $try $symbol: &Vector<T>, VectorView<'_, T>);
        on_vectors!(@of_two $trait $operator $try $symbol: VectorView<'_, T>, &Vector<T>);
        on_vectors!(@of_two $trait $operator $try $symbol: VectorView<'_, T>, VectorView<'_, T>);
        on_vectors!(@in_place $trait $operator $in_place $assign $try_assign $symbol: &Vector<T>);
        on_vectors!(@in_place $trait $operator $in_place $assign $try_assign $symbol: VectorView<'_, T>);

        #[doc = concat!("x ", $symbol, " number for every element x.")]
        impl<T: Number> $trait<T> for &Vector<T> {
            type Output = Vector<T>;

            fn $operator(self, number: T) -> Vector<T> {
                let mut results = self.clone();
                results.$assign(number);
                results
            }
        }

        #[doc = concat!("x ", $symbol, " number for every element x, in the memory of the vector.")]
        impl<T: Number> $trait<T> for Vector<T> {
            type Output = Vector<T>;

            fn $operator(mut self, number: T) -> Vector<T> {
                self.$assign(number);
                self
            }
        }

        #[doc = concat!("x ", $symbol, "= number for every element x.")]
        impl<T: Number> $in_place<T> for Vector<T> {
            fn $assign(&mut self, number: T) {
                let numbers: Vector<T> = core::iter::repeat_n(number, self.len().min(BLOCK)).collect();
                for mut elements in self.view_mut().chunks(BLOCK) {
                    let (numbers, _) = numbers.view().split_at(elements.len());
                    fitting(elements.$try_assign(numbers));
                }
            }
        }
    )*};
    (@of_two $trait:ident $operator:ident $try:ident $symbol:literal: $left:ty, $right:ty) => {
        #[doc = concat!("x ", $symbol, " y, element by element.")]
        impl<T: Number> $trait<$right> for $left {
            type Output = Vector<T>;

            #[track_caller]
            fn $operator(self, y: $right) -> Vector<T> {
                fitting(self.$try(y))
            }
        }
    };
    (@in_place $trait:ident $operator:ident $in_place:ident $assign:ident $try_assign:ident $symbol:literal: $right:ty) => {
        #[doc = concat!("x ", $symbol, " y, element by element, in the memory of x.")]
        impl<T: Number> $trait<$right> for Vector<T> {
            type Output = Vector<T>;

            #[track_caller]
            fn $operator(mut self, y: $right) -> Vector<T> {
                self.$assign(y);
                self
            }
        }

        #[doc = concat!("x ", $symbol, "= y, element by element.")]
        impl<T: Number> $in_place<$right> for Vector<T> {
            #[track_caller]
            fn $assign(&mut self, y: $right) {
                fitting(self.$try_assign(y));
            }
        }
    };
}

/// The number of copies of a number that is an operand for every element. They stay in the
/// first-level cache.
const BLOCK: usize = 512;

on_vectors! {
    Add add try_add, AddAssign add_assign try_add_assign, "+";
    Sub sub try_sub, SubAssign sub_assign try_sub_assign, "−";
    Mul mul try_mul, MulAssign mul_assign try_mul_assign, "·";
    Div div try_div, DivAssign div_assign try_div_assign, "/";
}

/// Calls a macro with every number type and its word.
macro_rules! of_every_number {
    ($implement:ident) => {
        $implement! {
            FloatFloat of f32
            TripleFloat of f32
            QuadFloat of f32
            DoubleDouble of f64
            TripleDouble of f64
            QuadDouble of f64
        }
    };
}

/// Implements operators with a number or a word on the left of a vector, and with a word on its
/// right.
macro_rules! on_vectors_of {
    ($($number:ident of $word:ident)*) => {$(
        on_vectors_of! {
            @each $number of $word:
            Add add add_assign "+", Sub sub sub_assign "−", Mul mul mul_assign "·", Div div div_assign "/"
        }
    )*};
    (@each $number:ident of $word:ident: $($trait:ident $operator:ident $assign:ident $symbol:literal),*) => {$(
        #[doc = concat!("x ", $symbol, " word for every element x.")]
        impl $trait<$word> for &Vector<$number> {
            type Output = Vector<$number>;

            fn $operator(self, word: $word) -> Vector<$number> {
                $trait::$operator(self, $number::from_word(word))
            }
        }

        #[doc = concat!("number ", $symbol, " x for every element x.")]
        impl $trait<&Vector<$number>> for $number {
            type Output = Vector<$number>;

            fn $operator(self, x: &Vector<$number>) -> Vector<$number> {
                let mut results: Vector<$number> = core::iter::repeat_n(self, x.len()).collect();
                results.$assign(x);
                results
            }
        }

        #[doc = concat!("word ", $symbol, " x for every element x.")]
        impl $trait<&Vector<$number>> for $word {
            type Output = Vector<$number>;

            fn $operator(self, x: &Vector<$number>) -> Vector<$number> {
                $trait::$operator($number::from_word(self), x)
            }
        }
    )*};
}

of_every_number!(on_vectors_of);

impl<T: Number> Neg for &Vector<T> {
    type Output = Vector<T>;

    fn neg(self) -> Vector<T> {
        self.view().neg()
    }
}

impl<T: Number> Neg for VectorView<'_, T> {
    type Output = Vector<T>;

    fn neg(self) -> Vector<T> {
        VectorView::neg(self)
    }
}

/// Implements an operator on two matrices.
macro_rules! on_matrices {
    ($($trait:ident $operator:ident $function:path, $what:literal;)*) => {$(
        on_matrices!(@of_two $trait $operator $function, $what: &Matrix<T>, &Matrix<T>);
        on_matrices!(@of_two $trait $operator $function, $what: &Matrix<T>, MatrixView<'_, T>);
        on_matrices!(@of_two $trait $operator $function, $what: MatrixView<'_, T>, &Matrix<T>);
        on_matrices!(@of_two $trait $operator $function, $what: MatrixView<'_, T>, MatrixView<'_, T>);
    )*};
    (@of_two $trait:ident $operator:ident $function:path, $what:literal: $left:ty, $right:ty) => {
        #[doc = $what]
        impl<T: Number> $trait<$right> for $left {
            type Output = Matrix<T>;

            #[track_caller]
            fn $operator(self, b: $right) -> Matrix<T> {
                fitting($function(self.into(), b.into()))
            }
        }
    };
}

on_matrices! {
    Add add MatrixView::try_add, "The sum, entry by entry.";
    Sub sub MatrixView::try_sub, "The difference, entry by entry.";
    Mul mul gemm, "The product of the matrices, as [`gemm`] computes it.";
}

/// A matrix times a vector, as [`gemv`] computes it.
macro_rules! matrix_times_vector {
    ($($matrix:ty, $vector:ty;)*) => {$(
        impl<T: Number> Mul<$vector> for $matrix {
            type Output = Vector<T>;

            #[track_caller]
            fn mul(self, x: $vector) -> Vector<T> {
                fitting(gemv(self.into(), x.into()))
            }
        }
    )*};
}

matrix_times_vector! {
    &Matrix<T>, &Vector<T>;
    &Matrix<T>, VectorView<'_, T>;
    MatrixView<'_, T>, &Vector<T>;
    MatrixView<'_, T>, VectorView<'_, T>;
}

/// Every entry times a number.
impl<T: Number> Mul<T> for &Matrix<T> {
    type Output = Matrix<T>;

    fn mul(self, number: T) -> Matrix<T> {
        self.view() * number
    }
}

/// Every entry times a number.
impl<T: Number> Mul<T> for MatrixView<'_, T> {
    type Output = Matrix<T>;

    fn mul(self, number: T) -> Matrix<T> {
        let mut product = self.to_matrix();
        product.view_mut().scale(number);
        product
    }
}

/// Implements products of a matrix and a number or word of its type, in either order.
macro_rules! multiples {
    ($($number:ident of $word:ident)*) => {$(
        /// Every entry times a word.
        impl Mul<$word> for &Matrix<$number> {
            type Output = Matrix<$number>;

            fn mul(self, word: $word) -> Matrix<$number> {
                self * $number::from_word(word)
            }
        }

        /// Every entry times a number.
        impl Mul<&Matrix<$number>> for $number {
            type Output = Matrix<$number>;

            fn mul(self, a: &Matrix<$number>) -> Matrix<$number> {
                a * self
            }
        }

        /// Every entry times a word.
        impl Mul<&Matrix<$number>> for $word {
            type Output = Matrix<$number>;

            fn mul(self, a: &Matrix<$number>) -> Matrix<$number> {
                a * self
            }
        }
    )*};
}

of_every_number!(multiples);

impl<T: Number> Neg for &Matrix<T> {
    type Output = Matrix<T>;

    fn neg(self) -> Matrix<T> {
        self.negated()
    }
}

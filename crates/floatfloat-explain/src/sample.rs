//! What programs take and give back.

use crate::{number::Number, watched::Watched};
use floatfloat::{DoubleDouble, FloatFloat, TripleDouble};

/// The input of one run of a program: a number, or an array or a vector of numbers.
pub trait Input {
    /// The format of the numbers.
    type Number: Number;

    /// What the program takes: the same with watched numbers.
    type Watched;

    /// The numbers.
    fn numbers(&self) -> Vec<Self::Number>;

    /// The input with these numbers, of which there are as many as in `self`.
    fn watched(&self, numbers: Vec<Watched<Self::Number>>) -> Self::Watched;
}

macro_rules! one_number {
    ($($float:ident)*) => {$(
        impl Input for $float {
            type Number = $float;
            type Watched = Watched<$float>;

            fn numbers(&self) -> Vec<$float> {
                vec![*self]
            }
            fn watched(&self, numbers: Vec<Watched<$float>>) -> Watched<$float> {
                numbers[0]
            }
        }
    )*};
}

one_number! { f32 f64 FloatFloat DoubleDouble TripleDouble }

impl<T: Number, const N: usize> Input for [T; N] {
    type Number = T;
    type Watched = [Watched<T>; N];

    fn numbers(&self) -> Vec<T> {
        self.to_vec()
    }
    fn watched(&self, numbers: Vec<Watched<T>>) -> [Watched<T>; N] {
        std::array::from_fn(|k| numbers[k])
    }
}

impl<T: Number> Input for Vec<T> {
    type Number = T;
    type Watched = Vec<Watched<T>>;

    fn numbers(&self) -> Vec<T> {
        self.clone()
    }
    fn watched(&self, numbers: Vec<Watched<T>>) -> Vec<Watched<T>> {
        numbers
    }
}

/// What a program gives back: a number, or an array, a vector or a tuple of numbers.
pub trait Output<T: Number> {
    /// The numbers.
    fn numbers(self) -> Vec<Watched<T>>;
}

impl<T: Number> Output<T> for Watched<T> {
    fn numbers(self) -> Vec<Watched<T>> {
        vec![self]
    }
}

impl<T: Number, const N: usize> Output<T> for [Watched<T>; N] {
    fn numbers(self) -> Vec<Watched<T>> {
        self.to_vec()
    }
}

impl<T: Number> Output<T> for Vec<Watched<T>> {
    fn numbers(self) -> Vec<Watched<T>> {
        self
    }
}

macro_rules! tuples {
    ($(($($number:ident)*))*) => {$(
        impl<T: Number> Output<T> for ($(tuples!(@ $number T),)*) {
            fn numbers(self) -> Vec<Watched<T>> {
                let ($($number,)*) = self;
                vec![$($number),*]
            }
        }
    )*};
    (@ $number:ident $format:ident) => { Watched<$format> };
}

tuples! { (a b) (a b c) (a b c d) }

//! Elementwise operations as methods of slices.

use super::{
    Elementwise, map, map_in_place, map_into,
    operations::{Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub},
    polynomial::{Estrin, Horner},
};
use crate::{
    element::Element,
    error::Error,
    number::Number,
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::DoubleWord;

macro_rules! binary {
    ([$parameter:ident: $bound:ident] $number:ty: $($operation:ident: $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        impl<$parameter: $bound> VectorView<'_, $number> {
            $(
                #[doc = concat!($what, ", element by element, as a new vector.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $method<'y>(self, y: impl Into<VectorView<'y, $number>>) -> Result<Vector<$number>, Error> {
                    $crate::elementwise::map($operation, self, [y.into()])
                }

                #[doc = concat!($what, ", element by element, written to `out`.")]
                ///
                /// # Errors
                /// If `y` or `out` has more or fewer elements.
                pub fn $into<'y>(
                    self,
                    y: impl Into<VectorView<'y, $number>>,
                    out: VectorViewMut<'_, $number>,
                ) -> Result<(), Error> {
                    $crate::elementwise::map_into($operation, self, [y.into()], out)
                }
            )*
        }

        impl<$parameter: $bound> VectorViewMut<'_, $number> {
            $(
                #[doc = concat!("self ← ", $what, ", element by element.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $assign<'y>(&mut self, y: impl Into<VectorView<'y, $number>>) -> Result<(), Error> {
                    $crate::elementwise::map_in_place($operation, self.reborrow(), [y.into()])
                }
            )*
        }
    };
}

pub(super) use binary;

binary! {
    [T: Number] T:
    Add: "self + y", try_add, add_into, try_add_assign;
    Sub: "self − y", try_sub, sub_into, try_sub_assign;
    Mul: "self · y", try_mul, mul_into, try_mul_assign;
    Div: "self / y", try_div, div_into, try_div_assign;
}

macro_rules! unary {
    ([$parameter:ident: $bound:ident] $number:ty: $($operation:expr, ($($argument:ident: $type:ty),*): $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        #[allow(clippy::should_implement_trait, reason = "named like its siblings")]
        impl<$parameter: $bound> VectorView<'_, $number> {
            $(
                #[doc = concat!($what, " of every element x, as a new vector.")]
                pub fn $method(self, $($argument: $type),*) -> Vector<$number> {
                    let mut out = Vector::zeros(self.len());
                    let written = self.$into($($argument,)* out.view_mut());
                    debug_assert_eq!(written, Ok(()));
                    out
                }

                #[doc = concat!($what, " of every element x, written to `out`.")]
                ///
                /// # Errors
                /// If `out` has more or fewer elements.
                pub fn $into(
                    self,
                    $($argument: $type,)*
                    out: VectorViewMut<'_, $number>,
                ) -> Result<(), Error> {
                    $crate::elementwise::map_into($operation, self, [], out)
                }
            )*
        }

        impl<$parameter: $bound> VectorViewMut<'_, $number> {
            $(
                #[doc = concat!($what, " in place of every element x.")]
                pub fn $assign(&mut self, $($argument: $type),*) {
                    let written = $crate::elementwise::map_in_place($operation, self.reborrow(), []);
                    debug_assert_eq!(written, Ok(()));
                }
            )*
        }
    };
}
pub(super) use unary;

unary! {
    [T: Number] T:
    Sqrt, (): "√x", sqrt, sqrt_into, sqrt_in_place;
    Neg, (): "−x", neg, neg_into, neg_in_place;
    Abs, (): "|x|", abs, abs_into, abs_in_place;
    Scale(factor), (factor: T): "factor · x",
        scale, scale_into, scale_in_place;
    ScaleByWord(factor), (factor: T::Word): "factor · x, the factor a plain word,",
        scale_by_word, scale_by_word_into, scale_by_word_in_place;
}

impl<T: Number> VectorView<'_, T> {
    /// A function of every element, as a new vector. The function is a [`function!`](crate::function) or an
    /// operation of your own.
    pub fn map<F: Elementwise<0, T>>(self, function: F) -> Vector<T> {
        let mut out = Vector::zeros(self.len());
        let written = map_into(function, self, [], out.view_mut());
        debug_assert_eq!(written, Ok(()));
        out
    }

    /// A function of every element and the element of `y` at the same index, as a new vector.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn map2<'y, F: Elementwise<1, T>>(
        self,
        y: impl Into<VectorView<'y, T>>,
        function: F,
    ) -> Result<Vector<T>, Error> {
        map(function, self, [y.into()])
    }

    /// self · y + z, element by element, as a new vector: a product, then a sum, as in
    /// [`MultiWord::mul_add`](floatfloat::MultiWord::mul_add).
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add<'y>(
        self,
        y: impl Into<VectorView<'y, T>>,
        z: impl Into<VectorView<'y, T>>,
    ) -> Result<Vector<T>, Error> {
        map(MulAdd, self, [y.into(), z.into()])
    }

    /// self · y + z, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y`, `z` or `out` has more or fewer elements.
    pub fn mul_add_into<'y>(
        self,
        y: impl Into<VectorView<'y, T>>,
        z: impl Into<VectorView<'y, T>>,
        out: VectorViewMut<'_, T>,
    ) -> Result<(), Error> {
        map_into(MulAdd, self, [y.into(), z.into()], out)
    }
}

impl<T: Number> VectorViewMut<'_, T> {
    /// Replaces every element by a function of it.
    pub fn map_in_place<F: Elementwise<0, T>>(&mut self, function: F) {
        let written = map_in_place(function, self.reborrow(), []);
        debug_assert_eq!(written, Ok(()));
    }

    /// self ← self · y + z, element by element.
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add_assign<'y>(
        &mut self,
        y: impl Into<VectorView<'y, T>>,
        z: impl Into<VectorView<'y, T>>,
    ) -> Result<(), Error> {
        map_in_place(MulAdd, self.reborrow(), [y.into(), z.into()])
    }

    /// self ← self + factor · y, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn axpy<'y>(&mut self, factor: T, y: impl Into<VectorView<'y, T>>) -> Result<(), Error> {
        map_in_place(Axpy(factor), self.reborrow(), [y.into()])
    }
}

macro_rules! polynomials {
    ($($operation:ident: $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        impl<E: Element> VectorView<'_, DoubleWord<E>> {$(
            #[doc = concat!($what, " of every element x, as a new vector.")]
            pub fn $method(self, coefficients: &[DoubleWord<E>]) -> Vector<DoubleWord<E>> {
                let mut out = Vector::zeros(self.len());
                let written = self.$into(coefficients, out.view_mut());
                debug_assert_eq!(written, Ok(()));
                out
            }

            #[doc = concat!($what, " of every element x, written to `out`.")]
            ///
            /// # Errors
            /// If `out` has more or fewer elements.
            pub fn $into(
                self,
                coefficients: &[DoubleWord<E>],
                out: VectorViewMut<'_, DoubleWord<E>>,
            ) -> Result<(), Error> {
                map_into($operation(coefficients), self, [], out)
            }
        )*}

        impl<E: Element> VectorViewMut<'_, DoubleWord<E>> {$(
            #[doc = concat!($what, " in place of every element x.")]
            pub fn $assign(&mut self, coefficients: &[DoubleWord<E>]) {
                let written = map_in_place($operation(coefficients), self.reborrow(), []);
                debug_assert_eq!(written, Ok(()));
            }
        )*}
    };
}

polynomials! {
    Horner: "c₀ + c₁x + … + cₙxⁿ by [`Horner`]'s rule", horner, horner_into, horner_in_place;
    Estrin: "c₀ + c₁x + … + cₙxⁿ by [`Estrin`]'s scheme", estrin, estrin_into, estrin_in_place;
}

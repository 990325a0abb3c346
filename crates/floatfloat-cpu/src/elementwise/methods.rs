//! Elementwise operations as methods of slices.

use super::{
    map, map_in_place, map_into,
    operations::{Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub},
    polynomial::{Estrin, Horner},
};
use crate::{
    element::Element,
    error::Error,
    vector::DoubleWordVec,
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use floatfloat::DoubleWord;

macro_rules! binary {
    ($($operation:ident: $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        #[allow(clippy::should_implement_trait, reason = "an operator cannot refuse operands")]
        impl<E: Element> DoubleWordSlice<'_, E> {
            $(
                #[doc = concat!($what, ", element by element, as a new vector.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $method(self, y: DoubleWordSlice<'_, E>) -> Result<DoubleWordVec<E>, Error> {
                    $crate::elementwise::map($operation, self, [y])
                }

                #[doc = concat!($what, ", element by element, written to `out`.")]
                ///
                /// # Errors
                /// If `y` or `out` has more or fewer elements.
                pub fn $into(
                    self,
                    y: DoubleWordSlice<'_, E>,
                    out: DoubleWordSliceMut<'_, E>,
                ) -> Result<(), Error> {
                    $crate::elementwise::map_into($operation, self, [y], out)
                }
            )*
        }

        impl<E: Element> DoubleWordSliceMut<'_, E> {
            $(
                #[doc = concat!("self ← ", $what, ", element by element.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $assign(&mut self, y: DoubleWordSlice<'_, E>) -> Result<(), Error> {
                    $crate::elementwise::map_in_place($operation, self.reborrow(), [y])
                }
            )*
        }
    };
}

pub(super) use binary;

binary! {
    Add: "self + y", add, add_into, add_assign;
    Sub: "self − y", sub, sub_into, sub_assign;
    Mul: "self · y", mul, mul_into, mul_assign;
    Div: "self / y", div, div_into, div_assign;
}

macro_rules! unary {
    ($($operation:expr, ($($argument:ident: $type:ty),*): $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        #[allow(clippy::should_implement_trait, reason = "named like its siblings")]
        impl<E: Element> DoubleWordSlice<'_, E> {
            $(
                #[doc = concat!($what, " of every element x, as a new vector.")]
                pub fn $method(self, $($argument: $type),*) -> DoubleWordVec<E> {
                    let mut out = DoubleWordVec::zeros(self.len());
                    let written = self.$into($($argument,)* out.as_mut_slice());
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
                    out: DoubleWordSliceMut<'_, E>,
                ) -> Result<(), Error> {
                    $crate::elementwise::map_into($operation, self, [], out)
                }
            )*
        }

        impl<E: Element> DoubleWordSliceMut<'_, E> {
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
    Sqrt, (): "√x", sqrt, sqrt_into, sqrt_in_place;
    Neg, (): "−x", neg, neg_into, neg_in_place;
    Abs, (): "|x|", abs, abs_into, abs_in_place;
    Scale(factor), (factor: DoubleWord<E>): "factor · x", scale, scale_into, scale_in_place;
    ScaleByWord(factor), (factor: E): "factor · x, the factor a plain word,",
        scale_by_word, scale_by_word_into, scale_by_word_in_place;
    Horner(coefficients), (coefficients: &[DoubleWord<E>]): "c₀ + c₁x + … + cₙxⁿ by [`Horner`]'s rule",
        horner, horner_into, horner_in_place;
    Estrin(coefficients), (coefficients: &[DoubleWord<E>]): "c₀ + c₁x + … + cₙxⁿ by [`Estrin`]'s scheme",
        estrin, estrin_into, estrin_in_place;
}

impl<E: Element> DoubleWordSlice<'_, E> {
    /// self · y + z, element by element, as a new vector: a product and a sum, as
    /// [`DoubleWord::mul_add`].
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add(
        self,
        y: DoubleWordSlice<'_, E>,
        z: DoubleWordSlice<'_, E>,
    ) -> Result<DoubleWordVec<E>, Error> {
        map(MulAdd, self, [y, z])
    }

    /// self · y + z, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y`, `z` or `out` has more or fewer elements.
    pub fn mul_add_into(
        self,
        y: DoubleWordSlice<'_, E>,
        z: DoubleWordSlice<'_, E>,
        out: DoubleWordSliceMut<'_, E>,
    ) -> Result<(), Error> {
        map_into(MulAdd, self, [y, z], out)
    }
}

impl<E: Element> DoubleWordSliceMut<'_, E> {
    /// self ← self · y + z, element by element.
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add_assign(
        &mut self,
        y: DoubleWordSlice<'_, E>,
        z: DoubleWordSlice<'_, E>,
    ) -> Result<(), Error> {
        map_in_place(MulAdd, self.reborrow(), [y, z])
    }

    /// self ← self + factor · y, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn axpy(&mut self, factor: DoubleWord<E>, y: DoubleWordSlice<'_, E>) -> Result<(), Error> {
        map_in_place(Axpy(factor), self.reborrow(), [y])
    }
}

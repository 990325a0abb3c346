//! Elementwise operations as methods of slices.

use super::{
    Elementwise, map, map_in_place, map_into,
    operations::{Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub},
    polynomial::{Estrin, Horner},
};
use crate::{
    element::Element,
    error::Error,
    vector::{DoubleWordVec, MultiWordVec},
    view::{DoubleWordSlice, DoubleWordSliceMut, MultiWordSlice, MultiWordSliceMut},
    words::{Number, Width, Words},
};
use floatfloat::DoubleWord;

macro_rules! binary {
    ($($operation:ident: $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        #[allow(clippy::should_implement_trait, reason = "an operator cannot refuse operands")]
        impl<E: Element, const M: usize> MultiWordSlice<'_, E, M>
        where
            Width<M>: Words<M>,
        {
            $(
                #[doc = concat!($what, ", element by element, as a new vector.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $method(self, y: MultiWordSlice<'_, E, M>) -> Result<MultiWordVec<E, M>, Error>
                where
                    $operation: Elementwise<1, M>,
                {
                    $crate::elementwise::map($operation, self, [y])
                }

                #[doc = concat!($what, ", element by element, written to `out`.")]
                ///
                /// # Errors
                /// If `y` or `out` has more or fewer elements.
                pub fn $into(
                    self,
                    y: MultiWordSlice<'_, E, M>,
                    out: MultiWordSliceMut<'_, E, M>,
                ) -> Result<(), Error>
                where
                    $operation: Elementwise<1, M>,
                {
                    $crate::elementwise::map_into($operation, self, [y], out)
                }
            )*
        }

        impl<E: Element, const M: usize> MultiWordSliceMut<'_, E, M>
        where
            Width<M>: Words<M>,
        {
            $(
                #[doc = concat!("self ← ", $what, ", element by element.")]
                ///
                /// # Errors
                /// If `y` has more or fewer elements.
                pub fn $assign(&mut self, y: MultiWordSlice<'_, E, M>) -> Result<(), Error>
                where
                    $operation: Elementwise<1, M>,
                {
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
    ($($operation:expr, $type_of:ty, ($($argument:ident: $type:ty),*): $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        #[allow(clippy::should_implement_trait, reason = "named like its siblings")]
        impl<E: Element, const M: usize> MultiWordSlice<'_, E, M>
        where
            Width<M>: Words<M>,
        {
            $(
                #[doc = concat!($what, " of every element x, as a new vector.")]
                pub fn $method(self, $($argument: $type),*) -> MultiWordVec<E, M>
                where
                    $type_of: Elementwise<0, M>,
                {
                    let mut out = MultiWordVec::zeros(self.len());
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
                    out: MultiWordSliceMut<'_, E, M>,
                ) -> Result<(), Error>
                where
                    $type_of: Elementwise<0, M>,
                {
                    $crate::elementwise::map_into($operation, self, [], out)
                }
            )*
        }

        impl<E: Element, const M: usize> MultiWordSliceMut<'_, E, M>
        where
            Width<M>: Words<M>,
        {
            $(
                #[doc = concat!($what, " in place of every element x.")]
                pub fn $assign(&mut self, $($argument: $type),*)
                where
                    $type_of: Elementwise<0, M>,
                {
                    let written = $crate::elementwise::map_in_place($operation, self.reborrow(), []);
                    debug_assert_eq!(written, Ok(()));
                }
            )*
        }
    };
}
pub(super) use unary;

unary! {
    Sqrt, Sqrt, (): "√x", sqrt, sqrt_into, sqrt_in_place;
    Neg, Neg, (): "−x", neg, neg_into, neg_in_place;
    Abs, Abs, (): "|x|", abs, abs_into, abs_in_place;
    Scale(factor), Scale<Number<E, M>>, (factor: Number<E, M>): "factor · x",
        scale, scale_into, scale_in_place;
    ScaleByWord(factor), ScaleByWord<E>, (factor: E): "factor · x, the factor a plain word,",
        scale_by_word, scale_by_word_into, scale_by_word_in_place;
}

impl<E: Element, const M: usize> MultiWordSlice<'_, E, M>
where
    Width<M>: Words<M>,
{
    /// self · y + z, element by element, as a new vector: a product and a sum, as
    /// [`MultiWord::mul_add`](floatfloat::MultiWord::mul_add).
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add(
        self,
        y: MultiWordSlice<'_, E, M>,
        z: MultiWordSlice<'_, E, M>,
    ) -> Result<MultiWordVec<E, M>, Error>
    where
        MulAdd: Elementwise<2, M>,
    {
        map(MulAdd, self, [y, z])
    }

    /// self · y + z, element by element, written to `out`.
    ///
    /// # Errors
    /// If `y`, `z` or `out` has more or fewer elements.
    pub fn mul_add_into(
        self,
        y: MultiWordSlice<'_, E, M>,
        z: MultiWordSlice<'_, E, M>,
        out: MultiWordSliceMut<'_, E, M>,
    ) -> Result<(), Error>
    where
        MulAdd: Elementwise<2, M>,
    {
        map_into(MulAdd, self, [y, z], out)
    }
}

impl<E: Element, const M: usize> MultiWordSliceMut<'_, E, M>
where
    Width<M>: Words<M>,
{
    /// self ← self · y + z, element by element.
    ///
    /// # Errors
    /// If `y` or `z` has more or fewer elements.
    pub fn mul_add_assign(
        &mut self,
        y: MultiWordSlice<'_, E, M>,
        z: MultiWordSlice<'_, E, M>,
    ) -> Result<(), Error>
    where
        MulAdd: Elementwise<2, M>,
    {
        map_in_place(MulAdd, self.reborrow(), [y, z])
    }

    /// self ← self + factor · y, element by element.
    ///
    /// # Errors
    /// If `y` has more or fewer elements.
    pub fn axpy(&mut self, factor: Number<E, M>, y: MultiWordSlice<'_, E, M>) -> Result<(), Error>
    where
        Axpy<Number<E, M>>: Elementwise<1, M>,
    {
        map_in_place(Axpy(factor), self.reborrow(), [y])
    }
}

macro_rules! polynomials {
    ($($operation:ident: $what:literal, $method:ident, $into:ident, $assign:ident;)*) => {
        impl<E: Element> DoubleWordSlice<'_, E> {$(
            #[doc = concat!($what, " of every element x, as a new vector.")]
            pub fn $method(self, coefficients: &[DoubleWord<E>]) -> DoubleWordVec<E> {
                let mut out = DoubleWordVec::zeros(self.len());
                let written = self.$into(coefficients, out.as_mut_slice());
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
                out: DoubleWordSliceMut<'_, E>,
            ) -> Result<(), Error> {
                map_into($operation(coefficients), self, [], out)
            }
        )*}

        impl<E: Element> DoubleWordSliceMut<'_, E> {$(
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

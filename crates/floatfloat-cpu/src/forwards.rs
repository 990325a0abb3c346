//! The methods of views, as methods of vectors.

use crate::{
    accuracy::Accuracy,
    element::Element,
    elementwise::operations::{
        Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub,
    },
    error::Error,
    vector::{DoubleWordVec, MultiWordVec},
    view::{DoubleWordSlice, DoubleWordSliceMut, MultiWordSlice, MultiWordSliceMut},
    words::Number,
};
use floatfloat::DoubleWord;

macro_rules! forward {
    (
        read { $($method:ident($($argument:ident: $type:ty),*) $(-> $output:ty)? $(, $bound:ty: $operands:literal)?;)* }
        write { $($mut_method:ident($($mut_argument:ident: $mut_type:ty),*) $(-> $mut_output:ty)? $(, $mut_bound:ty: $mut_operands:literal)?;)* }
    ) => {
        impl<E: $crate::element::Element, const M: usize> $crate::vector::MultiWordVec<E, M>
        where
            $crate::words::Width<M>: $crate::words::Words<M>,
        {
            $(
                #[doc = concat!("[`MultiWordSlice::", stringify!($method), "`](crate::MultiWordSlice::", stringify!($method), ") of all.")]
                #[inline]
                pub fn $method(&self, $($argument: $type),*) $(-> $output)?
                $(where $bound: $crate::elementwise::Elementwise<$operands, M>)?
                {
                    self.as_slice().$method($($argument),*)
                }
            )*
            $(
                #[doc = concat!("[`MultiWordSliceMut::", stringify!($mut_method), "`](crate::MultiWordSliceMut::", stringify!($mut_method), ") of all.")]
                #[inline]
                pub fn $mut_method(&mut self, $($mut_argument: $mut_type),*) $(-> $mut_output)?
                $(where $mut_bound: $crate::elementwise::Elementwise<$mut_operands, M>)?
                {
                    self.as_mut_slice().$mut_method($($mut_argument),*)
                }
            )*
        }
    };
}

/// Methods of double-words alone.
macro_rules! forward_double_words {
    (
        read { $($method:ident($($argument:ident: $type:ty),*) -> $output:ty;)* }
        write { $($mut_method:ident($($mut_argument:ident: $mut_type:ty),*);)* }
    ) => {
        impl<E: Element> DoubleWordVec<E> {
            $(
                #[doc = concat!("[`DoubleWordSlice::", stringify!($method), "`] of all.")]
                #[inline]
                pub fn $method(&self, $($argument: $type),*) -> $output {
                    self.as_slice().$method($($argument),*)
                }
            )*
            $(
                #[doc = concat!("[`DoubleWordSliceMut::", stringify!($mut_method), "`] of all.")]
                #[inline]
                pub fn $mut_method(&mut self, $($mut_argument: $mut_type),*) {
                    self.as_mut_slice().$mut_method($($mut_argument),*)
                }
            )*
        }
    };
}
pub(crate) use forward;

forward! {
    read {
        add(y: MultiWordSlice<'_, E, M>) -> Result<MultiWordVec<E, M>, Error>, Add: 1;
        sub(y: MultiWordSlice<'_, E, M>) -> Result<MultiWordVec<E, M>, Error>, Sub: 1;
        mul(y: MultiWordSlice<'_, E, M>) -> Result<MultiWordVec<E, M>, Error>, Mul: 1;
        div(y: MultiWordSlice<'_, E, M>) -> Result<MultiWordVec<E, M>, Error>, Div: 1;
        add_into(y: MultiWordSlice<'_, E, M>, out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Add: 1;
        sub_into(y: MultiWordSlice<'_, E, M>, out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Sub: 1;
        mul_into(y: MultiWordSlice<'_, E, M>, out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Mul: 1;
        div_into(y: MultiWordSlice<'_, E, M>, out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Div: 1;
        mul_add(y: MultiWordSlice<'_, E, M>, z: MultiWordSlice<'_, E, M>)
            -> Result<MultiWordVec<E, M>, Error>, MulAdd: 2;
        mul_add_into(
            y: MultiWordSlice<'_, E, M>,
            z: MultiWordSlice<'_, E, M>,
            out: MultiWordSliceMut<'_, E, M>
        ) -> Result<(), Error>, MulAdd: 2;
        sqrt() -> MultiWordVec<E, M>, Sqrt: 0;
        neg() -> MultiWordVec<E, M>, Neg: 0;
        abs() -> MultiWordVec<E, M>, Abs: 0;
        scale(factor: Number<E, M>) -> MultiWordVec<E, M>, Scale<Number<E, M>>: 0;
        scale_by_word(factor: E) -> MultiWordVec<E, M>, ScaleByWord<E>: 0;
        sqrt_into(out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Sqrt: 0;
        neg_into(out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Neg: 0;
        abs_into(out: MultiWordSliceMut<'_, E, M>) -> Result<(), Error>, Abs: 0;
        scale_into(factor: Number<E, M>, out: MultiWordSliceMut<'_, E, M>)
            -> Result<(), Error>, Scale<Number<E, M>>: 0;
        scale_by_word_into(factor: E, out: MultiWordSliceMut<'_, E, M>)
            -> Result<(), Error>, ScaleByWord<E>: 0;
        sum() -> Number<E, M>;
        dot(y: MultiWordSlice<'_, E, M>) -> Result<Number<E, M>, Error>;
        nrm2() -> Number<E, M>;
        asum() -> Number<E, M>;
        max_abs() -> Number<E, M>;
        hi() -> &[E];
    }
    write {
        add_assign(y: MultiWordSlice<'_, E, M>) -> Result<(), Error>, Add: 1;
        sub_assign(y: MultiWordSlice<'_, E, M>) -> Result<(), Error>, Sub: 1;
        mul_assign(y: MultiWordSlice<'_, E, M>) -> Result<(), Error>, Mul: 1;
        div_assign(y: MultiWordSlice<'_, E, M>) -> Result<(), Error>, Div: 1;
        mul_add_assign(y: MultiWordSlice<'_, E, M>, z: MultiWordSlice<'_, E, M>) -> Result<(), Error>, MulAdd: 2;
        axpy(factor: Number<E, M>, y: MultiWordSlice<'_, E, M>)
            -> Result<(), Error>, Axpy<Number<E, M>>: 1;
        sqrt_in_place(), Sqrt: 0;
        neg_in_place(), Neg: 0;
        abs_in_place(), Abs: 0;
        scale_in_place(factor: Number<E, M>), Scale<Number<E, M>>: 0;
        scale_by_word_in_place(factor: E), ScaleByWord<E>: 0;
        set(index: usize, number: Number<E, M>) -> bool;
    }
}

forward_double_words! {
    read {
        horner(coefficients: &[DoubleWord<E>]) -> DoubleWordVec<E>;
        estrin(coefficients: &[DoubleWord<E>]) -> DoubleWordVec<E>;
        horner_into(coefficients: &[DoubleWord<E>], out: DoubleWordSliceMut<'_, E>)
            -> Result<(), Error>;
        estrin_into(coefficients: &[DoubleWord<E>], out: DoubleWordSliceMut<'_, E>)
            -> Result<(), Error>;
        sum_with(accuracy: Accuracy) -> DoubleWord<E>;
        dot_with(accuracy: Accuracy, y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error>;
        nrm2_with(accuracy: Accuracy) -> DoubleWord<E>;
        asum_with(accuracy: Accuracy) -> DoubleWord<E>;
        lo() -> &[E];
    }
    write {
        horner_in_place(coefficients: &[DoubleWord<E>]);
        estrin_in_place(coefficients: &[DoubleWord<E>]);
    }
}

//! The methods of views, as methods of vectors.

use crate::{
    accuracy::Accuracy,
    element::Element,
    error::Error,
    vector::DoubleWordVec,
    view::{DoubleWordSlice, DoubleWordSliceMut},
};
use floatfloat::DoubleWord;

macro_rules! forward {
    (
        read { $($method:ident($($argument:ident: $type:ty),*) $(-> $output:ty)?;)* }
        write { $($mut_method:ident($($mut_argument:ident: $mut_type:ty),*) $(-> $mut_output:ty)?;)* }
    ) => {
        impl<E: Element> DoubleWordVec<E> {
            $(
                #[doc = concat!("[`DoubleWordSlice::", stringify!($method), "`] of all.")]
                #[inline]
                pub fn $method(&self, $($argument: $type),*) $(-> $output)? {
                    self.as_slice().$method($($argument),*)
                }
            )*
            $(
                #[doc = concat!("[`DoubleWordSliceMut::", stringify!($mut_method), "`] of all.")]
                #[inline]
                pub fn $mut_method(&mut self, $($mut_argument: $mut_type),*) $(-> $mut_output)? {
                    self.as_mut_slice().$mut_method($($mut_argument),*)
                }
            )*
        }
    };
}
pub(crate) use forward;

forward! {
    read {
        add(y: DoubleWordSlice<'_, E>) -> Result<DoubleWordVec<E>, Error>;
        sub(y: DoubleWordSlice<'_, E>) -> Result<DoubleWordVec<E>, Error>;
        mul(y: DoubleWordSlice<'_, E>) -> Result<DoubleWordVec<E>, Error>;
        div(y: DoubleWordSlice<'_, E>) -> Result<DoubleWordVec<E>, Error>;
        add_into(y: DoubleWordSlice<'_, E>, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        sub_into(y: DoubleWordSlice<'_, E>, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        mul_into(y: DoubleWordSlice<'_, E>, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        div_into(y: DoubleWordSlice<'_, E>, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        mul_add(y: DoubleWordSlice<'_, E>, z: DoubleWordSlice<'_, E>)
            -> Result<DoubleWordVec<E>, Error>;
        mul_add_into(
            y: DoubleWordSlice<'_, E>,
            z: DoubleWordSlice<'_, E>,
            out: DoubleWordSliceMut<'_, E>
        ) -> Result<(), Error>;
        sqrt() -> DoubleWordVec<E>;
        neg() -> DoubleWordVec<E>;
        abs() -> DoubleWordVec<E>;
        scale(factor: DoubleWord<E>) -> DoubleWordVec<E>;
        scale_by_word(factor: E) -> DoubleWordVec<E>;
        horner(coefficients: &[DoubleWord<E>]) -> DoubleWordVec<E>;
        estrin(coefficients: &[DoubleWord<E>]) -> DoubleWordVec<E>;
        sqrt_into(out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        neg_into(out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        abs_into(out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        scale_into(factor: DoubleWord<E>, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        scale_by_word_into(factor: E, out: DoubleWordSliceMut<'_, E>) -> Result<(), Error>;
        horner_into(coefficients: &[DoubleWord<E>], out: DoubleWordSliceMut<'_, E>)
            -> Result<(), Error>;
        estrin_into(coefficients: &[DoubleWord<E>], out: DoubleWordSliceMut<'_, E>)
            -> Result<(), Error>;
        sum() -> DoubleWord<E>;
        sum_with(accuracy: Accuracy) -> DoubleWord<E>;
        dot(y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error>;
        dot_with(accuracy: Accuracy, y: DoubleWordSlice<'_, E>) -> Result<DoubleWord<E>, Error>;
        nrm2() -> DoubleWord<E>;
        nrm2_with(accuracy: Accuracy) -> DoubleWord<E>;
        asum() -> DoubleWord<E>;
        asum_with(accuracy: Accuracy) -> DoubleWord<E>;
        max_abs() -> DoubleWord<E>;
        hi() -> &[E];
        lo() -> &[E];
    }
    write {
        add_assign(y: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        sub_assign(y: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        mul_assign(y: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        div_assign(y: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        mul_add_assign(y: DoubleWordSlice<'_, E>, z: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        axpy(factor: DoubleWord<E>, y: DoubleWordSlice<'_, E>) -> Result<(), Error>;
        sqrt_in_place();
        neg_in_place();
        abs_in_place();
        scale_in_place(factor: DoubleWord<E>);
        scale_by_word_in_place(factor: E);
        horner_in_place(coefficients: &[DoubleWord<E>]);
        estrin_in_place(coefficients: &[DoubleWord<E>]);
        set(index: usize, number: DoubleWord<E>) -> bool;
    }
}

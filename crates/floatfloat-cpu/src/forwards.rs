//! The methods of views, as methods of vectors.

use crate::{
    accuracy::Accuracy,
    element::Element,
    error::Error,
    number::Number,
    vector::Vector,
    view::{VectorView, VectorViewMut},
};
use floatfloat::DoubleWord;

/// Methods of vectors of numbers `$number`, over `$parameter: $bound`.
macro_rules! forward {
    (
        [$parameter:ident: $bound:ident] $number:ty:
        read { $($method:ident $(<$life:lifetime>)? ($($argument:ident: $type:ty),*) $(-> $output:ty)?;)* }
        write { $($mut_method:ident $(<$mut_life:lifetime>)? ($($mut_argument:ident: $mut_type:ty),*) $(-> $mut_output:ty)?;)* }
    ) => {
        impl<$parameter: $bound> $crate::vector::Vector<$number> {
            $(
                #[doc = concat!("[`VectorView::", stringify!($method), "`](crate::VectorView::", stringify!($method), ") of all.")]
                #[inline]
                pub fn $method$(<$life>)?(&self, $($argument: $type),*) $(-> $output)? {
                    self.view().$method($($argument),*)
                }
            )*
            $(
                #[doc = concat!("[`VectorViewMut::", stringify!($mut_method), "`](crate::VectorViewMut::", stringify!($mut_method), ") of all.")]
                #[inline]
                pub fn $mut_method$(<$mut_life>)?(&mut self, $($mut_argument: $mut_type),*) $(-> $mut_output)? {
                    self.view_mut().$mut_method($($mut_argument),*)
                }
            )*
        }
    };
}
pub(crate) use forward;

forward! {
    [T: Number] T:
    read {
        try_add<'y>(y: impl Into<VectorView<'y, T>>) -> Result<Vector<T>, Error>;
        try_sub<'y>(y: impl Into<VectorView<'y, T>>) -> Result<Vector<T>, Error>;
        try_mul<'y>(y: impl Into<VectorView<'y, T>>) -> Result<Vector<T>, Error>;
        try_div<'y>(y: impl Into<VectorView<'y, T>>) -> Result<Vector<T>, Error>;
        add_into<'y>(y: impl Into<VectorView<'y, T>>, out: VectorViewMut<'_, T>) -> Result<(), Error>;
        sub_into<'y>(y: impl Into<VectorView<'y, T>>, out: VectorViewMut<'_, T>) -> Result<(), Error>;
        mul_into<'y>(y: impl Into<VectorView<'y, T>>, out: VectorViewMut<'_, T>) -> Result<(), Error>;
        div_into<'y>(y: impl Into<VectorView<'y, T>>, out: VectorViewMut<'_, T>) -> Result<(), Error>;
        mul_add<'y>(y: impl Into<VectorView<'y, T>>, z: impl Into<VectorView<'y, T>>)
            -> Result<Vector<T>, Error>;
        mul_add_into<'y>(
            y: impl Into<VectorView<'y, T>>,
            z: impl Into<VectorView<'y, T>>,
            out: VectorViewMut<'_, T>
        ) -> Result<(), Error>;
        sqrt() -> Vector<T>;
        neg() -> Vector<T>;
        abs() -> Vector<T>;
        scale(factor: T) -> Vector<T>;
        scale_by_word(factor: T::Word) -> Vector<T>;
        sqrt_into(out: VectorViewMut<'_, T>) -> Result<(), Error>;
        neg_into(out: VectorViewMut<'_, T>) -> Result<(), Error>;
        abs_into(out: VectorViewMut<'_, T>) -> Result<(), Error>;
        scale_into(factor: T, out: VectorViewMut<'_, T>)
            -> Result<(), Error>;
        scale_by_word_into(factor: T::Word, out: VectorViewMut<'_, T>)
            -> Result<(), Error>;
        sum() -> T;
        dot<'y>(y: impl Into<VectorView<'y, T>>) -> Result<T, Error>;
        nrm2() -> T;
        asum() -> T;
        max_abs() -> T;
        hi() -> &[T::Word];
    }
    write {
        try_add_assign<'y>(y: impl Into<VectorView<'y, T>>) -> Result<(), Error>;
        try_sub_assign<'y>(y: impl Into<VectorView<'y, T>>) -> Result<(), Error>;
        try_mul_assign<'y>(y: impl Into<VectorView<'y, T>>) -> Result<(), Error>;
        try_div_assign<'y>(y: impl Into<VectorView<'y, T>>) -> Result<(), Error>;
        mul_add_assign<'y>(y: impl Into<VectorView<'y, T>>, z: impl Into<VectorView<'y, T>>) -> Result<(), Error>;
        axpy<'y>(factor: T, y: impl Into<VectorView<'y, T>>)
            -> Result<(), Error>;
        sqrt_in_place();
        neg_in_place();
        abs_in_place();
        scale_in_place(factor: T);
        scale_by_word_in_place(factor: T::Word);
        set(index: usize, number: T) -> bool;
    }
}

forward! {
    [E: Element] DoubleWord<E>:
    read {
        horner(coefficients: &[DoubleWord<E>]) -> Vector<DoubleWord<E>>;
        estrin(coefficients: &[DoubleWord<E>]) -> Vector<DoubleWord<E>>;
        horner_into(coefficients: &[DoubleWord<E>], out: VectorViewMut<'_, DoubleWord<E>>)
            -> Result<(), Error>;
        estrin_into(coefficients: &[DoubleWord<E>], out: VectorViewMut<'_, DoubleWord<E>>)
            -> Result<(), Error>;
        sum_with(accuracy: Accuracy) -> DoubleWord<E>;
        dot_with<'y>(accuracy: Accuracy, y: impl Into<VectorView<'y, DoubleWord<E>>>) -> Result<DoubleWord<E>, Error>;
        nrm2_with(accuracy: Accuracy) -> DoubleWord<E>;
        asum_with(accuracy: Accuracy) -> DoubleWord<E>;
        lo() -> &[E];
    }
    write {
        horner_in_place(coefficients: &[DoubleWord<E>]);
        estrin_in_place(coefficients: &[DoubleWord<E>]);
    }
}

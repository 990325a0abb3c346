//! Kernels over `f32` and `f64`, compiled in this crate: what uses it need not compile them again.

use crate::{
    dispatch::dispatch,
    element::Element,
    elementwise::{
        Run,
        operations::{Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub},
    },
    matrix::{
        Block, CholeskyBase, Fast, Gemv, LuBase, MatrixError, QrBase, Residual, Strict,
        TriangularBase,
    },
    reductions::{Storage, Task, largest_of, reduce_task},
    reproducible::{Feed, terms},
};
use floatfloat::DoubleWord;

macro_rules! compiled {
    ($($name:ident($work:ty) $(-> $output:ty)? = $function:path;)*) => {
        /// One function for each kernel, so that none of them is generic where it is used.
        pub trait Compiled: Sized {
            $(
                #[doc(hidden)]
                fn $name(work: $work) $(-> $output)?
                where
                    Self: Element;
            )*
        }

        impl Compiled for f32 {
            $(fn $name(work: $work) $(-> $output)? { $function(work) })*
        }

        impl Compiled for f64 {
            $(fn $name(work: $work) $(-> $output)? { $function(work) })*
        }
    };
}

compiled! {
    run_add(Run<'_, Self, Add, 1>) = dispatch;
    run_sub(Run<'_, Self, Sub, 1>) = dispatch;
    run_mul(Run<'_, Self, Mul, 1>) = dispatch;
    run_div(Run<'_, Self, Div, 1>) = dispatch;
    run_sqrt(Run<'_, Self, Sqrt, 0>) = dispatch;
    run_neg(Run<'_, Self, Neg, 0>) = dispatch;
    run_abs(Run<'_, Self, Abs, 0>) = dispatch;
    run_mul_add(Run<'_, Self, MulAdd, 2>) = dispatch;
    run_scale(Run<'_, Self, Scale<Self>, 0>) = dispatch;
    run_scale_by_word(Run<'_, Self, ScaleByWord<Self>, 0>) = dispatch;
    run_axpy(Run<'_, Self, Axpy<Self>, 1>) = dispatch;
    run_reduce(Task<'_, Self>) -> DoubleWord<Self> = reduce_task;
    run_largest(Storage<'_, Self>) -> DoubleWord<Self> = largest_of;
    run_block_strict(Block<'_, Self, Strict>) = dispatch;
    run_block_fast(Block<'_, Self, Fast>) = dispatch;
    run_gemv_strict(Gemv<'_, Self, Strict>) = dispatch;
    run_gemv_fast(Gemv<'_, Self, Fast>) = dispatch;
    run_lu_base(LuBase<'_, Self>) -> Result<(), MatrixError> = dispatch;
    run_cholesky_base(CholeskyBase<'_, Self>) -> Result<(), MatrixError> = dispatch;
    run_qr_base(QrBase<'_, Self>) -> Vec<DoubleWord<Self>> = dispatch;
    run_triangular_base(TriangularBase<'_, Self>) = dispatch;
    run_residual(Residual<'_, Self>) = dispatch;
    run_feed_words(Feed<'_, terms::Words, Self, 1>) = dispatch;
    run_feed_numbers(Feed<'_, terms::Numbers, Self, 2>) = dispatch;
    run_feed_products(Feed<'_, terms::Products, Self, 2>) = dispatch;
    run_feed_number_products(Feed<'_, terms::NumberProducts, Self, 4>) = dispatch;
    run_feed_short_products(Feed<'_, terms::ShortProducts, Self, 2>) = dispatch;
    run_feed_short_number_products(Feed<'_, terms::ShortNumberProducts, Self, 4>) = dispatch;
}

//! The names that most programs need: `use floatfloat_cpu::prelude::*;`. It contains the number types of
//! [`floatfloat::prelude`].

pub use crate::{
    Accuracy, Number, Vector, VectorView, VectorViewMut, function,
    matrix::{
        Cholesky, Lu, Matrix, MatrixView, MatrixViewMut, Qr, gemm, gemv, least_squares, solve,
    },
};
pub use floatfloat::prelude::*;

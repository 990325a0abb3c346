//! The words that vectors of this crate are made of.

use fearless_simd::{Simd, SimdFloat, SimdFloatElement};
use floatfloat::NativeWord;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`: a word of which a processor holds several in one register.
pub trait Element: NativeWord + SimdFloatElement + bytemuck::Pod + sealed::Sealed {
    /// A full register of the instruction set `S`.
    type Vector<S: Simd>: SimdFloat<S, Element = Self>;
}

impl Element for f32 {
    type Vector<S: Simd> = S::f32s;
}

impl Element for f64 {
    type Vector<S: Simd> = S::f64s;
}

//! The words that vectors of this crate are made of.

use fearless_simd::{ExtractToken, Simd, SimdBase, SimdFloat, SimdFloatElement};
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

    /// Where a lane is neither zero nor infinite nor NaN, if the instruction set has one
    /// instruction for that.
    #[doc(hidden)]
    fn ordinary_lanes<S: Simd>(
        vector: Self::Vector<S>,
    ) -> Option<<Self::Vector<S> as SimdBase<S>>::Mask>;
}

macro_rules! ordinary_lanes {
    ($simd:ident, $vector:ident, $special:ident, $register:ident) => {{
        #[cfg(target_arch = "x86_64")]
        {
            use crate::avx512;
            use fearless_simd::{SimdMask, x86::Avx512, $register};
            let simd = $vector.token();
            let (token, register) = avx512::cast::<$simd, _, $register<Avx512>>(simd, $vector)?;
            let special = avx512::$special(token, register);
            Some(!<Self::Vector<$simd> as SimdBase<$simd>>::Mask::from_bitmask(simd, special))
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = $vector;
            None
        }
    }};
}

impl Element for f32 {
    type Vector<S: Simd> = S::f32s;

    #[inline(always)]
    fn ordinary_lanes<S: Simd>(
        vector: Self::Vector<S>,
    ) -> Option<<Self::Vector<S> as SimdBase<S>>::Mask> {
        ordinary_lanes!(S, vector, special_f32, f32x16)
    }
}

impl Element for f64 {
    type Vector<S: Simd> = S::f64s;

    #[inline(always)]
    fn ordinary_lanes<S: Simd>(
        vector: Self::Vector<S>,
    ) -> Option<<Self::Vector<S> as SimdBase<S>>::Mask> {
        ordinary_lanes!(S, vector, special_f64, f64x8)
    }
}

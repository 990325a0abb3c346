//! Square root and fused multiply-add of the machine's own `f32` and `f64`, correctly rounded everywhere: the
//! instruction where the target has one, otherwise the C library (feature `std`), otherwise integers.

/// The C library of MinGW rounds the product before it adds.
#[cfg(feature = "std")]
const LIBRARY_IS_NOT_FUSED: bool =
    cfg!(all(windows, target_env = "gnu", not(target_feature = "fma")));

macro_rules! native {
    ($float:ident, $format:ident) => {
        pub(crate) mod $float {
            #[cfg(feature = "std")]
            #[inline(always)]
            pub(crate) fn sqrt(x: $float) -> $float {
                std::primitive::$float::sqrt(x)
            }
            #[cfg(feature = "std")]
            #[inline(always)]
            pub(crate) fn mul_add(x: $float, y: $float, z: $float) -> $float {
                // The library there loses the sign of a product that rounds to zero, if zero is added.
                if cfg!(target_family = "wasm") && z == 0.0 && x != 0.0 && y != 0.0 {
                    return x * y;
                }
                if super::LIBRARY_IS_NOT_FUSED {
                    return mul_add_by_integers(x, y, z);
                }
                std::primitive::$float::mul_add(x, y, z)
            }
            #[cfg(not(feature = "std"))]
            pub(crate) fn sqrt(x: $float) -> $float {
                crate::sim::machines::$format.sqrt(x as f64) as $float
            }
            #[cfg(not(feature = "std"))]
            pub(crate) fn mul_add(x: $float, y: $float, z: $float) -> $float {
                mul_add_by_integers(x, y, z)
            }
            fn mul_add_by_integers(x: $float, y: $float, z: $float) -> $float {
                crate::sim::machines::$format.mul_add(x as f64, y as f64, z as f64) as $float
            }
        }
    };
}

native!(f32, IEEE_F32);
native!(f64, IEEE_F64);

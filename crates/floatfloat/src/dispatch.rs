//! Run-time choice of the instruction set for a piece of work.

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
use crate::level::Level;

/// Runs `work` compiled for the best instruction set of this machine, chosen at run time. On x86-64, where a
/// plain build does not use them, this adds the fused multiply-add and vectors of 256 (AVX2) or 512 bits
/// (AVX-512), up to [`Level::in_force`](crate::Level::in_force). Elsewhere `work` is simply called. The bits of
/// the result are the same either way.
///
/// Without it every fused multiply-add of a plain x86-64 build is a call into the C library, and nothing is
/// vectorised across those calls. So wrap a whole loop, not one operation, and write `#[inline(always)]` before
/// the closure. Otherwise a closure that is too large to be inlined is still compiled for the plain instruction
/// set. The same holds for every function in it that is not inlined.
///
/// ```
/// use floatfloat::{DoubleDouble, dispatch};
///
/// let factors = [DoubleDouble::from_parts(1.5, 1e-20); 8];
/// let product = dispatch(
///     #[inline(always)]
///     || factors.iter().fold(DoubleDouble::from_word(1.0), |product, x| product * x),
/// );
/// assert_eq!(product.hi(), 1.5f64.powi(8));
/// ```
#[inline(always)]
pub fn dispatch<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
    match Level::in_force() {
        // SAFETY: the level is in force only if this machine has its features, which are those that
        // `with_avx512` is compiled for.
        Level::Avx512 => return unsafe { with_avx512(work) },
        // SAFETY: as above, of `with_avx2`.
        Level::Avx2 => return unsafe { with_avx2(work) },
        Level::Baseline => {}
    }
    work()
}

/// [`dispatch`] for work that no compiler turns into vectors, because each number is computed from the one
/// before. On x86-64 it is compiled for AVX2 and the plain instruction set only, because wider vectors would
/// gain nothing.
///
/// ```
/// use floatfloat::{DoubleDouble, dispatch_scalar};
///
/// let x = DoubleDouble::from_parts(1.5, 1e-20);
/// let power = dispatch_scalar(
///     #[inline(always)]
///     || (0..8).fold(DoubleDouble::from_word(1.0), |power, _| power * x),
/// );
/// assert_eq!(power.hi(), 1.5f64.powi(8));
/// ```
#[inline(always)]
pub fn dispatch_scalar<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
    if Level::in_force() >= Level::Avx2 {
        // SAFETY: this machine has the features of the level in force and of all lesser ones.
        return unsafe { with_avx2(work) };
    }
    work()
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx2,fma")]
fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

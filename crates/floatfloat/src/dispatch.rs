//! Run-time choice of the instruction set for a piece of work.

/// Runs `work` compiled for the best instruction set of this machine: on x86-64, where a plain build
/// may not use them, that is the fused multiply-add and vectors of 256 (AVX2) or 512 bits (AVX-512);
/// elsewhere `work` is simply called.
///
/// Without it every fused multiply-add of such a build is a call into the C library, and nothing is
/// vectorised across those calls. So wrap a whole loop, not one operation, and let everything in
/// `work` be inlined: what is not (a call through a pointer, a large function) is compiled as if it
/// stood outside. The bits of the result are the same either way.
///
/// ```
/// use floatfloat::{dispatch, double_word::mul_dw3::mul_dw3, DoubleDouble};
///
/// let factors = [DoubleDouble::from_parts(1.5, 1e-20); 8];
/// let product = dispatch(|| {
///     factors.iter().fold(DoubleDouble::from_word(1.0), |product, &x| mul_dw3(product, x))
/// });
/// assert_eq!(product.hi(), 1.5f64.powi(8));
/// ```
#[inline(always)]
pub fn dispatch<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
    {
        use std::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx2") && has!("fma") {
            // SAFETY: the features that `with_avx512` is compiled for were just detected.
            return unsafe { with_avx512(work) };
        }
        if has!("avx2") && has!("fma") {
            // SAFETY: the features that `with_avx2` is compiled for were just detected.
            return unsafe { with_avx2(work) };
        }
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

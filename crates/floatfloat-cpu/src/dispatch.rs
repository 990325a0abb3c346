//! Choice of the instruction set at run time, once for a whole piece of work.

use crate::level::registers;
use fearless_simd::Simd;

/// A piece of work that is compiled for every instruction set.
///
/// [`run`](Kernel::run) and all that it calls must be `#[inline(always)]`. A function that is not
/// inlined is compiled for the baseline instruction set, and is slow.
///
/// ```
/// use floatfloat::DoubleWord;
/// use floatfloat_cpu::{Element, Kernel, Pack, Simd, dispatch};
///
/// /// The squares of one register full of words, with their rounding errors.
/// struct Squares<'a, E>(&'a [E; 16], &'a mut [E; 16]);
///
/// impl<E: Element> Kernel for Squares<'_, E> {
///     type Output = ();
///     #[inline(always)]
///     fn run<S: Simd>(self, simd: S) {
///         let chunks = self.0.chunks_exact(Pack::<S, E>::LANES);
///         for (x, error) in chunks.zip(self.1.chunks_exact_mut(Pack::<S, E>::LANES)) {
///             let x = Pack::load(simd, x);
///             floatfloat::eft::two_prod(x, x).1.store(error);
///         }
///     }
/// }
///
/// let mut errors = [0.0; 16];
/// dispatch(Squares(&[0.1; 16], &mut errors));
/// assert_eq!(errors[9], 0.1f64.mul_add(0.1, -(0.1 * 0.1)));
/// ```
pub trait Kernel {
    /// The result of the work.
    type Output;

    /// Does the work with the instruction set `S`.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// Runs a kernel with the best instruction set in force ([`level`](crate::level())).
///
/// On x86-64 there are three: AVX-512 (as of Ice Lake), AVX2 with FMA, and the baseline SSE2. With
/// SSE2 each fused multiply-add is computed by other instructions, to the same bits.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    let registers = registers();
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = registers.as_avx512() {
            return run(simd, kernel);
        }
        if let Some(simd) = registers.as_avx2() {
            return run(simd, kernel);
        }
        // SSE4.2 gets no version of its own: it lacks the fused multiply-add as SSE2 does, so a
        // fourth compilation would gain nothing.
        match registers.as_sse2() {
            Some(simd) => run_apart(simd, kernel),
            None => unreachable!("every x86-64 processor has SSE2"),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    fearless_simd::dispatch!(registers, simd => kernel.run(simd))
}

/// The same as [`dispatch`], for a long kernel that has no version for registers without a fused
/// multiply-add. With such registers `alone` does the work, one number at a time.
///
/// On x86-64 this concerns SSE2. Its version would be the longest of the three, since SSE2 computes each fused
/// multiply-add with other instructions.
#[inline]
pub fn dispatch_fused<K: Kernel>(kernel: K, alone: impl FnOnce(K) -> K::Output) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        let registers = registers();
        if let Some(simd) = registers.as_avx512() {
            run(simd, kernel)
        } else if let Some(simd) = registers.as_avx2() {
            run(simd, kernel)
        } else {
            alone(kernel)
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = alone;
        dispatch(kernel)
    }
}

/// Runs a kernel with the baseline instruction set, in a function of its own. Inlined into the caller, it would make short
/// calls with other instruction sets save all the registers that it uses.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn run_apart<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
    kernel.run(simd)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn run<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
    simd.vectorize(
        #[inline(always)]
        || kernel.run(simd),
    )
}

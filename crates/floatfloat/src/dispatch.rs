//! Run-time choice of the instruction set for a piece of work.

/// A piece of work for [`dispatch`]. The macro [`dispatch!`](crate::dispatch!) writes the
/// implementation.
pub trait Work {
    /// What the work gives.
    type Output;

    /// Does the work. Must be `#[inline(always)]`, as everything that it calls should be: code that
    /// is not inlined is compiled for the plain instruction set.
    fn run(self) -> Self::Output;
}

/// Runs `work` compiled for the best instruction set of this machine: on x86-64, where a plain build
/// may not use them, that is the fused multiply-add and vectors of 256 (AVX2) or 512 bits (AVX-512);
/// elsewhere `work` is simply run. The bits of the result are the same either way.
#[inline]
pub fn dispatch<T: Work>(work: T) -> T::Output {
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
    work.run()
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx2,fma")]
fn with_avx512<T: Work>(work: T) -> T::Output {
    work.run()
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "avx512f")))]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<T: Work>(work: T) -> T::Output {
    work.run()
}

/// Runs a block compiled for the best instruction set of this machine, chosen at run time.
///
/// Without it every fused multiply-add of a plain x86-64 build is a call into the C library, and
/// nothing is vectorised across those calls. So wrap a whole loop, not one operation. The block sees
/// only the variables that are listed, each with its type, and generic parameters are declared
/// again: it is compiled as a function of its own, several times over.
///
/// ```
/// use floatfloat::{DoubleDouble, Operation, Word, dispatch, double_word::mul_dw3::mul_dw3};
///
/// let factors = [DoubleDouble::from_parts(1.5, 1e-20); 8];
/// let factors = factors.as_slice();
/// let product = dispatch!((factors: &[DoubleDouble]) -> DoubleDouble {
///     factors.iter().fold(DoubleDouble::from_word(1.0), |product, &x| mul_dw3(product, x))
/// });
/// assert_eq!(product.hi(), 1.5f64.powi(8));
///
/// fn apply_all<O: Operation>(x: &mut [DoubleDouble]) {
///     dispatch!(<O: Operation> (x: &mut [DoubleDouble]) {
///         for x in x {
///             *x = O::apply(*x, *x);
///         }
///     })
/// }
/// # let mut two = [DoubleDouble::from_word(1.0)];
/// # apply_all::<floatfloat::double_word::add_network::AddNetwork>(&mut two);
/// # assert_eq!(two[0].hi(), 2.0);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($(<$($generic:ident: $bound:path),+ $(,)?>)? ($($variable:ident: $type:ty),* $(,)?) $body:block) => {
        $crate::dispatch!($(<$($generic: $bound),+>)? ($($variable: $type),*) -> () $body)
    };
    (
        $(<$($generic:ident: $bound:path),+ $(,)?>)?
        ($($variable:ident: $type:ty),* $(,)?) -> $output:ty $body:block
    ) => {{
        struct Body<T, P>(T, ::core::marker::PhantomData<P>);
        impl $(<$($generic: $bound),+>)? $crate::Work for Body<($($type,)*), ($($($generic,)+)?)> {
            type Output = $output;
            #[inline(always)]
            fn run(self) -> $output {
                let ($($variable,)*) = self.0;
                $body
            }
        }
        $crate::dispatch(Body(
            ($($variable,)*),
            ::core::marker::PhantomData::<($($($generic,)+)?)>,
        ))
    }};
}

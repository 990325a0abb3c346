//! The numbers of limbs that are possible, and their operations as functions that are called.

use super::{MultiPrecision, add, divide, multiply, square_root};
use crate::uint32::Uint32;

/// Has the operations on numbers of 1, 2, 4 and 8 limbs: code for all of them is written for `N` with
/// `Limbs: Width<N>`.
#[derive(Clone, Copy, Debug)]
pub struct Limbs;

/// The operations on numbers of `N` limbs. Each is a function that is [called](Uint32::call).
pub trait Width<const N: usize>: sealed::Sealed {
    /// Bits of the significand.
    const BITS: u32;
    /// Name in commands and tables: `mp32`, `mp64`, `mp128`, `mp256`.
    const NAME: &'static str;

    /// a + b
    fn add<U: Uint32>(a: MultiPrecision<U, N>, b: MultiPrecision<U, N>) -> MultiPrecision<U, N>;
    /// a · b
    fn multiply<U: Uint32>(
        a: MultiPrecision<U, N>,
        b: MultiPrecision<U, N>,
    ) -> MultiPrecision<U, N>;
    /// a / b
    fn divide<U: Uint32>(a: MultiPrecision<U, N>, b: MultiPrecision<U, N>) -> MultiPrecision<U, N>;
    /// √a
    fn square_root<U: Uint32>(a: MultiPrecision<U, N>) -> MultiPrecision<U, N>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Limbs {}
}

/// The words of a number, the one with sign and exponent first.
#[inline(always)]
fn words<U: Uint32, const N: usize, const M: usize>(x: MultiPrecision<U, N>) -> [U; M] {
    const { assert!(M == N + 1) };
    let mut words = [x.head; M];
    words[1..].copy_from_slice(&x.limbs);
    words
}

/// The number whose words begin at this place.
#[inline(always)]
fn number<U: Uint32, const N: usize, const M: usize>(
    words: [U; M],
    from: usize,
) -> MultiPrecision<U, N> {
    let mut limbs = [words[from]; N];
    limbs.copy_from_slice(&words[from + 1..from + 1 + N]);
    MultiPrecision { head: words[from], limbs }
}

/// Calls a function of one number.
#[inline(always)]
fn unary<U: Uint32, const N: usize, const M: usize>(
    name: &'static str,
    a: MultiPrecision<U, N>,
    work: impl FnOnce(MultiPrecision<U, N>) -> MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    let result: [U; M] = U::call(
        name,
        words::<U, N, M>(a),
        #[inline(always)]
        |a| words(work(number(a, 0))),
    );
    number(result, 0)
}

/// Calls a function of two numbers, which have `D` words.
#[inline(always)]
fn binary<U: Uint32, const N: usize, const M: usize, const D: usize>(
    name: &'static str,
    a: MultiPrecision<U, N>,
    b: MultiPrecision<U, N>,
    work: impl FnOnce(MultiPrecision<U, N>, MultiPrecision<U, N>) -> MultiPrecision<U, N>,
) -> MultiPrecision<U, N> {
    const { assert!(D == 2 * M) };
    let mut both = [a.head; D];
    both[..M].copy_from_slice(&words::<U, N, M>(a));
    both[M..].copy_from_slice(&words::<U, N, M>(b));
    let result: [U; M] = U::call(
        name,
        both,
        #[inline(always)]
        |both| words(work(number(both, 0), number(both, M))),
    );
    number(result, 0)
}

// Functions are passed as closures, because a function that is passed by name is not always inlined.

/// Widths: limbs, words of a number, words of two, limbs of a product, name.
macro_rules! widths {
    ($($limbs:literal: $words:literal, $of_two:literal, $double:literal, $name:literal;)*) => {$(
        impl Width<$limbs> for Limbs {
            const BITS: u32 = 32 * $limbs;
            const NAME: &'static str = $name;

            #[inline(always)]
            fn add<U: Uint32>(
                a: MultiPrecision<U, $limbs>,
                b: MultiPrecision<U, $limbs>,
            ) -> MultiPrecision<U, $limbs> {
                binary::<U, $limbs, $words, $of_two>(
                    concat!($name, " add"),
                    a,
                    b,
                    #[inline(always)]
                    |a, b| add::add::<U, $limbs, $words>(a, b),
                )
            }
            #[inline(always)]
            fn multiply<U: Uint32>(
                a: MultiPrecision<U, $limbs>,
                b: MultiPrecision<U, $limbs>,
            ) -> MultiPrecision<U, $limbs> {
                binary::<U, $limbs, $words, $of_two>(
                    concat!($name, " multiply"),
                    a,
                    b,
                    #[inline(always)]
                    |a, b| multiply::multiply::<U, $limbs, $words, $double>(a, b),
                )
            }
            #[inline(always)]
            fn divide<U: Uint32>(
                a: MultiPrecision<U, $limbs>,
                b: MultiPrecision<U, $limbs>,
            ) -> MultiPrecision<U, $limbs> {
                binary::<U, $limbs, $words, $of_two>(
                    concat!($name, " divide"),
                    a,
                    b,
                    #[inline(always)]
                    |a, b| divide::divide::<U, $limbs, $words>(a, b),
                )
            }
            #[inline(always)]
            fn square_root<U: Uint32>(a: MultiPrecision<U, $limbs>) -> MultiPrecision<U, $limbs> {
                unary::<U, $limbs, $words>(
                    concat!($name, " square root"),
                    a,
                    #[inline(always)]
                    |a| square_root::square_root::<U, $limbs, $words>(a),
                )
            }
        }
    )*};
}

widths! {
    1: 2, 4, 2, "mp32";
    2: 3, 6, 4, "mp64";
    4: 5, 10, 8, "mp128";
    8: 9, 18, 16, "mp256";
}

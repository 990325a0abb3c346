//! Sums and products of a BLAS, by the C interface CBLAS.

use super::Call;
use crate::{
    Kind, Shape,
    operator::{Element, to_elements},
};
use libloading::Library;
use std::ffi::c_int;

/// `CblasRowMajor` and `CblasNoTrans`.
const BY_ROWS: c_int = 101;
const AS_IT_IS: c_int = 111;

/// How a routine's name begins and ends: in most libraries; where integers have 64 bits; in the library of SciPy and NumPy.
const AROUND: [(&str, &str, Integers); 6] = [
    ("cblas_", "", Integers::Int),
    ("cblas_", "64_", Integers::Long),
    ("cblas_", "_64", Integers::Long),
    ("scipy_cblas_", "", Integers::Int),
    ("scipy_cblas_", "64_", Integers::Long),
    ("openblas_cblas_", "", Integers::Int),
];

/// The type of sizes.
#[derive(Clone, Copy)]
enum Integers {
    Int,
    Long,
}

type Gemm<T, I> =
    unsafe extern "C" fn(c_int, c_int, c_int, I, I, I, T, *const T, I, *const T, I, T, *mut T, I);
type OfOne<T, I> = unsafe extern "C" fn(I, *const T, I) -> T;
type Dot<T, I> = unsafe extern "C" fn(I, *const T, I, *const T, I) -> T;

/// Finds a routine.
///
/// # Safety
/// The library's routine of this name must be that of CBLAS, for elements of this type.
pub(super) unsafe fn find<T: Element + Default + 'static>(
    library: Library,
    name: &str,
    kind: Kind,
) -> Option<Call> {
    let has = |(before, after, integers): &(&str, &str, Integers)| {
        let name = format!("{before}{name}{after}");
        // SAFETY: the symbol is only looked for.
        let found = unsafe { library.get::<*const ()>(&name) }.is_ok();
        found.then_some((name, *integers))
    };
    let (symbol, integers) = AROUND.iter().find_map(has)?;
    // SAFETY: the caller promises a routine of CBLAS, and the name says which integers it takes.
    unsafe {
        match integers {
            Integers::Int => with::<T, i32>(library, &symbol, kind),
            Integers::Long => with::<T, i64>(library, &symbol, kind),
        }
    }
}

/// A routine with integers of a type.
///
/// # Safety
/// As [`find`].
unsafe fn with<T: Element + Default + 'static, I: TryFrom<usize> + Copy + 'static>(
    library: Library,
    symbol: &str,
    kind: Kind,
) -> Option<Call> {
    let size = |size: usize| I::try_from(size).ok().expect("sizes are at most 4096");
    if kind == Kind::Matmul {
        // SAFETY: the caller promises this type.
        let gemm = *unsafe { library.get::<Gemm<T, I>>(symbol) }.ok()?;
        return Some(Box::new(move |first, second, Shape { m, k, n }| {
            let _loaded = &library;
            let (a, b) = (to_elements::<T>(first), to_elements::<T>(second));
            assert_eq!((a.len(), b.len()), (m * k, k * n));
            let mut c = vec![T::default(); m * n];
            let [m, k, n] = [m, k, n].map(size);
            // SAFETY: the library is still loaded; matrices have as many elements as their sizes say.
            unsafe {
                let (one, zero) = (T::of(1.0), T::of(0.0));
                let [a, b] = [a.as_ptr(), b.as_ptr()];
                gemm(
                    BY_ROWS,
                    AS_IT_IS,
                    AS_IT_IS,
                    m,
                    n,
                    k,
                    one,
                    a,
                    k,
                    b,
                    n,
                    zero,
                    c.as_mut_ptr(),
                    n,
                );
            }
            c.into_iter().map(T::to_f64).collect()
        }));
    }
    if matches!(kind, Kind::Magnitudes | Kind::Norm) {
        // SAFETY: the caller promises this type.
        let of_one = *unsafe { library.get::<OfOne<T, I>>(symbol) }.ok()?;
        return Some(Box::new(move |first, _, _| {
            let _loaded = &library;
            let x = to_elements::<T>(first);
            // SAFETY: the library is still loaded; the vector has this length.
            vec![unsafe { of_one(size(x.len()), x.as_ptr(), size(1)) }.to_f64()]
        }));
    }
    // SAFETY: the caller promises this type.
    let dot = *unsafe { library.get::<Dot<T, I>>(symbol) }.ok()?;
    Some(Box::new(move |first, second, _| {
        let _loaded = &library;
        let (x, y) = (to_elements::<T>(first), to_elements::<T>(second));
        assert_eq!(x.len(), y.len());
        // SAFETY: the library is still loaded; both vectors have this length.
        vec![unsafe { dot(size(x.len()), x.as_ptr(), size(1), y.as_ptr(), size(1)) }.to_f64()]
    }))
}

//! Sums and products of a BLAS, by the C interface CBLAS.

use super::Call;
use crate::{
    Kind, Shape,
    operator::{Element, Placed},
};
use libloading::Library;
use std::ffi::c_int;

/// `CblasRowMajor` and `CblasNoTrans`.
const BY_ROWS: c_int = 101;
const AS_IT_IS: c_int = 111;

/// How a routine's name begins and ends: in most libraries, where integers have 64 bits, and in the libraries of SciPy and NumPy.
const AROUND: [(&str, &str); 6] = [
    ("cblas_", ""),
    ("cblas_", "64_"),
    ("cblas_", "_64"),
    ("scipy_cblas_", ""),
    ("scipy_cblas_", "64_"),
    ("openblas_cblas_", ""),
];

/// The type of sizes. An argument takes 64 bits, of which a library whose integers have 32 bits reads the lower half. Apple's
/// arguments on ARM take as many bits as they have.
#[cfg(not(all(target_vendor = "apple", target_arch = "aarch64")))]
type Size = i64;
#[cfg(all(target_vendor = "apple", target_arch = "aarch64"))]
type Size = c_int;

type Gemm<T> = unsafe extern "C" fn(
    c_int,
    c_int,
    c_int,
    Size,
    Size,
    Size,
    T,
    *const T,
    Size,
    *const T,
    Size,
    T,
    *mut T,
    Size,
);
type OfOne<T> = unsafe extern "C" fn(Size, *const T, Size) -> T;
type Dot<T> = unsafe extern "C" fn(Size, *const T, Size, *const T, Size) -> T;

/// Finds a routine.
///
/// # Safety
/// The library's routine of this name must be that of CBLAS, for elements of this type.
pub(super) unsafe fn find<T: Element + Default + 'static>(
    library: Library,
    name: &str,
    kind: Kind,
) -> Option<Call> {
    let has = |(before, after): &(&str, &str)| {
        let name = format!("{before}{name}{after}");
        // SAFETY: the symbol is only looked for.
        let found = unsafe { library.get::<*const ()>(&name) }.is_ok();
        found.then_some(name)
    };
    let symbol = &AROUND.iter().find_map(has)?;
    let (mut of_first, mut of_second) = (Placed::<T>::new(), Placed::<T>::new());
    let size = |size: usize| Size::try_from(size).expect("sizes that fit memory");
    if kind == Kind::Matmul {
        // SAFETY: the caller promises this type.
        let gemm = *unsafe { library.get::<Gemm<T>>(symbol) }.ok()?;
        return Some(Box::new(move |first, second, Shape { m, k, n }, shift| {
            let _loaded = &library;
            let (a, b) = (of_first.put(first, shift[0]), of_second.put(second, shift[1]));
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
        let of_one = *unsafe { library.get::<OfOne<T>>(symbol) }.ok()?;
        return Some(Box::new(move |first, _, _, shift| {
            let _loaded = &library;
            let x = of_first.put(first, shift[0]);
            // SAFETY: the library is still loaded; the vector has this length.
            vec![unsafe { of_one(size(x.len()), x.as_ptr(), size(1)) }.to_f64()]
        }));
    }
    // SAFETY: the caller promises this type.
    let dot = *unsafe { library.get::<Dot<T>>(symbol) }.ok()?;
    Some(Box::new(move |first, second, _, shift| {
        let _loaded = &library;
        let (x, y) = (of_first.put(first, shift[0]), of_second.put(second, shift[1]));
        assert_eq!(x.len(), y.len());
        // SAFETY: the library is still loaded; both vectors have this length.
        vec![unsafe { dot(size(x.len()), x.as_ptr(), size(1), y.as_ptr(), size(1)) }.to_f64()]
    }))
}

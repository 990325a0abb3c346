//! The vendor's matrix product, for comparisons of speed.

use super::context::Context;
use cudarc::cublas::{result, sys};
use std::sync::Arc;

/// Functions that cudarc looks up at their first call. It panics if they are missing.
const USED: [&[u8]; 3] = [b"cublasCreate_v2", b"cublasDestroy_v2", b"cublasDgemm_v2"];

/// cuBLAS in a context.
pub(super) struct Cublas {
    handle: sys::cublasHandle_t,
    context: Arc<Context>,
}

// SAFETY: any thread may use a handle of cuBLAS. The owner keeps this behind a lock, so only one
// thread calls `gemm` at a time.
unsafe impl Send for Cublas {}

impl Cublas {
    /// None if cuBLAS is not installed or does not work.
    pub fn new(context: &Arc<Context>) -> Option<Self> {
        // SAFETY: libcublas may be loaded at any time, and by any thread.
        if !unsafe { sys::is_culib_present() } {
            return None;
        }
        // SAFETY: as above; the library is present, so this does not panic.
        let library = unsafe { sys::culib() };
        // SAFETY: the type is only a pointer, and is not called.
        let has = |name: &[u8]| unsafe { library.get::<*const ()>(name) }.is_ok();
        if !USED.iter().all(|name| has(name)) {
            return None;
        }
        let _entered = context.enter().ok()?;
        let handle = result::create_handle().ok()?;
        Some(Cublas { handle, context: Arc::clone(context) })
    }

    /// c = a · b, row-major, of `rows` × `depth` and `depth` × `columns`. The call may return
    /// before the product is finished.
    ///
    /// # Safety
    /// The pointers must belong to this context and point to matrices of these sizes.
    pub unsafe fn gemm(
        &self,
        [a, b, c]: [u64; 3],
        [rows, columns, depth]: [i32; 3],
    ) -> Result<(), String> {
        let _entered = self.context.enter().map_err(|error| format!("{:?}", error.0))?;
        let plain = sys::cublasOperation_t::CUBLAS_OP_N;
        // cuBLAS stores matrices by columns, so it sees the transposes of ours: cᵀ = bᵀ · aᵀ.
        // SAFETY: the caller vouches for the matrices; the handle is alive; cuBLAS reads both
        // scalars before it returns.
        unsafe {
            result::dgemm(
                self.handle,
                plain,
                plain,
                columns,
                rows,
                depth,
                &1.0,
                b as *const f64,
                columns,
                a as *const f64,
                depth,
                &0.0,
                c as *mut f64,
                columns,
            )
        }
        .map_err(|error| format!("cuBLAS: {:?}", error.0))
    }
}

impl Drop for Cublas {
    fn drop(&mut self) {
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: the handle was created by `new` and is destroyed only here. A failure means
            // only that the context was lost, and the handle with it.
            let _ = unsafe { result::destroy_handle(self.handle) };
        }
    }
}

//! Contexts of CUDA, and which context is current.
//!
//! Calls of the driver use the context that is current in a thread. The host program may have its
//! own context there, so our context is current only while we use it.

use super::spare::Spare;
use cudarc::driver::{
    CudaContext, DriverError, result,
    sys::{self, CUcontext},
};
use std::{
    mem::ManuallyDrop,
    ops::Deref,
    ptr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A context of ours. Everything that cudarc creates in it must be dropped before the context,
/// while the context is [entered](Self::enter).
pub(super) struct Context {
    context: ManuallyDrop<Arc<CudaContext>>,
    spare: Mutex<Spare>,
}

impl Context {
    pub fn new(context: Arc<CudaContext>) -> Self {
        Context { context: ManuallyDrop::new(context), spare: Mutex::default() }
    }

    /// Memory of this context that is kept for later.
    pub fn spare(&self) -> MutexGuard<'_, Spare> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the context current in this thread until the result is dropped.
    pub fn enter(&self) -> Result<Entered, DriverError> {
        // SAFETY: the context is alive as long as this.
        unsafe { sys::cuCtxPushCurrent_v2(self.cu_ctx()) }.result()?;
        Ok(Entered(self.cu_ctx()))
    }
}

impl Deref for Context {
    type Target = Arc<CudaContext>;

    fn deref(&self) -> &Arc<CudaContext> {
        &self.context
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // cudarc makes the context current before it destroys it, and does not restore the context
        // that was current before. So the context is entered here.
        let _entered = self.enter();
        self.spare().free();
        // SAFETY: dropped only here.
        unsafe { ManuallyDrop::drop(&mut self.context) };
    }
}

/// While this is alive, a context of ours is current in this thread. Afterwards the previous
/// context is current again.
#[must_use]
pub(super) struct Entered(CUcontext);

impl Entered {
    /// For a context that became current when it was created.
    pub fn already(context: CUcontext) -> Self {
        Entered(context)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // If the context was destroyed, it is no longer current.
        if result::ctx::get_current().is_ok_and(|current| current != Some(self.0)) {
            return;
        }
        let mut ours = ptr::null_mut();
        // SAFETY: writes one pointer. If it fails, there is no context to remove.
        let _ = unsafe { sys::cuCtxPopCurrent_v2(&mut ours) };
    }
}

//! Contexts, and which one is current.
//!
//! The driver's calls use the context that is current in a thread. The host program may have its own
//! context there, so ours is current only while we use it.

use cudarc::driver::{
    CudaContext, DriverError, result,
    sys::{self, CUcontext},
};
use std::{mem::ManuallyDrop, ops::Deref, ptr, sync::Arc};

/// A context of ours. What cudarc makes in it must be dropped while it is [entered](Self::enter),
/// and before it.
pub(super) struct Context(ManuallyDrop<Arc<CudaContext>>);

impl Context {
    pub fn new(context: Arc<CudaContext>) -> Self {
        Context(ManuallyDrop::new(context))
    }

    /// Makes it current in this thread, until the result is dropped.
    pub fn enter(&self) -> Result<Entered, DriverError> {
        // SAFETY: the context is alive as long as this.
        unsafe { sys::cuCtxPushCurrent_v2(self.cu_ctx()) }.result()?;
        Ok(Entered(self.cu_ctx()))
    }
}

impl Deref for Context {
    type Target = Arc<CudaContext>;

    fn deref(&self) -> &Arc<CudaContext> {
        &self.0
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // The one that is destroyed is current before, because cudarc makes it so without looking
        // after the one that was.
        let _entered = self.enter();
        // SAFETY: dropped only here.
        unsafe { ManuallyDrop::drop(&mut self.0) };
    }
}

/// While this is alive, a context of ours is current in this thread; then the one before it is.
#[must_use]
pub(super) struct Entered(CUcontext);

impl Entered {
    /// For a context that was made current by creating it.
    pub fn already(context: CUcontext) -> Self {
        Entered(context)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // Destroying it has ended that already.
        if result::ctx::get_current().is_ok_and(|current| current != Some(self.0)) {
            return;
        }
        let mut ours = ptr::null_mut();
        // SAFETY: writes one pointer. That it fails means that there is nothing to take away.
        let _ = unsafe { sys::cuCtxPopCurrent_v2(&mut ours) };
    }
}

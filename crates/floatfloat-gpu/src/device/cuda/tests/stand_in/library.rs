//! The state of the stand-in: its live objects, its current contexts, and the errors planted into it.

use cudarc::driver::result;

/// Objects of the stand-in that were created and not yet given back.
pub(super) fn live() -> i32 {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> i32>(b"stand_in_live").unwrap()()
    }
}

/// Has the stand-in refuse new contexts with this code; 0 is none.
pub(super) fn break_driver(code: i32) {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn(i32)>(b"stand_in_break").unwrap()(code);
    }
}

/// Contexts that are on this thread's stack.
pub(super) fn depth() -> i32 {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> i32>(b"stand_in_depth").unwrap()()
    }
}

/// A context that others made current.
pub(super) struct HostContext(cudarc::driver::sys::CUcontext);

impl HostContext {
    pub(super) fn new() -> Self {
        type Create = unsafe extern "C" fn(*mut cudarc::driver::sys::CUcontext, u32, i32) -> i32;
        let mut context = std::ptr::null_mut();
        // SAFETY: the stand-in is loaded, and has this function.
        let code = unsafe {
            let library = cudarc::driver::sys::culib();
            library.get::<Create>(b"cuCtxCreate_v2").unwrap()(&mut context, 0, 1)
        };
        assert_eq!(code, 0);
        HostContext(context)
    }

    pub(super) fn is_current(&self) -> bool {
        result::ctx::get_current() == Ok(Some(self.0))
    }
}

impl Drop for HostContext {
    fn drop(&mut self) {
        // SAFETY: created by `new`, destroyed only here.
        unsafe { cudarc::driver::sys::cuCtxDestroy_v2(self.0) };
    }
}

//! The driver's library, contexts and memory.

use super::{
    absence::Absence,
    context::{Context, Entered},
};
use cudarc::driver::{
    CudaContext, CudaEvent, DriverError, result,
    sys::{self, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUevent, CUresult},
};
use std::{
    ffi::{c_int, c_uint},
    sync::{Arc, OnceLock},
    time::Duration,
};

/// Functions that cudarc looks up at their first call. It panics if they are missing. Every driver
/// since CUDA 11.2 has them.
const USED: [&[u8]; 27] = [
    b"cuInit",
    b"cuDriverGetVersion",
    b"cuDeviceGetCount",
    b"cuDeviceGet",
    b"cuDeviceGetName",
    b"cuDeviceGetAttribute",
    b"cuCtxDestroy_v2",
    b"cuCtxSetCurrent",
    b"cuCtxGetCurrent",
    b"cuCtxPushCurrent_v2",
    b"cuCtxPopCurrent_v2",
    b"cuStreamSynchronize",
    b"cuMemAlloc_v2",
    b"cuMemFree_v2",
    b"cuMemsetD32_v2",
    b"cuMemcpyHtoD_v2",
    b"cuMemcpyDtoH_v2",
    b"cuMemcpyDtoDAsync_v2",
    b"cuModuleLoadData",
    b"cuModuleUnload",
    b"cuModuleGetFunction",
    b"cuFuncGetAttribute",
    b"cuLaunchKernel",
    b"cuEventCreate",
    b"cuEventRecord",
    b"cuEventSynchronize",
    b"cuEventDestroy_v2",
];

type CreateContext = unsafe extern "C" fn(*mut CUcontext, c_uint, CUdevice) -> CUresult;
type ElapsedTime = unsafe extern "C" fn(*mut f32, CUevent, CUevent) -> CUresult;

/// The library of an initialised driver.
///
/// Two functions are called in their older form: cudarc knows only the newer one, which drivers
/// before CUDA 12.8 lack.
#[derive(Clone, Copy)]
pub(super) struct Driver {
    create_context: CreateContext,
    elapsed_time: ElapsedTime,
}

impl Driver {
    /// The driver, if this machine has one that can be initialised. If not, the next call tries
    /// again, because the reason may be gone by then.
    pub fn get() -> Result<Self, Absence> {
        static DRIVER: OnceLock<Driver> = OnceLock::new();
        match DRIVER.get() {
            Some(driver) => Ok(*driver),
            None => Self::load().map(|driver| *DRIVER.get_or_init(|| driver)),
        }
    }

    fn load() -> Result<Self, Absence> {
        // SAFETY: libcuda may be loaded at any time, and by any thread.
        if !unsafe { sys::is_culib_present() } {
            return Err(Absence::Missing);
        }
        // SAFETY: as above; the library is present, so this does not panic.
        let library = unsafe { sys::culib() };
        // SAFETY: the type is only a pointer, and is not called.
        let has = |name: &[u8]| unsafe { library.get::<*const ()>(name) }.is_ok();
        if !USED.iter().all(|name| has(name)) {
            return Err(Absence::Old);
        }
        // SAFETY: the signatures are those of cuda.h before CUDA 13, which later drivers keep for
        // programs built with it.
        let driver = unsafe {
            Driver {
                create_context: *library
                    .get::<CreateContext>(b"cuCtxCreate_v2")
                    .map_err(|_| Absence::Old)?,
                elapsed_time: *library
                    .get::<ElapsedTime>(b"cuEventElapsedTime")
                    .map_err(|_| Absence::Old)?,
            }
        };
        result::init().map_err(|DriverError(code)| Absence::Failed(code))?;
        Ok(driver)
    }

    /// The number of devices.
    pub fn devices(self) -> usize {
        result::device::get_count().map_or(0, |count| usize::try_from(count).unwrap_or(0))
    }

    /// The major and minor number of the CUDA version that the driver knows.
    pub fn version(self) -> Option<(i32, i32)> {
        let mut version = 0;
        // SAFETY: writes one integer.
        unsafe { sys::cuDriverGetVersion(&mut version) }.result().ok()?;
        Some((version / 1000, version % 1000 / 10))
    }

    /// A new context. It is separate from the contexts of others in this process, and so is its
    /// loss. It is destroyed with all its contents when the last clone is dropped.
    pub fn context(self, index: usize) -> Result<Arc<Context>, DriverError> {
        let device = result::device::get(c_int::try_from(index).unwrap_or(c_int::MAX))?;
        let mut context = std::ptr::null_mut();
        // SAFETY: the device is one of the driver's, and the context is written before it is used.
        unsafe { (self.create_context)(&mut context, 0, device) }.result()?;
        // The driver has made the new context current.
        let _entered = Entered::already(context);
        // SAFETY: created above for this device, and owned by nobody else.
        let context = unsafe { CudaContext::from_raw_context(index, device, context) }?;
        Ok(Arc::new(Context::new(context)))
    }

    /// The time between two recorded events, after waiting for them.
    pub fn elapsed(self, begin: &CudaEvent, end: &CudaEvent) -> Result<Duration, DriverError> {
        end.synchronize()?;
        let mut milliseconds = 0.0;
        // SAFETY: both events are alive.
        unsafe { (self.elapsed_time)(&mut milliseconds, begin.cu_event(), end.cu_event()) }
            .result()?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) * 1e-3).unwrap_or_default())
    }
}

/// An attribute of a device, which need not be open.
pub(super) fn attribute(device: CUdevice, attribute: CUdevice_attribute) -> Option<i32> {
    // SAFETY: the device comes from the driver.
    unsafe { result::device::get_attribute(device, attribute) }.ok()
}

/// Memory of a device.
pub(super) struct Memory {
    pub pointer: CUdeviceptr,
    pub context: Arc<Context>,
    /// The bytes that are allocated.
    size: usize,
}

impl Memory {
    /// Allocates at least this many bytes, all filled with this pattern.
    pub fn filled(context: &Arc<Context>, bytes: u64, pattern: u32) -> Result<Self, DriverError> {
        let out_of_memory = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        // The driver refuses allocations of zero bytes.
        let words = usize::try_from(bytes.div_ceil(4).max(1)).map_err(|_| out_of_memory)?;
        let size = words.checked_mul(4).ok_or(out_of_memory)?;
        let _entered = context.enter()?;
        // Not in the match, which would keep the lock.
        let kept = context.spare().take(size);
        let pointer = match kept {
            Some(pointer) => pointer,
            None => allocated(context, size)?,
        };
        let memory = Memory { pointer, context: Arc::clone(context), size };
        // SAFETY: the memory has this many words.
        unsafe { sys::cuMemsetD32_v2(memory.pointer, pattern, words) }.result()?;
        Ok(memory)
    }
}

/// Memory of the driver. If there is too little, memory that is kept for later is given back first.
fn allocated(context: &Context, size: usize) -> Result<CUdeviceptr, DriverError> {
    // SAFETY: the context is current; the caller owns the memory.
    let found = unsafe { result::malloc_sync(size) };
    if found.is_ok() || context.spare().is_empty() {
        return found;
    }
    context.spare().free();
    // SAFETY: as above.
    unsafe { result::malloc_sync(size) }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Ok(_entered) = self.context.enter() {
            // SAFETY: this value owned the memory in this context, and uses it no more. Everything that was launched on it
            // comes before everything that is launched later, because there is one stream.
            unsafe { self.context.spare().put(self.size, self.pointer) };
        }
    }
}

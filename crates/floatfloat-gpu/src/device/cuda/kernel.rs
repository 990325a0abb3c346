//! Programs in the form that the driver loads.

use super::{context::Context, nvrtc::Nvrtc};
use crate::{
    emit::cuda::{self, shipped},
    error::Error,
    lowering::Lowering,
    program::Program,
};
use cudarc::{
    driver::{CudaFunction, DriverError},
    nvrtc::Ptx,
};
use std::{mem::ManuallyDrop, sync::Arc};

/// A program that was loaded.
pub(super) struct Compiled {
    pub function: ManuallyDrop<CudaFunction>,
    pub program: Program,
    pub context: Arc<Context>,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let _entered = self.context.enter();
        // SAFETY: dropped only here.
        unsafe { ManuallyDrop::drop(&mut self.function) };
    }
}

impl Compiled {
    /// Loads an image that [`image`] made for this program.
    pub fn load(
        context: &Arc<Context>,
        image: Vec<u8>,
        program: &Program,
    ) -> Result<Self, DriverError> {
        let _entered = context.enter()?;
        let function = context.load_module(Ptx::from_binary(image))?.load_function("kernel")?;
        let function = ManuallyDrop::new(function);
        Ok(Compiled { function, program: program.clone(), context: Arc::clone(context) })
    }

    /// How many blocks there must be where a launch asks for `groups`.
    pub fn blocks(&self, groups: [u32; 2]) -> [u32; 2] {
        cuda::grid(&self.program, groups)
    }
}

/// A program for a device of this compute capability: by NVRTC where it is installed, else as it
/// was compiled beforehand.
pub(super) fn image(
    device: &str,
    capability: (i32, i32),
    program: &Program,
    lowering: &Lowering,
) -> Result<Vec<u8>, Error> {
    let rejected = |message| Error::Rejected { device: device.to_owned(), message };
    let source = cuda::module(program, lowering);
    if let Some(nvrtc) = Nvrtc::get() {
        return nvrtc.compile(&source, &cuda::options(lowering), capability).map_err(rejected);
    }
    let shipped = shipped::lookup(&source, lowering).ok_or_else(|| Error::Unsupported {
        device: device.to_owned(),
        what: "this program is not among those that were compiled beforehand, and the compiler, \
               NVRTC, was not found; install it (it is part of the CUDA toolkit; where it is \
               installed, name its folder in LD_LIBRARY_PATH, on Windows in PATH), or run this on \
               the same card with --device wgpu"
            .to_owned(),
    })?;
    // The driver reads text up to a zero.
    Ok([shipped.as_bytes(), b"\0"].concat())
}

//! Programs in the form that the driver loads.

use super::nvrtc::Nvrtc;
use crate::{emit::cuda, error::Error, lowering::Lowering, program::Program};
use cudarc::{
    driver::{CudaContext, CudaFunction, DriverError},
    nvrtc::Ptx,
};
use std::sync::Arc;

/// A program that was loaded.
pub(super) struct Compiled {
    pub function: CudaFunction,
    pub program: Program,
    pub context: Arc<CudaContext>,
}

impl Compiled {
    /// Loads an image that [`image`] made for this program. The context must be bound.
    pub fn load(
        context: &Arc<CudaContext>,
        image: Vec<u8>,
        program: &Program,
    ) -> Result<Self, DriverError> {
        let function = context.load_module(Ptx::from_binary(image))?.load_function("kernel")?;
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
    if let Some(nvrtc) = Nvrtc::get() {
        let source = cuda::module(program, lowering);
        return nvrtc.compile(&source, &cuda::options(lowering), capability).map_err(rejected);
    }
    Err(Error::Unsupported {
        device: device.to_owned(),
        what: "the compiler, NVRTC, was not found; install it (it is part of the CUDA toolkit; \
               where it is installed, name its folder in LD_LIBRARY_PATH, on Windows in PATH), or \
               run this on the same card with --device wgpu"
            .to_owned(),
    })
}

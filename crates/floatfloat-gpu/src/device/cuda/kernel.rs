//! Programs in the form that the driver loads.

use super::{context::Context, failure::is_refused, nvrtc::Nvrtc};
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

/// A loaded program.
pub(super) struct Compiled {
    pub function: ManuallyDrop<CudaFunction>,
    pub program: Program,
    elements: Option<u64>,
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
    /// Loads an image that [`image`] made for this program and lowering.
    pub fn load(
        context: &Arc<Context>,
        image: Vec<u8>,
        program: &Program,
        lowering: &Lowering,
    ) -> Result<Self, DriverError> {
        let _entered = context.enter()?;
        let function = context.load_module(Ptx::from_binary(image))?.load_function("kernel")?;
        let function = ManuallyDrop::new(function);
        let elements = cuda::elements(program, lowering);
        Ok(Compiled { function, program: program.clone(), elements, context: Arc::clone(context) })
    }

    /// The number of blocks for a launch that asks for `groups`.
    pub fn blocks(&self, groups: [u32; 2]) -> [u32; 2] {
        cuda::grid(self.elements, groups)
    }
}

/// The source of programs that the driver of a device accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// NVRTC, for exactly this device.
    Compiler,
    /// Compiled in advance, or by NVRTC in the same old form: the driver accepts no newer form.
    OldForm,
    /// Compiled in advance: there is no NVRTC.
    Beforehand,
}

/// A program that shows whether the driver accepts the output of the compiler.
const PROBE: &str = "extern \"C\" __global__ void kernel(float *x) { *x = *x * *x + 1.0f; }";

impl Origin {
    /// The origin for a device of this compute capability.
    ///
    /// # Errors
    /// Errors of the driver other than the refusal of a program.
    pub fn of(context: &Context, capability: (i32, i32)) -> Result<Self, DriverError> {
        let Some(nvrtc) = Nvrtc::get() else { return Ok(Origin::Beforehand) };
        let Ok(image) = nvrtc.compile(PROBE, &[], capability) else { return Ok(Origin::OldForm) };
        let _entered = context.enter()?;
        match context.load_module(Ptx::from_binary(image)) {
            Ok(_) => Ok(Origin::Compiler),
            Err(DriverError(code)) if is_refused(code) => Ok(Origin::OldForm),
            Err(error) => Err(error),
        }
    }
}

/// The image of a program that others wrote.
pub(super) fn foreign_image(
    capability: (i32, i32),
    text: &str,
    options: &[String],
) -> Result<Vec<u8>, String> {
    let nvrtc =
        Nvrtc::get().ok_or("the compiler, NVRTC, was not found; install the CUDA toolkit")?;
    nvrtc.compile(text, options, capability)
}

/// The image of a program for a device of this compute capability.
pub(super) fn image(
    device: &str,
    capability: (i32, i32),
    origin: Origin,
    program: &Program,
    lowering: &Lowering,
) -> Result<Vec<u8>, Error> {
    let rejected = |message| Error::Rejected { device: device.to_owned(), message };
    let (source, options) = (cuda::module(program, lowering), cuda::options(lowering));
    let nvrtc = Nvrtc::get().filter(|_| origin != Origin::Beforehand);
    if let Some(nvrtc) = nvrtc.filter(|_| origin == Origin::Compiler) {
        return nvrtc.compile(&source, &options, capability).map_err(rejected);
    }
    if capability >= shipped::CAPABILITY
        && let Some(shipped) = shipped::lookup(&source, lowering)
    {
        // The driver reads text up to a zero.
        return Ok([shipped.as_bytes(), b"\0"].concat());
    }
    match nvrtc {
        Some(nvrtc) => nvrtc.compile_in_old_form(&source, &options, capability).map_err(rejected),
        None => Err(Error::Unsupported {
            device: device.to_owned(),
            what: "this program is not among those that were compiled beforehand, and the \
                   compiler, NVRTC, was not found; install it (it is part of the CUDA toolkit; \
                   where it is installed, name its folder in LD_LIBRARY_PATH, on Windows in PATH), \
                   or run this on the same card with --device wgpu"
                .to_owned(),
        }),
    }
}

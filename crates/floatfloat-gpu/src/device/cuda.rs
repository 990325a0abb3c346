//! NVIDIA's devices, through the driver's own interface. All libraries of CUDA are loaded at run
//! time.
//!
//! All work goes into the context's default stream, which does it in order.

mod absence;
mod clock;
mod context;
mod cublas;
mod description;
mod driver;
mod failure;
mod kernel;
mod modes;
mod nvrtc;
mod release;
mod spare;
#[cfg(test)]
mod tests;

use self::{
    clock::Spans,
    context::{Context, Entered},
    cublas::Cublas,
    description::Found,
    driver::{Driver, Memory},
    kernel::{Compiled, Origin},
    modes::{NEAREST, modes},
};
use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing, UNWRITTEN, Vendor},
    emit::cuda::options,
    error::Error,
    foreign::{Foreign, Source},
    lowering::{Lowering, Mode},
    program::{Program, WIDEST, WorkgroupLimits},
    runner::{Answer, Job, Runner, run_blocking},
    word_type::WordType,
};
use cudarc::driver::{CudaStream, DeviceRepr, DriverError, LaunchConfig, PushKernelArg, result};
use cudarc::nvrtc::Ptx;
use std::{
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Instant,
};

/// The devices of this machine; none without a driver.
pub(crate) fn enumerate() -> Vec<Description> {
    let Ok(driver) = Driver::get() else { return Vec::new() };
    (0..driver.devices())
        .filter_map(|index| Some(description::find(driver, index)?.description))
        .collect()
}

/// What is wrong with an installed driver, if anything.
pub(crate) fn trouble() -> Option<String> {
    let absence = Driver::get().err()?;
    (!absence.is_expected()).then(|| format!("CUDA: {absence}"))
}

/// Opens `cuda:index`.
///
/// # Errors
/// [`Error::NoDevice`], and errors of the driver.
pub(crate) fn open(index: usize) -> Result<CudaBackend, Error> {
    let no_device = |found| Error::NoDevice { wanted: format!("cuda:{index}"), found };
    let driver = Driver::get()
        .map_err(|absence| no_device(format!("no device of CUDA, because {absence}")))?;
    let mut found = description::find(driver, index).ok_or_else(|| {
        let ids: Vec<_> = enumerate().into_iter().map(|device| device.id).collect();
        no_device(if ids.is_empty() { "no device of CUDA".to_owned() } else { ids.join(", ") })
    })?;
    let id = found.description.id.clone();
    let id = &id;
    let failed = |doing| move |error| failure::failure(id, doing, None, error);
    let context = driver.context(index).map_err(failed("creating a context"))?;
    let origin = Origin::of(&context, found.capability).map_err(failed("loading a program"))?;
    if origin == Origin::OldForm {
        found.description.driver += ", which takes no programs of this NVRTC but in an older form";
    }
    Ok(CudaBackend {
        driver,
        found,
        origin,
        stream: context.default_stream(),
        context,
        spans: Mutex::default(),
        cublas: OnceLock::new(),
    })
}

/// An open device.
pub(crate) struct CudaBackend {
    driver: Driver,
    found: Found,
    origin: Origin,
    spans: Mutex<Spans>,
    cublas: OnceLock<Option<Mutex<Cublas>>>,
    stream: Arc<CudaStream>,
    // Dropped last, after everything that lives in the context.
    context: Arc<Context>,
}

/// [`Launch::arguments`] as kernels receive them: by value.
#[repr(C)]
struct Arguments([u32; 8]);

// SAFETY: eight unsigned integers without padding, on the device too.
unsafe impl DeviceRepr for Arguments {}

impl CudaBackend {
    fn id(&self) -> &str {
        &self.found.description.id
    }

    /// The error for a failure of the driver while it was `doing` something.
    fn failure(&self, doing: &'static str) -> impl Fn(DriverError) -> Error {
        move |error| failure::failure(self.id(), doing, None, error)
    }

    fn failed(&self, message: String) -> Error {
        Error::Failed { device: self.id().to_owned(), message }
    }

    fn enter(&self) -> Result<Entered, Error> {
        self.context.enter().map_err(self.failure("selecting the device"))
    }

    /// The memory of a buffer of this device.
    fn memory<'a>(&self, buffer: &'a Buffer) -> Result<&'a Memory, Error> {
        buffer
            .handle
            .downcast_ref::<Memory>()
            .filter(|memory| Arc::ptr_eq(&memory.context, &self.context))
            .ok_or_else(|| Error::ForeignBuffer { device: self.id().to_owned() })
    }

    /// The compiled program of a kernel of this device.
    fn compiled<'a>(&self, kernel: &'a Kernel) -> Option<&'a Compiled> {
        let compiled = kernel.handle.downcast_ref::<Compiled>();
        compiled.filter(|compiled| Arc::ptr_eq(&compiled.context, &self.context))
    }

    /// The same as [`memory`](Self::memory), for an access of `bytes` bytes.
    fn memory_of<'a>(&self, buffer: &'a Buffer, bytes: u64) -> Result<&'a Memory, Error> {
        if bytes > buffer.bytes {
            return Err(self
                .failed(format!("{bytes} bytes asked for of a buffer that has {}", buffer.bytes)));
        }
        self.memory(buffer)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runner for CudaBackend {
    fn description(&self) -> &Description {
        &self.found.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        match word {
            WordType::F32 | WordType::F64 => vec![NEAREST, Lowering::INTEGERS],
            WordType::F16 | WordType::Bf16 | WordType::U32 => Vec::new(),
        }
    }

    fn modes(&self) -> Vec<Mode> {
        let mut modes = modes();
        modes.retain(|mode| self.found.description.words.contains(&mode.word));
        modes
    }

    /// The description names NVRTC; this names the options that NVRTC receives.
    fn compiler(&self) -> String {
        options(&NEAREST).join(" ")
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move { run_blocking(self, job) })
    }
}

impl Backend for CudaBackend {
    /// The limits that every CUDA device has.
    fn workgroup_limits(&self) -> WorkgroupLimits {
        WorkgroupLimits { invocations: WIDEST, bytes: 48 << 10 }
    }

    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        let memory = Memory::filled(&self.context, bytes, UNWRITTEN).map_err(|error| {
            failure::failure(self.id(), "allocating memory", Some(bytes), error)
        })?;
        Ok(Buffer { bytes, handle: Arc::new(memory) })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let memory = self.memory_of(buffer, bytes.len() as u64)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let _entered = self.enter()?;
        // SAFETY: the memory is alive and has at least so many bytes.
        unsafe { result::memcpy_htod_sync(memory.pointer, bytes) }
            .map_err(self.failure("writing a buffer"))
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        let memory = self.memory_of(buffer, bytes.len() as u64)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let _entered = self.enter()?;
        // SAFETY: the memory is alive and has at least so many bytes.
        unsafe { result::memcpy_dtoh_sync(bytes, memory.pointer) }
            .map_err(self.failure("reading a buffer"))
    }

    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        let word = program.word();
        if word != WordType::U32 && !self.found.description.words.contains(&word) {
            return Err(Error::NoWord { device: self.id().to_owned(), word });
        }
        program
            .check_workgroup(self.workgroup_limits())
            .map_err(|what| Error::Unsupported { device: self.id().to_owned(), what })?;
        let image =
            kernel::image(self.id(), self.found.capability, self.origin, program, lowering)?;
        let compiled = Compiled::load(&self.context, image, program, lowering)
            .map_err(self.failure("loading a program"))?;
        Ok(Kernel { handle: Arc::new(compiled) })
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let compiled = self
            .compiled(launch.kernel)
            .ok_or_else(|| self.failed("the kernel was compiled for another device".to_owned()))?;
        let pointers = launch
            .buffers
            .iter()
            .map(|buffer| Ok(self.memory(buffer)?.pointer))
            .collect::<Result<Vec<u64>, Error>>()?;
        if pointers.len() != compiled.program.bindings() {
            return Err(self.failed(format!(
                "a kernel of {} buffers was launched with {}",
                compiled.program.bindings(),
                pointers.len()
            )));
        }
        if let Some((written, read)) = pointers.split_last()
            && read.contains(written)
        {
            return Err(self.failed("a launch cannot read the buffer that it writes".to_owned()));
        }
        let [x, y] = compiled.blocks(launch.groups);
        if x == 0 || y == 0 {
            return Ok(());
        }
        let block_dim = (compiled.program.lanes(), 1, 1);
        let shape = LaunchConfig { grid_dim: (x, y, 1), block_dim, shared_mem_bytes: 0 };
        let arguments = Arguments(launch.arguments);
        let mut builder = self.stream.launch_builder(&compiled.function);
        pointers.iter().for_each(|pointer| {
            builder.arg(pointer);
        });
        builder.arg(&arguments);
        let _entered = self.enter()?;
        self.timed(|| {
            // SAFETY: the kernel takes these parameters. The caller of `launch` keeps to the
            // meaning of the program, so the kernel stays inside the buffers.
            unsafe { builder.launch(shape) }.map_err(self.failure("launching a kernel"))?;
            Ok(())
        })
    }

    fn finish(&self) -> Result<(), Error> {
        let _entered = self.enter()?;
        self.stream.synchronize().map_err(self.failure("waiting for kernels"))
    }

    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        self.finish()?;
        let clock = self.start_clock();
        let begin = Instant::now();
        let done = work().and_then(|()| self.finish());
        let wall = begin.elapsed();
        let device = self.stop_clock(clock);
        done?;
        Ok(Timing { device: Some(device?), wall })
    }

    fn run_foreign(
        &self,
        program: &Foreign,
        operands: &[u8],
        output: usize,
        groups: u32,
    ) -> Result<Vec<u8>, Error> {
        let Source::Cuda { text, options } = &program.source else {
            let what = format!("it runs no programs in {}", program.source.language());
            return Err(Error::Unsupported { device: self.id().to_owned(), what });
        };
        let rejected = |message| Error::Rejected { device: self.id().to_owned(), message };
        let image =
            kernel::foreign_image(self.found.capability, text, options).map_err(rejected)?;
        let (from, to) = (self.allocate(operands.len() as u64)?, self.allocate(output as u64)?);
        self.write(&from, operands)?;
        let (operands, results) = (self.memory(&from)?.pointer, self.memory(&to)?.pointer);
        let elements = groups * program.lanes;
        let shape = LaunchConfig {
            grid_dim: (groups, 1, 1),
            block_dim: (program.lanes, 1, 1),
            shared_mem_bytes: 0,
        };
        let entered = self.enter()?;
        let module = self.context.load_module(Ptx::from_binary(image));
        let module = module.map_err(self.failure("loading a program"))?;
        let function = module.load_function(&program.entry).map_err(|_| {
            let entry = &program.entry;
            rejected(format!("it has no kernel {entry:?}, declared as extern \"C\" __global__"))
        })?;
        let mut builder = self.stream.launch_builder(&function);
        builder.arg(&operands).arg(&results).arg(&elements);
        // SAFETY: the user asks for this kernel, whose parameters are stated: two arrays and the number of elements.
        unsafe { builder.launch(shape) }.map_err(self.failure("launching a kernel"))?;
        self.stream.synchronize().map_err(self.failure("waiting for kernels"))?;
        drop(entered);
        let mut read = vec![0; output];
        self.read(&to, &mut read)?;
        Ok(read)
    }

    fn vendor(&self) -> Option<&dyn Vendor> {
        Some(self)
    }
}

impl Vendor for CudaBackend {
    fn instructions_per_second(&self, word: WordType) -> Option<f64> {
        let lanes = description::lanes(self.found.capability, word)?;
        Some(self.found.multiprocessor_clocks? * f64::from(lanes))
    }

    fn registers(&self, kernel: &Kernel) -> Option<u32> {
        let compiled = self.compiled(kernel)?;
        let _entered = self.enter().ok()?;
        compiled.function.num_regs().ok()?.try_into().ok()
    }

    fn copy(&self, from: &Buffer, to: &Buffer, bytes: u64) -> Result<(), Error> {
        let (from, to) = (self.memory_of(from, bytes)?.pointer, self.memory_of(to, bytes)?.pointer);
        let Ok(size @ 1..) = usize::try_from(bytes) else { return Ok(()) };
        let _entered = self.enter()?;
        self.timed(|| {
            // SAFETY: both buffers have at least so many bytes.
            unsafe { result::memcpy_dtod_async(to, from, size, self.stream.cu_stream()) }
                .map_err(self.failure("copying a buffer"))
        })
    }

    fn gemm_f64(
        &self,
        [a, b, c]: [&Buffer; 3],
        rows: u32,
        columns: u32,
        depth: u32,
    ) -> Option<Result<(), Error>> {
        let cublas =
            self.cublas.get_or_init(|| Cublas::new(&self.context).map(Mutex::new)).as_ref()?;
        let bytes = |rows: u32, columns: u32| {
            (u64::from(rows) * u64::from(columns)).saturating_mul(WordType::F64.bytes())
        };
        let multiply = || {
            let pointers = [
                self.memory_of(a, bytes(rows, depth))?.pointer,
                self.memory_of(b, bytes(depth, columns))?.pointer,
                self.memory_of(c, bytes(rows, columns))?.pointer,
            ];
            let [Ok(rows), Ok(columns), Ok(depth)] = [rows, columns, depth].map(i32::try_from)
            else {
                return Err(self.failed("cuBLAS takes no matrices of so many rows".to_owned()));
            };
            let cublas = lock(cublas);
            let _entered = self.enter()?;
            self.timed(|| {
                // SAFETY: the matrices are in this context and large enough.
                unsafe { cublas.gemm(pointers, [rows, columns, depth]) }
                    .map_err(|message| self.failed(message))
            })
        };
        Some(multiply())
    }
}

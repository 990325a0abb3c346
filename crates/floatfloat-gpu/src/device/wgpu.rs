//! Devices of wgpu: Vulkan, Metal, DX12, GL.

mod adapter;
mod dispatch;
mod faults;
mod gl;
mod kernel;
mod memory;
mod passthrough;
mod queue;
mod runner;
mod staging;
#[cfg(test)]
mod tests;

use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing},
    error::Error,
    foreign::{self, Foreign},
    lowering::Lowering,
    program::{Program, WIDEST, WORKGROUP, WorkgroupLimits},
    runner::run_kernel,
};
use faults::Faults;
pub(super) use gl::{describe as describe_gl, open as open_gl};
use kernel::scoped_now;
use passthrough::Passthrough;
use pollster::block_on;
use queue::Queue;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};
use wgpu::{BufferDescriptor, BufferUsages, Device, DeviceDescriptor, Features, Limits};

/// Whether this is a page of a browser, where `await` is the only way to wait. The browser's own
/// copies upload memory, errors arrive late, and results come only from
/// [`Runner::run`](crate::runner::Runner::run).
const BROWSER: bool = cfg!(target_family = "wasm");

/// Features that are used if the device offers them.
const FEATURES: Features = Features::SHADER_F64
    .union(Features::SHADER_F16)
    .union(Features::SHADER_INT64)
    .union(Features::SUBGROUP)
    .union(Features::TIMESTAMP_QUERY)
    .union(Features::PASSTHROUGH_SHADERS);

/// The bytes that a binding must hold: a [segment](crate::program::SEGMENT) of the widest numbers.
const BINDING: u64 = 128 << 20;

/// The number of storage buffers that a shader must be able to bind. WebGPU promises it; the
/// programs of the certificate bind the most.
const STORAGE_BUFFERS: u32 = 8;

/// Buffers are whole multiples of this many bytes, and never empty. So any element type can be
/// bound, and every byte can be copied.
const GRANULE: u64 = 64;

/// The devices of this machine that wgpu finds on Vulkan, Metal and DX12. They are searched once, and again after a
/// device was lost or could not be opened.
pub fn enumerate() -> Vec<Description> {
    adapter::adapters().into_iter().map(|(_, description)| description).collect()
}

/// Opens the first device that the browser offers or, outside of a browser, the first of
/// [`enumerate`].
///
/// # Errors
/// Those of [`open`].
pub async fn open_first() -> Result<WgpuBackend, Error> {
    open_of(adapter::find().await, 0).await
}

/// Opens the device with this index in [`enumerate`].
///
/// # Errors
/// [`Error::NoDevice`], [`Error::Unsupported`] if the device's limits are too small,
/// [`Error::OutOfMemory`], [`Error::Failed`], [`Error::Lost`].
pub fn open(index: usize) -> Result<WgpuBackend, Error> {
    twice(|| open_found(index))
}

/// Tries twice. If the first attempt fails and the adapters that were found before may be the
/// cause, the adapters are searched again.
fn twice<T>(attempt: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
    match attempt() {
        Err(Error::Failed { .. } | Error::Lost { .. }) => {
            adapter::forget();
            attempt()
        }
        result => result,
    }
}

fn open_found(index: usize) -> Result<WgpuBackend, Error> {
    block_on(open_of(adapter::adapters(), index))
}

async fn open_of(mut adapters: Vec<adapter::Found>, index: usize) -> Result<WgpuBackend, Error> {
    if index >= adapters.len() {
        let found: Vec<_> = adapters.into_iter().map(|(_, description)| description.id).collect();
        let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        return Err(Error::NoDevice { wanted: format!("wgpu:{index}"), found });
    }
    let (adapter, description) = adapters.swap_remove(index);
    WgpuBackend::new(&adapter, description).await
}

/// A device of wgpu.
pub struct WgpuBackend {
    description: Description,
    /// Distinguishes the buffers and kernels of this device from those of others.
    owner: u64,
    device: Device,
    limits: Limits,
    passthrough: Passthrough,
    faults: Arc<Faults>,
    queue: Mutex<Queue>,
    /// The last program that others wrote.
    foreign: Mutex<Option<(Foreign, Kernel)>>,
}

/// A buffer of this module.
struct Allocation {
    owner: u64,
    buffer: wgpu::Buffer,
}

impl WgpuBackend {
    async fn new(adapter: &wgpu::Adapter, description: Description) -> Result<Self, Error> {
        static OWNERS: AtomicU64 = AtomicU64::new(1);
        let name = format!("{} ({})", description.name, description.id);
        let faults = Arc::new(Faults::new(name));
        let limits = adapter.limits();
        check_limits(&limits, &faults)?;
        let descriptor = DeviceDescriptor {
            required_features: adapter.features() & FEATURES,
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|error| faults.failed(format!("it cannot be opened: {error}")))?;
        let listener = Arc::clone(&faults);
        device.on_uncaptured_error(Arc::new(move |error| listener.record(error)));
        let listener = Arc::clone(&faults);
        device.set_device_lost_callback(move |_, message| listener.lose(&message));
        let queue = Mutex::new(Queue::new(&device, queue, &faults)?);
        faults.check()?;
        let owner = OWNERS.fetch_add(1, Ordering::Relaxed);
        let passthrough = Passthrough::of(adapter, &device);
        Ok(WgpuBackend {
            description,
            owner,
            device,
            limits,
            passthrough,
            faults,
            queue,
            foreign: Mutex::new(None),
        })
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn buffer<'a>(&self, buffer: &'a Buffer) -> Result<&'a wgpu::Buffer, Error> {
        match buffer.handle.downcast_ref::<Allocation>() {
            Some(allocation) if allocation.owner == self.owner => Ok(&allocation.buffer),
            _ => Err(Error::ForeignBuffer { device: self.faults.device().to_owned() }),
        }
    }

    /// Returns an error for a copy of more bytes than the buffer has.
    fn check_copy(&self, buffer: &Buffer, bytes: usize) -> Result<(), Error> {
        if bytes as u64 <= buffer.bytes {
            return Ok(());
        }
        Err(Error::Length { what: "copy, in bytes", expected: buffer.bytes, given: bytes as u64 })
    }

    /// Creates a buffer of the driver, and returns the errors of its creation.
    fn create(&self, bytes: u64, size: u64) -> Result<wgpu::Buffer, Error> {
        let descriptor = BufferDescriptor {
            label: None,
            size,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        };
        scoped_now(&self.device, || self.device.create_buffer(&descriptor))
            .map_err(|error| self.faults.typed(error, bytes))
    }
}

impl Backend for WgpuBackend {
    fn workgroup_limits(&self) -> WorkgroupLimits {
        let limits = &self.limits;
        WorkgroupLimits {
            invocations: limits
                .max_compute_invocations_per_workgroup
                .min(limits.max_compute_workgroup_size_x)
                .min(WIDEST),
            bytes: limits.max_compute_workgroup_storage_size.into(),
        }
    }

    fn allocate(&self, bytes: u64) -> Result<Buffer, Error> {
        // The driver is not asked for memory that it cannot have: some drivers then end the
        // process.
        if bytes > self.limits.max_buffer_size - GRANULE {
            return Err(self.faults.out_of_memory(bytes));
        }
        let size = bytes.next_multiple_of(GRANULE).max(GRANULE);
        let mut queue = self.queue();
        queue.check()?;
        let buffer = self.create(bytes, size).or_else(|_| {
            // Dropped memory is free only when the device has finished with it.
            queue.finish()?;
            self.create(bytes, size)
        })?;
        queue.fill(buffer.clone())?;
        Ok(Buffer { bytes, handle: Arc::new(Allocation { owner: self.owner, buffer }) })
    }

    fn write(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
        let raw = self.buffer(buffer)?;
        self.check_copy(buffer, bytes.len())?;
        let mut queue = self.queue();
        queue.check()?;
        queue.write(raw, bytes)
    }

    fn read(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Error> {
        let raw = self.buffer(buffer)?;
        self.check_copy(buffer, bytes.len())?;
        let mut queue = self.queue();
        queue.check()?;
        queue.download(raw, bytes)
    }

    fn compile(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        block_on(self.compiled(program, lowering))
    }

    fn launch(&self, launch: &Launch<'_>) -> Result<(), Error> {
        let mut queue = self.queue();
        queue.check()?;
        let dispatch = self.dispatch(launch, queue.arguments())?;
        queue.push(dispatch)
    }

    fn finish(&self) -> Result<(), Error> {
        self.queue().finish()
    }

    fn time(&self, work: &mut dyn FnMut() -> Result<(), Error>) -> Result<Timing, Error> {
        let clock = self.queue().start_clock()?;
        let start = Instant::now();
        let worked = work();
        let finished = self.queue().finish();
        let wall = start.elapsed();
        let device = self.queue().stop_clock(clock);
        worked?;
        finished?;
        Ok(Timing { device: device?, wall })
    }

    fn run_foreign(
        &self,
        program: &Foreign,
        operands: &[u8],
        output: usize,
        groups: u32,
    ) -> Result<Vec<u8>, Error> {
        let mut kept = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, kernel)) = &*kept
            && known == program
        {
            return run_kernel(self, kernel, &[operands], output, [0; 8], [groups, 1]);
        }
        let (text, spirv) = match &program.source {
            foreign::Source::Wgsl(text) => (text.clone(), None),
            foreign::Source::Spirv(words) if self.passthrough.is_taken() => {
                (String::new(), Some(words.clone()))
            }
            other => {
                let what = format!("it runs no programs in {}", other.language());
                return Err(self.faults.unsupported(what));
            }
        };
        let source = kernel::Source {
            text,
            spirv,
            constants: Vec::new(),
            lanes: program.lanes,
            foreign: Some(program),
        };
        let (device, faults) = (&self.device, &self.faults);
        let compiled = block_on(kernel::pipeline(device, faults, self.owner, source, 2));
        let compiled = compiled.map_err(|error| self.queue().explain(error))?;
        let kernel = Kernel { handle: Arc::new(compiled) };
        *kept = Some((program.clone(), kernel.clone()));
        run_kernel(self, &kernel, &[operands], output, [0; 8], [groups, 1])
    }
}

impl WgpuBackend {
    async fn compiled(&self, program: &Program, lowering: &Lowering) -> Result<Kernel, Error> {
        self.queue().check()?;
        self.check_lowering(program.word(), lowering)?;
        program
            .check_workgroup(self.workgroup_limits())
            .map_err(|what| self.faults.unsupported(what))?;
        let most = self.limits.max_storage_buffers_per_shader_stage;
        if program.bindings() >= most as usize {
            return Err(self.faults.unsupported(format!("more than {} arrays at once", most - 1)));
        }
        let compiled = {
            let (device, passthrough, faults) = (&self.device, &self.passthrough, &self.faults);
            kernel::compile(device, passthrough, faults, self.owner, program, lowering).await
        }
        .map_err(|error| self.queue().explain(error))?;
        Ok(Kernel { handle: Arc::new(compiled) })
    }
}

/// Returns an error if the limits of the device are too small for the programs.
fn check_limits(limits: &Limits, faults: &Faults) -> Result<(), Error> {
    let needs = [
        ("bytes in a binding", limits.max_storage_buffer_binding_size, BINDING),
        ("bytes in a buffer", limits.max_buffer_size, BINDING),
        (
            "invocations in a workgroup",
            u64::from(limits.max_compute_invocations_per_workgroup),
            u64::from(WORKGROUP),
        ),
        (
            "storage buffers in a shader",
            u64::from(limits.max_storage_buffers_per_shader_stage),
            u64::from(STORAGE_BUFFERS),
        ),
    ];
    for (what, has, needed) in needs {
        if has < needed {
            let what = format!("it takes {has} {what}, and {needed} are needed");
            return Err(faults.unsupported(what));
        }
    }
    Ok(())
}

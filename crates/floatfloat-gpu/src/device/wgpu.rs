//! Devices of wgpu: Vulkan, Metal, DX12, GL.

mod adapter;
mod faults;
mod gl;
mod kernel;
mod memory;
mod passthrough;
mod queue;
mod staging;
#[cfg(test)]
mod tests;

use super::launch::MOST_ITERATIONS_OF_SOFTWARE;
use crate::{
    backend::{Backend, Buffer, Description, Kernel, Launch, Timing},
    error::Error,
    integers::integers_of,
    lowering::{Controls, Division, Exponents, Lowering, Mode, Products, Protection, Relaxed},
    program::{Program, WIDEST, WORKGROUP, WorkgroupLimits},
    runner::{Answer, Job, Runner},
    word_type::WordType,
};
use faults::Faults;
pub(super) use gl::{describe as describe_gl, open as open_gl};
use kernel::{ARGUMENTS, Compiled, scoped_now};
use passthrough::Passthrough;
use pollster::block_on;
use queue::{Dispatch, Queue};
use staging::CHUNK;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding, BufferDescriptor,
    BufferUsages, Device, DeviceDescriptor, Features, Limits,
};

/// Whether this is a page of a browser, where `await` is the only way to wait. The browser's own
/// copies upload memory, errors arrive late, and results come only from [`Runner::run`].
const BROWSER: bool = cfg!(target_family = "wasm");

/// Features that are used if the device offers them.
const FEATURES: Features = Features::SHADER_F64
    .union(Features::SHADER_F16)
    .union(Features::SHADER_INT64)
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
        Ok(WgpuBackend { description, owner, device, limits, passthrough, faults, queue })
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

    /// Whether this device can compile the lowering.
    fn check_lowering(&self, word: WordType, lowering: &Lowering) -> Result<(), Error> {
        let of_integers = lowering.protection == Protection::Integers
            && (word == WordType::U32 || integers_of(word).is_some());
        if !of_integers && !self.description.words.contains(&word) {
            return Err(Error::NoWord { device: self.faults.device().to_owned(), word });
        }
        let protected = match lowering.protection {
            Protection::Integers => of_integers,
            Protection::Plain | Protection::Barrier | Protection::UniformBarrier => true,
            Protection::NoContraction => self.passthrough.is_taken(),
            Protection::Intrinsics(_) | Protection::Native => false,
        };
        let division = matches!(lowering.division, Division::Native | Division::Corrected);
        let controlled = self.passthrough.offers(lowering.controls, word);
        if protected && controlled && division && lowering.relaxed == Relaxed::default() {
            Ok(())
        } else {
            Err(self.faults.unsupported(format!("arithmetic written as: {lowering}")))
        }
    }

    /// Whether shaders have integers of 64 bits.
    fn has_wide_integers(&self) -> bool {
        self.device.features().contains(Features::SHADER_INT64)
    }

    /// The protections for these words, from cheap to expensive, and what is asked of the driver with each.
    fn protections(&self, word: WordType) -> Vec<(Protection, Controls)> {
        let mut protections = vec![(Protection::Plain, Controls::None)];
        let mut push = |protection| {
            let controls = [Controls::All, Controls::SpecialValues, Controls::None].into_iter();
            let offered = controls.filter(|&controls| self.passthrough.offers(controls, word));
            protections.extend(offered.map(|controls| (protection, controls)));
        };
        if self.passthrough.is_taken() {
            push(Protection::NoContraction);
        }
        // The barrier combines a word by or with an integer as wide as the word.
        if word != WordType::F64 || self.has_wide_integers() {
            push(Protection::Barrier);
        }
        protections
    }
}

impl Runner for WgpuBackend {
    fn description(&self) -> &Description {
        &self.description
    }

    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        let products = if self.has_wide_integers() { Products::Wide } else { Products::Halves };
        let made = word == WordType::U32 || integers_of(word).is_some();
        let integers = made.then_some(Lowering { products, ..Lowering::INTEGERS });
        if !self.description.words.contains(&word) {
            return integers.into_iter().collect();
        }
        let exponents = if word == WordType::F64 && !self.has_wide_integers() {
            Exponents::Comparisons
        } else {
            Exponents::Bits
        };
        let fused = |(protection, controls)| {
            [true, false].map(|fused| Lowering {
                controls,
                exponents,
                products,
                ..Lowering::exact(protection, fused)
            })
        };
        self.protections(word).into_iter().flat_map(fused).chain(integers).collect()
    }

    fn compiler(&self) -> String {
        adapter::compiler()
    }

    fn modes(&self) -> Vec<Mode> {
        let mode = |name: &str, word, protection, controls| Mode {
            name: name.to_owned(),
            word,
            lowering: Lowering { controls, ..Lowering::exact(protection, true) },
        };
        let mut modes = Vec::new();
        for (protection, controls) in self.protections(WordType::F32) {
            // The cheaper of the two protections shows what a driver does when it is asked.
            let name = match (protection, controls) {
                (Protection::NoContraction, Controls::All) => "float controls",
                (Protection::NoContraction, Controls::None) => "NoContraction",
                (Protection::Barrier, Controls::None) => "barrier",
                (Protection::Plain, _) => "plain",
                _ => continue,
            };
            modes.push(mode(name, WordType::F32, protection, controls));
        }
        for word in [WordType::F16, WordType::F64] {
            if self.description.words.contains(&word) {
                modes.push(mode(word.name(), word, Protection::Plain, Controls::None));
            }
        }
        modes
    }

    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(self.answer(job))
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

    /// The results of a job. In a browser every wait is an `await`. Elsewhere the results are
    /// complete at this point.
    async fn answer(&self, job: Job<'_>) -> Result<Vec<u8>, Error> {
        let Job { program, lowering, kernel, inputs, output, arguments, groups } = job;
        let kernel = match kernel {
            Some(kernel) => kernel,
            None => kernel.insert(self.compiled(program, lowering).await?),
        };
        let mut buffers = Vec::with_capacity(inputs.len() + 1);
        for input in inputs {
            let buffer = self.allocate(input.len() as u64)?;
            self.write(&buffer, input)?;
            buffers.push(buffer);
        }
        buffers.push(self.allocate(output as u64)?);
        let buffers: Vec<_> = buffers.iter().collect();
        self.launch(&Launch { kernel, buffers: &buffers, arguments, groups })?;
        let written = self.buffer(buffers[inputs.len()])?;
        let mut results = vec![0; output];
        for (index, to) in results.chunks_mut(CHUNK).enumerate() {
            let mut chunk = self.queue().request_chunk(written, (index * CHUNK) as u64, to)?;
            if !BROWSER {
                self.queue().wait(Some(chunk.submission.clone()))?;
            }
            let mapped = matches!((&mut chunk.mapped).await, Ok(Ok(())));
            self.queue().copy_out(chunk, mapped)?;
        }
        self.queue().check()?;
        Ok(results)
    }

    /// A launch, with everything that it binds.
    fn dispatch(&self, launch: &Launch<'_>, arguments: &wgpu::Buffer) -> Result<Dispatch, Error> {
        let compiled = match launch.kernel.handle.downcast_ref::<Compiled>() {
            Some(compiled) if compiled.owner == self.owner => compiled,
            _ => return Err(self.faults.failed("the kernel was compiled for another device")),
        };
        if launch.buffers.len() != compiled.bindings {
            return Err(Error::Length {
                what: "buffers of a launch",
                expected: compiled.bindings as u64,
                given: launch.buffers.len() as u64,
            });
        }
        if !compiled.ends(&launch.arguments) {
            return Err(self.faults.failed("the arguments of a launch make a loop without end"));
        }
        let iterations = compiled.iterations_of(&launch.arguments);
        if self.description.software && iterations > MOST_ITERATIONS_OF_SOFTWARE {
            return Err(self.faults.unsupported(format!(
                "a function of {} steps, which take {iterations} iterations of a loop: a software rasterizer may end \
                 loops after {MOST_ITERATIONS_OF_SOFTWARE}; divide the function, or give every element an invocation",
                compiled.steps
            )));
        }
        let most = self.limits.max_compute_workgroups_per_dimension;
        if launch.groups.iter().any(|&groups| groups > most) {
            return Err(self
                .faults
                .failed(format!("a launch has more than {most} groups in a row")));
        }
        let buffers: Vec<_> =
            launch.buffers.iter().map(|buffer| self.buffer(buffer)).collect::<Result<_, _>>()?;
        if let Some((written, read)) = buffers.split_last()
            && read.contains(written)
        {
            return Err(self.faults.failed("a launch cannot read the buffer that it writes"));
        }
        if buffers.iter().any(|buffer| buffer.size() > self.limits.max_storage_buffer_binding_size)
        {
            let most = self.limits.max_storage_buffer_binding_size;
            return Err(self.faults.unsupported(format!("a buffer of more than {most} bytes")));
        }
        let arguments = BufferBinding { buffer: arguments, offset: 0, size: Some(ARGUMENTS) };
        let mut resources: Vec<_> =
            buffers.iter().map(|buffer| buffer.as_entire_binding()).collect();
        resources.push(BindingResource::Buffer(arguments));
        resources
            .extend(compiled.constants.as_ref().map(|constants| constants.as_entire_binding()));
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        let bind_group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &compiled.layout,
            entries: &entries,
        });
        let (pipeline, groups) = (compiled.pipeline.clone(), launch.groups);
        Ok(Dispatch { pipeline, bind_group, groups, arguments: launch.arguments })
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

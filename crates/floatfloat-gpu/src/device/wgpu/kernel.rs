//! Compiles a program to a pipeline.

use super::{BROWSER, faults::Faults, passthrough::Passthrough};
use crate::{
    emit::{self, wgsl::Shader},
    error::Error,
    foreign::{Binding, Foreign},
    lowering::Lowering,
    program::{Program, Stride},
};
use pollster::block_on;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingType, Buffer, BufferBindingType, BufferSize, BufferUsages,
    ComputePipeline, ComputePipelineDescriptor, Device, ErrorFilter, PassthroughShaderEntryPoint,
    PipelineCompilationOptions, PipelineLayoutDescriptor, ShaderModule, ShaderModuleDescriptor,
    ShaderModuleDescriptorPassthrough, ShaderRuntimeChecks, ShaderSource, ShaderStages,
    util::{BufferInitDescriptor, DeviceExt},
};

/// The entry point of every shader.
const ENTRY: &str = "main";

/// The bytes of the arguments of a launch.
pub(super) const ARGUMENTS: BufferSize = BufferSize::new(32).expect("not zero");

/// A compiled program.
pub(super) struct Compiled {
    /// The device for which the program was compiled.
    pub(super) owner: u64,
    pub(super) pipeline: ComputePipeline,
    pub(super) layout: BindGroupLayout,
    /// The bind groups before that of the program's buffers, from group 0 on.
    pub(super) others: Vec<BindGroup>,
    /// The number of buffers of the program.
    pub(super) bindings: usize,
    /// The buffer of constants behind the arguments, if there is one.
    pub(super) constants: Option<Buffer>,
    /// The number of steps of a long function that a loop carries out for each element; 0 for other
    /// programs.
    pub(super) steps: u64,
    /// The loop whose step is an argument, if there is one.
    pub(super) stride: Option<Stride>,
    /// The invocations of a workgroup.
    pub(super) lanes: u32,
}

impl Compiled {
    /// Whether every loop of a launch with these arguments ends.
    pub(super) fn ends(&self, arguments: &[u32; 8]) -> bool {
        self.stride.is_none_or(|stride| stride.ends(self.lanes, arguments))
    }

    /// The iterations of the loops of an invocation that carries out the steps of a long function.
    pub(super) fn iterations_of(&self, arguments: &[u32; 8]) -> u64 {
        let elements = self.stride.map_or(1, |stride| stride.iterations(self.lanes, arguments));
        if self.steps == 0 { 0 } else { elements * (self.steps + 1) }
    }
}

/// Compiles a program. With `NoContraction` and with float controls, the device must accept SPIR-V as it
/// is.
pub(super) async fn compile(
    device: &Device,
    passthrough: &Passthrough,
    faults: &Faults,
    owner: u64,
    program: &Program,
    lowering: &Lowering,
) -> Result<Compiled, Error> {
    let Shader { text, constants, steps } = emit::wgsl::module(program, lowering)?;
    let spirv = passthrough.compile(&text, lowering).map_err(|message| faults.rejected(message))?;
    let source = Source { text, spirv, constants, lanes: program.lanes(), foreign: None };
    let compiled = pipeline(device, faults, owner, source, program.bindings()).await?;
    Ok(Compiled { stride: program.skeleton().stride, steps, ..compiled })
}

/// The text of a shader, and the SPIR-V to which this crate compiled it if the device's compiler
/// must not do so.
pub(super) struct Source<'a> {
    pub(super) text: String,
    pub(super) spirv: Option<Vec<u32>>,
    /// The contents of the buffer behind the arguments. If they are empty, there is no buffer.
    pub(super) constants: Vec<u32>,
    /// The invocations of a workgroup.
    pub(super) lanes: u32,
    /// The program, if others wrote it. In a text of this crate every loop ends and indices are in range.
    pub(super) foreign: Option<&'a Foreign>,
}

/// Compiles the shader of a program with `bindings` buffers.
pub(super) async fn pipeline(
    device: &Device,
    faults: &Faults,
    owner: u64,
    source: Source<'_>,
    bindings: usize,
) -> Result<Compiled, Error> {
    let (lanes, foreign) = (source.lanes, source.foreign);
    let entry = foreign.map_or(ENTRY, |foreign| &foreign.entry);
    let group = foreign.map_or(0, |foreign| foreign.group);
    let made = scoped(device, || {
        let constants = constants(device, &source.constants);
        let module = module(device, source);
        let layout = layout(device, bindings, constants.is_some());
        let others: Vec<_> =
            (0..group).map(|group| foreign_group(device, foreign, group)).collect();
        let layouts: Vec<_> =
            others.iter().map(|(layout, _)| layout).chain([&layout]).map(Some).collect();
        let pipeline_layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
            bind_group_layouts: &layouts,
            ..Default::default()
        });
        let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions {
                // Every program writes this memory before it reads it.
                zero_initialize_workgroup_memory: false,
                ..Default::default()
            },
            cache: None,
        });
        let others = others.into_iter().map(|(_, group)| group).collect();
        Compiled {
            owner,
            pipeline,
            layout,
            others,
            bindings,
            constants,
            steps: 0,
            stride: None,
            lanes,
        }
    });
    made.await.map_err(|error| match error {
        wgpu::Error::OutOfMemory { .. } => faults.out_of_memory(0),
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            faults.rejected(description)
        }
    })
}

fn module(device: &Device, source: Source<'_>) -> ShaderModule {
    match source.spirv {
        // SAFETY: naga wrote the SPIR-V from a module that it found valid; or the user asks for this module of others.
        Some(spirv) => unsafe {
            device.create_shader_module_passthrough(ShaderModuleDescriptorPassthrough {
                entry_points: vec![PassthroughShaderEntryPoint {
                    name: source.foreign.map_or(ENTRY, |foreign| &foreign.entry).to_owned().into(),
                    workgroup_size: (source.lanes, 1, 1),
                }]
                .into(),
                spirv: Some(spirv.into()),
                ..Default::default()
            })
        },
        None => {
            let descriptor = ShaderModuleDescriptor {
                label: None,
                source: ShaderSource::Wgsl(source.text.into()),
            };
            let checks = ShaderRuntimeChecks {
                force_loop_bounding: false,
                ..ShaderRuntimeChecks::checked()
            };
            if source.foreign.is_some() {
                return device.create_shader_module(descriptor);
            }
            // SAFETY: every loop ends, because its bounds are fixed or were checked for the launch.
            unsafe { device.create_shader_module_trusted(descriptor, checks) }
        }
    }
}

/// The buffers that a program of others has in a group, and their layout.
fn foreign_group(
    device: &Device,
    foreign: Option<&Foreign>,
    group: u32,
) -> (BindGroupLayout, BindGroup) {
    let bindings = foreign.into_iter().flat_map(|foreign| &foreign.bindings);
    let bindings: Vec<_> = bindings.filter(|binding| binding.at[0] == group).collect();
    let entry = |binding: &&Binding| BindGroupLayoutEntry {
        binding: binding.at[1],
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty: match binding.uniform {
                true => BufferBindingType::Uniform,
                false => BufferBindingType::Storage { read_only: !binding.writable },
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = bindings.iter().map(entry).collect();
    let layout = device
        .create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries });
    let buffer = |binding: &&Binding| {
        device.create_buffer_init(&BufferInitDescriptor {
            label: None,
            contents: &binding.bytes,
            usage: BufferUsages::STORAGE | BufferUsages::UNIFORM,
        })
    };
    let buffers: Vec<_> = bindings.iter().map(buffer).collect();
    let entries = bindings.iter().zip(&buffers).map(|(binding, buffer)| BindGroupEntry {
        binding: binding.at[1],
        resource: buffer.as_entire_binding(),
    });
    let entries: Vec<_> = entries.collect();
    let descriptor = BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
    let bound = device.create_bind_group(&descriptor);
    (layout, bound)
}

/// A buffer with these integers, or none if there are no integers.
fn constants(device: &Device, constants: &[u32]) -> Option<Buffer> {
    let descriptor = BufferInitDescriptor {
        label: Some("constants"),
        contents: bytemuck::cast_slice(constants),
        usage: BufferUsages::STORAGE,
    };
    (!constants.is_empty()).then(|| device.create_buffer_init(&descriptor))
}

/// The layout of the program's buffers, of which the last is written, the arguments, and the constants,
/// if there are any. It is given in full, because a layout derived from the shader lacks the buffers
/// that the shader does not use.
fn layout(device: &Device, bindings: usize, has_constants: bool) -> BindGroupLayout {
    let storage = |read_only| BufferBindingType::Storage { read_only };
    let entry = |binding: usize, ty, arguments: bool| BindGroupLayoutEntry {
        binding: binding as u32,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: arguments,
            min_binding_size: arguments.then_some(ARGUMENTS),
        },
        count: None,
    };
    let mut entries: Vec<_> = (0..bindings)
        .map(|binding| entry(binding, storage(binding + 1 < bindings), false))
        .collect();
    entries.push(entry(bindings, BufferBindingType::Uniform, true));
    if has_constants {
        entries.push(entry(bindings + 1, storage(true), false));
    }
    device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// The result of `work`, or its first error.
pub(super) async fn scoped<T>(device: &Device, work: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
    let memory = device.push_error_scope(ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(ErrorFilter::Internal);
    let validation = device.push_error_scope(ErrorFilter::Validation);
    let made = work();
    let [validation, internal, memory] = [validation, internal, memory].map(|scope| scope.pop());
    let (validation, internal, memory) = (validation.await, internal.await, memory.await);
    // An object that is invalid for another reason causes a validation error wherever it is used.
    memory.or(internal).or(validation).map_or(Ok(made), Err)
}

/// The same as [`scoped`], without `await`. In a browser errors are not known at once; a later call
/// returns them.
pub(super) fn scoped_now<T>(device: &Device, work: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
    if BROWSER { Ok(work()) } else { block_on(scoped(device, work)) }
}

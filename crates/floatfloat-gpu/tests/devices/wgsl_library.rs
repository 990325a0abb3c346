//! The library's example, run on the first device of wgpu as a user would.

use floatfloat::{DoubleWord, FloatFloat, NoFma};
use floatfloat_gpu::{
    Circuit, Lowering, Wire,
    emit::wgsl::{Library, ZeroBinding},
    lowering::Protection,
};
use wgpu::{
    BufferUsages, Device, Queue,
    util::{BufferInitDescriptor, DeviceExt},
};

type Recorded = DoubleWord<Wire<f32>>;

fn device() -> Option<(Device, Queue)> {
    let instance = wgpu::Instance::default();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).ok()?;
    pollster::block_on(adapter.request_device(&Default::default())).ok()
}

/// Runs `main` of a shader over the buffers given and one for the results, which comes back.
fn run(device: &Device, queue: &Queue, shader: &str, inputs: &[&[u8]], bytes: usize) -> Vec<u8> {
    let storage = |contents: &[u8]| {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage })
    };
    let mut buffers: Vec<_> = inputs.iter().map(|input| storage(input)).collect();
    buffers.extend([storage(&vec![0xff; bytes]), storage(&[0; 16])]);
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(shader.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries: Vec<_> = (0..)
        .zip(&buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups((bytes as u32 / 8).div_ceil(64), 1, 1);
    }
    let results = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes as u64,
        usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    encoder.copy_buffer_to_buffer(&buffers[inputs.len()], 0, &results, 0, bytes as u64);
    queue.submit([encoder.finish()]);
    results.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    results.get_mapped_range(..).unwrap().to_vec()
}

#[test]
fn the_example_gives_the_bits_of_the_processor() {
    let Some((device, queue)) = device() else {
        return crate::common::skip("wgpu", "there is no device of wgpu");
    };
    let multiply = Circuit::record2(false, |x: Recorded, y: Recorded| x * y).unwrap();
    let zero = ZeroBinding { group: 0, binding: 3 };
    let lowering = Lowering::exact(Protection::Barrier, false);
    let library = Library::new(&[("ff_mul".into(), multiply)], &lowering, zero).unwrap();
    let shader = library.text + "\n" + &library.example;
    let count = 1001;
    let numbers = |scale: f64| -> Vec<FloatFloat> {
        (1..=count).map(|i| FloatFloat::from_f64(scale / f64::from(i))).collect()
    };
    let (x, y) = (numbers(1.0), numbers(-1e3));
    let expected: Vec<_> = x
        .iter()
        .zip(&y)
        .map(|(x, y)| {
            let [x, y] = [x, y].map(|z| DoubleWord::from_normalized(NoFma(z.hi()), NoFma(z.lo())));
            let product = x * y;
            FloatFloat::from_normalized(product.hi().0, product.lo().0)
        })
        .collect();
    let inputs = [bytemuck::cast_slice(&x), bytemuck::cast_slice(&y)];
    let bytes = run(&device, &queue, &shader, &inputs, 8 * count as usize);
    assert_eq!(bytes, bytemuck::cast_slice::<_, u8>(&expected));
}

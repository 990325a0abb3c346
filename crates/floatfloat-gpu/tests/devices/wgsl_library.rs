//! The library's example, run on the first device of wgpu as a user would.

use floatfloat::{FloatFloat, MultiWord, NoFma, QuadFloat, TripleFloat, WordArray};
use floatfloat_gpu::{
    Circuit, DeviceNumber, Lowering,
    emit::wgsl::{Library, ZeroBinding},
    lowering::{Division, Protection, Root},
};
use wgpu::{
    BufferUsages, Device, Queue,
    util::{BufferInitDescriptor, DeviceExt},
};

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

/// Numbers like N without a fused multiply-add.
type Unfused<N> = <N as MultiWord>::Over<NoFma<f32>>;

/// The example of a library with one function of numbers of type N, on as many of them.
fn check<N>(
    name: &str,
    of_wires: fn(N::Recorded, N::Recorded) -> N::Recorded,
    of_numbers: fn(Unfused<N>, Unfused<N>) -> Unfused<N>,
) where
    N: DeviceNumber<Word = f32> + MultiWord<Word = f32>,
{
    let Some((device, queue)) = device() else {
        return crate::common::skip("wgpu", "there is no device of wgpu");
    };
    let circuit = Circuit::record2(false, of_wires).unwrap();
    let zero = ZeroBinding { group: 0, binding: 3 };
    let lowering = Lowering::exact(Protection::Barrier, false);
    let lowering = Lowering { division: Division::Corrected, root: Root::Corrected, ..lowering };
    let library = Library::new(&[(name.into(), circuit)], &lowering, zero).unwrap();
    let shader = library.text + "\n" + &library.example;
    let count = 1001;
    let numbers = |scale: f32| -> Vec<N> {
        (1..=count).map(|i| N::from_word(scale) / N::from_word(i as f32)).collect()
    };
    let (x, y) = (numbers(1.0), numbers(-1e3));
    let without_fma = |number: N| -> Unfused<N> {
        let parts = number.parts();
        MultiWord::from_normalized(WordArray::from_fn(|k| NoFma(parts[k])))
    };
    let expected: Vec<f32> = x
        .iter()
        .zip(&y)
        .flat_map(|(&x, &y)| {
            let result = of_numbers(without_fma(x), without_fma(y));
            result.parts().into_iter().map(|word| word.0).collect::<Vec<_>>()
        })
        .collect();
    let inputs = [bytemuck::cast_slice(&x), bytemuck::cast_slice(&y)];
    let bytes = run(&device, &queue, &shader, &inputs, size_of::<N>() * count);
    assert_eq!(bytes, bytemuck::cast_slice::<_, u8>(&expected), "{name}");
}

#[test]
fn the_example_gives_the_bits_of_the_processor() {
    check::<FloatFloat>("ff_mul", |x, y| x * y, |x, y| x * y);
}

#[test]
fn examples_of_three_and_four_words_give_the_bits_of_the_processor() {
    check::<TripleFloat>("tf_add", |x, y| x + y, |x, y| x + y);
    check::<TripleFloat>("tf_mul", |x, y| x * y, |x, y| x * y);
    check::<TripleFloat>("tf_div", |x, y| x / y, |x, y| x / y);
    check::<QuadFloat>("qf_add", |x, y| x + y, |x, y| x + y);
    check::<QuadFloat>("qf_mul", |x, y| x * y, |x, y| x * y);
}

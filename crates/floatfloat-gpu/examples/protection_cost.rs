//! What it costs to keep a driver from rewriting float-float arithmetic: the time of a chain of
//! products and sums in every way that the first device of wgpu offers, relative to plain text.
//!
//! ```sh
//! cargo run --release -p floatfloat-gpu --example protection_cost
//! ```

use floatfloat::{DoubleWord, FloatFloat};
use floatfloat_gpu::{
    Backend, Circuit, Error, Lowering, Program, Select, Wire, WordType, backend::Launch,
    device::open_backend, lowering::Protection, program::WORKGROUP,
};
use std::time::Duration;

const ELEMENTS: usize = 1 << 20;
/// Steps of one product and one sum for every element.
const STEPS: u32 = 64;
const REPETITIONS: usize = 5;

fn main() -> Result<(), Error> {
    let device = open_backend(Select::Wgpu(0))?;
    println!("{}: {ELEMENTS} elements, {} × (mul + add)", device.description().name, STEPS);
    let mut plain = None;
    for lowering in device.lowerings(WordType::F32) {
        if lowering.fused {
            continue;
        }
        let time = fastest(device.as_ref(), &lowering)?;
        let reference = *plain.get_or_insert(time);
        let ratio = time.as_secs_f64() / reference.as_secs_f64();
        let wrong =
            if lowering.protection == Protection::Plain { " (need not be right)" } else { "" };
        println!("{lowering:24} {time:10.2?} {ratio:5.2}{wrong}");
    }
    Ok(())
}

fn fastest(device: &dyn Backend, lowering: &Lowering) -> Result<Duration, Error> {
    type Number = DoubleWord<Wire<f32>>;
    let steps = |x: Number, c: Number| (0..STEPS).fold(x, |x, _| x * c + c);
    let function = Circuit::record2(lowering.fused, steps)?;
    let program = Program::map(function, vec![false; 2], false);
    let kernel = device.compile(&program, lowering)?;
    let numbers = |value: f64| vec![FloatFloat::from_f64(value); ELEMENTS];
    let mut buffers = Vec::new();
    for numbers in [numbers(1.0 / 3.0), numbers(0.7)] {
        let bytes: &[u8] = bytemuck::cast_slice(&numbers);
        let buffer = device.allocate(bytes.len() as u64)?;
        device.write(&buffer, bytes)?;
        buffers.push(buffer);
    }
    buffers.push(device.allocate(buffers[0].bytes)?);
    let buffers: Vec<_> = buffers.iter().collect();
    let launch = Launch {
        kernel: &kernel,
        buffers: &buffers,
        arguments: [0, ELEMENTS as u32, 0, 0, 0, 0, 0, 0],
        groups: [ELEMENTS as u32 / WORKGROUP, 1],
    };
    let mut fastest = Duration::MAX;
    for _ in 0..=REPETITIONS {
        let timing = device.time(&mut || device.launch(&launch))?;
        fastest = fastest.min(timing.elapsed());
    }
    Ok(fastest)
}

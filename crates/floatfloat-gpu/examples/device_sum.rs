//! Sums and dot products on a device, with the bits that the processor gives.
//!
//! `cargo run --release -p floatfloat-gpu --example device_sum -- wgpu:0`

use floatfloat::FloatFloat;
use floatfloat_gpu::{Device, Select};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let select = std::env::args().nth(1).unwrap_or_else(|| "best".into()).parse::<Select>()?;
    let gpu = Device::open(select)?;

    // 1/n² for n to 10^5, whose sum is π²/6 less about 10^-5.
    let terms: Vec<FloatFloat> =
        (1..=100_000).map(|n| FloatFloat::from(1.0f32) / (n as f32) / (n as f32)).collect();
    let x = gpu.upload(&terms)?;
    let sum = gpu.sum(&x)?;
    let squares = gpu.dot(&x, &x)?;
    println!("{}: sum {sum}, sum of squares {squares}", gpu.description().name);

    // The processor that computes what this device should.
    let reference = gpu.reference();
    let x = reference.upload(&terms)?;
    assert_eq!(reference.sum(&x)?, sum);
    assert_eq!(reference.dot(&x, &x)?, squares);
    Ok(())
}

//! A function of one's own on a device: written once over any word, it runs on the processor and,
//! recorded, on GPUs.
//!
//! `cargo run --release -p floatfloat-gpu --example own_kernel -- wgpu:0`

use floatfloat::{DoubleWord, FloatFloat, Word};
use floatfloat_gpu::{Device, Select};

/// e^x for |x| ≤ 1/4 by its Taylor series. Constants are made on the machine of `x`.
fn exponential<W: Word>(x: DoubleWord<W>) -> DoubleWord<W> {
    let one = x.constant(1.0);
    (1..=14).rev().fold(one, |sum, n| sum * x / x.constant(n) + one)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let select = std::env::args().nth(1).unwrap_or_else(|| "best".into()).parse::<Select>()?;
    let gpu = Device::open(select)?;

    let xs: Vec<FloatFloat> = (-64..=64).map(|i| FloatFloat::from(i as f32 / 256.0)).collect();
    let results = gpu.download(&gpu.map1(&gpu.upload(&xs)?, exponential)?)?;
    println!("{}:", gpu.description().name);
    for (x, result) in xs.iter().zip(&results).step_by(16) {
        println!("e^{x} = {result}");
    }
    assert!(xs.iter().zip(&results).all(|(&x, &result)| exponential(x) == result));
    Ok(())
}

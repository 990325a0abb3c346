//! A formula and a sum on the best device of this machine.

use floatfloat::FloatFloat;
use floatfloat_gpu::{Device, Select};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let select = std::env::args().nth(1).unwrap_or_else(|| "best".into()).parse::<Select>()?;
    let xs: Vec<_> = (1..=1000).map(|i| FloatFloat::from_f64(f64::from(i).sqrt() + 1.0)).collect();
    let ys: Vec<_> = (1..=1000).map(|i| FloatFloat::from_f64(1.0 + 1.0 / f64::from(i))).collect();

    let gpu = Device::open(select)?;
    let (a, b) = (gpu.upload(&xs)?, gpu.upload(&ys)?);
    let c = gpu.map2(&a, &b, |a, b| (a * b - a / b).sqrt())?;
    let s: FloatFloat = gpu.sum(&c)?;

    println!("{}: {s}", gpu.description().name);
    Ok(())
}

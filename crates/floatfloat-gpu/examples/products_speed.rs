//! Times of direct and of accurate products of square matrices of `DoubleDouble` on a device:
//!
//! ```text
//! cargo run --release -p floatfloat-gpu --features cuda --example products_speed -- cuda 1024 2048
//! ```

use floatfloat::DoubleDouble;
use floatfloat_exact::Random;
use floatfloat_gpu::{Device, DeviceMatrix, Error, Select};
use std::{error::Error as StdError, time::Instant};

/// Runs of each product. The first one compiles the kernels.
const RUNS: usize = 4;

type Matrix = DeviceMatrix<DoubleDouble>;
type Product = fn(&Device, &Matrix, &Matrix) -> Result<Matrix, Error>;

fn main() -> Result<(), Box<dyn StdError>> {
    let mut arguments = std::env::args().skip(1);
    let name =
        arguments.next().ok_or("usage: products_speed DEVICE SIZE…, as in: cuda 1024 2048")?;
    let device = Device::open(name.parse::<Select>()?)?;
    println!("{}, milliseconds", device.description().name);
    println!("{:>6} {:>10} {:>10}", "size", "direct", "accurate");
    let ways: [Product; 2] = [Device::gemm, Device::gemm_accurate];
    for size in arguments {
        let size: u64 = size.parse()?;
        let mut random = Random::new(size);
        let mut matrix = || {
            let mut word = || random.bits() as i64 as f64 * 2f64.powi(-63);
            let numbers: Vec<_> = (0..size * size)
                .map(|_| DoubleDouble::from(word()) + word() * 2f64.powi(-54))
                .collect();
            device.upload_matrix(size, size, &numbers)
        };
        let (a, b) = (matrix()?, matrix()?);
        let mut best = [f64::INFINITY; 2];
        for (way, best) in ways.into_iter().zip(&mut best) {
            for _ in 0..RUNS {
                let begin = Instant::now();
                way(&device, &a, &b)?;
                device.finish()?;
                *best = best.min(begin.elapsed().as_secs_f64() * 1e3);
            }
        }
        println!("{size:>6} {:>10.2} {:>10.2}", best[0], best[1]);
    }
    Ok(())
}

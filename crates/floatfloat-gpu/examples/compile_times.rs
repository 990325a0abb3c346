//! How long compilers of shaders take for double-double made of integers, and how long the programs then run: functions of
//! more and more steps, those of more than 32,768 operations of integers as a loop over their steps.
//!
//! Drivers that keep what they compiled must be told not to; Mesa's by `MESA_SHADER_CACHE_DISABLE=true`.

use floatfloat::{DoubleDouble, DoubleWord};
use floatfloat_gpu::{Circuit, Device, OpenOptions, Select, Wire, WordType};
use std::time::{Duration, Instant};

const COUNT: u32 = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| device | steps of words | operations of integers | written | compiled in, ms | a run, ns an element |"
    );
    println!("|---|---|---|---|---|---|");
    let options = OpenOptions { integers: vec![WordType::F64], ..OpenOptions::default() };
    for description in floatfloat_gpu::devices() {
        if description.id == "cpu" {
            continue;
        }
        let device = Device::open_with(description.id.parse::<Select>()?, &options)?;
        let numbers: Vec<_> =
            (1..=COUNT).map(|i| DoubleDouble::from_f64(f64::from(i).sqrt())).collect();
        let x = device.upload(&numbers)?;
        let most = u64::from(device.lowering(WordType::F64)?.most_inlined);
        for products in [1, 2, 4, 7, 8, 16, 32, 64] {
            let polynomial =
                |x: DoubleWord<Wire<f64>>| (1..products).fold(x * x, |sum, _| sum * x + x);
            let run = || -> Result<(Vec<DoubleDouble>, Duration), floatfloat_gpu::Error> {
                let begin = Instant::now();
                let y = device.map1(&x, polynomial)?;
                Ok((device.download(&y)?, begin.elapsed()))
            };
            let (found, first) = run()?;
            let native: Vec<_> =
                numbers.iter().map(|&x| (1..products).fold(x * x, |sum, _| sum * x + x)).collect();
            assert_eq!(found, native);
            let mut fastest = first;
            for _ in 0..5 {
                fastest = fastest.min(run()?.1);
            }
            let circuit = Circuit::record1(true, polynomial)?;
            let operations = circuit.of_integers().uint_operations();
            println!(
                "| {} | {} | {operations} | {} | {:.0} | {:.0} |",
                description.name,
                circuit.flops(),
                if operations > most { "as a loop" } else { "one after the other" },
                first.saturating_sub(fastest).as_secs_f64() * 1e3,
                fastest.as_secs_f64() * 1e9 / f64::from(COUNT),
            );
        }
    }
    Ok(())
}

//! Exercises everything on a device: its certificate, every kind of kernel bit for bit against the
//! processor at sizes around those where kernels change, and speed against what the device can
//! reach. Exit code 1 where a result differs.
//!
//! `cargo run --release -p floatfloat-gpu --features cuda --example device_check -- cuda:0`

use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};
use floatfloat_gpu::{
    Device, DeviceWord, Error, Number, OpenOptions, Select, WordType, devices,
    speed::{self, Sizes},
};
use floatfloat_oracle::Random;
use std::{
    ops::{Add, Div, Mul, Sub},
    process::ExitCode,
    time::Instant,
};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let select: Select = std::env::args().nth(1).unwrap_or_else(|| "best".into()).parse()?;
    for found in devices() {
        println!("{:8} {} ({}, {})", found.id, found.name, found.backend, found.driver);
    }
    let options = OpenOptions { recertify: true, ..OpenOptions::default() };
    let begin = Instant::now();
    let device = Device::open_with(select, &options)?;
    println!("\n{} certified in {:.2?}", device.description().id, begin.elapsed());
    let begin = Instant::now();
    drop(Device::open(select)?);
    println!("opened with its certificate in {:.2?}\n", begin.elapsed());
    println!("{:#?}\n", device.certificate());

    let different = check(&device)?;
    println!("results that differ from the processor's: {different}\n");
    speeds(&device)?;
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check(device: &Device) -> Result<usize, Error> {
    let cpu = Device::open(Select::Cpu)?;
    let mut different = 0;
    if device.lowering(WordType::F32).is_ok() {
        different += compare::<f32, FloatFloat>(device, &cpu)?;
    }
    if device.lowering(WordType::F64).is_ok() {
        different += compare::<f64, DoubleDouble>(device, &cpu)?;
    }
    Ok(different)
}

/// Everything on numbers of two words, on both devices. Where one of them has no fused
/// multiply-add, what has products in it differs by right, and only sums are compared.
fn compare<E, N>(device: &Device, cpu: &Device) -> Result<usize, Error>
where
    E: NativeWord + DeviceWord,
    N: Number<Word = E> + From<DoubleWord<E>> + PartialEq,
    N::Recorded: Add<Output = N::Recorded>
        + Sub<Output = N::Recorded>
        + Mul<Output = N::Recorded>
        + Div<Output = N::Recorded>,
{
    let fused = device.lowering(E::TYPE)?.fused == cpu.lowering(E::TYPE)?.fused;
    let mut random = Random::new(1);
    let mut different = 0;
    let mut report = |what: &str, size: usize, ours: &[N], theirs: &[N]| {
        let same = |(a, b): (&N, &N)| bytemuck::bytes_of(a) == bytemuck::bytes_of(b);
        if ours.len() != theirs.len() || !ours.iter().zip(theirs).all(same) {
            println!("{} {what} of {size} differs", N::NAME);
            different += 1;
        }
    };
    for size in [0, 1, 255, 256, 257, 65535, 65537, (1 << 20) + 1, 65535 * 256 + 1] {
        let mut numbers = || -> Vec<N> { (0..size).map(|_| number(&mut random)).collect() };
        let (x, y) = (numbers(), numbers());
        let on = |device: &Device| -> Result<[Vec<N>; 3], Error> {
            let (x, y) = (device.upload(&x)?, device.upload(&y)?);
            let added = device.map2(&x, &y, |x: N::Recorded, y: N::Recorded| x - (y + x))?;
            let others = if fused {
                let others =
                    device.map2(&x, &y, |x: N::Recorded, y: N::Recorded| x * y / (x + y))?;
                (device.download(&others)?, vec![device.sum(&x)?, device.dot(&x, &y)?])
            } else {
                (Vec::new(), vec![device.sum(&x)?])
            };
            Ok([device.download(&added)?, others.0, others.1])
        };
        let (ours, theirs) = (on(device)?, on(cpu)?);
        for (part, what) in ["a − (b + a)", "a · b / (a + b)", "sum and dot"].iter().enumerate()
        {
            report(what, size, &ours[part], &theirs[part]);
        }
    }
    for side in [1, 63, 64, 65, 200] {
        if !fused {
            break;
        }
        let (rows, columns, depth) = (side as u64, side as u64 + 3, side as u64 + 1);
        let mut numbers =
            |count: u64| -> Vec<N> { (0..count).map(|_| number(&mut random)).collect() };
        let (a, b, v) = (numbers(rows * depth), numbers(depth * columns), numbers(depth));
        let on = |device: &Device| -> Result<[Vec<N>; 2], Error> {
            let a = device.upload_matrix(rows, depth, &a)?;
            let b = device.upload_matrix(depth, columns, &b)?;
            let product = device.gemm(&a, &b)?;
            let vector = device.gemv(&a, &device.upload(&v)?)?;
            Ok([device.download_matrix(&product)?, device.download(&vector)?])
        };
        let (ours, theirs) = (on(device)?, on(cpu)?);
        for (part, what) in ["gemm", "gemv"].iter().enumerate() {
            report(what, side, &ours[part], &theirs[part]);
        }
    }
    Ok(different)
}

/// A number between 2^-10 and 2^10 of either sign, with a low part.
fn number<E: NativeWord, N: From<DoubleWord<E>>>(random: &mut Random) -> N {
    let unit = |bits: u64| (bits >> 12) as f64 / (1u64 << 51) as f64 - 1.0;
    let high = E::nearest(unit(random.bits()) * 2f64.powi(random.between(-10, 10)));
    let low = high * E::nearest(unit(random.bits()) / (1u64 << E::PRECISION) as f64);
    N::from(DoubleWord::from_parts(high, low))
}

fn speeds(device: &Device) -> Result<(), Error> {
    let limits = speed::limits(device)?;
    println!("copy: {:.1} GB/s read and written", limits.copy / 1e9);
    for limit in &limits.words {
        let stated =
            limit.stated.map_or("not stated".into(), |rate| format!("{:.0} G/s", rate / 1e9));
        println!(
            "{}: {:.0} G/s instructions measured, {stated} by clock and lanes",
            limit.word,
            limit.measured / 1e9
        );
    }
    let sizes = Sizes::of(device.description());
    println!("\n{sizes:?}");
    for figure in speed::figures(device, &limits, sizes)? {
        let limit = figure.limit.map_or(String::new(), |limit| format!(" of {:.1}", limit / 1e9));
        let percent =
            figure.percent().map_or(String::new(), |percent| format!(" = {percent:.1} %"));
        println!(
            "{:4} {:26} {:9.2} G{}/s{limit}{percent}",
            figure.number,
            figure.name,
            figure.value / 1e9,
            figure.unit
        );
    }
    Ok(())
}

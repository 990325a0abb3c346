//! How long it takes to certify each device, and to open it again with its certificate: the least of
//! three times, in milliseconds. Mesa keeps compiled shaders; without that every run is the first:
//!
//! `MESA_SHADER_CACHE_DISABLE=true cargo run --release --features gpu --bin opening_time`

use floatfloat_gpu::{Device, Error, OpenOptions, Select, devices};
use std::{io, path::Path, time::Instant};

/// In milliseconds.
fn fastest(select: Select, recertify: bool, cache: &Path) -> Result<f64, Error> {
    let options =
        OpenOptions { recertify, cache: Some(cache.to_owned()), ..OpenOptions::default() };
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let begin = Instant::now();
        let device = Device::open_with(select, &options)?;
        least = least.min(begin.elapsed().as_secs_f64() * 1e3);
        drop(device);
    }
    Ok(least)
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    println!("| device | name | certified, ms | opened again, ms |");
    println!("|---|---|---|---|");
    for device in devices() {
        let select = device.id.parse().expect("a device is called as it is chosen");
        let times = fastest(select, true, folder.path())
            .and_then(|first| Ok((first, fastest(select, false, folder.path())?)));
        match times {
            Ok((first, again)) => {
                println!("| {} | {} | {first:.0} | {again:.1} |", device.id, device.name);
            }
            Err(error) => println!("| {} | {} | {error} | |", device.id, device.name),
        }
    }
    Ok(())
}

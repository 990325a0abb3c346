//! A device as a person who has one looks at it first: its certificate, and how long it takes to
//! open. The test `devices_agree` compares its results.
//!
//! `cargo run --release -p floatfloat-gpu --features cuda --example device_check -- cuda:0`

use floatfloat_gpu::{Device, OpenOptions, Select, devices};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
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
    Ok(())
}

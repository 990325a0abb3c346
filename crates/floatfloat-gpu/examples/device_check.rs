//! A device as a person who has one looks at it first: its certificate, how long it takes to open,
//! and speed against what the device can reach. The test `devices_agree` compares its results.
//!
//! `cargo run --release -p floatfloat-gpu --features cuda --example device_check -- cuda:0`

use floatfloat_gpu::{
    Device, OpenOptions, Select, devices,
    speed::{self, Sizes},
};
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

    speeds(&device)
}

fn speeds(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
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

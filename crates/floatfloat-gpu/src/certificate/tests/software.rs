//! The drivers that run on the processor: Mesa's lavapipe, and SwiftShader.

use crate::{certificate::*, device::wgpu, lowering::Protection};
use std::time::Instant;

fn device(name: &str) -> Option<wgpu::WgpuBackend> {
    let index = wgpu::enumerate().iter().position(|device| device.name.contains(name))?;
    Some(wgpu::open(index).expect("the device opens"))
}

#[test]
fn lavapipe() {
    let Some(backend) = device("llvmpipe") else { return };
    let begin = Instant::now();
    let certificate = certify(&backend);
    println!("{certificate}\n{:?}", begin.elapsed());
}

//! Writes `kernels/standard.ptx`, the programs that machines without NVIDIA's compiler can run.
//!
//! Needs NVRTC, of the version that the gate installs, so that its tests compare what is written:
//! `FLOATFLOAT_CUDA_WHEELS=…/nvidia/cu13 cargo ptx`

#[path = "../tests/emit_cuda/certified.rs"]
mod certified;
#[path = "../tests/emit_cuda/nvrtc.rs"]
mod nvrtc;

use floatfloat_gpu::emit::cuda::{module, options, shipped};
use nvrtc::{Nvrtc, WHEELS, wheels};
use std::{error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let wheels = wheels().ok_or_else(|| format!("set {WHEELS} to the folder of the compiler"))?;
    let nvrtc = Nvrtc::open(&wheels)?;
    let programs = certified::programs();
    let mut compiled = Vec::new();
    for (name, program) in &programs {
        let source = module(program, &shipped::LOWERING);
        let ptx = nvrtc
            .compile(&source, &options(&shipped::LOWERING), shipped::ARCHITECTURE)
            .map_err(|log| format!("{name}: {log}"))?;
        if !ptx.log.is_empty() {
            return Err(format!("{name}: {}", ptx.log).into());
        }
        compiled.push(String::from_utf8(ptx.image)?);
    }
    let archive = shipped::archive(programs.iter().zip(compiled));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels/standard.ptx");
    fs::write(path, &archive)?;
    println!("{path}: {} programs, {} bytes", programs.len(), archive.len());
    Ok(())
}

//! The machine that is measured, and its devices.

mod certificate;
mod date;

use crate::results::{Device, Machine};
use floatfloat::Level;
use floatfloat_gpu::device::processor_name;
use std::{env::consts, fs, num::NonZero, thread, time::SystemTime};

/// The machine this runs on.
pub fn machine() -> Machine {
    Machine {
        processor: processor_name(),
        architecture: consts::ARCH.into(),
        system: consts::OS.into(),
        threads: thread::available_parallelism().map_or(1, NonZero::get),
        extensions: extensions(),
        version: env!("CARGO_PKG_VERSION").into(),
        date: now(),
    }
}

/// The UTC time in the format of results, RFC 3339.
pub fn now() -> String {
    date::rfc3339(SystemTime::now())
}

/// Describes this processor. A few thousand operands of every error-free transform are compared
/// with exact arithmetic, which takes some milliseconds.
pub fn processor() -> Device {
    let certificate = certificate::examine();
    Device {
        id: CPU.into(),
        name: processor_name(),
        backend: "native".into(),
        certified: certificate.exact,
        lowering: lowering().into(),
        fma: certificate.fma.into(),
        subnormals: certificate.subnormals.into(),
        driver: String::new(),
        software: false,
        words: "f32, f64".into(),
        division: "correctly rounded".into(),
        sqrt: "correctly rounded".into(),
    }
}

/// The name of the processor for `--device`.
pub const CPU: &str = "cpu";

/// The bytes of memory that programs can use without swapping, if Linux reports them.
pub fn available_memory() -> Option<u64> {
    available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The available memory in the text of /proc/meminfo, which counts in KiB.
fn available(info: &str) -> Option<u64> {
    let value = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(1024 * value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

/// How [`floatfloat::dispatch`] compiles operations.
fn lowering() -> &'static str {
    match Level::in_force() {
        Level::Avx512 => "fused multiply-add, 512-bit vectors",
        Level::Avx2 => "fused multiply-add, 256-bit vectors",
        _ if cfg!(any(target_feature = "fma", target_arch = "aarch64")) => "fused multiply-add",
        _ => "fused multiply-add of the C library",
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! detected {
    ($macro:ident: $($feature:tt),*) => {{
        let mut found = Vec::new();
        $(if std::arch::$macro!($feature) {
            found.push($feature.to_owned());
        })*
        found
    }};
}

/// The relevant instruction set extensions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn extensions() -> Vec<String> {
    detected!(is_x86_feature_detected: "sse2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512vl",
        "avx512dq", "avx512bw", "avx512fp16")
}

/// The relevant instruction set extensions.
#[cfg(target_arch = "aarch64")]
fn extensions() -> Vec<String> {
    detected!(is_aarch64_feature_detected: "neon", "fp16", "sve", "sve2")
}

/// The relevant instruction set extensions: none can be detected here.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn extensions() -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{available, machine, processor};

    #[test]
    fn available_memory_is_read() {
        let info = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n";
        assert_eq!(available(info), Some(8 << 20));
        assert_eq!(available("MemTotal: 16384 kB\n"), None);
    }

    #[test]
    fn this_machine_is_described_and_certified() {
        let machine = machine();
        assert!(!machine.processor.is_empty() && machine.threads > 0);
        assert_eq!(machine.date.len(), "2006-03-29T00:00:00Z".len());
        let cpu = processor();
        assert!(cpu.certified, "{cpu:?}");
        assert_eq!((cpu.fma.as_str(), cpu.subnormals.as_str()), ("fused", "kept"));
    }
}

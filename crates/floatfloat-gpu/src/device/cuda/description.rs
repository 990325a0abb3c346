//! The description of a device, as its driver reports it.

use super::{
    driver::{self, Driver},
    nvrtc::Nvrtc,
    release::releases,
};
use crate::{backend::Description, word_type::WordType};
use cudarc::driver::{result, sys::CUdevice_attribute as Attribute};

/// A device before it is opened.
pub(super) struct Found {
    pub description: Description,
    /// The major and minor number of the compute capability.
    pub capability: (i32, i32),
    /// The number of multiprocessors times the clock rate at the highest frequency, if the driver
    /// reports it.
    pub multiprocessor_clocks: Option<f64>,
}

/// None if the driver does not have the device, or the device does not answer.
pub(super) fn find(driver: Driver, index: usize) -> Option<Found> {
    let device = result::device::get(i32::try_from(index).ok()?).ok()?;
    let attribute = |which| driver::attribute(device, which);
    let capability = (
        attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
        attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
    );
    let multiprocessors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    let kilohertz = attribute(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    let multiprocessor_clocks = multiprocessors
        .zip(kilohertz.filter(|&rate| rate > 0))
        .map(|(count, rate)| f64::from(count) * f64::from(rate) * 1e3);

    let mut words = vec![WordType::F32, WordType::F64];
    // The oldest capability with half-precision arithmetic in hardware.
    if capability >= (5, 3) {
        words.insert(0, WordType::F16);
    }
    if capability >= (8, 0) {
        words.insert(1, WordType::Bf16);
    }
    let description = Description {
        id: format!("cuda:{index}"),
        name: result::device::get_name(device).ok()?,
        backend: "cuda".to_owned(),
        driver: versions(driver, capability),
        software: false,
        words,
    };
    Some(Found { description, capability, multiprocessor_clocks })
}

/// The versions of everything that may change results or compiled code.
fn versions(driver: Driver, capability: (i32, i32)) -> String {
    let mut parts = releases().to_vec();
    if let Some((major, minor)) = driver.version() {
        parts.push(format!("CUDA {major}.{minor}"));
    }
    parts.push(match Nvrtc::get() {
        Some(Nvrtc { version: (major, minor), build: Some(build), .. }) => {
            format!("NVRTC {major}.{minor} build {build}")
        }
        Some(Nvrtc { version: (major, minor), .. }) => format!("NVRTC {major}.{minor}"),
        None => "no NVRTC".to_owned(),
    });
    parts.push(format!("compute capability {}.{}", capability.0, capability.1));
    parts.join(", ")
}

/// The number of results that a multiprocessor of this compute capability begins in a clock cycle:
/// the table "Throughput of Native Arithmetic Instructions" of the CUDA C++ Programming Guide. None
/// for capabilities that the table does not contain.
pub(super) fn lanes(capability: (i32, i32), word: WordType) -> Option<u32> {
    let (single, double) = match capability {
        (5, _) | (6, 1 | 2) => (128, 4),
        (6, 0) => (64, 32),
        (7, 0 | 2) => (64, 32),
        (7, 5) => (64, 2),
        (8, 0) => (64, 32),
        (8, 6 | 7 | 9) => (128, 2),
        (9, 0) | (10, 0) => (128, 64),
        (10, 3) | (12, _) => (128, 2),
        _ => return None,
    };
    match word {
        WordType::F32 => Some(single),
        WordType::F64 => Some(double),
        WordType::F16 | WordType::Bf16 | WordType::U32 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An H200 begins 33.4 · 10¹² instructions a second on `f32` and half as many on `f64`.
    #[test]
    fn lanes_of_a_data_centre_card_and_of_a_consumer_card() {
        let clocks = 132.0 * 1.98e9;
        let rate = |word| f64::from(lanes((9, 0), word).unwrap()) * clocks;
        assert!((rate(WordType::F32) - 33.4e12).abs() < 0.1e12);
        assert!((rate(WordType::F64) - 16.7e12).abs() < 0.1e12);
        assert_eq!(lanes((8, 9), WordType::F32), Some(128));
        assert_eq!(lanes((8, 9), WordType::F64), Some(2));
        assert_eq!(lanes((99, 0), WordType::F32), None);
    }
}

//! Finds and opens devices.

use super::{
    Device, Select, cpu,
    without_floats::{WithoutFloats, of_environment},
};
use crate::{
    backend::{Backend, Description},
    cache::{certificate_of, default_folder},
    certificate::Certificate,
    error::Error,
    lowering::{Lowering, Protection},
    word_type::WordType,
};
use floatfloat::progress::{Progress, Silent};
use serde::{Deserialize, Serialize};
use std::{fmt, path::PathBuf, sync::Arc};

/// How to open a device.
#[derive(Clone, Default)]
pub struct OpenOptions<'p> {
    /// Prove the arithmetic again even if there is a certificate.
    pub recertify: bool,
    /// The folder in which certificates are stored. The default is
    /// [`default_folder`](crate::certificate::default_folder).
    pub cache: Option<PathBuf>,
    /// Word types whose own arithmetic on the device is not used, for tests. Programs with these words are made of
    /// integers alone ([`Protection::Integers`]). The words that the environment variable
    /// [`INTEGERS_VARIABLE`](super::INTEGERS_VARIABLE) names are added. The processor has no such lowering.
    pub integers: Vec<WordType>,
    /// Receives the progress of the proof and may cancel it.
    pub progress: Option<&'p dyn Progress>,
}

impl fmt::Debug for OpenOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenOptions")
            .field("recertify", &self.recertify)
            .field("cache", &self.cache)
            .field("integers", &self.integers)
            .finish_non_exhaustive()
    }
}

/// Devices that are enumerated together, because they share drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Vulkan, Metal and DX12, through wgpu.
    Wgpu,
    /// GL, through wgpu.
    Gl,
    /// CUDA.
    Cuda,
}

impl Family {
    /// All families that are built into this program.
    pub fn built() -> Vec<Family> {
        let wgpu = cfg!(feature = "wgpu").then_some([Family::Wgpu, Family::Gl]);
        let cuda = cfg!(feature = "cuda").then_some(Family::Cuda);
        wgpu.into_iter().flatten().chain(cuda).collect()
    }

    /// The devices of this machine. Loads the drivers into this process.
    pub fn devices(self) -> Vec<Description> {
        match self {
            #[cfg(feature = "wgpu")]
            Family::Wgpu => super::wgpu::enumerate(),
            #[cfg(feature = "wgpu")]
            Family::Gl => super::wgpu::describe_gl().into_iter().collect(),
            #[cfg(feature = "cuda")]
            Family::Cuda => super::cuda::enumerate(),
            #[allow(unreachable_patterns, reason = "with every feature there is nothing left")]
            _ => Vec::new(),
        }
    }
}

/// The description of the processor.
pub fn processor() -> Description {
    cpu::describe()
}

/// The devices of this machine, the CPU first, without the device of GL. No device is opened, but their
/// drivers are loaded into this process.
pub fn devices() -> Vec<Description> {
    let mut found = vec![processor()];
    found.extend(Family::Wgpu.devices());
    found.extend(Family::Cuda.devices());
    found
}

/// Why this machine cannot use the devices of a family that it seems to have, as text for people: a driver is
/// installed and does not work. Empty if nothing is wrong.
pub fn troubles(family: Family) -> Vec<String> {
    if family == Family::Cuda { cuda_trouble().into_iter().collect() } else { Vec::new() }
}

#[cfg(feature = "cuda")]
fn cuda_trouble() -> Option<String> {
    super::cuda::trouble()
}

#[cfg(not(feature = "cuda"))]
fn cuda_trouble() -> Option<String> {
    None
}

/// Opens a device without certifying it: to examine a device that is refused, not to compute with
/// it.
///
/// # Errors
/// [`Error::NoDevice`], also for `best`, which is not a single device, and errors of the driver.
pub fn open_backend(select: Select) -> Result<Box<dyn Backend>, Error> {
    match select {
        Select::Cpu => Ok(Box::new(cpu::Cpu::open())),
        #[cfg(feature = "wgpu")]
        Select::Wgpu(number) => Ok(Box::new(super::wgpu::open(number)?)),
        #[cfg(feature = "wgpu")]
        Select::Gl => Ok(Box::new(super::wgpu::open_gl()?)),
        #[cfg(feature = "cuda")]
        Select::Cuda(number) => Ok(Box::new(super::cuda::open(number)?)),
        _ => Err(no_device(select)),
    }
}

fn no_device(select: Select) -> Error {
    let found: Vec<_> = devices().into_iter().map(|device| device.id).collect();
    Error::NoDevice { wanted: select.to_string(), found: found.join(", ") }
}

/// The devices that [`Select::Best`] tries, in this order.
fn candidates() -> Vec<Select> {
    let hardware = |devices: Vec<Description>, select: fn(usize) -> Select| {
        let mut found: Vec<_> =
            devices.into_iter().enumerate().filter(|(_, device)| !device.software).collect();
        found.sort_by_key(|(_, device)| !device.words.contains(&WordType::F64));
        found.into_iter().map(move |(number, _)| select(number))
    };
    let mut found: Vec<_> = hardware(Family::Cuda.devices(), Select::Cuda).collect();
    found.extend(hardware(Family::Wgpu.devices(), Select::Wgpu));
    found.push(Select::Cpu);
    found
}

impl Device {
    /// Opens a device. If there is no stored certificate for the device and its driver, its
    /// arithmetic is certified first, which takes some seconds.
    ///
    /// The device's driver is loaded into this process. A driver that crashes ends the process, and a driver that
    /// takes all memory takes the memory of the process. Implementations of GL do so most often; they are loaded only
    /// if [`Select::Gl`] asks for them. The command `floatfloat` works with every device in a process of its own (the
    /// crate `floatfloat-driver`).
    ///
    /// # Errors
    /// [`Error::NoDevice`], [`Error::NotCertified`], and errors of the driver.
    pub fn open(select: Select) -> Result<Self, Error> {
        Device::open_with(select, &OpenOptions::default())
    }

    /// The same as [`open`](Device::open), with options.
    ///
    /// A device on which all words must be made of integers is opened only if it is named; [`Select::Best`]
    /// skips it. If only some words of a device must be made of integers, [`Select::Best`] opens the device
    /// with the other words.
    ///
    /// # Errors
    /// Those of [`open`](Device::open), and [`Error::Cancelled`] if the progress asks to stop.
    pub fn open_with(select: Select, options: &OpenOptions<'_>) -> Result<Self, Error> {
        if select != Select::Best {
            let (certificate, device) = Device::examine(select, options)?;
            return device.ok_or_else(|| Error::NotCertified {
                device: certificate.device.id.clone(),
                report: certificate.to_string(),
            });
        }
        let mut refusal = no_device(select);
        for candidate in candidates() {
            match Device::open_with(candidate, options) {
                Ok(mut device) => {
                    // Without being named, a device is not used where it is slower than the
                    // processor.
                    device.forget_integers();
                    if device.certificate.is_certified() {
                        return Ok(device);
                    }
                }
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => refusal = error,
            }
        }
        Err(refusal)
    }

    /// A device that computes with this backend, if its arithmetic is exact.
    ///
    /// # Errors
    /// [`Error::NotCertified`] if the arithmetic is exact on no word type, [`Error::Cancelled`].
    pub fn from_backend(
        backend: Box<dyn Backend>,
        options: &OpenOptions<'_>,
    ) -> Result<Self, Error> {
        let (certificate, device) = Device::examine_backend(backend, options)?;
        device.ok_or_else(|| Error::NotCertified {
            device: certificate.device.id.clone(),
            report: certificate.to_string(),
        })
    }

    /// The certificate of a device and, if its arithmetic is exact, the open device.
    ///
    /// # Errors
    /// [`Error::NoDevice`], [`Error::Cancelled`], and errors of the driver.
    pub fn examine(
        select: Select,
        options: &OpenOptions<'_>,
    ) -> Result<(Certificate, Option<Self>), Error> {
        Device::examine_backend(open_backend(select)?, options)
    }

    /// The certificate of a backend and, if its arithmetic is exact, the open device.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::Setting`].
    pub fn examine_backend(
        backend: Box<dyn Backend>,
        options: &OpenOptions<'_>,
    ) -> Result<(Certificate, Option<Self>), Error> {
        let OpenOptions { recertify, cache, integers, progress } = options;
        let words = [&integers[..], &of_environment()?].concat();
        let is_processor = backend.description().backend == cpu::describe().backend;
        let backend: Box<dyn Backend> = match words.is_empty() || is_processor {
            true => backend,
            false => Box::new(WithoutFloats { backend, words }),
        };
        let progress = progress.unwrap_or(&Silent);
        let certificate = certificate_of(&*backend, *recertify, cache.as_deref(), progress)?;
        let device = certificate.is_certified().then(|| Device {
            backend: Arc::from(backend),
            certificate: certificate.clone(),
            kernels: Arc::default(),
            functions: Arc::default(),
            examined: Arc::default(),
            conversions: Arc::default(),
            cache: cache.clone().or_else(default_folder),
            recertify: *recertify,
            progress: Arc::new(Silent),
        });
        Ok((certificate, device))
    }

    /// Removes the words whose arithmetic is made of integers.
    fn forget_integers(&mut self) {
        let is_made = |lowering: Lowering| lowering.protection == Protection::Integers;
        self.certificate.words.retain(|word| !word.lowering.is_some_and(is_made));
    }

    /// The processor, which computes what this device computes, bit for bit. If this device has no
    /// fused multiply-add, the processor uses the variants without it.
    pub fn reference(&self) -> Self {
        let mut certificate = self.certificate.clone();
        for word in &mut certificate.words {
            let native = |lowering: Lowering| Lowering::exact(Protection::Native, lowering.fused);
            word.lowering = word.lowering.map(native);
        }
        Device {
            backend: Arc::new(cpu::Cpu::open()),
            certificate,
            kernels: Arc::default(),
            functions: Arc::default(),
            examined: Arc::default(),
            conversions: Arc::default(),
            cache: None,
            recertify: false,
            progress: Arc::new(Silent),
        }
    }
}

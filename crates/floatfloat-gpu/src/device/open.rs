//! Finding and opening devices.

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
    /// Prove the arithmetic again though there is a certificate.
    pub recertify: bool,
    /// The folder that certificates are kept in; without one, that of
    /// [`default_folder`](crate::certificate::default_folder).
    pub cache: Option<PathBuf>,
    /// Words of which the device's own arithmetic is not to be used, for tests: what computes with them is made of
    /// integers alone ([`Protection::Integers`]). Those that the environment variable
    /// [`INTEGERS_VARIABLE`](super::INTEGERS_VARIABLE) names are added. The processor has
    /// no such way.
    pub integers: Vec<WordType>,
    /// Told how far the proof is, and may call it off; without it nobody watches.
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

/// Devices that are looked for together, because they share drivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Vulkan, Metal and DX12, by wgpu.
    Wgpu,
    /// GL, by wgpu.
    Gl,
    /// CUDA.
    Cuda,
}

impl Family {
    /// All for which this program was built.
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

/// What the processor is.
pub fn processor() -> Description {
    cpu::describe()
}

/// The devices of this machine, the CPU first, that of GL left out. None of them is opened; their drivers are
/// loaded into this process.
pub fn devices() -> Vec<Description> {
    let mut found = vec![processor()];
    found.extend(Family::Wgpu.devices());
    found.extend(Family::Cuda.devices());
    found
}

/// What keeps this machine from using devices of a family that it seems to have, for people: a driver that is
/// installed and does not work. Empty where nothing is wrong.
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

/// Opens a device without proving anything: to examine one that is refused, not to compute on it.
///
/// # Errors
/// [`Error::NoDevice`], also for `best`, which is no one device, and what the driver may say.
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

/// What [`Select::Best`] tries, in order.
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
    /// Opens a device, with its certificate of an earlier time if there is one for it and its
    /// driver; else its arithmetic is proved first, which takes some seconds.
    ///
    /// The device's driver is loaded into this process: a driver that crashes ends the process, and one that takes all
    /// memory takes that of the process. Of GL, whose implementations do so most often, nothing is loaded unless
    /// [`Select::Gl`] asks for it. The command `floatfloat` works with every device in a process of its own (the crate
    /// `floatfloat-driver`).
    ///
    /// # Errors
    /// [`Error::NoDevice`], [`Error::NotCertified`], and what the driver may say.
    pub fn open(select: Select) -> Result<Self, Error> {
        Device::open_with(select, &OpenOptions::default())
    }

    /// As [`open`](Device::open), as the options say.
    ///
    /// A device whose words can only be made of integers is opened where it is named; [`Select::Best`] passes
    /// it over, and of one that has some of the words in another way, it takes those alone.
    ///
    /// # Errors
    /// Those of [`open`](Device::open), and [`Error::Cancelled`] if the progress asked for that.
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
                    // Nobody is given what is slower than the processor without having asked for it.
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

    /// A device that does what the backend does, if its arithmetic is exact.
    ///
    /// # Errors
    /// [`Error::NotCertified`] if no word type's is, [`Error::Cancelled`].
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

    /// The certificate of a device, and the device, opened, if it is exact.
    ///
    /// # Errors
    /// [`Error::NoDevice`], [`Error::Cancelled`], and what the driver may say.
    pub fn examine(
        select: Select,
        options: &OpenOptions<'_>,
    ) -> Result<(Certificate, Option<Self>), Error> {
        Device::examine_backend(open_backend(select)?, options)
    }

    /// The certificate of what a backend does, and the device, opened, if it is exact.
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
            digits: Arc::default(),
            cache: cache.clone().or_else(default_folder),
            recertify: *recertify,
            progress: Arc::new(Silent),
        });
        Ok((certificate, device))
    }

    /// Has none of the words any more that are made of integers.
    fn forget_integers(&mut self) {
        let is_made = |lowering: Lowering| lowering.protection == Protection::Integers;
        self.certificate.words.retain(|word| !word.lowering.is_some_and(is_made));
    }

    /// The processor, computing what this device computes, bit for bit: in the variants for devices
    /// without a fused multiply-add where this one has none.
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
            digits: Arc::default(),
            cache: None,
            recertify: false,
            progress: Arc::new(Silent),
        }
    }
}

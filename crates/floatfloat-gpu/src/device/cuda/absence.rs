//! The reasons why there is no usable driver.

use cudarc::driver::sys::CUresult;
use std::fmt;

/// Why the driver of this machine cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// The driver is not installed.
    Missing,
    /// The driver lacks functions that every driver since CUDA 11.2 has.
    Old,
    /// The driver is installed, but its initialisation returned this error.
    Failed(CUresult),
}

impl Absence {
    /// Whether this is what a machine without an NVIDIA device reports, so that there is nothing to
    /// repair.
    pub fn is_expected(self) -> bool {
        matches!(self, Absence::Missing | Absence::Failed(CUresult::CUDA_ERROR_NO_DEVICE))
    }
}

impl fmt::Display for Absence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = match self {
            Absence::Missing => return f.write_str("NVIDIA's driver is not installed"),
            Absence::Old => {
                return f.write_str("NVIDIA's driver is older than CUDA 11.2; update it");
            }
            Absence::Failed(code) => code,
        };
        write!(f, "NVIDIA's driver does not work: {code:?}")?;
        let advice = match code {
            CUresult::CUDA_ERROR_NO_DEVICE => "it finds no device; is CUDA_VISIBLE_DEVICES set?",
            CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH => {
                "its library and its kernel module are of different versions; restart the machine"
            }
            CUresult::CUDA_ERROR_SYSTEM_NOT_READY => {
                "the machine is not ready; is the service nvidia-fabricmanager running?"
            }
            CUresult::CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE => {
                "this device takes no compatibility library; take it out of LD_LIBRARY_PATH"
            }
            CUresult::CUDA_ERROR_STUB_LIBRARY => {
                "the library is the stub of a CUDA toolkit; take its folder out of LD_LIBRARY_PATH"
            }
            CUresult::CUDA_ERROR_UNKNOWN => {
                "see the kernel's log; after a suspend, load the module nvidia_uvm again"
            }
            _ => "see the kernel's log",
        };
        write!(f, " ({advice})")
    }
}

//! The APIs of graphics processors: which of them work on this machine, and what is missing for the
//! others.

use floatfloat_gpu::device::Family;

/// An API, and what was found about it.
pub struct Api {
    /// Its name.
    pub name: &'static str,
    /// The devices of the API on this machine, by id and name.
    pub devices: Vec<String>,
    /// What to do if the API has no devices.
    pub missing: String,
}

/// What floatfloat knows about an API.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) family: Family,
    /// The name of the API in descriptions of devices.
    pub(super) backend: &'static str,
    /// What to install on Linux, on Windows and on macOS; empty if the system has no such API.
    install: [&'static str; 3],
}

pub(super) const APIS: [Known; 5] = [
    Known {
        name: "Vulkan",
        family: Family::Wgpu,
        backend: "vulkan",
        install: [
            "Debian, Ubuntu: apt install mesa-vulkan-drivers (NVIDIA: nvidia-driver). \
             Fedora: dnf install mesa-vulkan-drivers (NVIDIA: akmod-nvidia of RPM Fusion). \
             Arch: pacman -S vulkan-icd-loader, and vulkan-radeon, vulkan-intel, nvidia-utils or vulkan-swrast.",
            "Windows: install the driver of the graphics card's vendor.",
            "",
        ],
    },
    Known {
        name: "Metal",
        family: Family::Wgpu,
        backend: "metal",
        install: [
            "",
            "",
            "macOS: needs macOS 10.15 or later and a graphics processor that has Metal.",
        ],
    },
    Known {
        name: "DX12",
        family: Family::Wgpu,
        backend: "dx12",
        install: [
            "",
            "Windows: needs Windows 10 or later and the driver of the graphics card's vendor.",
            "",
        ],
    },
    Known {
        name: "GL",
        family: Family::Gl,
        backend: "gl",
        install: [
            "Debian, Ubuntu: apt install libegl1 libgl1-mesa-dri. \
             Fedora: dnf install mesa-libEGL mesa-dri-drivers. \
             Arch: pacman -S mesa.",
            "Windows: install the driver of the graphics card's vendor.",
            "",
        ],
    },
    Known {
        name: "CUDA",
        family: Family::Cuda,
        backend: "cuda",
        install: [
            "For NVIDIA only. Debian: apt install nvidia-driver libcuda1. Ubuntu: ubuntu-drivers install. \
             Fedora: dnf install akmod-nvidia xorg-x11-drv-nvidia-cuda of RPM Fusion. \
             Arch: pacman -S nvidia.",
            "Windows: for NVIDIA only: install NVIDIA's driver.",
            "",
        ],
    },
];

impl Known {
    /// What to do if the API has no device.
    pub(super) fn missing(&self, is_built: bool) -> String {
        let system = match std::env::consts::OS {
            "windows" => 1,
            "macos" => 2,
            _ => 0,
        };
        match self.install[system] {
            "" => format!("This interface does not exist on {}.", std::env::consts::OS),
            _ if !is_built => "This floatfloat was built without this interface.".to_owned(),
            install => install.to_owned(),
        }
    }
}

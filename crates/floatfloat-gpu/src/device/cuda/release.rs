//! The release of NVIDIA's driver. The driver's own interface reports only the version of CUDA.

use libloading::{Library, Symbol};
use std::{
    ffi::{CStr, c_char, c_int, c_uint},
    fs,
    sync::OnceLock,
};

/// The management library, which is installed with the driver.
const MANAGEMENT: &str = if cfg!(windows) { "nvml.dll" } else { "libnvidia-ml.so.1" };

/// Initialises without devices, and does not fail if there are none.
const NO_DEVICES: c_uint = 1 | 2;

/// The release of the driver and, if it differs, the release of its library, as far as they are
/// available.
pub(super) fn releases() -> &'static [String] {
    static RELEASES: OnceLock<Vec<String>> = OnceLock::new();
    RELEASES.get_or_init(|| {
        let driver = managed().or_else(|| {
            let release = fs::read_to_string("/sys/module/nvidia/version").ok()?;
            Some(release.trim().to_owned())
        });
        let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let library = library(&maps).filter(|library| Some(*library) != driver.as_deref());
        let driver = driver.as_ref().map(|release| format!("driver {release}"));
        let library = library.map(|release| format!("libcuda {release}"));
        driver.into_iter().chain(library).collect()
    })
}

/// The release that the management library reports.
fn managed() -> Option<String> {
    let mut text = [0 as c_char; 81];
    // SAFETY: NVIDIA's library may be loaded at any time. The signatures are those of nvml.h, and
    // the calls write no more than there is room for.
    unsafe {
        let library = Library::new(MANAGEMENT).ok()?;
        let init: Symbol<'_, unsafe extern "C" fn(c_uint) -> c_int> =
            library.get(b"nvmlInitWithFlags").ok()?;
        let version: Symbol<'_, unsafe extern "C" fn(*mut c_char, c_uint) -> c_int> =
            library.get(b"nvmlSystemGetDriverVersion").ok()?;
        let shutdown: Symbol<'_, unsafe extern "C" fn() -> c_int> =
            library.get(b"nvmlShutdown").ok()?;
        if init(NO_DEVICES) != 0 {
            return None;
        }
        let found = version(text.as_mut_ptr(), text.len() as c_uint - 1);
        shutdown();
        (found == 0).then_some(())?;
    }
    let text = CStr::from_bytes_until_nul(bytemuck::cast_slice(&text)).ok()?;
    Some(text.to_str().ok()?.to_owned())
}

/// The release in the file name of the driver's library, from the list of files that a process has
/// loaded.
fn library(maps: &str) -> Option<&str> {
    let releases = maps.lines().filter_map(|line| line.split_once("/libcuda.so."));
    releases.map(|(_, release)| release.trim()).find(|release| release.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_in_the_name_of_the_library() {
        let maps = "7f00-7f01 r-xp 00 fe:01 12 /usr/lib/libc.so.6\n\
                    7f10-7f11 r--p 00 fe:01 34 /usr/lib/libcuda.so.580.65.06\n";
        assert_eq!(library(maps), Some("580.65.06"));
        assert_eq!(library("7f10-7f11 r--p 00 fe:01 34 /usr/lib/libcuda.so.1\n"), None);
        assert_eq!(library(""), None);
    }
}

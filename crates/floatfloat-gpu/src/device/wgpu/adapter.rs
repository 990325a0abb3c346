//! The devices that wgpu finds.

use crate::{backend::Description, device::select::GL, word_type::WordType};
use pollster::block_on;
use std::{
    any::TypeId,
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use wgpu::{
    Adapter, AdapterInfo, Backend, Backends, DeviceType, Features, Instance, InstanceDescriptor,
    InstanceFlags, MemoryBudgetThresholds,
};

/// An allocation is refused if it would use more than this part of a memory heap, in percent.
/// Drivers that run on the CPU would otherwise hand out more memory than the machine has, until the
/// system ends the process.
const MEMORY_THRESHOLD: u8 = 95;

/// An adapter and its description.
pub(super) type Found = (Adapter, Description);

/// Searched once in a process, because the search takes time and some drivers write to the
/// terminal.
static FOUND: Mutex<Option<Vec<Found>>> = Mutex::new(None);

/// Whether the list may be out of date.
static STALE: AtomicBool = AtomicBool::new(false);

/// The adapters found before or, if there are none, those of this machine, without the adapter of
/// GL.
pub(super) fn adapters() -> Vec<Found> {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if STALE.swap(false, Ordering::Relaxed) {
        *found = None;
    }
    found.get_or_insert_with(|| block_on(find())).clone()
}

/// Makes the next call of [`adapters`] search again, because the machine or a driver has changed.
/// It takes no lock and drops nothing, so it may be called from anywhere.
pub(super) fn forget() {
    STALE.store(true, Ordering::Relaxed);
}

/// The adapters of this machine with their descriptions: hardware before software, one for each
/// physical device, always in the same order.
pub(super) async fn find() -> Vec<Found> {
    let mut found = available(Backends::PRIMARY).await;
    found.sort_by_cached_key(|(_, info)| {
        (kind_rank(info), api_rank(info), info.name.clone(), info.device_pci_bus_id.clone())
    });
    let mut kept: Vec<(Adapter, AdapterInfo)> = Vec::new();
    for (adapter, info) in found {
        if !kept.iter().any(|(_, other)| same_device(other, &info)) {
            kept.push((adapter, info));
        }
    }
    let described = kept.into_iter().enumerate().map(|(index, (adapter, info))| {
        let description = describe(format!("wgpu:{index}"), &adapter, &info);
        (adapter, description)
    });
    described.collect()
}

/// The adapter of GL; there is at most one. The search loads GL's drivers.
pub(super) async fn find_gl() -> Option<Found> {
    let (adapter, info) = available(Backends::GL).await.into_iter().next()?;
    let description = describe(GL.to_owned(), &adapter, &info);
    Some((adapter, description))
}

/// The adapters of these programming interfaces, as far as `WGPU_BACKEND` allows them.
async fn available(backends: Backends) -> Vec<(Adapter, AdapterInfo)> {
    let backends = backends & Backends::all().with_env() & Instance::enabled_backend_features();
    if backends.is_empty() {
        return Vec::new();
    }
    let instance = Instance::new(InstanceDescriptor {
        backends,
        // Drivers that have not passed the conformance tests are allowed: their results are
        // examined before they are trusted.
        flags: InstanceFlags::ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER,
        memory_budget_thresholds: MemoryBudgetThresholds {
            for_resource_creation: Some(MEMORY_THRESHOLD),
            for_device_loss: None,
        },
        ..InstanceDescriptor::new_without_display_handle()
    });
    let adapters = instance.enumerate_adapters(backends).await;
    let with_info = |adapter: Adapter| {
        let info = adapter.get_info();
        (adapter, info)
    };
    adapters.into_iter().map(with_info).collect()
}

fn kind_rank(info: &AdapterInfo) -> u8 {
    match info.device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}

/// Vulkan comes first: only Vulkan can tell a compiler not to contract.
fn api_rank(info: &AdapterInfo) -> u8 {
    match info.backend {
        Backend::Vulkan => 0,
        Backend::Metal => 1,
        Backend::Dx12 => 2,
        _ => 3,
    }
}

/// Whether two adapters are the same physical device, seen through two interfaces or two drivers.
fn same_device(a: &AdapterInfo, b: &AdapterInfo) -> bool {
    let same_slot = !a.device_pci_bus_id.is_empty() && a.device_pci_bus_id == b.device_pci_bus_id;
    let same_model = a.name == b.name || (a.vendor, a.device) == (b.vendor, b.device);
    same_slot || (a.backend != b.backend && same_model)
}

fn describe(id: String, adapter: &Adapter, info: &AdapterInfo) -> Description {
    let features = adapter.features();
    let mut words = vec![WordType::F32];
    if features.contains(Features::SHADER_F64) {
        words.push(WordType::F64);
    }
    if features.contains(Features::SHADER_F16) {
        words.push(WordType::F16);
    }
    Description {
        id,
        name: info.name.clone(),
        backend: info.backend.to_str().to_owned(),
        driver: format!("{} {}", info.driver, version(adapter, info)).trim().to_owned(),
        software: info.device_type == DeviceType::Cpu,
        words,
    }
}

/// The version of the driver, as far as it is available. A certificate is valid only for that
/// version.
#[cfg_attr(
    any(target_vendor = "apple", target_family = "wasm"),
    expect(unused_variables, reason = "only Vulkan asks the adapter")
)]
fn version(adapter: &Adapter, info: &AdapterInfo) -> String {
    let mut version = match info.backend {
        // Apple's systems have no Vulkan of their own, and browsers do not expose theirs.
        #[cfg(not(any(target_vendor = "apple", target_family = "wasm")))]
        Backend::Vulkan if info.driver_info.is_empty() => {
            // SAFETY: nothing of the adapter is kept or destroyed.
            let adapter = unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() };
            adapter.map_or(String::new(), |adapter| {
                let version = adapter.physical_device_capabilities().properties().driver_version;
                format!("{version:#x}")
            })
        }
        Backend::Dx12 => {
            let mut folders: Vec<PathBuf> = Vec::new();
            folders.extend(env::current_exe().ok().and_then(|file| Some(file.parent()?.into())));
            folders.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
            format!("{} {}", info.driver_info, shader_compiler(&folders))
        }
        _ => info.driver_info.clone(),
    };
    if cfg!(target_vendor = "apple") {
        // The compiler of Metal, which MoltenVK also uses, is a part of the system.
        let path = "/System/Library/CoreServices/SystemVersion.plist";
        let build = fs::read_to_string(path).ok().and_then(|text| system_build(&text));
        version += &format!(" macOS {}", build.unwrap_or_default());
    }
    version
}

/// The compiler of HLSL: DXC if it is in one of the folders from which libraries are loaded,
/// otherwise the system's.
fn shader_compiler(folders: &[PathBuf]) -> String {
    let found = folders.iter().find_map(|folder| fs::read(folder.join("dxcompiler.dll")).ok());
    found.map_or("FXC".to_owned(), |library| {
        let mut hasher = DefaultHasher::new();
        library.hash(&mut hasher);
        format!("DXC {:016x}", hasher.finish())
    })
}

/// The versions of wgpu and naga that were built in. The identity of a type depends on the versions of
/// its crate and of the dependencies of that crate. A browser has its own compiler and does not name
/// it.
pub(super) fn compiler() -> String {
    let mut hasher = DefaultHasher::new();
    #[cfg(not(target_family = "wasm"))]
    let types = [
        TypeId::of::<wgpu::Device>(),
        TypeId::of::<wgpu::hal::DeviceError>(),
        TypeId::of::<naga::Module>(),
    ];
    #[cfg(target_family = "wasm")]
    let types = [TypeId::of::<wgpu::Device>()];
    types.hash(&mut hasher);
    format!("wgpu and naga {:016x}", hasher.finish())
}

/// The build that a system version file names.
fn system_build(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<key>ProductBuildVersion</key>")?;
    let (_, rest) = rest.split_once("<string>")?;
    rest.split_once("</string>").map(|(build, _)| build.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(backend: Backend, name: &str, slot: &str) -> AdapterInfo {
        AdapterInfo {
            name: name.to_owned(),
            device_pci_bus_id: slot.to_owned(),
            vendor: name.len() as u32,
            ..AdapterInfo::new(DeviceType::DiscreteGpu, backend)
        }
    }

    #[test]
    fn one_entry_for_a_physical_device() {
        let card = info(Backend::Vulkan, "Card 1", "0000:01:00.0");
        let twin = info(Backend::Vulkan, "Card 1", "0000:02:00.0");
        let other_driver = info(Backend::Vulkan, "Card 1 (other driver)", "0000:01:00.0");
        let other_interface = info(Backend::Dx12, "Card 1", "");
        let other_card = info(Backend::Dx12, "Another", "");
        assert!(!same_device(&card, &twin));
        assert!(same_device(&card, &other_driver));
        assert!(same_device(&card, &other_interface));
        assert!(!same_device(&card, &other_card));
    }

    #[test]
    fn another_compiler_of_hlsl_has_another_name() {
        let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let folders = [first.path().to_owned(), second.path().to_owned()];
        assert_eq!(shader_compiler(&folders), "FXC");
        fs::write(second.path().join("dxcompiler.dll"), "1.8").unwrap();
        let one = shader_compiler(&folders);
        assert!(one.starts_with("DXC "), "{one}");
        assert_eq!(shader_compiler(&folders), one);
        fs::write(first.path().join("dxcompiler.dll"), "1.9").unwrap();
        let other = shader_compiler(&folders);
        assert!(other.starts_with("DXC ") && other != one, "{other}");
    }

    #[test]
    fn build_of_the_system() {
        let text = "<dict>\n<key>ProductBuildVersion</key>\n\t<string>24A335</string>\n\
                    <key>ProductName</key><string>macOS</string></dict>";
        assert_eq!(system_build(text).as_deref(), Some("24A335"));
        assert_eq!(system_build("<dict></dict>"), None);
    }
}

//! Which devices wgpu finds.

use crate::{backend::Description, word_type::WordType};
use wgpu::{
    Adapter, AdapterInfo, Backend, Backends, DeviceType, Features, Instance, InstanceDescriptor,
    InstanceFlags, MemoryBudgetThresholds,
};

/// Part of a memory heap, in percent, above which an allocation is refused. Drivers that run on the
/// CPU would otherwise hand out more than the machine has, until the system ends the process.
const MEMORY_THRESHOLD: u8 = 95;

/// The adapters of this machine with their descriptions: hardware before software, one for each
/// physical device, in the same order every time.
pub(super) fn adapters() -> Vec<(Adapter, Description)> {
    let mut found = available(Backends::PRIMARY);
    if found.is_empty() {
        // GL is looked at last: starting it is slow, and its loaders write warnings of their own.
        found = available(Backends::GL);
    }
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
        let description = describe(index, &adapter, &info);
        (adapter, description)
    });
    described.collect()
}

/// Adapters of these programming interfaces, of those that `WGPU_BACKEND` allows.
fn available(backends: Backends) -> Vec<(Adapter, AdapterInfo)> {
    let backends = backends & Backends::all().with_env() & Instance::enabled_backend_features();
    if backends.is_empty() {
        return Vec::new();
    }
    let instance = Instance::new(InstanceDescriptor {
        backends,
        // Drivers that have not passed the conformance tests are welcome: what they compute is
        // examined before it is believed.
        flags: InstanceFlags::ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER,
        memory_budget_thresholds: MemoryBudgetThresholds {
            for_resource_creation: Some(MEMORY_THRESHOLD),
            for_device_loss: None,
        },
        ..InstanceDescriptor::new_without_display_handle()
    });
    let adapters = pollster::block_on(instance.enumerate_adapters(backends));
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

/// Vulkan first: only there can a compiler be told not to contract.
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

fn describe(index: usize, adapter: &Adapter, info: &AdapterInfo) -> Description {
    let features = adapter.features();
    let mut words = vec![WordType::F32];
    if features.contains(Features::SHADER_F64) {
        words.push(WordType::F64);
    }
    if features.contains(Features::SHADER_F16) {
        words.push(WordType::F16);
    }
    Description {
        id: format!("wgpu:{index}"),
        name: info.name.clone(),
        backend: info.backend.to_str().to_owned(),
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        software: info.device_type == DeviceType::Cpu,
        words,
    }
}

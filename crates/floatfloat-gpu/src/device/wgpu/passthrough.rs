//! Shaders that a Vulkan driver receives as SPIR-V compiled in this crate, because SPIR-V can
//! express what WGSL cannot.

#[cfg(not(target_family = "wasm"))]
use crate::{
    emit::{float_controls::FloatControls, spirv},
    lowering::Protection,
};
use crate::{
    lowering::{Controls, Lowering},
    word_type::WordType,
};
use wgpu::{Adapter, Device};

/// Whether the driver accepts such shaders, and the float controls that it offers them. A browser
/// accepts none.
pub(super) struct Passthrough {
    #[cfg(not(target_family = "wasm"))]
    controls: Option<FloatControls>,
}

#[cfg(target_family = "wasm")]
impl Passthrough {
    pub(super) fn of(_: &Adapter, _: &Device) -> Self {
        Passthrough {}
    }

    pub(super) fn is_taken(&self) -> bool {
        false
    }

    pub(super) fn offers(&self, controls: Controls, _: WordType) -> bool {
        controls == Controls::None
    }

    pub(super) fn compile(&self, _: &str, _: &Lowering) -> Result<Option<Vec<u32>>, String> {
        Ok(None)
    }
}

#[cfg(not(target_family = "wasm"))]
impl Passthrough {
    pub(super) fn of(adapter: &Adapter, device: &Device) -> Self {
        let is_vulkan = adapter.get_info().backend == wgpu::Backend::Vulkan;
        let taken = is_vulkan && device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS);
        Passthrough { controls: taken.then(|| offered(adapter)) }
    }

    /// Whether a shader reaches the driver as this crate wrote it.
    pub(super) fn is_taken(&self) -> bool {
        self.controls.is_some()
    }

    /// Whether a shader with these words can ask for these controls, and whether they are more than
    /// the next weaker ones.
    pub(super) fn offers(&self, controls: Controls, word: WordType) -> bool {
        match self.controls {
            Some(offered) => offered.offers(controls, word.bytes() as u32 * 8),
            None => controls == Controls::None,
        }
    }

    /// Compiles the text of a shader to SPIR-V. None if the device's compiler may compile the text.
    ///
    /// # Errors
    /// The message about what is wrong with the shader.
    pub(super) fn compile(
        &self,
        text: &str,
        lowering: &Lowering,
    ) -> Result<Option<Vec<u32>>, String> {
        let no_contraction = lowering.protection == Protection::NoContraction;
        if !no_contraction && lowering.controls == Controls::None {
            return Ok(None);
        }
        let words = spirv::compile(text, no_contraction)?;
        Ok(Some(match self.controls {
            Some(offered) => offered.asked_for(lowering.controls, &words)?,
            None => words,
        }))
    }
}

/// The float controls that a driver offers. None are used on Apple's systems, which have no Vulkan of their own.
#[cfg(all(target_vendor = "apple", not(target_family = "wasm")))]
fn offered(_: &Adapter) -> FloatControls {
    FloatControls::default()
}

/// The float controls that a driver of Vulkan 1.2 reports.
#[cfg(not(any(target_vendor = "apple", target_family = "wasm")))]
fn offered(adapter: &Adapter) -> FloatControls {
    use crate::emit::float_controls::{Independence, Offer};
    use ash::vk::{
        self, PhysicalDeviceFloatControlsProperties, PhysicalDeviceProperties2,
        ShaderFloatControlsIndependence,
    };

    // SAFETY: nothing of the adapter is kept or destroyed.
    let Some(adapter) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else {
        return FloatControls::default();
    };
    let version = adapter.physical_device_capabilities().properties().api_version;
    let instance = adapter.shared_instance();
    if version.min(instance.instance_api_version()) < vk::API_VERSION_1_2 {
        return FloatControls::default();
    }
    let mut found = PhysicalDeviceFloatControlsProperties::default();
    let mut properties = PhysicalDeviceProperties2::default().push_next(&mut found);
    // SAFETY: the device belongs to the instance, whose version has this function and this
    // structure.
    unsafe {
        instance
            .raw_instance()
            .get_physical_device_properties2(adapter.raw_physical_device(), &mut properties);
    }
    let offer = |widths: [vk::Bool32; 3], independence| Offer {
        widths: widths.map(|offered| offered == vk::TRUE),
        independence: match independence {
            ShaderFloatControlsIndependence::ALL => Independence::All,
            ShaderFloatControlsIndependence::TYPE_32_ONLY => Independence::Only32,
            _ => Independence::None,
        },
    };
    FloatControls {
        subnormals: offer(
            [
                found.shader_denorm_preserve_float16,
                found.shader_denorm_preserve_float32,
                found.shader_denorm_preserve_float64,
            ],
            found.denorm_behavior_independence,
        ),
        special_values: offer(
            [
                found.shader_signed_zero_inf_nan_preserve_float16,
                found.shader_signed_zero_inf_nan_preserve_float32,
                found.shader_signed_zero_inf_nan_preserve_float64,
            ],
            ShaderFloatControlsIndependence::ALL,
        ),
        nearest: offer(
            [
                found.shader_rounding_mode_rte_float16,
                found.shader_rounding_mode_rte_float32,
                found.shader_rounding_mode_rte_float64,
            ],
            found.rounding_mode_independence,
        ),
    }
}

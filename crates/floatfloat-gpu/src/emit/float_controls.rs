//! Execution modes of SPIR-V with which a shader asks for the arithmetic of IEEE 754. `DenormPreserve` keeps subnormal
//! numbers, `SignedZeroInfNanPreserve` keeps signs of zeros, infinities and NaN, and `RoundingModeRTE` rounds results
//! to nearest, ties to even.
//!
//! A driver reports which modes it offers for floats of 16, 32 and 64 bits (the extension
//! `VK_KHR_shader_float_controls`, a part of Vulkan since 1.2), and for which of these widths the modes may differ.
//! Without `DenormPreserve`, drivers may flush subnormal numbers of `f32`; NVIDIA's driver does.

use super::spirv::instructions;
use crate::lowering::Controls;
use spirv::{Capability, ExecutionMode, Op};

/// The widths of floats, in bits.
const WIDTHS: [u32; 3] = [16, 32, 64];

/// The modes, each with the capability that a module must declare.
const MODES: [(Capability, ExecutionMode); 3] = [
    (Capability::DenormPreserve, ExecutionMode::DenormPreserve),
    (Capability::SignedZeroInfNanPreserve, ExecutionMode::SignedZeroInfNanPreserve),
    (Capability::RoundingModeRTE, ExecutionMode::RoundingModeRTE),
];

/// The widths for which a mode must be the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Independence {
    /// All widths.
    #[default]
    None,
    /// 16 and 64 bits.
    Only32,
    /// No widths: each may differ.
    All,
}

/// A mode as a driver offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Whether it is offered for floats of 16, 32 and 64 bits.
    pub widths: [bool; 3],
    /// The widths for which the mode must be the same.
    pub independence: Independence,
}

/// The modes that a driver offers; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatControls {
    /// Subnormal numbers are kept.
    pub subnormals: Offer,
    /// Signs of zeros, infinities and NaN are kept. This mode may always differ between widths.
    pub special_values: Offer,
    /// Results are rounded to nearest, ties to even.
    pub nearest: Offer,
}

impl Offer {
    /// The widths for which a module with floats of these `widths` asks for the mode.
    fn of(self, widths: [bool; 3]) -> [bool; 3] {
        let groups = match self.independence {
            Independence::None => [0, 0, 0],
            Independence::Only32 => [0, 1, 0],
            Independence::All => [0, 1, 2],
        };
        let missing = |group| (0..3).any(|k| groups[k] == group && widths[k] && !self.widths[k]);
        std::array::from_fn(|k| widths[k] && self.widths[k] && !missing(groups[k]))
    }
}

impl FloatControls {
    /// Whether a shader with floats of `bits` bits can ask for these controls, and whether they are more
    /// than the next weaker ones.
    pub fn offers(&self, controls: Controls, bits: u32) -> bool {
        let Some(width) = WIDTHS.iter().position(|&width| width == bits) else { return false };
        match controls {
            Controls::None => return true,
            Controls::SpecialValues => [self.special_values, self.nearest],
            Controls::All => [self.subnormals; 2],
        }
        .iter()
        .any(|offer| offer.widths[width])
    }

    /// The offers, in the order of [`MODES`].
    fn offers_by_mode(&self, controls: Controls) -> [Offer; 3] {
        let special_values = Offer { independence: Independence::All, ..self.special_values };
        match controls {
            Controls::None => [Offer::default(); 3],
            Controls::SpecialValues => [Offer::default(), special_values, self.nearest],
            Controls::All => [self.subnormals, special_values, self.nearest],
        }
    }

    /// The module, with requests for the offered modes of these controls for its floats.
    ///
    /// # Errors
    /// A message if the words are not a module.
    pub fn asked_for(&self, controls: Controls, words: &[u32]) -> Result<Vec<u32>, String> {
        let (mut extensions, mut modes_begin, mut entry) = (None, None, None);
        let mut widths = [false; 3];
        for (start, instruction) in instructions(words)? {
            let end = start + instruction.len();
            match Op::from_u32(instruction[0] & 0xffff) {
                Some(Op::Capability) => extensions = Some(end),
                Some(Op::EntryPoint) => (modes_begin, entry) = (Some(end), instruction.get(2)),
                Some(Op::TypeFloat) => {
                    for (width, found) in WIDTHS.iter().zip(&mut widths) {
                        *found |= instruction.get(2) == Some(width);
                    }
                }
                _ => {}
            }
        }
        let (Some(extensions), Some(modes_begin), Some(&entry)) = (extensions, modes_begin, entry)
        else {
            return Err("the module has no entry point".to_owned());
        };
        let mut capabilities = Vec::new();
        let mut modes = Vec::new();
        for ((capability, mode), offer) in MODES.into_iter().zip(self.offers_by_mode(controls)) {
            let used = offer.of(widths);
            if used == [false; 3] {
                continue;
            }
            capabilities.extend(encoded(Op::Capability, &[capability as u32]));
            for (width, _) in WIDTHS.into_iter().zip(used).filter(|&(_, used)| used) {
                modes.extend(encoded(Op::ExecutionMode, &[entry, mode as u32, width]));
            }
        }
        if modes.is_empty() {
            return Ok(words.to_vec());
        }
        let extension = encoded(Op::Extension, &text("SPV_KHR_float_controls"));
        let between = &words[extensions..modes_begin];
        let (before, after) = (&words[..extensions], &words[modes_begin..]);
        Ok([before, &capabilities, &extension, between, &modes, after].concat())
    }
}

fn encoded(op: Op, operands: &[u32]) -> Vec<u32> {
    let first = (operands.len() as u32 + 1) << 16 | op as u32;
    [&[first], operands].concat()
}

/// A string in SPIR-V's encoding: four bytes a word, with at least one zero at its end.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() / 4 * 4 + 4, 0);
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::spirv::{compile, tests::is_accepted};

    const SHADER: &str = "
        @group(0) @binding(0) var<storage, read_write> x: array<f32>;
        @group(0) @binding(1) var<storage, read_write> y: array<f64>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            x[id.x] = x[id.x] * x[id.x] + 1.0;
            y[id.x] = y[id.x] * y[id.x];
        }";

    /// The modes that a module asks for, each with its width.
    fn modes(words: &[u32]) -> Vec<(u32, u32)> {
        instructions(words)
            .unwrap()
            .into_iter()
            .filter(|(_, words)| {
                Op::from_u32(words[0] & 0xffff) == Some(Op::ExecutionMode) && words.len() == 4
            })
            .map(|(_, words)| (words[2], words[3]))
            .collect()
    }

    const ALL: Offer = Offer { widths: [true; 3], independence: Independence::All };
    const NOTHING: Offer = Offer { widths: [false; 3], independence: Independence::None };

    #[test]
    fn every_mode_is_asked_for_that_is_offered_for_floats_of_the_module() {
        let controls = FloatControls { subnormals: ALL, special_values: ALL, nearest: ALL };
        let plain = compile(SHADER, true).unwrap();
        let words = controls.asked_for(Controls::All, &plain).unwrap();
        let expected =
            MODES.iter().flat_map(|&(_, mode)| [32, 64].map(|width| (mode as u32, width)));
        assert_eq!(modes(&words), expected.collect::<Vec<_>>());
        assert!(is_accepted(&words));
        // 3 capabilities, the extension, 6 modes.
        assert_eq!(words.len(), plain.len() + 3 * 2 + 7 + 6 * 4);
        let words = controls.asked_for(Controls::SpecialValues, &plain).unwrap();
        let subnormals = ExecutionMode::DenormPreserve as u32;
        assert_eq!(modes(&words).len(), 4);
        assert!(modes(&words).iter().all(|&(mode, _)| mode != subnormals));
        assert!(is_accepted(&words));
    }

    #[test]
    fn a_mode_that_may_not_differ_is_asked_for_of_all_widths_or_none() {
        let only_32 = [false, true, false];
        for (independence, expected) in [
            (Independence::All, only_32),
            (Independence::Only32, only_32),
            (Independence::None, [false; 3]),
        ] {
            assert_eq!(Offer { widths: only_32, independence }.of([false, true, true]), expected);
            let with_16 = Offer { widths: [true, true, false], independence };
            let half = [independence == Independence::All, false, false];
            assert_eq!(with_16.of([true, false, true]), half, "{independence:?}");
        }
        let of_32_alone = Offer { widths: only_32, independence: Independence::None };
        assert_eq!(of_32_alone.of(only_32), only_32);
    }

    #[test]
    fn nothing_is_asked_for_where_nothing_is_offered() {
        let plain = compile(SHADER, true).unwrap();
        let nothing = FloatControls::default();
        for controls in [Controls::SpecialValues, Controls::All] {
            assert_eq!(nothing.asked_for(controls, &plain).unwrap(), plain);
            assert!(!nothing.offers(controls, 32));
        }
        let widths = [false, false, true];
        let doubles = FloatControls { nearest: Offer { widths, ..NOTHING }, ..nothing };
        assert_eq!(
            [32, 64].map(|bits| doubles.offers(Controls::SpecialValues, bits)),
            [false, true]
        );
        assert!(!doubles.offers(Controls::All, 64));
        assert!(doubles.asked_for(Controls::SpecialValues, &plain[..5]).is_err());
    }
}

//! What may differ on devices that flush subnormal numbers.

use floatfloat::NativeWord;
use floatfloat_gpu::{Circuit, Device, DeviceWord, WordType, certificate::Subnormals};

/// For each element whether a device that flushes subnormal numbers is not compared on it, as its certificate is not; none
/// of other devices.
pub fn left_out<F: NativeWord + DeviceWord>(
    device: &Device,
    circuit: &Circuit,
    parameters: &[&[F]],
) -> Vec<bool> {
    if keeps_subnormals(device, F::TYPE) {
        return vec![false; parameters[0].len() / circuit.parameters()[0]];
    }
    let written = device.lowering(F::TYPE).unwrap().rewritten(circuit);
    written.depends_on_subnormal(parameters).unwrap()
}

/// Whether the device keeps subnormal numbers of a word, as far as is known.
pub fn keeps_subnormals(device: &Device, word: WordType) -> bool {
    let word = device.certificate().word(word);
    word.is_none_or(|word| word.subnormals.is_none_or(|found| found == Subnormals::Kept))
}

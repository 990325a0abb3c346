//! What may differ on devices that flush subnormal numbers.

use floatfloat::{NativeWord, Word};
use floatfloat_gpu::{Circuit, Device, DeviceWord, Wire, WordType, certificate::Subnormals};

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

/// A device may compare a subnormal number as zero, and yet return it.
#[test]
fn numbers_that_are_chosen_by_a_flushed_comparison_are_left_out() {
    let choose = |x: Wire<f32>, y: Wire<f32>| Wire::select(x.less(y), x, y);
    let circuit = Circuit::record2(true, choose).unwrap();
    let (x, y) = ([0.0f32, 1.0, 1e-40, 2.0], [1e-40f32, 2.0, 2e-40, 1.0]);
    let found = circuit.depends_on_subnormal(&[&x, &y]).unwrap();
    assert_eq!(found, [true, false, true, false]);
}

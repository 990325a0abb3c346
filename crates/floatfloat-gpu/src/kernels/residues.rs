//! Products of matrices of small integers, and their residues: what a device does of an
//! [accurate product](crate::Device::gemm_accurate).

use super::gemm::PRODUCTS_OF_BYTES;
use crate::{
    program::Program,
    wire::{UintWire, record_integers},
};
use floatfloat::Uint32;

/// Residues in an element of the result.
pub(crate) const MODULI: usize = 4;

/// The integers that describe a modulus.
const OF_MODULUS: usize = 3;

/// Stands for residues of sums that nothing has written. No residue modulo an odd number is −128, and of four moduli one at most is
/// even.
pub(crate) const UNREAD: u32 = 0x8080_8080;

/// Magnitudes of sums are below this.
const MOST: u32 = 1 << 30;

/// The integers that describe moduli, and the mask of [`Program::residues`].
pub(crate) fn constants(moduli: [u32; MODULI], mask: u32) -> Vec<u32> {
    // A multiple of m that makes a sum positive, and 2^32/m rounded down.
    let of_modulus = |m: u32| [m, MOST.next_multiple_of(m), ((1u64 << 32) / u64::from(m)) as u32];
    moduli.into_iter().flat_map(of_modulus).chain([mask]).collect()
}

impl Program {
    /// A [`gemm`](Program::gemm) of elements that are four bytes of −128 to 127: each state is a sum of products of bytes, modulo 2^32.
    pub fn products_of_bytes() -> Program {
        let accumulate = record_integers(&[1; 3], &[1], |operands, _| {
            vec![operands[1].dot_of_bytes(operands[2], operands[0])]
        });
        Program::product(
            &PRODUCTS_OF_BYTES,
            vec![0],
            accumulate.expect("a function of its operands"),
        )
    }

    /// A [`map`](Program::map) of four sums, one for each of four moduli, to their residues of −m/2 to m/2 in four bytes of one
    /// integer, combined with a mask by exclusive or. Magnitudes of sums are below 2^30; if one is not, because nothing has written it,
    /// the result is 0x80808080. The last parameter are the moduli and the mask.
    pub fn residues() -> Program {
        let parameters = [1, 1, 1, 1, MODULI * OF_MODULUS + 1];
        let function = record_integers(&parameters, &[1], |operands, place| {
            let (sums, constants) = operands.split_at(MODULI);
            let mut bytes = constants[MODULI * OF_MODULUS];
            let mut written = place.equal(place);
            for (k, (&sum, modulus)) in sums.iter().zip(constants.chunks(OF_MODULUS)).enumerate() {
                let positive = sum.wrapping_add(modulus[1]);
                written = written & positive.less(sum.constant(2 * MOST + 256));
                let byte = residue(positive, modulus[0], modulus[2]) & sum.constant(255);
                bytes = bytes ^ byte.shift_left(sum.constant(8 * k as u32));
            }
            vec![UintWire::select(written, bytes, place.constant(UNREAD))]
        });
        let function = function.expect("a function of its operands");
        Program::map(function, vec![false, false, false, false, true], false)
    }
}

/// x modulo m in −m/2 to m/2, for x below 2^31 + 2^8. The quotient by the rounded reciprocal is too small by one at most.
pub(super) fn residue(x: UintWire, m: UintWire, reciprocal: UintWire) -> UintWire {
    let rest = x.wrapping_sub(x.high_product(reciprocal).wrapping_mul(m));
    let rest = UintWire::select(rest.less(m), rest, rest.wrapping_sub(m));
    let half = m.shift_right(m.constant(1));
    UintWire::select(rest.less_or_equal(half), rest, rest.wrapping_sub(m))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        backend::Backend,
        device::{
            cpu::Cpu,
            examined::{Sample, results},
            launch::invocations,
        },
        lowering::Lowering,
    };

    /// Residues of sums at both ends of their range, and around multiples of m.
    #[test]
    fn residues_are_balanced() {
        let moduli = [256, 255, 253, 101];
        let program = Program::residues();
        let processor = Cpu::open();
        let kernel = processor.compile(&program, &Lowering::INTEGERS).unwrap();
        let ends = [-(1 << 30) + 1, -(1 << 29), (1 << 30) - 1];
        let sums: Vec<i32> = (-3000..3000).chain(ends).collect();
        for mask in [0, 1] {
            let mut inputs = vec![sums.iter().map(|&sum| sum as u32).collect(); MODULI];
            inputs.push(constants(moduli, mask));
            let count = sums.len() as u32;
            let arguments = [0, count, 0, 0, 0, 0, 0, 0];
            let groups = invocations(count.into());
            let sample = Sample { inputs, output: vec![0; sums.len()], arguments, groups };
            let found = results(&processor, &kernel, &sample).unwrap();
            for (&sum, found) in sums.iter().zip(found) {
                for (m, byte) in moduli.into_iter().zip((found ^ mask).to_le_bytes()) {
                    let residue = i32::from(byte as i8);
                    assert_eq!((sum - residue).rem_euclid(m as i32), 0, "{sum} modulo {m}");
                    assert!(2 * residue.unsigned_abs() <= m, "{sum} modulo {m}: {residue}");
                }
            }
        }
    }
}

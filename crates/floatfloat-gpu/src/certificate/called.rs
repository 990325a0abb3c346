//! Functions of integers that programs call, and operands for their examination.

use super::CertifiedWord;
use crate::{
    circuit::{Called, Circuit},
    wire::{UintWire, Wire, call_of, record, record_uints},
    word_type::WordType,
};
use floatfloat::{Bits, Uint32};
use floatfloat_exact::Random;
use std::{array, sync::Arc};

/// The number of tuples of operands of a function.
const COUNT: usize = 5000;

/// The bits of 2^23 and the high half of the bits of 2^52. With an integer of 16 or 32 bits in place of the
/// last of these bits, they are the bits of a normal number, which no device takes for zero or NaN.
const CARRIER: (u32, u32) = (0x4b00_0000, 0x4330_0000);

/// Every operation of integers as one function. Programs that compute with integers rely on these
/// operations.
pub(crate) fn integer_operations(word: WordType) -> Arc<Called> {
    let circuit = record_uints(word, false, |[x, y]: [UintWire; 2]| {
        let one = x.constant(1);
        let shown = |mask| UintWire::select(mask, one, x);
        let count = y & x.constant(63);
        [
            x.wrapping_add(y),
            x.wrapping_sub(y),
            x.wrapping_mul(y),
            x.high_product(y),
            x & y,
            x | y,
            x ^ y,
            !x,
            x.leading_zeros(),
            x.shift_left(y),
            x.shift_right(y),
            x.shift_left(count),
            x.shift_right(count),
            x.shift_left(x.constant(7)),
            x.shift_right(x.constant(7)),
            shown(x.less(y)),
            shown(x.less_or_equal(y)),
            shown(x.equal(y)),
        ]
    });
    let circuit = circuit.expect("a function of its operands");
    Arc::new(Called { name: "integer operations", circuit })
}

/// A call of a function as a circuit over words. Its one parameter holds all operands in the bits of
/// normal numbers: two `f32` or one `f64` for each integer. The results have the same form. None for
/// other words.
pub(super) fn carried(called: &Arc<Called>, word: WordType) -> Option<Circuit> {
    let (operands, results) = (called.circuit.parameters().len(), called.circuit.outputs().len());
    let circuit = match word {
        WordType::F32 => record::<f32>(false, &[2 * operands], &[2 * results], |words| {
            let half = |word: Wire<f32>| {
                let [bits] = word.into_uints();
                bits & bits.constant(0xffff)
            };
            let operand = |pair: &[Wire<f32>]| {
                let high = half(pair[0]);
                high.shift_left(high.constant(16)) | half(pair[1])
            };
            let operands: Vec<_> = words.chunks(2).map(operand).collect();
            let word = |half: UintWire| Wire::from_uints([half | half.constant(CARRIER.0)]);
            call_of(called, &operands)
                .into_iter()
                .flat_map(|result| {
                    let high = result.shift_right(result.constant(16));
                    [word(high), word(result & result.constant(0xffff))]
                })
                .collect()
        }),
        WordType::F64 => record::<f64>(false, &[operands], &[results], |words| {
            let operands: Vec<_> = words.iter().map(|word| word.into_uints()[0]).collect();
            let results = call_of(called, &operands);
            let word = |result: UintWire| Wire::from_uints([result, result.constant(CARRIER.1)]);
            results.into_iter().map(word).collect()
        }),
        WordType::F16 | WordType::Bf16 | WordType::U32 => return None,
    };
    Some(circuit.expect("a call of a recorded function"))
}

/// The words in which [`carried`] takes an integer.
fn words<F: CertifiedWord>(value: u32) -> Vec<F> {
    match F::TYPE {
        WordType::F64 => {
            vec![F::with_bits(u64::from(CARRIER.1) << 32 | u64::from(value))]
        }
        _ => [value >> 16, value & 0xffff]
            .map(|half| F::with_bits((CARRIER.0 | half).into()))
            .to_vec(),
    }
}

/// Operands for `parameters` parameters, in the form that [`carried`] takes. They are integers of every length,
/// integers next to powers of two and next to each other, integers with long runs of equal bits, and the bits of
/// special and of ordinary numbers of both formats.
pub(super) fn operands<F: CertifiedWord>(parameters: usize) -> Vec<F> {
    let mut random = Random::new(13);
    (0..COUNT).flat_map(|_| tuple(&mut random, parameters)).flat_map(words).collect()
}

fn tuple(random: &mut Random, parameters: usize) -> Vec<u32> {
    let mut operands: Vec<u32> = Vec::with_capacity(parameters);
    for place in 0..parameters {
        // An integer near the operand before, or near the one before that, whose other half it may
        // be.
        let before = place.checked_sub(random.between(1, 2) as usize);
        let operand = match (random.between(0, 3), before) {
            (0, Some(before)) => operands[before].wrapping_add(random.between(-2, 2) as u32),
            (1, Some(before)) => operands[before] ^ (1 << random.between(0, 31)),
            _ => of_class(random),
        };
        operands.push(operand);
    }
    operands
}

/// An integer from one of the classes of [`operands`].
pub(crate) fn of_class(random: &mut Random) -> u32 {
    let bits = (random.bits() >> 32) as u32;
    let [a, b] = array::from_fn(|_| random.between(0, 31) as u32);
    match random.between(0, 7) {
        0 => bits,
        1 => bits >> a,
        2 => [0, 1, 2, 31, 32, 33, 63, 64, u32::MAX][bits as usize % 9],
        3 => (1u32 << a).wrapping_add(random.between(-1, 1) as u32),
        // One or two runs of equal bits.
        4 => (u32::MAX >> a) ^ (u32::MAX >> b),
        // The high bits of a binary64 number, and then of a binary32 number, of any sign, with an
        // exponent of every kind.
        5 => (bits & 0x800f_ffff) | exponent(random, 0x7ff) << 20,
        6 => (bits & 0x807f_ffff) | exponent(random, 0xff) << 23,
        // The same without a fraction.
        _ => (bits & 0x8000_0000) | exponent(random, 0x7ff) << 20,
    }
}

/// The exponent field of zero, a subnormal number, a special value, one of the smallest or largest numbers, a
/// number near 1, or any number.
fn exponent(random: &mut Random, largest: u32) -> u32 {
    let near = (random.between(-60, 60) + largest as i32 / 2).clamp(0, largest as i32) as u32;
    let any = (random.bits() >> 32) as u32 % (largest + 1);
    [0, 1, largest, largest - 1, near, near, near, any][random.between(0, 7) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the word's own bits say, computed without words that carry them.
    #[test]
    fn carried_calls_are_the_function() {
        fn results<F: CertifiedWord>() -> (Vec<Vec<u64>>, Vec<[u32; 2]>) {
            let called = integer_operations(F::TYPE);
            let circuit = carried(&called, F::TYPE).unwrap();
            let operands = operands::<F>(2);
            let found = circuit.run(&[&operands]).unwrap();
            let width = circuit.outputs().len();
            let bits = |words: &[F]| words.iter().map(|word| word.bits()).collect();
            let found = found.chunks(width).map(bits).collect();
            let mut random = Random::new(13);
            let tuples = (0..COUNT).map(|_| tuple(&mut random, 2).try_into().unwrap());
            (found, tuples.collect())
        }
        let ((single, tuples), (double, _)) = (results::<f32>(), results::<f64>());
        assert_eq!((single.len(), double.len()), (COUNT, COUNT));
        for ((single, double), [x, y]) in single.iter().zip(&double).zip(tuples) {
            let of_single: Vec<_> =
                single.chunks(2).map(|pair| (pair[0] & 0xffff) << 16 | pair[1] & 0xffff).collect();
            let of_double: Vec<_> = double.iter().map(|bits| bits & 0xffff_ffff).collect();
            assert_eq!(of_single, of_double, "{x:#x}, {y:#x}");
            let product = u64::from(x) * u64::from(y);
            assert_eq!(of_double[2..4], [product & 0xffff_ffff, product >> 32]);
            assert_eq!(of_double[8], u64::from(x.leading_zeros()));
        }
    }

    #[test]
    fn operands_are_of_every_class() {
        let mut random = Random::new(13);
        let drawn: Vec<_> = (0..COUNT).map(|_| tuple(&mut random, 4)).collect();
        let has = |what: fn(&[u32]) -> bool| drawn.iter().filter(|tuple| what(tuple)).count();
        assert!(has(|tuple| tuple[0] == 0) > 20);
        assert!(has(|tuple| tuple[0].abs_diff(tuple[2]) < 3) > 200);
        assert!(has(|tuple| tuple[1] >> 20 & 0x7ff == 0x7ff) > 100);
        assert!(has(|tuple| tuple[1] >> 20 & 0x7ff == 0) > 100);
        assert!(has(|tuple| tuple[3].is_power_of_two()) > 50);
    }
}

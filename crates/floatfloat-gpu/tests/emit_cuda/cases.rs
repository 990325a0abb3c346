//! Launches of programs as text for the host and by the processor's interpreter, and comparison of
//! every bit of what they wrote.

use crate::host::{self, Case};
use floatfloat::{DoubleWord, NativeWord};
use floatfloat_exact::Random;
use floatfloat_gpu::{
    Device, Lowering, Program, Select, WordType,
    backend::{Backend, Launch},
};

/// A launch of a program: how many elements each buffer has, arguments, groups.
pub type Shape = (Vec<u64>, [u32; 8], [u32; 2]);

/// Normalised numbers of so many words, from 2^-8 to 2^8 in size; among them, where
/// `special`, zeros, infinities, NaN and the largest.
fn numbers<F: NativeWord>(elements: u64, words: usize, special: bool, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let specials = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 1e-310, 1e-42];
    let mut bytes = Vec::new();
    for element in 0..elements {
        let bits = random.bits();
        let size = f64::from(2_i32.pow((bits % 17) as u32)) / 256.0;
        let value = (bits as i64 as f64) * 2_f64.powi(-63) * size;
        let high = match specials.get((element % 50) as usize) {
            Some(&value) if special => F::nearest(value),
            _ => F::nearest(value),
        };
        let low = F::nearest(random.bits() as i64 as f64 * 2_f64.powi(-64 - F::PRECISION as i32));
        let number = DoubleWord::from_parts(high, high * low);
        let high = if words == 1 { high } else { number.hi() };
        for word in [high, number.lo(), number.hi()].into_iter().cycle().take(words) {
            bytes.extend(&word.bits().to_le_bytes()[..size_of::<F>()]);
        }
    }
    bytes
}

/// The launches of a program, with operands.
pub fn cases(name: &str, program: &Program, lowering: Lowering, shapes: Vec<Shape>) -> Vec<Case> {
    let widths = program.elements();
    let inputs = program.bindings() - 1;
    let case = |(elements, arguments, groups): Shape| {
        let buffer = |place: usize| {
            let (elements, words, seed) = (elements[place], widths[place], 1 + place as u64);
            let special = place < inputs && (program.is_map(false) || program.is_map(true));
            match program.word() {
                WordType::F64 => numbers::<f64>(elements, words, special, seed),
                _ => numbers::<f32>(elements, words, special, seed),
            }
        };
        let buffers = (0..elements.len()).map(buffer);
        let (name, program, buffers) = (name.to_owned(), program.clone(), buffers.collect());
        Case { name, program, lowering, buffers, arguments, groups }
    };
    shapes.into_iter().map(case).collect()
}

/// The last buffer after the processor has run the program.
fn interpreted(backend: &dyn Backend, case: &Case) -> Vec<u8> {
    let kernel = backend.compile(&case.program, &Lowering::NATIVE).unwrap();
    let buffers: Vec<_> = case
        .buffers
        .iter()
        .map(|content| {
            let buffer = backend.allocate(content.len() as u64).unwrap();
            backend.write(&buffer, content).unwrap();
            buffer
        })
        .collect();
    let (arguments, groups) = (case.arguments, case.groups);
    let buffers: Vec<_> = buffers.iter().collect();
    backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups }).unwrap();
    let mut result = case.buffers.last().unwrap().clone();
    backend.read(buffers.last().unwrap(), &mut result).unwrap();
    result
}

/// Where two buffers of words differ, NaN being equal to NaN.
fn difference(word: WordType, a: &[u8], b: &[u8]) -> Option<usize> {
    let bytes = word.bytes() as usize;
    let is_nan = |bytes: &[u8]| match word {
        WordType::U32 => false,
        WordType::F32 => f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        _ => f64::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
    };
    assert_eq!(a.len(), b.len());
    a.chunks(bytes).zip(b.chunks(bytes)).position(|(a, b)| a != b && !(is_nan(a) && is_nan(b)))
}

/// Asserts that the text of every case, compiled for the host, gives the bits of the interpreter.
pub fn check(all: &[Case]) {
    let device = Device::open(Select::Cpu).unwrap();
    let Some(results) = host::run(all) else { return };
    for (case, found) in all.iter().zip(results) {
        let expected = interpreted(device.backend(), case);
        assert_ne!(&expected, case.buffers.last().unwrap(), "{} wrote nothing", case.name);
        let word = case.program.word();
        if let Some(place) = difference(word, &expected, &found) {
            panic!("{} {:?}: word {place} of the result differs", case.name, case.arguments);
        }
    }
}

//! Launches on two backends, and comparison of every bit of what they wrote.

use floatfloat_gpu::{
    Backend, Lowering, Program, WordType,
    backend::{Launch, UNWRITTEN},
};
use half::f16;

/// A launch and the data it works on.
pub struct Work {
    pub program: Program,
    /// The words of each input.
    pub inputs: Vec<Vec<f64>>,
    /// Words of the output.
    pub output: usize,
    /// Arguments and groups of the launches, one after the other.
    pub launches: Vec<([u32; 8], [u32; 2])>,
}

/// Words as they lie in memory, to a whole number of 4 bytes.
pub fn bytes(word: WordType, words: &[f64]) -> Vec<u8> {
    let mut bytes: Vec<u8> = match word {
        WordType::F16 => words.iter().flat_map(|&w| f16::from_f64(w).to_le_bytes()).collect(),
        WordType::F32 => words.iter().flat_map(|&w| (w as f32).to_le_bytes()).collect(),
        WordType::F64 => words.iter().flat_map(|&w| w.to_le_bytes()).collect(),
        WordType::Bf16 | WordType::U32 => unreachable!("no program here has it"),
    };
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// The words of the output after all launches, every NaN as the same one except what no launch
/// has written.
pub fn run(backend: &dyn Backend, lowering: &Lowering, work: &Work) -> Vec<u64> {
    let word = work.program.word();
    let kernel = backend.compile(&work.program, lowering).unwrap();
    let mut buffers = Vec::new();
    for input in &work.inputs {
        let bytes = bytes(word, input);
        let buffer = backend.allocate(bytes.len() as u64).unwrap();
        backend.write(&buffer, &bytes).unwrap();
        buffers.push(buffer);
    }
    let size = work.output * word.bytes() as usize;
    buffers.push(backend.allocate(size.next_multiple_of(4) as u64).unwrap());
    let buffers: Vec<_> = buffers.iter().collect();
    for &(arguments, groups) in &work.launches {
        backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups }).unwrap();
    }
    let output = buffers[buffers.len() - 1];
    let mut bytes = vec![0; output.bytes as usize];
    backend.read(output, &mut bytes).unwrap();
    bytes[..size].chunks_exact(word.bytes() as usize).map(|bytes| bits(word, bytes)).collect()
}

fn bits(word: WordType, bytes: &[u8]) -> u64 {
    let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    let is_nan = match word {
        WordType::F64 => f64::from_bits(bits).is_nan(),
        _ => f32::from_bits(bits as u32).is_nan(),
    };
    if is_nan && !is_unwritten(word, bits) { u64::MAX } else { bits }
}

fn is_unwritten(word: WordType, bits: u64) -> bool {
    let unwritten = u64::from(UNWRITTEN);
    bits == match word {
        WordType::F64 => unwritten << 32 | unwritten,
        _ => unwritten,
    }
}

/// Asserts that two backends give the same bits.
pub fn assert_same(what: &str, work: &Work, expected: &[u64], found: &[u64]) {
    let word = work.program.word();
    let differing: Vec<_> = (0..expected.len()).filter(|&i| expected[i] != found[i]).collect();
    if let Some(&first) = differing.first() {
        panic!(
            "{what}, {word}: {} of {} words differ; word {first} is {:#x}, not {:#x}",
            differing.len(),
            expected.len(),
            found[first],
            expected[first]
        );
    }
}

/// Double-words of moderate size, high and low word side by side.
pub fn double_words(word: WordType, count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut uniform = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut words = Vec::new();
    for _ in 0..count {
        let high = word.round((uniform() * 4.0).exp2() * uniform().signum() * (1.0 + uniform()));
        let half_ulp = high / (1u64 << (word.precision() + 1)) as f64;
        words.extend([high, word.round(half_ulp * uniform())]);
    }
    words
}

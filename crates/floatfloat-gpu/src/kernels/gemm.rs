//! Products of matrices.

use super::{elements, lanes};
use crate::{
    circuit::Circuit,
    emit::{cuda, wgsl},
    error::Error,
    program::{
        Program, Skeleton, TILE, Text,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, Register, enough_groups,
            failed, fits, part, pieces,
        },
    },
};
use floatfloat::NativeWord;

pub(super) static GEMM: Skeleton = of_products("gemm", &[include_str!("gemm.cu")]);

/// The [`GEMM`] of [bytes](Program::products_of_bytes), for which CUDA has instructions of its own.
pub(super) static PRODUCTS_OF_BYTES: Skeleton = of_products(
    "products of bytes",
    &[IF_TENSOR_CORES, include_str!("bytes.cu"), ELSE, include_str!("gemm.cu"), END_IF],
);

const fn of_products(name: &'static str, cuda: &'static [&'static str]) -> Skeleton {
    Skeleton {
        name,
        functions: &[lanes::ACCUMULATE],
        wgsl: Text { parts: &[include_str!("gemm.wgsl"), wgsl::TILES], definitions: in_wgsl },
        cuda: Text { parts: cuda, definitions: in_cuda }.for_cuda(),
        cuda_elements: None,
        reference: Reference { f32: gemm::<f32>, f64: gemm::<f64> },
        stride: None,
        halving: false,
        adds_to_output: false,
    }
}

/// Which devices have tensor cores for products of 16 × 8 × 32 bytes.
const IF_TENSOR_CORES: &str = "#if __CUDA_ARCH__ >= 800\n";
const ELSE: &str = "#else\n";
const END_IF: &str = "#endif\n";

impl Program {
    /// `state[r][c]` accumulates `a[r][k]`, `b[k][c]` over ascending k, row-major, in no other order.
    ///
    /// `accumulate`: (state, element of a, element of b) → state. Buffers: a, b, states. Arguments:
    /// `[rows, columns, depth, a_columns, a_row, a_column, first, b_row]`. There are `rows` × `columns`
    /// states, packed, and `depth` values of k. a has rows of `a_columns` elements and is read from
    /// row `a_row` and column `a_column` on. b has rows of `columns` elements and is read from row
    /// `b_row` on. If `first` is 1, states begin with `identity`; if 0, with the contents of the
    /// buffer. Groups: columns / [`TILE`] × rows / `TILE`, rounded up.
    pub fn gemm(identity: Vec<u64>, accumulate: Circuit) -> Program {
        Program::product(&GEMM, identity, accumulate)
    }

    pub(super) fn product(
        skeleton: &'static Skeleton,
        identity: Vec<u64>,
        accumulate: Circuit,
    ) -> Program {
        let elements = [elements(&accumulate), &[identity.len()]].concat();
        Program::filled(skeleton, vec![accumulate], elements).with_identity(identity)
    }
}

fn in_wgsl(program: &Program) -> String {
    let [a, b] = [0, 1].map(|input| program.elements().get(input).copied().unwrap_or(1));
    let word = program.word();
    format!(
        "alias A = {};\nalias B = {};\n{}\n{}",
        wgsl::type_name(word, a),
        wgsl::type_name(word, b),
        wgsl::state(program),
        wgsl::tile_depth(word.bytes() * (a + b) as u64)
    )
}

fn in_cuda(program: &Program) -> String {
    let [a, b] = [0, 1].map(|input| program.elements().get(input).copied().unwrap_or(1));
    let [a_bytes, b_bytes] = [a, b].map(|words| words as u64 * program.word().bytes());
    cuda::Definitions::new(program)
        .alias("Element0", a)
        .alias("Element1", b)
        .identity(program.identity())
        .define("ACCUMULATE(state, a, b)", "accumulate(state, a, b)")
        .define("DEPTH", depth_in_cuda(a_bytes, b_bytes))
        .into_text()
}

/// The number of values of k for which `gemm.cu` keeps elements of these sizes in shared memory. It is a power of two
/// such that rows have at most 128 bytes and the slabs fit.
fn depth_in_cuda(a_bytes: u64, b_bytes: u64) -> u64 {
    let fits = |depth| shared_in_cuda(depth, a_bytes, b_bytes) <= SHARED_IN_CUDA;
    let short = |depth: u64| depth * a_bytes.max(b_bytes) <= 128;
    [32, 16, 8].into_iter().find(|&depth| fits(depth) && short(depth)).unwrap_or(4)
}

/// The bytes of shared memory that a block has on any CUDA device.
const SHARED_IN_CUDA: u64 = 48 << 10;

/// The bytes of the two slabs of `gemm.cu`.
const fn shared_in_cuda(depth: u64, a_bytes: u64, b_bytes: u64) -> u64 {
    2 * TILE as u64 * ((depth + 1) * a_bytes + depth * b_bytes)
}

fn gemm<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments, groups } = launch;
    let [rows, columns, depth, a_columns, a_row, a_column, first, b_row] = arguments;
    let tiles = [columns, rows].map(|side| side.div_ceil(TILE as usize));
    enough_groups(groups[0] >= tiles[0] && groups[1] >= tiles[1])?;
    let (&[a, b], &[left, right, width]) = (inputs, program.elements()) else {
        return Err(failed(MALFORMED));
    };
    let (plan, identity) = (&plans[0], program.identity_of::<F>().collect::<Vec<_>>());
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    if depth > 0 {
        fits(a, (a_row + rows - 1) * a_columns + a_column + depth, left)?;
        fits(b, (b_row + depth) * columns, right)?;
    }
    let out = part(output, 0, rows * columns * width)?;
    let cost = columns * depth * plan.length();
    let start = || (Machine::new(plan), vec![[F::default(); LANES]; width]);
    pieces(out, columns * width, cost, start, |(machine, state), row, out| {
        let row = ((a_row + row) * a_columns + a_column) * left;
        for (block, out) in out.chunks_mut(LANES * width).enumerate() {
            let (column, lanes) = (block * LANES, out.len() / width);
            if first == 1 {
                for (register, &word) in state.iter_mut().zip(&identity) {
                    register.fill(word);
                }
            } else {
                fetch(out, state);
            }
            for k in 0..depth {
                machine.run(lanes, |input| {
                    let Some(word) = input.checked_sub(width) else {
                        return Column { words: &state[input][..], stride: 1 };
                    };
                    match word.checked_sub(left) {
                        None => Column { words: &a[row + k * left + word..], stride: 0 },
                        Some(word) => {
                            let words = &b[((b_row + k) * columns + column) * right + word..];
                            Column { words, stride: right }
                        }
                    }
                });
                machine.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
            }
            put(state, out);
        }
    });
    Ok(())
}

/// Reads the words of elements that lie side by side.
fn fetch<F: Copy>(elements: &[F], registers: &mut [Register<F>]) {
    let width = registers.len();
    for (word, register) in registers.iter_mut().enumerate() {
        for (lane, element) in register.iter_mut().zip(elements.chunks_exact(width)) {
            *lane = element[word];
        }
    }
}

/// Writes the words of elements side by side.
fn put<F: Copy>(registers: &[Register<F>], elements: &mut [F]) {
    let width = registers.len();
    for (word, register) in registers.iter().enumerate() {
        for (element, &lane) in elements.chunks_exact_mut(width).zip(register) {
            element[word] = lane;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One to four words of 16 to 64 bits, and multiple precision of 256 bits, which is ten integers.
    #[test]
    fn slabs_fit_the_shared_memory_of_a_block() {
        for a in 1..=10 {
            for b in 1..=10 {
                let (a, b) = (4 * a, 4 * b);
                let depth = depth_in_cuda(a, b);
                assert!(shared_in_cuda(depth, a, b) <= SHARED_IN_CUDA, "{a} and {b} bytes");
                assert_eq!(
                    TILE as u64 * depth % 256,
                    0,
                    "each of 256 threads loads as many elements"
                );
            }
        }
        assert_eq!(
            [2, 4, 8, 12, 16, 24, 32].map(|b| depth_in_cuda(b, b)),
            [32, 32, 16, 8, 8, 4, 4]
        );
    }
}

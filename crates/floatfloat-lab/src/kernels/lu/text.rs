//! The definitions on which the text of the kernels depends, in WGSL and in CUDA.

use floatfloat_gpu::{
    Program,
    emit::{cuda, wgsl},
    program::TILE,
};

/// The number of elements of a block for each invocation.
fn elements_each(program: &Program) -> u32 {
    let block = program.constants()[0];
    (block * block).div_ceil(program.lanes())
}

pub(super) fn block_in_wgsl(program: &Program) -> String {
    format!(
        "alias Number = {};\n\n{}\n// Rows and columns of a block.\n\
         const BLOCK = {}u;\n\n// Elements of an invocation.\n\
         const ELEMENTS = {}u;\n",
        wgsl::type_name(program.word(), program.elements()[0]),
        wgsl::lanes(program),
        program.constants()[0],
        elements_each(program)
    )
}

pub(super) fn internal_in_wgsl(program: &Program) -> String {
    let (word, words) = (program.word(), program.elements()[0]);
    format!(
        "alias Number = {};\n\n// Rows and columns of a block.\n\
         const BLOCK = {}u;\n\n{}",
        wgsl::type_name(word, words),
        program.constants()[0],
        wgsl::tile_depth(word.bytes() * 2 * words as u64)
    )
}

/// The definitions that the three parts share.
fn in_cuda(program: &Program) -> cuda::Definitions {
    cuda::Definitions::new(program)
        .alias("Number", program.elements()[0])
        .define("UPDATE(a, l, u)", "update(a, l, u)")
        .define("BLOCK", program.constants()[0])
}

pub(super) fn block_in_cuda(program: &Program) -> String {
    in_cuda(program)
        .define("DIVIDE(a, pivot)", "divide(a, pivot)")
        .define("LANES", program.lanes())
        .define("ELEMENTS", elements_each(program))
        .into_text()
}

pub(super) fn internal_in_cuda(program: &Program) -> String {
    let update = &program.circuits()[0];
    let unrolled = (512 / (16 * update.nodes().len().max(1))).clamp(1, 8).ilog2();
    let bytes = program.elements()[0] as u64 * program.word().bytes();
    in_cuda(program)
        .define("DEPTH", panel_depth(bytes, program.constants()[0]))
        .line(format_args!("const unsigned UNROLL = {};", 1 << unrolled))
        // Wider numbers need all registers.
        .define("RESIDENT", if bytes > 16 { 1 } else { 2 })
        .into_text()
}

/// The number of columns and rows of the panels that a CUDA block has in shared memory at a time.
/// It is at most that of a block of the matrix, and two workgroups fit a multiprocessor of any
/// device.
fn panel_depth(bytes: u64, block: u32) -> u32 {
    // A column has one element more for each row.
    let numbers = PANELS / (u64::from(TILE) * bytes);
    let depth = 1 << (numbers.saturating_sub(1) / 2).max(1).ilog2();
    depth.min(block)
}

/// Bytes of shared memory for panels.
const PANELS: u64 = 40 << 10;

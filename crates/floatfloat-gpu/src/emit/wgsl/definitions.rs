//! Definitions that several skeletons use.

use super::{function, number};
use crate::program::{Program, TILE};

/// `LANES`, the invocations of a workgroup.
pub fn lanes(program: &Program) -> String {
    format!("// Invocations of a workgroup.\nconst LANES = {}u;\n", program.lanes())
}

/// `State`, the type of states, and `empty()`, the empty state with the program's identity.
pub fn state(program: &Program) -> String {
    let (word, identity) = (program.word(), program.identity());
    format!(
        "alias State = {};\n\nfn empty() -> State {{\n    return {};\n}}\n",
        number::type_name(word, identity.len()),
        function::constant_number(word, identity)
    )
}

/// Tiles of two matrices in the memory of a workgroup, and the sums of their products. The text
/// says which functions must stand above it.
pub const TILES: &str = include_str!("../../kernels/tile.wgsl");

/// `DEPTH` of [`TILES`]: 16, or as many as fit the 16 KiB that a workgroup can use on every device.
/// `bytes` is the size of an element of either matrix.
pub fn tile_depth(bytes: u64) -> String {
    let fits = (16 << 10) / (u64::from(TILE) * bytes);
    let depth = 1 << fits.clamp(1, 16).ilog2();
    format!("// Values of k in a tile.\nconst DEPTH = {depth}u;\n")
}

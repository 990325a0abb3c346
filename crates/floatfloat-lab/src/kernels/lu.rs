//! LU decomposition without pivoting, blocked, by the three kernels of the Rodinia benchmarks.

mod launches;
mod reference;
mod text;

use floatfloat_gpu::{
    Circuit, Error, Program,
    emit::wgsl,
    program::{Function, Skeleton, Text, WORKGROUP, Workgroup, reference::Reference},
};
use reference::{diagonal, internal, perimeter};
use text::{block_in_cuda, block_in_wgsl, internal_in_cuda, internal_in_wgsl};

const UPDATE: Function = Function { name: "update", parameters: &[] };
const DIVIDE: Function = Function { name: "divide", parameters: &[] };

pub(super) static DIAGONAL: Skeleton = Skeleton {
    name: "LU, diagonal",
    functions: &[UPDATE, DIVIDE],
    wgsl: Text { parts: &[include_str!("lu_diagonal.wgsl")], definitions: block_in_wgsl },
    cuda: Text { parts: &[include_str!("lu_diagonal.cu")], definitions: block_in_cuda },
    cuda_elements: None,
    reference: Reference { f32: diagonal::<f32>, f64: diagonal::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

pub(super) static PERIMETER: Skeleton = Skeleton {
    name: "LU, perimeter",
    functions: &[UPDATE, DIVIDE],
    wgsl: Text { parts: &[include_str!("lu_perimeter.wgsl")], definitions: block_in_wgsl },
    cuda: Text { parts: &[include_str!("lu_perimeter.cu")], definitions: block_in_cuda },
    cuda_elements: None,
    reference: Reference { f32: perimeter::<f32>, f64: perimeter::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

pub(super) static INTERNAL: Skeleton = Skeleton {
    name: "LU, internal",
    functions: &[UPDATE],
    wgsl: Text {
        parts: &[include_str!("lu_internal.wgsl"), wgsl::TILES],
        definitions: internal_in_wgsl,
    },
    cuda: Text { parts: &[include_str!("lu_internal.cu")], definitions: internal_in_cuda },
    cuda_elements: None,
    reference: Reference { f32: internal::<f32>, f64: internal::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

/// The arithmetic and the blocks of a decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuKernels {
    /// (element, element of L, element of U) → element − l · u.
    pub update: Circuit,
    /// (element, pivot) → element of L, the quotient.
    pub divide: Circuit,
    /// The number of rows and columns of a block, 1 to 64.
    pub block: u32,
}

impl LuKernels {
    /// The first of three parts of a step of a blocked LU decomposition, in place: the square of
    /// `block` rows and columns from `o` on, or fewer at the end of the matrix, becomes L and U.
    ///
    /// In all three parts, element a\[i\]\[j\] of an n × n matrix becomes update(a\[i\]\[j\],
    /// l\[i\]\[k\], u\[k\]\[j\]) for ascending k and then, below the diagonal, divide(a\[i\]\[j\],
    /// u\[j\]\[j\]). All steps together therefore have one meaning, whatever `block` is.
    ///
    /// Buffer: the matrix, row-major, read and written. Arguments: `[n, o]`. Groups: one.
    ///
    /// # Errors
    /// Those of [`Program::new`].
    pub fn diagonal(&self) -> Result<Program, Error> {
        self.block_program(&DIAGONAL, 0)
    }

    /// The second part: the blocks to the right of that square become U, the blocks below it L.
    /// They are numbered in this order. All are as large as the square, except the last on either
    /// side.
    ///
    /// Buffer: the matrix. Arguments: `[n, o, first]`. This launch computes the blocks from `first`
    /// on, as many as it has groups.
    ///
    /// # Errors
    /// Those of [`Program::new`].
    pub fn perimeter(&self) -> Result<Program, Error> {
        self.block_program(&PERIMETER, 2)
    }

    /// The third part: the elements below and to the right are updated with the results of the
    /// second part.
    ///
    /// Buffer: the matrix. Arguments: `[n, o, first_row, rows]`: rows `first_row` to
    /// `first_row + rows`. Groups: (n − o − `block`) / [`TILE`](floatfloat_gpu::program::TILE) ×
    /// rows / `TILE`, rounded up.
    ///
    /// # Errors
    /// Those of [`Program::new`].
    pub fn internal(&self) -> Result<Program, Error> {
        let elements = vec![self.update.outputs().len()];
        let program = Program::new(&INTERNAL, vec![self.update.clone()], elements)?;
        Ok(program.with_constants(vec![self.block]))
    }

    /// A program with a workgroup for each block, which shares the block and `lines` more lines.
    fn block_program(&self, skeleton: &'static Skeleton, lines: u64) -> Result<Program, Error> {
        let (block, width) = (self.block, self.divide.outputs().len());
        let numbers = u64::from(block).saturating_mul(u64::from(block) + lines);
        let workgroup = Workgroup {
            lanes: block.saturating_mul(block).min(WORKGROUP),
            shared_bytes: numbers.saturating_mul(width as u64 * self.divide.word().bytes()),
            name: Some(format!("a block of {block} × {block}")),
        };
        let circuits = vec![self.update.clone(), self.divide.clone()];
        let program = Program::new(skeleton, circuits, vec![width])?;
        Ok(program.with_constants(vec![block]).with_workgroup(workgroup))
    }
}

//! LU decomposition without pivoting, blocked, by the three kernels of the Rodinia benchmarks.

use super::{Device, Matrix, Piece, Ready, array::bytes, grid, matrix::fits};
use crate::{
    backend::Buffer,
    circuit::Circuit,
    error::Error,
    number::Number,
    program::{Program, TILE},
    word_type::DeviceWord,
};

/// How a matrix is decomposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuKernels {
    /// (element, element of L, element of U) → element − l · u.
    pub update: Circuit,
    /// (element, pivot) → element of L, the quotient.
    pub divide: Circuit,
    /// Rows and columns of a block, 1 to 64.
    pub block: u32,
}

/// Most rows and columns of a block.
const BLOCK: u32 = 64;

/// A decomposition under way.
struct Decomposition<'a> {
    work: &'a Buffer,
    n: u64,
    block: u64,
    /// Steps of circuits of an update.
    update: u64,
}

impl Device {
    /// L and U of a square matrix, in one new matrix: U on the diagonal and above, L below it, whose
    /// diagonal is 1 and not stored. There is no pivoting: a matrix in which a pivot comes to zero
    /// gives infinities or NaN.
    ///
    /// Every element is updated for ascending k, one update after another, then those of L are
    /// divided by their pivot. So the bits depend neither on the block nor on the device, and are
    /// those of the plain algorithm of three loops. For each block there is a launch of
    /// [`Program::LuDiagonal`], one of [`Program::LuPerimeter`] and one of [`Program::LuInternal`],
    /// more where one would take too long. Workgroups have as many invocations as a block has
    /// elements, at most 256.
    ///
    /// # Errors
    /// [`Error::Length`] if the matrix is not square, or if the circuits do not fit the numbers;
    /// [`Error::Unsupported`] if the block is none of 1 to 64, if it needs more shared memory than
    /// workgroups of the device have ("out of resources"), or if the matrix has more than 65535
    /// rows or the device takes no buffer of its size; and those of
    /// [`map_into`](Device::map_into).
    pub fn lu<N: Number>(
        &self,
        matrix: &Matrix<N>,
        kernels: &LuKernels,
    ) -> Result<Matrix<N>, Error> {
        let LuKernels { update, divide, block } = kernels;
        update.check_shape(N::Word::TYPE, &[N::WORDS; 3], N::WORDS)?;
        divide.check_shape(N::Word::TYPE, &[N::WORDS; 2], N::WORDS)?;
        let (n, block) = (matrix.rows(), *block);
        fits("columns of a square matrix", n, matrix.columns())?;
        if !(1..=BLOCK).contains(&block) {
            let most = format!("blocks of {block} × {block}; take 1 to {BLOCK}");
            return Err(self.unsupported(most));
        }
        if n > 65535 {
            return Err(self.unsupported(format!("an LU decomposition of {n} rows; at most 65535")));
        }
        let (update, divide) = (|| update.clone(), || divide.clone());
        let diagonal =
            self.ready(&Program::LuDiagonal { update: update(), divide: divide(), block })?;
        let perimeter =
            self.ready(&Program::LuPerimeter { update: update(), divide: divide(), block })?;
        let internal = self.ready(&Program::LuInternal { update: update(), block })?;
        let result = self.matrix(n, n)?;
        if n == 0 {
            return Ok(result);
        }
        let work = match result.panels() {
            [panel] => panel.clone(),
            _ => self.backend.allocate(bytes::<N>(n * n))?,
        };
        let copy = Program::Map {
            function: Circuit::identity(N::Word::TYPE, N::WORDS),
            broadcast: vec![false],
            looped: false,
        };
        let whole = |row: u64, rows: u64| (row * n, rows * n);
        let mut row = 0;
        while row < n {
            let (panel, _, rows) = matrix.panel(row);
            let (to, count) = whole(row, rows);
            self.map_part(&copy, &[panel, &work], 0, count, to)?;
            row += rows;
        }
        let update = kernels.update.nodes().len() as u64;
        let decomposition = Decomposition { work: &work, n, block: block.into(), update };
        for o in (0..n).step_by(block as usize) {
            decomposition.diagonal(self, &diagonal, o)?;
            if o + u64::from(block) < n {
                decomposition.perimeter(self, &perimeter, o)?;
                decomposition.internal(self, &internal, o)?;
            }
        }
        if result.panels().len() > 1 {
            let mut row = 0;
            while row < n {
                let (panel, _, rows) = result.panel(row);
                let (from, count) = whole(row, rows);
                self.map_part(&copy, &[&work, panel], from, count, 0)?;
                row += rows;
            }
        }
        Ok(result)
    }
}

impl Decomposition<'_> {
    /// `cut` says that the launch is not all that is to be done at a time: only then it need be
    /// known how much fits into one.
    fn launch(
        &self,
        device: &Device,
        ready: &Ready,
        arguments: [u64; 4],
        groups: [u32; 2],
        steps: u64,
        cut: bool,
    ) -> Result<(), Error> {
        let mut all = [0; 8];
        all.iter_mut().zip(arguments).for_each(|(to, argument)| *to = argument as u32);
        device.launch(ready, &Piece { buffers: &[self.work], arguments: all, groups, steps }, cut)
    }

    fn diagonal(&self, device: &Device, ready: &Ready, o: u64) -> Result<(), Error> {
        let steps = self.block.pow(3) * self.update;
        self.launch(device, ready, [self.n, o, 0, 0], [1, 1], steps, false)
    }

    fn perimeter(&self, device: &Device, ready: &Ready, o: u64) -> Result<(), Error> {
        let blocks = 2 * (self.n - o - self.block).div_ceil(self.block);
        let steps = self.block.pow(3) * self.update;
        let mut first = 0;
        while first < blocks {
            let now = ready.units(steps, 1).min(blocks - first);
            let arguments = [self.n, o, first, 0];
            self.launch(device, ready, arguments, grid(now), now * steps, now < blocks)?;
            first += now;
        }
        Ok(())
    }

    fn internal(&self, device: &Device, ready: &Ready, o: u64) -> Result<(), Error> {
        let (n, tile) = (self.n, u64::from(TILE));
        let begin = o + self.block;
        let steps = (n - begin) * self.block * self.update;
        let mut row = begin;
        while row < n {
            let now = ready.units(steps, tile).min(n - row);
            let groups = [n - begin, now].map(|side| side.div_ceil(tile) as u32);
            self.launch(device, ready, [n, o, row, now], groups, now * steps, now < n - begin)?;
            row += now;
        }
        Ok(())
    }
}

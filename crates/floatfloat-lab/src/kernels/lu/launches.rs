//! A whole decomposition on a device, as launches of the three kernels.

use super::LuKernels;
use floatfloat_gpu::{
    Circuit, Device, DeviceMatrix, DeviceNumber, DeviceWord, Error, Program,
    backend::Buffer,
    device::{Piece, Prepared, grid, invocations},
    program::{TILE, WORKGROUP},
};

/// The largest number of rows and columns of a block.
const BLOCK: u32 = 64;

/// A decomposition in progress.
struct Decomposition<'a> {
    work: &'a Buffer,
    n: u64,
    block: u64,
    /// The number of steps of circuits of an update.
    update: u64,
}

impl LuKernels {
    /// L and U of a square matrix, in one new matrix. U is on and above the diagonal, L below it;
    /// the diagonal of L is 1 and is not stored. There is no pivoting: if a pivot becomes zero, the
    /// results are infinities or NaN.
    ///
    /// Every element is updated for ascending k, one update after another. Then the elements of L
    /// are divided by their pivots. So the bits depend neither on the block nor on the device, and
    /// are those of the plain algorithm of three loops. For each block there is a launch of
    /// [`diagonal`](LuKernels::diagonal), one of [`perimeter`](LuKernels::perimeter) and one of
    /// [`internal`](LuKernels::internal); there are more if one would take too long. Workgroups
    /// have as many invocations as a block has elements, at most 256.
    ///
    /// # Errors
    /// [`Error::Length`] if the matrix is not square, or if the circuits do not fit the numbers.
    /// [`Error::Unsupported`] if the block is not from 1 to 64, if it needs more shared memory than
    /// workgroups of the device have ("out of resources"), if the matrix has more than 65535 rows,
    /// or if the device accepts no buffer of its size. Also those of [`Device::map_into`].
    pub fn run<N: DeviceNumber>(
        &self,
        device: &Device,
        matrix: &DeviceMatrix<N>,
    ) -> Result<DeviceMatrix<N>, Error> {
        let LuKernels { update, divide, block } = self;
        update.check_shape(N::Word::TYPE, &[N::WORDS; 3], N::WORDS)?;
        divide.check_shape(N::Word::TYPE, &[N::WORDS; 2], N::WORDS)?;
        let unsupported =
            |what| Err(Error::Unsupported { device: device.description().id.clone(), what });
        let (n, block) = (matrix.rows(), *block);
        if matrix.columns() != n {
            let (what, given) = ("columns of a square matrix", matrix.columns());
            return Err(Error::Length { what, expected: n, given });
        }
        if !(1..=BLOCK).contains(&block) {
            return unsupported(format!("blocks of {block} × {block}; take 1 to {BLOCK}"));
        }
        if n > 65535 {
            return unsupported(format!("an LU decomposition of {n} rows; at most 65535"));
        }
        let diagonal = device.prepare(&self.diagonal()?)?;
        let perimeter = device.prepare(&self.perimeter()?)?;
        let internal = device.prepare(&self.internal()?)?;
        let result = device.new_matrix(n, n)?;
        if n == 0 {
            return Ok(result);
        }
        let work = match result.panels() {
            [panel] => panel.clone(),
            _ => device.backend().allocate(n * n * size_of::<N>() as u64)?,
        };
        let identity = Circuit::identity(N::Word::TYPE, N::WORDS);
        let copy = device.prepare(&Program::map(identity, vec![false], false))?;
        let whole = |row: u64, rows: u64| (row * n, rows * n);
        let mut row = 0;
        while row < n {
            let (panel, _, rows) = matrix.panel(row);
            let (to, count) = whole(row, rows);
            copied(device, &copy, [panel, &work], [0, to], count)?;
            row += rows;
        }
        let update = update.nodes().len() as u64;
        let decomposition = Decomposition { work: &work, n, block: block.into(), update };
        for o in (0..n).step_by(block as usize) {
            decomposition.diagonal(device, &diagonal, o)?;
            if o + u64::from(block) < n {
                decomposition.perimeter(device, &perimeter, o)?;
                decomposition.internal(device, &internal, o)?;
            }
        }
        if result.panels().len() > 1 {
            let mut row = 0;
            while row < n {
                let (panel, _, rows) = result.panel(row);
                let (from, count) = whole(row, rows);
                copied(device, &copy, [&work, panel], [from, 0], count)?;
                row += rows;
            }
        }
        Ok(result)
    }
}

/// Copies numbers from one place of a buffer to a place of another.
fn copied(
    device: &Device,
    copy: &Prepared,
    buffers: [&Buffer; 2],
    [from, to]: [u64; 2],
    count: u64,
) -> Result<(), Error> {
    let mut begin = 0;
    while begin < count {
        let now = copy.units(1, u64::from(WORKGROUP)).min(count - begin);
        let [from, to] = [from + begin, to + begin].map(|place| place as u32);
        let piece = Piece {
            buffers: &buffers,
            arguments: [from, now as u32, to, 0, 0, 0, 0, 0],
            groups: invocations(now),
            steps: now,
        };
        device.launch(copy, &piece, begin + now < count)?;
        begin += now;
    }
    Ok(())
}

impl Decomposition<'_> {
    /// `cut` says that the launch is only a part of the work at this point. Only then it must be
    /// known how much fits into a launch.
    fn launch(
        &self,
        device: &Device,
        prepared: &Prepared,
        arguments: [u64; 4],
        groups: [u32; 2],
        steps: u64,
        cut: bool,
    ) -> Result<(), Error> {
        let mut all = [0; 8];
        all.iter_mut().zip(arguments).for_each(|(to, argument)| *to = argument as u32);
        device.launch(
            prepared,
            &Piece { buffers: &[self.work], arguments: all, groups, steps },
            cut,
        )
    }

    fn diagonal(&self, device: &Device, prepared: &Prepared, o: u64) -> Result<(), Error> {
        let steps = self.block.pow(3) * self.update;
        self.launch(device, prepared, [self.n, o, 0, 0], [1, 1], steps, false)
    }

    fn perimeter(&self, device: &Device, prepared: &Prepared, o: u64) -> Result<(), Error> {
        let blocks = 2 * (self.n - o - self.block).div_ceil(self.block);
        let steps = self.block.pow(3) * self.update;
        let mut first = 0;
        while first < blocks {
            let now = prepared.units(steps, 1).min(blocks - first);
            let arguments = [self.n, o, first, 0];
            self.launch(device, prepared, arguments, grid(now), now * steps, now < blocks)?;
            first += now;
        }
        Ok(())
    }

    fn internal(&self, device: &Device, prepared: &Prepared, o: u64) -> Result<(), Error> {
        let (n, tile) = (self.n, u64::from(TILE));
        let begin = o + self.block;
        let steps = (n - begin) * self.block * self.update;
        let mut row = begin;
        while row < n {
            let now = prepared.units(steps, tile).min(n - row);
            let groups = [n - begin, now].map(|side| side.div_ceil(tile) as u32);
            self.launch(device, prepared, [n, o, row, now], groups, now * steps, now < n - begin)?;
            row += now;
        }
        Ok(())
    }
}

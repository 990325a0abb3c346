//! Matrices, their products with vectors and with each other.

use super::{
    AnyArray, Device, DeviceArray,
    array::{bytes, fits, segments},
    launch::{Piece, Prepared, grid},
    maps,
    task::Task,
};
use crate::{
    accumulate,
    backend::Buffer,
    error::Error,
    number::DeviceNumber,
    program::{Program, SEGMENT, TILE, WORKGROUP},
    word_type::DeviceWord,
};
use std::marker::PhantomData;

/// The elements of a panel, unless a single row is longer. Half a [`SEGMENT`], so that the states
/// of a product's rows, which are wider than its numbers, can also be bound.
const PANEL: u64 = SEGMENT / 2;

/// The most rows of a panel. A product runs over the rows of its right factor in one loop, and Mesa's
/// driver for the processor silently ends loops after 65535 iterations.
const TALLEST: u64 = 1 << 15;

/// The most rows or columns of a product in one launch, since each dimension of a launch has at
/// most 65535 groups.
const SIDE: u64 = 65535 * TILE as u64;

/// The most bytes of the states of a product. Every WebGPU device can bind them.
const STATES: u64 = 128 << 20;

/// A row-major matrix on a device, in panels of whole rows with one buffer each. Freed when the
/// last clone is dropped.
#[derive(Clone)]
pub struct DeviceMatrix<N> {
    rows: u64,
    columns: u64,
    panels: Vec<Buffer>,
    number: PhantomData<N>,
}

impl<N: DeviceNumber> DeviceMatrix<N> {
    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// The panels, one buffer each.
    pub fn panels(&self) -> &[Buffer] {
        &self.panels
    }

    /// The number of rows of each panel except the last, which may have fewer.
    fn panel_rows(&self) -> u64 {
        let rows = (PANEL / self.columns.max(1)).clamp(1, TALLEST);
        // Four rows are split together.
        if rows < 4 { rows } else { rows / 4 * 4 }
    }

    /// The panel that contains a row, the row's index in the panel, and the number of rows from
    /// there to the end of the panel.
    pub fn panel(&self, row: u64) -> (&Buffer, u64, u64) {
        let (panel, place) = (row / self.panel_rows(), row % self.panel_rows());
        let rest = self.panel_rows().min(self.rows - panel * self.panel_rows()) - place;
        (&self.panels[panel as usize], place, rest)
    }
}

/// # Matrices
///
/// The bits of a product are the same on all devices with a fused multiply-add, and the same on all
/// devices without one. The order of the additions is that of [`Program::gemv`], or ascending k.
impl Device {
    /// Copies a row-major matrix to the device.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not rows · columns numbers, [`Error::Unsupported`] if there
    /// are more than 4 194 240 columns, and those of [`upload`](Device::upload).
    pub fn upload_matrix<N: DeviceNumber>(
        &self,
        rows: u64,
        columns: u64,
        numbers: &[N],
    ) -> Result<DeviceMatrix<N>, Error> {
        let elements = u128::from(rows) * u128::from(columns);
        fits("matrix", elements.try_into().unwrap_or(u64::MAX), numbers.len() as u64)?;
        let matrix = self.new_matrix(rows, columns)?;
        let panel = (matrix.panel_rows() * columns).max(1) as usize;
        for (buffer, numbers) in matrix.panels.iter().zip(numbers.chunks(panel)) {
            self.backend.write(buffer, bytemuck::cast_slice(numbers))?;
        }
        Ok(matrix)
    }

    /// A matrix that is not written yet. Downloading it returns [`Error::Unwritten`].
    ///
    /// # Errors
    /// Those of [`upload_matrix`](Device::upload_matrix).
    pub fn new_matrix<N: DeviceNumber>(
        &self,
        rows: u64,
        columns: u64,
    ) -> Result<DeviceMatrix<N>, Error> {
        self.lowering(N::Word::TYPE)?;
        if columns > SIDE {
            return Err(self.unsupported(format!(
                "a matrix of {columns} columns; at most {SIDE}, so cut it into several"
            )));
        }
        let mut matrix = DeviceMatrix { rows, columns, panels: Vec::new(), number: PhantomData };
        let mut row = 0;
        while row < rows && columns > 0 {
            let now = matrix.panel_rows().min(rows - row);
            matrix.panels.push(self.backend.allocate(bytes::<N>(now * columns))?);
            row += now;
        }
        Ok(matrix)
    }

    /// Copies a matrix back to the host, row-major.
    ///
    /// # Errors
    /// Those of [`download`](Device::download).
    pub fn download_matrix<N: DeviceNumber>(
        &self,
        matrix: &DeviceMatrix<N>,
    ) -> Result<Vec<N>, Error> {
        let mut numbers = self.host_memory(matrix.rows * matrix.columns)?;
        let panel = (matrix.panel_rows() * matrix.columns).max(1);
        for (k, (buffer, numbers)) in
            matrix.panels.iter().zip(numbers.chunks_mut(panel as usize)).enumerate()
        {
            self.read(buffer, k as u64 * panel, numbers)?;
        }
        Ok(numbers)
    }

    /// matrix · vector. The error of an element is that of a [`dot`](Device::dot) of its row,
    /// summed in the order of [`Program::gemv`].
    ///
    /// # Errors
    /// [`Error::Length`] if the vector does not have as many elements as the matrix has columns,
    /// and those of [`map_into`](Device::map_into).
    pub fn gemv<N: DeviceNumber>(
        &self,
        matrix: &DeviceMatrix<N>,
        vector: &DeviceArray<N>,
    ) -> Result<DeviceArray<N>, Error> {
        fits("vector", matrix.columns, vector.len())?;
        if matrix.columns == 0 {
            return self.upload(&self.host_memory::<N>(matrix.rows)?);
        }
        let dot = accumulate::dot::<N>(self.lowering(N::Word::TYPE)?.fused);
        let steps = (matrix.columns + u64::from(WORKGROUP)) * dot.accumulate.nodes().len() as u64;
        let program = Program::gemv(dot.identity, dot.accumulate, dot.merge, dot.finish);
        let ready = self.prepare(&program)?;
        let result = self.new_array(matrix.rows)?;
        let task = self.task(matrix.rows * steps);
        let mut done = 0;
        for (segment, length) in segments(matrix.rows).enumerate() {
            let end = done + length;
            let begin = done;
            while done < end {
                let (panel, place, rest) = matrix.panel(done);
                let now = ready.units(steps, 1).min(rest).min(end - done);
                let (columns, to) = (matrix.columns as u32, (done - begin) as u32);
                let piece = Piece {
                    buffers: &[panel, &vector.buffers()[0], &result.buffers()[segment]],
                    arguments: [columns, place as u32, now as u32, to, 0, 0, 0, 0],
                    groups: grid(now),
                    steps: now * steps,
                };
                task.launch(&ready, &piece, done + now < matrix.rows)?;
                done += now;
            }
        }
        Ok(result)
    }

    /// a · b. Every element is the sum of its products in ascending order of k. Special values are
    /// as in [`sum`](Device::sum).
    ///
    /// # Errors
    /// [`Error::Length`] if b does not have as many rows as a has columns, and those of
    /// [`map_into`](Device::map_into).
    pub fn gemm<N: DeviceNumber>(
        &self,
        a: &DeviceMatrix<N>,
        b: &DeviceMatrix<N>,
    ) -> Result<DeviceMatrix<N>, Error> {
        Ok(self.product(a, b, 0)?.0)
    }

    /// a · b, and the task of the call, which has `after` more steps to do.
    fn product<N: DeviceNumber>(
        &self,
        a: &DeviceMatrix<N>,
        b: &DeviceMatrix<N>,
        after: u64,
    ) -> Result<(DeviceMatrix<N>, Task<'_>), Error> {
        fits("rows of b", a.columns, b.rows)?;
        let result = self.new_matrix(a.rows, b.columns)?;
        if result.panels.is_empty() {
            return Ok((result, self.task(after)));
        }
        if a.columns == 0 {
            let zeros = self.host_memory::<N>(a.rows * b.columns)?;
            return Ok((self.upload_matrix(a.rows, b.columns, &zeros)?, self.task(after)));
        }
        let dot = accumulate::dot::<N>(self.lowering(N::Word::TYPE)?.fused);
        let state = dot.identity.len() as u64 * N::Word::TYPE.bytes() * b.columns;
        let depth = b.panel_rows().min(b.rows);
        let steps = b.columns * depth * dot.accumulate.nodes().len() as u64;
        let ready = self.prepare(&Program::gemm(dot.identity, dot.accumulate))?;
        let finish = Program::map(dot.finish, vec![false], false);
        let map = self.prepare(&finish)?;
        let panels = b.rows.div_ceil(depth);
        let steps_of_row = steps * panels + b.columns * maps::steps(&finish);
        let task = self.task(a.rows * steps_of_row + after);
        let most = (STATES / state).min(SIDE);
        let mut row = 0;
        while row < a.rows {
            let (left, a_row, rest) = a.panel(row);
            let (to, to_row, to_rest) = result.panel(row);
            let rows = ready.units(steps, u64::from(TILE)).min(most).min(rest).min(to_rest);
            // New memory, in which unwritten results are detected. The memory of the rows before is
            // free.
            self.backend.finish()?;
            let states = self.backend.allocate(rows * state)?;
            let product = Rows { left, a_row, rows, states: &states, steps, more: rows < a.rows };
            self.multiply(&task, &ready, a, b, &product)?;
            let place = to_row * b.columns;
            let count = rows * b.columns;
            task.map_segment(&map, maps::steps(&finish), &[&states, to], count, place)?;
            row += rows;
        }
        Ok((result, task))
    }

    /// c ← alpha · a · b + beta · c. Where beta is zero, c is written and never read. The product is
    /// that of [`gemm`](Device::gemm). Two products and a sum of numbers follow. Clones of c keep
    /// their old values.
    ///
    /// # Errors
    /// [`Error::Length`] unless a is m × k, b is k × n and c is m × n, and those of
    /// [`map_into`](Device::map_into).
    pub fn gemm_into<N: DeviceNumber>(
        &self,
        alpha: N,
        a: &DeviceMatrix<N>,
        b: &DeviceMatrix<N>,
        beta: N,
        c: &mut DeviceMatrix<N>,
    ) -> Result<(), Error> {
        fits("rows of c", a.rows, c.rows)?;
        fits("columns of c", b.columns, c.columns)?;
        let result = self.new_matrix(c.rows, c.columns)?;
        let words = |number: &N| bytemuck::cast_slice::<N, N::Word>(&[*number]).to_vec();
        let reads = words(&beta).iter().any(|word| word.to_f64() != 0.0);
        let fused = self.lowering(N::Word::TYPE)?.fused;
        let scalars = if reads { vec![alpha, beta] } else { vec![alpha] };
        let mut broadcast = vec![true; scalars.len()];
        broadcast.resize(2 * scalars.len(), false);
        let program =
            Program::map(accumulate::combination::<N>(fused, scalars.len()), broadcast, false);
        let scalars: Vec<_> =
            scalars.into_iter().map(|x| self.upload(&[x])).collect::<Result<_, _>>()?;
        let after = c.rows * c.columns * maps::steps(&program);
        let (product, task) = self.product(a, b, after)?;
        let map = self.prepare(&program)?;
        for (panel, rows) in (0..).zip((0..c.rows).step_by(c.panel_rows() as usize)) {
            let count = c.panel_rows().min(c.rows - rows) * c.columns;
            let Some(to) = result.panels.get(panel) else { break };
            let mut buffers: Vec<_> = scalars.iter().map(|x| &x.buffers()[0]).collect();
            buffers.push(&product.panels[panel]);
            buffers.extend(c.panels.get(panel).filter(|_| reads));
            buffers.push(to);
            task.map_segment(&map, maps::steps(&program), &buffers, count, 0)?;
        }
        *c = result;
        Ok(())
    }

    /// The states of some rows of a product.
    fn multiply<N: DeviceNumber>(
        &self,
        task: &Task<'_>,
        ready: &Prepared,
        a: &DeviceMatrix<N>,
        b: &DeviceMatrix<N>,
        product: &Rows<'_>,
    ) -> Result<(), Error> {
        let Rows { left, a_row, rows, states, steps, more } = *product;
        let mut k = 0;
        while k < b.rows {
            let (right, _, depth) = b.panel(k);
            let tiles = [b.columns, rows].map(|side| side.div_ceil(u64::from(TILE)) as u32);
            let arguments = [rows, b.columns, depth, a.columns, a_row, k, u64::from(k == 0), 0];
            let piece = Piece {
                buffers: &[left, right, states],
                arguments: arguments.map(|argument| argument as u32),
                groups: tiles,
                steps: rows * steps,
            };
            task.launch(ready, &piece, more || k + depth < b.rows)?;
            k += depth;
        }
        Ok(())
    }
}

/// Some rows of a product: the rows of a panel of a from `a_row` on.
struct Rows<'a> {
    left: &'a Buffer,
    a_row: u64,
    rows: u64,
    states: &'a Buffer,
    /// The number of steps for a row and a panel of b.
    steps: u64,
    /// Whether other rows follow.
    more: bool,
}

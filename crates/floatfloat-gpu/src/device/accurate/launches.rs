//! The launches of an accurate product.

use super::{
    conversions::Ready,
    operand::{Operand, cut},
};
use crate::{
    backend::Buffer,
    device::{
        Device,
        launch::{Piece, invocations},
        task::Task,
    },
    error::Error,
    kernels::residues::MODULI,
    program::TILE,
};
use std::ops::Range;

/// The most entries that an invocation accumulates.
const LENGTH: u64 = 128;

/// The fewest lines of a block, unless there are fewer. Their entries are cut, so that they fit into a buffer.
const FEWEST: u64 = 512;

/// The entries of a line are cut at multiples of this.
const SLAB: u64 = 64;

/// A product.
pub(super) struct Work<'a> {
    pub(super) device: &'a Device,
    pub(super) depth: u64,
    /// The rows of a and the columns of b.
    pub(super) rows: Operand,
    pub(super) columns: Operand,
    /// The most bytes of a buffer.
    pub(super) most: u64,
}

/// How entries become planes of bytes.
pub(super) struct Splitting<'a> {
    pub(super) left: &'a Ready,
    pub(super) right: &'a Ready,
    /// What is known of each row and of each column.
    pub(super) constants: [Buffer; 2],
    pub(super) planes: u64,
}

/// Some entries of the product.
pub(super) struct Block {
    pub(super) rows: Range<u64>,
    pub(super) columns: Range<u64>,
}

impl Block {
    pub(super) fn height(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    pub(super) fn width(&self) -> u64 {
        self.columns.end - self.columns.start
    }

    pub(super) fn count(&self) -> u64 {
        self.height() * self.width()
    }
}

impl Work<'_> {
    /// Calls `put` with a line and the state of each of its parts.
    pub(super) fn fold(
        &self,
        program: &Ready,
        operand: &Operand,
        constants: &Buffer,
        words: usize,
        mut put: impl FnMut(usize, &[u32]),
    ) -> Result<(), Error> {
        for part in operand.parts(0..operand.lines, 0..self.depth) {
            let entries = part.entries.end - part.entries.start;
            let parts = entries.div_ceil(LENGTH);
            let steps = program.steps * entries;
            let (mut begin, mut line) = (part.begin, part.lines.start);
            while line < part.lines.end {
                let now = program.prepared.units(steps, 64).min(part.lines.end - line);
                let mut states = vec![0u32; (now * parts) as usize * words];
                let output = self.device.backend.allocate(4 * states.len() as u64)?;
                let [lines, entries, columns, by_columns] = operand.arguments(now, entries);
                let arguments = [lines, entries, columns, by_columns, begin, line, parts, 0];
                let piece = Piece {
                    buffers: &[part.buffer, constants, &output],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: invocations(now * parts),
                    steps: now * steps,
                };
                self.device.launch(&program.prepared, &piece, true)?;
                self.device.backend.read(&output, bytemuck::cast_slice_mut(&mut states))?;
                for (i, state) in (0..).zip(states.chunks_exact(words)) {
                    let of = if operand.by_columns { i % now } else { i / parts };
                    put((line + of) as usize, state);
                }
                line += now;
                begin += now * operand.of_line();
            }
        }
        Ok(())
    }

    /// The sums of products of bytes of a block, for each plane, in the buffers that `sum` gives. After the last terms, `finished` is called
    /// for each four of them.
    pub(super) fn sums<'s>(
        &self,
        task: &Task<'_>,
        products: &Ready,
        conversions: &Splitting<'_>,
        block: &Block,
        sum: impl Fn(usize) -> &'s Buffer,
        finished: impl Fn(usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Splitting { left, right, constants, planes } = conversions;
        let slab = self.slab(products, block, *planes);
        for entries in cut(0..self.depth, slab) {
            let of = |operand, program, constants, lines| {
                self.split(task, operand, program, constants, lines, &entries, *planes)
            };
            let a = of(&self.rows, *left, &constants[0], &block.rows)?;
            let b = of(&self.columns, *right, &constants[1], &block.columns)?;
            let quads = (entries.end - entries.start).div_ceil(4);
            for plane in 0..*planes {
                let first = u64::from(entries.start == 0);
                let arguments = [
                    block.height(),
                    block.width(),
                    quads,
                    quads,
                    plane * block.height(),
                    0,
                    first,
                    plane * quads,
                ];
                let piece = Piece {
                    buffers: &[&a, &b, sum(plane as usize)],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: [block.width(), block.height()]
                        .map(|side| side.div_ceil(u64::from(TILE)) as u32),
                    steps: block.count() * quads * products.steps,
                };
                task.launch(&products.prepared, &piece, true)?;
                let last = plane + 1 == *planes || (plane + 1) % MODULI as u64 == 0;
                if last && entries.end == self.depth {
                    finished(plane as usize / MODULI)?;
                }
            }
            if entries.end < self.depth {
                // The memory of these bytes is free before the next ones have their own.
                self.device.backend.finish()?;
            }
        }
        Ok(())
    }

    /// Splits some entries of some lines into planes of bytes.
    #[expect(clippy::too_many_arguments, reason = "a launch has these")]
    pub(super) fn split(
        &self,
        task: &Task<'_>,
        operand: &Operand,
        program: &Ready,
        constants: &Buffer,
        lines: &Range<u64>,
        entries: &Range<u64>,
        planes: u64,
    ) -> Result<Buffer, Error> {
        let count = lines.end - lines.start;
        let quads = (entries.end - entries.start).div_ceil(4);
        let plane = count * quads;
        let output = self.device.backend.allocate(4 * plane * planes)?;
        for part in operand.parts(lines.clone(), entries.clone()) {
            // Of rows as many as fit a launch, of columns as many entries as fit.
            let across =
                if operand.by_columns { count } else { part.entries.end - part.entries.start };
            let steps = program.steps * across;
            let along = if operand.by_columns { part.entries.clone() } else { part.lines.clone() };
            let mut place = along.start;
            while place < along.end {
                let now = program.prepared.units(steps, 4).min(along.end - place);
                let begin = part.begin + (place - along.start) * operand.columns;
                let (shape, first, to) = if operand.by_columns {
                    (
                        operand.arguments(count, now),
                        lines.start,
                        (place - entries.start) / 4 * count,
                    )
                } else {
                    (operand.arguments(now, across), place, (place - lines.start) * quads)
                };
                let [lines, entries, columns, by_columns] = shape;
                let arguments = [lines, entries, columns, by_columns, begin, first, plane, to];
                let piece = Piece {
                    buffers: &[part.buffer, constants, &output],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: invocations(lines * entries.div_ceil(4)),
                    steps: now * steps,
                };
                task.launch(&program.prepared, &piece, true)?;
                place += now;
            }
        }
        Ok(output)
    }

    /// Computes the entries of some rows of a block. `place` gives the place of the first entry of a row in the matrix, and how many
    /// entries its rows have in memory.
    pub(super) fn entries(
        &self,
        task: &Task<'_>,
        program: &Ready,
        buffers: [&Buffer; 5],
        block: &Block,
        rows: &Range<u64>,
        place: impl Fn(u64) -> [u64; 2],
    ) -> Result<(), Error> {
        let width = block.width();
        let steps = program.steps * width;
        let mut row = rows.start;
        while row < rows.end {
            let now = program.prepared.units(steps, 1).min(rows.end - row);
            let begin = (row - block.rows.start) * width;
            let [to, columns] = place(row);
            let plane = block.count();
            let arguments =
                [now * width, width, begin, plane, row, block.columns.start, to, columns];
            let piece = Piece {
                buffers: &buffers,
                arguments: arguments.map(|argument| argument as u32),
                groups: invocations(now * width),
                steps: now * steps,
            };
            task.launch(&program.prepared, &piece, true)?;
            row += now;
        }
        Ok(())
    }

    /// The side of a block: so many integers of every entry fit into a buffer, and so many planes of all terms.
    pub(super) fn side(&self, integers: u64, planes: u64) -> u64 {
        let entries = (self.most / (4 * integers)).isqrt();
        let lines = (self.most / (planes * self.depth.next_multiple_of(4))).max(FEWEST);
        let tile = u64::from(TILE);
        (entries.min(lines) / tile).max(1) * tile
    }

    /// So many entries of a line that the planes of a block fit into a buffer, and that a product takes a launch at most.
    pub(super) fn slab(&self, products: &Ready, block: &Block, planes: u64) -> u64 {
        let lines = block.height().max(block.width());
        let quads = products.prepared.units(block.count() * products.steps, TILE as u64 / 4);
        (self.most / (planes * lines)).min(quads.saturating_mul(4)).max(SLAB) / SLAB * SLAB
    }
}

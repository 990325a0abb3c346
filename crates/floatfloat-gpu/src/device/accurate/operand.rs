//! Lines of matrices, and in which buffers they are.

use crate::{backend::Buffer, device::DeviceMatrix, number::DeviceNumber};
use std::ops::Range;

/// Lines of a matrix, which are rows or columns.
pub(super) struct Operand {
    /// Buffers of consecutive rows, and how many rows each has.
    pub(super) panels: Vec<(Buffer, u64)>,
    pub(super) columns: u64,
    pub(super) by_columns: bool,
    /// How many lines there are.
    pub(super) lines: u64,
}

/// A part of a matrix that is in one buffer.
pub(super) struct Part<'a> {
    pub(super) buffer: &'a Buffer,
    pub(super) lines: Range<u64>,
    pub(super) entries: Range<u64>,
    /// The place of the first entry of the first line.
    pub(super) begin: u64,
}

impl Operand {
    pub(super) fn rows<N: DeviceNumber>(matrix: &DeviceMatrix<N>) -> Self {
        Operand::new(matrix, false, matrix.rows())
    }

    pub(super) fn columns<N: DeviceNumber>(matrix: &DeviceMatrix<N>) -> Self {
        Operand::new(matrix, true, matrix.columns())
    }

    pub(super) fn new<N: DeviceNumber>(
        matrix: &DeviceMatrix<N>,
        by_columns: bool,
        lines: u64,
    ) -> Self {
        let mut panels = Vec::new();
        let mut row = 0;
        while row < matrix.rows() {
            let (buffer, _, rows) = matrix.panel(row);
            panels.push((buffer.clone(), rows));
            row += rows;
        }
        Operand { panels, columns: matrix.columns(), by_columns, lines }
    }

    /// The parts of some entries of some lines.
    pub(super) fn parts(
        &self,
        lines: Range<u64>,
        entries: Range<u64>,
    ) -> impl Iterator<Item = Part<'_>> {
        let mut end = 0;
        self.panels.iter().filter_map(move |(buffer, rows)| {
            let panel = end..end + rows;
            end = panel.end;
            let wanted = if self.by_columns { &entries } else { &lines };
            let common = wanted.start.max(panel.start)..wanted.end.min(panel.end);
            if common.is_empty() {
                return None;
            }
            let row = common.start - panel.start;
            Some(if self.by_columns {
                let begin = row * self.columns + lines.start;
                Part { buffer, lines: lines.clone(), entries: common, begin }
            } else {
                let begin = row * self.columns + entries.start;
                Part { buffer, lines: common, entries: entries.clone(), begin }
            })
        })
    }

    /// The first of the arguments that describe a part from a line on.
    pub(super) fn arguments(&self, lines: u64, entries: u64) -> [u64; 4] {
        [lines, entries, self.columns, self.by_columns.into()]
    }

    /// From the first entry of a line to that of the next.
    pub(super) fn of_line(&self) -> u64 {
        if self.by_columns { 1 } else { self.columns }
    }
}

/// Consecutive ranges of at most `most`.
pub(super) fn cut(range: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let end = range.end;
    range.step_by(most.max(1) as usize).map(move |start| start..end.min(start + most))
}

//! LU decomposition without pivoting, blocked, by the three kernels of the Rodinia benchmarks.

use floatfloat::NativeWord;
use floatfloat_gpu::{
    Circuit, Device, DeviceMatrix, DeviceNumber, DeviceWord, Error, Program,
    backend::Buffer,
    device::{Piece, Prepared, grid, invocations},
    emit::{cuda, wgsl},
    program::{
        Function, Skeleton, TILE, Text, WORKGROUP, Workgroup,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Plan, Reference, Register, check,
            enough_groups, failed, part, pieces,
        },
    },
};

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
    /// `first_row + rows`. Groups: (n − o − `block`) / [`TILE`] × rows / `TILE`, rounded up.
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

/// The number of elements of a block for each invocation.
fn elements_each(program: &Program) -> u32 {
    let block = program.constants()[0];
    (block * block).div_ceil(program.lanes())
}

fn block_in_wgsl(program: &Program) -> String {
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

fn internal_in_wgsl(program: &Program) -> String {
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

fn block_in_cuda(program: &Program) -> String {
    in_cuda(program)
        .define("DIVIDE(a, pivot)", "divide(a, pivot)")
        .define("LANES", program.lanes())
        .define("ELEMENTS", elements_each(program))
        .into_text()
}

fn internal_in_cuda(program: &Program) -> String {
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

const OUTSIDE: &str = "a step of an LU decomposition is outside of the matrix";

/// A matrix during its decomposition.
struct Lu<'a, F> {
    update: &'a Plan,
    divide: Option<&'a Plan>,
    /// The number of words of a number.
    width: usize,
    n: usize,
    /// The row and column at which the block on the diagonal begins.
    o: usize,
    block: usize,
    a: &'a mut [F],
}

/// An element, or a line of elements from it to the right or downwards.
#[derive(Clone, Copy)]
struct Operand<'a, F> {
    words: &'a [F],
    stride: usize,
}

fn diagonal<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    Lu::new(launch)?.diagonal()
}

fn perimeter<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let (first, groups) = (launch.arguments[2], launch.groups[0] * launch.groups[1]);
    Lu::new(launch)?.perimeter(first, groups)
}

fn internal<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let ([n, o, first_row, rows, ..], groups) = (launch.arguments, launch.groups);
    let block = launch.program.constants().first().map_or(0, |&block| block as usize);
    let columns = n.saturating_sub(o + block);
    let tiles = [columns, rows].map(|side| side.div_ceil(TILE as usize));
    enough_groups(groups[0] >= tiles[0] && groups[1] >= tiles[1])?;
    Lu::new(launch)?.internal(first_row, rows)
}

impl<'a, F: NativeWord> Lu<'a, F> {
    fn new(launch: Execution<'a, F>) -> Result<Self, Error> {
        let Execution { program, plans, output: a, arguments: [n, o, ..], .. } = launch;
        let (&[width], &[block]) = (program.elements(), program.constants()) else {
            return Err(failed(MALFORMED));
        };
        check(o < n, OUTSIDE)?;
        let words = n.checked_mul(n).and_then(|elements| elements.checked_mul(width));
        let a = part(a, 0, words.unwrap_or(usize::MAX))?;
        Ok(Lu { update: &plans[0], divide: plans.get(1), width, n, o, block: block as usize, a })
    }

    fn divide(&self) -> Result<&'a Plan, Error> {
        self.divide.ok_or_else(|| failed(MALFORMED))
    }

    /// The first row and column behind the block on the diagonal.
    fn behind(&self) -> usize {
        (self.o + self.block).min(self.n)
    }

    /// Computes the square on the diagonal, k by k: each element is updated as soon as possible.
    fn diagonal(self) -> Result<(), Error> {
        let (width, n, end) = (self.width, self.n, self.behind());
        let (mut divide, mut update) = (Machine::new(self.divide()?), Machine::new(self.update));
        for k in self.o..end {
            let (above, below) = self.a.split_at_mut((k + 1) * n * width);
            let row = &above[k * n * width..];
            for row_below in below.chunks_mut(n * width).take(end - k - 1) {
                let pivot = Operand { words: &row[k * width..], stride: 0 };
                apply2(&mut divide, width, 1, &mut row_below[k * width..], pivot);
                let (left, right) = row_below.split_at_mut((k + 1) * width);
                let l = Operand { words: &left[k * width..], stride: 0 };
                for column in (k + 1..end).step_by(LANES) {
                    let lanes = LANES.min(end - column);
                    let u = Operand { words: &row[column * width..], stride: width };
                    let old = &mut right[(column - k - 1) * width..];
                    apply3(&mut update, width, lanes, old, l, u);
                }
            }
        }
        Ok(())
    }

    /// Computes blocks `first` to `first + count` of the blocks to the right and then of those
    /// below.
    fn perimeter(mut self, first: usize, count: usize) -> Result<(), Error> {
        let (n, block, behind) = (self.n, self.block, self.behind());
        let blocks = (n - behind).div_ceil(block);
        let end = (first + count).min(2 * blocks);
        let place = |block_number: usize| (behind + block_number * block).min(n);
        self.right(place(first.min(blocks)), place(end.min(blocks)));
        self.below(place(first.max(blocks) - blocks), place(end.max(blocks) - blocks))
    }

    /// Computes columns of the rows of the block on the diagonal.
    fn right(&mut self, begin: usize, end: usize) {
        let (width, n) = (self.width, self.n);
        let mut update = Machine::new(self.update);
        for r in self.o + 1..self.behind() {
            let (above, row) = self.a.split_at_mut(r * n * width);
            let (left, row) = row[..n * width].split_at_mut(begin * width);
            for k in self.o..r {
                let l = Operand { words: &left[k * width..], stride: 0 };
                for column in (begin..end).step_by(LANES) {
                    let lanes = LANES.min(end - column);
                    let u = Operand { words: &above[(k * n + column) * width..], stride: width };
                    apply3(&mut update, width, lanes, &mut row[(column - begin) * width..], l, u);
                }
            }
        }
    }

    /// Computes rows of the columns of the block on the diagonal.
    fn below(&mut self, begin: usize, end: usize) -> Result<(), Error> {
        let (width, n, o, behind) = (self.width, self.n, self.o, self.behind());
        let (update, divide) = (self.update, self.divide()?);
        if begin >= end {
            return Ok(());
        }
        let (above, below) = self.a.split_at_mut(begin * n * width);
        let above = &*above;
        let rows = &mut below[..(end - begin) * n * width];
        let square = (behind - o) * (behind - o);
        let cost = LANES * (square * update.length() / 2 + (behind - o) * divide.length());
        let start = || {
            let panel = vec![[F::default(); LANES]; (behind - o) * width];
            (Machine::new(update), Machine::new(divide), panel)
        };
        pieces(rows, LANES * n * width, cost, start, |(update, divide, panel), _, rows| {
            let lanes = rows.len() / (n * width);
            let each = |panel: &mut [Register<F>], rows: &mut [F], to_panel: bool| {
                for (lane, row) in rows.chunks_mut(n * width).enumerate() {
                    for (register, word) in panel.iter_mut().zip(&mut row[o * width..]) {
                        let (from, to) = if to_panel {
                            (*word, &mut register[lane])
                        } else {
                            (register[lane], word)
                        };
                        *to = from;
                    }
                }
            };
            each(panel, rows, true);
            for c in 0..behind - o {
                let (final_columns, column) = panel.split_at_mut(c * width);
                let column = &mut column[..width];
                let of_row = |k: usize| &above[((o + k) * n + o + c) * width..];
                for (k, l) in final_columns.chunks(width).enumerate() {
                    update.run(lanes, |input| match (input / width, input % width) {
                        (0, word) => Column { words: &column[word][..], stride: 1 },
                        (1, word) => Column { words: &l[word][..], stride: 1 },
                        (_, word) => Column { words: &of_row(k)[word..], stride: 0 },
                    });
                    update.copy_outputs(column.iter_mut().map(|words| &mut words[..lanes]));
                }
                divide.run(lanes, |input| match (input / width, input % width) {
                    (0, word) => Column { words: &column[word][..], stride: 1 },
                    (_, word) => Column { words: &of_row(c)[word..], stride: 0 },
                });
                divide.copy_outputs(column.iter_mut().map(|words| &mut words[..lanes]));
            }
            each(panel, rows, false);
        });
        Ok(())
    }

    /// Updates rows below the block on the diagonal, in the columns to its right.
    fn internal(self, first_row: usize, rows: usize) -> Result<(), Error> {
        let (width, n, o, behind) = (self.width, self.n, self.o, self.behind());
        check(rows == 0 || first_row >= behind && first_row + rows <= n, OUTSIDE)?;
        let (above, below) = self.a.split_at_mut(first_row * n * width);
        let (above, update) = (&*above, self.update);
        let out = &mut below[..rows * n * width];
        let cost = (n - behind) * (behind - o) * update.length();
        let start = || (Machine::new(update), vec![[F::default(); LANES]; width]);
        pieces(out, n * width, cost, start, |(update, state), _, row| {
            let (left, row) = row.split_at_mut(behind * width);
            for (number, out) in row.chunks_mut(LANES * width).enumerate() {
                let (column, lanes) = (behind + number * LANES, out.len() / width);
                for (lane, element) in out.chunks_exact(width).enumerate() {
                    state.iter_mut().zip(element).for_each(|(words, &word)| words[lane] = word);
                }
                for k in o..behind {
                    update.run(lanes, |input| match (input / width, input % width) {
                        (0, word) => Column { words: &state[word][..], stride: 1 },
                        (1, word) => Column { words: &left[k * width + word..], stride: 0 },
                        (_, word) => {
                            let words = &above[(k * n + column) * width + word..];
                            Column { words, stride: width }
                        }
                    });
                    update.copy_outputs(state.iter_mut().map(|words| &mut words[..lanes]));
                }
                for (lane, element) in out.chunks_exact_mut(width).enumerate() {
                    element.iter_mut().zip(&*state).for_each(|(word, words)| *word = words[lane]);
                }
            }
        });
        Ok(())
    }
}

impl<'a, F> Operand<'a, F> {
    fn word(self, word: usize) -> Column<'a, F> {
        Column { words: &self.words[word..], stride: self.stride }
    }
}

/// Replaces numbers that lie side by side by a function of each and a second operand.
fn apply2<F: NativeWord>(
    machine: &mut Machine<'_, F>,
    width: usize,
    lanes: usize,
    old: &mut [F],
    other: Operand<'_, F>,
) {
    apply3(machine, width, lanes, old, other, other);
}

/// The same as [`apply2`], with two more operands.
fn apply3<F: NativeWord>(
    machine: &mut Machine<'_, F>,
    width: usize,
    lanes: usize,
    old: &mut [F],
    l: Operand<'_, F>,
    u: Operand<'_, F>,
) {
    machine.run(lanes, |input| match (input / width, input % width) {
        (0, word) => Column { words: &old[word..], stride: width },
        (1, word) => l.word(word),
        (_, word) => u.word(word),
    });
    machine.store(&mut old[..lanes * width]);
}

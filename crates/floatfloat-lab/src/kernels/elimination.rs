//! Gaussian elimination without pivoting, by the two kernels of the Rodinia benchmarks.

use floatfloat::NativeWord;
use floatfloat_gpu::{
    Circuit, Device, DeviceMatrix, DeviceNumber, DeviceWord, Error, Program,
    device::{Piece, invocations},
    emit::{cuda, wgsl},
    program::{
        Function, Skeleton, Text, Workgroup,
        reference::{
            Column, Execution, LANES, MALFORMED, Machine, Reference, check, enough_groups, failed,
            fits, part, pieces, places,
        },
    },
};

pub(super) static FAN1: Skeleton = Skeleton {
    name: "fan1",
    functions: &[Function { name: "divide", parameters: &[] }],
    wgsl: Text { parts: &[include_str!("fan1.wgsl")], definitions: fan1_in_wgsl },
    cuda: Text { parts: &[include_str!("fan1.cu")], definitions: fan1_in_cuda },
    cuda_elements: None,
    reference: Reference { f32: fan1::<f32>, f64: fan1::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

pub(super) static FAN2: Skeleton = Skeleton {
    name: "fan2",
    functions: &[Function { name: "update", parameters: &[] }],
    wgsl: Text { parts: &[include_str!("fan2.wgsl")], definitions: fan2_in_wgsl },
    cuda: Text { parts: &[include_str!("fan2.cu")], definitions: fan2_in_cuda },
    cuda_elements: None,
    reference: Reference { f32: fan2::<f32>, f64: fan2::<f64> },
    stride: None,
    halving: false,
    adds_to_output: false,
};

/// The arithmetic and the workgroups of an elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// (number, pivot) → multiplier, the quotient.
    pub divide: Circuit,
    /// (old, multiplier, element of the pivot's row) → old − multiplier · element.
    pub update: Circuit,
    /// The invocations of a workgroup along a row and along a column; at most 1024 in total.
    pub block: [u32; 2],
}

impl Elimination {
    /// Eliminates everything below the diagonal of a matrix of n rows, in place. For t from 0 to n
    /// − 2, every row i > t computes m = divide(a\[i\]\[t\], a\[t\]\[t\]), and a\[i\]\[j\] =
    /// update(a\[i\]\[j\], m, a\[t\]\[j\]) for all j ≥ t. Columns beyond the n-th are right-hand
    /// sides: they are transformed with the rest, and back-substitution with the upper triangle
    /// solves the system. The elements below the diagonal keep the results of the updates, which
    /// are zero up to rounding.
    ///
    /// The order is that of Rodinia's `gaussian`, with a launch of [`multipliers`] and one of
    /// [`updates`] for each t. There are more launches if the matrix is in several buffers or one
    /// launch would take too long. Clones of the matrix share its memory, so they are eliminated,
    /// too.
    ///
    /// # Errors
    /// [`Error::Length`] if the matrix has fewer columns than rows, or if the circuits do not fit
    /// the numbers. [`Error::Unsupported`] if the device cannot have such blocks, or does not have
    /// enough groups for so large a matrix. Also those of [`Device::map_into`].
    pub fn run<N: DeviceNumber>(
        &self,
        device: &Device,
        matrix: &mut DeviceMatrix<N>,
    ) -> Result<(), Error> {
        let Elimination { divide, update, block } = self;
        divide.check_shape(N::Word::TYPE, &[N::WORDS; 2], N::WORDS)?;
        update.check_shape(N::Word::TYPE, &[N::WORDS; 3], N::WORDS)?;
        let (rows, columns) = (matrix.rows(), matrix.columns());
        if columns < rows {
            let what = "columns of a matrix to be eliminated, at least";
            return Err(Error::Length { what, expected: rows, given: columns });
        }
        let first = device.prepare(&multipliers(divide.clone())?)?;
        let second = device.prepare(&updates(update.clone(), *block)?)?;
        let block = block.map(u64::from);
        if columns.div_ceil(block[0]) > 65535 || rows.div_ceil(block[1]) > 65535 {
            let [x, y] = block;
            let what = format!("{rows} × {columns} in blocks of {x} × {y}; take larger blocks");
            let device = device.description().id.clone();
            return Err(Error::Unsupported { device, what });
        }
        let step = device.backend().allocate((columns + rows) * size_of::<N>() as u64)?;
        for t in 0..rows.saturating_sub(1) {
            let mut row = t;
            while row < rows {
                let (panel, place, rest) = matrix.panel(row);
                let here = u64::from(row == t);
                let now = rest - here;
                let arguments = [columns, t, place, here, place + here, now, row + here, 0];
                let piece = Piece {
                    buffers: &[panel, &step],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: invocations(now.max(here * (columns - t))),
                    steps: now * divide.nodes().len() as u64,
                };
                device.launch(&first, &piece, false)?;
                row += rest;
            }
            let steps = (columns - t) * update.nodes().len() as u64;
            let mut row = t + 1;
            while row < rows {
                let (panel, place, rest) = matrix.panel(row);
                let now = second.units(steps, block[1]).min(rest);
                let arguments = [columns, t, place, now, row, 0, 0, 0];
                let groups = [(columns - t).div_ceil(block[0]), now.div_ceil(block[1])];
                let piece = Piece {
                    buffers: &[&step, panel],
                    arguments: arguments.map(|argument| argument as u32),
                    groups: groups.map(|groups| groups as u32),
                    steps: now * steps,
                };
                // Unless the work is divided, it need not be known how much fits into a launch.
                device.launch(&second, &piece, now < rest)?;
                row += now;
            }
        }
        Ok(())
    }
}

/// The first half of step t of Gaussian elimination, which eliminates column t: the multipliers
/// m\[i\] = divide(a\[i\]\[t\], a\[t\]\[t\]) of rows i > t. `divide`: (number, pivot) → number.
///
/// Buffers: some rows of the matrix a, row-major; the step, which is row t of a and then a
/// multiplier for every row of a. Arguments: `[columns, t, pivot_row, here, first_row, rows, to]`.
/// If `here` is 1, row t of a is row `pivot_row` of the buffer, and is copied to the step from
/// column t on. If `here` is 0, the pivot is read from the step, to which another launch has
/// written it. The multipliers of the buffer's rows `first_row` to `first_row + rows` are written
/// as those of the rows of a from `to` on. Invocation k copies the element k columns after t, and
/// computes the k-th multiplier.
///
/// # Errors
/// Those of [`Program::new`].
pub fn multipliers(divide: Circuit) -> Result<Program, Error> {
    let elements = vec![divide.outputs().len(); 2];
    Program::new(&FAN1, vec![divide], elements)
}

/// The second half: a\[i\]\[j\] = update(a\[i\]\[j\], m\[i\], a\[t\]\[j\]) for i > t, j ≥ t.
/// `update`: (old, multiplier, element of the pivot's row) → number. A workgroup has the shape of
/// `block`.
///
/// Buffers: the step; some rows of a, which are read and written. Arguments: `[columns, t,
/// first_row, rows, to]`. The buffer's rows `first_row` to `first_row + rows` are the rows of a
/// from `to` on. Groups: (columns − t) / `block[0]` × rows / `block[1]`, rounded up.
///
/// # Errors
/// Those of [`Program::new`].
pub fn updates(update: Circuit, block: [u32; 2]) -> Result<Program, Error> {
    let elements = vec![update.outputs().len(); 2];
    let workgroup = Workgroup::of(block[0].saturating_mul(block[1]));
    let program = Program::new(&FAN2, vec![update], elements)?;
    Ok(program.with_constants(block.to_vec()).with_workgroup(workgroup))
}

fn fan1_in_wgsl(program: &Program) -> String {
    format!("alias Number = {};\n", wgsl::type_name(program.word(), program.elements()[0]))
}

fn fan1_in_cuda(program: &Program) -> String {
    cuda::Definitions::new(program)
        .alias("Number", program.elements()[0])
        .define("DIVIDE(a, pivot)", "divide(a, pivot)")
        .into_text()
}

fn fan2_in_wgsl(program: &Program) -> String {
    let [x, y] = [program.constants()[0], program.constants()[1]];
    format!(
        "// Invocations of a workgroup along a row and along a column.\n\
         const BLOCK_X = {x}u;\nconst BLOCK_Y = {y}u;\n"
    )
}

fn fan2_in_cuda(program: &Program) -> String {
    cuda::Definitions::new(program)
        .alias("Number", program.elements()[0])
        .define("UPDATE(a, multiplier, b)", "update(a, multiplier, b)")
        .define("BLOCK_X", program.constants()[0])
        .define("BLOCK_Y", program.constants()[1])
        .into_text()
}

const NO_PIVOT: &str = "a step of an elimination has no pivot";

/// Computes multipliers, and copies the row of the pivot if it is among the inputs.
fn fan1<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let invocations = launch.invocations();
    let Execution { program, plans, inputs, output, arguments, .. } = launch;
    let [columns, t, pivot_row, here, first_row, rows, to, _] = arguments;
    let (&[matrix], &[width, _], plan) = (inputs, program.elements(), &plans[0]) else {
        return Err(failed(MALFORMED));
    };
    let copied = if here == 1 { columns.saturating_sub(t) } else { 0 };
    enough_groups(invocations >= rows.max(copied))?;
    check(t < columns, NO_PIVOT)?;
    fits(matrix, (first_row + rows) * columns, width)?;
    let (pivot_row_out, multipliers) =
        part(output, 0, (columns + to + rows) * width)?.split_at_mut(columns * width);
    if here == 1 {
        fits(matrix, (pivot_row + 1) * columns, width)?;
        let row = &matrix[pivot_row * columns * width..][..columns * width];
        pivot_row_out[t * width..].copy_from_slice(&row[t * width..]);
    }
    let pivot = &pivot_row_out[t * width..];
    let out = &mut multipliers[to * width..];
    let cost = LANES * plan.length();
    let start = || Machine::new(plan);
    pieces(out, LANES * width, cost, start, |machine, block, out| {
        let first = ((first_row + block * LANES) * columns + t) * width;
        machine.run(out.len() / width, |input| match input.checked_sub(width) {
            None => Column { words: &matrix[first + input..], stride: columns * width },
            Some(word) => Column { words: &pivot[word..], stride: 0 },
        });
        machine.store(out);
    });
    Ok(())
}

/// Updates some rows with their multipliers and the row of the pivot.
fn fan2<F: NativeWord>(launch: Execution<'_, F>) -> Result<(), Error> {
    let Execution { program, plans, inputs, output, arguments, groups } = launch;
    let [columns, t, first_row, rows, to, ..] = arguments;
    let (&[step], &[width, _], &[x, y]) = (inputs, program.elements(), program.constants()) else {
        return Err(failed(MALFORMED));
    };
    let (plan, update) = (&plans[0], &program.circuits()[0]);
    let [x, y] = [groups[0] * x as usize, groups[1] * y as usize];
    enough_groups(rows == 0 || y >= rows && x + t >= columns)?;
    check(t < columns, NO_PIVOT)?;
    fits(step, columns + to + rows, width)?;
    let places = places(update.parameters());
    let (row_of_pivot, multipliers) = step.split_at(columns * width);
    let out = part(output, first_row * columns * width, rows * columns * width)?;
    let cost = (columns - t) * plan.length();
    let start = || Machine::new(plan);
    pieces(out, columns * width, cost, start, |machine, row, out| {
        let multiplier = &multipliers[(to + row) * width..];
        for column in (t..columns).step_by(LANES) {
            let lanes = LANES.min(columns - column);
            machine.run(lanes, |input| match places[input] {
                (0, word) => Column { words: &out[column * width + word..], stride: width },
                (1, word) => Column { words: &multiplier[word..], stride: 0 },
                (_, word) => {
                    Column { words: &row_of_pivot[column * width + word..], stride: width }
                }
            });
            machine.store(&mut out[column * width..][..lanes * width]);
        }
    });
    Ok(())
}

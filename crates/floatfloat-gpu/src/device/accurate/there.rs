//! Accurate products of matrices of a device, which computes all of them.

use super::{
    conversions::{Measuring, Multiplying, Ready},
    launches::{Block, Splitting, Work},
    operand::{Operand, cut},
};
use crate::{
    device::{
        Device, DeviceMatrix,
        launch::{Piece, grid},
    },
    error::Error,
    integers::integers_of,
    kernels::{
        accurate::{LIMITS, Words, limits},
        reduction_groups,
        residues::{MODULI, constants},
    },
    number::DeviceNumber,
    word_type::{DeviceWord, WordType},
};
use floatfloat_cpu::matrix::steps::{Choice, Goal, Line, MOST_TERMS, Moduli};

/// The most bytes of a buffer. Every WebGPU device can bind so many.
const BYTES: u64 = 128 << 20;

/// The same for CUDA.
const BYTES_OF_CUDA: u64 = 256 << 20;

/// The most bytes of the sums of all moduli. If there are more, four moduli at a time have memory for their sums.
const SUMS: u64 = 64 << 20;

/// a · b with this accuracy; none if the processor must compute a part of it, or all: because an entry is infinite or NaN, exponents
/// differ too much, or the device does not compile the conversions.
pub(super) fn product<N: DeviceNumber, R: DeviceNumber>(
    device: &Device,
    a: &DeviceMatrix<N>,
    b: &DeviceMatrix<N>,
    goal: Goal,
) -> Result<Option<DeviceMatrix<R>>, Error> {
    let most = if device.description().backend == "cuda" { BYTES_OF_CUDA } else { BYTES };
    product_in(device, a, b, goal, most)
}

/// The same with buffers of at most so many bytes.
pub(super) fn product_in<N: DeviceNumber, R: DeviceNumber>(
    device: &Device,
    a: &DeviceMatrix<N>,
    b: &DeviceMatrix<N>,
    goal: Goal,
    most: u64,
) -> Result<Option<DeviceMatrix<R>>, Error> {
    let integers = [N::Word::TYPE, R::Word::TYPE].map(integers_of);
    let [Some(of), Some(result)] = integers else { return Ok(None) };
    let depth = a.columns();
    if !(1..=MOST_TERMS as u64).contains(&depth) || a.rows() == 0 || b.columns() == 0 {
        return Ok(None);
    }
    let words = |integers, count| Words { integers, count };
    let (of, result) = (words(of, N::WORDS), words(result, R::WORDS));
    let Some(measuring) = refusals(Measuring::of(device, of))? else { return Ok(None) };
    let rows = Operand::rows(a);
    let columns = Operand::columns(b);
    // Four consecutive entries of a column must be in one buffer.
    if columns.panels.len() > 1 && !columns.panels[0].1.is_multiple_of(4) {
        return Ok(None);
    }
    let work = Work { device, depth, rows, columns, most };
    let Some(lines) = work.lines(&measuring, of)? else { return Ok(None) };
    let Some(moduli) = work.moduli(&measuring, &lines, goal)? else { return Ok(None) };
    let scales = lines.map(|measured| Scales::of(&measured.lines, moduli));
    if !in_range(&scales, moduli, R::Word::TYPE) {
        return Ok(None);
    }
    let programs = Multiplying::of(device, of, result, moduli);
    let Some(programs) = refusals(programs)? else { return Ok(None) };
    let product = device.new_matrix(a.rows(), b.columns())?;
    work.multiply(&measuring.products, &programs, moduli, scales, &product)?;
    Ok(Some(product))
}

/// None if the device has no compiler, or one that refuses the program.
fn refusals<T>(programs: Result<T, Error>) -> Result<Option<T>, Error> {
    match programs {
        Err(Error::Unsupported { .. } | Error::Rejected { .. }) => Ok(None),
        programs => programs.map(Some),
    }
}

/// Whether no entry can overflow, and no word of `f64` is subnormal. An entry is less than M/2, times 2^-(s + t).
fn in_range(scales: &[Scales; 2], moduli: Moduli, word: WordType) -> bool {
    let [Some([least_row, most_row]), Some([least_column, most_column])] =
        scales.each_ref().map(|scales| scales.range)
    else {
        // All entries are zeros.
        return true;
    };
    let exponent = moduli.bits() as i32 - 1 - least_row - least_column;
    match word {
        WordType::F32 => exponent < 127,
        _ => exponent < 1023 && most_row + most_column <= 1022,
    }
}

/// What is known of the lines of an operand.
struct Measured {
    /// The exponent fields of their largest entries.
    fields: Vec<u32>,
    /// None for lines of zeros.
    lines: Vec<Option<Line>>,
}

/// The powers of two with which lines are multiplied.
struct Scales {
    exponents: Vec<u32>,
    /// The least and the largest of all lines but those of zeros.
    range: Option<[i32; 2]>,
}

impl Scales {
    fn of(lines: &[Option<Line>], moduli: Moduli) -> Self {
        let scale = |line: &Option<Line>| line.map(|line| line.scale(moduli));
        let scales = || lines.iter().map(scale);
        Scales {
            exponents: scales().map(|scale| scale.unwrap_or(0) as u32).collect(),
            range: scales().flatten().min().zip(scales().flatten().max()).map(|(x, y)| [x, y]),
        }
    }
}

impl Work<'_> {
    /// Measures all lines. None if an entry is not finite, or all of a line are subnormal.
    fn lines(&self, programs: &Measuring, of: Words) -> Result<Option<[Measured; 2]>, Error> {
        let left = self.measured(programs, of, &self.rows)?;
        let right = self.measured(programs, of, &self.columns)?;
        Ok(left.zip(right).map(|(left, right)| [left, right]))
    }

    fn measured(
        &self,
        programs: &Measuring,
        of: Words,
        operand: &Operand,
    ) -> Result<Option<Measured>, Error> {
        let (shift, special, bias) =
            if of.integers == 1 { (23, 255, 127) } else { (20, 2047, 1023) };
        let mut sizes = vec![0u32; operand.lines as usize];
        let none = self.device.sent(&sizes)?;
        self.fold(&programs.sizes, operand, &none, 1, |line, state| {
            sizes[line] = sizes[line].max(state[0]);
        })?;
        let fields: Vec<_> = sizes.iter().map(|size| size >> shift).collect();
        let wrong = |(&size, &field): (&u32, &u32)| field == special || (field == 0 && size > 0);
        if sizes.iter().zip(&fields).any(wrong) {
            return Ok(None);
        }
        let mut sums = vec![[0u64; 2]; sizes.len()];
        self.fold(&programs.norms, operand, &self.device.sent(&fields)?, 4, |line, state| {
            let long = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
            sums[line][0] += long(state[0], state[1]);
            sums[line][1] += long(state[2], state[3]);
        })?;
        let line = |(&field, sums): (&u32, [u64; 2])| {
            (sums[0] > 0).then(|| Line::new(field as i32 - bias, sums))
        };
        let lines = fields.iter().zip(sums).map(line).collect();
        Ok(Some(Measured { fields, lines }))
    }

    /// How many moduli the product needs; none if they are too many for some entries.
    fn moduli(
        &self,
        programs: &Measuring,
        measured: &[Measured; 2],
        goal: Goal,
    ) -> Result<Option<Moduli>, Error> {
        let zeros = Line::new(0, [0; 2]);
        let [rows, columns] = measured.each_ref().map(|measured| -> Vec<Line> {
            measured.lines.iter().map(|line| line.unwrap_or(zeros)).collect()
        });
        let choice = Choice::new(&rows, &columns, goal);
        let norms = |norms: &[[u32; 2]]| self.device.sent(norms.as_flattened());
        let [of_rows, of_columns] = [norms(&choice.norms[0])?, norms(&choice.norms[1])?];
        let limits = self.device.sent(&limits(&choice))?;
        let magnitudes = Splitting {
            left: &programs.magnitudes,
            right: &programs.magnitudes,
            constants: [
                self.device.sent(&measured[0].fields)?,
                self.device.sent(&measured[1].fields)?,
            ],
            planes: 1,
        };
        let task = self.device.silent_task();
        let mut beyond = [0u64; LIMITS];
        for rows in cut(0..self.rows.lines, self.side(1, 1)) {
            for columns in cut(0..self.columns.lines, self.side(1, 1)) {
                let block = Block { rows: rows.clone(), columns };
                let count = block.count();
                let totals = self.device.backend.allocate(4 * count)?;
                self.sums(&task, &programs.products, &magnitudes, &block, |_| &totals, |_| Ok(()))?;
                let needs = self.device.backend.allocate(4 * count)?;
                let all = [&totals, &of_rows, &of_columns, &limits, &needs];
                let place = |row| [(row - block.rows.start) * block.width(), block.width()];
                self.entries(&task, &programs.needs, all, &block, &block.rows, place)?;
                let groups = u64::from(reduction_groups(count));
                let mut counts = vec![0u32; groups as usize * LIMITS];
                let states = self.device.backend.allocate(4 * counts.len() as u64)?;
                let piece = Piece {
                    buffers: &[&needs, &states],
                    arguments: [count as u32, groups as u32, 0, 0, 0, 0, 0, 0],
                    groups: grid(groups),
                    steps: count * programs.counts.steps,
                };
                task.launch(&programs.counts.prepared, &piece, true)?;
                self.device.backend.read(&states, bytemuck::cast_slice_mut(&mut counts))?;
                for counts in counts.chunks_exact(LIMITS) {
                    for (beyond, &count) in beyond.iter_mut().zip(counts) {
                        *beyond += u64::from(count);
                    }
                }
            }
        }
        let known = choice.limits.len().min(LIMITS);
        Ok(choice.moduli(self.rows.lines * self.columns.lines, &beyond[..known]))
    }

    fn multiply<R: DeviceNumber>(
        &self,
        products: &Ready,
        programs: &Multiplying,
        moduli: Moduli,
        scales: [Scales; 2],
        result: &DeviceMatrix<R>,
    ) -> Result<(), Error> {
        let device = self.device;
        let values = moduli.values();
        let groups = values.len().div_ceil(MODULI) as u64;
        let [left, right] = scales;
        let constants_of = |scales: &Scales| device.sent(&scales.exponents);
        let conversions = Splitting {
            left: &programs.left,
            right: &programs.right,
            constants: [constants_of(&left)?, constants_of(&right)?],
            planes: values.len() as u64,
        };
        let described = values
            .chunks(MODULI)
            .map(|of| {
                let last = of[of.len() - 1];
                let all = std::array::from_fn(|k| of.get(k).copied().unwrap_or(last));
                device.sent(&constants(all, 0))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let nothing = device.sent(&[0])?;
        let side = self.side(groups, conversions.planes);
        let total = self.rows.lines * self.columns.lines * self.depth.div_ceil(4) * products.steps;
        let task = device.task(total * values.len() as u64);
        for rows in cut(0..self.rows.lines, side) {
            for columns in cut(0..self.columns.lines, side) {
                let block = Block { rows: rows.clone(), columns };
                let count = block.count();
                let single = self.slab(products, &block, conversions.planes) >= self.depth;
                let few = single && 4 * count * conversions.planes > SUMS;
                let kept = if few { MODULI } else { values.len() };
                let sums =
                    (0..kept)
                        .map(|_| device.backend.allocate(4 * count))
                        .collect::<Result<Vec<_>, Error>>()?;
                let planes = device.backend.allocate(4 * count * groups)?;
                let residues = |group: usize| -> Result<(), Error> {
                    let place = |k: usize| (MODULI * group + k).min(values.len() - 1) % kept;
                    let mut buffers: Vec<_> = (0..MODULI).map(|k| &sums[place(k)]).collect();
                    buffers.extend([&described[group], &planes]);
                    let Ready { prepared, steps } = &programs.residues;
                    task.map_segment(prepared, *steps, &buffers, count, group as u64 * count)
                };
                let sum = |modulus: usize| &sums[modulus % kept];
                self.sums(&task, products, &conversions, &block, sum, residues)?;
                let [left, right] = &conversions.constants;
                let mut row = block.rows.start;
                while row < block.rows.end {
                    let (panel, first, rest) = result.panel(row);
                    let rows = row..block.rows.end.min(row + rest);
                    let columns = result.columns();
                    let place =
                        |now| [(first + now - row) * columns + block.columns.start, columns];
                    let all = [&planes, left, right, &nothing, panel];
                    self.entries(&task, &programs.rebuilt, all, &block, &rows, place)?;
                    row = rows.end;
                }
                // The memory is free before the next block has its own.
                device.backend.finish()?;
            }
        }
        Ok(())
    }
}

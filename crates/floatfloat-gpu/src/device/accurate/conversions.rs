//! The compiled programs of an accurate product, each compared with the processor before its first use.

use crate::{
    backend::UNWRITTEN,
    device::{
        Device,
        examined::Sample,
        launch::{Prepared, grid, invocations},
    },
    error::Error,
    kernels::{
        accurate::{LIMITS, Words},
        residues::{MODULI, constants},
    },
    program::{Program, TILE},
    word_type::WordType,
};
use floatfloat_cpu::matrix::steps::Moduli;
use floatfloat_exact::Random;
use std::{
    collections::HashMap,
    sync::{Arc, MutexGuard, PoisonError},
};

/// The programs that were prepared.
#[derive(Default)]
pub(in crate::device) struct Conversions {
    measuring: HashMap<Words, Arc<Measuring>>,
    /// By the words of the operands and of the result, and the number of moduli.
    multiplying: HashMap<(Words, Words, usize), Arc<Multiplying>>,
}

/// A compiled program, and the steps of its first circuit.
pub(super) struct Ready {
    pub(super) prepared: Arc<Prepared>,
    pub(super) steps: u64,
}

/// The programs that tell how many moduli a product needs.
pub(super) struct Measuring {
    pub(super) sizes: Ready,
    pub(super) norms: Ready,
    pub(super) magnitudes: Ready,
    pub(super) products: Ready,
    pub(super) needs: Ready,
    pub(super) counts: Ready,
}

/// The programs of a product with some moduli.
pub(super) struct Multiplying {
    pub(super) left: Ready,
    pub(super) right: Ready,
    pub(super) residues: Ready,
    pub(super) rebuilt: Ready,
}

impl Measuring {
    pub(super) fn of(device: &Device, of: Words) -> Result<Arc<Self>, Error> {
        if let Some(known) = device.conversions().measuring.get(&of) {
            return Ok(Arc::clone(known));
        }
        // Not under the lock: the comparisons take long, and may use threads that want it, too.
        let new = Arc::new(Measuring {
            sizes: ready(device, Program::sizes_of_lines(of), "sizes of rows", fold)?,
            norms: ready(device, Program::norms_of_lines(of), "norms of rows", fold)?,
            magnitudes: ready(device, Program::magnitudes(of), "magnitudes", split)?,
            products: products(device)?,
            needs: ready(device, Program::needs(), "numbers of moduli", needs)?,
            counts: ready(device, Program::counts(), "counts of moduli", counts)?,
        });
        device.conversions().measuring.insert(of, Arc::clone(&new));
        Ok(new)
    }
}

impl Multiplying {
    pub(super) fn of(
        device: &Device,
        of: Words,
        result: Words,
        moduli: Moduli,
    ) -> Result<Arc<Self>, Error> {
        let key = (of, result, moduli.values().len());
        if let Some(known) = device.conversions().multiplying.get(&key) {
            return Ok(Arc::clone(known));
        }
        let scaled = |right| Program::scaled_residues(of, moduli, right);
        let new = Arc::new(Multiplying {
            left: ready(device, scaled(false), "residues of rows", split)?,
            right: ready(device, scaled(true), "residues of columns", split)?,
            residues: residues(device)?,
            rebuilt: ready(
                device,
                Program::rebuilt(result, moduli),
                "entries of products",
                rebuilt,
            )?,
        });
        device.conversions().multiplying.insert(key, Arc::clone(&new));
        Ok(new)
    }
}

/// Products of matrices of bytes.
pub(super) fn products(device: &Device) -> Result<Ready, Error> {
    ready(device, Program::products_of_bytes(), "products of bytes", |_| of_products())
}

/// Residues of their sums.
pub(super) fn residues(device: &Device) -> Result<Ready, Error> {
    ready(device, Program::residues(), "residues of sums", |_| of_sums())
}

impl Device {
    fn conversions(&self) -> MutexGuard<'_, Conversions> {
        self.conversions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn ready(
    device: &Device,
    program: Program,
    name: &'static str,
    samples: fn(&Program) -> Vec<Sample>,
) -> Result<Ready, Error> {
    let prepared = device.prepare(&program)?;
    device.compare_once(&program, &prepared, (name, WordType::U32), || samples(&program))?;
    Ok(Ready { prepared, steps: program.circuits()[0].nodes().len() as u64 })
}

/// Words of numbers: of any bits, and with exponents near zero.
fn words(random: &mut Random, integers: usize, count: usize) -> Vec<u32> {
    let word = |random: &mut Random| {
        let bits = random.bits();
        let near = match bits % 4 {
            0 => f64::from_bits(random.bits()),
            _ => (bits as i64 as f64) * 2f64.powi(-63 - random.below(60) as i32),
        };
        match integers {
            1 => vec![(near as f32).to_bits()],
            _ => vec![near.to_bits() as u32, (near.to_bits() >> 32) as u32],
        }
    };
    (0..count).flat_map(|_| word(random)).take(count).collect()
}

const LINES: usize = 300;
const ENTRIES: usize = 27;

/// A matrix, and constants of lines: exponent fields and scales. Half of the words are of each format.
fn lines(program: &Program) -> [Vec<u32>; 2] {
    let mut random = Random::new(47);
    let half = program.elements()[0] * LINES * ENTRIES / 2;
    let mut matrix = words(&mut random, 1, half);
    matrix.extend(words(&mut random, 2, half));
    let constant = |_| match random.below(3) {
        0 => 127 - random.below(20) as u32,
        1 => 1023 - random.below(20) as u32,
        _ => random.below(180) as u32,
    };
    [matrix, (0..LINES).map(constant).collect()]
}

/// Samples whose lines are rows, and columns.
fn of_lines(program: &Program, count: usize, argument: usize, output: usize) -> Vec<Sample> {
    let sample = |by_columns| {
        let columns = if by_columns { LINES } else { ENTRIES };
        let arguments = [LINES, ENTRIES, columns, by_columns.into(), 0, 0, argument, 0];
        Sample {
            inputs: lines(program).to_vec(),
            output: vec![0; output],
            arguments: arguments.map(|argument| argument as u32),
            groups: invocations(count as u64),
        }
    };
    [false, true].map(sample).into()
}

fn fold(program: &Program) -> Vec<Sample> {
    const PARTS: usize = 4;
    let states = LINES * PARTS;
    of_lines(program, states, PARTS, states * program.identity().len())
}

fn split(program: &Program) -> Vec<Sample> {
    let plane = LINES * ENTRIES.div_ceil(4);
    of_lines(program, plane, plane, plane * program.constants()[0] as usize)
}

/// Several tiles, the last ones in part, and bytes of all values. Rows begin at multiples of 16 bytes, or do not.
fn of_products() -> Vec<Sample> {
    let mut random = Random::new(41);
    let mut sample = |rows: u32, columns: u32, depth: u32| {
        let mut integers = |count: u32| (0..count).map(|_| random.bits() as u32).collect();
        Sample {
            inputs: vec![integers((rows + 1) * depth), integers((depth + 2) * columns)],
            output: integers(rows * columns),
            arguments: [rows, columns, depth, depth, 1, 0, 0, 2],
            groups: [columns, rows].map(|side| side.div_ceil(TILE)),
        }
    };
    vec![sample(TILE + 5, 2 * TILE - 3, 37), sample(2 * TILE + 5, 3 * TILE - 4, 40)]
}

/// Sums of all sizes, and one that nothing has written.
fn of_sums() -> Vec<Sample> {
    let mut random = Random::new(43);
    let count = 1000;
    let sums = |random: &mut Random| -> Vec<u32> {
        let sum = |_| ((random.bits() as i32) >> (1 + random.below(31))) as u32;
        (1..count).map(sum).chain([UNWRITTEN]).collect()
    };
    let mut inputs: Vec<_> = (0..MODULI).map(|_| sums(&mut random)).collect();
    inputs.push(constants([256, 255, 253, 101], 1));
    vec![Sample {
        inputs,
        output: vec![0; count],
        arguments: [0, count as u32, 0, 0, 0, 0, 0, 0],
        groups: invocations(count as u64),
    }]
}

/// A matrix of these sizes.
fn entries(program: &Program, inputs: Vec<Vec<u32>>) -> Vec<Sample> {
    let (rows, columns) = (LINES, ENTRIES);
    let arguments = [rows * columns, columns, 0, rows * columns, 0, 0, 0, columns];
    vec![Sample {
        inputs,
        output: vec![0; rows * columns * program.elements()[4]],
        arguments: arguments.map(|argument| argument as u32),
        groups: invocations((rows * columns) as u64),
    }]
}

fn needs(program: &Program) -> Vec<Sample> {
    let mut random = Random::new(59);
    let mut bits = |count: usize, most: u32| -> Vec<u32> {
        (0..count)
            .map(|_| random.bits() as u32 >> (32 - most) >> random.below(u64::from(most)))
            .collect()
    };
    let totals = bits(LINES * ENTRIES, 31);
    let [rows, columns] = [LINES, ENTRIES].map(|lines| bits(2 * lines, 21));
    let limit = |k: usize| [bits(1, 21)[0] | 1 << 20, 30 + 3 * k as u32];
    let limits = (0..LIMITS).flat_map(limit).collect();
    entries(program, vec![totals, rows, columns, limits])
}

fn counts(_: &Program) -> Vec<Sample> {
    let mut random = Random::new(61);
    let count = 5000;
    vec![Sample {
        inputs: vec![(0..count).map(|_| random.below(LIMITS as u64 + 1) as u32).collect()],
        output: vec![0; 2 * LIMITS],
        arguments: [count, 2, 0, 0, 0, 0, 0, 0],
        groups: grid(2),
    }]
}

fn rebuilt(program: &Program) -> Vec<Sample> {
    let mut random = Random::new(67);
    let groups = program.circuits()[0].parameters()[0];
    // Few residues, and many: numbers near zero, and of any size. Words of `f32` stay in range.
    let residues = |random: &mut Random| {
        let bits = random.bits() as u32;
        match random.below(3) {
            0 => bits & 0x0303_0303,
            _ => bits & 0x3f3f_3f3f,
        }
    };
    let planes = (0..groups * LINES * ENTRIES).map(|_| residues(&mut random)).collect();
    let [rows, columns] =
        [LINES, ENTRIES].map(|lines| (0..lines).map(|_| random.below(200) as u32).collect());
    entries(program, vec![planes, rows, columns, vec![0]])
}

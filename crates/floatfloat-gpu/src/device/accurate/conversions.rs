//! The compiled programs of an accurate product, each compared with the processor before its first use.

use crate::{
    device::{
        Device,
        examined::Sample,
        launch::{Prepared, grid, invocations},
    },
    error::Error,
    kernels::accurate::{LIMITS, Words},
    program::{Program, TILE},
    word_type::WordType,
};
use floatfloat_cpu::matrix::steps::Moduli;
use floatfloat_exact::Random;
use std::sync::Arc;

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
    pub(super) fn new(device: &Device, of: Words) -> Result<Self, Error> {
        Ok(Measuring {
            sizes: ready(device, Program::sizes_of_lines(of), "sizes of rows", fold)?,
            norms: ready(device, Program::norms_of_lines(of), "norms of rows", fold)?,
            magnitudes: ready(device, Program::magnitudes(of), "magnitudes", split)?,
            products: ready(device, Program::products_of_bytes(), "products of bytes", products)?,
            needs: ready(device, Program::needs(), "numbers of moduli", needs)?,
            counts: ready(device, Program::counts(), "counts of moduli", counts)?,
        })
    }
}

impl Multiplying {
    pub(super) fn new(
        device: &Device,
        of: Words,
        result: Words,
        moduli: Moduli,
    ) -> Result<Self, Error> {
        let scaled = |right| Program::scaled_residues(of, moduli, right);
        Ok(Multiplying {
            left: ready(device, scaled(false), "residues of rows", split)?,
            right: ready(device, scaled(true), "residues of columns", split)?,
            residues: ready(device, Program::residues(), "residues of sums", super::residues)?,
            rebuilt: ready(
                device,
                Program::rebuilt(result, moduli),
                "entries of products",
                rebuilt,
            )?,
        })
    }
}

fn ready(
    device: &Device,
    program: Program,
    name: &'static str,
    sample: fn(&Program) -> Sample,
) -> Result<Ready, Error> {
    let prepared = device.prepare(&program)?;
    device.compare_once(&program, &prepared, (name, WordType::U32), || sample(&program))?;
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

/// Columns of numbers of both formats, and constants of columns: exponent fields and scales.
fn lines(program: &Program) -> [Vec<u32>; 2] {
    let mut random = Random::new(47);
    let count = program.elements()[0] * LINES * ENTRIES;
    let integers = if count % 2 == 0 { 2 } else { 1 };
    let field = if integers == 2 { 1023 } else { 127 };
    let constant = |random: &mut Random| match random.below(2) {
        0 => field - random.below(20) as u32,
        _ => random.below(180) as u32,
    };
    let matrix = words(&mut random, integers, count);
    [matrix, (0..LINES).map(|_| constant(&mut random)).collect()]
}

fn fold(program: &Program) -> Sample {
    const LENGTH: usize = 10;
    let states = LINES * ENTRIES.div_ceil(LENGTH);
    let arguments = [LINES, ENTRIES, LINES, 1, 0, 0, LENGTH, 0];
    Sample {
        inputs: lines(program).to_vec(),
        output: vec![0; states * program.identity().len()],
        arguments: arguments.map(|argument| argument as u32),
        groups: invocations(states as u64),
    }
}

fn split(program: &Program) -> Sample {
    let plane = LINES * ENTRIES.div_ceil(4);
    let arguments = [LINES, ENTRIES, LINES, 1, 0, 0, plane, 0];
    Sample {
        inputs: lines(program).to_vec(),
        output: vec![0; plane * program.constants()[0] as usize],
        arguments: arguments.map(|argument| argument as u32),
        groups: invocations(plane as u64),
    }
}

/// Several tiles, the last ones in part, and bytes of all values. Rows begin at multiples of 16 bytes.
fn products(_: &Program) -> Sample {
    let [rows, columns, depth] = [2 * TILE + 5, 3 * TILE - 4, 40];
    let mut random = Random::new(53);
    let mut integers = |count: u32| (0..count).map(|_| random.bits() as u32).collect();
    Sample {
        inputs: vec![integers((rows + 1) * depth), integers((depth + 2) * columns)],
        output: integers(rows * columns),
        arguments: [rows, columns, depth, depth, 1, 0, 0, 2],
        groups: [columns, rows].map(|side| side.div_ceil(TILE)),
    }
}

/// A matrix of these sizes.
fn entries(program: &Program, inputs: Vec<Vec<u32>>) -> Sample {
    let (rows, columns) = (LINES, ENTRIES);
    let arguments = [rows * columns, columns, 0, rows * columns, 0, 0, 0, columns];
    Sample {
        inputs,
        output: vec![0; rows * columns * program.elements()[4]],
        arguments: arguments.map(|argument| argument as u32),
        groups: invocations((rows * columns) as u64),
    }
}

fn needs(program: &Program) -> Sample {
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

fn counts(_: &Program) -> Sample {
    let mut random = Random::new(61);
    let count = 5000;
    Sample {
        inputs: vec![(0..count).map(|_| random.below(LIMITS as u64 + 1) as u32).collect()],
        output: vec![0; 2 * LIMITS],
        arguments: [count, 2, 0, 0, 0, 0, 0, 0],
        groups: grid(2),
    }
}

fn rebuilt(program: &Program) -> Sample {
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

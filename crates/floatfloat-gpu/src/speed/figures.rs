//! What is reached, beside what could be.

use super::{Limits, instructions, seconds};
use crate::{
    backend::Description,
    circuit::Circuit,
    device::Device,
    error::Error,
    kernels::chain::{ChainLength, chain_of_step},
    number::Number,
    word_type::{DeviceWord, WordType},
};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord,
    double_word::{add_accurate::AddAccurate, mul_dw3::MulDw3},
};
use std::ops::Add;

/// Operations written out in the body of a chain's loop.
pub const UNROLLED: u32 = 32;

/// How much work to measure with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Elements of arrays.
    pub elements: usize,
    /// Rows and columns of matrices.
    pub matrix: u32,
    /// Operations on each element of a chain.
    pub chain: u32,
}

impl Sizes {
    /// For a graphics card.
    pub const HARDWARE: Sizes = Sizes { elements: 1 << 26, matrix: 4096, chain: 4096 };
    /// For the processor, and for drivers that compute on it.
    pub const SOFTWARE: Sizes = Sizes { elements: 1 << 20, matrix: 128, chain: 64 };

    /// Those for this device.
    pub fn of(device: &Description) -> Self {
        let processor = device.software || device.backend == "native";
        if processor { Sizes::SOFTWARE } else { Sizes::HARDWARE }
    }
}

/// One measured speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What was measured: `map a + b`, `gemm`.
    pub name: &'static str,
    /// On which numbers: `ff`, `dd`, `f64`.
    pub number: &'static str,
    /// Units a second.
    pub value: f64,
    /// `B` for bytes read and written, `op` for operations on numbers; those of a matrix product
    /// are a multiplication and an addition together.
    pub unit: &'static str,
    /// What the device could reach, in the same unit.
    pub limit: Option<f64>,
}

impl Figure {
    /// How much of the limit is reached, in percent.
    pub fn percent(&self) -> Option<f64> {
        Some(100.0 * self.value / self.limit?)
    }
}

/// Measures everything on numbers for which the device is certified: maps, chains, sums, dot
/// products, matrix products, and beside them the product of `f64` matrices, ours and the maker's.
///
/// # Errors
/// Those of the launches.
pub fn figures(device: &Device, limits: &Limits, sizes: Sizes) -> Result<Vec<Figure>, Error> {
    let mut figures = Vec::new();
    if device.lowering(WordType::F32).is_ok() {
        double_words::<f32, FloatFloat>(device, limits, sizes, &mut figures)?;
    }
    if device.lowering(WordType::F64).is_ok() {
        double_words::<f64, DoubleDouble>(device, limits, sizes, &mut figures)?;
        let limit = limits.rate(WordType::F64);
        figures.push(gemm(device, sizes, 1.0, limit)?);
        if let Some(value) = vendor_gemm(device, sizes.matrix)? {
            figures.push(Figure {
                name: "gemm of the maker",
                number: f64::NAME,
                value,
                unit: "op",
                limit,
            });
        }
    }
    Ok(figures)
}

fn double_words<E, N>(
    device: &Device,
    limits: &Limits,
    sizes: Sizes,
    figures: &mut Vec<Figure>,
) -> Result<(), Error>
where
    E: DeviceWord + NativeWord,
    N: Number<Word = E> + From<DoubleWord<E>>,
    N::Recorded: Add<Output = N::Recorded>,
{
    let fused = device.lowering(E::TYPE)?.fused;
    let number = |value: f64| N::from(DoubleWord::from_parts(E::nearest(value), E::default()));
    let filled = |value: f64| device.upload(&vec![number(value); sizes.elements]);
    let (x, y) = (filled(1.5)?, filled(0.75)?);
    let result = filled(0.0)?;
    let bytes = (sizes.elements * size_of::<N>()) as f64;
    let mut moved = |name, arrays: f64, seconds: f64| {
        let limit = Some(limits.copy);
        let value = arrays * bytes / seconds;
        figures.push(Figure { name, number: N::NAME, value, unit: "B", limit });
    };

    let sum = Circuit::record2(fused, |a: N::Recorded, b: N::Recorded| a + b)?;
    moved("map a + b", 3.0, seconds(device, || device.map_into(&sum, &[&x, &y], &result))?);
    moved("sum", 1.0, seconds(device, || device.sum(&x))?);
    moved("dot", 2.0, seconds(device, || device.dot(&x, &y))?);
    drop((x, y, result));

    let add = Circuit::of_operation::<AddAccurate, E>(fused);
    let mul = Circuit::of_operation::<MulDw3, E>(fused);
    let length = ChainLength { rounds: sizes.chain.div_ceil(UNROLLED), unrolled: UNROLLED };
    let count = sizes.elements.min(1 << 20);
    let (x, c) = (
        device.upload(&vec![number(1.5); count])?,
        device.upload(&vec![number(0.999_999); count])?,
    );
    for (name, step) in [("chain of additions", &add), ("chain of multiplications", &mul)] {
        let seconds = seconds(device, || chain_of_step(device, &x, &c, length, step))?;
        let steps = count as f64 * f64::from(length.rounds) * f64::from(length.unrolled);
        figures.push(Figure {
            name,
            number: N::NAME,
            value: steps / seconds,
            unit: "op",
            limit: limits.computations(step),
        });
    }

    let each = instructions(&add).zip(instructions(&mul)).map(|(add, mul)| f64::from(add + mul));
    let limit = limits.rate(E::TYPE).zip(each).map(|(rate, each)| rate / each);
    figures.push(gemm(device, sizes, number(0.75), limit)?);
    Ok(())
}

fn gemm<N: Number>(
    device: &Device,
    sizes: Sizes,
    value: N,
    limit: Option<f64>,
) -> Result<Figure, Error> {
    let side = u64::from(sizes.matrix);
    let matrix = || device.upload_matrix(side, side, &vec![value; (side * side) as usize]);
    let (a, b) = (matrix()?, matrix()?);
    let seconds = seconds(device, || device.gemm(&a, &b))?;
    let value = f64::from(sizes.matrix).powi(3) / seconds;
    Ok(Figure { name: "gemm", number: N::NAME, value, unit: "op", limit })
}

/// Operations a second of the maker's matrix product, where it has one.
fn vendor_gemm(device: &Device, side: u32) -> Result<Option<f64>, Error> {
    let Some(vendor) = device.backend().vendor() else { return Ok(None) };
    let ones = vec![1.0f64; side as usize * side as usize];
    let upload = || {
        let buffer = device.backend().allocate(size_of_val(&ones[..]) as u64)?;
        device.backend().write(&buffer, bytemuck::cast_slice(&ones))?;
        Ok::<_, Error>(buffer)
    };
    let (a, b, c) = (upload()?, upload()?, upload()?);
    let multiply = || vendor.gemm_f64([&a, &b, &c], side, side, side);
    match multiply() {
        None => Ok(None),
        Some(first) => {
            first?;
            let seconds = seconds(device, || multiply().unwrap_or(Ok(())))?;
            Ok(Some(f64::from(side).powi(3) / seconds))
        }
    }
}

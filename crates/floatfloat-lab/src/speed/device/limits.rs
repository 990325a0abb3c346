//! The limits of a device's speed, and the share of them that work reaches.

use crate::kernels::chain::Chain;
use floatfloat::{DoubleDouble, FloatFloat, Word};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, WordType,
    backend::Vendor,
    program::{Binary, Node, Unary},
};
use std::{array, ops::Mul, time::Duration};

/// The number of runs, of which the fastest counts.
const RUNS: usize = 5;

/// The seconds of `work` on the device's clock, or on the wall clock until it is finished if the
/// device has no clock. It is the fastest of several runs, after an uncounted first run that
/// compiles programs.
fn seconds<T>(device: &Device, mut work: impl FnMut() -> Result<T, Error>) -> Result<f64, Error> {
    device.time(&mut work)?;
    let mut fastest = f64::INFINITY;
    for _ in 0..RUNS {
        let (result, timing) = device.time(&mut work)?;
        drop(result);
        fastest = fastest.min(timing.elapsed().as_secs_f64());
    }
    Ok(fastest.max(f64::MIN_POSITIVE))
}

/// The largest rates of a device.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The bytes read and written per second by a copy within the device's memory, as measured.
    pub copy: f64,
    /// The limits of each word type for which the device is certified.
    pub words: Vec<WordLimit>,
}

/// The rate of additions, multiplications or fused multiply-adds of a word type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordLimit {
    /// The word type.
    pub word: WordType,
    /// Instructions per second from the device's stated clock and lanes, if it states them.
    pub stated: Option<f64>,
    /// Instructions per second in a chain of multiply-adds. None if the rate is stated and the
    /// device cannot compile the chain.
    pub measured: Option<f64>,
}

impl WordLimit {
    /// Instructions per second: the stated rate, otherwise the measured one.
    pub fn rate(&self) -> Option<f64> {
        self.stated.or(self.measured)
    }
}

impl Limits {
    /// Instructions per second on words of this type, if the device is certified for it.
    pub fn rate(&self, word: WordType) -> Option<f64> {
        self.words.iter().find(|limit| limit.word == word)?.rate()
    }
}

/// The number of additions, multiplications and fused multiply-adds of a circuit. Each is one
/// instruction; changes of sign are part of other instructions. None for circuits with other steps.
pub fn instructions(circuit: &Circuit) -> Option<u32> {
    circuit.nodes().iter().try_fold(0, |count, node| match node {
        Node::Input(_) | Node::Constant(_) | Node::Unary(Unary::Neg | Unary::Abs, _) => Some(count),
        Node::Binary(op, ..) if !matches!(op, Binary::Div) => Some(count + 1),
        Node::Fma(..) => Some(count + 1),
        _ => None,
    })
}

/// Measures a device, which takes about a second.
pub fn limits(device: &Device) -> Result<Limits, Error> {
    let mut words = Vec::new();
    for word in [WordType::F32, WordType::F64] {
        if device.lowering(word).is_ok() {
            let vendor = device.backend().vendor();
            let stated = vendor.and_then(|vendor| vendor.instructions_per_second(word));
            let measured = match word {
                WordType::F64 => chain::<f64>(device),
                _ => chain::<f32>(device),
            };
            // The compiler does not accept so long a program if words are made of integers.
            let measured = match measured {
                Err(Error::Unsupported { .. }) => None,
                measured => Some(measured?),
            };
            words.push(WordLimit { word, stated, measured });
        }
    }
    let copy = match device.backend().vendor() {
        Some(vendor) => vendor_copy(device, vendor)?,
        None if device.lowering(WordType::F64).is_ok() => map_copy::<DoubleDouble>(device)?,
        None => map_copy::<FloatFloat>(device)?,
    };
    Ok(Limits { copy, words })
}

/// The vendor's copy, of memory much larger than caches if there is so much.
fn vendor_copy(device: &Device, vendor: &dyn Vendor) -> Result<f64, Error> {
    let mut bytes = 1 << 30;
    let (from, to) = loop {
        let backend = device.backend();
        let pair = backend.allocate(bytes).and_then(|from| Ok((from, backend.allocate(bytes)?)));
        match pair {
            Err(Error::OutOfMemory { .. }) if bytes > 1 << 20 => bytes /= 4,
            pair => break pair?,
        }
    };
    Ok(2.0 * bytes as f64 / seconds(device, || vendor.copy(&from, &to, bytes))?)
}

/// A map that copies the widest numbers.
fn map_copy<N: DeviceNumber>(device: &Device) -> Result<f64, Error> {
    let zeros = vec![N::zeroed(); (1 << 26) / size_of::<N>()];
    let (from, to) = (device.upload(&zeros)?, device.upload(&zeros)?);
    let fused = device.lowering(N::Word::TYPE)?.fused;
    let identity = Circuit::record1(fused, |x: N::Recorded| x)?;
    let seconds = seconds(device, || device.map_into(&identity, &[&from], &to))?;
    Ok(2.0 * size_of_val(&zeros[..]) as f64 / seconds)
}

/// Instructions per second in the faster of two kinds of chains. In the first, multiply-adds wait
/// for each other, which suffices for a device that works on other numbers meanwhile. In the
/// second, several chains run side by side, for other devices.
fn chain<N>(device: &Device) -> Result<f64, Error>
where
    N: DeviceNumber<Word = N> + DeviceWord + From<f32>,
    N::Recorded: Word + Mul<Output = N::Recorded>,
{
    let fused = device.lowering(N::TYPE)?.fused;
    let narrow = |x: N::Recorded, c: N::Recorded| x.mul_add(c, c);
    let wide = |x: N::Recorded, c: N::Recorded| {
        let terms: [_; 8] = array::from_fn(|i| x.mul_add(c.constant(1.0 / (9 + i) as f64), c));
        let [a, b, d, e] = array::from_fn(|i| terms[2 * i] + terms[2 * i + 1]);
        (a + b) + (d + e)
    };
    let narrow = rate::<N>(device, &Circuit::record2(fused, narrow)?, 64)?;
    let wide = rate::<N>(device, &Circuit::record2(fused, wide)?, 8)?;
    Ok(narrow.max(wide))
}

/// Instructions per second in chains of a step. There are so many numbers and iterations that the
/// device is busy for some milliseconds.
fn rate<N>(device: &Device, step: &Circuit, unrolled: u32) -> Result<f64, Error>
where
    N: DeviceNumber<Word = N> + From<f32>,
{
    const ENOUGH: Duration = Duration::from_millis(10);
    let (mut count, mut rounds) = (1 << 16, 1);
    let chain = Chain::of_step(step.clone(), unrolled);
    loop {
        let (x, c) = (vec![N::from(1.0); count], vec![N::from(0.5); count]);
        let (x, c) = (device.upload(&x)?, device.upload(&c)?);
        let run = || chain.run::<N, N, N>(device, &x, &c, rounds);
        device.time(run)?;
        let (_, timing) = device.time(run)?;
        if timing.elapsed() < ENOUGH && count < 1 << 22 {
            count *= 4;
        } else if timing.elapsed() < ENOUGH && rounds < 1 << 20 {
            rounds *= 4;
        } else {
            let steps = count as f64 * f64::from(rounds) * f64::from(unrolled);
            let each = f64::from(instructions(step).unwrap_or(1));
            return Ok(steps * each / seconds(device, run)?);
        }
    }
}

/// The least possible time as a percentage of `ns` nanoseconds, for an operation on words of this type
/// with `flops` flops that reads and writes `bytes` bytes. A division or a root counts as one flop.
/// None for a word that was not measured.
pub fn percent(limits: &Limits, word: WordType, flops: u32, bytes: f64, ns: f64) -> Option<f64> {
    let least = (f64::from(flops) / limits.rate(word)?).max(bytes / limits.copy);
    Some(100.0 * least * 1e9 / ns)
}

#[cfg(test)]
mod tests {
    use super::{Limits, instructions, limits, percent};
    use floatfloat::double_word::{add_accurate::AddAccurate, div_dw2::DivDw2, mul_dw3::MulDw3};
    use floatfloat_gpu::{Circuit, Device, Select, WordType};

    #[test]
    fn instructions_of_operations_are_those_of_their_papers() {
        let of = |circuit: Circuit| instructions(&circuit);
        assert_eq!(of(Circuit::of_operation::<AddAccurate, f32>(true)), Some(20));
        assert_eq!(of(Circuit::of_operation::<MulDw3, f64>(true)), Some(9));
        let quotient = of(Circuit::of_operation::<DivDw2, f64>(true));
        assert_eq!(quotient, None, "division is no instruction");
    }

    #[test]
    fn the_processor_is_measured() {
        let device = Device::open(Select::Cpu).unwrap();
        let limits: Limits = limits(&device).unwrap();
        assert!(limits.copy.is_finite() && limits.copy > 0.0, "{limits:?}");
        assert_eq!(limits.words.len(), 2);
        let rate = limits.rate(WordType::F32).unwrap();
        assert!(rate.is_finite() && rate > 0.0, "{limits:?}");
        let share = percent(&limits, WordType::F32, 20, 0.0, 20.0 * 1e9 / rate).unwrap();
        assert!((share - 100.0).abs() < 1e-9, "{share}");
    }
}

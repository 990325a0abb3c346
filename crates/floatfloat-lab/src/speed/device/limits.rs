//! The limits of a device's speed, and the share of them that is reached.

use crate::kernels::chain::{ChainLength, chain_of_step};
use floatfloat::{DoubleDouble, FloatFloat, Word};
use floatfloat_gpu::{
    Circuit, Device, DeviceWord, Error, Number, WordType,
    backend::Vendor,
    program::{Binary, Node, Unary},
};
use std::{array, ops::Mul, time::Duration};

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// Seconds that `work` takes on the device, or until it is finished where the device has no clock:
/// those of the fastest of some runs, after one that is not counted, in which programs are compiled.
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

/// What a device can do at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Bytes a second of a copy within the device's memory, those read and those written, as
    /// measured.
    pub copy: f64,
    /// For each word type that the device is certified for.
    pub words: Vec<WordLimit>,
}

/// How many additions, multiplications or fused multiply-adds of a word type a device does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordLimit {
    /// The word type.
    pub word: WordType,
    /// Instructions a second by the device's stated clock and lanes, where it states them.
    pub stated: Option<f64>,
    /// Instructions a second in a chain of multiply-adds; none where they are stated and the device
    /// cannot compile the chain.
    pub measured: Option<f64>,
}

impl WordLimit {
    /// Instructions a second: what is stated, else what is measured.
    pub fn rate(&self) -> Option<f64> {
        self.stated.or(self.measured)
    }
}

impl Limits {
    /// Instructions a second on words of this type, if the device is certified for it.
    pub fn rate(&self, word: WordType) -> Option<f64> {
        self.words.iter().find(|limit| limit.word == word)?.rate()
    }
}

/// Additions, multiplications and fused multiply-adds of a circuit: one instruction each, while
/// changes of sign are part of others. None for circuits with other steps.
pub fn instructions(circuit: &Circuit) -> Option<u32> {
    circuit.nodes().iter().try_fold(0, |count, node| match node {
        Node::Input(_) | Node::Constant(_) | Node::Unary(Unary::Neg | Unary::Abs, _) => Some(count),
        Node::Binary(op, ..) if !matches!(op, Binary::Div) => Some(count + 1),
        Node::Fma(..) => Some(count + 1),
        _ => None,
    })
}

/// Measures a device; about a second.
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
            // The compiler does not take so long a program of words that are made of integers.
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

/// The vendor's copy, of memory much larger than caches where there is so much.
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

/// A map that changes nothing, of numbers as wide as there are.
fn map_copy<N: Number>(device: &Device) -> Result<f64, Error> {
    let zeros = vec![N::zeroed(); (1 << 26) / size_of::<N>()];
    let (from, to) = (device.upload(&zeros)?, device.upload(&zeros)?);
    let fused = device.lowering(N::Word::TYPE)?.fused;
    let identity = Circuit::record1(fused, |x: N::Recorded| x)?;
    let seconds = seconds(device, || device.map_into(&identity, &[&from], &to))?;
    Ok(2.0 * size_of_val(&zeros[..]) as f64 / seconds)
}

/// Instructions a second in the faster of two chains: of multiply-adds that wait for each other,
/// which is all that a device needs that has other numbers to work on meanwhile, and of several
/// side by side, for one that has not.
fn chain<N>(device: &Device) -> Result<f64, Error>
where
    N: Number<Word = N> + DeviceWord + From<f32>,
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

/// Instructions a second in chains of a step: for so many numbers, in so many rounds of a loop, that
/// the device is kept busy for some milliseconds.
fn rate<N>(device: &Device, step: &Circuit, unrolled: u32) -> Result<f64, Error>
where
    N: Number<Word = N> + From<f32>,
{
    const ENOUGH: Duration = Duration::from_millis(10);
    let (mut count, mut length) = (1 << 16, ChainLength { rounds: 1, unrolled });
    loop {
        let (x, c) = (vec![N::from(1.0); count], vec![N::from(0.5); count]);
        let (x, c) = (device.upload(&x)?, device.upload(&c)?);
        let run = || chain_of_step(device, &x, &c, length, step);
        device.time(run)?;
        let (_, timing) = device.time(run)?;
        if timing.elapsed() < ENOUGH && count < 1 << 22 {
            count *= 4;
        } else if timing.elapsed() < ENOUGH && length.rounds < 1 << 20 {
            length.rounds *= 4;
        } else {
            let steps = count as f64 * f64::from(length.rounds) * f64::from(length.unrolled);
            let each = f64::from(instructions(step).unwrap_or(1));
            return Ok(steps * each / seconds(device, run)?);
        }
    }
}

/// The share, in percent, that the least possible time is of `ns` nanoseconds, for an operation on
/// words of this type that does so many flops, and reads and writes so many bytes. A division or a root
/// counts as one flop. None for a word that the device was not measured with.
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

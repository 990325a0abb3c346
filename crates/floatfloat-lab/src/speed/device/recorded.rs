//! Operations, recorded for a device.

use crate::{
    devices::{OnDevice, Source},
    number_type::NumberType,
    real::same_bits,
    speed::{
        device::{DeviceArrays, HostArrays},
        elements::{Add, Div, Element, Mad, Mul, Registered, Sqrt},
    },
};
use floatfloat::{
    DoubleWord,
    double_word::{
        add_network::AddNetwork,
        add_word::AddWord,
        add22::Add22,
        div_warwick::DivWarwick,
        error_free::{TwoProd, TwoProdDekker, TwoSum},
        mul_dw1::MulDw1,
        mul22::Mul22,
        sqrt::Sqrt as DoubleWordSqrt,
    },
};
use floatfloat_gpu::{Circuit, Device, Error, Wire, device::AnyArray};

/// One operation of one type.
pub struct Recorded {
    /// Its name: the name in the registry, or that of the machine's own `add`, `mul`, `mad`, `div`,
    /// `sqrt`.
    pub op: &'static str,
    /// The number type.
    pub number_type: NumberType,
    /// The recording.
    pub circuit: Circuit,
    /// Its operands.
    pub sources: Vec<Source>,
}

/// The paper's operations and the defaults on words `W`, in the variants for a device with or
/// without a fused multiply-add.
pub fn recorded<W: OnDevice>(fused: bool) -> Result<Vec<Recorded>, Error> {
    let mut all = vec![
        Recorded::new::<Add, W>(fused)?,
        Recorded::new::<Mul, W>(fused)?,
        Recorded::new::<Mad, W>(fused)?,
        Recorded::new::<Div, W>(fused)?,
        Recorded::new::<Sqrt, W>(fused)?,
        Recorded::new::<Registered<TwoSum>, W>(fused)?,
        Recorded::new::<Registered<TwoProdDekker>, W>(fused)?,
    ];
    if fused {
        all.push(Recorded::new::<Registered<TwoProd>, W>(fused)?);
    }
    all.extend([
        Recorded::new::<Registered<Add22>, W>(fused)?,
        Recorded::new::<Registered<Mul22>, W>(fused)?,
        Recorded::new::<Registered<AddNetwork>, W>(fused)?,
        Recorded::new::<Registered<AddWord>, W>(fused)?,
        Recorded::new::<Registered<MulDw1>, W>(fused)?,
        Recorded::new::<Registered<DivWarwick>, W>(fused)?,
        Recorded::new::<Registered<DoubleWordSqrt>, W>(fused)?,
    ]);
    Ok(all)
}

impl Recorded {
    fn new<E: Element<Wire<W>>, W: OnDevice>(fused: bool) -> Result<Self, Error> {
        let (circuit, sources) = W::record::<E>(fused)?;
        let number_type = if E::SHAPE.is_some() { W::PAIR } else { W::PLAIN };
        Ok(Recorded { op: E::NAME, number_type, circuit, sources })
    }

    /// The floating-point operations for an element. A fused multiply-add, a division or a root
    /// counts as one.
    pub fn flops(&self) -> u32 {
        self.circuit.flops()
    }

    /// The bytes read and written for an element.
    pub fn bytes(&self) -> u64 {
        let read: u64 = self.sources.iter().map(|source| source.words()).sum();
        (read + self.circuit.outputs().len() as u64) * self.circuit.word().bytes()
    }

    /// Whether the result is a word.
    pub fn gives_words(&self) -> bool {
        self.circuit.outputs().len() == 1
    }

    /// Copies operands to a device, computes the operation there, and returns the results.
    pub fn results<W: OnDevice>(
        &self,
        device: &Device,
        host: &HostArrays<W>,
    ) -> Result<Vec<DoubleWord<W>>, Error> {
        let operands = self.sources.iter().map(|&source| host.upload(device, source));
        let operands: Vec<Box<dyn AnyArray>> = operands.collect::<Result<_, _>>()?;
        let operands: Vec<&dyn AnyArray> = operands.iter().map(|array| &**array).collect();
        if self.gives_words() {
            let words = device.download(&device.map::<W>(&self.circuit, &operands)?)?;
            return Ok(words.into_iter().map(DoubleWord::from_word).collect());
        }
        let pairs = device.download(&device.map::<W::Pair>(&self.circuit, &operands)?)?;
        Ok(W::double_words(pairs))
    }

    /// Computes the operation on a device, and overwrites the previous results.
    pub fn run<W: OnDevice>(&self, device: &Device, arrays: &DeviceArrays<W>) -> Result<(), Error> {
        let read: Vec<&dyn AnyArray> =
            self.sources.iter().map(|&source| arrays.source(source)).collect();
        if self.gives_words() {
            device.map_into(&self.circuit, &read, &arrays.words)
        } else {
            device.map_into(&self.circuit, &read, &arrays.pairs)
        }
    }
}

/// Whether results have the same bits, except that a device may lose the sign of a zero.
pub fn matches<W: OnDevice>(found: &[DoubleWord<W>], expected: &[DoubleWord<W>]) -> bool {
    let unsigned = |x: DoubleWord<W>| {
        let zero = W::default();
        let positive = |word: W| if word.equal(zero) { zero } else { word };
        DoubleWord::from_normalized(positive(x.hi()), positive(x.lo()))
    };
    let same = |(&x, &y)| same_bits(unsigned(x), unsigned(y));
    found.len() == expected.len() && found.iter().zip(expected).all(same)
}

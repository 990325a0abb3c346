//! The words of devices, as the lab's experiments use them.

use crate::{real::Real, speed::elements::Element};
use floatfloat::{DoubleWord, Word, operation::Shape};
use floatfloat_exact::Concrete;
use floatfloat_gpu::{Circuit, Device, DeviceNumber, DeviceWord, Error, Wire, program::Node};

/// `f32` or `f64`, on the processor and on a device.
pub trait OnDevice:
    Real + Concrete<Mask = bool> + DeviceWord + DeviceNumber<Word = Self> + floatfloat_cpu::Element
{
    /// [`DoubleWord`] of this word, in arrays.
    type Pair: DeviceNumber<Word = Self>;

    /// The same numbers.
    fn pairs(numbers: &[DoubleWord<Self>]) -> &[Self::Pair];

    /// The same numbers.
    fn double_words(numbers: Vec<Self::Pair>) -> Vec<DoubleWord<Self>>;

    /// Records an operation on one element, and says what it reads.
    fn record<E: Element<Wire<Self>>>(fused: bool) -> Result<(Circuit, Vec<Source>), Error>;

    /// Operations on words as steps of a chain, functions of x and c: sum, product, product and sum,
    /// quotient, square root.
    fn word_steps(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error>;

    /// A function of two double-words, computed by the device for each pair of operands.
    fn apply(
        device: &Device,
        function: &Circuit,
        x: &[DoubleWord<Self>],
        y: &[DoubleWord<Self>],
    ) -> Result<Vec<DoubleWord<Self>>, Error> {
        let (x, y) = (device.upload(Self::pairs(x))?, device.upload(Self::pairs(y))?);
        let results = device.map(function, &[&x, &y])?;
        Ok(Self::double_words(device.download(&results)?))
    }
}

/// An operand of an operation: a word or a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The high word of x.
    XHigh,
    /// The high word of y.
    YHigh,
    /// The low word of x.
    XLow,
    /// x
    X,
    /// y
    Y,
}

impl Source {
    /// The number of words.
    pub fn words(self) -> u64 {
        match self {
            Source::X | Source::Y => 2,
            Source::XHigh | Source::YHigh | Source::XLow => 1,
        }
    }
}

/// The number of parameters, all of them words, that a circuit reads. Parameters at the end that it
/// does not read are not counted.
fn read(circuit: &Circuit) -> usize {
    let inputs = circuit.nodes().iter().filter_map(|node| match node {
        Node::Input(input) => Some(*input as usize + 1),
        _ => None,
    });
    inputs.max().unwrap_or(0)
}

macro_rules! on_device {
    ($($word:ident),*) => {$(
        impl OnDevice for $word {
            type Pair = DoubleWord<$word>;

            fn pairs(numbers: &[DoubleWord<Self>]) -> &[Self::Pair] {
                numbers
            }

            fn double_words(numbers: Vec<Self::Pair>) -> Vec<DoubleWord<Self>> {
                numbers
            }

            fn record<E: Element<Wire<Self>>>(
                fused: bool,
            ) -> Result<(Circuit, Vec<Source>), Error> {
                type W = Wire<$word>;
                type D = DoubleWord<Wire<$word>>;
                let of_words = |x: W, y: W, z: W| {
                    E::apply(D::from_normalized(x, z), D::from_normalized(y, y))
                };
                let word = |word: W| D::from_normalized(word, word);
                let words = [Source::XHigh, Source::YHigh, Source::XLow];
                // Only the branch that is taken is compiled.
                if const { E::SHAPE.is_none() } {
                    let all = Circuit::record3(fused, |x, y, z| of_words(x, y, z).hi())?;
                    let count = read(&all);
                    let circuit = match count {
                        0 | 1 => Circuit::record1(fused, |x| of_words(x, x, x).hi())?,
                        2 => Circuit::record2(fused, |x, y| of_words(x, y, x).hi())?,
                        _ => all,
                    };
                    Ok((circuit, words[..count.max(1)].to_vec()))
                } else if const { matches!(E::SHAPE, Some(Shape::WordWord)) } {
                    let circuit = Circuit::record2(fused, |x, y| of_words(x, y, x))?;
                    Ok((circuit, words[..2].to_vec()))
                } else if const { matches!(E::SHAPE, Some(Shape::DoubleWordWord)) } {
                    let circuit = Circuit::record2(fused, |x: D, y: W| E::apply(x, word(y)))?;
                    Ok((circuit, vec![Source::X, Source::YHigh]))
                } else if const { matches!(E::SHAPE, Some(Shape::DoubleWordDoubleWord)) } {
                    let circuit = Circuit::record2(fused, |x: D, y: D| E::apply(x, y))?;
                    Ok((circuit, vec![Source::X, Source::Y]))
                } else {
                    Ok((Circuit::record1(fused, |x: D| E::apply(x, x))?, vec![Source::X]))
                }
            }

            fn word_steps(fused: bool) -> Result<Vec<(&'static str, Circuit)>, Error> {
                type W = Wire<$word>;
                Ok(vec![
                    ("add", Circuit::record2(fused, |x: W, c: W| x + c)?),
                    ("mul", Circuit::record2(fused, |x: W, c: W| x * c)?),
                    ("mad", Circuit::record2(fused, |x: W, c: W| x.mul_add(c, c))?),
                    ("div", Circuit::record2(fused, |x: W, c: W| x / c)?),
                    ("sqrt", Circuit::record2(fused, |x: W, _: W| x.sqrt())?),
                ])
            }
        }
    )*};
}

on_device!(f32, f64);

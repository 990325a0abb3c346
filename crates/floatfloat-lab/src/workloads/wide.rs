//! Numbers of three and four words: on the processor by slices and matrices, elsewhere as the library divides the
//! work.

use super::{Place, timed};
use crate::{devices::OnDevice, error::Error, progress::Progress, real::Scalar};
use floatfloat::MultiWord;
use floatfloat_cpu::{
    MultiWordVec, Number, Width, Words,
    matrix::{Lu, MultiWordMatrix, gemm},
};
use floatfloat_gpu::Number as DeviceNumber;

/// Does something with the word and the number of words of a type of three or four words, if `contender` is one.
macro_rules! with_width {
    ($contender:expr, $word:ident, $words:ident => $body:expr) => {{
        macro_rules! with {
            ($over:ty, $many:literal) => {{
                type $word = $over;
                const $words: usize = $many;
                Some($body)
            }};
        }
        match $contender {
            $crate::contender::Contender::Number(of) => match (of.word(), of.words()) {
                ($crate::number_type::NumberType::F32, 3) => with!(f32, 3),
                ($crate::number_type::NumberType::F32, 4) => with!(f32, 4),
                ($crate::number_type::NumberType::F64, 3) => with!(f64, 3),
                ($crate::number_type::NumberType::F64, 4) => with!(f64, 4),
                _ => None,
            },
            _ => None,
        }
    }};
}
pub(crate) use with_width;

/// What was computed, and the time.
type Timed<T> = Result<Option<(T, f64)>, Error>;

/// The sum of words, rounded to a number after each.
pub fn number<W: OnDevice, const N: usize>(words: &[f64]) -> Number<W, N>
where
    Width<N>: Words<N>,
{
    let zero: Number<W, N> = MultiWord::from_word(W::default());
    words.iter().fold(zero, |sum, &word| sum + zero.constant(word))
}

/// The words of a number; exact.
pub fn parts<W: OnDevice, const N: usize>(number: Number<W, N>) -> [f64; N]
where
    Width<N>: Words<N>,
{
    Width::<N>::words(number).map(Scalar::to_f64)
}

/// The sum of numbers, or the sum of products where there are two arrays of them: its words, and the time. None
/// where the place has no such words.
pub(super) fn total<W: OnDevice, const N: usize>(
    operands: &[Vec<Number<W, N>>],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Timed<[f64; N]>
where
    Width<N>: Words<N>,
    Number<W, N>: DeviceNumber<Word = W>,
{
    let here = || {
        let vectors: Vec<MultiWordVec<W, N>> =
            operands.iter().map(|numbers| MultiWordVec::from_interleaved(numbers)).collect();
        timed(place, progress, || {
            Ok(match &vectors[..] {
                [x, y] => x.dot(y.as_slice()).map_err(|error| Error::Input(error.to_string()))?,
                _ => vectors[0].sum(),
            })
        })
    };
    let there = |opened: &crate::devices::Opened| {
        let device = &opened.device;
        let arrays = operands.iter().map(|numbers| device.upload(numbers));
        let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        timed(place, progress, || {
            Ok(match &arrays[..] {
                [x, y] => device.dot(x, y)?,
                _ => device.sum(&arrays[0])?,
            })
        })
    };
    let found = place.compute::<W, _>(here, there)?;
    Ok(found.map(|(number, seconds)| (parts::<W, N>(number), seconds)))
}

/// The product of two square matrices, row after row, and the time. None where the place has no such words.
pub(super) fn product<W: OnDevice, const N: usize>(
    size: usize,
    [a, b]: [&[f64]; 2],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Timed<Vec<[f64; N]>>
where
    Width<N>: Words<N>,
    Number<W, N>: DeviceNumber<Word = W>,
{
    let numbers = |values: &[f64]| -> Vec<_> {
        values.iter().map(|&value| number::<W, N>(&[value])).collect()
    };
    let (a, b) = (numbers(a), numbers(b));
    let here = || {
        let matrix = |numbers: &[Number<W, N>]| {
            MultiWordMatrix::<W, N>::from_fn(size, size, |i, j| numbers[i * size + j])
        };
        let (a, b) = (matrix(&a), matrix(&b));
        let multiply = || gemm(a.view(), b.view()).map_err(super::gemm::unfit);
        let (c, seconds) = timed(place, progress, multiply)?;
        Ok((c.to_row_major(), seconds))
    };
    let there = |opened: &crate::devices::Opened| {
        let (device, side) = (&opened.device, size as u64);
        let a = device.upload_matrix(side, side, &a)?;
        let b = device.upload_matrix(side, side, &b)?;
        let (c, seconds) = timed(place, progress, || Ok(device.gemm(&a, &b)?))?;
        Ok((device.download_matrix(&c)?, seconds))
    };
    let found = place.compute::<W, _>(here, there)?;
    let words = |numbers: Vec<_>| numbers.into_iter().map(parts::<W, N>).collect();
    Ok(found.map(|(numbers, seconds)| (words(numbers), seconds)))
}

/// The solution of a system by LU with partial pivoting on the processor, NaN where the matrix is singular to this
/// type, and the time.
pub(super) fn solution<W: OnDevice, const N: usize>(
    size: usize,
    entry: impl Fn(usize, usize) -> [f64; 2],
    right: impl Fn(usize) -> [f64; 2],
    progress: &dyn Progress,
) -> Result<(Vec<[f64; N]>, f64), Error>
where
    Width<N>: Words<N>,
{
    let number = |words: [f64; 2]| number::<W, N>(&words);
    let a = MultiWordMatrix::<W, N>::from_fn(size, size, |i, j| number(entry(i, j)));
    let b = MultiWordMatrix::<W, N>::from_fn(size, 1, |i, _| number(right(i)));
    let (found, seconds) = timed(Place::Processor, progress, || {
        let mut x = b.clone();
        let solved = Lu::new(a.view()).and_then(|lu| lu.solve_in_place(x.view_mut()));
        Ok(solved.map(|()| x))
    })?;
    let unknown = |_| vec![[f64::NAN; N]; size];
    let words =
        |x: MultiWordMatrix<W, N>| x.to_row_major().into_iter().map(parts::<W, N>).collect();
    Ok((found.map_or_else(unknown, words), seconds))
}

//! The library's numbers of two, three and four words. The processor computes them by slices and matrices, other
//! devices in the order that the library uses there.

use super::{Place, timed};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
    real::Scalar,
};
use floatfloat::{MultiWord, WordArray};
use floatfloat_cpu::{
    Number, Vector,
    matrix::{
        Lu, Matrix, MatrixError, WordMatrix, gemm, gemm_accurate, gemm_accurate_by, gemm_to_words,
        gemm_to_words_by,
    },
};
use floatfloat_data::Expansion;
use floatfloat_gpu::{Device, DeviceMatrix, DeviceNumber, device::DeviceMultiplier};

/// Runs a block of code with the number type of several words of `contender`, if it has one.
macro_rules! with_multi_word {
    ($contender:expr, $number:ident => $body:expr) => {{
        macro_rules! with {
            ($type:ident) => {{
                type $number = ::floatfloat::$type;
                Some($body)
            }};
        }
        use $crate::{contender::Contender, number_type::NumberType};
        match $contender {
            Contender::Number(NumberType::Ff) => with!(FloatFloat),
            Contender::Number(NumberType::Tf) => with!(TripleFloat),
            Contender::Number(NumberType::Qf) => with!(QuadFloat),
            Contender::Number(NumberType::Dd) => with!(DoubleDouble),
            Contender::Number(NumberType::Td) => with!(TripleDouble),
            Contender::Number(NumberType::Qd) => with!(QuadDouble),
            _ => None,
        }
    }};
}
pub(crate) use with_multi_word;

/// Numbers of several words on the processor and on devices.
pub(crate) trait OnBoth:
    Number<Word: OnDevice> + DeviceNumber<Word = <Self as MultiWord>::Word>
{
}

impl<T: Number<Word: OnDevice> + DeviceNumber<Word = <T as MultiWord>::Word>> OnBoth for T {}

/// The result of a computation, and the time.
type Timed<T> = Result<Option<(T, f64)>, Error>;

/// The nearest number.
pub fn rounded<T: Number>(number: &Expansion) -> T {
    let words = number.words::<T::Word>(T::WORDS);
    T::from_parts(WordArray::each(|k| words[k]))
}

/// The words of a number; exact.
pub fn parts<T: Number<Word: OnDevice>>(number: T) -> Vec<f64> {
    number.parts().into_iter().map(Scalar::to_f64).collect()
}

/// The sum of numbers or, for two arrays, the sum of products: its words, and the time. None if the place does
/// not have the words.
pub(super) fn total<T: OnBoth>(
    operands: &[Vec<T>],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Timed<Vec<f64>> {
    let here = || {
        let vectors: Vec<Vector<T>> =
            operands.iter().map(|numbers| Vector::from_interleaved(numbers)).collect();
        timed(place, progress, || {
            Ok(match &vectors[..] {
                [x, y] => x.dot(y.view()).map_err(|error| Error::Input(error.to_string()))?,
                _ => vectors[0].sum(),
            })
        })
    };
    let there = |opened: &Opened| total_there(opened, operands, progress);
    let found = place.compute::<<T as MultiWord>::Word, _>(here, there)?;
    Ok(found.map(|(number, seconds)| (parts::<T>(number), seconds)))
}

/// The sum of numbers or, for two arrays, the sum of products on a device, and the time.
pub(super) fn total_there<N: DeviceNumber>(
    opened: &Opened,
    operands: &[Vec<N>],
    progress: &dyn Progress,
) -> Result<(N, f64), Error> {
    let device = &opened.device;
    let arrays = operands.iter().map(|numbers| device.upload(numbers));
    let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
    timed(Place::Device(opened), progress, || {
        Ok(match &arrays[..] {
            [x, y] => device.dot(x, y)?,
            _ => device.sum(&arrays[0])?,
        })
    })
}

/// The product of two square matrices, row by row, and the time. None if the place does not have the words.
pub(super) fn product<T: OnBoth>(
    size: usize,
    factors: [&[f64]; 2],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Timed<Vec<Vec<f64>>> {
    let factors = factors.map(numbers::<T>);
    let here = || {
        let [a, b] = factors.each_ref().map(|numbers| square(size, numbers));
        let multiply = || gemm(a.view(), b.view()).map_err(not_multiplied);
        let (c, seconds) = timed(place, progress, multiply)?;
        Ok((c.to_row_major(), seconds))
    };
    let there = |opened: &Opened| product_there(opened, size, &factors, progress);
    let found = place.compute::<<T as MultiWord>::Word, _>(here, there)?;
    let words = |numbers: Vec<_>| numbers.into_iter().map(parts::<T>).collect();
    Ok(found.map(|(numbers, seconds)| (words(numbers), seconds)))
}

/// The product of two square matrices by products of integers, row by row, and the time. On a device without the words of the
/// type, the time contains the conversions by the processor and the copies.
pub(super) fn accurate_product<T: OnBoth>(
    size: usize,
    factors: [&[f64]; 2],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Result<(Vec<Vec<f64>>, f64), Error> {
    let factors = factors.map(numbers::<T>);
    if let Place::Device(opened) = place
        && opened.has::<<T as MultiWord>::Word>()
    {
        let found = accurate_product_there(opened, size, &factors, progress, Device::gemm_accurate);
        let (numbers, seconds) = found?;
        return Ok((numbers.into_iter().map(parts::<T>).collect(), seconds));
    }
    let [a, b] = factors.map(|numbers| square(size, &numbers));
    let mut multiplier = multiplier(place)?;
    let (c, seconds) = timed(Place::Processor, progress, || match &mut multiplier {
        None => gemm_accurate(a.view(), b.view()).map_err(not_multiplied),
        Some(multiplier) => Ok(gemm_accurate_by(multiplier, a.view(), b.view())?),
    })?;
    Ok((c.to_row_major().into_iter().map(parts::<T>).collect(), seconds))
}

/// The product of two square matrices in `f64` by products of integers, row by row, and the time, as
/// [`accurate_product`].
pub(super) fn accurate_product_of_words(
    size: usize,
    factors: [&[f64]; 2],
    place: Place<'_>,
    progress: &dyn Progress,
) -> Result<(Vec<f64>, f64), Error> {
    if let Place::Device(opened) = place
        && opened.has::<f64>()
    {
        let factors = factors.map(<[f64]>::to_vec);
        return accurate_product_there(opened, size, &factors, progress, Device::gemm_to_words);
    }
    let matrix = |words| WordMatrix::from_row_major(size, size, words).map_err(not_multiplied);
    let (a, b) = (matrix(factors[0])?, matrix(factors[1])?);
    let mut multiplier = multiplier(place)?;
    timed(Place::Processor, progress, || match &mut multiplier {
        None => gemm_to_words(a, b).map_err(not_multiplied),
        Some(multiplier) => Ok(gemm_to_words_by(multiplier, a, b)?),
    })
}

/// What multiplies integers in a place other than the processor.
fn multiplier(place: Place<'_>) -> Result<Option<DeviceMultiplier<'_>>, Error> {
    Ok(match place {
        Place::Processor => None,
        Place::Device(opened) => Some(opened.device.multiplier()?),
    })
}

/// The nearest numbers.
fn numbers<T: Number>(values: &[f64]) -> Vec<T> {
    values.iter().map(|&value| rounded(&Expansion::of_word(value))).collect()
}

/// A square matrix of numbers that are given row by row.
fn square<T: Number>(size: usize, numbers: &[T]) -> Matrix<T> {
    Matrix::from_fn(size, size, |i, j| numbers[i * size + j])
}

fn not_multiplied(error: MatrixError) -> Error {
    Error::Input(format!("the matrices cannot be multiplied: {error}"))
}

/// A product of matrices in the memory of a device.
type There<N> = fn(
    &Device,
    &DeviceMatrix<N>,
    &DeviceMatrix<N>,
) -> Result<DeviceMatrix<N>, floatfloat_gpu::Error>;

/// The product of two square matrices on a device, row by row, and the time.
pub(super) fn product_there<N: DeviceNumber>(
    opened: &Opened,
    size: usize,
    factors: &[Vec<N>; 2],
    progress: &dyn Progress,
) -> Result<(Vec<N>, f64), Error> {
    product_by(Device::gemm, Place::Device(opened), opened, size, factors, progress)
}

/// The same for an accurate product, whose time contains what the processor does meanwhile.
fn accurate_product_there<N: DeviceNumber>(
    opened: &Opened,
    size: usize,
    factors: &[Vec<N>; 2],
    progress: &dyn Progress,
    multiply: There<N>,
) -> Result<(Vec<N>, f64), Error> {
    product_by(multiply, Place::Processor, opened, size, factors, progress)
}

/// The product on a device, timed by the clock of a place.
fn product_by<N: DeviceNumber>(
    multiply: There<N>,
    clock: Place<'_>,
    opened: &Opened,
    size: usize,
    factors: &[Vec<N>; 2],
    progress: &dyn Progress,
) -> Result<(Vec<N>, f64), Error> {
    let (device, side) = (&opened.device, size as u64);
    let a = device.upload_matrix(side, side, &factors[0])?;
    let b = device.upload_matrix(side, side, &factors[1])?;
    let (c, seconds) = timed(clock, progress, || {
        let c = multiply(device, &a, &b)?;
        device.finish()?;
        Ok(c)
    })?;
    Ok((device.download_matrix(&c)?, seconds))
}

/// The solution of a system by LU with partial pivoting on the processor, and the time. The solution is NaN if the
/// matrix is singular in this type.
pub(super) fn solution<T: Number<Word: OnDevice>>(
    size: usize,
    entry: impl Fn(usize, usize) -> Expansion,
    right: impl Fn(usize) -> Expansion,
    progress: &dyn Progress,
) -> Result<(Vec<Vec<f64>>, f64), Error> {
    let a = Matrix::<T>::from_fn(size, size, |i, j| rounded(&entry(i, j)));
    let b = Matrix::<T>::from_fn(size, 1, |i, _| rounded(&right(i)));
    let (found, seconds) = timed(Place::Processor, progress, || {
        let mut x = b.clone();
        let solved = Lu::new(a.view()).and_then(|lu| lu.solve_in_place(x.view_mut()));
        Ok(solved.map(|()| x))
    })?;
    let unknown = |_| vec![vec![f64::NAN; T::WORDS]; size];
    let words = |x: Matrix<T>| x.to_row_major().into_iter().map(parts::<T>).collect();
    Ok((found.map_or_else(unknown, words), seconds))
}

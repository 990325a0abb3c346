//! Products of square matrices.

use super::{
    Place, Run, Workload,
    elimination::{Grid, subtract_product},
    reference::{BITS, Reference},
    timed, timed_in_place,
    wide::{self, with_long},
};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    progress::Progress,
    random::Random,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::matrix::{Matrix, MatrixError, gemm_into};

/// Two square matrices, and elements of their product.
pub struct Gemm {
    size: usize,
    /// The elements of a, row by row.
    a: Vec<f64>,
    b: Vec<f64>,
    /// The rows and columns of the elements that are compared.
    places: Vec<(usize, usize)>,
    exact: Reference,
    /// The same elements with more digits.
    products: Vec<Multiple>,
    condition: f64,
}

/// The most elements that are compared. Each needs as many products in 256 bits as there are rows.
const COMPARED: usize = 64;

impl Gemm {
    /// Square matrices of this size, given row by row. The seed determines which elements of their
    /// product are compared.
    pub fn new(size: usize, a: Vec<f64>, b: Vec<f64>, seed: u64) -> Self {
        let mut random = Random::new(seed, size);
        let place = |random: &mut Random| (random.next() % size.max(1) as u64) as usize;
        let count = COMPARED.min(size * size);
        let places: Vec<_> = (0..count).map(|_| (place(&mut random), place(&mut random))).collect();
        let factors =
            |&(i, j): &(usize, usize)| (0..size).map(move |k| (i * size + k, k * size + j));
        let products: Vec<Multiple> = places
            .iter()
            .map(|place| {
                factors(place).fold(Multiple::new(0.0, BITS), |sum, (i, j)| {
                    sum.plus_product(&Multiple::new(a[i], BITS), &Multiple::new(b[j], BITS))
                })
            })
            .collect();
        let magnitudes = places
            .iter()
            .map(|place| -> f64 { factors(place).map(|(i, j)| (a[i] * b[j]).abs()).sum() });
        let conditions = magnitudes.zip(&products).map(|(sum, exact)| sum / exact.to_f64().abs());
        let condition = conditions.fold(1.0, f64::max);
        let exact = Reference::of_multiple(products.iter());
        Gemm { size, a, b, places, exact, products, condition }
    }

    /// The compared elements, computed by the processor.
    fn on_processor<F: Family, W: OnDevice>(
        &self,
        progress: &dyn Progress,
    ) -> Result<(Vec<[f64; 2]>, f64), Error> {
        let size = self.size;
        let at = |values: &[f64], i: usize, j: usize| F::nearest::<W>(values[i * size + j]);
        if const { F::WORDS == 1 } {
            // c − (−a)·b
            let a = Grid::<F, W>::new(size, 0, |i, j| {
                let zero = F::nearest::<W>(0.0);
                zero.sub(&at(&self.a, i, j))
            });
            let b = Grid::<F, W>::new(size, 0, |i, j| at(&self.b, i, j));
            let zeros = Grid::<F, W>::new(size, 0, |_, _| F::nearest::<W>(0.0));
            let (c, seconds) = timed_in_place(
                Place::Processor,
                progress,
                || Ok(zeros.clone()),
                |c| subtract_product(&a, &b, c, progress),
            )?;
            let numbers = self.places.iter().map(|&(i, j)| F::parts::<W>(c.at(i, j))).collect();
            return Ok((numbers, seconds));
        }
        let matrix =
            |values: &[f64]| Matrix::from_fn(size, size, |i, j| F::double_word(at(values, i, j)));
        let (a, b) = (matrix(&self.a), matrix(&self.b));
        let [zero, one] =
            [0.0, 1.0].map(|value| DoubleWord::from_word(W::default().constant(value)));
        let mut c = Matrix::zeros(size, size);
        let mut multiply = || gemm_into(one, a.view(), b.view(), zero, c.view_mut()).map_err(unfit);
        let ((), seconds) = timed(Place::Processor, progress, &mut multiply)?;
        let numbers = self.places.iter().filter_map(|&(i, j)| c.get(i, j));
        let numbers = numbers.map(crate::real::widen).collect();
        Ok((numbers, seconds))
    }

    /// The compared elements, computed by another device.
    fn on_device<F: Family, W: OnDevice>(
        &self,
        opened: &Opened,
        progress: &dyn Progress,
    ) -> Result<(Vec<[f64; 2]>, f64), Error> {
        let (device, side) = (&opened.device, self.size as u64);
        let upload = |values: &[f64]| {
            let numbers: Vec<F::Of<W>> = values.iter().map(|&x| F::nearest::<W>(x)).collect();
            device.upload_matrix(side, side, &F::stored::<W>(&numbers))
        };
        let (a, b) = (upload(&self.a)?, upload(&self.b)?);
        let (c, seconds) = timed(Place::Device(opened), progress, || Ok(device.gemm(&a, &b)?))?;
        let product = F::loaded::<W>(device.download_matrix(&c)?);
        let number = |&(i, j): &(usize, usize)| F::parts::<W>(product[i * self.size + j]);
        Ok((self.places.iter().map(number).collect(), seconds))
    }

    /// The result in three or four words.
    fn in_words<T: wide::OnBoth>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let found = wide::product::<T>(self.size, [&self.a, &self.b], place, progress)?;
        Ok(found.map(|(product, seconds)| {
            let errors = self
                .places
                .iter()
                .zip(&self.products)
                .map(|(&(i, j), exact)| exact.distance(&product[i * self.size + j]));
            Run { error: errors.fold(0.0, f64::max), scale: self.exact.scale(), seconds }
        }))
    }
}

pub(super) fn unfit(error: MatrixError) -> Error {
    Error::Input(format!("the matrices cannot be multiplied: {error}"))
}

/// Only some elements are compared. Composite numbers have no product of matrices.
impl Workload for Gemm {
    fn run<F: Family, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        if !matches!(F::contender::<W>(), Contender::Number(_)) {
            return Ok(None);
        }
        let there = |opened: &Opened| self.on_device::<F, W>(opened, progress);
        let found = place.compute::<W, _>(|| self.on_processor::<F, W>(progress), there)?;
        let run = |(numbers, seconds): (Vec<[f64; 2]>, f64)| Run {
            error: self.exact.errors(numbers.into_iter()).largest,
            scale: self.exact.scale(),
            seconds,
        };
        Ok(found.map(run))
    }

    fn run_further(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        with_long!(contender, T => self.in_words::<T>(place, progress)).unwrap_or(Ok(None))
    }

    fn condition(&self) -> Option<f64> {
        Some(self.condition)
    }
}

#[cfg(test)]
mod tests {
    use super::Gemm;
    use crate::{
        arithmetic::{CompositeOf, Family, PairOf, PlainOf},
        devices::OnDevice,
        number_type::NumberType,
        progress::Silent,
        random::Random,
        workloads::{Place, Workload, matrices::drawn},
    };

    fn error<F: Family, W: OnDevice>(gemm: &Gemm) -> Option<f64> {
        let run = gemm.run::<F, W>(Place::Processor, &Silent).unwrap();
        run.map(|run| run.relative_error())
    }

    #[test]
    fn products_are_right_to_the_precision_of_the_type() {
        for size in [1, 40, 131] {
            let mut random = Random::new(9, size);
            let mut draw = || drawn(size * size, &[[-1.0, 1.0]], &mut random);
            let gemm = Gemm::new(size, draw(), draw(), 9);
            let terms = size as f64;
            let of_words = [
                (error::<PlainOf, f32>(&gemm), 2f64.powi(-24)),
                (error::<PlainOf, f64>(&gemm), 2f64.powi(-53)),
            ];
            let of_pairs = [
                (error::<PairOf, f32>(&gemm), 2f64.powi(-46)),
                (error::<PairOf, f64>(&gemm), 2f64.powi(-104)),
            ];
            for (error, unit) in of_words.into_iter().chain(of_pairs) {
                let error = error.unwrap();
                assert!(error <= 4.0 * terms * unit, "{size}: {error:e} {unit:e}");
            }
            // dd holds these sums exactly, and f64 a single product.
            for (error, unit) in of_words.into_iter().take(if size == 1 { 1 } else { 2 }) {
                assert!(error.unwrap() >= unit / 1e3, "{size}: {error:?} {unit:e}");
            }
            for (number_type, bits) in [
                (NumberType::Tf, 72),
                (NumberType::Qf, 96),
                (NumberType::Td, 159),
                (NumberType::Qd, 212),
            ] {
                let run = gemm.run_further(number_type.into(), Place::Processor, &Silent);
                let error = run.unwrap().unwrap().relative_error();
                assert!(error <= terms * 2f64.powi(5 - bits), "{size}, {number_type}: {error:e}");
            }
            assert_eq!(error::<CompositeOf, f64>(&gemm), None);
            assert!(gemm.condition().unwrap() >= 1.0);
        }
    }
}

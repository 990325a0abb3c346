//! Products of square matrices.

use super::{
    Place, Run, Workload,
    elimination::{Grid, multiply},
    multi_word::{self, with_multi_word},
    reference::{BITS, largest},
    timed,
};
use crate::{
    arithmetic::{Arithmetic, Multiple, Plain, PlainOf},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    number_type::NumberType,
    progress::Progress,
    random::Random,
    real::Scalar,
};
use floatfloat_explain::Watched;

/// Two square matrices, and elements of their product.
pub struct Gemm {
    size: usize,
    /// The elements of a, row by row.
    a: Vec<f64>,
    b: Vec<f64>,
    /// The rows and columns of the elements that are compared.
    places: Vec<(usize, usize)>,
    /// These elements of the product.
    exact: Vec<Multiple>,
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
        let factors = |place| factors(size, place);
        let exact: Vec<Multiple> = places
            .iter()
            .map(|place| {
                let number = |x| Multiple::new(x, BITS);
                element(number(0.0), factors(place).map(|(i, j)| [number(a[i]), number(b[j])]))
            })
            .collect();
        let magnitudes = places
            .iter()
            .map(|place| -> f64 { factors(place).map(|(i, j)| (a[i] * b[j]).abs()).sum() });
        let conditions = magnitudes.zip(&exact).map(|(sum, exact)| sum / exact.to_f64().abs());
        let condition = conditions.fold(1.0, f64::max);
        Gemm { size, a, b, places, exact, condition }
    }

    /// The result in machine words.
    fn in_plain<W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let size = self.size;
        let factors = [&self.a, &self.b]
            .map(|values| values.iter().map(|&x| <W as Scalar>::from_f64(x)).collect::<Vec<W>>());
        let here = || {
            let matrix = |at: &dyn Fn(usize) -> W| {
                Grid::<PlainOf, W>::new(size, 0, |i, j| Plain(at(i * size + j)))
            };
            let [a, b] = factors.each_ref().map(|words| matrix(&|k| words[k]));
            let mut c = matrix(&|_| W::default());
            let ((), seconds) = timed(place, progress, || multiply(&a, &b, &mut c, progress))?;
            Ok(((0..size * size).map(|k| c.at(k / size, k % size).0).collect(), seconds))
        };
        let there = |opened: &Opened| multi_word::product_there(opened, size, &factors, progress);
        let found = place.compute::<W, (Vec<W>, f64)>(here, there)?;
        let number = |word: W| [<W as Scalar>::to_f64(word)];
        Ok(found.map(|(product, seconds)| self.run_of(|k| number(product[k]), seconds)))
    }

    /// The result in several words.
    fn in_words<T: multi_word::OnBoth>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        let found = multi_word::product::<T>(self.size, [&self.a, &self.b], place, progress)?;
        Ok(found.map(|(product, seconds)| self.run_of(|k| &product[k], seconds)))
    }

    /// The result in several words, by products of integers.
    fn accurately<T: multi_word::OnBoth>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Run, Error> {
        let factors = [&self.a[..], &self.b];
        let (product, seconds) =
            multi_word::accurate_product::<T>(self.size, factors, place, progress)?;
        Ok(self.run_of(|k| &product[k], seconds))
    }

    /// The result in `f64`, by products of integers.
    fn words_accurately(&self, place: Place<'_>, progress: &dyn Progress) -> Result<Run, Error> {
        let factors = [&self.a[..], &self.b];
        let (product, seconds) =
            multi_word::accurate_product_of_words(self.size, factors, place, progress)?;
        Ok(self.run_of(|k| [product[k]], seconds))
    }

    /// The run of a computation with this product, row by row.
    fn run_of<N: AsRef<[f64]>>(&self, product: impl Fn(usize) -> N, seconds: f64) -> Run {
        let pairs = self.places.iter().zip(&self.exact);
        let error =
            pairs.map(|(&(i, j), exact)| exact.distance(product(i * self.size + j).as_ref()));
        let scale = largest(self.exact.iter().map(Multiple::to_f64));
        Run { error: largest(error), scale, seconds }
    }
}

/// The places in both matrices of the factors of an element.
fn factors(size: usize, &(i, j): &(usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
    (0..size).map(move |k| (i * size + k, k * size + j))
}

/// An element of a product, from its factors.
fn element<T: Arithmetic>(zero: T, factors: impl Iterator<Item = [T; 2]>) -> T {
    factors.fold(zero, |sum, [x, y]| sum.plus_product(&x, &y))
}

/// Only some elements are compared. Composite numbers have no product of matrices.
impl Workload for Gemm {
    fn run(
        &self,
        contender: Contender,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        match contender {
            Contender::Number(NumberType::F32) => self.in_plain::<f32>(place, progress),
            Contender::Number(NumberType::F64) => self.in_plain::<f64>(place, progress),
            Contender::Accurate(NumberType::F64) => {
                self.words_accurately(place, progress).map(Some)
            }
            Contender::Accurate(number_type) => {
                with_multi_word!(number_type.into(), T => self.accurately::<T>(place, progress))
                    .transpose()
            }
            _ => with_multi_word!(contender, T => self.in_words::<T>(place, progress))
                .unwrap_or(Ok(None)),
        }
    }

    fn operands(&self) -> Vec<f64> {
        [&self.a[..], &self.b].concat()
    }

    /// The elements that are compared.
    fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
        let (a, b) = operands.split_at(self.size * self.size);
        let zero = Plain(Watched::new(0.0));
        let element = |place| {
            let factors = factors(self.size, place);
            element(zero, factors.map(|(i, j)| [Plain(a[i]), Plain(b[j])])).0
        };
        self.places.iter().map(element).collect()
    }

    fn condition(&self) -> Option<f64> {
        Some(self.condition)
    }
}

#[cfg(test)]
mod tests {
    use super::Gemm;
    use crate::{
        contender::Contender,
        number_type::NumberType,
        random::Random,
        workloads::{Workload, matrices::drawn, tests::relative_error},
    };

    #[test]
    fn products_are_right_to_the_precision_of_the_type() {
        for size in [1, 40, 131] {
            let mut random = Random::new(9, size);
            let mut draw = || drawn(size * size, &[[-1.0, 1.0]], &mut random);
            let gemm = Gemm::new(size, draw(), draw(), 9);
            let terms = size as f64;
            let of_words = [
                (relative_error(&gemm, NumberType::F32), 2f64.powi(-24)),
                (relative_error(&gemm, NumberType::F64), 2f64.powi(-53)),
            ];
            let of_pairs = [
                (relative_error(&gemm, NumberType::Ff), 2f64.powi(-46)),
                (relative_error(&gemm, NumberType::Dd), 2f64.powi(-104)),
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
                let error = relative_error(&gemm, number_type).unwrap();
                assert!(error <= terms * 2f64.powi(5 - bits), "{size}, {number_type}: {error:e}");
            }
            for (number_type, bits) in [
                (NumberType::Ff, 48),
                (NumberType::Tf, 72),
                (NumberType::Qf, 96),
                (NumberType::F64, 53),
                (NumberType::Dd, 106),
                (NumberType::Td, 159),
            ] {
                let error = relative_error(&gemm, Contender::Accurate(number_type)).unwrap();
                assert!(error <= terms * 2f64.powi(2 - bits), "{size}, {number_type}: {error:e}");
            }
            assert_eq!(relative_error(&gemm, Contender::Double2), None);
            assert!(gemm.condition().unwrap() >= 1.0);
        }
    }
}

//! Products of square matrices, and of a matrix and a vector: those of `floatfloat-cpu`, and a
//! plain product of words.

mod words;

use super::exact::{ExactSum, Tolerance};
use crate::{number_type::NumberType, random::Random, real::Real};
use floatfloat::{
    DoubleWord,
    double_word::{add_network::AddNetwork, mul_dw1::MulDw1},
    operation::Operation,
};
use floatfloat_cpu::{
    Accuracy, Element, Vector,
    matrix::{Matrix, gemm_into_with, gemv_into_with},
};

/// One product.
pub struct MatrixWork {
    pub op: &'static str,
    /// The name of the same work in words.
    pub plain: &'static str,
    pub number_type: NumberType,
    /// The floating-point operations for each product of two numbers.
    pub flops: u32,
    /// Whether the right factor is a matrix.
    pub is_square: bool,
    /// The accuracy for double-words; none for words.
    accuracy: Option<Accuracy>,
}

/// Factors and product. Those of words are also stored as rows.
pub struct Matrices<W: Element> {
    a: Matrix<DoubleWord<W>>,
    b: Matrix<DoubleWord<W>>,
    c: Matrix<DoubleWord<W>>,
    x: Vector<DoubleWord<W>>,
    y: Vector<DoubleWord<W>>,
    words: words::Words<W>,
}

/// A factor of a product.
#[derive(Clone, Copy)]
pub enum Factor {
    Left,
    Right,
}

impl<W: Real + Element> Matrices<W> {
    /// Random factors with `side` rows and columns.
    pub fn new(side: usize, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut draw = || Matrix::from_fn(side, side, |_, _| random.pair(8));
        let (a, b) = (draw(), draw());
        let x = (0..side).filter_map(|i| b.get(i, 0)).collect();
        let words = words::Words::new(&a, &b);
        let (c, y) = (Matrix::zeros(side, side), Vector::<DoubleWord<_>>::zeros(side));
        Matrices { a, b, c, x, y, words }
    }

    /// The word of an entry of a factor, from which products of words are computed.
    pub fn word(&self, of: Factor, i: usize, j: usize) -> W {
        let factor = match of {
            Factor::Left => &self.a,
            Factor::Right => &self.b,
        };
        factor.get(i, j).expect("it is in the matrix").hi()
    }

    /// An entry of the product of words.
    pub fn product_of_words(&self, i: usize, j: usize) -> W {
        self.words.product(true, i, j)
    }

    fn side(&self) -> usize {
        self.a.rows()
    }

    fn multiply(&mut self, accuracy: Accuracy) {
        let [zero, one] = [0.0, 1.0].map(|value| DoubleWord::from_word(W::from_f64(value)));
        gemm_into_with(accuracy, one, self.a.view(), self.b.view(), zero, self.c.view_mut())
            .expect(FITS);
    }

    fn multiply_vector(&mut self, accuracy: Accuracy) {
        let [zero, one] = [0.0, 1.0].map(|value| DoubleWord::from_word(W::from_f64(value)));
        let (x, y) = (self.x.view(), self.y.view_mut());
        gemv_into_with(accuracy, one, self.a.view(), x, zero, y).expect(FITS);
    }
}

const FITS: &str = "factors and product are of one size";

impl MatrixWork {
    /// The number of products of two numbers that it adds.
    pub fn operations(&self, side: usize) -> f64 {
        (side as f64).powi(if self.is_square { 3 } else { 2 })
    }

    /// Computes the product.
    pub fn run<W: Real + Element>(&self, matrices: &mut Matrices<W>) {
        match (self.accuracy, self.is_square) {
            (None, true) => matrices.words.multiply(),
            (None, false) => matrices.words.multiply_vector(),
            (Some(accuracy), true) => matrices.multiply(accuracy),
            (Some(accuracy), false) => matrices.multiply_vector(accuracy),
        }
    }

    /// The allowed error of a sum of `count` products, relative to their magnitudes.
    fn bound<W: Real + Element>(&self, count: usize) -> f64 {
        let u = (-f64::from(W::PRECISION)).exp2();
        match self.accuracy {
            None => count as f64 * u,
            // The error of the sum, and the rounding errors of alpha and beta.
            Some(accuracy) => accuracy.product_bound::<W>(count) + 12.0 * u * u,
        }
    }

    /// Compares two elements of every row and every column with exact sums.
    pub fn is_right<W: Real + Element>(&self, matrices: &Matrices<W>) -> bool {
        let side = matrices.side();
        let is_plain = self.accuracy.is_none();
        (0..side).all(|i| {
            (0..side).step_by(side.div_ceil(2)).all(|k| {
                let j = if self.is_square { (i + k) % side } else { 0 };
                let found = match (is_plain, self.is_square) {
                    (true, _) => {
                        Some(DoubleWord::from_word(matrices.words.product(self.is_square, i, j)))
                    }
                    (false, true) => matrices.c.get(i, j),
                    (false, false) => matrices.y.get(i),
                };
                let mut sum = ExactSum::default();
                for k in 0..side {
                    let factors = [matrices.a.get(i, k), matrices.b.get(k, j)];
                    let [x, y] = factors.map(|factor| {
                        let factor = factor.expect("it is in the matrix");
                        if is_plain { DoubleWord::from_word(factor.hi()) } else { factor }
                    });
                    sum.add_product(x, y);
                }
                let of_magnitudes = self.bound::<W>(side);
                found.is_some_and(|found| {
                    sum.equals(found, Tolerance { of_magnitudes, of_result: 0.0 })
                })
            })
        })
    }
}

/// All products: of words, strict, and fast.
pub fn products<W: Real + Element>() -> Vec<MatrixWork> {
    let strict = AddNetwork::INFO.flops + MulDw1::INFO.flops;
    let kinds = [(None, 1), (Some(Accuracy::Strict), strict), (Some(Accuracy::Fast), 12)];
    let product = |((accuracy, flops), is_square)| {
        let plain = if is_square { "gemm" } else { "gemv" };
        MatrixWork {
            op: match (accuracy, is_square) {
                (Some(Accuracy::Fast), true) => "gemm-fast",
                (Some(Accuracy::Fast), false) => "gemv-fast",
                _ => plain,
            },
            plain,
            number_type: if accuracy.is_some() { W::PAIR } else { W::PLAIN },
            flops,
            is_square,
            accuracy,
        }
    };
    kinds.into_iter().flat_map(|kind| [(kind, false), (kind, true)]).map(product).collect()
}

#[cfg(test)]
mod tests {
    use super::{Matrices, products};
    use crate::real::Real;
    use floatfloat_cpu::Element;

    fn verify<W: Real + Element>(side: usize) {
        for work in products::<W>() {
            let mut matrices = Matrices::<W>::new(side, 7);
            assert!(!work.is_right(&matrices), "before {} {} {side}", work.op, work.number_type);
            work.run(&mut matrices);
            assert!(work.is_right(&matrices), "{} {} {side}", work.op, work.number_type);
        }
    }

    #[test]
    fn every_product_is_verified_and_none_before_it_is_computed() {
        for side in [1, 37, 128, 150] {
            verify::<f32>(side);
            verify::<f64>(side);
        }
    }
}

//! Products on the processor, by all threads.

use super::{
    ACCURATE, DIRECT, FAST, Measured, Plan, SEVERAL,
    compared::{self, Compared},
    covers, push,
};
use crate::{
    devices::OnDevice,
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    random::Random,
    real::Scalar,
    results::Table,
    speed::matrices::{Factor, Matrices, MatrixWork, products},
    timing::{medians, stop_if_asked},
    workloads::multi_word::{OnBoth, parts, with_multi_word},
};
use floatfloat::{DoubleWord, MultiWord};
use floatfloat_cpu::{
    Accuracy, Element,
    matrix::{
        Matrix, MatrixError, MatrixView, WordMatrix, accurate_product_bound, gemm, gemm_accurate,
        gemm_to_words, gemm_with, product_bound,
    },
};
use std::rc::Rc;

/// Adds the rows of one size.
pub(super) fn measure(
    options: &Options,
    plan: &Plan,
    size: u64,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    let mut all =
        All { size: size as usize, seed: plan.seed, found: Vec::new(), works: Vec::new() };
    if covers(options, NumberType::F32) {
        all.words::<f32>();
    }
    if covers(options, NumberType::F64) {
        all.words::<f64>();
        all.words_accurately();
    }
    for number_type in SEVERAL.into_iter().filter(|&number_type| covers(options, number_type)) {
        stop_if_asked(progress)?;
        match number_type {
            NumberType::Ff => all.several(number_type, Some(fast::<f32>)),
            NumberType::Dd => all.several(number_type, Some(fast::<f64>)),
            _ => {
                with_multi_word!(number_type.into(), T => all.several::<T>(number_type, None));
            }
        }
    }
    let times = medians(&mut all.works, plan.sample, plan.rounds, progress)?;
    push(table, CPU, size, &all.found, &times);
    Ok(())
}

struct All {
    size: usize,
    seed: u64,
    found: Vec<Measured>,
    works: Vec<Box<dyn FnMut()>>,
}

type Multiply<T> = fn(MatrixView<'_, T>, MatrixView<'_, T>) -> Result<Matrix<T>, MatrixError>;

fn fast<E: Element>(
    a: MatrixView<'_, DoubleWord<E>>,
    b: MatrixView<'_, DoubleWord<E>>,
) -> Result<Matrix<DoubleWord<E>>, MatrixError> {
    gemm_with(Accuracy::Fast, a, b)
}

impl All {
    /// Products of words.
    fn words<W: OnDevice + Element>(&mut self) {
        let mut matrices = Matrices::<W>::new(self.size, self.seed);
        let is_plain = |work: &MatrixWork| work.is_square && work.number_type == W::PLAIN;
        let work = products::<W>().into_iter().find(is_plain).expect("words have a product");
        work.run(&mut matrices);
        let factor = |of: Factor| {
            let matrices = &matrices;
            move |i, j| vec![<W as Scalar>::to_f64(matrices.word(of, i, j))]
        };
        let compared =
            Compared::new(self.size, self.seed, factor(Factor::Left), factor(Factor::Right));
        let error = compared.error(|i, j| [<W as Scalar>::to_f64(matrices.product_of_words(i, j))]);
        let bound = Some(self.size as f64 * (-f64::from(W::PRECISION)).exp2());
        self.found.push(Measured { number_type: W::PLAIN, way: DIRECT, error, bound });
        self.works.push(Box::new(move || work.run(&mut matrices)));
    }

    /// Products of `f64` by products of integers.
    fn words_accurately(&mut self) {
        let size = self.size;
        let [a, b] = compared::random_words(size, &mut Random::new(self.seed, size));
        let compared = compared::of_words(size, self.seed, [&a, &b]);
        let multiply = move || {
            let view = |words| WordMatrix::from_row_major(size, size, words);
            let (a, b) = (view(&a).expect("it is square"), view(&b).expect("it is square"));
            gemm_to_words(a, b).expect("the shapes fit")
        };
        let product = multiply();
        let error = compared.error(|i, j| [product[i * size + j]]);
        let bound = Some(compared::BOUND_TO_WORDS);
        let (number_type, way) = (NumberType::F64, ACCURATE);
        self.found.push(Measured { number_type, way, error, bound });
        self.works.push(Box::new(move || drop(multiply())));
    }

    /// Products of numbers of several words.
    fn several<T: OnBoth>(&mut self, number_type: NumberType, fast: Option<Multiply<T>>) {
        let (size, mut random) = (self.size, Random::new(self.seed, self.size));
        let [a, b] = [0, 1].map(|_| Rc::new(compared::random::<T>(size, &mut random)));
        let words = |of: &Matrix<T>, i, j| parts(of.get(i, j).expect("the entry is there"));
        let compared =
            Compared::new(size, self.seed, |i, j| words(&a, i, j), |i, j| words(&b, i, j));
        let direct = product_bound::<T>(size);
        let mut ways: Vec<(_, _, Multiply<T>)> = vec![(DIRECT, direct, gemm)];
        if let Some(fast) = fast {
            let bound = Accuracy::Fast.product_bound::<<T as MultiWord>::Word>(size);
            ways.push((FAST, bound, fast));
        }
        if number_type != NumberType::Qd {
            ways.push((ACCURATE, accurate_product_bound::<T>(), gemm_accurate));
        }
        for (way, bound, multiply) in ways {
            let (a, b) = (Rc::clone(&a), Rc::clone(&b));
            let multiply = move || multiply(a.view(), b.view()).expect("the shapes fit");
            let product = multiply();
            let error = compared.error(|i, j| words(&product, i, j));
            self.found.push(Measured { number_type, way, error, bound: Some(bound) });
            self.works.push(Box::new(move || drop(multiply())));
        }
    }
}

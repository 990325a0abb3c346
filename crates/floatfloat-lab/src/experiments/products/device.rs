//! Products on another device.

use super::{
    ACCURATE, DIRECT, Measured, Plan, SEVERAL,
    compared::{self, Compared},
    covers, push,
};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    number_type::NumberType,
    progress::Progress,
    random::Random,
    real::Scalar,
    results::Table,
    speed::device::{Work, medians},
    timing::{Clock, medians_by, stop_if_asked},
    workloads::multi_word::{OnBoth, parts, with_multi_word},
};
use floatfloat::MultiWord;
use floatfloat_cpu::matrix::{
    Matrix, WordMatrix, accurate_product_bound, gemm_accurate_by, gemm_to_words_by,
};
use floatfloat_gpu::{DeviceNumber, Error as DeviceError};

/// The largest size on devices emulated in software, which are slow.
const LARGEST_OF_SOFTWARE: u64 = 128;

/// Adds the rows of one size.
pub(super) fn measure(
    opened: &Opened,
    options: &Options,
    plan: &Plan,
    size: u64,
    progress: &dyn Progress,
    table: &mut Table,
) -> Result<(), Error> {
    if opened.is_software() && size > LARGEST_OF_SOFTWARE && options.sizes.is_none() {
        progress.advance(plan.rounds as u64 + 1);
        return Ok(());
    }
    let mut all = All {
        opened,
        size: size as usize,
        seed: plan.seed,
        direct: Ways::default(),
        accurate: Ways::default(),
        refused: None,
    };
    if covers(options, NumberType::F32) && opened.has::<f32>() {
        all.words::<f32>()?;
    }
    if covers(options, NumberType::F64) {
        if opened.has::<f64>() {
            all.words::<f64>()?;
        }
        all.words_accurately()?;
    }
    for number_type in SEVERAL.into_iter().filter(|&number_type| covers(options, number_type)) {
        stop_if_asked(progress)?;
        with_multi_word!(number_type.into(), T => all.several::<T>(number_type)).transpose()?;
    }
    let All { mut direct, mut accurate, refused, .. } = all;
    let device = &opened.device;
    let times = medians(device, &mut direct.works, plan.sample, plan.rounds, progress)?;
    push(table, opened.id(), size, &direct.found, &times);
    // Their time may contain work of the processor, which the clock of a device does not see.
    let seconds = |work: &mut Work<'_>, runs| {
        Clock::Wall.seconds(&mut || Ok((0..runs).try_for_each(|_| work())?))
    };
    let works = &mut accurate.works;
    let quiet = WithoutSteps(progress);
    let times = medians_by(works, &seconds, (plan.sample, MOST_RUNS), plan.rounds, &quiet)?;
    push(table, opened.id(), size, &accurate.found, &times);
    if let Some(refused) = refused {
        let note = format!("{} has no accurate products: {refused}", opened.id());
        if !table.notes.contains(&note) {
            table.add_note(note);
        }
    }
    Ok(())
}

/// Passes on that the user asked to stop, but no steps.
struct WithoutSteps<'p>(&'p dyn Progress);

impl Progress for WithoutSteps<'_> {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// The most runs of a sample.
const MOST_RUNS: u32 = 64;

/// Products, and the work that is timed.
#[derive(Default)]
struct Ways<'o> {
    found: Vec<Measured>,
    works: Vec<Work<'o>>,
}

struct All<'o> {
    opened: &'o Opened,
    size: usize,
    seed: u64,
    direct: Ways<'o>,
    accurate: Ways<'o>,
    /// Why the device has no accurate products.
    refused: Option<DeviceError>,
}

impl<'o> All<'o> {
    /// Products of words.
    fn words<W: OnDevice>(&mut self) -> Result<(), Error> {
        let (size, mut random) = (self.size, Random::new(self.seed, self.size));
        let mut draw = || -> Vec<W> {
            (0..size * size).map(|_| <W as Scalar>::from_f64(random.symmetric())).collect()
        };
        let [a, b] = [draw(), draw()];
        let word = |of: &[W], i, j| vec![<W as Scalar>::to_f64(of[i * size + j])];
        let compared = Compared::new(size, self.seed, |i, j| word(&a, i, j), |i, j| word(&b, i, j));
        let product = self.direct(a, b)?;
        self.add(W::PLAIN, compared.error(|i, j| word(&product, i, j)));
        Ok(())
    }

    /// Products of `f64` by products of integers.
    fn words_accurately(&mut self) -> Result<(), Error> {
        let size = self.size;
        let [a, b] = compared::random_words(size, &mut Random::new(self.seed, size));
        let compared = compared::of_words(size, self.seed, [&a, &b]);
        let bound = Some(compared::BOUND_TO_WORDS);
        if self.opened.has::<f64>() {
            let (device, side) = (&self.opened.device, size as u64);
            let [a, b] =
                [device.upload_matrix(side, side, &a)?, device.upload_matrix(side, side, &b)?];
            let multiply = move || device.gemm_to_words(&a, &b);
            let Some(product) = self.accepted(multiply())? else { return Ok(()) };
            let product = device.download_matrix(&product)?;
            let error = compared.error(|i, j| [product[i * size + j]]);
            self.add_accurate(NumberType::F64, error, bound, move || multiply().map(drop));
            return Ok(());
        }
        let Some(mut multiplier) = self.accepted(self.opened.device.multiplier())? else {
            return Ok(());
        };
        let mut multiply = move || {
            let view = |words| WordMatrix::from_row_major(size, size, words);
            gemm_to_words_by(&mut multiplier, view(&a)?, view(&b)?)
        };
        let product = multiply()?;
        let error = compared.error(|i, j| [product[i * size + j]]);
        self.add_accurate(NumberType::F64, error, bound, move || multiply().map(drop));
        Ok(())
    }

    /// Products of numbers of several words.
    fn several<T: OnBoth>(&mut self, number_type: NumberType) -> Result<(), Error> {
        let (size, mut random) = (self.size, Random::new(self.seed, self.size));
        let [a, b] = [0, 1].map(|_| compared::random::<T>(size, &mut random));
        let words = |of: &Matrix<T>, i, j| parts(of.get(i, j).expect("the entry is there"));
        let compared =
            Compared::new(size, self.seed, |i, j| words(&a, i, j), |i, j| words(&b, i, j));
        if self.opened.has::<<T as MultiWord>::Word>() {
            let product = self.direct(a.to_row_major(), b.to_row_major())?;
            self.add(number_type, compared.error(|i, j| parts(product[i * size + j])));
        }
        if number_type == NumberType::Qd {
            return Ok(());
        }
        let bound = Some(accurate_product_bound::<T>());
        if self.opened.has::<<T as MultiWord>::Word>() {
            let (device, side) = (&self.opened.device, size as u64);
            let sent = |of: &Matrix<T>| device.upload_matrix(side, side, &of.to_row_major());
            let [a, b] = [sent(&a)?, sent(&b)?];
            let multiply = move || device.gemm_accurate(&a, &b);
            let Some(product) = self.accepted(multiply())? else { return Ok(()) };
            let product = device.download_matrix(&product)?;
            let error = compared.error(|i, j| parts(product[i * size + j]));
            self.add_accurate(number_type, error, bound, move || multiply().map(drop));
            return Ok(());
        }
        let Some(mut multiplier) = self.accepted(self.opened.device.multiplier())? else {
            return Ok(());
        };
        let mut multiply = move || gemm_accurate_by(&mut multiplier, a.view(), b.view());
        let product = multiply()?;
        let error = compared.error(|i, j| words(&product, i, j));
        self.add_accurate(number_type, error, bound, move || multiply().map(drop));
        Ok(())
    }

    /// Adds an accurate product, which is timed later.
    fn add_accurate(
        &mut self,
        number_type: NumberType,
        error: f64,
        bound: Option<f64>,
        mut multiply: impl FnMut() -> Result<(), DeviceError> + 'o,
    ) {
        let device = &self.opened.device;
        self.accurate.found.push(Measured { number_type, way: ACCURATE, error, bound });
        self.accurate.works.push(Box::new(move || {
            multiply()?;
            device.finish()
        }));
    }

    /// A result; none if the device refuses or miscomputes products of integers.
    fn accepted<R>(&mut self, result: Result<R, DeviceError>) -> Result<Option<R>, Error> {
        match result {
            Ok(result) => Ok(Some(result)),
            Err(
                error @ (DeviceError::Rejected { .. }
                | DeviceError::Unsupported { .. }
                | DeviceError::FunctionNotCertified { .. }),
            ) => {
                self.refused = Some(error);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The product by the device's operators. It is timed later.
    fn direct<N: DeviceNumber>(&mut self, a: Vec<N>, b: Vec<N>) -> Result<Vec<N>, Error> {
        let (device, side) = (&self.opened.device, self.size as u64);
        let a = device.upload_matrix(side, side, &a)?;
        let b = device.upload_matrix(side, side, &b)?;
        let product = device.download_matrix(&device.gemm(&a, &b)?)?;
        self.direct.works.push(Box::new(move || device.gemm(&a, &b).map(drop)));
        Ok(product)
    }

    fn add(&mut self, number_type: NumberType, error: f64) {
        self.direct.found.push(Measured { number_type, way: DIRECT, error, bound: None });
    }
}

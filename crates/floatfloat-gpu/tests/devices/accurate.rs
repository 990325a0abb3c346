//! Accurate products on every device have the bits of the processor's.

use crate::opened::all;
use floatfloat::{
    DoubleDouble, FloatFloat, NativeWord, QuadDouble, TripleDouble, TripleFloat, progress::Progress,
};
use floatfloat_cpu::{
    Number,
    matrix::{
        Matrix, Multiplier, WordMatrix, gemm_accurate, gemm_accurate_by, gemm_to_words,
        gemm_to_words_by,
    },
};
use floatfloat_exact::Random;
use floatfloat_gpu::{Device, DeviceNumber, Error, Select, device::DeviceMultiplier};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Numbers in −1 to 1 times powers of two up to 2^spread.
fn random<N: Number>(rows: usize, columns: usize, spread: u64, seed: u64) -> Matrix<N> {
    let mut random = Random::new(seed);
    let word = |x: f64| N::from_word(NativeWord::nearest(x));
    Matrix::from_fn(rows, columns, |_, _| {
        let mut part = || word(random.bits() as i64 as f64 * 2f64.powi(-63));
        let number = (0..3).fold(word(0.0), |sum, _| sum * word(2f64.powi(-30)) + part());
        number * word(2f64.powi(random.below(spread + 1) as i32))
    })
}

fn on_device<N: DeviceNumber + Number>(device: &Device, a: &Matrix<N>, b: &Matrix<N>) -> Vec<N> {
    let sent = |matrix: &Matrix<N>| {
        let (rows, columns) = (matrix.rows() as u64, matrix.columns() as u64);
        device.upload_matrix(rows, columns, &matrix.to_row_major()).unwrap()
    };
    let product = device.gemm_accurate(&sent(a), &sent(b)).unwrap();
    assert_eq!((product.rows(), product.columns()), (a.rows() as u64, b.columns() as u64));
    device.download_matrix(&product).unwrap()
}

fn same_bits<N: DeviceNumber + Number>(device: &Device) {
    // The last exponents differ so much that the processor computes some or all entries.
    for (seed, spread) in [(1, 0), (2, 20), (3, 60), (4, 100)] {
        for [rows, depth, columns] in [[70, 33, 130], [1, 5, 1], [3, 300, 2]] {
            let a = random::<N>(rows, depth, spread, seed);
            let b = random::<N>(depth, columns, spread, seed + 10);
            let expected = gemm_accurate(a.view(), b.view()).unwrap().to_row_major();
            let found = on_device(device, &a, &b);
            let what = format!("{} of {rows} × {depth} × {columns}, {spread}", N::NAME);
            assert_eq!(
                bytemuck::cast_slice::<N, u8>(&found),
                bytemuck::cast_slice::<N, u8>(&expected),
                "{what} on {}",
                device.description().id
            );
        }
    }
}

#[test]
fn accurate_products_have_the_bits_of_the_processor() {
    for device in all() {
        same_bits::<FloatFloat>(&device);
        same_bits::<TripleFloat>(&device);
        same_bits::<DoubleDouble>(&device);
        same_bits::<TripleDouble>(&device);
    }
}

/// More than one launch, and parts whose sums start from those before.
#[test]
fn accurate_products_in_several_pieces() {
    for device in all() {
        for [rows, depth, columns] in [[70, 300, 90], [2060, 3, 5]] {
            let a = random::<FloatFloat>(rows, depth, 4, 5);
            let b = random::<FloatFloat>(depth, columns, 4, 6);
            let mut multiplier = Little { multiplier: device.multiplier().unwrap(), added: 0 };
            let found = gemm_accurate_by(&mut multiplier, a.view(), b.view()).unwrap();
            assert!(found == gemm_accurate(a.view(), b.view()).unwrap());
            assert!(multiplier.added > 1);
        }
    }
}

/// Adds as little at once as possible.
struct Little<'d> {
    multiplier: DeviceMultiplier<'d>,
    added: usize,
}

impl Multiplier for Little<'_> {
    type Error = Error;

    fn memory(&self) -> usize {
        0
    }
    fn begin(&mut self, rows: usize, columns: usize, moduli: &[u32]) -> Result<(), Error> {
        self.multiplier.begin(rows, columns, moduli)
    }
    fn add(&mut self, left: &[u32], right: &[u32], quads: usize) -> Result<(), Error> {
        self.added += 1;
        self.multiplier.add(left, right, quads)
    }
    fn finish(&mut self) -> Result<Vec<u32>, Error> {
        self.multiplier.finish()
    }
}

/// `f64` needs no `f64` on the device.
#[test]
fn products_to_words_have_the_bits_of_the_processor() {
    let words = |seed| -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..70 * 70).map(|_| random.bits() as i64 as f64).collect()
    };
    let (a, b) = (words(7), words(8));
    let [a, b] = [&a, &b].map(|words| WordMatrix::from_row_major(70, 70, words).unwrap());
    let expected = gemm_to_words(a, b).unwrap();
    for device in all() {
        let mut multiplier = device.multiplier().unwrap();
        let found = gemm_to_words_by(&mut multiplier, a, b).unwrap();
        assert_eq!(found, expected, "{}", device.description().id);
    }
}

/// Cancels what reports.
#[derive(Default)]
struct Impatient(AtomicBool);

impl Progress for Impatient {
    fn advance(&self, _: u64, _: u64) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn an_accurate_product_is_cancelled() {
    let device = Device::open(Select::Cpu).unwrap();
    let a = device.upload_matrix(2, 2, &[DoubleDouble::ONE; 4]).unwrap();
    let impatient = device.with_progress(Arc::new(Impatient::default()));
    assert_eq!(impatient.gemm_accurate(&a, &a).err(), Some(Error::Cancelled));
    assert!(device.gemm_accurate(&a, &a).is_ok());
}

#[test]
fn accurate_products_of_what_does_not_fit() {
    let device = Device::open(Select::Cpu).unwrap();
    let empty = device.upload_matrix::<FloatFloat>(0, 3, &[]).unwrap();
    let other = device.upload_matrix(3, 0, &[]).unwrap();
    assert_eq!(device.gemm_accurate(&empty, &other).unwrap().rows(), 0);
    let zeros = device.gemm_accurate(&other, &empty).unwrap();
    assert_eq!(device.download_matrix(&zeros).unwrap(), [FloatFloat::ZERO; 9]);
    let error = device.gemm_accurate(&empty, &empty).err().unwrap();
    assert_eq!(error, Error::Length { what: "rows of b", expected: 3, given: 0 });
    let one = device.upload_matrix(1, 1, &[QuadDouble::ONE]).unwrap();
    let error = device.gemm_accurate(&one, &one).err().unwrap();
    assert!(error.to_string().contains("use gemm"), "{error}");
}

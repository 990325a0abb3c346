use super::there::{product, product_in};
use crate::{
    Device, DeviceNumber, Select,
    device::{DeviceMatrix, devices},
};
use floatfloat::{
    DoubleDouble, FloatFloat, NativeWord, QuadFloat, TripleDouble, TripleFloat, Word,
};
use floatfloat_cpu::{
    Number,
    matrix::{Matrix, gemm_accurate, steps::Goal},
};
use floatfloat_exact::Random;

/// Numbers in −1 to 1 times powers of two up to 2^spread.
fn random<N: Number>(rows: usize, columns: usize, spread: u64, seed: u64) -> Matrix<N> {
    let mut random = Random::new(seed);
    let word = |x: f64| N::from_word(NativeWord::nearest(x));
    Matrix::from_fn(rows, columns, |_, _| {
        let mut part = || word(random.bits() as i64 as f64 * 2f64.powi(-63));
        let number = (0..4).fold(word(0.0), |sum, _| sum * word(2f64.powi(-30)) + part());
        number * word(2f64.powi(random.below(spread + 1) as i32))
    })
}

/// Sums of three powers of two, the first of the same size, so that entries of products are often in the middle between two words.
fn integers<N: Number>(rows: usize, columns: usize, seed: u64) -> Matrix<N> {
    let (mut random, mut exponents) = (Random::new(seed), Random::new(seed + 1));
    let top = (N::Word::PRECISION as usize * N::WORDS * 3 / 5) as i32;
    Matrix::from_fn(rows, columns, |_, _| {
        let mut power = |exponent: i32| {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            N::from_word(NativeWord::nearest(sign * 2f64.powi(exponent)))
        };
        power(top) + power(exponents.below(top as u64) as i32) + power(exponents.below(8) as i32)
    })
}

fn sent<N: DeviceNumber + Number>(device: &Device, matrix: &Matrix<N>) -> DeviceMatrix<N> {
    let (rows, columns) = (matrix.rows() as u64, matrix.columns() as u64);
    device.upload_matrix(rows, columns, &matrix.to_row_major()).unwrap()
}

/// Compares a product that the device computes alone, in buffers of at most so many bytes, with that of the processor.
fn same_bits<N: DeviceNumber + Number>(
    device: &Device,
    [rows, depth, columns]: [usize; 3],
    spread: u64,
    most: u64,
) {
    same_bits_of(
        device,
        random::<N>(rows, depth, spread, 1),
        random::<N>(depth, columns, spread, 2),
        most,
    );
}

fn same_bits_of<N: DeviceNumber + Number>(
    device: &Device,
    mut a: Matrix<N>,
    mut b: Matrix<N>,
    most: u64,
) {
    let (rows, depth, columns) = (a.rows(), a.columns(), b.columns());
    // A row and a column of zeros.
    let zero = N::from_word(NativeWord::nearest(0.0));
    for k in 0..depth {
        assert!(a.set(rows / 2, k, zero));
        assert!(b.set(k, columns / 3, zero));
    }
    let expected = gemm_accurate(a.view(), b.view()).unwrap().to_row_major();
    let goal = Goal::of::<N>().unwrap();
    let found = product_in::<N, N>(device, &sent(device, &a), &sent(device, &b), goal, most);
    let found = found.unwrap().expect("the device computes all of it");
    let found = device.download_matrix(&found).unwrap();
    let what = format!("{} of {rows} × {depth} × {columns}", N::NAME);
    assert_eq!(
        bytemuck::cast_slice::<N, u8>(&found),
        bytemuck::cast_slice::<N, u8>(&expected),
        "{what} on {}",
        device.description().id
    );
}

fn of_integers<N: DeviceNumber + Number>(device: &Device) {
    same_bits_of(device, integers::<N>(24, 3, 7), integers::<N>(3, 20, 8), 1 << 27);
}

fn of_all_types(device: &Device, sizes: [usize; 3]) {
    of_integers::<FloatFloat>(device);
    of_integers::<TripleFloat>(device);
    of_integers::<QuadFloat>(device);
    of_integers::<DoubleDouble>(device);
    of_integers::<TripleDouble>(device);
    for spread in [0, 6] {
        same_bits::<FloatFloat>(device, sizes, spread, 1 << 27);
        same_bits::<TripleFloat>(device, sizes, spread, 1 << 27);
        same_bits::<QuadFloat>(device, sizes, spread, 1 << 27);
        same_bits::<DoubleDouble>(device, sizes, spread, 1 << 27);
        same_bits::<TripleDouble>(device, sizes, spread, 1 << 27);
    }
}

#[test]
fn the_interpreter_computes_accurate_products_alone() {
    of_all_types(&Device::open(Select::Cpu).unwrap(), [7, 9, 12]);
}

fn others() -> impl Iterator<Item = Device> {
    devices().into_iter().filter(|device| device.id != "cpu").filter_map(|description| {
        let select = description.id.parse::<Select>().expect("the name of a device");
        Device::open(select).ok()
    })
}

#[test]
fn devices_compute_accurate_products_alone() {
    for device in others() {
        of_all_types(&device, [70, 133, 37]);
        of_all_types(&device, [1, 1, 4]);
    }
}

/// Blocks of the product, and slabs of its terms.
#[test]
fn accurate_products_in_blocks() {
    for device in others() {
        same_bits::<FloatFloat>(&device, [200, 150, 200], 3, 1 << 17);
        same_bits::<DoubleDouble>(&device, [140, 1000, 133], 0, 1 << 18);
    }
}

/// Numbers in several buffers.
#[test]
fn accurate_products_of_several_panels() {
    for device in others() {
        same_bits::<FloatFloat>(&device, [5, 65_001, 3], 0, 1 << 27);
    }
}

#[test]
fn what_the_device_cannot_do_is_left_to_the_processor() {
    let device = Device::open(Select::Cpu).unwrap();
    let goal = Goal::of::<DoubleDouble>().unwrap();
    let number = DoubleDouble::from;
    for entries in
        [[1.0, f64::NAN], [f64::INFINITY, 1.0], [1e-310, 0.0], [1e300, 1e-300], [1e200, 1e200]]
    {
        let a = device.upload_matrix(1, 2, &entries.map(number)).unwrap();
        let b = device.upload_matrix(2, 1, &[1e-300, 1e200].map(number)).unwrap();
        let alone = product::<_, DoubleDouble>(&device, &a, &b, goal).unwrap();
        assert!(alone.is_none(), "{entries:?}");
        let host = |words: [f64; 2], rows| {
            Matrix::from_row_major(rows, 2 / rows, &words.map(number)).unwrap()
        };
        let expected = gemm_accurate(host(entries, 1).view(), host([1e-300, 1e200], 2).view());
        let found = device.gemm_accurate(&a, &b).unwrap();
        let found = device.download_matrix(&found).unwrap();
        let bits = |number: &DoubleDouble| number.hi().to_bits();
        assert_eq!(bits(&found[0]), bits(&expected.unwrap().get(0, 0).unwrap()), "{entries:?}");
    }
}

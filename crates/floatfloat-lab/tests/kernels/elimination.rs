//! Gaussian elimination on the processor against straightforward code, and every other device of this
//! machine against the processor, bit for bit.

use crate::{
    opened::{all, others},
    support::ordinary,
};
use floatfloat::{DoubleWord, FloatFloat, NativeWord};
use floatfloat_gpu::{Circuit, Device, DeviceNumber, DeviceWord, Error, Select, Wire, WordType};
use floatfloat_lab::kernels::elimination::Elimination;
use std::ops::{Add, Div, Mul, Sub};

fn elimination<N>(device: &Device, block: [u32; 2]) -> Elimination
where
    N: DeviceNumber,
    N::Recorded: Mul<Output = N::Recorded> + Sub<Output = N::Recorded> + Div<Output = N::Recorded>,
{
    let fused = device.lowering(<N::Word as DeviceWord>::TYPE).unwrap().fused;
    let divide = |a: N::Recorded, pivot: N::Recorded| a / pivot;
    let update = |a: N::Recorded, m: N::Recorded, b: N::Recorded| a - m * b;
    Elimination {
        divide: Circuit::record2(fused, divide).unwrap(),
        update: Circuit::record3(fused, update).unwrap(),
        block,
    }
}

/// Row by row, as in a textbook.
fn plain<N>(a: &mut [N], rows: usize, columns: usize)
where
    N: Copy + Mul<Output = N> + Sub<Output = N> + Div<Output = N>,
{
    for t in 0..rows.saturating_sub(1) {
        for i in t + 1..rows {
            let m = a[i * columns + t] / a[t * columns + t];
            for j in t..columns {
                a[i * columns + j] = a[i * columns + j] - m * a[t * columns + j];
            }
        }
    }
}

/// Numbers whose diagonal is large, so that no pivot is small.
fn matrix<N: DeviceNumber + From<f32> + Add<Output = N>>(
    numbers: Vec<N>,
    columns: usize,
) -> Vec<N> {
    let large = |(i, x): (usize, N)| if i % (columns + 1) == 0 { x + N::from(3e6) } else { x };
    numbers.into_iter().enumerate().map(large).collect()
}

fn run<N: DeviceNumber>(
    device: &Device,
    a: &[N],
    rows: usize,
    how: &Elimination,
) -> Result<Vec<N>, Error> {
    let columns = a.len() / rows;
    let mut matrix = device.upload_matrix(rows as u64, columns as u64, a)?;
    how.run(device, &mut matrix)?;
    device.download_matrix(&matrix)
}

fn bits<N: DeviceNumber>(numbers: &[N]) -> &[u8] {
    bytemuck::cast_slice(numbers)
}

const BLOCKS: [[u32; 2]; 4] = [[4, 4], [8, 8], [16, 16], [32, 2]];

/// Every size by another block, against what is expected of so many rows, so eliminated.
fn check<N>(
    device: &Device,
    numbers: impl Fn(usize) -> Vec<N>,
    expected: impl Fn(Vec<N>, usize, &Elimination) -> Vec<N>,
) where
    N: DeviceNumber + From<f32> + Add<Output = N>,
    N::Recorded: Mul<Output = N::Recorded> + Sub<Output = N::Recorded> + Div<Output = N::Recorded>,
{
    for (n, block) in [1, 5, 64, 100].into_iter().zip(BLOCKS) {
        let a = matrix(numbers(n * (n + 1)), n + 1);
        let how = elimination::<N>(device, block);
        let found = run(device, &a, n, &how).unwrap();
        let expected = expected(a.clone(), n, &how);
        assert!(bits(&found) == bits(&expected), "{} of side {n} by {block:?}", N::NAME);
        assert!(n == 1 || bits(&found) != bits(&a), "nothing was done");
    }
}

fn words<F: NativeWord>(count: usize) -> Vec<F> {
    ordinary::<F>(count, 1).iter().map(|number| number.hi()).collect()
}

fn by_loops<N>(mut a: Vec<N>, rows: usize, _: &Elimination) -> Vec<N>
where
    N: Copy + Mul<Output = N> + Sub<Output = N> + Div<Output = N>,
{
    let columns = a.len() / rows;
    plain(&mut a, rows, columns);
    a
}

#[test]
fn on_the_processor_it_is_the_textbooks() {
    let device = Device::open(Select::Cpu).unwrap();
    check::<f32>(&device, words, by_loops);
    check::<f64>(&device, words, by_loops);
    check::<DoubleWord<f32>>(&device, |n| ordinary(n, 1), by_loops);
    check::<DoubleWord<f64>>(&device, |n| ordinary(n, 1), by_loops);
}

#[test]
fn devices_give_the_processors_bits() {
    fn on<N: DeviceNumber>(device: &Device) -> impl Fn(Vec<N>, usize, &Elimination) -> Vec<N> {
        move |a, rows, how| run(device, &a, rows, how).unwrap()
    }
    for device in others() {
        let reference = &device.reference();
        check::<f32>(&device, words, on(reference));
        check::<DoubleWord<f32>>(&device, |n| ordinary(n, 1), on(reference));
        if device.lowering(WordType::F64).is_ok() {
            check::<f64>(&device, words, on(reference));
            check::<DoubleWord<f64>>(&device, |n| ordinary(n, 1), on(reference));
        }
    }
}

/// Rows so long that the matrix is in several buffers.
#[test]
fn a_matrix_in_several_buffers() {
    let (rows, columns) = (5, 1_000_000);
    let a = matrix::<f32>(words(rows * columns), columns);
    let mut expected = a.clone();
    plain(&mut expected, rows, columns);
    for device in all() {
        let found = run(&device, &a, rows, &elimination::<f32>(&device, [16, 16])).unwrap();
        assert!(bits(&found) == bits(&expected), "{}", device.description().id);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let device = Device::open(Select::Cpu).unwrap();
    let right = elimination::<f32>(&device, [16, 16]);
    let error = run(&device, &[1f32; 6], 3, &right).unwrap_err();
    assert!(matches!(error, Error::Length { expected: 3, given: 2, .. }), "{error}");
    for block in [[0, 1], [1, 0], [64, 32], [u32::MAX, 2]] {
        let error = run(&device, &[1f32; 6], 2, &elimination::<f32>(&device, block)).unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{block:?}: {error}");
    }
    let wide = elimination::<FloatFloat>(&device, [8, 8]);
    let error = run(&device, &[1f32; 6], 2, &wide).unwrap_err();
    let what = "words of a parameter";
    assert_eq!(error, Error::Length { what, expected: 1, given: 2 });
    let flat = |fused| Circuit::record2(fused, |a: Wire<f32>, _: Wire<f32>| a).unwrap();
    let error =
        run(&device, &[1f32; 6], 2, &Elimination { update: flat(false), ..right }).unwrap_err();
    assert_eq!(error, Error::Length { what: "parameters of a function", expected: 3, given: 2 });
}

//! LU decompositions, whose bits depend on no block.

use crate::{opened::others, support::ordinary};
use floatfloat::{DoubleWord, FloatFloat, NativeWord};
use floatfloat_gpu::{Circuit, Device, DeviceNumber, DeviceWord, Error, Select, WordType};
use floatfloat_lab::kernels::lu::LuKernels;
use std::ops::{Add, Div, Mul, Sub};

const SIZES: [usize; 4] = [1, 5, 64, 100];
const BLOCKS: [u32; 6] = [4, 7, 8, 16, 32, 64];

fn kernels<N>(device: &Device, block: u32) -> LuKernels
where
    N: DeviceNumber,
    N::Recorded: Mul<Output = N::Recorded> + Sub<Output = N::Recorded> + Div<Output = N::Recorded>,
{
    let fused = device.lowering(<N::Word as DeviceWord>::TYPE).unwrap().fused;
    let update = |a: N::Recorded, l: N::Recorded, u: N::Recorded| a - l * u;
    let divide = |a: N::Recorded, pivot: N::Recorded| a / pivot;
    LuKernels {
        update: Circuit::record3(fused, update).unwrap(),
        divide: Circuit::record2(fused, divide).unwrap(),
        block,
    }
}

/// Three loops.
fn plain<N>(a: &mut [N], n: usize)
where
    N: Copy + Mul<Output = N> + Sub<Output = N> + Div<Output = N>,
{
    for k in 0..n {
        for i in k + 1..n {
            a[i * n + k] = a[i * n + k] / a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] = a[i * n + j] - a[i * n + k] * a[k * n + j];
            }
        }
    }
}

fn run<N: DeviceNumber>(
    device: &Device,
    a: &[N],
    n: usize,
    how: &LuKernels,
) -> Result<Vec<N>, Error> {
    let matrix = device.upload_matrix(n as u64, (a.len() / n) as u64, a)?;
    let found = device.download_matrix(&how.run(device, &matrix)?)?;
    assert!(bits(&device.download_matrix(&matrix)?) == bits(a), "the operand has changed");
    Ok(found)
}

fn bits<N: DeviceNumber>(numbers: &[N]) -> &[u8] {
    bytemuck::cast_slice(numbers)
}

/// Numbers whose diagonal is large, so that no pivot is small.
fn matrix<N: DeviceNumber + From<f32> + Add<Output = N>>(numbers: Vec<N>, n: usize) -> Vec<N> {
    let large = |(i, x): (usize, N)| if i % (n + 1) == 0 { x + N::from(3e6) } else { x };
    numbers.into_iter().enumerate().map(large).collect()
}

fn check<N>(
    device: &Device,
    numbers: impl Fn(usize) -> Vec<N>,
    expected: impl Fn(Vec<N>, usize) -> Vec<N>,
) where
    N: DeviceNumber + From<f32> + Add<Output = N>,
    N::Recorded: Mul<Output = N::Recorded> + Sub<Output = N::Recorded> + Div<Output = N::Recorded>,
{
    for n in SIZES {
        let a = matrix(numbers(n * n), n);
        let expected = expected(a.clone(), n);
        assert!(n == 1 || bits(&expected) != bits(&a), "nothing was done");
        for block in BLOCKS {
            let name = format!("{}: {} of side {n} by {block}", device.description().id, N::NAME);
            match run(device, &a, n, &kernels::<N>(device, block)) {
                Err(Error::Unsupported { what, .. }) => {
                    let most = device.backend().workgroup_limits().bytes;
                    let needed = u64::from(block * (block + 2)) * size_of::<N>() as u64;
                    assert!(needed > most, "{name}: {what}");
                    assert!(what.contains("out of resources: a block of 64 × 64 needs"), "{what}");
                }
                found => assert!(bits(&found.unwrap()) == bits(&expected), "{name}"),
            }
        }
    }
}

fn words<F: NativeWord>(count: usize) -> Vec<F> {
    ordinary::<F>(count, 1).iter().map(|number| number.hi()).collect()
}

#[test]
fn on_the_processor_no_block_changes_the_bits_of_the_plain_loops() {
    fn by_loops<N>(mut a: Vec<N>, n: usize) -> Vec<N>
    where
        N: Copy + Mul<Output = N> + Sub<Output = N> + Div<Output = N>,
    {
        plain(&mut a, n);
        a
    }
    let device = Device::open(Select::Cpu).unwrap();
    check::<f32>(&device, words, by_loops);
    check::<f64>(&device, words, by_loops);
    check::<DoubleWord<f32>>(&device, |n| ordinary(n, 1), by_loops);
    check::<DoubleWord<f64>>(&device, |n| ordinary(n, 1), by_loops);
}

fn on_reference<N>(device: &Device) -> impl Fn(Vec<N>, usize) -> Vec<N>
where
    N: DeviceNumber,
    N::Recorded: Mul<Output = N::Recorded> + Sub<Output = N::Recorded> + Div<Output = N::Recorded>,
{
    let (reference, how) = (device.reference(), kernels::<N>(device, 10));
    move |a, n| run(&reference, &a, n, &how).unwrap()
}

#[test]
fn devices_give_the_processors_bits() {
    for device in others() {
        check::<f32>(&device, words, on_reference(&device));
        check::<DoubleWord<f32>>(&device, |n| ordinary(n, 1), on_reference(&device));
        if device.lowering(WordType::F64).is_ok() {
            check::<f64>(&device, words, on_reference(&device));
            check::<DoubleWord<f64>>(&device, |n| ordinary(n, 1), on_reference(&device));
        }
    }
}

/// In several buffers: of the matrix with elements min(i, j) + 1 all of L and U is 1, exactly.
#[test]
fn a_matrix_in_several_buffers() {
    let n = 2100;
    let a: Vec<f32> = (0..n * n).map(|i| (i / n).min(i % n) as f32 + 1.0).collect();
    let device = Device::open(Select::Cpu).unwrap();
    let found = run(&device, &a, n, &kernels::<f32>(&device, 32)).unwrap();
    assert_eq!(found.iter().position(|&x| x != 1.0), None);
}

#[test]
fn what_does_not_fit_is_refused() {
    let device = Device::open(Select::Cpu).unwrap();
    let right = kernels::<f32>(&device, 8);
    let error = run(&device, &[1f32; 6], 3, &right).unwrap_err();
    assert!(matches!(error, Error::Length { expected: 3, given: 2, .. }), "{error}");
    for block in [0, 65, u32::MAX] {
        let error = run(&device, &[1f32; 4], 2, &kernels::<f32>(&device, block)).unwrap_err();
        assert!(error.to_string().contains("take 1 to 64"), "{error}");
    }
    let error = run(&device, &[1f32; 4], 2, &kernels::<FloatFloat>(&device, 8)).unwrap_err();
    let what = "words of a parameter";
    assert_eq!(error, Error::Length { what, expected: 1, given: 2 });
    let tall = vec![1f32; 0];
    let none = device.upload_matrix(0, 0, &tall).unwrap();
    assert_eq!(right.run(&device, &none).unwrap().rows(), 0);
}

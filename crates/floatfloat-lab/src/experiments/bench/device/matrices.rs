//! Products of matrices.

use super::{Contest, Entry, Sizes, same_pairs, same_words};
use crate::{
    devices::{OnDevice, Opened},
    number_type::NumberType,
    real::Scalar,
    speed::device::HostArrays,
};
use floatfloat_gpu::{Device, Error, Number, WordType, device::AnyArray};

/// Rows, depth and columns of the product that is verified: no multiples of the tiles.
const FEW: [usize; 3] = [70, 33, 67];

/// Enters the product of square matrices of words and of double-words, and for `f64` that of the
/// library of the device's vendor where it is installed.
pub(super) fn enter<'d, W: OnDevice>(
    contest: &mut Contest<'d>,
    opened: &'d Opened,
    reference: &Device,
    sizes: Sizes,
    seed: u64,
) -> Result<(), Error> {
    let device = &opened.device;
    let few = HostArrays::<W>::new(FEW[1] * FEW[0].max(FEW[2]), seed);
    let many = HostArrays::<W>::new(sizes.side * sizes.side, seed);
    let high = |host: &HostArrays<W>| {
        [&host.x, &host.y].map(|numbers| numbers.iter().map(|number| number.hi()).collect())
    };
    let [few_words, many_words]: [[Vec<W>; 2]; 2] = [high(&few), high(&many)];
    let fused = u32::from(opened.fused::<W>());
    let verified =
        same_words::<W>(few_product(device, &few_words)?, few_product(reference, &few_words)?);
    let entry = |number_type: NumberType, flops, verified| Entry {
        op: "gemm",
        number_type,
        work: "gemm",
        elements: sizes.side * sizes.side,
        operations: (sizes.side as f64).powi(3),
        flops,
        bytes: 0.0,
        verified,
    };
    contest.entries.push(entry(W::PLAIN, 2 - fused, verified));
    push(contest, device, &many_words, sizes.side)?;
    let vendors = match W::TYPE {
        WordType::F64 => vendor_product(device, &few_words, FEW)?,
        _ => None,
    };
    if let Some(found) = vendors {
        let verified = nearly_same(&found, &few_product(reference, &few_words)?);
        let work = "gemm of the vendor";
        contest.entries.push(Entry { work, ..entry(W::PLAIN, 2 - fused, verified) });
        let [x, y] = [device.upload(&many_words[0])?, device.upload(&many_words[1])?];
        let (product, side) = (device.upload(&many_words[0])?, sizes.side);
        contest.works.push(Box::new(move || {
            vendor_gemm(device, [&x, &y, &product], [side; 3]).unwrap_or(Ok(()))
        }));
    }

    let few = [&few.x, &few.y].map(|numbers| W::pairs(numbers).to_vec());
    let many = [&many.x, &many.y].map(|numbers| W::pairs(numbers).to_vec());
    let verified = same_pairs::<W>(few_product(device, &few)?, few_product(reference, &few)?);
    let flops = super::flops_of_pairs::<W>(opened).iter().sum();
    contest.entries.push(entry(W::PAIR, flops, verified));
    push(contest, device, &many, sizes.side)
}

/// The product of the matrices that are verified.
fn few_product<N: Number>(device: &Device, numbers: &[Vec<N>; 2]) -> Result<Vec<N>, Error> {
    let [rows, depth, columns] = FEW;
    let (x, y) = (&numbers[0][..rows * depth], &numbers[1][..depth * columns]);
    let x = device.upload_matrix(rows as u64, depth as u64, x)?;
    let y = device.upload_matrix(depth as u64, columns as u64, y)?;
    device.download_matrix(&device.gemm(&x, &y)?)
}

/// The product of `f64` matrices by the library of the device's vendor, where there is one: rows, depth
/// and columns as given.
fn vendor_gemm(
    device: &Device,
    arrays: [&dyn AnyArray; 3],
    [rows, depth, columns]: [usize; 3],
) -> Option<Result<(), Error>> {
    let [x, y, product] = arrays.map(|array| array.buffers().first());
    let (rows, depth, columns) = (rows as u32, depth as u32, columns as u32);
    device.backend().vendor()?.gemm_f64([x?, y?, product?], rows, columns, depth)
}

/// The results of that product.
fn vendor_product<W: OnDevice>(
    device: &Device,
    numbers: &[Vec<W>; 2],
    sides: [usize; 3],
) -> Result<Option<Vec<W>>, Error> {
    let [rows, depth, columns] = sides;
    let x = device.upload(&numbers[0][..rows * depth])?;
    let y = device.upload(&numbers[1][..depth * columns])?;
    let product = device.upload(&vec![W::default(); rows * columns])?;
    match vendor_gemm(device, [&x, &y, &product], sides) {
        None => Ok(None),
        Some(result) => {
            result?;
            device.download(&product).map(Some)
        }
    }
}

/// Whether products agree but for the order of their sums, which the vendor's library is free to choose.
fn nearly_same<W: OnDevice>(found: &[W], expected: &[W]) -> bool {
    let number = <W as Scalar>::to_f64;
    let largest = expected.iter().map(|&word| number(word).abs()).fold(0.0, f64::max);
    let close = |(&x, &y): (&W, &W)| (number(x) - number(y)).abs() <= 1e-12 * largest;
    found.len() == expected.len() && found.iter().zip(expected).all(close)
}

fn push<'d, N: Number>(
    contest: &mut Contest<'d>,
    device: &'d Device,
    numbers: &[Vec<N>; 2],
    side: usize,
) -> Result<(), Error> {
    let side = side as u64;
    let x = device.upload_matrix(side, side, &numbers[0])?;
    let y = device.upload_matrix(side, side, &numbers[1])?;
    contest.works.push(Box::new(move || device.gemm(&x, &y).map(drop)));
    Ok(())
}

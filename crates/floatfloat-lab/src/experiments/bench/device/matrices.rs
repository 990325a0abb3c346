//! Products of matrices.

use super::{Contest, Entry, Operands, pairs, words};
use crate::{devices::OnDevice, real::Scalar, speed::device::HostArrays};
use floatfloat_gpu::{Device, DeviceNumber, Error, WordType, device::AnyArray};

/// Rows, depth and columns of the product that is verified. They are not multiples of the tiles.
const FEW: [usize; 3] = [70, 33, 67];

impl Contest<'_> {
    /// Adds the product of square matrices of words and of double-words and, for `f64`, that of the
    /// vendor's library if it is installed.
    pub(super) fn enter_products<W: OnDevice>(&mut self) -> Result<(), Error> {
        let (device, side) = (&self.opened.device, self.sizes.side);
        let counts = [FEW[1] * FEW[0].max(FEW[2]), side * side];
        let host = counts.map(|count| HostArrays::new(count, self.seed));
        let (words, fused) = (words::<W>(&host), u32::from(self.opened.fused::<W>()));
        words.product(self, 2 - fused)?;
        let vendors = match W::TYPE {
            WordType::F64 => vendor_product(device, &words.few, FEW)?,
            _ => None,
        };
        if let Some(found) = vendors {
            let verified = nearly_same(&found, &few_product(&self.reference, &words.few)?);
            let entry = words.entry(side, 2 - fused, verified);
            self.entries.push(Entry { work: "gemm of the vendor", ..entry });
            let [x, y] = [device.upload(&words.many[0])?, device.upload(&words.many[1])?];
            let product = device.upload(&words.many[0])?;
            self.works.push(Box::new(move || {
                vendor_gemm(device, [&x, &y, &product], [side; 3]).unwrap_or(Ok(()))
            }));
        }
        let flops = super::flops_of_pairs::<W>(self.opened).iter().sum();
        pairs::<W>(&host).product(self, flops)
    }
}

impl<N: DeviceNumber> Operands<N> {
    fn entry(&self, side: usize, flops: u32, verified: bool) -> Entry {
        Entry {
            op: "gemm",
            number_type: self.number_type,
            work: "gemm",
            elements: side * side,
            operations: (side as f64).powi(3),
            flops,
            bytes: 0.0,
            verified,
        }
    }

    fn product(&self, contest: &mut Contest<'_>, flops: u32) -> Result<(), Error> {
        let (device, side) = (&contest.opened.device, contest.sizes.side);
        let (found, expected) =
            (few_product(device, &self.few)?, few_product(&contest.reference, &self.few)?);
        contest.entries.push(self.entry(side, flops, (self.same)(found, expected)));
        let side = side as u64;
        let x = device.upload_matrix(side, side, &self.many[0])?;
        let y = device.upload_matrix(side, side, &self.many[1])?;
        contest.works.push(Box::new(move || device.gemm(&x, &y).map(drop)));
        Ok(())
    }
}

/// The product of the matrices that are verified.
fn few_product<N: DeviceNumber>(device: &Device, numbers: &[Vec<N>; 2]) -> Result<Vec<N>, Error> {
    let [rows, depth, columns] = FEW;
    let (x, y) = (&numbers[0][..rows * depth], &numbers[1][..depth * columns]);
    let x = device.upload_matrix(rows as u64, depth as u64, x)?;
    let y = device.upload_matrix(depth as u64, columns as u64, y)?;
    device.download_matrix(&device.gemm(&x, &y)?)
}

/// The product of `f64` matrices by the vendor's library, if there is one, with the given rows, depth
/// and columns.
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

/// Whether products agree except for the order of their sums, which the vendor's library may choose.
fn nearly_same<W: OnDevice>(found: &[W], expected: &[W]) -> bool {
    let number = <W as Scalar>::to_f64;
    let largest = expected.iter().map(|&word| number(word).abs()).fold(0.0, f64::max);
    let close = |(&x, &y): (&W, &W)| (number(x) - number(y)).abs() <= 1e-12 * largest;
    found.len() == expected.len() && found.iter().zip(expected).all(close)
}

//! Every device of this machine against the processor: the same bits from everything that `Device`
//! offers, at sizes around those where kernels change.

use crate::{
    opened::others,
    support::{assert_same, ordinary, same},
};
use floatfloat::{DoubleWord, FloatFloat, NativeWord};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, Recorded, Wire, WordType, program::SEGMENT,
};

/// Runs a check in both words on every device that has them.
fn on_each(check: impl Fn(&Device, &Device, WordType)) {
    for device in others() {
        let reference = device.reference();
        for word in [WordType::F32, WordType::F64] {
            if device.lowering(word).is_ok() {
                check(&device, &reference, word);
            }
        }
    }
}

fn maps<F>(device: &Device, x: &[DoubleWord<F>], y: &[DoubleWord<F>]) -> [Vec<DoubleWord<F>>; 3]
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
    DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
{
    let run = || -> Result<_, Error> {
        let (x, y) = (device.upload(x)?, device.upload(y)?);
        let two = device.map2(&x, &y, |x: DoubleWord<Wire<F>>, y: DoubleWord<Wire<F>>| {
            (x * y - x / y).sqrt()
        })?;
        let one = device.map1(&x, |x: DoubleWord<Wire<F>>| x.recip() + x.constant(0.1))?;
        let three = device.map3(
            &x,
            &y,
            &two,
            |x: DoubleWord<Wire<F>>, y: DoubleWord<Wire<F>>, z: DoubleWord<Wire<F>>| {
                DoubleWord::select(x.less(y), x.mul_add(y, x), z.abs())
            },
        )?;
        Ok([device.download(&two)?, device.download(&one)?, device.download(&three)?])
    };
    run().unwrap_or_else(|error| panic!("{error}"))
}

fn check_maps<F>(device: &Device, reference: &Device)
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
    DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
{
    for size in [0, 1, 255, 256, 257, 65537, (1 << 18) + 1] {
        let (x, y) = (ordinary::<F>(size, 1), ordinary::<F>(size, 2));
        let (ours, expected) = (maps(device, &x, &y), maps(reference, &x, &y));
        for (place, (ours, expected)) in ours.iter().zip(&expected).enumerate() {
            assert_same(ours, expected, &format!("map {} of {size}", place + 1));
        }
    }
}

#[test]
fn maps_give_the_same_bits() {
    on_each(|device, reference, word| match word {
        WordType::F64 => check_maps::<f64>(device, reference),
        _ => check_maps::<f32>(device, reference),
    });
}

/// Remainders are exact, and so independent of how quotients are computed.
#[test]
fn rounding_comparisons_and_remainders_give_the_same_bits() {
    type Wires = DoubleWord<Wire<f32>>;
    on_each(|device, reference, word| {
        if word != WordType::F32 {
            return;
        }
        let (x, y) = (ordinary::<f32>(5000, 1), ordinary::<f32>(5000, 2));
        let on = |device: &Device| -> Result<[Vec<FloatFloat>; 2], Error> {
            let (x, y) = (device.upload(&x)?, device.upload(&y)?);
            let rest = device.map2(&x, &y, |x: Wires, y: Wires| x.rem_bounded(y))?;
            let whole = device.map2(&x, &y, |x: Wires, y: Wires| {
                let [floor, ceil] = [x.floor(), y.ceil()];
                DoubleWord::select(x.less(y), floor.max(ceil), x.trunc().min(y.round()))
            })?;
            Ok([device.download(&rest)?, device.download(&whole)?])
        };
        let (ours, expected) = (on(device).unwrap(), on(reference).unwrap());
        assert_same(&ours[0], &expected[0], "remainders");
        assert_same(&ours[1], &expected[1], "integers");
        for ((&x, &y), &rest) in x.iter().zip(&y).zip(&ours[0]) {
            match (x / y).abs().hi() < 2f32.powi(44) {
                true => assert_eq!(rest, x % y, "{x:?} % {y:?}"),
                false => assert!(rest.is_nan(), "{x:?} % {y:?}"),
            }
        }
    });
}

fn check_sums<F>(device: &Device, reference: &Device)
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
{
    for size in [0, 1, 255, 2048, 2049, (1 << 20) + 1] {
        let (x, y) = (ordinary::<F>(size, 3), ordinary::<F>(size, 4));
        let on = |device: &Device| -> Result<[DoubleWord<F>; 2], Error> {
            let (x, y) = (device.upload(&x)?, device.upload(&y)?);
            Ok([device.sum(&x)?, device.dot(&x, &y)?])
        };
        assert_same(&on(device).unwrap(), &on(reference).unwrap(), &format!("sums of {size}"));
    }
}

#[test]
fn sums_give_the_same_bits() {
    on_each(|device, reference, word| match word {
        WordType::F64 => check_sums::<f64>(device, reference),
        _ => check_sums::<f32>(device, reference),
    });
}

fn check_matrices<F>(device: &Device, reference: &Device)
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
{
    for side in [1, 63, 64, 65, 130] {
        let (rows, columns, depth) = (side, side + 3, side + 1);
        let numbers = |count: u64, seed| ordinary::<F>(count as usize, seed);
        let (a, b, v) = (numbers(rows * depth, 5), numbers(depth * columns, 6), numbers(depth, 7));
        let on = |device: &Device| -> Result<[Vec<DoubleWord<F>>; 2], Error> {
            let a = device.upload_matrix(rows, depth, &a)?;
            let b = device.upload_matrix(depth, columns, &b)?;
            let product = device.gemm(&a, &b)?;
            let vector = device.gemv(&a, &device.upload(&v)?)?;
            Ok([device.download_matrix(&product)?, device.download(&vector)?])
        };
        let (ours, expected) = (on(device).unwrap(), on(reference).unwrap());
        assert_same(&ours[0], &expected[0], &format!("gemm of side {side}"));
        assert_same(&ours[1], &expected[1], &format!("gemv of side {side}"));
    }
}

#[test]
fn matrix_products_give_the_same_bits() {
    on_each(|device, reference, word| match word {
        WordType::F64 => check_matrices::<f64>(device, reference),
        _ => check_matrices::<f32>(device, reference),
    });
}

/// More groups than one dimension of a launch may have, and more elements than one buffer.
#[test]
fn long_arrays_give_the_same_bits() {
    on_each(|device, reference, word| {
        if word != WordType::F32 {
            return;
        }
        let size = (65535 * 256 + 1).max(SEGMENT as usize + 257);
        let x: Vec<f32> = (0..size).map(|i| (i % 1021) as f32 - 509.5).collect();
        let on = |device: &Device| -> Result<(Vec<f32>, f32), Error> {
            let x = device.upload(&x)?;
            let squares = device.map1(&x, |x: Wire<f32>| x * x - x)?;
            Ok((device.download(&squares)?, device.sum(&squares)?))
        };
        let (ours, expected) = (on(device).unwrap(), on(reference).unwrap());
        let differs = (0..size).find(|&i| !same(ours.0[i], expected.0[i]));
        assert_eq!((ours.0.len(), differs), (size, None), "map of {size}");
        assert!(same(ours.1, expected.1), "sum of {size}: {} and {}", ours.1, expected.1);
    });
}

/// More rows than a dimension of a launch has groups for.
#[test]
fn tall_matrices_give_the_same_bits() {
    on_each(|device, reference, word| {
        if word != WordType::F32 {
            return;
        }
        let rows = 1 << 22;
        let a: Vec<f32> = (0..rows).map(|i| (i % 1021) as f32 - 509.5).collect();
        let on = |device: &Device| -> Result<Vec<f32>, Error> {
            let a = device.upload_matrix(rows, 1, &a)?;
            let b = device.upload_matrix(1, 1, &[1.1])?;
            device.download_matrix(&device.gemm(&a, &b)?)
        };
        let (ours, expected) = (on(device).unwrap(), on(reference).unwrap());
        assert!(ours.iter().zip(&expected).all(|(&a, &b)| same(a, b)), "{}", ours.len());
    });
}

#[test]
fn fused_recordings_are_refused_where_nothing_is_fused() {
    on_each(|device, _, word| {
        if word != WordType::F32 || device.lowering(word).unwrap().fused {
            return;
        }
        let product = Circuit::record1(true, |x: DoubleWord<Wire<f32>>| x * x).unwrap();
        let x = device.upload(&ordinary::<f32>(10, 1)).unwrap();
        let error = device.map::<DoubleWord<f32>>(&product, &[&x]).err().expect("it is refused");
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    });
}

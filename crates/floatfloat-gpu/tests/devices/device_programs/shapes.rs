//! Reductions of any state and any workgroup: against straightforward code on the
//! processor, and every other device of this machine against the processor, bit for bit.

use crate::opened::all;
use crate::support::{self, ordinary, same};
use floatfloat::{DoubleWord, NativeWord, eft::two_sum};
use floatfloat_gpu::{
    Accumulation, Circuit, Device, DeviceNumber, DeviceWord, Error, LaunchShape, Select, Wire,
    WordType,
};

/// Runs a check on every device with f32, and with f64 where it has that.
fn on_each(of_f32: impl Fn(&Device), of_f64: impl Fn(&Device)) {
    for device in all() {
        of_f32(&device);
        if device.lowering(WordType::F64).is_ok() {
            of_f64(&device);
        }
    }
}

fn words<E: DeviceWord>(
    device: &Device,
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Circuit {
    let fused = device.lowering(E::TYPE).unwrap().fused;
    Circuit::record_words(fused, parameters, &[result], computation).unwrap()
}

/// A word, 2Sum's errors beside it: Ogita, Rump and Oishi's Sum2.
fn sum2<E: DeviceWord>(device: &Device) -> Accumulation {
    let accumulate = words::<E>(device, &[2, 1], 2, |w| {
        let (sum, error) = two_sum(w[0], w[2]);
        vec![sum, w[1] + error]
    });
    let merge = words::<E>(device, &[2, 2], 2, |w| {
        let (sum, error) = two_sum(w[0], w[2]);
        vec![sum, w[1] + w[3] + error]
    });
    let finish = words::<E>(device, &[2], 1, |w| vec![w[0] + w[1]]);
    Accumulation::new(&[-0.0, 0.0], accumulate, merge, finish).unwrap()
}

/// The same in plain code, lane by lane, then in halves, then group by group in order of the
/// default shape, which is one group here.
fn sum2_plain<F: NativeWord>(x: &[F], LaunchShape { groups, lanes }: LaunchShape) -> F {
    let (groups, lanes) = (groups as usize, lanes as usize);
    let empty = (-F::default(), F::default());
    let merge = |a: (F, F), b: (F, F)| {
        let (sum, error) = two_sum(a.0, b.0);
        (sum, a.1 + b.1 + error)
    };
    let halves = |mut states: Vec<(F, F)>| {
        while states.len() > 1 {
            let other = states.split_off(states.len() / 2);
            states.iter_mut().zip(other).for_each(|(state, other)| *state = merge(*state, other));
        }
        states[0]
    };
    let lane = |first: usize| {
        x.iter().skip(first).step_by(lanes * groups).fold(empty, |(sum, errors), &x| {
            let (sum, error) = two_sum(sum, x);
            (sum, errors + error)
        })
    };
    let states: Vec<_> =
        (0..groups).map(|g| halves((0..lanes).map(|l| lane(g * lanes + l)).collect())).collect();
    let (sum, errors) = if groups == 1 {
        states[0]
    } else {
        assert!(groups <= 2048, "merged by one group");
        let lane = |l: usize| states.iter().skip(l).step_by(256).fold(empty, |s, &x| merge(s, x));
        halves((0..256).map(lane).collect())
    };
    sum + errors
}

const SHAPES: [(u32, u32); 9] =
    [(1, 1), (1, 2), (1, 32), (1, 256), (3, 64), (50, 32), (300, 32), (7, 1), (2, 512)];

fn check_sums<F>(device: &Device)
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    let (reference, sum2) = (device.reference(), sum2::<F>(device));
    let dot = Accumulation::dot::<DoubleWord<F>>(device.lowering(F::TYPE).unwrap().fused);
    for size in [1, 5, 64, 100, 5000] {
        let numbers = ordinary::<F>(size, 1);
        let x: Vec<F> = numbers.iter().map(|number| number.hi()).collect();
        let array = device.upload(&x).unwrap();
        let on = |device: &Device, shape| -> Result<DoubleWord<F>, Error> {
            let x = device.upload(&numbers)?;
            device.reduce_with(&dot, &[&x, &x], shape)
        };
        for (groups, lanes) in SHAPES {
            let shape = LaunchShape { groups, lanes };
            let found: F = match device.reduce_with(&sum2, &[&array], Some(shape)) {
                Err(Error::Unsupported { what, .. }) if lanes > 256 => {
                    assert!(what.contains("workgroups have at most"), "{what}");
                    continue;
                }
                found => found.unwrap(),
            };
            let expected = sum2_plain(&x, shape);
            assert!(same(found, expected), "{size}, {shape:?}: {found} instead of {expected}");
            let [found, expected] = [device, &reference].map(|on_it| on(on_it, Some(shape)));
            support::assert_same(&[found.unwrap()], &[expected.unwrap()], &format!("{shape:?}"));
        }
        let x = device.upload(&numbers).unwrap();
        let [found, expected] = [on(device, None).unwrap(), device.dot(&x, &x).unwrap()];
        support::assert_same(&[found], &[expected], "the default shape");
    }
    let none = device.upload::<F>(&[]).unwrap();
    let shape = Some(LaunchShape { groups: 3, lanes: 2 });
    assert_eq!(device.reduce_with::<F>(&sum2, &[&none], shape).unwrap(), F::default());
}

#[test]
fn reductions_have_the_order_that_the_caller_chooses() {
    on_each(check_sums::<f32>, check_sums::<f64>);
}

#[test]
fn reductions_that_do_not_fit_are_refused() {
    let device = Device::open(Select::Cpu).unwrap();
    let sum2 = sum2::<f32>(&device);
    let (x, y) = (device.upload(&[1f32; 10]).unwrap(), device.upload(&[1f32; 11]).unwrap());
    let wide = device.upload(&[DoubleWord::from_parts(1f64, 0.0); 10]).unwrap();
    let reduce = |arrays: &[&dyn floatfloat_gpu::device::AnyArray], groups, lanes| {
        device.reduce_with::<f32>(&sum2, arrays, Some(LaunchShape { groups, lanes })).unwrap_err()
    };
    assert!(matches!(reduce(&[&x, &y], 1, 1), Error::Length { expected: 1, given: 2, .. }));
    assert!(matches!(reduce(&[&wide], 1, 1), Error::Length { .. }));
    for (groups, lanes) in [(0, 1), (1, 0), (1, 3), (1, 2048), (1 << 31, 32)] {
        let error = reduce(&[&x], groups, lanes);
        assert!(matches!(error, Error::Unsupported { .. }), "{groups}, {lanes}: {error}");
    }
    let dot = Accumulation::dot::<f32>(true);
    let error = device.reduce_with::<f32>(&dot, &[&x, &y], None).unwrap_err();
    assert_eq!(error, Error::Length { what: "array", expected: 10, given: 11 });
    let merge = || words::<f32>(&device, &[2, 2], 2, |w| w[..2].to_vec());
    let finish = |width| words::<f32>(&device, &[width], 1, |w| vec![w[0]]);
    let short = words::<f32>(&device, &[2], 2, |w| w.to_vec());
    let refused = Accumulation::new(&[0.0; 2], merge(), merge(), finish(3)).unwrap_err();
    assert_eq!(refused, Error::Length { what: "words of a parameter", expected: 2, given: 3 });
    let refused = Accumulation::new(&[0.0; 2], short, merge(), finish(2)).unwrap_err();
    assert_eq!(refused, Error::Length { what: "arrays to reduce", expected: 1, given: 0 });
    let other = words::<f64>(&device, &[2], 1, |w| vec![w[0]]);
    let refused = Accumulation::new(&[0.0; 2], merge(), merge(), other).unwrap_err();
    assert!(matches!(refused, Error::NoWord { word: WordType::F32, .. }), "{refused}");
}

/// A state that is too wide for the memory that a workgroup shares.
#[test]
fn shared_memory_that_runs_out_is_said() {
    for device in all() {
        let circuit =
            |words_in: &[usize], out| words::<f32>(&device, words_in, out, |w| w[..out].to_vec());
        let wide = Accumulation::new(
            &[0.0; 100],
            circuit(&[100, 1], 100),
            circuit(&[100, 100], 100),
            circuit(&[100], 1),
        );
        let wide = wide.unwrap();
        let x = device.upload(&[1f32; 10]).unwrap();
        let shape = LaunchShape { groups: 1, lanes: 256 };
        match device.reduce_with::<f32>(&wide, &[&x], Some(shape)) {
            Ok(_) => assert!(device.backend().workgroup_limits().bytes >= 100 * 4 * 256),
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains("out of resources") && text.contains("102400"), "{text}");
            }
        }
        let shape = LaunchShape { groups: 1, lanes: 8 };
        assert_eq!(device.reduce_with::<f32>(&wide, &[&x], Some(shape)), Ok(0.0));
    }
}

#[test]
fn recordings_of_words_give_as_many_as_they_say() {
    let error = Circuit::record_words::<f32>(true, &[2], &[1], |w| w.to_vec()).unwrap_err();
    let what = "words of the results of a recording";
    assert_eq!(error, Error::Length { what, expected: 1, given: 2 });
}

/// Mesa's driver for the processor ends loops after 65535 rounds, without a word.
#[test]
fn no_loop_is_longer_than_the_device_bears() {
    let count = 70_000;
    for device in all() {
        let ones = vec![1.0_f32; count];
        let x = device.upload(&ones).unwrap();
        let sum = Accumulation::sum::<f32>(device.lowering(WordType::F32).unwrap().fused);
        let alone = LaunchShape { groups: 1, lanes: 1 };
        match device.reduce_with::<f32>(&sum, &[&x], Some(alone)) {
            Err(Error::Unsupported { what, .. }) => {
                assert!(
                    device.description().software && what.contains("70000 iterations"),
                    "{what}"
                );
            }
            result => assert_eq!(result.unwrap(), count as f32),
        }
        let a = device.upload_matrix(1, count as u64, &ones).unwrap();
        let b = device.upload_matrix(count as u64, 1, &ones).unwrap();
        let product = device.gemm(&a, &b).unwrap();
        assert_eq!(device.download_matrix(&product).unwrap(), [count as f32]);
    }
}

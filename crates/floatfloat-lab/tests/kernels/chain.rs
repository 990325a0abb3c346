//! Chains of any state by any workgroup: against straightforward code on the processor, and every
//! other device of this machine against the processor, bit for bit.

use crate::{
    opened::{all, others},
    support::{assert_same, ordinary},
};
use floatfloat::{
    DoubleWord, FloatFloat, NativeWord, Operation, Word, double_word::mul_dw3::MulDw3,
};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, Recorded, Select, Wire, WordType,
};
use floatfloat_lab::kernels::chain::Chain;

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

const CHAINS: usize = 16;

/// Sixteen chains of double-words, from a word, to a double-word: 32 words of state.
fn sixteen<E: DeviceWord>(device: &Device, lanes: u32) -> Chain {
    let pair = |w: &[Wire<E>], k: usize| DoubleWord::from_normalized(w[2 * k], w[2 * k + 1]);
    Chain {
        begin: words::<E>(device, &[1], 2 * CHAINS, |w| {
            (0..CHAINS).flat_map(|k| [w[0] * w[0].constant(k as f64), w[0].constant(0.0)]).collect()
        }),
        step: words::<E>(device, &[2 * CHAINS, 2], 2 * CHAINS, |w| {
            let c = pair(w, CHAINS);
            let step = |k| pair(w, k) + c;
            (0..CHAINS).map(step).flat_map(|x| [x.hi(), x.lo()]).collect()
        }),
        finish: words::<E>(device, &[2 * CHAINS], 2, |w| {
            let sum = (1..CHAINS).fold(pair(w, 0), |sum, k| sum + pair(w, k));
            vec![sum.hi(), sum.lo()]
        }),
        unrolled: 3,
        lanes,
    }
}

fn check_chains<F>(device: &Device)
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    for (size, lanes) in [(1, 1), (5, 1), (64, 64), (100, 33), (512, 512), (3000, 256)] {
        let numbers = ordinary::<F>(size, 1);
        let x: Vec<F> = numbers.iter().map(|number| number.hi()).collect();
        let of_x = device.upload(&x).unwrap();
        let chain = sixteen::<F>(device, lanes);
        for constants in [&numbers[..], &numbers[..1]] {
            let c = device.upload(constants).unwrap();
            let found = match chain.run::<_, _, DoubleWord<F>>(device, &of_x, &c, 4) {
                Err(Error::Unsupported { what, .. }) if lanes > 256 => {
                    assert!(what.contains("workgroups have at most"), "{what}");
                    continue;
                }
                found => device.download(&found.unwrap()).unwrap(),
            };
            let expected: Vec<_> = (0..size)
                .map(|i| {
                    let c = constants[i % constants.len()];
                    let begin = |k: usize| DoubleWord::from(x[i] * F::nearest(k as f64));
                    let end = |k| (0..12).fold(begin(k), |state, _| state + c);
                    (1..CHAINS).fold(end(0), |sum, k| sum + end(k))
                })
                .collect();
            assert_same(&found, &expected, &format!("{size} by {lanes}"));
        }
    }
}

#[test]
fn chains_of_any_state_by_any_workgroup() {
    on_each(check_chains::<f32>, check_chains::<f64>);
}

#[test]
fn chains_that_do_not_fit_are_refused() {
    let device = Device::open(Select::Cpu).unwrap();
    let (x, c) = (device.upload(&[1f32; 3]).unwrap(), device.upload(&[1f32; 2]).unwrap());
    let step = words::<f32>(&device, &[1, 1], 1, |w| vec![w[0] + w[1]]);
    let chain = Chain::of_step(step, 1);
    let run = |chain: &Chain| chain.run::<_, _, f32>(&device, &x, &c, 1).err().unwrap();
    assert_eq!(run(&chain), Error::Length { what: "c", expected: 3, given: 2 });
    for lanes in [0, 1025] {
        let chain = Chain { lanes, ..chain.clone() };
        let error = chain.run::<_, _, f32>(&device, &x, &x, 1).err().unwrap();
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
    }
    let finish = words::<f32>(&device, &[2], 1, |w| vec![w[0]]);
    let error = run(&Chain { finish, ..chain.clone() });
    assert_eq!(error, Error::Length { what: "words of a parameter", expected: 1, given: 2 });
    let begin = words::<f64>(&device, &[1], 1, |w| w.to_vec());
    assert!(matches!(run(&Chain { begin, ..chain }), Error::NoWord { .. }));
}

#[test]
fn repeat_an_operation_in_chains() {
    let device = Device::open(Select::Cpu).unwrap();
    let (x, c) = (ordinary::<f32>(1000, 1), ordinary::<f32>(1000, 2));
    let (a, b) = (device.upload(&x).unwrap(), device.upload(&c).unwrap());
    type Ff = DoubleWord<Wire<f32>>;
    let step = Circuit::record2(true, |x: Ff, c: Ff| x * c + c).unwrap();
    let found = Chain::of_step(step, 3).run(&device, &a, &b, 7).unwrap();
    let chain = |(&x, &c): (&FloatFloat, &FloatFloat)| (0..21).fold(x, |x, _| x * c + c);
    let expected: Vec<_> = x.iter().zip(&c).map(chain).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "chain");

    let step = Circuit::of_operation::<MulDw3, f32>(true);
    let found = Chain::of_step(step, 3).run(&device, &a, &b, 7).unwrap();
    let chain = |(&x, &c): (&FloatFloat, &FloatFloat)| (0..21).fold(x, |x, _| MulDw3::apply(x, c));
    let expected: Vec<_> = x.iter().zip(&c).map(chain).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "chain of an operation");
}

fn check_steps<F>(device: &Device, reference: &Device)
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
    DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
{
    let (x, c) = (ordinary::<F>(5000, 8), ordinary::<F>(5000, 9));
    let on = |device: &Device| -> Result<_, Error> {
        let (x, c) = (device.upload(&x)?, device.upload(&c)?);
        let step = |x: DoubleWord<Wire<F>>, c: DoubleWord<Wire<F>>| x / c + c;
        let step = Circuit::record2(device.lowering(F::TYPE)?.fused, step)?;
        device.download(&Chain::of_step(step, 4).run::<_, _, DoubleWord<F>>(device, &x, &c, 5)?)
    };
    assert_same(&on(device).unwrap(), &on(reference).unwrap(), "chains");
}

#[test]
fn chains_give_the_same_bits() {
    for device in others() {
        let reference = device.reference();
        check_steps::<f32>(&device, &reference);
        if device.lowering(WordType::F64).is_ok() {
            check_steps::<f64>(&device, &reference);
        }
    }
}

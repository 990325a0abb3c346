//! Numbers of three and four words: recordings against the same code run on words, and every device of this
//! machine against the processor, bit for bit.

use crate::{
    flushing::{keeps_subnormals, left_out},
    support::{ordinary, same},
};
use floatfloat::{
    DoubleWord, MultiWord, NativeWord, NoFma, QuadWord, TripleWord, WordArray,
    multi_word::operation::Operation,
    operation::Fma,
    registry::{OPERATIONS_OF_SEVERAL_WORDS, SeveralWordsVisitor, for_each_of_several_words},
};
use floatfloat_gpu::{Circuit, Device, DeviceNumber, DeviceWord, Error, Select, Wire, WordType};

/// Quotients, which fill all words, with a neighbour's negative now and then.
fn quotients<N: MultiWord<Word: NativeWord>>(count: usize, seed: u64) -> Vec<N> {
    let three = N::Word::nearest(3.0);
    let quotient = |x: DoubleWord<N::Word>| N::from_word(x.hi()) / N::from_word(three + x.lo());
    ordinary::<N::Word>(count, seed).into_iter().map(quotient).collect()
}

/// Every pair of special values.
fn special<N: MultiWord<Word: NativeWord>>() -> [Vec<N>; 2] {
    let values = [0.0, 1.0, f64::INFINITY, f64::NAN, f64::MAX, 1e-310, 3e38, 1e-40];
    let numbers = values.map(|value| N::from_word(N::Word::nearest(value)));
    // The lower words of negated numbers are −0.
    let all: Vec<N> = numbers.into_iter().flat_map(|number| [number, -number]).collect();
    all.iter().flat_map(|&x| all.iter().map(move |&y| (x, y))).unzip().into()
}

/// Quotients, and behind them special values.
fn operands<N: MultiWord<Word: NativeWord>>(count: usize, seed: u64) -> [Vec<N>; 2] {
    let [mut x, mut y] = [seed, seed + 1].map(|seed| quotients(count, seed));
    let [special_x, special_y] = special::<N>();
    x.extend(special_x);
    y.extend(special_y);
    [x, y]
}

fn words<N: MultiWord>(number: N) -> Vec<N::Word> {
    number.parts().into_iter().collect()
}

fn assert_same<N: MultiWord<Word: NativeWord>>(found: &[N], expected: &[N], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let (found, expected) = (words(found), words(expected));
        let all = found.iter().zip(&expected).all(|(&a, &b)| same(a, b));
        assert!(all, "{what}, element {i}: {found:?} instead of {expected:?}");
    }
}

/// Every operation of the registry, recorded and run on the processor, and run on words.
struct Registry<F> {
    word: std::marker::PhantomData<F>,
    seen: usize,
}

impl<F: NativeWord + DeviceWord> SeveralWordsVisitor for Registry<F> {
    fn visit<O: Operation>(&mut self) {
        self.seen += 1;
        let [x, y] = operands::<O::Number<F>>(3_000, 1);
        let flat = |numbers: &[O::Number<F>]| -> Vec<F> {
            numbers.iter().flat_map(|&number| words(number)).collect()
        };
        let operands = [flat(&x), flat(&y)];
        for fused in [true, false] {
            if !fused && O::INFO.fma == Fma::Required {
                continue;
            }
            let circuit = Circuit::of_operation_on_several_words::<O, F>(fused);
            let found = circuit.run(&[&operands[0], &operands[1]]).unwrap();
            for (i, (&x, &y)) in x.iter().zip(&y).enumerate() {
                let expected = if fused {
                    words(O::apply(x, y))
                } else {
                    let wrapped = |number: O::Number<F>| -> O::Number<NoFma<F>> {
                        let parts = number.parts();
                        MultiWord::from_normalized(WordArray::from_fn(|k| NoFma(parts[k])))
                    };
                    words(O::apply(wrapped(x), wrapped(y))).iter().map(|word| word.0).collect()
                };
                let found = &found[i * expected.len()..][..expected.len()];
                let all = found.iter().zip(&expected).all(|(&a, &b)| same(a, b));
                let name = O::INFO.name;
                assert!(all, "{name}, fused {fused}, {i}: {found:?} instead of {expected:?}");
            }
        }
    }
}

#[test]
fn recorded_operations_have_the_bits_of_words() {
    fn check<F: NativeWord + DeviceWord>() {
        let mut registry = Registry::<F> { word: std::marker::PhantomData, seen: 0 };
        for_each_of_several_words(&mut registry);
        assert_eq!(registry.seen, OPERATIONS_OF_SEVERAL_WORDS.len());
    }
    check::<f32>();
    check::<f64>();
}

/// What is computed on a device: maps with every operator, reductions, products of matrices.
struct Computed<N> {
    maps: Vec<Vec<N>>,
    totals: [N; 2],
    products: [Vec<N>; 2],
}

fn operators<M: MultiWord>() -> [fn(M, M) -> M; 10] {
    [
        |x, y| x + y,
        |x, y| x - y,
        |x, y| x * y,
        |x, y| x / y,
        |x, y| x + y.hi(),
        |x, y| x * y.hi(),
        |x, y| x / y.hi(),
        |x, _| x.sqrt(),
        |x, y| x.mul_add(y, x),
        |x, y| M::select(x.less(y), x.abs(), y),
    ]
}

/// Maps of all numbers, totals of the first `ordinary` ones.
fn compute<N, F>(
    device: &Device,
    [x, y]: &[Vec<N>; 2],
    ordinary: usize,
    side: u64,
) -> Result<Computed<N>, Error>
where
    F: NativeWord + DeviceWord,
    N: DeviceNumber<Word = F> + MultiWord<Word = F>,
    N::Recorded: MultiWord<Word = Wire<F>>,
{
    type R<N> = <N as DeviceNumber>::Recorded;
    let (xs, ys) = (device.upload(x)?, device.upload(y)?);
    let map = |function: fn(R<N>, R<N>) -> R<N>| -> Result<Vec<N>, Error> {
        device.download(&device.map2(&xs, &ys, function)?)
    };
    let maps = operators::<R<N>>().into_iter().map(map).collect::<Result<_, _>>()?;
    // Special values would make NaN of every total.
    let (xs, ys) = (device.upload(&x[..ordinary])?, device.upload(&y[..ordinary])?);
    let totals = [device.sum(&xs)?, device.dot(&xs, &ys)?];
    let (a, v) = (&x[..(side * side) as usize], &y[..side as usize]);
    let a = device.upload_matrix(side, side, a)?;
    let square = device.download_matrix(&device.gemm(&a, &a)?)?;
    let products = [square, device.download(&device.gemv(&a, &device.upload(v)?)?)?];
    Ok(Computed { maps, totals, products })
}

/// The processor's device has the bits of operators on single numbers.
fn check_processor<N, F>()
where
    F: NativeWord + DeviceWord,
    N: DeviceNumber<Word = F> + MultiWord<Word = F>,
    N::Recorded: MultiWord<Word = Wire<F>>,
{
    const ORDINARY: usize = 2_000;
    let all = operands::<N>(ORDINARY, 3);
    let found = compute::<N, F>(&Device::open(Select::Cpu).unwrap(), &all, ORDINARY, 5).unwrap();
    let [x, y] = all;
    for (k, (function, found)) in operators::<N>().iter().zip(&found.maps).enumerate() {
        let expected: Vec<N> = x.iter().zip(&y).map(|(&x, &y)| function(x, y)).collect();
        assert_same(found, &expected, &format!("{}, map {k}", <N as DeviceNumber>::NAME));
    }
    // The sum is near that of the operators.
    let total = x[..ORDINARY].iter().fold(N::from_word(F::default()), |sum, &x| sum + x);
    let magnitude = x[..ORDINARY].iter().fold(N::from_word(F::default()), |sum, &x| sum + x.abs());
    let bits = F::PRECISION as i32 * <N as MultiWord>::WORDS as i32;
    let allowed = magnitude * F::nearest(2f64.powi(14 - bits));
    assert!((found.totals[0] - total).abs().less(allowed), "{}", <N as DeviceNumber>::NAME);
}

#[test]
fn the_processor_has_the_bits_of_operators() {
    check_processor::<TripleWord<f32>, f32>();
    check_processor::<QuadWord<f32>, f32>();
    check_processor::<TripleWord<f64>, f64>();
    check_processor::<QuadWord<f64>, f64>();
}

fn check_device<N, F>(device: &Device)
where
    F: NativeWord + DeviceWord,
    N: DeviceNumber<Word = F> + MultiWord<Word = F>,
    N::Recorded: MultiWord<Word = Wire<F>>,
{
    const ORDINARY: usize = 5_000;
    let all = operands::<N>(ORDINARY, 5);
    let on = |device: &Device| compute::<N, F>(device, &all, ORDINARY, 33);
    let name = <N as DeviceNumber>::NAME;
    let (ours, expected) = (on(device).unwrap(), on(&device.reference()).unwrap());
    let flat = |numbers: &[N]| -> Vec<F> { numbers.iter().flat_map(|&x| words(x)).collect() };
    let [x, y] = all.each_ref().map(|numbers| flat(numbers));
    let fused = device.lowering(F::TYPE).unwrap().fused;
    let maps = ours.maps.iter().zip(&expected.maps).zip(operators::<N::Recorded>());
    for (k, ((ours, expected), function)) in maps.enumerate() {
        let circuit = Circuit::record2(fused, function).unwrap();
        let out = left_out(device, &circuit, &[&x, &y]);
        let elements = ours.iter().zip(expected).zip(out);
        let (ours, expected): (Vec<N>, Vec<N>) =
            elements.filter(|(_, out)| !out).map(|(both, _)| both).unzip();
        assert_same(&ours, &expected, &format!("{name}, map {k}"));
    }
    // Products of the last words are subnormal.
    if !keeps_subnormals(device, F::TYPE) {
        return;
    }
    assert_same(&ours.totals, &expected.totals, &format!("{name}, totals"));
    for (ours, expected) in ours.products.iter().zip(&expected.products) {
        assert_same(ours, expected, &format!("{name}, product"));
    }
}

#[test]
fn devices_have_the_bits_of_the_processor() {
    for device in crate::opened::others() {
        println!("{}", device.description().id);
        if device.lowering(WordType::F32).is_ok() {
            check_device::<TripleWord<f32>, f32>(&device);
            check_device::<QuadWord<f32>, f32>(&device);
        }
        if device.lowering(WordType::F64).is_ok() {
            check_device::<TripleWord<f64>, f64>(&device);
            check_device::<QuadWord<f64>, f64>(&device);
        }
    }
}

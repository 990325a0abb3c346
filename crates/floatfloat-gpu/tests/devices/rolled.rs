//! Functions of more steps of integers than a compiler should see.

use crate::{
    soft::by_integers,
    support::{assert_same, ordinary},
};
use floatfloat::{DoubleWord, NativeWord, Word};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Lowering, Program, Recorded, Wire, WordType,
    backend::Launch,
    emit::{spirv, wgsl},
    lowering::Products,
};

/// A function of as many steps as `products`, of which some choose.
fn long<W: Word>(x: DoubleWord<W>, products: usize) -> DoubleWord<W> {
    (0..products).fold(x, |sum, k| {
        let next = if k % 5 == 0 { (sum / x).sqrt() } else { sum * x - x };
        DoubleWord::select(next.less(x), next, x.abs())
    })
}

/// Functions of more operations of integers than a compiler should see.
#[test]
fn long_functions_run_as_loops_over_their_steps() {
    fn runs<F>(device: &Device)
    where
        F: NativeWord + DeviceWord,
        DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
        DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
    {
        let numbers: Vec<_> = ordinary::<F>(400, 5);
        let x = device.upload(&numbers).unwrap();
        for products in [3, 40] {
            let function = |x: DoubleWord<Wire<F>>| long(x, products);
            let circuit = Circuit::record1(true, function).unwrap();
            let program = Program::map(circuit, vec![false], false);
            let lowering = device.lowering(F::TYPE).unwrap();
            let shader = wgsl::module(&program, &lowering).unwrap();
            assert_eq!(shader.steps > 0, products == 40, "{} steps", shader.steps);
            let found = device.download(&device.map1(&x, function).unwrap()).unwrap();
            let expected: Vec<_> = numbers.iter().map(|&x| long(x, products)).collect();
            assert_same(&found, &expected, "long");
        }
        // Elementary functions are long, and examined in a loop over elements, too.
        let found = device.download(&device.map1(&x, |x| x.exp()).unwrap()).unwrap();
        let expected: Vec<_> = numbers.iter().map(|&x| x.exp()).collect();
        assert_same(&found, &expected, "exp");
    }
    let folder = tempfile::tempdir().unwrap();
    for device in by_integers(folder.path()) {
        runs::<f64>(&device);
        runs::<f32>(&device);
    }
}

/// Compilers see each kind of step once: what is longer has more steps in the buffer, not more text.
#[test]
fn the_text_of_long_functions_does_not_grow() {
    let shader = |products| {
        let function = |x: DoubleWord<Wire<f64>>| long(x, products);
        let program = Program::map(Circuit::record1(true, function).unwrap(), vec![false], false);
        for products in [Products::Halves, Products::Wide] {
            let lowering = Lowering { products, ..Lowering::INTEGERS };
            let text = wgsl::module(&program, &lowering).unwrap().text;
            spirv::compile(&text, false).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
        wgsl::module(&program, &Lowering::INTEGERS).unwrap()
    };
    let (some, many) = (shader(40), shader(80));
    let lines = |shader: &wgsl::Shader| shader.text.lines().count();
    assert_eq!(lines(&some), lines(&many));
    assert!(many.steps > 19 * some.steps / 10 && many.constants.len() > some.constants.len());
}

/// Where a driver would end a loop too early without a word, the launch is refused.
#[test]
fn loops_that_a_driver_ends_early_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let devices = by_integers(folder.path()).into_iter();
    for device in devices.filter(|device| device.description().software) {
        let function = |x: DoubleWord<Wire<f64>>| long(x, 40);
        let program = Program::map(Circuit::record1(true, function).unwrap(), vec![false], true);
        let kernel = device.backend().compile(&program, &device.lowering(WordType::F64).unwrap());
        let kernel = kernel.unwrap();
        let [x, out] = [(); 2].map(|()| device.backend().allocate(16_000).unwrap());
        let launch = |stride| {
            let arguments = [0, 1000, 0, stride, 0, 0, 0, 0];
            let (buffers, groups) = (&[&x, &out][..], [4, 1]);
            device.backend().launch(&Launch { kernel: &kernel, buffers, arguments, groups })
        };
        let error = launch(2).unwrap_err().to_string();
        assert!(error.contains("65535") && error.contains("steps"), "{error}");
        launch(1000).unwrap();
    }
}

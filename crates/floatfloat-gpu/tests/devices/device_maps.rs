//! Maps and chains on the CPU device against the same code on the host, bit for bit.

use crate::support::{assert_same, ordinary, same};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord, Operation, QuadDouble, QuadWord, TripleFloat,
    TripleWord, WideFloatFloat, WideRange, Word, double_word::add_network::AddNetwork,
};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, Recorded, Select, Wire, device::AnyArray,
    program::SEGMENT,
};

fn cpu() -> Device {
    Device::open(Select::Cpu).unwrap()
}

/// A function written once, for the host and for a recording.
fn formula<W: Word>(a: DoubleWord<W>, b: DoubleWord<W>) -> DoubleWord<W> {
    (a * b - a / b).sqrt() + a.constant(0.1)
}

fn maps_of<F>(sizes: &[usize])
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
    DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
{
    let device = cpu();
    for &size in sizes {
        let (x, y) = (ordinary::<F>(size, 1), ordinary::<F>(size, 2));
        let (a, b) = (device.upload(&x).unwrap(), device.upload(&y).unwrap());
        let c = device.map2(&a, &b, formula).unwrap();
        let expected: Vec<_> = x.iter().zip(&y).map(|(&x, &y)| formula(x, y)).collect();
        assert_same(&device.download(&c).unwrap(), &expected, &format!("{size} elements"));
    }
}

#[test]
fn of_float_float() {
    maps_of::<f32>(&[0, 1, 255, 256, 257, 10_000]);
}

#[test]
fn of_double_double() {
    maps_of::<f64>(&[0, 1, 255, 256, 257, 10_000]);
}

#[test]
fn of_arrays_of_several_segments() {
    let device = cpu();
    for size in [SEGMENT as usize + 1, 65535 * 256 + 1] {
        let x: Vec<f32> = (0..size).map(|i| i as f32).collect();
        let a = device.upload(&x).unwrap();
        assert_eq!(a.buffers().len(), size.div_ceil(SEGMENT as usize));
        let squares = device.download(&device.map1(&a, |a| a * a + a).unwrap()).unwrap();
        assert!(squares.iter().zip(&x).all(|(&found, &x)| found == x * x + x), "{size}");
    }
}

#[test]
fn of_one_and_of_three_arrays() {
    let device = cpu();
    let [x, y, z] = [1, 2, 3].map(|seed| ordinary::<f64>(1000, seed));
    let [a, b, c] = [&x, &y, &z].map(|numbers| device.upload(numbers).unwrap());
    let found = device.map1(&a, |a| a.abs().sqrt()).unwrap();
    let expected: Vec<_> = x.iter().map(|x| x.abs().sqrt()).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "one");
    let found = device.map3(&a, &b, &c, |a, b, c| a * b + c).unwrap();
    let expected: Vec<_> = (0..x.len()).map(|i| x[i] * y[i] + z[i]).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "three");
    let found = device.axpy(x[1], &a, &b).unwrap();
    let expected: Vec<_> = (0..x.len()).map(|i| x[1].mul_add(x[i], y[i])).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "axpy");
}

#[test]
fn of_numbers_of_different_widths() {
    let device = cpu();
    let x = ordinary::<f32>(1000, 1);
    let y: Vec<f32> = ordinary::<f32>(1000, 2).iter().map(|y| y.hi()).collect();
    let (a, b) = (device.upload(&x).unwrap(), device.upload(&y).unwrap());
    let found = device.map2(&a, &b, |a, b| a / b).unwrap();
    let expected: Vec<_> = x.iter().zip(&y).map(|(&x, &y)| x / y).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "ff / f32");
    let highs = device.download(&device.map2(&b, &a, |b, a| a.hi() * b).unwrap()).unwrap();
    assert!((0..y.len()).all(|i| same(highs[i], x[i].hi() * y[i])));
}

#[test]
fn choose_without_branches_and_repair_special_values() {
    let device = cpu();
    let words =
        [0.0, -0.0, 1.0, -3.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5e-324];
    let pairs = words.iter().flat_map(|&x| words.map(|y| (x, y)));
    let (x, y): (Vec<_>, Vec<_>) =
        pairs.map(|(x, y)| (DoubleDouble::from(x), DoubleDouble::from(y))).unzip();
    let (a, b) = (device.upload(&x).unwrap(), device.upload(&y).unwrap());
    fn larger<W: Word>(a: DoubleWord<W>, b: DoubleWord<W>) -> DoubleWord<W> {
        DoubleWord::select(a.less(b), b, a)
    }
    macro_rules! compare {
        ($($function:expr),*) => {$(
            let found = device.map2(&a, &b, $function).unwrap();
            let expected: Vec<_> = x.iter().zip(&y).map(|(&x, &y)| $function(x, y)).collect();
            assert_same(&device.download(&found).unwrap(), &expected, stringify!($function));
        )*};
    }
    compare!(|a, b| a + b, |a, b| a - b, |a, b| a * b, |a, b| a / b, larger);
    let roots = device.download(&device.map1(&a, |a| a.sqrt()).unwrap()).unwrap();
    let expected: Vec<_> = x.iter().map(|x| x.sqrt()).collect();
    assert_same(&roots, &expected, "square root");
}

/// An `f64` in a closure is the nearest number of the type, on either side of an operator.
#[test]
fn constants_stand_on_either_side() {
    let device = cpu();
    macro_rules! with_constants {
        ($($number:ty: $numbers:expr;)*) => {$(
            let x: Vec<$number> = $numbers;
            let a = device.upload(&x).unwrap();
            let found = device.map1(&a, |a| (0.1 + a * 0.3 - 7.0) / 1.1 + (1.0 / a - 0.7) * (2.0 - a * 3.0)).unwrap();
            let expected: Vec<$number> = x
                .iter()
                .map(|&x| {
                    let [tenth, three_tenths, seven, divisor, one, seven_tenths, two, three] =
                        [0.1, 0.3, 7.0, 1.1, 1.0, 0.7, 2.0, 3.0].map(|value| x.constant(value));
                    (tenth + x * three_tenths - seven) / divisor + (one / x - seven_tenths) * (two - x * three)
                })
                .collect();
            let bits = |numbers: &[$number]| bytemuck::cast_slice::<_, u32>(numbers).to_vec();
            assert_eq!(
                bits(&device.download(&found).unwrap()),
                bits(&expected),
                stringify!($number)
            );
        )*};
    }
    with_constants! {
        f32: ordinary::<f32>(100, 7).iter().map(|x| x.hi()).collect();
        f64: ordinary::<f64>(100, 7).iter().map(|x| x.hi()).collect();
        FloatFloat: ordinary(100, 7);
        DoubleDouble: ordinary(100, 7);
        TripleFloat: ordinary::<f32>(100, 7).into_iter().map(TripleFloat::from).collect();
        QuadDouble: ordinary::<f64>(100, 7).into_iter().map(QuadDouble::from).collect();
        WideFloatFloat: ordinary::<f32>(100, 7).into_iter().map(WideFloatFloat::from_double_word).collect();
    }
}

/// An `f64` in a comparison is the nearest number of the type.
#[test]
fn constants_stand_in_comparisons() {
    let device = cpu();
    macro_rules! compared {
        ($($number:ty, $recorded:ident: $numbers:expr;)*) => {$(
            let mut x: Vec<$number> = $numbers;
            let tenth = x[0].constant(0.1);
            x[0] = tenth;
            let a = device.upload(&x).unwrap();
            let found = device
                .map1(&a, |a| {
                    let larger = $recorded::select(a.less(0.1), -a, a * 2.0);
                    let smaller = $recorded::select(a.less_or_equal(0.1), larger * 3.0, larger);
                    $recorded::select(a.equal(0.1), a.constant(5.0), smaller)
                })
                .unwrap();
            let found = device.download(&found).unwrap();
            assert_eq!(found[0], x[0].constant(5.0), stringify!($number));
            for (&found, &x) in found.iter().zip(&x).skip(1) {
                let expected = if x < tenth { -x * x.constant(3.0) } else { x * x.constant(2.0) };
                assert_eq!(found, expected, "{} {x}", stringify!($number));
            }
        )*};
    }
    compared! {
        f32, Wire: ordinary::<f32>(100, 7).iter().map(|x| x.hi()).collect();
        FloatFloat, DoubleWord: ordinary(100, 7);
        DoubleDouble, DoubleWord: ordinary(100, 7);
        TripleFloat, TripleWord: ordinary::<f32>(100, 7).into_iter().map(TripleFloat::from).collect();
        QuadDouble, QuadWord: ordinary::<f64>(100, 7).into_iter().map(QuadDouble::from).collect();
        WideFloatFloat, WideRange: ordinary::<f32>(100, 7).into_iter().map(WideFloatFloat::from_double_word).collect();
    }
}

/// A closure counts with what it captures: its type alone does not say what it computes.
#[test]
fn closures_of_one_type_with_different_captures_are_different_functions() {
    fn plus(
        term: f64,
    ) -> impl Fn(DoubleWord<Wire<f64>>, DoubleWord<Wire<f64>>) -> DoubleWord<Wire<f64>> {
        move |a, b| a * b + a.constant(term)
    }
    let device = cpu();
    let (x, y) = (ordinary::<f64>(100, 5), ordinary::<f64>(100, 6));
    let (a, b) = (device.upload(&x).unwrap(), device.upload(&y).unwrap());
    for term in [1.0, 0.1, 1.0] {
        let pairs = x.iter().zip(&y);
        let expected: Vec<_> = pairs.map(|(&x, &y)| x * y + x.constant(term)).collect();
        let found = device.download(&device.map2(&a, &b, plus(term)).unwrap()).unwrap();
        assert_same(&found, &expected, "map2");
        let function = device.function2::<DoubleDouble, DoubleDouble, _>(plus(term)).unwrap();
        let result = device.new_array(100).unwrap();
        for _ in 0..2 {
            function.call_into(&a, &b, &result).unwrap();
            assert_same(&device.download(&result).unwrap(), &expected, "function2");
        }
        assert_same(&device.download(&function.call(&a, &b).unwrap()).unwrap(), &expected, "call");
    }
    let function = device.function2::<DoubleDouble, DoubleDouble, _>(plus(1.0)).unwrap();
    let short = device.upload(&y[1..]).unwrap();
    let refused = function.call(&a, &short).err();
    assert_eq!(refused, Some(Error::Length { what: "array", expected: 100, given: 99 }));
}

#[test]
fn refuse_what_does_not_fit() {
    let device = cpu();
    let (a, b) = (device.upload(&[1f32; 10]).unwrap(), device.upload(&[1f32; 9]).unwrap());
    assert_eq!(
        device.map2(&a, &b, |a, b| a + b).err(),
        Some(Error::Length { what: "array", expected: 10, given: 9 })
    );
    assert!(matches!(device.dot(&a, &b), Err(Error::Length { .. })));
    let mut stolen = None;
    let _ = device.map1(&a, |a| {
        stolen = Some(a);
        a
    });
    let foreign = device.map1(&a, |a| a + stolen.unwrap());
    assert_eq!(foreign.err(), Some(Error::ForeignWire));
    let other = cpu();
    assert!(matches!(other.map1(&a, |a| a), Err(Error::ForeignBuffer { .. })));
    assert!(matches!(other.download(&a), Err(Error::ForeignBuffer { .. })));
    let double = Circuit::of_operation::<AddNetwork, f32>(true);
    assert!(matches!(device.map::<f32>(&double, &[&a, &a]), Err(Error::Length { .. })));
    assert!(matches!(device.map::<f32>(&double, &[&a]), Err(Error::Length { .. })));
    let wide = device.upload(&[1f64; 10]).unwrap();
    let same = Circuit::record1(true, |x: Wire<f32>| x).unwrap();
    assert!(matches!(device.map::<f32>(&same, &[&wide]), Err(Error::NoWord { .. })));
    assert!(matches!(device.map_into(&same, &[&a], &a), Err(Error::Unsupported { .. })));
    assert!(matches!(device.upload(&[half::f16::ONE]), Err(Error::NoWord { .. })));
    assert!(matches!(
        device.backend().allocate(1 << 60),
        Err(Error::OutOfMemory { bytes, .. }) if bytes == 1 << 60
    ));
    assert!(matches!(Device::open(Select::Cuda(99)), Err(Error::NoDevice { .. })));
}

#[test]
fn what_was_not_written_is_found() {
    let device = cpu();
    let a = device.upload(&[1f64; 300]).unwrap();
    let function = Circuit::record1(true, |x: Wire<f64>| x + x).unwrap();
    let result = device.map::<f64>(&function, &[&a]).unwrap();
    let fresh = device.backend().allocate(8 * 300).unwrap();
    let mut bytes = vec![0; 8 * 300];
    device.backend().read(&fresh, &mut bytes).unwrap();
    device.backend().write(&result.buffers()[0], &bytes[..]).unwrap();
    device.backend().write(&result.buffers()[0], &[0; 80]).unwrap();
    assert_eq!(
        device.download(&result).err(),
        Some(Error::Unwritten { device: "cpu".into(), index: 10 })
    );
}

/// Linux tells how much memory there is; 4 GiB, twice, must be had for this.
#[test]
fn of_more_than_4_gib() {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:")?.trim().strip_suffix("kB"))
        .and_then(|size| size.trim().parse::<u64>().ok());
    if available.is_none_or(|kib| kib < 16 << 20) || std::env::var_os("FLOATFLOAT_LARGE").is_none()
    {
        eprintln!("skipped: needs FLOATFLOAT_LARGE=1 and 16 GiB of memory");
        return;
    }
    let device = cpu();
    let size = (1usize << 30) + 17;
    let x: Vec<f32> = (0..size).map(|i| (i % 1021) as f32).collect();
    let a = device.upload(&x).unwrap();
    let doubled = device.map1(&a, |a| a + a).unwrap();
    let found = device.download(&doubled).unwrap();
    assert!(found.iter().zip(&x).all(|(&found, &x)| found == 2.0 * x));
    let whole = (size / 1021) as f64 * (1020.0 * 1021.0 / 2.0);
    let rest = (0..size % 1021).sum::<usize>() as f64;
    let sum = f64::from(device.sum(&doubled).unwrap());
    assert!((sum - 2.0 * (whole + rest)).abs() < 1e-3 * sum, "{sum}");
}

#[test]
fn operations_of_the_registry_are_applied() {
    let device = cpu();
    let (x, c) = (ordinary::<f32>(1000, 1), ordinary::<f32>(1000, 2));
    let (a, b) = (device.upload(&x).unwrap(), device.upload(&c).unwrap());
    let found = device.apply(AddNetwork, &a, &b).unwrap();
    let expected: Vec<_> = x.iter().zip(&c).map(|(&x, &c)| AddNetwork::apply(x, c)).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "apply");
}

#[test]
fn words_in_slices_of_their_own_arrive_as_numbers() {
    let device = cpu();
    let numbers = ordinary::<f64>(1000, 3);
    let [high, low]: [Vec<f64>; 2] =
        [numbers.iter().map(|x| x.hi()).collect(), numbers.iter().map(|x| x.lo()).collect()];
    let array = device.upload_parts::<DoubleDouble>(&[&high, &low]).unwrap();
    assert_same(&device.download(&array).unwrap(), &numbers, "parts");
    assert_eq!(device.download_parts(&array).unwrap(), [high.clone(), low.clone()]);
    let refused = |parts: &[&[f64]]| device.upload_parts::<DoubleDouble>(parts).err().unwrap();
    let error = refused(&[&high]);
    assert_eq!(error, Error::Length { what: "slices of words", expected: 2, given: 1 });
    let error = refused(&[&high, &low[1..]]);
    assert_eq!(error, Error::Length { what: "words of a slice", expected: 1000, given: 999 });
}

/// On every panel of matrices that have several; c is not read where beta is zero.
#[test]
fn products_are_added_to_a_matrix() {
    let device = cpu();
    let (m, k, n) = (5, 3, 1_000_000);
    let column = |i: usize| FloatFloat::from((i % 97) as f32) / 7.0f32;
    let matrix = |rows: usize, columns: usize, shift: usize| -> Vec<FloatFloat> {
        (0..rows * columns).map(|i| column(i + shift)).collect()
    };
    let (a, b, c) = (matrix(m, k, 1), matrix(k, n, 2), matrix(m, n, 3));
    let (alpha, beta) = (column(5), -column(8));
    let upload = |rows: usize, columns: usize, numbers: &[FloatFloat]| {
        device.upload_matrix(rows as u64, columns as u64, numbers).unwrap()
    };
    let (of_a, of_b) = (upload(m, k, &a), upload(k, n, &b));
    let product = device.download_matrix(&device.gemm(&of_a, &of_b).unwrap()).unwrap();
    let mut sum = upload(m, n, &c);
    device.gemm_into(alpha, &of_a, &of_b, beta, &mut sum).unwrap();
    let expected: Vec<_> = product.iter().zip(&c).map(|(&ab, &c)| alpha * ab + beta * c).collect();
    assert_same(&device.download_matrix(&sum).unwrap(), &expected, "gemm_into");

    let mut over_nan = upload(m, n, &vec![FloatFloat::NAN; m * n]);
    let zero = FloatFloat::from(0.0f32);
    device.gemm_into(alpha, &of_a, &of_b, zero, &mut over_nan).unwrap();
    let expected: Vec<_> = product.iter().map(|&ab| alpha * ab).collect();
    assert_same(&device.download_matrix(&over_nan).unwrap(), &expected, "beta of zero");

    let mut small = upload(1, 1, &[zero]);
    let error = device.gemm_into(alpha, &of_a, &of_b, beta, &mut small).unwrap_err();
    assert_eq!(error, Error::Length { what: "rows of c", expected: 5, given: 1 });
}

//! Multiple precision on devices.

use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use floatfloat_exact::multi_precision::Operands;
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, Error, Recorded, UintWire,
    program::{Node, UintBinary},
};
use std::time::Instant;

type Recording<const N: usize> = MultiPrecision<UintWire, N>;

/// Operations of integers, with high halves of products as one and as sixteen.
fn cost(circuit: &Circuit) -> [u64; 2] {
    let is_wide = |node: &&Node| matches!(node, Node::UintBinary(UintBinary::HighProduct, ..));
    let wide = circuit.expanded().nodes().iter().filter(is_wide).count() as u64;
    let all = circuit.uint_operations();
    [all, all + 15 * wide]
}

fn costs<const N: usize>() -> [[u64; 2]; 5]
where
    Limbs: Width<N>,
    Recording<N>: Recorded<Number = MultiPrecision<u32, N>>,
    MultiPrecision<u32, N>: DeviceNumber<Recorded = Recording<N>>,
{
    let choice = 1 + N as u64;
    let binary = |function: fn(Recording<N>, Recording<N>) -> Recording<N>| {
        cost(&Circuit::record2(true, function).unwrap())
    };
    let less = binary(|a, b| MultiPrecision::select(a.less(b), a, b));
    [
        binary(|a, b| a + b),
        binary(|a, b| a * b),
        binary(|a, b| a / b),
        cost(&Circuit::record1(true, |a: Recording<N>| a.sqrt()).unwrap()),
        less.map(|all| all - choice),
    ]
}

#[test]
fn operations_cost_what_is_stated() {
    assert_eq!(costs::<1>(), [[108; 2], [58, 73], [144, 309], [151, 376], [26; 2]]);
    assert_eq!(costs::<2>(), [[152; 2], [93, 153], [236, 476], [241, 526], [32; 2]]);
    assert_eq!(costs::<4>(), [[237; 2], [217, 457], [507, 987], [487, 937], [44; 2]]);
    assert_eq!(costs::<8>(), [[408; 2], [705, 1665], [1522, 2977], [1369, 2434], [68; 2]]);
}

fn assert_same<const N: usize>(
    found: &[MultiPrecision<u32, N>],
    expected: impl Iterator<Item = MultiPrecision<u32, N>>,
    what: &str,
) {
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let words = |x: MultiPrecision<u32, N>| (x.head(), x.limbs());
        assert_eq!(words(*found), words(expected), "{what}, element {place}");
    }
}

/// Operators, on operands that hurt, and sums of them.
fn operators<const N: usize>(device: &Device, count: usize) -> Result<(), Error>
where
    Limbs: Width<N>,
    Recording<N>: Recorded<Number = MultiPrecision<u32, N>>,
    MultiPrecision<u32, N>: DeviceNumber<Recorded = Recording<N>>,
{
    let mut operands = Operands::new(N as u64);
    let (x, y): (Vec<_>, Vec<_>) = (0..count).map(|_| operands.pair::<N>().into()).unzip();
    let (a, b) = (device.upload(&x)?, device.upload(&y)?);
    type Function<const N: usize> = fn(Recording<N>, Recording<N>) -> Recording<N>;
    type Expected<const N: usize> =
        fn(MultiPrecision<u32, N>, MultiPrecision<u32, N>) -> MultiPrecision<u32, N>;
    let functions: [(&str, Function<N>, Expected<N>); 5] = [
        ("sum", |a, b| a + b, |a, b| a + b),
        ("difference", |a, b| a - b, |a, b| a - b),
        ("product", |a, b| a * b, |a, b| a * b),
        ("quotient", |a, b| a / b, |a, b| a / b),
        (
            "choice",
            |a, b| MultiPrecision::select(a.less(b) | b.equal(-a), a.abs(), -b),
            |a, b| if a < b || b == -a { a.abs() } else { -b },
        ),
    ];
    for (what, function, expected) in functions {
        let found = device.download(&device.map2(&a, &b, function)?)?;
        let expected = x.iter().zip(&y).map(|(&x, &y)| expected(x, y));
        assert_same(&found, expected, &format!("{what} on {}", device.description().id));
    }
    let roots = device.download(&device.map1(&a, |a: Recording<N>| a.abs().sqrt())?)?;
    assert_same(&roots, x.iter().map(|x| x.abs().sqrt()), "root");

    // Of operands without special values, which would hide all others.
    let near_one = |x: &MultiPrecision<u32, N>| {
        let code = (1 << 30) + x.head() % 128;
        MultiPrecision::from_words(code | x.head() & 1 << 31, x.limbs())
    };
    let finite = x.iter().filter(|x| x.exponent_of_two().is_some());
    let middle: Vec<_> = finite.map(near_one).collect();
    let reference = device.reference();
    let on = |device: &Device| -> Result<_, Error> {
        let x = device.upload(&middle)?;
        Ok([device.sum(&x)?, device.dot(&x, &x)?])
    };
    assert_same(&on(device)?, on(&reference)?.into_iter(), "sums");
    let scale = MultiPrecision::from_f64(0.75);
    let updated = device.download(&device.axpy(scale, &a, &b)?)?;
    assert_same(&updated, x.iter().zip(&y).map(|(&x, &y)| scale * x + y), "axpy");
    Ok(())
}

#[test]
fn devices_have_the_bits_of_the_processor() {
    for device in crate::opened::all() {
        operators::<1>(&device, 5000).unwrap();
        operators::<2>(&device, 5000).unwrap();
        operators::<4>(&device, 3000).unwrap();
        operators::<8>(&device, 2000).unwrap();
    }
}

#[test]
fn sums_of_integers_are_exact() {
    for device in crate::opened::all() {
        let numbers: Vec<_> =
            (1..=10_000).map(|k: u32| MultiPrecision::<u32, 2>::from(k)).collect();
        let array = device.upload(&numbers).unwrap();
        assert_eq!(f64::from(device.sum(&array).unwrap()), 50_005_000.0);
        assert_eq!(f64::from(device.dot(&array, &array).unwrap()), 333_383_335_000.0);
        let none = device.upload::<MultiPrecision<u32, 2>>(&[]).unwrap();
        assert_eq!(device.sum(&none).unwrap(), MultiPrecision::ZERO);
    }
}

/// Limbs may have the bits of what no launch has written; a number that was not written is found.
#[test]
fn numbers_of_any_bits_are_read() {
    let unwritten = floatfloat_gpu::backend::UNWRITTEN;
    for device in crate::opened::all() {
        let number =
            MultiPrecision::<u32, 2>::from_words(unwritten, [unwritten, unwritten | 1 << 31]);
        let array = device.upload(&[number; 3]).unwrap();
        assert_same(&device.download(&array).unwrap(), [number; 3].into_iter(), "as written");
        let nothing = device.new_array::<MultiPrecision<u32, 2>>(3).unwrap();
        assert!(matches!(device.download(&nothing), Err(Error::Unwritten { index: 0, .. })));
    }
}

/// `MESA_SHADER_CACHE_DISABLE=1 cargo test --release -p floatfloat-gpu --test devices -- --ignored --nocapture
/// multi_precision::compile`
#[test]
#[ignore = "measures"]
fn compile_times() {
    fn times<const N: usize>(device: &Device)
    where
        Limbs: Width<N>,
        Recording<N>: Recorded<Number = MultiPrecision<u32, N>>,
        MultiPrecision<u32, N>: DeviceNumber<Recorded = Recording<N>>,
    {
        let x = device.upload(&[MultiPrecision::<u32, N>::ONE; 4]).unwrap();
        let timed = |what: &str, work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            device.finish().unwrap();
            let id = &device.description().id;
            println!("{id} {} {what}: {:.2} s", 32 * N, start.elapsed().as_secs_f64());
        };
        timed("+", &mut || drop(device.map2(&x, &x, |a: Recording<N>, b| a + b).unwrap()));
        timed("×", &mut || drop(device.map2(&x, &x, |a: Recording<N>, b| a * b).unwrap()));
        timed("÷", &mut || drop(device.map2(&x, &x, |a: Recording<N>, b| a / b).unwrap()));
        timed("√", &mut || drop(device.map1(&x, |a: Recording<N>| a.sqrt()).unwrap()));
        timed("sum", &mut || {
            device.sum(&x).unwrap();
        });
        timed("dot", &mut || {
            device.dot(&x, &x).unwrap();
        });
    }
    for device in crate::opened::all() {
        times::<1>(&device);
        times::<2>(&device);
        times::<4>(&device);
        times::<8>(&device);
    }
}

//! Sums, dot products and matrix products on the CPU device against straightforward code, bit for
//! bit, and against exact sums.

use crate::support::{assert_same, ordinary, same};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord,
    double_word::{add_network::add_network, mul_dw1::mul_dw1},
};
use floatfloat_gpu::{
    Device, DeviceNumber, DeviceWord, Error, Select,
    program::{SEGMENT, WORKGROUP, reduction_groups},
};

fn cpu() -> Device {
    Device::open(Select::Cpu).unwrap()
}

/// A sum on its way, and the plain one beside it.
#[derive(Clone, Copy)]
struct State<F> {
    sum: DoubleWord<F>,
    plain: F,
}

impl<F: NativeWord> State<F> {
    fn empty() -> Self {
        let zero = F::default();
        State { sum: DoubleWord::from_normalized(-zero, zero), plain: -zero }
    }

    fn add(self, term: DoubleWord<F>, plain: F) -> Self {
        State { sum: add_network(self.sum, term), plain: self.plain + plain }
    }

    fn add_product(self, a: DoubleWord<F>, b: DoubleWord<F>) -> Self {
        self.add(mul_dw1(a, b), a.hi() * b.hi())
    }

    fn merge(self, other: Self) -> Self {
        self.add(other.sum, other.plain)
    }

    fn finish(self) -> DoubleWord<F> {
        let zero = F::default();
        if !self.sum.hi().is_finite() {
            return DoubleWord::from_normalized(self.plain, zero);
        }
        if self.sum.hi() == zero && self.plain == zero {
            return DoubleWord::from_normalized(self.plain, self.sum.lo());
        }
        self.sum
    }
}

/// The states of all groups.
fn reduce<T: Copy, S: Copy>(
    elements: &[T],
    groups: usize,
    empty: S,
    add: impl Fn(S, &T) -> S,
    merge: impl Fn(S, S) -> S,
) -> Vec<S> {
    let lanes = WORKGROUP as usize;
    let group = |group| {
        let lane = |lane| {
            elements.iter().skip(lanes * group + lane).step_by(lanes * groups).fold(empty, &add)
        };
        let mut states: Vec<S> = (0..lanes).map(lane).collect();
        let mut half = lanes / 2;
        while half > 0 {
            for lane in 0..half {
                states[lane] = merge(states[lane], states[lane + half]);
            }
            half /= 2;
        }
        states[0]
    };
    (0..groups).map(group).collect()
}

fn reduce_all<T: Copy, S: Copy>(
    elements: &[T],
    empty: S,
    add: impl Fn(S, &T) -> S,
    merge: impl Fn(S, S) -> S,
) -> S {
    let mut states: Vec<S> = elements
        .chunks(SEGMENT as usize)
        .flat_map(|part| {
            reduce(part, reduction_groups(part.len() as u64) as usize, empty, &add, &merge)
        })
        .collect();
    while states.len() > 1 {
        let groups = reduction_groups(states.len() as u64) as usize;
        states = reduce(&states, groups, empty, |a, &b| merge(a, b), &merge);
    }
    states[0]
}

fn sums_of<F>(sizes: &[usize])
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    let device = cpu();
    for &size in sizes {
        let (x, y) = (ordinary::<F>(size, 1), ordinary::<F>(size, 2));
        let (a, b) = (device.upload(&x).unwrap(), device.upload(&y).unwrap());
        let what = format!("{size} elements");
        let empty = State::<F>::empty();
        let add = |state: State<F>, x: &DoubleWord<F>| state.add(*x, x.hi());
        let expected = reduce_all(&x, empty, add, State::merge).finish();
        assert_same(&[device.sum(&a).unwrap()], &[expected], &what);

        let pairs: Vec<_> = x.iter().copied().zip(y.iter().copied()).collect();
        let add = |state: State<F>, &(x, y): &(_, _)| state.add_product(x, y);
        let expected = reduce_all(&pairs, empty, add, State::merge).finish();
        assert_same(&[device.dot(&a, &b).unwrap()], &[expected], &what);

        let words: Vec<F> = x.iter().map(|x| x.hi()).collect();
        let a = device.upload(&words).unwrap();
        let zero = -F::default();
        let expected = reduce_all(&words, zero, |sum, &x| sum + x, |a, b| a + b);
        assert!(same(device.sum(&a).unwrap(), expected), "{what}");
        let expected = reduce_all(&words, zero, |sum, &x| x.mul_add(x, sum), |a, b| a + b);
        assert!(same(device.dot(&a, &a).unwrap(), expected), "{what}");
    }
}

#[test]
fn of_f32_have_the_order_of_the_program() {
    sums_of::<f32>(&[1, 255, 256, 257, 2048, 2049, 100_000]);
}

#[test]
fn of_f64_have_the_order_of_the_program() {
    sums_of::<f64>(&[1, 255, 256, 257, 2048, 2049, 100_000]);
}

#[test]
fn of_several_segments_have_the_order_of_the_program() {
    sums_of::<f32>(&[SEGMENT as usize + 1]);
}

#[test]
fn are_accurate() {
    let device = cpu();
    let x = ordinary::<f32>(1_000_000, 5);
    let exact: DoubleDouble = x.iter().map(|&x| DoubleDouble::from(x)).sum();
    let size: DoubleDouble = x.iter().map(|&x| DoubleDouble::from(x).abs()).sum();
    let sum = DoubleDouble::from(device.sum(&device.upload(&x).unwrap()).unwrap());
    let error = ((sum - exact) / size).abs().hi();
    assert!(error < 64.0 * 2f64.powi(-47), "{error:e}");
}

#[test]
fn of_nothing_are_zero() {
    let device = cpu();
    let empty = device.upload::<FloatFloat>(&[]).unwrap();
    assert_eq!(device.sum(&empty).unwrap(), FloatFloat::from(0.0f32));
    assert_eq!(device.dot(&empty, &empty).unwrap(), FloatFloat::from(0.0f32));
    assert!(device.download(&empty).unwrap().is_empty());
}

#[test]
fn with_special_values_are_those_of_ieee() {
    let device = cpu();
    let sum = |words: &[f64]| {
        let numbers: Vec<_> = words.iter().map(|&word| DoubleDouble::from(word)).collect();
        device.sum(&device.upload(&numbers).unwrap()).unwrap()
    };
    let (inf, max) = (f64::INFINITY, f64::MAX);
    for (words, expected) in [
        (&[inf, 1.0][..], inf),
        (&[1.0, -inf, 1.0], -inf),
        (&[inf, -inf], f64::NAN),
        (&[f64::NAN, 1.0], f64::NAN),
        (&[max, max, 1.0], inf),
        (&[-max, -max], -inf),
        (&[-0.0, -0.0], -0.0),
        (&[-0.0, 0.0], 0.0),
        (&[1.0, -1.0], 0.0),
        (&[1.0, 1e-30, -1.0, -1e-30], 0.0),
    ] {
        let found = sum(words);
        assert!(same(found.hi(), expected) && found.lo() == 0.0, "{words:?}: {found:?}");
    }
    let x = device.upload(&[DoubleDouble::from(1e200); 3]).unwrap();
    assert_eq!(device.dot(&x, &x).unwrap(), DoubleDouble::from(inf));
}

#[test]
fn do_not_depend_on_threads() {
    let x = ordinary::<f64>(300_000, 9);
    let sum = || {
        let device = cpu();
        let x = device.upload(&x).unwrap();
        device.dot(&x, &x).unwrap()
    };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(sum)
    };
    let alone = with(1);
    assert_same(&[with(2), with(3), with(7)], &[alone; 3], "threads");
}

#[test]
fn matrix_vector_products() {
    let device = cpu();
    for (rows, columns) in [(0, 5), (5, 0), (1, 1), (3, 257), (300, 255), (7, 10_000)] {
        let matrix = ordinary::<f64>(rows * columns, 1);
        let vector = ordinary::<f64>(columns, 2);
        let a = device.upload_matrix(rows as u64, columns as u64, &matrix).unwrap();
        let x = device.upload(&vector).unwrap();
        let found = device.download(&device.gemv(&a, &x).unwrap()).unwrap();
        let row = |row: usize| {
            let row = &matrix[row * columns..(row + 1) * columns];
            let pairs: Vec<_> = row.iter().copied().zip(vector.iter().copied()).collect();
            let add = |state: State<f64>, &(a, x): &(_, _)| state.add_product(a, x);
            reduce(&pairs, 1, State::empty(), add, State::merge)[0].finish()
        };
        let expected: Vec<_> = if columns == 0 {
            vec![DoubleDouble::from(0.0); rows]
        } else {
            (0..rows).map(row).collect()
        };
        assert_same(&found, &expected, &format!("{rows} × {columns}"));
    }
}

/// The last has several panels of a, b and the product.
#[test]
fn matrix_products() {
    let device = cpu();
    for (rows, depth, columns) in [
        (0, 3, 3),
        (2, 0, 3),
        (2, 3, 0),
        (1, 1, 1),
        (65, 100, 257),
        (4, 1_500_000, 3),
        (1_500_000, 2, 3),
    ] {
        let (a, b) = (ordinary::<f32>(rows * depth, 1), ordinary::<f32>(depth * columns, 2));
        let [r, k, c] = [rows, depth, columns].map(|side| side as u64);
        let product = device
            .gemm(
                &device.upload_matrix(r, k, &a).unwrap(),
                &device.upload_matrix(k, c, &b).unwrap(),
            )
            .unwrap();
        assert_eq!((product.rows(), product.columns()), (r, c));
        let found = device.download_matrix(&product).unwrap();
        let element = |row: usize, column: usize| {
            (0..depth)
                .fold(State::empty(), |state, k| {
                    state.add_product(a[row * depth + k], b[k * columns + column])
                })
                .finish()
        };
        let mut expected = Vec::new();
        for row in 0..rows {
            expected.extend((0..columns).map(|column| match depth {
                0 => FloatFloat::from(0f32),
                _ => element(row, column),
            }));
        }
        assert_same(&found, &expected, &format!("{rows} × {depth} × {columns}"));
    }
}

#[test]
fn matrices_of_wrong_sizes_are_refused() {
    let device = cpu();
    let a = device.upload_matrix(2, 3, &[1f32; 6]).unwrap();
    let x = device.upload(&[1f32; 2]).unwrap();
    assert_eq!(
        device.gemv(&a, &x).err(),
        Some(Error::Length { what: "vector", expected: 3, given: 2 })
    );
    assert_eq!(
        device.gemm(&a, &a).err(),
        Some(Error::Length { what: "rows of b", expected: 3, given: 2 })
    );
    assert!(matches!(device.upload_matrix(2, 2, &[1f32; 6]), Err(Error::Length { .. })));
    assert!(matches!(
        device.upload_matrix(u64::MAX, u64::MAX, &[1f32; 6]),
        Err(Error::Length { .. })
    ));
    let long = vec![1f32; (SEGMENT as usize) / 2 + 1];
    let refused = device.upload_matrix(1, long.len() as u64, &long);
    assert!(matches!(refused, Err(Error::Unsupported { .. })));
}

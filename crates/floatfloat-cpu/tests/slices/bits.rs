//! On every instruction set of this machine, for every length around a register and at every
//! offset, operations on slices have the bits of the operators on single numbers.

use crate::{
    operands::{operands, operands_of, pairs_of_edges},
    same, same_words,
};
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, NativeWord, QuadDouble, QuadFloat, TripleDouble,
    TripleFloat, Word,
};
use floatfloat_cpu::{
    Element, Number, Vector, VectorView, VectorViewMut, at_level,
    elementwise::{
        Elementwise, Unfused, map, map_in_place, map_into,
        operations::{Abs, Add, Axpy, Div, Mul, MulAdd, Neg, Scale, ScaleByWord, Sqrt, Sub},
        polynomial::{Estrin, Horner},
    },
    levels,
};

/// More than three of the widest registers.
const LONGEST: usize = 3 * 16 + 1;

/// Runs one operation on numbers at once and on single ones.
pub fn compare<T: Number, O: Elementwise<N, T>, const N: usize>(
    operation: O,
    label: &str,
    operands: &[Vector<T>; 3],
) {
    let ways = Ways {
        alone: &|x, rest| operation.apply::<T::Word>(x, rest),
        into: &|x, rest, out| map_into(operation, x, rest, out).unwrap(),
        in_place: &|x, rest| map_in_place(operation, x, rest).unwrap(),
    };
    compare_ways(&ways, label, operands);
}

/// Runs an operation on its operands into an output.
type IntoOutput<'a, T, const N: usize> =
    dyn Fn(VectorView<'_, T>, [VectorView<'_, T>; N], VectorViewMut<'_, T>) + 'a;

/// Runs an operation in place of its first operand.
type InPlace<'a, T, const N: usize> = dyn Fn(VectorViewMut<'_, T>, [VectorView<'_, T>; N]) + 'a;

/// The ways in which an operation runs. The comparison is compiled once for each number type and number of operands.
struct Ways<'a, T: Number, const N: usize> {
    alone: &'a dyn Fn(T, [T; N]) -> T,
    into: &'a IntoOutput<'a, T, N>,
    in_place: &'a InPlace<'a, T, N>,
}

fn compare_ways<T: Number, const N: usize>(
    ways: &Ways<'_, T, N>,
    label: &str,
    operands: &[Vector<T>; 3],
) {
    let rest_of = |range: std::ops::Range<usize>| -> [VectorView<'_, T>; N] {
        std::array::from_fn(|k| operands[k + 1].view().range(range.clone()).unwrap())
    };
    let all = operands[0].len();
    let expected: Vec<T> = (0..all)
        .map(|i| {
            let rest = std::array::from_fn(|k| operands[k + 1].get(i).unwrap());
            (ways.alone)(operands[0].get(i).unwrap(), rest)
        })
        .collect();
    let check = |level, what: &str, start: usize, out: VectorView<'_, T>| {
        for (k, (found, &expected)) in out.iter().zip(&expected[start..]).enumerate() {
            let operand = |index: usize| operands[index].get(start + k);
            assert!(
                same_words(found, expected),
                "{label} {what} at {level:?}, element {k} of {} from {start}: {found:?}, not \
                 {expected:?} (x = {:?}, y = {:?}, z = {:?})",
                out.len(),
                operand(0),
                operand(1),
                operand(2),
            );
        }
    };
    for level in levels() {
        let mut out = Vector::zeros(all);
        let x = operands[0].view();
        at_level(level, || (ways.into)(x, rest_of(0..all), out.view_mut()));
        check(level, "of all", 0, out.view());
        for length in 0..=LONGEST {
            for start in [length % 17, 64 + length % 5] {
                let range = start..start + length;
                let marker = T::from_word(T::Word::nearest(7.5));
                let mut out: Vector<T> = std::iter::repeat_n(marker, length + 40).collect();
                let offset = (length + start) % 17;
                let view = out.view_mut().range(offset..offset + length).unwrap();
                let x = x.range(range.clone()).unwrap();
                at_level(level, || (ways.into)(x, rest_of(range.clone()), view));
                let outside = out.iter().take(offset).chain(out.iter().skip(offset + length));
                assert!(
                    outside.into_iter().all(|number| number.equal(marker)),
                    "{label} wrote outside"
                );
                let found = out.view().range(offset..offset + length).unwrap();
                check(level, "of a part", start, found);
                let mut out = x.to_vector();
                let (_, view) = out.view_mut().split_at(0);
                at_level(level, || (ways.in_place)(view, rest_of(range)));
                check(level, "in place", start, out.view());
            }
        }
    }
}

/// Every operation of slices, on numbers of each kind.
macro_rules! elementwise {
    ($($name:ident: $number:ident, $count:literal;)*) => {$(
        #[test]
        fn $name() {
            let sets = [operands_of::<$number>($count, 5), pairs_of_edges::<$number>()];
            for operands in &sets {
                compare(Add, "add", operands);
                compare(Sub, "sub", operands);
                compare(Mul, "mul", operands);
                compare(Div, "div", operands);
                compare(Sqrt, "sqrt", operands);
                compare(Neg, "neg", operands);
                compare(Abs, "abs", operands);
                compare(MulAdd, "mul_add", operands);
            }
            let factors = operands_of::<$number>(40, 6);
            for factor in factors[0].iter() {
                let operands = &operands_of::<$number>(200, 7);
                compare(Scale(factor), "scale", operands);
                compare(ScaleByWord(factor.hi()), "scale_by_word", operands);
                compare(Axpy(factor), "axpy", operands);
            }
        }
    )*};
}

elementwise! {
    elementwise_f64: DoubleDouble, 20_000;
    elementwise_f32: FloatFloat, 20_000;
    elementwise_three_f64: TripleDouble, 10_000;
    elementwise_three_f32: TripleFloat, 10_000;
    elementwise_four_f64: QuadDouble, 10_000;
    elementwise_four_f32: QuadFloat, 10_000;
}

/// Without fused multiply-adds, also where registers have them.
fn unfused<E: Element>() {
    for operands in [operands_of::<DoubleWord<E>>(20_000, 9), pairs_of_edges::<DoubleWord<E>>()] {
        compare(Unfused(Mul), "unfused mul", &operands);
        compare(Unfused(Div), "unfused div", &operands);
        compare(Unfused(Sqrt), "unfused sqrt", &operands);
        compare(Unfused(MulAdd), "unfused mul_add", &operands);
    }
    // Dekker's product splits words, which overflows: no low part is left.
    let [large, small] = [E::LARGEST_EXPONENT, -E::LARGEST_EXPONENT].map(|exponent| {
        Vector::<DoubleWord<E>>::from_words(&[E::rounded(false, 3, exponent - 1, false); 40])
    });
    let products = map(Unfused(Mul), large.view(), [small.view()]).unwrap();
    assert!(products.iter().all(|product| product == DoubleWord::from_word(E::nearest(2.25))));
}

#[test]
fn unfused_f64() {
    unfused::<f64>();
}

#[test]
fn unfused_f32() {
    unfused::<f32>();
}

fn polynomials<E: Element>() {
    let operands = &operands::<E>(400, 8);
    for length in [0, 1, 2, 3, 7, 8, 20, 33, 70] {
        let ordinary: Vec<_> = (0..length)
            .map(|k| DoubleWord::from_word(E::nearest(1.0)) / E::nearest(f64::from(k) + 3.0))
            .collect();
        let wild: Vec<_> = operands[1].iter().take(length as usize).collect();
        for coefficients in [&ordinary, &wild] {
            compare(Horner(coefficients), "horner", operands);
            compare(Estrin(coefficients), "estrin", operands);
        }
    }
}

#[test]
fn polynomials_f64() {
    polynomials::<f64>();
}

#[test]
fn polynomials_f32() {
    polynomials::<f32>();
}

/// The fused multiply-add of every instruction set rounds once, where it has to be made of other
/// instructions too: products that cancel, that underflow, that tie.
fn fused<E: Element>() {
    #[derive(Clone, Copy)]
    struct Fused;
    impl<E: Element> Elementwise<2, DoubleWord<E>> for Fused {
        const NAME: &'static str = "fused";
        #[inline(always)]
        fn apply<W: Word>(self, x: DoubleWord<W>, [y, z]: [DoubleWord<W>; 2]) -> DoubleWord<W> {
            let product = x.hi().mul_add(y.hi(), z.hi());
            let error = x.hi().mul_add(y.hi(), -(x.hi() * y.hi()));
            DoubleWord::from_normalized(product, error)
        }
    }
    compare(Fused, "fused", &operands::<E>(100_000, 10));
    compare(Fused, "fused", &pairs_of_edges::<DoubleWord<E>>());
}

#[test]
fn fused_f64() {
    fused::<f64>();
}

#[test]
fn fused_f32() {
    fused::<f32>();
}

/// Additions by fused multiply-adds are the additions of one number, of special values too.
fn added<E: Element>() {
    #[derive(Clone, Copy)]
    struct ByFma;
    impl<E: Element> Elementwise<1, DoubleWord<E>> for ByFma {
        const NAME: &'static str = "by fma";
        #[inline(always)]
        fn apply<W: Word>(self, x: DoubleWord<W>, [y]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
            DoubleWord::from_normalized(x.hi().add_by_fma(y.hi()), x.hi().sub_by_fma(y.hi()))
        }
    }
    compare(ByFma, "by fma", &operands::<E>(100_000, 12));
    compare(ByFma, "by fma", &pairs_of_edges::<DoubleWord<E>>());
}

#[test]
fn added_f64() {
    added::<f64>();
}

#[test]
fn added_f32() {
    added::<f32>();
}

#[test]
fn views_of_foreign_memory_must_be_equally_long() {
    let (mut high, mut low) = ([1.0, 2.0], [0.0; 3]);
    assert!(VectorView::<DoubleDouble>::from_parts([&high, &low]).is_none());
    assert!(VectorViewMut::<DoubleDouble>::from_parts([&mut high, &mut low]).is_none());
}

#[test]
fn arrays_begin_at_a_cache_line_or_page_and_grow() {
    for length in [0, 1, 9, 100, 511, 512, 513, 3000] {
        let numbers = |range: std::ops::Range<u32>| {
            range.map(|k| DoubleWord::from_word(1.0) / f64::from(k + 3))
        };
        let known: Vector<DoubleDouble> = numbers(0..length).collect();
        let mut grown = Vector::from_interleaved(&known.to_interleaved());
        grown.extend(numbers(length..2 * length));
        for (vector, is_known) in [(&known, true), (&known.clone(), true), (&grown, false)] {
            let view = vector.view();
            let page = if is_known && length >= 512 { 4096 } else { 64 };
            for words in [view.hi(), view.lo()] {
                assert!(words.is_empty() || words.as_ptr().addr().is_multiple_of(page));
            }
        }
        assert_eq!(known.clone(), known);
        assert!(grown.iter().eq(numbers(0..2 * length)));
        assert_eq!(grown.len(), 2 * length as usize);
    }
}

/// Slices so long that the output is written past the caches, where it is aligned.
#[test]
fn slices_longer_than_the_caches() {
    const LENGTH: usize = 1_400_003;
    let number = |k: usize| DoubleWord::from_parts(1.0 + 1.0 / (k + 3) as f64, 1e-17 / k as f64);
    let x: Vector<DoubleDouble> = (1..=LENGTH).map(number).collect();
    let mut out = Vector::zeros(LENGTH + 1);
    for level in levels() {
        for start in 0..2 {
            let view = out.view_mut().range(start..start + LENGTH).unwrap();
            at_level(level, || map_into(Mul, x.view(), [x.view()], view)).unwrap();
            for (k, found) in out.iter().skip(start).take(LENGTH).enumerate() {
                let x = number(k + 1);
                assert!(found == x * x, "element {k} from {start} at {level:?}: {found:?}");
            }
        }
    }
}

/// Long slices, shared among threads, have the bits of one thread; wrong lengths are refused.
#[test]
fn threads_and_lengths() {
    let [x, y, _] = &operands::<f32>(100_003, 11);
    let product = x.view().try_mul(y.view()).unwrap();
    for (k, found) in product.iter().enumerate() {
        let expected = x.get(k).unwrap() * y.get(k).unwrap();
        assert!(same(found.hi(), expected.hi()) && same(found.lo(), expected.lo()), "element {k}");
    }
    let short = y.view().range(0..5).unwrap();
    let message = x.view().try_mul(short).unwrap_err().to_string();
    assert_eq!(message, "mul: y has 5 elements where x has 100003; all must have the same number");
    let mut out = Vector::zeros(4);
    let refused = short.sqrt_into(out.view_mut()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "sqrt: the output has 4 elements where x has 5; all must have the same number"
    );
}

//! The same bits everywhere.

use crate::{
    on_threads,
    reductions::data::{LENGTHS, ill_conditioned_dot, same},
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Accuracy, DoubleWordVec, Element, Level, at_level,
    compensated::{dot_k, sum_k},
    levels,
    reductions::{Numbers, asum_with, dot_with, max_abs, nrm2_with, sum_with},
};
use floatfloat_exact::Random;

fn all<X: Numbers>(level: Level, x: X, y: X) -> Vec<DoubleWord<X::Element>> {
    fn of<X: Numbers>(level: Level, method: Accuracy, x: X, y: X) -> [DoubleWord<X::Element>; 4] {
        [
            at_level(level, || sum_with(method, x)),
            at_level(level, || asum_with(method, x)),
            at_level(level, || nrm2_with(method, x)),
            at_level(level, || dot_with(method, x, y)).unwrap(),
        ]
    }
    let mut all = vec![at_level(level, || max_abs(x))];
    all.extend(of(level, Accuracy::Strict, x, y));
    all.extend(of(level, Accuracy::Fast, x, y));
    all
}

fn compensated<E: Element>(level: Level, x: &[E], y: &[E]) -> Vec<DoubleWord<E>> {
    [
        at_level(level, || sum_k::<2, E>(x)),
        at_level(level, || sum_k::<3, E>(x)),
        at_level(level, || dot_k::<2, E>(x, y)).unwrap(),
        at_level(level, || dot_k::<3, E>(x, y)).unwrap(),
    ]
    .map(DoubleWord::from)
    .to_vec()
}

fn assert_same<E: Element>(what: &str, found: &[DoubleWord<E>], expected: &[DoubleWord<E>]) {
    for (k, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        assert!(same(found, expected), "{what}, number {k}: {found:?}, not {expected:?}");
    }
}

/// Every level, either storage, views that begin anywhere, with infinities and NaN among them too.
fn levels_and_storage<E: Element>() {
    let mut random = Random::new(4);
    for length in LENGTHS.into_iter().chain([70_000]) {
        for special in [None, Some(E::INFINITY), Some(E::NAN), Some(E::MAX)] {
            let [mut x, y] = ill_conditioned_dot::<E>(&mut random, length, 60, true);
            if let Some(special) = special {
                for _ in 0..2 {
                    let place = random.below(length.max(1) as u64) as usize;
                    let _ = x.as_mut_slice().set(place, DoubleWord::from(special));
                }
            }
            let [x_pairs, y_pairs] = [&x, &y].map(DoubleWordVec::to_interleaved);
            let expected = all(levels()[0], x.as_slice(), y.as_slice());
            let words = compensated(levels()[0], x.as_slice().hi(), y.as_slice().hi());
            for level in levels() {
                let what = format!("{length} numbers with {special:?} at {level:?}");
                assert_same(&what, &all(level, x.as_slice(), y.as_slice()), &expected);
                assert_same(&what, &all(level, &x_pairs[..], &y_pairs[..]), &expected);
                for offset in [1, 3] {
                    let moved = |x: &DoubleWordVec<E>| -> DoubleWordVec<E> {
                        std::iter::repeat_n(DoubleWord::from(E::MAX), offset)
                            .chain(x.iter())
                            .collect()
                    };
                    let [x, y] = [&x, &y].map(moved);
                    let [x, y] =
                        [&x, &y].map(|x| x.as_slice().range(offset..offset + length).unwrap());
                    assert_same(&what, &all(level, x, y), &expected);
                    assert_same(&what, &compensated(level, x.hi(), y.hi()), &words);
                }
            }
        }
    }
}

#[test]
fn levels_and_storage_f64() {
    levels_and_storage::<f64>();
}

#[test]
fn levels_and_storage_f32() {
    levels_and_storage::<f32>();
}

#[test]
fn threads() {
    let [x, y] = ill_conditioned_dot::<f64>(&mut Random::new(5), 300_007, 90, true);
    let (x, y) = (x.as_slice(), y.as_slice());
    let mut expected = None;
    for threads in 1..=8 {
        let found = on_threads(threads, || {
            let mut found = all(levels()[0], x, y);
            found.extend(compensated(levels()[0], x.hi(), y.hi()));
            found
        });
        assert_same(&format!("{threads} threads"), &found, expected.get_or_insert(found.clone()));
    }
}

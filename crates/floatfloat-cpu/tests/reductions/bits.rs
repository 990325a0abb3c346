//! The same bits everywhere.

use crate::{
    data::{LENGTHS, ill_conditioned_dot, same},
    on_threads,
};
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Accuracy, Element, Level, Vector, at_level,
    compensated::{dot_k, sum_k},
    levels,
    reductions::{Numbers, asum_with, dot_with, max_abs, nrm2_with, sum_with},
};
use floatfloat_exact::Random;

fn all<E: Element, X: Numbers<Number = DoubleWord<E>>>(
    level: Level,
    x: X,
    y: X,
) -> Vec<DoubleWord<E>> {
    let of = |method| {
        [
            at_level(level, || sum_with(method, x)),
            at_level(level, || asum_with(method, x)),
            at_level(level, || nrm2_with(method, x)),
            at_level(level, || dot_with(method, x, y)).unwrap(),
        ]
    };
    let mut all = vec![at_level(level, || max_abs(x))];
    all.extend(of(Accuracy::Strict));
    all.extend(of(Accuracy::Fast));
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
                    let _ = x.view_mut().set(place, DoubleWord::from(special));
                }
            }
            let [x_pairs, y_pairs] = [&x, &y].map(Vector::to_interleaved);
            let expected = all(levels()[0], x.view(), y.view());
            let words = compensated(levels()[0], x.view().hi(), y.view().hi());
            for level in levels() {
                let what = format!("{length} numbers with {special:?} at {level:?}");
                assert_same(&what, &all(level, x.view(), y.view()), &expected);
                assert_same(&what, &all(level, &x_pairs[..], &y_pairs[..]), &expected);
                for offset in [1, 3] {
                    let moved = |x: &Vector<DoubleWord<E>>| -> Vector<DoubleWord<E>> {
                        std::iter::repeat_n(DoubleWord::from(E::MAX), offset)
                            .chain(x.iter())
                            .collect()
                    };
                    let [x, y] = [&x, &y].map(moved);
                    let [x, y] = [&x, &y].map(|x| x.view().range(offset..offset + length).unwrap());
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
    let (x, y) = (x.view(), y.view());
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

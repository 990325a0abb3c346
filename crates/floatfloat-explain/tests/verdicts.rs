//! Verdicts of programs that are stable, near the edges of domains, or not what they seem; programs that misbehave.

use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_explain::{
    Error, Explanation, Options, Verdict, Watched, advise, explain, explain_with,
};
use num_traits::Float;
use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

type Number = Watched<f64>;

fn verdict_of(inputs: &[f64], function: impl Fn(Number) -> Number) -> (Verdict, Explanation) {
    let explanation = explain(inputs, function).unwrap();
    (explanation.verdict, explanation)
}

/// Estimates of the errors of their exact runs grow without bound, but the runs are stable.
#[test]
fn stable_programs_are_determined() {
    let kahan = |x: Number| {
        let (mut sum, mut rest) = (Number::new(0.0), Number::new(0.0));
        for k in 0..200 {
            let y = x / f64::from(k + 1) - rest;
            let t = sum + y;
            rest = (t - sum) - y;
            sum = t;
        }
        sum
    };
    let chebyshev = |x: Number| {
        let (mut before, mut now) = (Number::new(1.0), x);
        for _ in 1..200 {
            (before, now) = (now, 2.0 * x * now - before);
        }
        now + 3.0
    };
    let oscillator = |x: Number| {
        let (mut x, mut v) = (x, Number::new(0.0));
        for _ in 0..2000 {
            v -= x * 0.05;
            x += v * 0.05;
        }
        x + 10.0
    };
    let newton = |a: Number| {
        let mut x = a;
        for _ in 0..300 {
            x = (x + a / x) * 0.5;
        }
        x
    };
    let all: [&dyn Fn(Number) -> Number; 4] = [&kahan, &chebyshev, &oscillator, &newton];
    for (k, function) in all.into_iter().enumerate() {
        let (verdict, explanation) = verdict_of(&[0.7, 0.3], function);
        assert_ne!(verdict, Verdict::NotDetermined, "{k}: {explanation}");
        assert!(explanation.worst.error < 1e-12, "{k}: {explanation}");
    }
}

#[test]
fn zeros_and_edges_of_domains_are_determined() {
    let cases: [fn(Number) -> Number; 4] = [
        |x| x * x - 1.0,
        |x| Float::exp(x) - Float::exp(x),
        |x| Float::sqrt(1.0 - x * x),
        |x| Float::acos(x / Float::sqrt(x * x)),
    ];
    for (k, function) in cases.into_iter().enumerate() {
        let (verdict, explanation) = verdict_of(&[1.0], function);
        assert_eq!(verdict, Verdict::Accurate, "{k}: {explanation}");
    }
    assert!(!advise(1e-10, &[1.0, 2.0, 3.0], |x: Number| x * x - 4.0).unwrap().not_determined);
}

/// Each result is held against the changes of this result.
#[test]
fn one_ill_conditioned_result_does_not_excuse_another() {
    let explanation =
        explain(&[1e-5], |x: Number| [(1.0 - Float::cos(x)) / (x * x), Float::tan(x * 1e20)])
            .unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
}

#[test]
fn decisions_count_as_errors() {
    let step = |x: Number| Number::new(if x * 10.0 / 3.0 < 1.0 { 1.0 } else { -1.0 });
    let (verdict, explanation) = verdict_of(&[0.3], step);
    assert_ne!(verdict, Verdict::Accurate, "{explanation}");
    assert_eq!((explanation.path, explanation.decisions[0].differing), (1.0, 1), "{explanation}");
    let lengths = explain(&[0.3], |x: Number| {
        let third = x * 10.0 / 3.0;
        let mut results = Vec::new();
        if third >= 1.0 {
            results.push(third);
        }
        results
    });
    assert!(lengths.is_err() || lengths.unwrap().lines.iter().all(|line| line.share.is_finite()));
}

#[test]
fn signs_and_limits_are_those_of_numbers() {
    let explanation =
        explain(&[0.3], |x: Number| Float::copysign(Number::new(1.0), x * 10.0 / 3.0 - 1.0))
            .unwrap();
    assert_eq!(explanation.worst.error, 1.0, "{explanation}");
    assert!(explanation.decisions.iter().any(|one| one.operation == "copysign"), "{explanation}");
    let (verdict, explanation) = verdict_of(&[1.1], |x| Float::signum((x + 1e10) - 1e10));
    assert_eq!((verdict, explanation.worst.error), (Verdict::Accurate, 0.0), "{explanation}");
    let nan = Number::new(f64::NAN);
    let [least, most] = [-1.0, 1.0].map(Number::new);
    assert!(Float::clamp(nan, least, most).value().is_nan());
    assert_eq!(Float::clamp(Number::new(3.0), least, most).value(), 1.0);
}

/// Sums of several words are rounded at the end, in the library and here.
#[test]
fn sums_of_iterators_have_the_bits_of_numbers() {
    fn check<T: floatfloat_explain::Number + PartialEq + std::fmt::Debug>(numbers: &[T]) {
        let watched = || numbers.iter().copied().map(Watched::new);
        let sum: Watched<T> = watched().sum();
        assert_eq!(sum.value(), numbers.iter().copied().sum::<T>());
        let product: Watched<T> = watched().product();
        assert_eq!(product.value(), numbers.iter().copied().product::<T>());
    }
    let plain: Vec<f64> = (1..40).map(|k| 1.0 / f64::from(k) - 0.5).collect();
    check(&plain);
    check(&plain.iter().map(|&x| x as f32).collect::<Vec<_>>());
    check(&plain.iter().map(|&x| FloatFloat::from_f64(x) / 3.0f32).collect::<Vec<_>>());
    check(&plain.iter().map(|&x| DoubleDouble::from(x) / 3.0).collect::<Vec<_>>());
    let nothing: Number = std::iter::empty::<Number>().sum();
    assert!(nothing.value() == 0.0 && nothing.value().is_sign_negative());
}

#[test]
fn cancellation_is_not_below_the_range() {
    let explanation = explain(&[1e-20], |x: Number| (x + 1.0) - 1.0).unwrap();
    assert!(explanation.specials.is_empty(), "{explanation}");
}

#[test]
fn an_explanation_inside_of_another_one() {
    let explanation = explain(&[1e-5], |x: Number| {
        let inner = explain(&[x.value()], |y: Number| Float::sin(y)).unwrap();
        assert_eq!(inner.verdict, Verdict::Accurate);
        (1.0 - Float::cos(x)) / (x * x)
    })
    .unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
}

/// A number that is kept from one run to the next, and a program without steps that changes its mind.
#[test]
fn programs_that_remember() {
    let kept: RefCell<Option<Number>> = RefCell::new(None);
    let explanation = explain(&[0.1, 0.2], |x: Number| {
        let root = Float::sqrt(x * x / 3.0 + 0.1);
        let other =
            *kept.borrow_mut().get_or_insert_with(|| Float::sqrt(x * x / 3.0 + 0.100000001) * 1.0);
        root - other
    });
    assert!(explanation.is_ok());
    let count = Cell::new(0);
    let explanation = explain(&[1.0], |x: Number| {
        count.set(count.get() + 1);
        if count.get() <= 2 { x } else { Number::new(f64::from(count.get())) }
    });
    assert!(explanation.unwrap().lines.is_empty());
}

#[test]
fn the_limit_of_time_is_kept() {
    let mut options = Options::default();
    options.time = Duration::from_secs(2);
    let explanation = explain_with(&options, &[1e-5, 1e-6], |x: Number| {
        std::thread::sleep(Duration::from_millis(300));
        (1.0 - Float::cos(x)) / (x * x)
    })
    .unwrap();
    assert!(!explanation.complete, "{explanation}");
    assert!(explanation.runs <= 8, "{explanation}");
    options.time = Duration::MAX;
    assert!(explain_with(&options, &[1.0], |x: Number| x).is_ok());
}

#[test]
fn a_tolerance_is_positive() {
    for tolerance in [0.0, -1.0, f64::NAN] {
        let refused = advise(tolerance, &[1.0], |x: Number| x);
        assert!(matches!(refused, Err(Error::NoTolerance { .. })));
    }
}

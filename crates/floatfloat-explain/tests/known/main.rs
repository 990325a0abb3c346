//! Programs of which it is known where they lose digits.

mod words;
mod work;

use floatfloat::{DoubleDouble, FloatFloat};
use floatfloat_explain::{Error, Explanation, Number, Verdict, Watched, explain};
use num_traits::{Float, FloatConst};

fn number<T: Float>(x: f64) -> T {
    T::from(x).unwrap()
}

/// The lines whose roundings cause at least so much of the error.
fn blamed(explanation: &Explanation, share: f64) -> Vec<u32> {
    let lines = explanation.lines.iter().filter(|line| line.share >= share);
    lines.map(|line| line.line).collect()
}

/// Random numbers of 0 to 1.
fn random(count: usize) -> impl Iterator<Item = f64> {
    let mut state = 7u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    })
    .take(count)
}

/// Estimates of errors do not grow faster with the number of steps than the errors.
#[test]
fn many_steps_in_a_row_are_explained() {
    fn dot<T: Float>(x: &[T]) -> T {
        x.chunks(2).fold(T::zero(), |sum, x| x[0].mul_add(x[1], sum))
    }
    fn length<T: Float>(x: &[T]) -> T {
        let length = x.iter().fold(T::zero(), |length, &x| length.hypot(x));
        length - T::from(19).unwrap()
    }
    const LINES: [u32; 2] = [line!() - 6, line!() - 3];
    let numbers: Vec<f64> = random(5000).map(|x| x - 0.5).collect();
    let inputs: Vec<Vec<f64>> = numbers.chunks(1000).map(<[f64]>::to_vec).collect();
    let explanation = explain(&inputs, |x| dot(&x)).unwrap();
    assert!(explanation.change.unwrap() > 0.0, "{explanation}");
    assert_eq!(blamed(&explanation, 0.9), [LINES[0]], "{explanation}");
    let inputs: Vec<Vec<f64>> =
        numbers.chunks(1000).map(|x| x.iter().map(|x| 1.0 + x / 10.0).collect()).collect();
    let explanation = explain(&inputs, |x| length(&x)).unwrap();
    assert!(explanation.change.unwrap() > 0.0, "{explanation}");
    assert_eq!(blamed(&explanation, 0.9), [LINES[1]], "{explanation}");
}

#[test]
fn an_accurate_function_is_not_blamed() {
    fn norm<T: Float>(x: T, y: T) -> T {
        (x * x + y * y).sqrt()
    }
    let inputs: Vec<[f64; 2]> = random(300).map(|x| [x, 1.0 / (x + 0.1)]).collect();
    let explanation = explain(&inputs, |[x, y]| norm(x, y)).unwrap();
    assert_eq!(explanation.verdict, Verdict::Accurate, "{explanation}");
    assert!(explanation.lines.is_empty() && explanation.losses.is_empty(), "{explanation}");
    let explanation = explain(&[[3.0f32, 4.0]], |[x, y]| norm(x, y)).unwrap();
    assert_eq!(explanation.worst.error, 0.0);
    assert_eq!(explanation.worst.value, "5");
}

#[test]
fn the_quadratic_formula_cancels() {
    const ROOT: u32 = line!() + 3;
    fn roots<T: Float>(b: T, c: T) -> [T; 2] {
        let two = number::<T>(2.0);
        let root = (b * b - number::<T>(4.0) * c).sqrt();
        let small = root - b;
        let large = -root - b;
        [small / two, large / two]
    }
    let inputs: Vec<[f64; 2]> = random(200).map(|x| [10f64.powf(9.0 * x), 1.0 + x]).collect();
    let explanation = explain(&inputs, |[b, c]| roots(b, c)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    assert_eq!(blamed(&explanation, 0.3), [ROOT], "{explanation}");
    // The difference is exact; it amplifies the rounding errors of the root.
    let worst = &explanation.losses[0];
    assert_eq!((worst.line, worst.operation.as_str()), (ROOT + 1, "-"), "{explanation}");
    assert!(worst.bits > 40.0, "{explanation}");
    let text = explanation.to_string();
    assert!(text.contains("let root = (b * b - number::<T>(4.0) * c).sqrt();"), "{text}");
    assert!(text.contains("let small = root - b;"), "{text}");
}

#[test]
fn kahans_area_of_a_needle() {
    const SUM: u32 = line!() + 2;
    fn area<T: Float>(a: T, b: T, c: T) -> T {
        let s = (a + b + c) / number(2.0);
        let product = s * (s - a) * (s - b) * (s - c);
        product.sqrt()
    }
    let needles = random(100).map(|x| {
        let c = 1e-9 * (1.0 + x);
        [1.0 + x, 1.0 + x + c * 0.3, c]
    });
    let explanation = explain(&needles.collect::<Vec<_>>(), |[a, b, c]| area(a, b, c)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    assert_eq!(explanation.lines[0].line, SUM, "{explanation}");
    assert!(explanation.lines[0].share > 0.9, "{explanation}");
}

#[test]
fn a_naive_variance_with_a_large_mean() {
    const SQUARES: u32 = line!() + 3;
    fn variance<T: Float>(data: &[T]) -> T {
        let sum = data.iter().fold(T::zero(), |sum, &x| sum + x);
        let squares = data.iter().fold(T::zero(), |sum, &x| sum + x * x);
        let n: T = number(data.len() as f64);
        let mean = sum / n;
        squares / n - mean * mean
    }
    let data: Vec<f64> = random(500).map(|x| 1e6 + x).collect();
    let explanation = explain(&[data], |data| variance(&data)).unwrap();
    assert_eq!(explanation.verdict, Verdict::LosesDigits, "{explanation}");
    let lines = blamed(&explanation, 0.1);
    assert!(lines.contains(&SQUARES), "{explanation}");
    assert!(lines.iter().all(|line| (SQUARES - 1..=SQUARES + 3).contains(line)), "{explanation}");
}

#[test]
fn rumps_polynomial() {
    fn polynomial<T: Float>(a: T, b: T) -> T {
        let [a2, b2] = [a * a, b * b];
        let b4 = b2 * b2;
        let b6 = b4 * b2;
        let first = number::<T>(333.75) * b6;
        let second =
            a2 * (number::<T>(11.0) * a2 * b2 - b6 - number::<T>(121.0) * b4 - number(2.0));
        first + second + number::<T>(5.5) * b4 * b4 + a / (number::<T>(2.0) * b)
    }
    let explanation = explain(&[[77617.0f64, 33096.0]], |[a, b]| polynomial(a, b)).unwrap();
    assert!(explanation.worst.exact.starts_with("-8.2739605994682136814116509547981629199"));
    assert_eq!(explanation.worst.error, 1.0);
    assert!(explanation.lines.len() >= 2, "{explanation}");
}

/// 100 steps of Muller's recurrence, which goes to 5 in exact arithmetic, and to 100 in any other.
#[test]
fn mullers_recurrence_is_not_determined() {
    fn recurrence<T: Float>(mut before: T, mut x: T) -> T {
        for _ in 0..100 {
            let quotient = (number::<T>(815.0) - number::<T>(1500.0) / before) / x;
            (before, x) = (x, number::<T>(108.0) - quotient);
        }
        x
    }
    let explanation = explain(&[[4.0f64, 4.25]], |[x0, x1]| recurrence(x0, x1)).unwrap();
    assert_eq!(explanation.verdict, Verdict::NotDetermined, "{explanation}");
    assert!(explanation.to_string().contains("No format is enough"));
}

/// The change of the result is that of the input: x is near a root.
#[test]
fn an_ill_conditioned_function() {
    let inputs: Vec<f64> = random(50).map(|x| 1.0 + 1e-6 * x).collect();
    let explanation = explain(&inputs, |x: Watched<f64>| Float::ln(x)).unwrap();
    // The logarithm itself is accurate, however ill-conditioned it is.
    assert_eq!(explanation.verdict, Verdict::Accurate, "{explanation}");
    assert!(explanation.change.unwrap() > 1e-11, "{explanation}");
    let explanation =
        explain(&inputs, |x: Watched<f64>| Float::ln(Float::sqrt(x) * Float::sqrt(x))).unwrap();
    assert_eq!(explanation.verdict, Verdict::IllConditioned, "{explanation}");
}

const FIRST: u32 = line!() + 3;
/// A program with a step on every line.
fn many_steps<T: Float + FloatConst>(x: T, y: T) -> T {
    let sum = x + y;
    let product = sum * x;
    let quotient = product / y;
    let root = quotient.sqrt();
    let sine = (root * T::PI()).sin();
    let power = sine.abs().powf(y);
    power.exp()
}

/// Every operator and function of two words is one step, at the line of the program.
fn steps_are_at_their_lines<T: Number>(convert: impl Fn(f64) -> T) {
    let inputs: Vec<[T; 2]> =
        random(20).map(|x| [convert(1.0 + x) / convert(3.0), convert(2.0 - x)]).collect();
    // The differences from simpler results make all errors matter.
    let explanation =
        explain(&inputs, |[x, y]| many_steps(x, y) - Float::exp(Watched::constant(0.5))).unwrap();
    assert!(explanation.worst.error < 1e-9, "{explanation}");
    let mut lines = blamed(&explanation, 0.01);
    lines.sort_unstable();
    let expected: Vec<u32> = (FIRST..FIRST + 7).collect();
    assert!(expected.iter().filter(|line| lines.contains(line)).count() >= 5, "{explanation}");
    assert!(explanation.lines.iter().all(|line| line.file == file!()), "{explanation}");
    // Two words of the format round only once at each step: the error of a step is a few u.
    assert!(explanation.median_error < 200.0 * 2f64.powi(-T::PRECISION), "{explanation}");
}

#[test]
fn steps_of_two_words_are_at_the_lines_of_the_program() {
    steps_are_at_their_lines(FloatFloat::from_f64);
    steps_are_at_their_lines(DoubleDouble::from_f64);
}

#[test]
fn decisions_that_differ_are_found() {
    fn steps<T: Float>(step: T) -> T {
        let (mut sum, mut count) = (T::zero(), T::zero());
        while sum < T::one() {
            sum = sum + step;
            count = count + T::one();
        }
        count
    }
    // Ten tenths are 0.9999999999999999.
    let explanation = explain(&[0.1f64], steps).unwrap();
    let decision = &explanation.decisions[0];
    assert_eq!((decision.operation.as_str(), decision.differing), ("<", 1), "{explanation}");
    let explanation = explain(&[0.3f64], |x| (x * 10.0 / 3.0).floor()).unwrap();
    let differs = explanation.decisions.iter().any(|one| one.operation == "floor");
    assert!(differs, "{explanation}");
}

#[test]
fn special_results_are_found_where_they_arise() {
    let first = line!() + 2;
    let explanation = explain(&[[0.0f64, 1e300, 1e-200]], |[zero, large, small]| {
        let nan = zero / zero;
        let infinity = large * large;
        let underflow = small * small;
        [nan + large, infinity * large, underflow + zero]
    })
    .unwrap();
    let found: Vec<_> = explanation
        .specials
        .iter()
        .map(|special| (special.line, special.nans, special.infinities, special.underflows))
        .collect();
    // Each of two runs is written down once: the first is cleared.
    assert_eq!(
        found,
        [(first, 1, 0, 0), (first + 1, 0, 1, 0), (first + 2, 0, 0, 1)],
        "{explanation}"
    );
}

#[test]
fn what_cannot_be_explained_is_an_error() {
    let none: [f64; 0] = [];
    assert_eq!(explain(&none, |x| x).unwrap_err(), Error::NoInput);
    let not_finite = explain(&[[1.0, 2.0], [f64::INFINITY, 1.0]], |[x, y]| x + y).unwrap_err();
    let expected = Error::InputNotFinite { input: 1, number: 0, value: f64::INFINITY };
    assert_eq!(not_finite, expected);
    let empty = explain(&[1.0], |_| Vec::<Watched<f64>>::new()).unwrap_err();
    assert_eq!(empty, Error::NoOutput { input: 0 });
    let count = std::cell::Cell::new(0.0);
    let random = explain(&[1.0], |x| {
        count.set(count.get() + 1.0);
        x + count.get()
    });
    assert!(matches!(random, Err(Error::Random { number: 0, .. })));
}

#[test]
fn a_program_without_end_is_an_error() {
    let mut options = floatfloat_explain::Options::default();
    options.time = std::time::Duration::from_millis(200);
    let forever = floatfloat_explain::explain_with(&options, &[1.0f64], |x| {
        let mut sum = x;
        while sum > 0.0 {
            sum += x;
        }
        sum
    });
    assert!(matches!(forever, Err(Error::OutOfTime { input: 0, steps, .. }) if steps > 1000));
    // The thread computes as before.
    assert_eq!((Watched::new(1.0) + 2.0).value(), 3.0);
}

#[test]
#[should_panic(expected = "the program's own")]
fn a_panic_of_the_program_is_passed_on() {
    let _ = explain(&[1.0f64], |x| if x > 0.0 { panic!("the program's own") } else { x });
}

#[test]
fn an_explanation_is_data() {
    let explanation = explain(&[[1e8f64, 1.0]], |[x, y]| (x * x + y) - x * x).unwrap();
    let json = serde_json::to_value(&explanation).unwrap();
    assert_eq!(json["format"], "f64");
    assert!(json["losses"][0]["bits"].as_f64().is_some(), "{json:#}");
    let html = explanation.to_html();
    assert!(html.contains("% of the error, loses up to"), "{html}");
    assert!(html.contains("|[x, y]| (x * x + y) - x * x"), "{html}");
}

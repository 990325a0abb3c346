//! The methods: that they are the functions which the other tests measure, and what is theirs alone.

use floatfloat::{NativeWord, QuadDouble, QuadFloat, TripleDouble, TripleFloat};

/// An exponent is odd by its last word, whichever that is.
#[test]
fn powers_of_negative_numbers_look_at_every_word() {
    let minus_one = QuadDouble::from(-1.0);
    for last in 1..4 {
        let even = 2f64.powi(53 * last + 3);
        let odd = QuadDouble::from(even) + 1.0;
        assert_eq!(minus_one.powf(odd), -1.0, "2^{}", 53 * last + 3);
        assert_eq!(minus_one.powf(odd + 1.0), 1.0);
        assert!(minus_one.powf(odd + 0.5).hi().is_nan() || last == 3);
    }
}

fn bits<F: NativeWord, const N: usize>(words: [F; N]) -> [u64; N] {
    words.map(NativeWord::bits)
}

#[test]
fn sine_and_cosine_are_those_of_one_by_one() {
    for k in 0..100 {
        let x = f64::from(k) * 1.7f64.powi(k) - 3.0;
        let double = TripleDouble::from(x) / 3.0;
        let (sine, cosine) = double.sin_cos();
        assert_eq!(bits(sine.parts()), bits(double.sin().parts()));
        assert_eq!(bits(cosine.parts()), bits(double.cos().parts()));
        let float = QuadFloat::from(x as f32) / 3.0;
        let (sine, cosine) = float.sin_cos();
        assert_eq!(bits(sine.parts()), bits(float.sin().parts()));
        assert_eq!(bits(cosine.parts()), bits(float.cos().parts()));
    }
}

#[test]
fn methods_agree_with_constants() {
    let near = |found: QuadDouble, expected: QuadDouble| {
        let bound = expected.abs() * 1000.0 * QuadDouble::EPSILON;
        assert!((found - expected).abs() <= bound, "{found:?} for {expected:?}");
    };
    let number = |value: f64| QuadDouble::from(value);
    near(number(1.0).exp(), QuadDouble::E);
    near(number(2.0).ln(), QuadDouble::LN_2);
    near(number(10.0).log2(), QuadDouble::LOG2_10);
    near(number(2.0).log10(), QuadDouble::LOG10_2);
    near(number(8.0).log(number(2.0)), number(3.0));
    near(number(1.0).atan2(number(-1.0)), QuadDouble::PI * 0.75);
    near(number(0.5).acos(), QuadDouble::FRAC_PI_3);
    near(number(2.0).powf(number(0.5)), QuadDouble::SQRT_2);
    near(QuadDouble::FRAC_PI_6.sin(), number(0.5));
    near(number(3.0).hypot(number(4.0)), number(5.0));
    near(number(-27.0).cbrt(), number(-3.0));
    assert_eq!(TripleFloat::from(32.0).log2(), 5.0);
    let error = TripleFloat::from(1.0).exp() - TripleFloat::E;
    assert!(error.abs() <= TripleFloat::E * 8.0 * TripleFloat::EPSILON, "{error:?}");
}

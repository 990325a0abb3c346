//! Reading against exact arithmetic: high = RN(v), low = RN(v − high).

use crate::common::{Random, scaled};
use dashu_int::{IBig, ops::Abs};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, NativeWord};

/// An exact decimal, digits · 10^exponent.
struct Decimal {
    digits: IBig,
    exponent: i32,
}

impl Decimal {
    fn text(&self) -> String {
        format!("{}e{}", self.digits, self.exponent)
    }

    /// The sign of this minus `numerator` / 2^1075, and the distance to the scale of `self`.
    fn minus(&self, numerator: &IBig) -> IBig {
        let ten = |power: i32| IBig::from(10).pow(power.max(0) as usize);
        (&self.digits << 1075) * ten(self.exponent) - numerator * ten(-self.exponent)
    }
}

/// The words beside w.
fn neighbours<F: NativeWord>(w: F) -> [F; 2] {
    let tiny = F::with_bits(1);
    if w == F::default() {
        return [-tiny, tiny];
    }
    [F::with_bits(w.bits() - 1), F::with_bits(w.bits() + 1)]
}

/// Whether RN(v − offset) = w: no neighbour is nearer, and at a tie w is even.
fn is_nearest<F: NativeWord>(v: &Decimal, offset: &IBig, w: F) -> bool {
    let distance = |w: F| v.minus(&((offset + scaled(DoubleWord::from_word(w))) * 2)).abs();
    let own = distance(w);
    neighbours(w).into_iter().filter(|n| n.is_finite()).all(|neighbour| {
        let other = distance(neighbour);
        own < other || own == other && w.bits().is_multiple_of(2)
    })
}

/// Reads v and compares with the definition, undoing the last normalisation.
fn check<F: NativeWord + std::str::FromStr>(v: &Decimal) {
    let text = v.text();
    let read: DoubleWord<F> = text.parse().unwrap();
    if !read.hi().is_finite() || read.hi() == F::default() {
        return;
    }
    // The standard library's own reader is the judge of the high part.
    let Ok(high) = text.parse::<F>() else { panic!("{text}") };
    let low = read.hi() - high + read.lo();
    assert!(high + low == read.hi(), "{text}: {read:?}");
    assert!(read.hi() - high == F::default() || read.lo() == -low, "{text}: {read:?}");
    let offset = scaled(DoubleWord::from_word(high));
    assert!(is_nearest(v, &offset, low), "{text} was read as {read:?}");
}

/// Random digits and exponents.
fn random_decimals<F: NativeWord + std::str::FromStr>(seed: u64, largest_exponent: i32) {
    let mut random = Random(seed);
    for _ in 0..20_000 {
        let mut digits = IBig::from(random.bits());
        for _ in 0..random.below(4) {
            digits = digits * IBig::from(u64::MAX) + random.bits();
        }
        let length = digits.to_string().len() as i32;
        let span = 2 * largest_exponent as u64 + 20;
        let exponent = random.below(span) as i32 - largest_exponent - 10 - length;
        check::<F>(&Decimal { digits, exponent });
    }
}

/// Boundaries between two results, in all their digits, and the decimals right beside them.
fn boundaries<F: NativeWord + std::str::FromStr>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..3000 {
        let x: DoubleWord<F> = random.double_word();
        if x.hi() == F::default() {
            continue;
        }
        let low = scaled(DoubleWord::from_word(x.lo()));
        let next = scaled(DoubleWord::from_word(neighbours(x.lo())[random.below(2) as usize]));
        // Twice the boundary, over 2^1075, which is this many times 5^1075 over 10^1075.
        let twice = scaled(DoubleWord::from_word(x.hi())) * 2 + low + next;
        let digits = twice * IBig::from(5).pow(1075) * 10;
        for beside in [-1, 0, 1] {
            check::<F>(&Decimal { digits: &digits + IBig::from(beside), exponent: -1076 });
        }
    }
}

#[test]
fn random_decimals_are_read_correctly() {
    random_decimals::<f32>(21, 38);
    random_decimals::<f64>(22, 308);
}

#[test]
fn boundaries_are_read_correctly() {
    boundaries::<f32>(23);
    boundaries::<f64>(24);
}

/// Printing with a precision, against exact integers: the digits of x · 10^n, rounded to even.
fn prints_correctly<F: NativeWord>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..5000 {
        let x: DoubleWord<F> = random.double_word();
        let decimals = random.below(60) as usize;
        let exact = scaled(x).abs() * IBig::from(10).pow(decimals);
        let half = IBig::ONE << 1073;
        let floor: IBig = &exact >> 1074;
        let rest = &exact - (&floor << 1074);
        let up = rest > half || rest == half && &floor % 2u8 == 1;
        let expected = if up { floor + 1 } else { floor };
        let text = format!("{:.decimals$}", x.abs());
        let digits = text.replace('.', "");
        assert_eq!(
            IBig::from_str_radix(&digits, 10).unwrap(),
            expected,
            "{x:?} to {decimals}: {text}"
        );
    }
}

#[test]
fn precision_is_honoured_exactly() {
    prints_correctly::<f32>(25);
    prints_correctly::<f64>(26);
}

#[test]
fn constants_are_nearest() {
    let table: [(DoubleDouble, FloatFloat, &str); 19] = [
        (
            DoubleDouble::E,
            FloatFloat::E,
            "2.718281828459045235360287471352662497757247093699959574966968",
        ),
        (
            DoubleDouble::FRAC_1_PI,
            FloatFloat::FRAC_1_PI,
            "0.318309886183790671537767526745028724068919291480912897495335",
        ),
        (
            DoubleDouble::FRAC_1_SQRT_2,
            FloatFloat::FRAC_1_SQRT_2,
            "0.707106781186547524400844362104849039284835937688474036588340",
        ),
        (
            DoubleDouble::FRAC_2_PI,
            FloatFloat::FRAC_2_PI,
            "0.636619772367581343075535053490057448137838582961825794990669",
        ),
        (
            DoubleDouble::FRAC_2_SQRT_PI,
            FloatFloat::FRAC_2_SQRT_PI,
            "1.128379167095512573896158903121545171688101258657997713688171",
        ),
        (
            DoubleDouble::FRAC_PI_2,
            FloatFloat::FRAC_PI_2,
            "1.570796326794896619231321691639751442098584699687552910487472",
        ),
        (
            DoubleDouble::FRAC_PI_3,
            FloatFloat::FRAC_PI_3,
            "1.047197551196597746154214461093167628065723133125035273658315",
        ),
        (
            DoubleDouble::FRAC_PI_4,
            FloatFloat::FRAC_PI_4,
            "0.785398163397448309615660845819875721049292349843776455243736",
        ),
        (
            DoubleDouble::FRAC_PI_6,
            FloatFloat::FRAC_PI_6,
            "0.523598775598298873077107230546583814032861566562517636829157",
        ),
        (
            DoubleDouble::FRAC_PI_8,
            FloatFloat::FRAC_PI_8,
            "0.392699081698724154807830422909937860524646174921888227621868",
        ),
        (
            DoubleDouble::LN_2,
            FloatFloat::LN_2,
            "0.693147180559945309417232121458176568075500134360255254120680",
        ),
        (
            DoubleDouble::LN_10,
            FloatFloat::LN_10,
            "2.302585092994045684017991454684364207601101488628772976033328",
        ),
        (
            DoubleDouble::LOG10_2,
            FloatFloat::LOG10_2,
            "0.301029995663981195213738894724493026768189881462108541310427",
        ),
        (
            DoubleDouble::LOG10_E,
            FloatFloat::LOG10_E,
            "0.434294481903251827651128918916605082294397005803666566114454",
        ),
        (
            DoubleDouble::LOG2_10,
            FloatFloat::LOG2_10,
            "3.321928094887362347870319429489390175864831393024580612054756",
        ),
        (
            DoubleDouble::LOG2_E,
            FloatFloat::LOG2_E,
            "1.442695040888963407359924681001892137426645954152985934135449",
        ),
        (
            DoubleDouble::PI,
            FloatFloat::PI,
            "3.141592653589793238462643383279502884197169399375105820974945",
        ),
        (
            DoubleDouble::SQRT_2,
            FloatFloat::SQRT_2,
            "1.414213562373095048801688724209698078569671875376948073176680",
        ),
        (
            DoubleDouble::TAU,
            FloatFloat::TAU,
            "6.283185307179586476925286766559005768394338798750211641949889",
        ),
    ];
    for (long, short, text) in table {
        assert_eq!(text.parse::<DoubleDouble>(), Ok(long));
        assert_eq!(text.parse::<FloatFloat>(), Ok(short));
    }
    assert_eq!(DoubleDouble::EPSILON.hi(), 2f64.powi(-105));
    assert_eq!(FloatFloat::EPSILON.hi(), 2f32.powi(-47));
    assert_eq!((DoubleDouble::DIGITS, FloatFloat::DIGITS), (31, 14));
    assert_eq!(DoubleDouble::MAX.hi() + DoubleDouble::MAX.lo(), f64::MAX);
    let beyond = f64::from_bits(DoubleDouble::MAX.lo().to_bits() + 1);
    assert_eq!(DoubleDouble::MAX.hi() + beyond, f64::INFINITY);
}

/// The constants from their definitions, at 280 bits.
#[test]
fn constants_follow_from_their_series() {
    use dashu_float::{FBig, round::mode::HalfEven};
    type Real = FBig<HalfEven, 2>;
    let at = |x: f64| Real::try_from(x).unwrap().with_precision(280).value();
    let near = |x: DoubleDouble, y: &Real| {
        let error: Real = (at(x.hi()) + at(x.lo()) - y) / y;
        let error = error.to_f64().value().abs();
        assert!(error < 2f64.powi(-106), "{x} is off by {error:e}");
    };
    let one = at(1.0);
    let ten = at(10.0);
    let arctan = |n: u32| {
        // Σ (−1)^k / ((2k + 1) n^(2k + 1))
        let (mut sum, mut power) = (at(0.0), &one / at(f64::from(n)));
        let square = at(f64::from(n * n));
        for k in 0..120u32 {
            let term = &power / at(f64::from(2 * k + 1));
            sum = if k % 2 == 0 { sum + term } else { sum - term };
            power /= &square;
        }
        sum
    };
    let pi = (arctan(5) * at(4.0) - arctan(239)) * at(4.0);
    let (ln_2, ln_10, e) = (at(2.0).ln(), ten.ln(), one.exp());
    near(DoubleDouble::PI, &pi);
    near(DoubleDouble::TAU, &(&pi * at(2.0)));
    near(DoubleDouble::FRAC_PI_3, &(&pi / at(3.0)));
    near(DoubleDouble::FRAC_1_PI, &(&one / &pi));
    near(DoubleDouble::FRAC_2_PI, &(at(2.0) / &pi));
    near(DoubleDouble::FRAC_2_SQRT_PI, &(at(2.0) / pi.sqrt()));
    near(DoubleDouble::E, &e);
    near(DoubleDouble::LN_2, &ln_2);
    near(DoubleDouble::LN_10, &ln_10);
    near(DoubleDouble::LOG10_2, &(&ln_2 / &ln_10));
    near(DoubleDouble::LOG2_10, &(&ln_10 / &ln_2));
    near(DoubleDouble::LOG2_E, &(&one / &ln_2));
    near(DoubleDouble::LOG10_E, &(&one / &ln_10));
    near(DoubleDouble::SQRT_2, &at(2.0).sqrt());
    near(DoubleDouble::FRAC_1_SQRT_2, &(&one / at(2.0).sqrt()));
    for (part, n) in [
        (DoubleDouble::FRAC_PI_2, 2.0),
        (DoubleDouble::FRAC_PI_4, 4.0),
        (DoubleDouble::FRAC_PI_8, 8.0),
        (DoubleDouble::FRAC_PI_6, 6.0),
    ] {
        near(part, &(&pi / at(n)));
    }
}

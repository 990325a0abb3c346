//! What every family of functions needs.

use super::{Analytic, BITS, Entry, Family, Fit, Measure, Tail, Value, decimal, ratio};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate, stirling_coefficients},
};
use std::rc::Rc;

/// All of them.
pub fn families() -> Vec<Family> {
    vec![exp(), hyperbolic(), ln(), pow(), roots(), trig(), atan(), erf(), gamma(), constants()]
}

fn exp() -> Family {
    let entries = vec![
        number("LN_2_EIGHTH", "ln 2/8.", ln_of(2).shifted(-3), 3),
        number("EIGHT_LOG2_E", "8/ln 2.", over(integer(8), ln_of(2)), 1),
        number("LN_2", "ln 2.", ln_of(2), 3),
        number("LN_10", "ln 10.", ln_of(10), 2),
        number("LOG10_2_EIGHTH", "log10 2/8.", over(ln_of(2), ln_of(10)).shifted(-3), 3),
        number("EIGHT_LOG2_10", "8·log2 10.", over(ln_of(10), ln_of(2)).shifted(3), 1),
        table("ROOTS_OF_TWO", "2^(j/8), j = 0 … 7.", roots_of_two(1)),
        thirds("ROOTS_OF_TWO_THIRD", "What is missing from `ROOTS_OF_TWO`.", roots_of_two(1)),
        series(
            "EXPM1",
            "(e^r − 1 − r)/r² on |r| ≤ 0.0434, a little over ln 2/16.",
            Simple {
                taylor: |k| reciprocal_factorial(k + 2),
                interval: ["-0.0434", "0.0434"],
                weight: 1,
                relative_to: "r",
                shape: [(5, 4), (11, 8)],
            },
        ),
    ];
    Family { name: "exp", entries }
}

fn hyperbolic() -> Family {
    let entries = vec![
        table("INVERSE_ROOTS", "2^(−j/8), j = 0 … 7.", roots_of_two(-1)),
        thirds("INVERSE_ROOTS_THIRD", "What is missing from `INVERSE_ROOTS`.", roots_of_two(-1)),
        series(
            "SINH",
            "(sinh r/r − 1)/r² in r² for |r| ≤ 0.1301.",
            Simple {
                taylor: |k| reciprocal_factorial(2 * k + 3),
                interval: ["0", "0.01692601"],
                weight: 1,
                relative_to: "r",
                shape: [(3, 2), (7, 4)],
            },
        ),
        series(
            "COSH",
            "(cosh r − 1)/r² in r² for |r| ≤ 0.1301.",
            Simple {
                taylor: |k| reciprocal_factorial(2 * k + 2),
                interval: ["0", "0.01692601"],
                weight: 1,
                relative_to: "1",
                shape: [(3, 2), (7, 5)],
            },
        ),
    ];
    Family { name: "hyperbolic", entries }
}

/// Of a logarithm: a multiple up to 2^8, 2^11 times a number on such a grid is a word.
const GRIDS: [[i64; 2]; 2] = [[16, 32], [42, 84]];

/// Of one to base 2, of which only the first word is added to an exponent.
const GRIDS_OF_LOG2: [[i64; 2]; 2] = [[16, 39], [42, 94]];

fn ln() -> Family {
    let mut entries = vec![
        grid("LN_2", "ln 2.", ln_of(2)),
        grid("LOG10_2", "log10 2.", over(ln_of(2), ln_of(10))),
        number("TWO_LOG2_E", "2/ln 2.", over(integer(2), ln_of(2)), 2),
        number("TWO_LOG10_E", "2/ln 10.", over(integer(2), ln_of(10)), 2),
    ];
    entries.extend(tables_of_logarithms("LN", "ln", integer(1), GRIDS));
    entries.extend(tables_of_logarithms("LOG2", "log2", ln_of(2), GRIDS_OF_LOG2));
    entries.extend(tables_of_logarithms("LOG10", "log10", ln_of(10), GRIDS));
    let doc = "(artanh s/s − 1)/s² in s², |s| ≤ 1/117.";
    entries.push(series("ARTANH", doc, artanh([(2, 1), (5, 3)])));
    Family { name: "ln", entries }
}

fn artanh(shape: [(usize, usize); 2]) -> Simple {
    Simple {
        taylor: |k| ratio(1, i64::from(2 * k + 3)),
        interval: ["0", "0.00007306"],
        weight: 1,
        relative_to: "s",
        shape,
    }
}

/// Of eighths, with 48 times their reciprocals, and of factors.
fn tables_of_logarithms(
    name: &str,
    title: &str,
    ln_of_base: Ball,
    grids: [[i64; 2]; 2],
) -> [Entry; 2] {
    let name = |rest: &str| -> &'static str { format!("{name}_{rest}").leak() };
    let logarithm = |numerator: i64, shift: i64| {
        let x = Exact::from_parts(numerator, -shift);
        over(value(Function::Ln, &x), ln_of_base.clone())
    };
    // Ten bits, so that their products with eighths are words.
    let factor = |j: i64| (f64::from(1024 * j as i32) / 48.0).round_ties_even() as i64 + 1024;
    let eighths = (6..14).map(|k| (ratio(48 * 8, k), logarithm(k, 3))).collect();
    let factors = (-3..5).map(factor).map(|b| (ratio(b, 1024), logarithm(b, 10))).collect();
    [
        Entry {
            name: name("OF_EIGHTHS"),
            doc: format!("48/c and {title} c, c = 6/8 … 13/8."),
            value: Value::Rows(eighths, grids),
        },
        Entry {
            name: name("OF_FACTORS"),
            doc: format!("b = 1 + j/48 to ten bits and {title} b, j = −3 … 4."),
            value: Value::Rows(factors, grids),
        },
    ]
}

fn pow() -> Family {
    let entries = vec![
        number("TWO_LOG2_E", "2/ln 2.", over(integer(2), ln_of(2)), 3),
        series("ARTANH", "As that of ln, ten bits longer.", artanh([(2, 2), (6, 4)])),
    ];
    Family { name: "pow", entries }
}

fn roots() -> Family {
    let inverse_root = |n: i64| {
        let third = Exact::from_parts(3, 0);
        over(
            integer(1),
            evaluate(Function::Rootn, &Exact::from_parts(n, 0), &third, BITS).expect("a root"),
        )
    };
    // m^(-1/3) = Σ binomial(−1/3, k)·c^(−1/3 − k)·(m − c)^k.
    let taylor = |count: usize| {
        let centre = decimal(CENTRE_OF_CBRT);
        let third = Exact::from_parts(3, 0);
        let root = evaluate(Function::Rootn, &centre.middle(), &third, BITS).expect("a root");
        let mut term = over(integer(1), root);
        let mut terms = Vec::new();
        for k in 0..count as i64 {
            terms.push(term.clone());
            term = over(term * -(3 * k + 1), &centre * (3 * (k + 1)));
        }
        terms
    };
    let centre = decimal(CENTRE_OF_CBRT);
    let tail = Tail::Falls(centre.to_f64());
    let function = Analytic { centre, taylor: Rc::new(taylor), tail };
    let fits = [2, 4].map(|degree| Fit {
        function: function.clone(),
        interval: ["0.75", "1.5"].map(decimal),
        degree,
        doubles: 0,
        measure: Measure::Falling,
    });
    let doc = "1/∛m roughly, 3/4 ≤ m ≤ 3/2.";
    let entries = vec![
        entry("INVERSE_CBRT", doc, Value::Series(Box::new(fits))),
        number("INVERSE_CBRT_2", "1/∛2.", inverse_root(2), 1),
        number("INVERSE_CBRT_4", "1/∛4.", inverse_root(4), 1),
        number("TWO_THIRDS", "2/3.", ratio(2, 3), 2),
    ];
    Family { name: "roots", entries }
}

/// Of the interval in which cube roots are begun.
const CENTRE_OF_CBRT: &str = "1.125";

fn trig() -> Family {
    // More bits than all digits have.
    let two_over_pi = Ball::integer(2, 1600).divided(&pi_to(1600)).expect("π is not zero");
    let digits = Value::Digits(two_over_pi, [11, 25]);
    let entries = vec![
        number("TWO_OVER_PI", "2/π.", over(integer(2), pi()), 1),
        number("HALF_PI", "π/2.", pi().shifted(-1), 5),
        number("PI", "π.", pi(), 3),
        entry("TWO_OVER_PI_DIGITS", "2/π in base 2^p, for the largest exponents.", digits),
        series(
            "SIN",
            "(sin x − x)/x³ in x² on |x| ≤ 0.8, a little over π/4.",
            Simple {
                taylor: |k| alternating(k + 1, reciprocal_factorial(2 * k + 3)),
                interval: ["0", "0.64"],
                weight: 1,
                relative_to: "x",
                shape: [(5, 4), (10, 8)],
            },
        ),
        series(
            "COS",
            "(cos x − 1 + x²/2)/x⁴ in x² on |x| ≤ 0.8.",
            Simple {
                taylor: |k| alternating(k, reciprocal_factorial(2 * k + 4)),
                interval: ["0", "0.64"],
                weight: 2,
                relative_to: "1",
                shape: [(5, 4), (10, 8)],
            },
        ),
    ];
    Family { name: "trig", entries }
}

fn atan() -> Family {
    let centres = [0, 16, 31, 46, 63, 81, 103, 128];
    let doc = "Arctangents of the centres k/128, k = 0, 16, 31, 46, 63, 81, 103, 128.";
    let arctangents = centres.map(|k| value(Function::Atan, &Exact::from_parts(k, -7)));
    let entries = vec![
        number("FRAC_PI_2", "π/2.", pi().shifted(-1), 2),
        table("ARCTANGENTS", doc, arctangents.to_vec()),
        series(
            "ATAN",
            "(atan u/u − 1)/u² in u² for |u| ≤ 0.0831.",
            Simple {
                taylor: |k| alternating(k + 1, ratio(1, i64::from(2 * k + 3))),
                interval: ["0", "0.00690561"],
                weight: 1,
                relative_to: "u",
                shape: [(4, 2), (10, 6)],
            },
        ),
    ];
    Family { name: "atan", entries }
}

/// Where a piece of erfc begins and the last one ends.
const BORDERS_OF_ERF: [[f64; 8]; 2] = [
    [0.5, 1.0625, 1.75, 2.625, 3.625, 4.875, 6.75, 10.25],
    [0.5, 1.375, 2.375, 3.75, 5.75, 9.0, 15.0, 27.5],
];

/// Degree and double-words of each piece.
const SHAPES_OF_ERF: [(usize, usize); 2] = [(10, 8), (20, 15)];

fn erf() -> Family {
    let pieces = [0, 1].map(|index| {
        let ((degree, doubles), borders) = (SHAPES_OF_ERF[index], BORDERS_OF_ERF[index]);
        let first = Fit {
            function: erf_quotient(),
            interval: [integer(0), word(borders[0]).square()],
            degree,
            doubles,
            measure: Measure::Falling,
        };
        let mut pieces = vec![(0.0, first)];
        for [a, b] in borders.array_windows() {
            // A centre of few bits near the middle, as x ↦ (x − 5)/(x + 5) has it.
            let middle = ((a - 5.0) / (a + 5.0) + (b - 5.0) / (b + 5.0)) / 2.0;
            let c = (16.0 * 5.0 * (1.0 + middle) / (1.0 - middle)).trunc() / 16.0;
            let of = |x: f64| over(word(x - c), word(x + 5.0));
            let fit = Fit {
                function: scaled_erfc(c),
                interval: [of(*a), of(*b)],
                degree,
                doubles,
                measure: Measure::Falling,
            };
            pieces.push((c, fit));
        }
        pieces
    });
    let borders = BORDERS_OF_ERF.map(|borders| borders[..7].to_vec());
    let entries = vec![
        entry("ERF_BORDERS", "Where a piece ends and the next begins.", Value::Given(borders)),
        entry(
            "ERF_PIECES",
            "For each piece its centre and the polynomial, the highest power first: erf √v/√v in v below ½, \
             e^(x²)·(1 − erf x) in (x − c)/(x + 5) above.",
            Value::Pieces(pieces),
        ),
    ];
    Family { name: "erf", entries }
}

/// erf √v/√v = 2/√π·Σ (−v)^k/(k!·(2k + 1)).
fn erf_quotient() -> Analytic {
    let taylor = |count: usize| {
        let mut terms = Vec::new();
        let mut factor = over(integer(2), pi().root().expect("π is above zero"));
        for k in 0..count as i64 {
            terms.push(over(factor.clone(), integer(2 * k + 1)));
            factor = over(-factor, integer(k + 1));
        }
        terms
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Falls(1.0) }
}

/// y = e^(x²)·(1 − erf x) in t, x = (c + 5t)/(1 − t): y′ = 2xy − 2/√π in x gives a recurrence in t. At most 1
/// where x has no negative real part: in the disk that touches c/5 and 1.
fn scaled_erfc(c: f64) -> Analytic {
    let taylor = move |count: usize| {
        // Errors grow as the other solutions do: as e^(x²).
        let bits = BITS + (6.0 * c * c) as u32;
        let value =
            |function, x: &Exact| evaluate(function, x, &Exact::ZERO, bits).expect("it is defined");
        let integer = |n| Ball::integer(n, bits);
        let exact = Exact::new(c);
        let exponential = value(Function::Exp, &(exact.clone() * exact.clone()));
        let mut terms = vec![exponential * value(Function::Erfc, &exact)];
        let c = Ball::rounded(&exact, bits);
        let k5 = &c + 5;
        let two_over_root_of_pi = over(integer(2), pi_to(bits).root().expect("π is above zero"));
        let constant = &k5 * two_over_root_of_pi;
        let zero = integer(0);
        for k in 0..count as i64 {
            let term = |back: i64| if back > k { &zero } else { &terms[(k - back) as usize] };
            let mut sum = term(0) * integer(3 * k) - term(1) * integer(3 * (k - 1))
                + term(2) * integer(k - 2)
                + (&k5 * (term(0) * &c + term(1) * integer(5))).shifted(1);
            match k {
                0 => sum = sum - &constant,
                1 => sum = sum + &constant,
                _ => {}
            }
            terms.push(over(sum, integer(k + 1)));
        }
        terms.truncate(count);
        terms.into_iter().map(|term| term.with_bits(BITS)).collect()
    };
    Analytic {
        centre: integer(0),
        taylor: Rc::new(taylor),
        tail: Tail::Bounded((c / 5.0).min(1.0)),
    }
}

/// Where a piece of Stirling's formula begins and the last one ends, from where on it is a polynomial of 1/x².
const BORDERS_OF_STIRLING: [[f64; 8]; 2] = [
    [1.0, 1.25, 1.5625, 2.0, 2.625, 3.5, 5.0, 7.0],
    [1.0, 1.375, 2.0, 2.875, 4.25, 6.25, 9.5, 14.0],
];

/// Degree and double-words of each piece.
const SHAPES_OF_STIRLING: [(usize, usize); 2] = [(10, 7), (24, 16)];

/// Terms of Stirling's series for large x: it leaves out less than 2^-60, 2^-120.
const TERMS_OF_STIRLING: [usize; 2] = [15, 30];

fn gamma() -> Family {
    let pieces = [0, 1].map(|index| {
        let ((degree, doubles), borders) = (SHAPES_OF_STIRLING[index], BORDERS_OF_STIRLING[index]);
        let fit = |function, interval| Fit {
            function,
            interval,
            degree,
            doubles,
            measure: Measure::Of(0, "1"),
        };
        let mut pieces: Vec<(f64, Fit)> = borders
            .array_windows()
            .map(|[a, b]| {
                // A centre of few bits near the middle.
                let c = (16.0 * (a * b).sqrt() + 0.5).trunc() / 16.0;
                let of = |x: f64| over(word(x - c), word(x + c));
                (c, fit(stirling(c), [of(*a), of(*b)]))
            })
            .collect();
        let end = over(integer(1), word(borders[7]).square());
        pieces.push((0.0, fit(stirling_far(TERMS_OF_STIRLING[index]), [integer(0), end])));
        pieces
    });
    let borders = BORDERS_OF_STIRLING.map(|borders| borders[1..].to_vec());
    let tau = pi().shifted(1);
    let root_of_tau = value(Function::Ln, &tau.middle()).shifted(-1);
    let entries = vec![
        number("LOG2_E", "log2 e.", over(integer(1), ln_of(2)), 3),
        number("LOG2_ROOT_TAU", "log2 √(2π).", over(root_of_tau, ln_of(2)), 3),
        number("PI", "π.", pi(), 2),
        number("LN_2", "ln 2.", ln_of(2), 2),
        entry("STIRLING_BORDERS", "Where a piece ends and the next begins.", Value::Given(borders)),
        entry(
            "STIRLING_PIECES",
            "For each piece its centre and the polynomial, the highest power first, of log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) \
             in (x − c)/(x + c); of the last, x times that in 1/x².",
            Value::Pieces(pieces),
        ),
    ];
    Family { name: "gamma", entries }
}

/// Steps by which x is moved to where Stirling's series, of so many terms, leaves out less than 2^-880 for Re x ≥ 0.
const STEPS: i64 = 256;
const TERMS: usize = 120;

/// log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) in t, x = c(1 + t)/(1 − t), from ln Γ(x) = ln Γ(y) − Σ ln(x + j), y = x + n. For
/// Re x > 0 it is in magnitude at most that of Re x (Binet's integral): below 1 from 0.3 on.
fn stirling(c: f64) -> Analytic {
    let taylor = move |count: usize| {
        // The recurrence of powers of y loses up to a bit and a half a step.
        let bits = BITS + 2 * count as u32 + 100;
        let integer = |n: i64| Ball::integer(n, bits);
        let ln = |x: &Exact| evaluate(Function::Ln, x, &Exact::ZERO, bits).expect("it is positive");
        let exact = |n: i64| Exact::new(c) + Exact::from_parts(n, 0);
        let ball = |n: i64| Ball::rounded(&exact(n), bits);
        // x + n = (c + n)(1 + βt)/(1 − t).
        let beta = |n: i64| over(ball(0) - n, ball(n));
        // ln((1 + βt)/(1 − t)) from its second coefficient on.
        let logarithm = |beta: &Ball| {
            let mut power = integer(-1);
            let mut next = move |k: usize| {
                power = -(&power * beta);
                over(&power + 1, integer(k as i64))
            };
            (1..count).map(&mut next).collect::<Vec<Ball>>()
        };
        // (y − ½)·ln y − y.
        let leading = |n: i64| {
            let mut logarithms = vec![ln(&exact(n))];
            logarithms.extend(logarithm(&beta(n)));
            let (first, others) = (ball(n), ball(0).shifted(1));
            let mut before = integer(0);
            let term = |(k, logarithm): (usize, &Ball)| {
                let y = if k == 0 { &first } else { &others };
                let sum =
                    &first * logarithm + &others * &before - logarithm.clone().shifted(-1) - y;
                before = &before + logarithm;
                sum
            };
            logarithms.iter().enumerate().map(term).collect::<Vec<Ball>>()
        };
        let mut terms: Vec<Ball> =
            leading(STEPS).iter().zip(leading(0)).map(|(far, near)| far - near).collect();
        let product = (0..STEPS).map(exact).reduce(|product, x| product * x).expect("steps");
        terms[0] = &terms[0] - ln(&product);
        for j in 0..STEPS {
            for (term, logarithm) in terms[1..].iter_mut().zip(logarithm(&beta(j))) {
                *term = &*term - logarithm;
            }
        }
        let (beta, inverse) = (beta(STEPS), over(integer(1), ball(STEPS)));
        let (sum, difference) = (&beta + 1, &beta - 1);
        let mut first = inverse.clone();
        for (m, coefficient) in stirling_coefficients(bits).iter().take(TERMS).enumerate() {
            // y^-a: (1 − t)(1 + βt)f′ = −a(1 + β)f.
            let a = 2 * m as i64 + 1;
            let (mut last, mut now) = (integer(0), coefficient * &first);
            for (k, term) in (0i64..).zip(terms.iter_mut()) {
                *term = &*term + &now;
                let next = &last * &beta * (k - 1) - &now * (&sum * a + &difference * k);
                last = std::mem::replace(&mut now, over(next, integer(k + 1)));
            }
            first = first * &inverse * &inverse;
        }
        let ln_2 = ln(&Exact::from_parts(2, 0));
        terms.into_iter().map(|term| over(term, ln_2.clone()).with_bits(BITS)).collect()
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Bounded(0.5) }
}

/// x·log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) in v = 1/x²: the first terms of Stirling's series.
fn stirling_far(terms: usize) -> Analytic {
    let taylor = move |count: usize| {
        let coefficients = stirling_coefficients(BITS);
        let mut taylor: Vec<Ball> =
            coefficients.iter().take(terms).map(|c| over(c.clone(), ln_of(2))).collect();
        taylor.resize(count.max(terms), integer(0));
        taylor.truncate(count);
        taylor
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Falls(1.0) }
}

/// An `f64`, exactly.
fn word(x: f64) -> Ball {
    Ball::rounded(&Exact::new(x), BITS)
}

fn entry(name: &'static str, doc: &str, value: Value) -> Entry {
    Entry { name, doc: doc.into(), value }
}

fn number(name: &'static str, doc: &str, value: Ball, count: usize) -> Entry {
    entry(name, doc, Value::Words(value, count))
}

fn table(name: &'static str, doc: &str, values: Vec<Ball>) -> Entry {
    entry(name, doc, Value::Table(values))
}

fn thirds(name: &'static str, doc: &str, values: Vec<Ball>) -> Entry {
    entry(name, doc, Value::Thirds(values))
}

fn grid(name: &'static str, doc: &str, value: Ball) -> Entry {
    entry(name, doc, Value::Grid(value, GRIDS))
}

/// A polynomial in place of a function whose Taylor coefficients around zero do not grow.
struct Simple {
    taylor: fn(u32) -> Ball,
    interval: [&'static str; 2],
    weight: u32,
    relative_to: &'static str,
    /// Degree, and how many of the lowest coefficients are double-words, for 24 bits and for 53.
    shape: [(usize, usize); 2],
}

fn series(name: &'static str, doc: &str, simple: Simple) -> Entry {
    let taylor = simple.taylor;
    let function = Analytic {
        centre: integer(0),
        taylor: Rc::new(move |count| (0..count as u32).map(taylor).collect()),
        tail: Tail::Falls(1.0),
    };
    let fits = simple.shape.map(|(degree, doubles)| Fit {
        function: function.clone(),
        interval: simple.interval.map(decimal),
        degree,
        doubles,
        measure: Measure::Of(simple.weight, simple.relative_to),
    });
    entry(name, doc, Value::Series(Box::new(fits)))
}

fn value(function: Function, x: &Exact) -> Ball {
    evaluate(function, x, &Exact::ZERO, BITS).expect("it is defined")
}

fn integer(n: i64) -> Ball {
    Ball::integer(n, BITS)
}

/// The mathematical constants of three and four words, the first words being those of three.
fn constants() -> Family {
    let root = |n: i64| integer(n).root().expect("a root");
    let root_of_pi = || pi().root().expect("a root");
    let entries: Vec<(&str, &str, Ball)> = vec![
        ("E", "e.", value(Function::Exp, &Exact::from_parts(1, 0))),
        ("FRAC_1_PI", "1/π.", over(integer(1), pi())),
        ("FRAC_1_SQRT_2", "1/√2.", root(2).shifted(-1)),
        ("FRAC_2_PI", "2/π.", over(integer(2), pi())),
        ("FRAC_2_SQRT_PI", "2/√π.", over(integer(2), root_of_pi())),
        ("FRAC_PI_2", "π/2.", pi().shifted(-1)),
        ("FRAC_PI_3", "π/3.", over(pi(), integer(3))),
        ("FRAC_PI_4", "π/4.", pi().shifted(-2)),
        ("FRAC_PI_6", "π/6.", over(pi(), integer(6))),
        ("FRAC_PI_8", "π/8.", pi().shifted(-3)),
        ("LN_2", "ln 2.", ln_of(2)),
        ("LN_10", "ln 10.", ln_of(10)),
        ("LOG10_2", "log10 2.", over(ln_of(2), ln_of(10))),
        ("LOG10_E", "log10 e.", over(integer(1), ln_of(10))),
        ("LOG2_10", "log2 10.", over(ln_of(10), ln_of(2))),
        ("LOG2_E", "log2 e.", over(integer(1), ln_of(2))),
        ("PI", "π.", pi()),
        ("SQRT_2", "√2.", root(2)),
        ("TAU", "2π.", pi().shifted(1)),
        ("DEGREES", "180/π.", over(integer(180), pi())),
        ("RADIANS", "π/180.", over(pi(), integer(180))),
    ];
    let four_words = |(name, doc, value)| number(name, doc, value, 4);
    Family { name: "constants", entries: entries.into_iter().map(four_words).collect() }
}

fn ln_of(n: i64) -> Ball {
    value(Function::Ln, &Exact::from_parts(n, 0))
}

fn pi() -> Ball {
    pi_to(BITS)
}

fn pi_to(bits: u32) -> Ball {
    evaluate(Function::Acos, &Exact::from_parts(-1, 0), &Exact::ZERO, bits).expect("it is defined")
}

fn over(x: Ball, y: Ball) -> Ball {
    x.divided(&y).expect("a divisor other than zero")
}

/// 2^(sign·j/8), j = 0 … 7.
fn roots_of_two(sign: i64) -> Vec<Ball> {
    (0..8).map(|j| value(Function::Exp2, &Exact::from_parts(sign * j, -3))).collect()
}

fn reciprocal_factorial(n: u32) -> Ball {
    (2..=i64::from(n)).fold(integer(1), |product, k| over(product, integer(k)))
}

/// With the sign of (−1)^k.
fn alternating(k: u32, size: Ball) -> Ball {
    size.with_sign(k % 2 == 1)
}

#[cfg(test)]
mod tests {
    use crate::coefficients::decimal;

    #[test]
    fn intervals_are_squares_of_what_their_text_says() {
        for (root, square) in [("0.1301", "0.01692601"), ("0.0831", "0.00690561"), ("0.8", "0.64")]
        {
            let error = decimal(root).square() - decimal(square);
            assert!(error.to_f64().abs() < 1e-200, "{root}");
        }
    }
}

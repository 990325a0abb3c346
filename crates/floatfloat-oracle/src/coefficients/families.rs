//! What every family of functions needs.

use super::{BITS, Entry, Family, Series, Value, ratio};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate},
};

/// All of them.
pub fn families() -> Vec<Family> {
    vec![exp(), hyperbolic(), ln(), pow(), trig(), atan()]
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
            Series {
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
            Series {
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
            Series {
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

fn artanh(shape: [(usize, usize); 2]) -> Series {
    Series {
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
            Series {
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
            Series {
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
            Series {
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

fn series(name: &'static str, doc: &str, series: Series) -> Entry {
    entry(name, doc, Value::Series(series))
}

fn value(function: Function, x: &Exact) -> Ball {
    evaluate(function, x, &Exact::ZERO, BITS).expect("it is defined")
}

fn integer(n: i64) -> Ball {
    Ball::integer(n, BITS)
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

//! The constants of sine, cosine, tangent, and of their inverses.

use super::{
    Simple, alternating, entry, integer, number, over, pi, pi_to, reciprocal_factorial, series,
    table, value,
};
use crate::coefficients::{Family, Value, ratio};
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::Ball};

pub fn trig() -> Family {
    // More bits than all digits together.
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

pub fn atan() -> Family {
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

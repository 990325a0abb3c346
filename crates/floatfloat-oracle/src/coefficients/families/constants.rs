//! The mathematical constants in four words; the first three are the constants in three words.

use super::{integer, ln_of, number, over, pi, value};
use crate::coefficients::Family;
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::Ball};

pub fn constants() -> Family {
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

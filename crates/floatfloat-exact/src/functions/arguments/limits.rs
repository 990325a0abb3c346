//! Where a function is worth testing, and where its results leave the range.

use crate::{
    exact::Exact,
    format::Format,
    functions::{arguments::Arguments, enclose},
    scaled::ldexp,
};
use floatfloat::elementary::Function;

/// The limits for one function in one format.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    natural: (f64, f64),
    /// Where results reach an end of the range of high or low words.
    thresholds: Vec<Exact>,
}

impl Limits {
    pub fn new(function: Function, format: Format) -> Self {
        let (least, most) = (f64::from(format.smallest()) - 2.0, f64::from(format.emax) + 2.0);
        let p = f64::from(format.p());
        let (ln, log10) = (std::f64::consts::LN_2, std::f64::consts::LOG10_2);
        let natural = match function {
            Function::Exp => (least * ln, most * ln),
            Function::Exp2 => (least, most),
            Function::Exp10 => (least * log10, most * log10),
            Function::ExpM1 => (-2.0 * p * ln - 4.0, most * ln),
            Function::Sinh | Function::Cosh => (-most * ln, most * ln),
            Function::Tanh => (-p - 4.0, p + 4.0),
            Function::Sin | Function::Cos | Function::Tan => (-100.0, 100.0),
            Function::SinPi | Function::CosPi | Function::TanPi => (-8.0, 8.0),
            Function::Asin | Function::Acos | Function::Atanh => (-1.0, 1.0),
            Function::Erf => (-10.0, 10.0),
            Function::Erfc => (-6.0, (-least * ln).sqrt()),
            Function::Gamma if format.p() == 24 => (-45.0, 37.0),
            Function::Gamma => (-190.0, 174.0),
            Function::LnGamma => (-30.0, 200.0),
            _ => (-16.0, 16.0),
        };
        Limits { natural, thresholds: thresholds(function, format) }
    }

    /// Lowest and highest number of the part of the domain that users need.
    pub fn natural(&self) -> (f64, f64) {
        self.natural
    }
}

/// The arguments at which a result reaches an end of a range, by the inverse function.
fn thresholds(function: Function, format: Format) -> Vec<Exact> {
    let inverse = match function {
        Function::Exp => Function::Ln,
        Function::Exp2 => Function::Log2,
        Function::Exp10 => Function::Log10,
        Function::ExpM1 => Function::Ln1p,
        Function::Sinh => Function::Asinh,
        Function::Cosh => Function::Acosh,
        _ => return Vec::new(),
    };
    let (emin, p) = (format.emin, format.p());
    let bits = 1u64 << format.precision;
    let largest = format.compose(false, bits - 1, format.emax);
    let power = |exponent| [ldexp(1.0, exponent), 0.0];
    let values = [
        // Half an ulp above the largest number.
        [largest, ldexp(1.0, format.emax - p)],
        power(format.emax),
        power(emin + 2 * p),
        power(emin + p),
        power(emin),
        power(format.smallest()),
    ];
    let of = |value| enclose(inverse, value, [0.0; 2], 3 * format.precision);
    values.into_iter().filter_map(of).map(|(low, _)| low).collect()
}

impl Arguments {
    pub(super) fn threshold(&mut self) -> [f64; 2] {
        let count = self.limits.thresholds.len();
        if count == 0 {
            let (low, high) = self.limits.natural;
            let end = self.random.pick(&[low, high]);
            return self.neighbour([self.format.nearest(&Exact::new(end)), 0.0]);
        }
        let index = self.random.below(count as u64) as usize;
        let x = self.nearest(self.limits.thresholds[index].clone());
        let odd = matches!(self.function, Function::Sinh | Function::Cosh);
        let x = if odd && self.random.one_in(2) { x.map(|word| -word) } else { x };
        self.neighbour(x)
    }
}

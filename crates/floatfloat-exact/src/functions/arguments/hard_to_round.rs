//! CORE-MATH's operands that are hard to round for one word.

use super::{Arguments, Class};
use crate::{exact::Exact, hex::parse_hex, operands::Pair};
use floatfloat::elementary::Function;
use std::{collections::HashMap, sync::LazyLock};

const FILE: &str = include_str!("../../../data/hard-to-round.txt");

static OPERANDS: LazyLock<HashMap<&str, Vec<f64>>> = LazyLock::new(|| {
    let lines = FILE.lines().filter(|line| !line.starts_with('#'));
    let line = |line: &'static str| {
        let mut fields = line.split(' ');
        let name = fields.next().expect("a name");
        let number =
            |text| parse_hex(text).unwrap_or_else(|| panic!("{name}: `{text}` is no number"));
        (name, fields.map(number).collect())
    };
    lines.map(line).collect()
});

/// The operands for a function, or for a similar one.
fn of(function: Function) -> Option<&'static [f64]> {
    let name = match function {
        Function::Exp | Function::ExpM1 => "exp_m1",
        Function::Exp2 => "exp2",
        Function::Exp10 => "exp10",
        Function::Ln | Function::Ln1p => "ln",
        Function::Log2 => "log2",
        Function::Log10 => "log10",
        Function::Sin => "sin",
        Function::Cos => "cos",
        Function::Tan => "tan",
        Function::SinPi => "sin_pi",
        Function::CosPi => "cos_pi",
        Function::TanPi => "tan_pi",
        Function::Asin => "asin",
        Function::Acos => "acos",
        Function::Atan => "atan",
        Function::Atan2 => "atan2",
        Function::Sinh => "sinh",
        Function::Cosh => "cosh",
        Function::Tanh => "tanh",
        Function::Asinh => "asinh",
        Function::Acosh => "acosh",
        Function::Atanh => "atanh",
        Function::Cbrt | Function::Rootn => "cbrt",
        Function::Hypot => "hypot",
        Function::Rsqrt => "rsqrt",
        Function::Erf => "erf",
        Function::Erfc => "erfc",
        _ => return None,
    };
    OPERANDS.get(name).map(Vec::as_slice)
}

impl Arguments {
    /// One of them, as a double-word; a narrow format does not hold all of its bits.
    pub(super) fn hard_to_round(&mut self) -> [f64; 2] {
        match of(self.function) {
            Some(operands) => {
                let x = self.random.pick(operands);
                self.nearest(Exact::new(x))
            }
            None => self.number(Class::Natural),
        }
    }

    /// The same for functions of two operands.
    pub(super) fn hard_pair(&mut self) -> Option<Pair> {
        let (pairs, _) = of(self.function)?.as_chunks::<2>();
        let [x, y] = self.random.pick(pairs);
        Some(Pair { x: self.nearest(Exact::new(x)), y: self.nearest(Exact::new(y)) })
    }
}

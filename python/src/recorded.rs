//! Functions that Python has recorded, over any word: of the processor, and of a device's recording.

use floatfloat::{DoubleDouble, DoubleWord, Word};
use pyo3::{exceptions::PyValueError, prelude::*};

/// A step: an operation, and the places of its operands among the operands of the function and the steps before.
type Step = (String, Vec<usize>);

/// A function as steps, the last of which is its result.
pub struct Function {
    operands: usize,
    constants: Vec<(f64, f64)>,
    steps: Vec<Step>,
}

/// How many operands an operation has, if there is such a one.
fn arity(name: &str) -> Option<usize> {
    Some(match name {
        "add" | "subtract" | "multiply" | "divide" | "power" | "arctan2" | "hypot" | "maximum"
        | "minimum" => 2,
        "where_less" | "where_less_equal" | "where_equal" => 4,
        "negative" | "absolute" | "sqrt" | "square" | "reciprocal" | "floor" | "ceil" | "trunc"
        | "rint" | "exp" | "exp2" | "exp10" | "expm1" | "log" | "log2" | "log10" | "log1p"
        | "sin" | "cos" | "tan" | "arcsin" | "arccos" | "arctan" | "sinh" | "cosh" | "tanh"
        | "arcsinh" | "arccosh" | "arctanh" | "cbrt" | "rsqrt" | "erf" | "erfc" => 1,
        _ => return None,
    })
}

impl Function {
    /// Numbers are counted so: operands, constants, steps.
    pub fn new(operands: usize, constants: Vec<(f64, f64)>, steps: Vec<Step>) -> PyResult<Self> {
        let before = operands + constants.len();
        for (index, (name, places)) in steps.iter().enumerate() {
            let fits = arity(name) == Some(places.len())
                && places.iter().all(|&place| place < before + index);
            if !fits {
                return Err(PyValueError::new_err(format!(
                    "{name} is not a valid step of a recording"
                )));
            }
        }
        if operands == 0 || before + steps.len() == 0 {
            return Err(PyValueError::new_err("a recorded function needs an operand"));
        }
        Ok(Function { operands, constants, steps })
    }

    pub fn operands(&self) -> usize {
        self.operands
    }

    /// The result, which is the last step, or where there is none the last operand.
    pub fn apply<W: Word>(&self, operands: &[DoubleWord<W>]) -> DoubleWord<W> {
        let like = operands[0];
        let mut numbers = operands.to_vec();
        for &(hi, lo) in &self.constants {
            numbers.push(like.constant(DoubleDouble::from_parts(hi, lo)));
        }
        for (name, places) in &self.steps {
            let at = |k: usize| numbers[places[k]];
            let result = match places.len() {
                1 => of_one(name, at(0)),
                2 => of_two(name, at(0), at(1)),
                _ => chosen(name, at(0), at(1), at(2), at(3)),
            };
            numbers.push(result);
        }
        numbers[numbers.len() - 1]
    }
}

fn of_one<W: Word>(name: &str, x: DoubleWord<W>) -> DoubleWord<W> {
    match name {
        "negative" => -x,
        "absolute" => x.abs(),
        "sqrt" => x.sqrt(),
        "square" => x * x,
        "reciprocal" => x.recip(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        "rint" => x.round_ties_even(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "exp10" => x.exp10(),
        "expm1" => x.exp_m1(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "arcsin" => x.asin(),
        "arccos" => x.acos(),
        "arctan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "arcsinh" => x.asinh(),
        "arccosh" => x.acosh(),
        "arctanh" => x.atanh(),
        "cbrt" => x.cbrt(),
        "rsqrt" => x.rsqrt(),
        "erf" => x.erf(),
        "erfc" => x.erfc(),
        _ => unreachable!("names are checked when a function is made"),
    }
}

fn of_two<W: Word>(name: &str, x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    match name {
        "add" => x + y,
        "subtract" => x - y,
        "multiply" => x * y,
        "divide" => x / y,
        "power" => x.powf(y),
        "arctan2" => x.atan2(y),
        "hypot" => x.hypot(y),
        "maximum" => DoubleWord::select(x.less(y), y, x),
        "minimum" => DoubleWord::select(y.less(x), y, x),
        _ => unreachable!("names are checked when a function is made"),
    }
}

/// One of two numbers, by a comparison of two others.
fn chosen<W: Word>(
    name: &str,
    x: DoubleWord<W>,
    y: DoubleWord<W>,
    yes: DoubleWord<W>,
    no: DoubleWord<W>,
) -> DoubleWord<W> {
    let mask = match name {
        "where_less" => x.less(y),
        "where_less_equal" => x.less_or_equal(y),
        "where_equal" => x.equal(y),
        _ => unreachable!("names are checked when a function is made"),
    };
    DoubleWord::select(mask, yes, no)
}

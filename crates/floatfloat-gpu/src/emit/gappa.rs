//! A recorded operation as a script for Gappa, which proves a bound on its error.
//!
//! Gappa bounds the rounding errors of straight-line code by interval arithmetic. The script contains more than
//! the steps. The errors of error-free transforms are exact by their theorems, so they are definitions over the
//! reals. Each word is also written as a polynomial in the operands and the rounding errors, without the terms
//! that cancel. The polynomial algebra in `gappa/polynomial.rs` finds this form.

mod by_name;
mod kernel;
mod no_script;
mod polynomial;

pub use by_name::scripts;
pub use kernel::kernel_script;
pub use no_script::NoScript;

use crate::{
    circuit::{Binary, Circuit, Id, Named, Node, Unary},
    word_type::WordType,
};
use floatfloat::{
    NativeWord, Step,
    operation::{Function, Info, Shape},
};
use polynomial::{Atom, Polynomial};
use std::{collections::HashMap, fmt::Write};

/// How the algebra treats a product with a reciprocal. The script is correct either way. Which way
/// leads to a bound depends on the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reciprocals {
    /// As a product like any other.
    Factors,
    /// As a quotient with another rounding error.
    Quotients,
}

impl Reciprocals {
    /// Both ways.
    pub const ALL: [Reciprocals; 2] = [Reciprocals::Factors, Reciprocals::Quotients];
}

/// The script for an operation that was recorded with [`Circuit::of_operation`]. Gappa answers with
/// an interval of the residual relative to its exact value. The residual has no division and no root:
/// z·y − x for a quotient, z² − x for a root. [`relative_error`] gives the error of the result.
///
/// Operands have high words in [1, 2] (√: [1, 4]); any other operand is one of these times a power of two (four). Low
/// words are at most half an ulp.
///
/// # Errors
/// If the operation is a sum, exact, or has a step that the script cannot express.
pub fn script(
    info: &Info,
    circuit: &Circuit,
    reciprocals: Reciprocals,
) -> Result<String, NoScript> {
    if matches!(info.function, Function::Add | Function::Sub) {
        return Err(NoScript::Sum);
    }
    if info.shape == Shape::WordWord {
        return Err(NoScript::Exact);
    }
    let format = format(circuit.word())?;
    let mut script = Script::new(circuit, reciprocals);
    for id in 0..circuit.nodes().len() {
        if script.needed[id] {
            script.define(id as Id)?;
        }
    }
    script.residual(info);
    Ok(script.text(info, format))
}

/// The name that Gappa uses for the format of a word.
fn format(word: WordType) -> Result<&'static str, NoScript> {
    match word {
        WordType::F32 => Ok("ieee_32"),
        WordType::F64 => Ok("ieee_64"),
        word => Err(NoScript::Word(word)),
    }
}

/// The relative error of a result whose relative residual is at most `residual`. If √x has the
/// relative error δ, then z² − x is 2δ + δ² of x.
pub fn relative_error(function: Function, residual: f64) -> f64 {
    match function {
        Function::Sqrt => residual / (1.0 + (1.0 - residual).sqrt()),
        _ => residual,
    }
}

/// The operands' words, in the order of a circuit's inputs.
const OPERANDS: [&str; 6] = ["xh", "xl", "yh", "yl", "zh", "zl"];

struct Script<'a> {
    circuit: &'a Circuit,
    reciprocals: Reciprocals,
    /// A step whose second result is the exact error of the first. The keys are both results.
    transforms: HashMap<Id, (Step, Id, Id, Id)>,
    errors: HashMap<Id, (Step, Id, Id, Id)>,
    /// Which nodes the results need, where a transform counts as one step.
    needed: Vec<bool>,
    /// The polynomial of each needed node.
    values: Vec<Option<Polynomial>>,
    definitions: String,
    hints: String,
    goal: String,
    /// Whether the script states every sum without the terms that cancel.
    simplifies: bool,
}

impl<'a> Script<'a> {
    fn new(circuit: &'a Circuit, reciprocals: Reciprocals) -> Self {
        let (mut transforms, mut errors) = (HashMap::new(), HashMap::new());
        let is_exact = |step| matches!(step, Step::Sum | Step::Difference | Step::Product);
        let of_words = |named: &&Named| is_exact(named.step);
        for named in circuit.named().iter().filter(of_words) {
            let (&[a, b], &[head, error]) = (&named.operands[..], &named.results[..]) else {
                continue;
            };
            transforms.insert(head, (named.step, a, b, error));
            errors.insert(error, (named.step, a, b, head));
        }
        let mut script = Script {
            circuit,
            reciprocals,
            transforms,
            errors,
            needed: vec![false; circuit.nodes().len()],
            values: vec![None; circuit.nodes().len()],
            definitions: String::new(),
            hints: String::new(),
            goal: String::new(),
            simplifies: true,
        };
        circuit.outputs().iter().for_each(|&output| script.need(output));
        script
    }

    fn need(&mut self, id: Id) {
        if std::mem::replace(&mut self.needed[id as usize], true) {
            return;
        }
        if let Some(&(_, a, b, head)) = self.errors.get(&id) {
            [a, b, head].into_iter().for_each(|id| self.need(id));
        } else {
            self.circuit.nodes()[id as usize].operands().for_each(|id| self.need(id));
        }
    }

    fn name(&self, id: Id) -> String {
        match self.circuit.nodes()[id as usize] {
            Node::Input(input) => OPERANDS[input as usize].to_owned(),
            Node::Constant(bits) => exact_text(f64::from_bits(bits)),
            Node::Unary(Unary::Neg, a) => format!("(-{})", self.name(a)),
            _ => format!("v{id}"),
        }
    }

    fn atom(&self, id: Id) -> Polynomial {
        Polynomial::atom(Atom::Word(self.name(id)))
    }

    fn value(&self, id: Id) -> Polynomial {
        self.values[id as usize].clone().expect("operands are before the nodes that use them")
    }

    /// Writes the definition of a node, and keeps it as a polynomial.
    fn define(&mut self, id: Id) -> Result<(), NoScript> {
        let node = self.circuit.nodes()[id as usize];
        let name = self.name(id);
        if let Some(&(step, a, b, head)) = self.errors.get(&id) {
            let exact = self.transformed(step, a, b);
            let _ = writeln!(self.definitions, "{name} = {exact} - {};", self.name(head));
            self.values[id as usize] = Some(Polynomial::atom(Atom::Word(name)));
            return Ok(());
        }
        let (exact, value) = match node {
            Node::Input(_) => {
                self.values[id as usize] = Some(Polynomial::atom(Atom::Word(name)));
                return Ok(());
            }
            Node::Constant(bits) => {
                self.values[id as usize] = Some(Polynomial::constant(f64::from_bits(bits)));
                return Ok(());
            }
            Node::Unary(Unary::Neg, a) => {
                self.values[id as usize] = Some(self.value(a).times(-1.0));
                return Ok(());
            }
            Node::Binary(Binary::Add, a, b) if a == b => {
                // A word plus itself is exact.
                let _ = writeln!(self.definitions, "{name} = 2 * {};", self.name(a));
                self.values[id as usize] = Some(self.value(a).times(2.0));
                return Ok(());
            }
            Node::Binary(Binary::Add, a, b) if self.is_zero(a) => {
                let _ = writeln!(self.definitions, "{name} = {};", self.name(b));
                self.values[id as usize] = Some(self.value(b));
                return Ok(());
            }
            Node::Binary(Binary::Mul, a, b) if let Some(power) = self.power_of_two(b) => {
                let _ = writeln!(self.definitions, "{name} = {} * {};", self.name(a), self.name(b));
                self.values[id as usize] = Some(self.value(a).times(power));
                return Ok(());
            }
            Node::Binary(Binary::Mul, a, b) if let Some(divisor) = self.reciprocal_of(b) => {
                let (above, below) = (self.name(a), self.name(divisor));
                let (name_b, by) = (self.name(b), self.value(divisor));
                let value = self.quotient(id, a, &self.value(a), divisor, &by);
                let _ = writeln!(
                    self.hints,
                    "{name} - {above} / {below} -> ({name} - {above} * {name_b}) + {above} * ({name_b} - 1 / {below}) {{ {below} <> 0 }};"
                );
                (format!("{above} * {name_b}"), value)
            }
            Node::Binary(op, a, b) => {
                let (x, y) = (self.value(a), self.value(b));
                let (sign, value) = match op {
                    Binary::Add => ("+", x + y),
                    Binary::Sub => ("-", x + y.times(-1.0)),
                    Binary::Mul => ("*", x * y),
                    Binary::Div => ("/", self.quotient(id, a, &x, b, &y)),
                };
                (format!("{} {sign} {}", self.name(a), self.name(b)), value)
            }
            Node::Fma(a, b, c) => (
                format!("{} * {} + {}", self.name(a), self.name(b), self.name(c)),
                self.value(a) * self.value(b) + self.value(c),
            ),
            Node::Unary(Unary::Sqrt, a) => {
                let radicand = self.name(a);
                let root = Atom::Root {
                    root: name.clone(),
                    radicand: Box::new(self.value(a)),
                    text: radicand.clone(),
                };
                (format!("sqrt({radicand})"), Polynomial::atom(root))
            }
            node => return Err(NoScript::Step(node)),
        };
        let _ = writeln!(self.definitions, "{name} = rnd({exact});");
        // A quotient or a root is kept as it is. Its rounding error appears where it meets its
        // divisor.
        self.values[id as usize] = Some(if value.is_taken_apart_later() {
            value
        } else {
            let simplified = value.simplified();
            let is_sum =
                matches!(node, Node::Binary(Binary::Add | Binary::Sub, ..) | Node::Fma(..));
            if is_sum && self.simplifies {
                let _ = writeln!(
                    self.hints,
                    "{exact} -> {}{};",
                    simplified.text(),
                    simplified.condition()
                );
            }
            let rounding = match self.transforms.get(&id) {
                Some(&(.., error)) if self.needed[error as usize] => {
                    Polynomial::atom(Atom::Word(self.name(error))).times(-1.0)
                }
                _ => Polynomial::atom(Atom::Rounding { rounded: name, exact }),
            };
            simplified + rounding
        });
        Ok(())
    }

    fn transformed(&self, step: Step, a: Id, b: Id) -> String {
        let sign = match step {
            Step::Difference => "-",
            Step::Product => "*",
            _ => "+",
        };
        format!("({} {sign} {})", self.name(a), self.name(b))
    }

    fn is_zero(&self, id: Id) -> bool {
        self.circuit.nodes()[id as usize] == Node::Constant(0)
    }

    /// The power of two that a node is, if it is one. Products with it are exact.
    fn power_of_two(&self, id: Id) -> Option<f64> {
        let Node::Constant(bits) = self.circuit.nodes()[id as usize] else { return None };
        let value = f64::from_bits(bits);
        (NativeWord::parts(value.abs()).0.is_power_of_two()).then_some(value)
    }

    /// The node of which a node is the reciprocal, if it is one.
    fn reciprocal_of(&self, id: Id) -> Option<Id> {
        if self.reciprocals == Reciprocals::Factors {
            return None;
        }
        let Node::Binary(Binary::Div, one, divisor) = self.circuit.nodes()[id as usize] else {
            return None;
        };
        let is_one = self.circuit.nodes()[one as usize] == Node::Constant(1f64.to_bits());
        is_one.then_some(divisor)
    }

    fn quotient(&self, id: Id, a: Id, x: &Polynomial, b: Id, y: &Polynomial) -> Polynomial {
        Polynomial::atom(Atom::Quotient {
            quotient: self.name(id),
            numerator: Box::new(x.clone()),
            divisor: Box::new(y.clone()),
            text: (self.name(a), self.name(b)),
        })
    }

    /// The expression to be bounded: (result − exact)/exact, without division and root.
    fn residual(&mut self, info: &Info) {
        let [high, low] = [0, 1].map(|k| self.circuit.outputs()[k]);
        let result = self.value(high) + self.value(low);
        let word = |k: usize| Polynomial::atom(Atom::Word(OPERANDS[k].to_owned()));
        let with_low = info.shape == Shape::DoubleWordDoubleWord;
        let x = word(0) + word(1);
        let y = if with_low { word(2) + word(3) } else { word(2) };
        let (reference, text, value) = match info.function {
            Function::Mul => ("x * y", "z - x * y", result + (x * y).times(-1.0)),
            Function::Div => ("x", "z * y - x", result * y + x.times(-1.0)),
            _ => ("x", "z * z - x", result.clone() * result + x.times(-1.0)),
        };
        let value = value.simplified();
        let _ = writeln!(self.definitions, "z = {} + {};", self.name(high), self.name(low));
        let _ = writeln!(self.definitions, "x = xh + xl;");
        if info.function != Function::Sqrt {
            let _ = writeln!(self.definitions, "y = yh{};", if with_low { " + yl" } else { "" });
        }
        let _ = writeln!(self.definitions, "r = {text};");
        let _ = writeln!(self.hints, "r -> {}{};", value.text(), value.condition());
        self.goal = format!("r / ({reference}) in ?");
    }

    fn text(&self, info: &Info, format: &str) -> String {
        let half_ulp = format!("1b-{}", self.circuit.word().precision());
        let (ranges, cases) = if info.function == Function::Sqrt {
            // Low words below and above 2 have different sizes.
            (format!("xh in [1, 4] /\\ |xl / xh| <= {half_ulp}"), "$ xh in 16;")
        } else if info.shape == Shape::DoubleWordDoubleWord {
            (
                format!(
                    "xh in [1, 2] /\\ yh in [1, 2] /\\ |xl| <= {half_ulp} /\\ |yl| <= {half_ulp}"
                ),
                "$ xh in 8, yh in 8;",
            )
        } else {
            (format!("xh in [1, 2] /\\ yh in [1, 2] /\\ |xl| <= {half_ulp}"), "$ xh in 8, yh in 8;")
        };
        let low = if info.function == Function::Sqrt {
            "xl -> (xl / xh) * xh { xh <> 0 };\n"
        } else {
            ""
        };
        format!(
            "# {}: {}\n@rnd = float<{format}, ne>;\n{}{{ {ranges} -> {} }}\n{low}{}{cases}\n",
            info.name, info.algorithm, self.definitions, self.goal, self.hints
        )
    }
}

/// A finite word in a form that Gappa reads exactly: an integer times a power of two.
fn exact_text(value: f64) -> String {
    let (significand, exponent) = NativeWord::parts(value.abs());
    let zeros = significand.trailing_zeros().min(63);
    let (integer, exponent) = (significand >> zeros, exponent + zeros as i32);
    let sign = if value < 0.0 { "-" } else { "" };
    match (integer, exponent) {
        (0, _) => "0".to_owned(),
        (_, 0..10) => format!("{sign}{}", integer << exponent),
        _ => format!("{sign}{integer}b{exponent}"),
    }
}

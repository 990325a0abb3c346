//! The steps of a circuit as statements of CUDA C++.

use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Node, Unary},
    lowering::{Division, Lowering, Protection, Rounding},
    word_type::WordType,
};
use half::{bf16, f16};
use std::fmt::Write as _;

/// How a word's arithmetic is written.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    word: WordType,
    lowering: Lowering,
}

impl Arithmetic {
    pub(super) fn new(word: WordType, lowering: &Lowering) -> Self {
        Arithmetic { word, lowering: *lowering }
    }

    /// Name of the type of a word. That of the half precisions is defined by a prelude.
    pub(super) fn word(self) -> &'static str {
        match self.word {
            WordType::F16 | WordType::Bf16 => "half_word",
            WordType::F32 => "float",
            WordType::F64 => "double",
        }
    }

    /// Writes the steps, one a line, and returns the names of the outputs. Inputs are named by
    /// `inputs`.
    pub(super) fn steps(
        self,
        circuit: &Circuit,
        inputs: &[String],
        to: &mut String,
    ) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(circuit.nodes().len());
        for (id, &node) in circuit.nodes().iter().enumerate() {
            let name = |operand: Id| names[operand as usize].as_str();
            let value = match node {
                Node::Input(input) => {
                    names.push(inputs[input as usize].clone());
                    continue;
                }
                Node::Constant(bits) => {
                    names.push(self.constant(f64::from_bits(bits)));
                    continue;
                }
                Node::Unary(op, a) => self.unary(op, name(a)),
                Node::Binary(op, a, b) => self.binary(op, name(a), name(b)),
                Node::Fma(a, b, c) => self.fma(name(a), name(b), name(c)),
                Node::Compare(op, a, b) => self.compare(op, name(a), name(b)),
                Node::And(a, b) => format!("{} && {}", name(a), name(b)),
                Node::Or(a, b) => format!("{} || {}", name(a), name(b)),
                Node::Not(a) => format!("!{}", name(a)),
                Node::Select(flag, a, b) => {
                    format!("{} ? {} : {}", name(flag), name(a), name(b))
                }
            };
            let (kind, letter) = if node.is_flag() { ("bool", 'm') } else { (self.word(), 't') };
            let _ = writeln!(to, "    const {kind} {letter}{id} = {value};");
            names.push(format!("{letter}{id}"));
        }
        circuit.outputs().iter().map(|&output| names[output as usize].clone()).collect()
    }

    /// The suffix of intrinsics; none where plain operators are wanted. What other languages
    /// protect with is written as intrinsics that round to nearest.
    fn suffix(self) -> Option<&'static str> {
        match self.lowering.protection {
            Protection::Plain => None,
            Protection::Intrinsics(Rounding::Zero) => Some("rz"),
            Protection::Intrinsics(Rounding::Up) => Some("ru"),
            Protection::Intrinsics(Rounding::Down) => Some("rd"),
            _ => Some("rn"),
        }
    }

    /// The intrinsic for an operation, where one is wanted: `__fadd_rn`.
    fn intrinsic(self, operation: &str) -> Option<String> {
        let letter = match self.word {
            WordType::F16 | WordType::Bf16 => return None,
            WordType::F32 => 'f',
            WordType::F64 => 'd',
        };
        // The one name that does not follow the rule.
        let operation =
            if self.word == WordType::F64 && operation == "maf" { "ma" } else { operation };
        self.suffix().map(|suffix| format!("__{letter}{operation}_{suffix}"))
    }

    fn is_half(self) -> bool {
        matches!(self.word, WordType::F16 | WordType::Bf16)
    }

    fn unary(self, op: Unary, a: &str) -> String {
        match (op, self.word) {
            (Unary::Neg, WordType::F16 | WordType::Bf16) => format!("half_neg({a})"),
            (Unary::Neg, _) => format!("-{a}"),
            (Unary::Abs, WordType::F16 | WordType::Bf16) => format!("half_abs({a})"),
            (Unary::Abs, WordType::F32) => format!("fabsf({a})"),
            (Unary::Abs, WordType::F64) => format!("fabs({a})"),
            (Unary::Sqrt, WordType::F16 | WordType::Bf16) => format!("half_sqrt({a})"),
            (Unary::Sqrt, _) => match (self.intrinsic("sqrt"), self.word) {
                (Some(intrinsic), _) => format!("{intrinsic}({a})"),
                (None, WordType::F32) => format!("sqrtf({a})"),
                (None, _) => format!("sqrt({a})"),
            },
        }
    }

    fn binary(self, op: Binary, a: &str, b: &str) -> String {
        let (name, operator) = match op {
            Binary::Add => ("add", '+'),
            Binary::Sub => ("sub", '-'),
            Binary::Mul => ("mul", '*'),
            Binary::Div => ("div", '/'),
        };
        match (op, self.lowering.division, self.word) {
            (Binary::Div, Division::Approximate, WordType::F32) => {
                return format!("__fdividef({a}, {b})");
            }
            (Binary::Div, Division::Reciprocal, WordType::F32) => {
                return self.binary(Binary::Mul, a, &format!("__frcp_rn({b})"));
            }
            (Binary::Div, Division::Reciprocal, WordType::F64) => {
                return self.binary(Binary::Mul, a, &format!("__drcp_rn({b})"));
            }
            _ => {}
        }
        if self.is_half() {
            return format!("half_{name}({a}, {b})");
        }
        match self.intrinsic(name) {
            Some(intrinsic) => format!("{intrinsic}({a}, {b})"),
            None => format!("{a} {operator} {b}"),
        }
    }

    fn fma(self, a: &str, b: &str, c: &str) -> String {
        let function = match (self.intrinsic("maf"), self.word) {
            (Some(intrinsic), _) => intrinsic,
            (None, WordType::F16 | WordType::Bf16) => "half_fma".to_owned(),
            (None, WordType::F32) => "fmaf".to_owned(),
            (None, WordType::F64) => "fma".to_owned(),
        };
        format!("{function}({a}, {b}, {c})")
    }

    fn compare(self, op: Comparison, a: &str, b: &str) -> String {
        let operator = match op {
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Equal => "==",
        };
        if self.is_half() {
            return format!("half_wide({a}) {operator} half_wide({b})");
        }
        format!("{a} {operator} {b}")
    }

    /// A number of the word type, exactly.
    pub(super) fn constant(self, value: f64) -> String {
        match self.word {
            WordType::F16 => format!("half_word{{{:#06x}}}", f16::from_f64(value).to_bits()),
            WordType::Bf16 => format!("half_word{{{:#06x}}}", bf16::from_f64(value).to_bits()),
            WordType::F32 if value.is_finite() => format!("{}f", hexadecimal(value)),
            WordType::F32 => format!("__int_as_float({:#010x})", (value as f32).to_bits()),
            WordType::F64 if value.is_finite() => hexadecimal(value),
            WordType::F64 => format!("__longlong_as_double({:#018x}ll)", value.to_bits()),
        }
    }
}

/// A finite number as a literal of C++, digits for people where it is a small whole number.
fn hexadecimal(value: f64) -> String {
    if value == value.trunc() && value.abs() < 1e6 {
        return if value.is_sign_negative() {
            format!("({value:.1})")
        } else {
            format!("{value:.1}")
        };
    }
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (leading, exponent) = match (bits >> 52 & 0x7ff) as i32 {
        0 => (0, -1022),
        biased => (1, biased - 1023),
    };
    let digits = format!("{:013x}", bits & ((1 << 52) - 1));
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    let literal = format!("{sign}0x{leading}{point}{digits}p{exponent:+}");
    if sign.is_empty() { literal } else { format!("({literal})") }
}

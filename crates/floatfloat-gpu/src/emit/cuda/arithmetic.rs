//! The steps of a circuit as statements of CUDA C++.

use super::uints;
use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Kind, Node, UintUnary, Unary},
    emit::calls::Calls,
    lowering::{Division, Lowering, Protection, Rounding},
    word_type::WordType,
};
use half::{bf16, f16};
use std::fmt::Write as _;

/// How the arithmetic of a word type is written.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    pub(super) word: WordType,
    lowering: Lowering,
}

impl Arithmetic {
    pub(super) fn new(word: WordType, lowering: &Lowering) -> Self {
        Arithmetic { word, lowering: *lowering }
    }

    /// The name of the type of a word.
    pub(super) fn word(self) -> &'static str {
        match self.word {
            WordType::F16 => "f16_word",
            WordType::Bf16 => "bf16_word",
            WordType::F32 => "float",
            WordType::F64 => "double",
            WordType::U32 => "unsigned",
        }
    }

    /// The definitions that arithmetic on words of this type needs.
    pub(super) fn prelude(self) -> String {
        let operations = match self.word {
            WordType::F16 => include_str!("f16.cu"),
            WordType::Bf16 => include_str!("bf16.cu"),
            WordType::F32 | WordType::F64 | WordType::U32 => return String::new(),
        };
        let rounded = if self.lowering.protection == Protection::Plain { "" } else { ".rn" };
        format!("#define ROUNDED \"{rounded}\"\n{operations}#undef ROUNDED\n\n")
    }

    /// Writes the steps of a circuit, one a line, and returns the names of the outputs. `inputs` are the
    /// names of the inputs.
    pub(super) fn steps(
        self,
        circuit: &Circuit,
        inputs: &[String],
        calls: &Calls,
        to: &mut String,
    ) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(circuit.nodes().len());
        for (id, &node) in circuit.nodes().iter().enumerate() {
            let name = |operand: Id| names[operand as usize].as_str();
            let value = match node {
                Node::Input(input) | Node::UintInput(input) => {
                    names.push(inputs[input as usize].clone());
                    continue;
                }
                Node::UintConstant(value) => {
                    names.push(uints::constant(value));
                    continue;
                }
                Node::Operands(..) => {
                    names.push(String::new());
                    continue;
                }
                Node::CallResult(place, call) => {
                    let Node::Call(function, _) = circuit.nodes()[call as usize] else {
                        unreachable!("results are those of calls")
                    };
                    let results = circuit.called[function as usize].circuit.outputs().len();
                    names.push(uints::component(name(call), results, place));
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
                Node::UintUnary(UintUnary::Not, a) => format!("~{}", name(a)),
                Node::UintUnary(UintUnary::LeadingZeros, a) => format!("__clz((int){})", name(a)),
                Node::UintBinary(op, a, b) => {
                    uints::binary(op, name(a), name(b), circuit.nodes()[b as usize])
                }
                Node::UintCompare(op, a, b) => {
                    format!("{} {} {}", name(a), comparison(op), name(b))
                }
                Node::Bits(part, a) => match (self.word, part) {
                    (WordType::F64, 0) => format!("(unsigned)__double2loint({})", name(a)),
                    (WordType::F64, _) => format!("(unsigned)__double2hiint({})", name(a)),
                    _ => format!("__float_as_uint({})", name(a)),
                },
                Node::FromBits(bits, None) => format!("__uint_as_float({})", name(bits)),
                Node::FromBits(low, Some(high)) => {
                    format!("__hiloint2double((int){}, (int){})", name(high), name(low))
                }
                Node::Call(function, operands) => {
                    let operands = circuit.call_operands(operands);
                    let operands: Vec<_> = operands.iter().map(|&id| name(id)).collect();
                    let called = calls.name(&circuit.called[function as usize]);
                    format!("{called}({})", operands.join(", "))
                }
                Node::And(a, b) => format!("{} && {}", name(a), name(b)),
                Node::Or(a, b) => format!("{} || {}", name(a), name(b)),
                Node::Not(a) => format!("!{}", name(a)),
                Node::UintDot(a, b, sum) => {
                    format!("__dp4a((int){}, (int){}, (int){})", name(a), name(b), name(sum))
                }
                Node::Select(flag, a, b) | Node::UintSelect(flag, a, b) => {
                    format!("{} ? {} : {}", name(flag), name(a), name(b))
                }
            };
            let (kind, letter) = match node.kind() {
                Kind::Word => (self.word(), 't'),
                Kind::Flag => ("bool", 'm'),
                Kind::Uint => ("unsigned", 'u'),
                Kind::Several => ("auto", 'r'),
            };
            let _ = writeln!(to, "    const {kind} {letter}{id} = {value};");
            names.push(format!("{letter}{id}"));
        }
        circuit.outputs().iter().map(|&output| names[output as usize].clone()).collect()
    }

    /// A number of the word type, exactly.
    pub(super) fn constant(self, value: f64) -> String {
        match self.word {
            WordType::F16 => format!("f16_word{{{:#06x}}}", f16::from_f64(value).to_bits()),
            WordType::Bf16 => format!("bf16_word{{{:#06x}}}", bf16::from_f64(value).to_bits()),
            WordType::F32 if value.is_finite() => in_parentheses(literal(value) + "f"),
            WordType::F32 => format!("__int_as_float({:#010x})", (value as f32).to_bits()),
            WordType::F64 if value.is_finite() => in_parentheses(literal(value)),
            WordType::F64 => format!("__longlong_as_double({:#018x}ll)", value.to_bits()),
            // The low bits are the integer.
            WordType::U32 => uints::constant(value.to_bits() as u32),
        }
    }

    /// The prefix of the prelude's functions, for words that are not types of the language.
    fn half(self) -> Option<&'static str> {
        matches!(self.word, WordType::F16 | WordType::Bf16).then(|| self.word.name())
    }

    /// The suffix of intrinsics; none for plain operators. Protections of other languages become
    /// intrinsics that round to nearest.
    fn suffix(self) -> Option<&'static str> {
        match self.lowering.protection {
            Protection::Plain => None,
            Protection::Intrinsics(Rounding::Zero) => Some("rz"),
            Protection::Intrinsics(Rounding::Up) => Some("ru"),
            Protection::Intrinsics(Rounding::Down) => Some("rd"),
            _ => Some("rn"),
        }
    }

    /// The letter of a word type in the names of intrinsics and functions.
    fn letter(self) -> char {
        if self.word == WordType::F64 { 'd' } else { 'f' }
    }

    fn unary(self, op: Unary, a: &str) -> String {
        let double = self.word == WordType::F64;
        match (op, self.half(), self.suffix()) {
            (Unary::Neg, Some(half), _) => format!("{half}_neg({a})"),
            (Unary::Abs, Some(half), _) => format!("{half}_abs({a})"),
            (Unary::Sqrt, Some(half), _) => format!("{half}_sqrt({a})"),
            (Unary::Neg, ..) => format!("-{a}"),
            (Unary::Abs, ..) => format!("{}({a})", if double { "fabs" } else { "fabsf" }),
            (Unary::Sqrt, _, Some(suffix)) => format!("__{}sqrt_{suffix}({a})", self.letter()),
            (Unary::Sqrt, ..) => format!("{}({a})", if double { "sqrt" } else { "sqrtf" }),
            (Unary::Exponent | Unary::PowerOfTwo, ..) => unreachable!("made of other steps"),
        }
    }

    fn binary(self, op: Binary, a: &str, b: &str) -> String {
        let (name, operator) = match op {
            Binary::Add => ("add", '+'),
            Binary::Sub => ("sub", '-'),
            Binary::Mul => ("mul", '*'),
            Binary::Div => ("div", '/'),
        };
        let letter = self.letter();
        match (op, self.lowering.division, self.half(), self.suffix()) {
            (.., Some(half), _) => format!("{half}_{name}({a}, {b})"),
            // The language has an approximate division only for binary32.
            (Binary::Div, Division::Approximate, ..) if self.word == WordType::F32 => {
                format!("__fdividef({a}, {b})")
            }
            (Binary::Div, Division::Reciprocal, ..) => {
                self.binary(Binary::Mul, a, &format!("__{letter}rcp_rn({b})"))
            }
            (.., Some(suffix)) => format!("__{letter}{name}_{suffix}({a}, {b})"),
            (.., None) => format!("{a} {operator} {b}"),
        }
    }

    fn fma(self, a: &str, b: &str, c: &str) -> String {
        let name = if self.word == WordType::F64 { "fma" } else { "fmaf" };
        match (self.half(), self.suffix()) {
            (Some(half), _) => format!("{half}_fma({a}, {b}, {c})"),
            (None, Some(suffix)) => format!("__{name}_{suffix}({a}, {b}, {c})"),
            (None, None) => format!("{name}({a}, {b}, {c})"),
        }
    }

    fn compare(self, op: Comparison, a: &str, b: &str) -> String {
        let operator = comparison(op);
        match self.half() {
            Some(half) => format!("{half}_wide({a}) {operator} {half}_wide({b})"),
            None => format!("{a} {operator} {b}"),
        }
    }
}

fn comparison(op: Comparison) -> &'static str {
    match op {
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Equal => "==",
    }
}

/// A finite number as a literal; decimal if it is a small integer.
fn literal(value: f64) -> String {
    if value == value.trunc() && value.abs() < 1e6 {
        return format!("{value:.1}");
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
    format!("{sign}0x{leading}{point}{digits}p{exponent:+}")
}

fn in_parentheses(literal: String) -> String {
    if literal.starts_with('-') { format!("({literal})") } else { literal }
}

//! Circuits as functions.

use super::{
    number,
    protect::{Hiding, Place},
    rolled::Rolled,
    uints,
};
use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Kind, Node, UintUnary, Unary},
    emit::calls::Calls,
    word_type::WordType,
};
use std::{collections::HashSet, fmt::Write};

/// A function that computes a circuit. All its results together are one number.
///
/// `parameters` are the names of its parameters. Its body is the loop of `rolled` if there is one, otherwise its steps
/// one after the other.
pub(super) fn function(
    name: &str,
    parameters: &[String],
    circuit: &Circuit,
    hiding: Hiding,
    calls: &Calls,
    rolled: Option<&Rolled>,
) -> String {
    let word = circuit.word();
    let signature: Vec<_> = parameters
        .iter()
        .zip(circuit.parameters())
        .map(|(name, &words)| format!("{name}: {}", number::type_name(word, words)))
        .collect();
    let words = circuit.outputs().len();
    let mut text =
        format!("fn {name}({}) -> {} {{\n", signature.join(", "), number::type_name(word, words));
    let inputs: Vec<_> = parameters
        .iter()
        .zip(circuit.parameters())
        .flat_map(|(name, &words)| {
            (0..words).map(move |place| number::component(name, words, place))
        })
        .collect();
    let outputs = match rolled {
        Some(rolled) => rolled.call(&inputs, &mut text),
        None => steps(circuit, &inputs, hiding, calls, &mut text),
    };
    writeln!(text, "    return {};\n}}", number::construct(word, &outputs))
        .expect("strings take all");
    text
}

/// The functions of integers that other functions call, and the types of their results.
pub(super) fn called(calls: &Calls, hiding: Hiding) -> impl Iterator<Item = String> {
    let types = calls.results().into_iter().filter_map(uints::declaration);
    types.chain(calls.functions().map(move |(name, circuit)| {
        let inputs = names(circuit.parameters().len());
        let signature: Vec<_> = inputs.iter().map(|name| format!("{name}: u32")).collect();
        let result = uints::type_name(circuit.outputs().len());
        let mut text = format!("fn {name}({}) -> {result} {{\n", signature.join(", "));
        let outputs = steps(circuit, &inputs, hiding, calls, &mut text);
        let value = match &outputs[..] {
            [one] => one.clone(),
            all => format!("{result}({})", all.join(", ")),
        };
        writeln!(text, "    return {value};\n}}").expect("strings take all");
        text
    }))
}

/// Writes the steps of a circuit, and returns the names of its outputs.
fn steps(
    circuit: &Circuit,
    inputs: &[String],
    hiding: Hiding,
    calls: &Calls,
    text: &mut String,
) -> Vec<String> {
    let word = circuit.word();
    let mut values: Vec<String> = Vec::with_capacity(circuit.nodes().len());
    let folded = folded(circuit);
    let computed_with = computed_with(circuit);
    let mut count = 0;
    for (id, &node) in circuit.nodes().iter().enumerate() {
        let is_folded = folded.contains(&(id as Id));
        let mut named = |constant: String, needed: bool| {
            if !needed {
                return constant;
            }
            writeln!(text, "    let c{id} = {constant};").expect("strings take all");
            format!("c{id}")
        };
        let value = match node {
            Node::Input(input) | Node::UintInput(input) => inputs[input as usize].clone(),
            Node::Constant(bits) => {
                let value = f64::from_bits(bits);
                let hidden = value == 0.0 && hiding.zeros && computed_with.contains(&(id as Id));
                let constant = match hidden {
                    true => hiding.hidden_zero(word, value),
                    false => number::constant(word, value, hiding.place),
                };
                named(constant, hidden || is_folded)
            }
            Node::UintConstant(value) => named(uints::constant(value), is_folded),
            Node::Operands(..) => String::new(),
            Node::CallResult(place, call) => {
                let Node::Call(function, _) = circuit.nodes()[call as usize] else {
                    unreachable!("results are those of calls")
                };
                let results = circuit.called[function as usize].circuit.outputs().len();
                number::component(&values[call as usize], results, place as usize)
            }
            _ => {
                let mut expression = expression(circuit, node, calls, &values);
                if let (true, Node::Select(flag, yes, no)) = (hiding.results, node)
                    && chooses_by_size(circuit.nodes()[flag as usize], [yes, no])
                {
                    // Drivers replace such a choice by the larger or the smaller operand, which is
                    // wrong for NaN.
                    let [yes, no, flag] = [yes, no, flag].map(|id| &values[id as usize]);
                    expression = format!("select({no}, {}, {flag})", hiding.hold(word, yes));
                }
                if let (true, Node::Binary(op @ (Binary::Sub | Binary::Div), a, b)) =
                    (hiding.results, node)
                    && a == b
                {
                    // Drivers replace x − x by 0 and x / x by 1, which is wrong for infinities.
                    let again = hiding.hold(word, &values[b as usize]);
                    expression = format!("{} {} {again}", values[a as usize], sign(op));
                }
                // Drivers also replace x + −x by 0.
                let is_hidden = node.is_flop() || matches!(node, Node::Unary(Unary::Neg, _));
                let expression = match hiding.results && is_hidden {
                    true => hiding.hold(word, &expression),
                    false => expression,
                };
                let letters = match node.kind() {
                    Kind::Word => "t",
                    Kind::Flag => "is",
                    Kind::Uint => "n",
                    Kind::Several => "r",
                };
                let name = format!("{letters}{count}");
                count += 1;
                writeln!(text, "    let {name} = {expression};").expect("strings take all");
                name
            }
        };
        values.push(value);
    }
    circuit.outputs().iter().map(|&id| values[id as usize].clone()).collect()
}

/// Whether the two values between which this flag chooses are those that it compares.
fn chooses_by_size(flag: Node, choices: [Id; 2]) -> bool {
    let Node::Compare(_, a, b) = flag else { return false };
    choices == [a, b] || choices == [b, a]
}

/// Constants that are the only operands of a step. They get names, so that WGSL does not compute
/// the step itself, and does not refuse it if the result is infinite or NaN.
fn folded(circuit: &Circuit) -> HashSet<Id> {
    let is_constant = |id: &Id| {
        matches!(circuit.nodes()[*id as usize], Node::Constant(_) | Node::UintConstant(_))
    };
    circuit
        .nodes()
        .iter()
        .filter(|node| node.operands().all(|id| is_constant(&id)))
        .flat_map(|node| node.operands())
        .collect()
}

/// Operands of sums, products and quotients.
fn computed_with(circuit: &Circuit) -> HashSet<Id> {
    let computes = |node: &&Node| matches!(node, Node::Binary(..) | Node::Fma(..));
    circuit.nodes().iter().filter(computes).flat_map(|node| node.operands()).collect()
}

fn sign(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
    }
}

/// A step as an expression of its operands, which have these names.
fn expression(circuit: &Circuit, node: Node, calls: &Calls, values: &[String]) -> String {
    let operand = |id: Id| &values[id as usize];
    match node {
        Node::UintBinary(op, a, b) => {
            uints::binary(op, operand(a), operand(b), circuit.nodes()[b as usize])
        }
        Node::Bits(part, a) => match (circuit.word(), part) {
            (WordType::F64, 0) => format!("u32(bitcast<u64>({}) & 0xfffffffflu)", operand(a)),
            (WordType::F64, _) => format!("u32(bitcast<u64>({}) >> 32u)", operand(a)),
            _ => format!("bitcast<u32>({})", operand(a)),
        },
        Node::Call(function, operands) => {
            let operands = circuit.call_operands(operands);
            let operands: Vec<_> = operands.iter().map(|&id| operand(id).as_str()).collect();
            let name = calls.name(&circuit.called[function as usize]);
            format!("{name}({})", operands.join(", "))
        }
        _ => step(node, values),
    }
}

/// A step that depends only on the names of its operands.
pub(super) fn step(node: Node, values: &[String]) -> String {
    let operand = |id: Id| &values[id as usize];
    let infix = |a, sign, b| format!("{} {sign} {}", operand(a), operand(b));
    match node {
        Node::Unary(Unary::Neg, a) => format!("-{}", operand(a)),
        Node::Unary(Unary::Abs, a) => format!("abs({})", operand(a)),
        Node::Unary(Unary::Sqrt, a) => format!("sqrt({})", operand(a)),
        Node::Unary(Unary::Exponent | Unary::PowerOfTwo, _) => {
            unreachable!("made of other steps")
        }
        Node::Binary(op, a, b) => infix(a, sign(op), b),
        Node::Fma(a, b, c) => format!("fma({}, {}, {})", operand(a), operand(b), operand(c)),
        Node::Compare(op, a, b) | Node::UintCompare(op, a, b) => {
            let sign = match op {
                Comparison::Less => "<",
                Comparison::LessOrEqual => "<=",
                Comparison::Equal => "==",
            };
            infix(a, sign, b)
        }
        Node::And(a, b) => infix(a, "&", b),
        Node::Or(a, b) => infix(a, "|", b),
        Node::Not(a) => format!("!{}", operand(a)),
        Node::Select(flag, yes, no) | Node::UintSelect(flag, yes, no) => {
            format!("select({}, {}, {})", operand(no), operand(yes), operand(flag))
        }
        Node::UintDot(a, b, sum) => {
            let products = format!("dot4I8Packed({}, {})", operand(a), operand(b));
            format!("{} + bitcast<u32>({products})", operand(sum))
        }
        Node::UintUnary(UintUnary::Not, a) => format!("~{}", operand(a)),
        Node::UintUnary(UintUnary::LeadingZeros, a) => {
            format!("countLeadingZeros({})", operand(a))
        }
        Node::FromBits(bits, None) => format!("bitcast<f32>({})", operand(bits)),
        Node::FromBits(low, Some(high)) => {
            format!("bitcast<f64>((u64({}) << 32u) | u64({}))", operand(high), operand(low))
        }
        _ => unreachable!("written otherwise"),
    }
}

/// Whether a circuit has constants that must be hidden: it computes with a zero, or has a constant
/// that is infinite or NaN.
pub(super) fn has_hidden(circuit: &Circuit) -> bool {
    let is_zero = |id: Id| matches!(circuit.nodes()[id as usize], Node::Constant(bits) if f64::from_bits(bits) == 0.0);
    computed_with(circuit).into_iter().any(is_zero)
        || has_special(circuit)
        || circuit.called().any(|called| has_hidden(&called.circuit))
}

/// Whether a circuit has a constant that is infinite or NaN.
pub(super) fn has_special(circuit: &Circuit) -> bool {
    circuit
        .nodes()
        .iter()
        .any(|node| matches!(node, Node::Constant(bits) if !f64::from_bits(*bits).is_finite()))
        || circuit.called().any(|called| has_special(&called.circuit))
}

/// Names for `count` values: `x`, `y`, `z`, `w`, or `x0`, `x1` and so on.
pub(super) fn names(count: usize) -> Vec<String> {
    match count {
        ..=4 => ["x", "y", "z", "w"][..count].iter().map(|&name| name.into()).collect(),
        _ => (0..count).map(|i| format!("x{i}")).collect(),
    }
}

/// A number of constant words.
pub(super) fn constant_number(word: WordType, words: &[u64]) -> String {
    let words: Vec<_> = words
        .iter()
        .map(|&bits| number::constant(word, f64::from_bits(bits), Place::Module))
        .collect();
    number::construct(word, &words)
}

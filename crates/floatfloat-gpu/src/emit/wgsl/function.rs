//! A circuit as a function.

use super::{
    exponents::{EXPONENT, POWER_OF_TWO},
    number,
    protect::{Hiding, Place},
};
use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Node, Unary},
    word_type::WordType,
};
use std::{collections::HashSet, fmt::Write};

/// A function that computes a circuit. All its results together are one number.
///
/// `parameters` are the names of its parameters.
pub(super) fn function(
    name: &str,
    parameters: &[String],
    circuit: &Circuit,
    hiding: Hiding,
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
    let mut values: Vec<String> = Vec::with_capacity(circuit.nodes().len());
    let folded = folded(circuit);
    let computed_with = computed_with(circuit);
    let prefix = hiding.place.prefix(word);
    let mut count = 0;
    for (id, &node) in circuit.nodes().iter().enumerate() {
        let value = match node {
            Node::Input(input) => inputs[input as usize].clone(),
            Node::Constant(bits) => {
                let value = f64::from_bits(bits);
                let hidden = value == 0.0 && hiding.zeros && computed_with.contains(&(id as Id));
                let constant = match hidden {
                    true => hiding.hidden_zero(word, value),
                    false => number::constant(word, value, hiding.place),
                };
                if hidden || folded.contains(&(id as Id)) {
                    writeln!(text, "    let c{id} = {constant};").expect("strings take all");
                    format!("c{id}")
                } else {
                    constant
                }
            }
            _ => {
                let mut expression = expression(node, prefix, |id| &values[id as usize]);
                if let (true, Node::Binary(op, a, b)) = (hiding.results, node)
                    && a == b
                {
                    // Drivers take x − x for 0 and x / x for 1, against infinities.
                    let again = hiding.hold(word, &values[b as usize]);
                    expression = format!("{} {} {again}", values[a as usize], sign(op));
                }
                let expression = match hiding.results && !node.is_flag() {
                    true => hiding.hold(word, &expression),
                    false => expression,
                };
                let name = format!("{}{count}", if node.is_flag() { "is" } else { "t" });
                count += 1;
                writeln!(text, "    let {name} = {expression};").expect("strings take all");
                name
            }
        };
        values.push(value);
    }
    let outputs: Vec<_> = circuit.outputs().iter().map(|&id| values[id as usize].clone()).collect();
    writeln!(text, "    return {};\n}}", number::construct(word, &outputs))
        .expect("strings take all");
    text
}

/// Constants of which a step has no other operands. As names they keep WGSL from computing the step
/// itself, and from refusing it where the result is infinite or NaN.
fn folded(circuit: &Circuit) -> HashSet<Id> {
    let is_constant = |id: &Id| matches!(circuit.nodes()[*id as usize], Node::Constant(_));
    circuit
        .nodes()
        .iter()
        .filter(|node| node.operands().all(|id| is_constant(&id)))
        .flat_map(|node| node.operands())
        .collect()
}

/// Operands of steps that compute: of sums, products and quotients.
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

/// A step as an expression of its operands; with `prefix` begin the names of our functions.
fn expression<'a>(node: Node, prefix: &str, operand: impl Fn(Id) -> &'a String) -> String {
    let infix = |a, sign, b| format!("{} {sign} {}", operand(a), operand(b));
    match node {
        Node::Input(_) | Node::Constant(_) => unreachable!("written where they are used"),
        Node::Unary(Unary::Neg, a) => format!("-{}", operand(a)),
        Node::Unary(Unary::Abs, a) => format!("abs({})", operand(a)),
        Node::Unary(Unary::Sqrt, a) => format!("sqrt({})", operand(a)),
        Node::Unary(Unary::Exponent, a) => format!("{prefix}{EXPONENT}({})", operand(a)),
        Node::Unary(Unary::PowerOfTwo, a) => format!("{prefix}{POWER_OF_TWO}({})", operand(a)),
        Node::Binary(op, a, b) => infix(a, sign(op), b),
        Node::Fma(a, b, c) => format!("fma({}, {}, {})", operand(a), operand(b), operand(c)),
        Node::Compare(Comparison::Less, a, b) => infix(a, "<", b),
        Node::Compare(Comparison::LessOrEqual, a, b) => infix(a, "<=", b),
        Node::Compare(Comparison::Equal, a, b) => infix(a, "==", b),
        Node::And(a, b) => infix(a, "&", b),
        Node::Or(a, b) => infix(a, "|", b),
        Node::Not(a) => format!("!{}", operand(a)),
        Node::Select(flag, yes, no) => {
            format!("select({}, {}, {})", operand(no), operand(yes), operand(flag))
        }
    }
}

/// Whether a circuit has constants that are to be hidden: it computes with a zero, or has one that is
/// infinite or NaN.
pub(super) fn has_hidden(circuit: &Circuit) -> bool {
    let is_zero = |id: Id| matches!(circuit.nodes()[id as usize], Node::Constant(bits) if f64::from_bits(bits) == 0.0);
    computed_with(circuit).into_iter().any(is_zero) || has_special(circuit)
}

/// Whether a circuit has a constant that is infinite or NaN.
pub(super) fn has_special(circuit: &Circuit) -> bool {
    circuit
        .nodes()
        .iter()
        .any(|node| matches!(node, Node::Constant(bits) if !f64::from_bits(*bits).is_finite()))
}

/// So many names: `x`, `y`, `z`, `w`, or `x0`, `x1` and so on.
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

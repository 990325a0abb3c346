//! A circuit as a function.

use super::number;
use crate::{
    circuit::{Binary, Circuit, Comparison, Id, Node, Unary},
    word_type::WordType,
};
use std::{collections::HashSet, fmt::Write};

/// A function that computes a circuit. All its results together are one number.
///
/// `parameters` are the names of its parameters. With `hold` every word that is computed passes
/// through the function of that name; see [`super::protect`].
pub(super) fn function(name: &str, parameters: &[String], circuit: &Circuit, hold: bool) -> String {
    let word = circuit.word();
    let signature: Vec<_> = parameters
        .iter()
        .zip(circuit.parameters())
        .map(|(name, &words)| format!("{name}: {}", number::number(word, words)))
        .collect();
    let words = circuit.outputs().len();
    let mut text =
        format!("fn {name}({}) -> {} {{\n", signature.join(", "), number::number(word, words));
    let inputs: Vec<_> = parameters
        .iter()
        .zip(circuit.parameters())
        .flat_map(|(name, &words)| {
            (0..words).map(move |place| number::component(name, words, place))
        })
        .collect();
    let mut values: Vec<String> = Vec::with_capacity(circuit.nodes().len());
    let folded = folded(circuit);
    let mut count = 0;
    for (id, &node) in circuit.nodes().iter().enumerate() {
        let value = match node {
            Node::Input(input) => inputs[input as usize].clone(),
            Node::Constant(bits) => {
                let constant = number::constant(word, f64::from_bits(bits));
                if !folded.contains(&(id as Id)) {
                    constant
                } else {
                    writeln!(text, "    let c{id} = {constant};").expect("strings take all");
                    format!("c{id}")
                }
            }
            _ => {
                let expression = expression(node, |id| &values[id as usize]);
                let expression = match hold && !node.is_flag() {
                    true => format!("hold({expression})"),
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

/// A step as an expression of its operands.
fn expression<'a>(node: Node, operand: impl Fn(Id) -> &'a String) -> String {
    let infix = |a, sign, b| format!("{} {sign} {}", operand(a), operand(b));
    match node {
        Node::Input(_) | Node::Constant(_) => unreachable!("written where they are used"),
        Node::Unary(Unary::Neg, a) => format!("-{}", operand(a)),
        Node::Unary(Unary::Abs, a) => format!("abs({})", operand(a)),
        Node::Unary(Unary::Sqrt, a) => format!("sqrt({})", operand(a)),
        Node::Binary(Binary::Add, a, b) => infix(a, "+", b),
        Node::Binary(Binary::Sub, a, b) => infix(a, "-", b),
        Node::Binary(Binary::Mul, a, b) => infix(a, "*", b),
        Node::Binary(Binary::Div, a, b) => infix(a, "/", b),
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
    let words: Vec<_> =
        words.iter().map(|&bits| number::constant(word, f64::from_bits(bits))).collect();
    number::construct(word, &words)
}

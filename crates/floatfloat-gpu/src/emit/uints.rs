//! 32-bit integers, as all languages write them.

use crate::circuit::{Node, UintBinary};

/// An integer.
pub(super) fn constant(value: u32) -> String {
    if value < 10_000 { format!("{value}u") } else { format!("{value:#x}u") }
}

/// A step of two integers, of which the second is made by the node `count`. `shift` writes a shift, given its sign, by a
/// count that is known, or that may be 32 or more. High halves of products are no operators.
pub(super) fn binary(
    op: UintBinary,
    a: &str,
    b: &str,
    count: Node,
    shift: impl FnOnce(&str, Option<u32>) -> String,
) -> String {
    let sign = match op {
        UintBinary::Add => "+",
        UintBinary::Sub => "-",
        UintBinary::Mul => "*",
        UintBinary::And => "&",
        UintBinary::Or => "|",
        UintBinary::Xor => "^",
        UintBinary::ShiftLeft => "<<",
        UintBinary::ShiftRight => ">>",
        UintBinary::HighProduct => unreachable!("languages have their own"),
    };
    match (op, count) {
        (UintBinary::ShiftLeft | UintBinary::ShiftRight, Node::UintConstant(32..)) => {
            "0u".to_owned()
        }
        (UintBinary::ShiftLeft | UintBinary::ShiftRight, Node::UintConstant(count)) => {
            shift(sign, Some(count))
        }
        (UintBinary::ShiftLeft | UintBinary::ShiftRight, _) => shift(sign, None),
        _ => format!("{a} {sign} {b}"),
    }
}

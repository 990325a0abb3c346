//! 32-bit integers, as all languages write them.

use crate::circuit::{Node, UintBinary};

/// An integer constant.
pub(super) fn constant(value: u32) -> String {
    if value < 10_000 { format!("{value}u") } else { format!("{value:#x}u") }
}

/// An operation on two integers. The node `count` produces the second. `shift` writes a shift with the given sign, by a
/// known count or by a count that may be 32 or more. There is no operator for high halves of products.
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

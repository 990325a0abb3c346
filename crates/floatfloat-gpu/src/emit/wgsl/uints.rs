//! 32-bit integers of WGSL.

use crate::{
    circuit::{Circuit, Node, UintBinary},
    emit::uints,
    lowering::Products,
    wire::{UintWire, record_uints},
};
use floatfloat::{Uint32, uint32};
pub(super) use uints::constant;

/// The type of several integers.
pub(super) fn type_name(count: usize) -> String {
    match count {
        1 => "u32".to_owned(),
        2 | 4 => format!("vec{count}<u32>"),
        _ => format!("U32x{count}"),
    }
}

/// The declaration of the type of several integers, if the type needs one.
pub(super) fn declaration(count: usize) -> Option<String> {
    if matches!(count, 1 | 2 | 4) {
        return None;
    }
    let members: String = (0..count).map(|i| format!("    w{i}: u32,\n")).collect();
    Some(format!("struct {} {{\n{members}}}\n", type_name(count)))
}

/// The circuit in a form that WGSL can express. High halves of products use wider integers, or a function that computes
/// them from 16-bit halves.
pub(super) fn sayable(circuit: Circuit, products: Products) -> Circuit {
    if products == Products::Wide {
        return circuit;
    }
    let by_halves = record_uints(circuit.word(), false, |operands| {
        UintWire::call("high_product", operands, |[x, y]| [uint32::high_product(x, y)])
    })
    .expect("a function of its operands");
    circuit.replaced(&|node| match node {
        Node::UintBinary(UintBinary::HighProduct, ..) => Some(&by_halves),
        _ => None,
    })
}

/// An operation on two integers. The node `count` produces the second.
pub(super) fn binary(op: UintBinary, a: &str, b: &str, count: Node) -> String {
    if op == UintBinary::HighProduct {
        return format!("u32((u64({a}) * u64({b})) >> 32u)");
    }
    uints::binary(op, a, b, count, |sign, count| match count {
        Some(count) => format!("{a} {sign} {count}u"),
        // WGSL takes counts of shifts modulo 32.
        None => format!("select(0u, {a} {sign} ({b} & 31u), {b} < 32u)"),
    })
}

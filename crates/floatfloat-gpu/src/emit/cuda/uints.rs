//! 32-bit integers of CUDA C++, and functions of them.

use super::arithmetic::Arithmetic;
use crate::{
    circuit::{Node, UintBinary},
    emit::{calls::Calls, uints},
    lowering::Lowering,
};
use std::fmt::Write as _;
pub(super) use uints::constant;

/// A function with at least this many operations of integers is really called, so that the compiled
/// code does not grow with the number of calls. A call takes as long as dozens of operations.
const CALLED_FROM: u64 = 100;

/// The functions that other functions call, and the types of their results.
pub(super) fn called(lowering: &Lowering, calls: &Calls) -> String {
    let mut text = String::new();
    for (name, circuit) in calls.functions() {
        let inputs: Vec<_> = (0..circuit.parameters().len()).map(|k| format!("x{k}")).collect();
        let parameters: Vec<_> =
            inputs.iter().map(|name| format!("const unsigned {name}")).collect();
        let results = type_name(circuit.outputs().len());
        let inlined = if circuit.uint_operations() < CALLED_FROM {
            "__forceinline__"
        } else {
            "__noinline__"
        };
        let _ = writeln!(
            text,
            "\n__device__ {inlined} {results} {name}({})\n{{",
            parameters.join(", ")
        );
        let arithmetic = Arithmetic::new(circuit.word(), lowering);
        let outputs = arithmetic.steps(circuit, &inputs, calls, &mut text);
        let value = match &outputs[..] {
            [one] => one.clone(),
            all => format!("{results}{{{}}}", all.join(", ")),
        };
        let _ = writeln!(text, "    return {value};\n}}");
    }
    text
}

/// The definition of the type of several integers; empty for one integer.
pub(super) fn definition(count: usize) -> String {
    if count == 1 {
        return String::new();
    }
    let members: Vec<_> = (0..count).map(|k| format!("w{k}")).collect();
    format!("struct {} {{ unsigned {}; }};\n", type_name(count), members.join(", "))
}

/// The type of several integers.
fn type_name(count: usize) -> String {
    if count == 1 { "unsigned".to_owned() } else { format!("u32x{count}") }
}

/// The integer with this index among `count` integers.
pub(super) fn component(name: &str, count: usize, place: u32) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}.w{place}") }
}

/// An operation on two integers. The node `count` produces the second.
pub(super) fn binary(op: UintBinary, a: &str, b: &str, count: Node) -> String {
    if op == UintBinary::HighProduct {
        return format!("__umulhi({a}, {b})");
    }
    uints::binary(op, a, b, count, |sign, count| match count {
        Some(count) => format!("{a} {sign} {count}"),
        // C++ does not define shifts by 32 or more.
        None => format!("{b} < 32u ? {a} {sign} {b} : 0u"),
    })
}

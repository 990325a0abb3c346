//! The arithmetic as a header for the user's own kernels.

use super::{arithmetic::Arithmetic, function::sizes, uints};
use crate::{circuit::Circuit, emit::calls::Calls, lowering::Lowering, word_type::WordType};
use std::collections::{BTreeMap, BTreeSet};

const USAGE: &str = "\
// floatfloat: numbers of twice the precision of the machine's, for CUDA kernels.
//
// A number is the unevaluated sum of two words: `ff` of two float (48 bits), `dd` of two double
// (106 bits), with hi = hi + lo rounded to nearest. An array of them is one of float2 or double2.
//
//     #include \"floatfloat.cuh\"
//
//     __global__ void multiply_add(const ff* a, const ff* b, ff* c, int count)
//     {
//         const int i = blockIdx.x * blockDim.x + threadIdx.x;
//         if (i < count) c[i] = ff_add(ff_mul(a[i], b[i]), c[i]);
//     }
//
// A word becomes a number by ff{x, 0.0f}. Operators are written as intrinsics that round to
// nearest and that no compiler contracts, so that nvcc's default options are right. Not right are
// --use_fast_math and --ftz=true, which lose subnormal numbers and with them low words.
";

const USAGE_OF_LONG: &str = "\
//
// Numbers of three and four words are the structs `ff3` and `ff4`, `dd3` and `dd4`, each word the sum of
// itself and the next, rounded to nearest. Numbers with a wide range are `ff3` and `dd3`, too: high and low word of
// the significand, from 1 to below 2, and a word whose highest 32 bits are the exponent plus 2^30.
";

/// A header of CUDA C++ with these circuits as functions. It needs no other header.
///
/// Numbers of two words are the structs `ff` (binary32) and `dd` (binary64); words are `float` and
/// `double`. Several results lie side by side in one struct. The functions have the given names,
/// which should be `ff_add`, `dd_mul` and the like.
pub fn library(functions: &[(String, Circuit)], lowering: &Lowering) -> String {
    let written = |(name, circuit): &(String, Circuit)| (name.clone(), lowering.rewritten(circuit));
    let functions: Vec<_> = functions.iter().map(written).collect();
    let calls = Calls::of(functions.iter().map(|(_, circuit)| circuit), "floatfloat_");
    let mut words = BTreeMap::<WordType, BTreeSet<usize>>::new();
    for (_, circuit) in &functions {
        words.entry(circuit.word()).or_default().extend(sizes([circuit]));
    }
    let is_long = words.values().flatten().any(|&size| size > 2);
    let of_long = if is_long { USAGE_OF_LONG } else { "" };
    let mut text = format!("{USAGE}{of_long}\n#pragma once\n\n");
    for (word, sizes) in words {
        let arithmetic = Arithmetic::new(word, lowering);
        text += &arithmetic.prelude();
        sizes.into_iter().for_each(|size| text += &arithmetic.definition(size));
    }
    calls.results().into_iter().for_each(|count| text += &uints::definition(count));
    text += &uints::called(lowering, &calls);
    for (name, circuit) in &functions {
        let arithmetic = Arithmetic::new(circuit.word(), lowering);
        text.push('\n');
        text += &arithmetic.function(name, circuit, &calls);
    }
    text
}

/// A kernel `example` that follows a [`library`] and applies its first function to arrays.
pub fn example(functions: &[(String, Circuit)]) -> String {
    let Some((name, circuit)) = functions.first() else { return String::new() };
    // The names of number types do not depend on the lowering.
    let arithmetic = Arithmetic::new(circuit.word(), &Lowering::NATIVE);
    let operands = || circuit.parameters().iter().zip(["x", "y", "z"]);
    let parameters: String = operands()
        .map(|(&words, name)| format!("const {}* {name}, ", arithmetic.number(words)))
        .collect();
    let arguments: Vec<_> = operands().map(|(_, name)| format!("{name}[i]")).collect();
    format!(
        "
extern \"C\" __global__ void example({parameters}{}* results, int count)
{{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) results[i] = {name}({});
}}
",
        arithmetic.number(circuit.outputs().len()),
        arguments.join(", ")
    )
}

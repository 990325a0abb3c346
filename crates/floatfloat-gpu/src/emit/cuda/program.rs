//! Whole programs: generated definitions, then the skeleton that uses them.

use super::{arithmetic::Arithmetic, function::sizes, uints};
use crate::{
    emit::calls::Calls,
    lowering::{Lowering, Protection},
    program::Program,
};

/// A program as the text of a module with one kernel, `kernel`.
///
/// Its parameters are pointers to the buffers, in the order that [`Program`] gives, then the
/// arguments as a struct of eight `unsigned`. Blocks have [`Program::lanes`] threads. [`grid`] gives
/// the number of blocks.
pub fn module(program: &Program, lowering: &Lowering) -> String {
    let (program, lowering) = (&written(program, lowering), &of_text(lowering));
    let arithmetic = Arithmetic::new(program.word(), lowering);
    let calls = Calls::of(program.circuits(), "");
    let mut text = arithmetic.prelude();
    text += "typedef unsigned long long size;\nstruct Arguments { unsigned value[8]; };\n";
    for words in sizes(program.circuits()) {
        text += &arithmetic.definition(words);
    }
    calls.results().into_iter().for_each(|count| text += &uints::definition(count));
    text += &uints::called(lowering, &calls);
    for (function, circuit) in program.functions() {
        text.push('\n');
        text += &arithmetic.function(function.name, circuit, &calls);
    }
    let skeleton = &program.skeleton().cuda;
    text.push('\n');
    text += &(skeleton.definitions)(program);
    for part in skeleton.parts {
        text.push('\n');
        text += part;
    }
    text
}

/// The program whose steps the text of [`module`] contains.
fn written(program: &Program, lowering: &Lowering) -> Program {
    let integers = (lowering.protection == Protection::Integers).then(|| program.of_integers());
    let lowering = of_text(lowering);
    integers.as_ref().unwrap_or(program).with_circuits(|circuit| lowering.rewritten(circuit))
}

/// The lowering with which the steps of the [`written`] program are written.
fn of_text(lowering: &Lowering) -> Lowering {
    match lowering.protection {
        Protection::Integers => Lowering::exact(Protection::Plain, true),
        _ => *lowering,
    }
}

/// The number of elements that one thread of the [`module`] computes, for programs in which it is
/// more than those of one invocation.
pub fn elements(program: &Program, lowering: &Lowering) -> Option<u64> {
    let elements = program.skeleton().cuda_elements?;
    Some(elements(&written(program, lowering)))
}

/// The blocks with which to launch a [`module`] if a launch asks for `groups`. There are fewer if a thread computes
/// several [`elements`].
pub fn grid(elements: Option<u64>, groups: [u32; 2]) -> [u32; 2] {
    let Some(elements) = elements else { return groups };
    let groups = u64::from(groups[0]) * u64::from(groups[1]);
    let blocks = groups.div_ceil(elements);
    // The largest number of blocks in the first dimension of a grid.
    let across = blocks.clamp(1, i32::MAX as u64);
    [across as u32, blocks.div_ceil(across) as u32]
}

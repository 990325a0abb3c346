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
/// arguments as a struct of eight `unsigned`. Blocks have [`Program::lanes`] threads; how many blocks
/// there must be is told by [`grid`].
pub fn module(program: &Program, lowering: &Lowering) -> String {
    if lowering.protection == Protection::Integers {
        let native = Lowering::exact(Protection::Plain, true);
        return module(&program.of_integers(), &native);
    }
    let arithmetic = Arithmetic::new(program.word(), lowering);
    let program = &program.with_circuits(|circuit| arithmetic.rewritten(circuit));
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

/// The blocks with which to launch the [`module`] of a program where a launch asks for `groups`:
/// fewer where a thread does the work of several invocations.
pub fn grid(program: &Program, groups: [u32; 2]) -> [u32; 2] {
    let Some(elements) = program.skeleton().cuda_elements else { return groups };
    let groups = u64::from(groups[0]) * u64::from(groups[1]);
    let blocks = groups.div_ceil(elements(program));
    // The most blocks that the first dimension of a grid can have.
    let across = blocks.clamp(1, i32::MAX as u64);
    [across as u32, blocks.div_ceil(across) as u32]
}

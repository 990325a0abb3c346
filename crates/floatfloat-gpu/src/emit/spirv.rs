//! SPIR-V from WGSL, with arithmetic that drivers must not change.

use naga::{
    back::spv,
    front::wgsl,
    proc::BoundsCheckPolicies,
    valid::{Capabilities, ValidationFlags, Validator},
};
use spirv::{Decoration, GlslStd450Op, Op};

/// Compiles a compute shader of this crate. With `no_contraction`, every arithmetic result is
/// decorated with NoContraction, which forbids drivers to combine or rewrite operations.
///
/// Only for modules whose indices are in range: the device does not check them.
///
/// # Errors
/// The error that naga finds in the shader.
pub fn compile(source: &str, no_contraction: bool) -> Result<Vec<u32>, String> {
    let module = wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    let capabilities =
        Capabilities::FLOAT64 | Capabilities::SHADER_FLOAT16 | Capabilities::SHADER_INT64;
    let information = Validator::new(ValidationFlags::all(), capabilities)
        .validate(&module)
        .map_err(|error| error.emit_to_string(source))?;
    let options = spv::Options {
        flags: spv::WriterFlags::empty(),
        // The kernels compute no index beyond the end of an array, write every variable of the
        // workgroup before they read it, and have only loops that end.
        bounds_check_policies: BoundsCheckPolicies::default(),
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..spv::Options::default()
    };
    let words = spv::write_vec(&module, &information, &options, None)
        .map_err(|error| format!("no SPIR-V can be written: {error}"))?;
    if no_contraction { decorate(&words) } else { Ok(words) }
}

/// The words before the first instruction.
const HEADER: usize = 5;

/// Decorates the result of every arithmetic instruction of a module with NoContraction.
fn decorate(words: &[u32]) -> Result<Vec<u32>, String> {
    let mut decorations = Vec::new();
    let mut annotations_end = None;
    for (start, instruction) in instructions(words)? {
        if annotations_end.is_none() && is_type(instruction) {
            annotations_end = Some(start);
        }
        if let Some(result) = arithmetic_result(instruction) {
            const WORDS: u32 = 3;
            let decorate = WORDS << 16 | Op::Decorate as u32;
            decorations.extend([decorate, result, Decoration::NoContraction as u32]);
        }
    }
    let end = annotations_end.ok_or("the module declares no type")?;
    Ok([&words[..end], &decorations, &words[end..]].concat())
}

/// The instructions of a module, each with the place where it begins.
pub(super) fn instructions(words: &[u32]) -> Result<Vec<(usize, &[u32])>, String> {
    let mut found = Vec::new();
    let mut start = HEADER;
    while start < words.len() {
        let length = (words[start] >> 16) as usize;
        let instruction = (length > 0)
            .then(|| words.get(start..start + length))
            .flatten()
            .ok_or_else(|| format!("the instruction at word {start} has no end"))?;
        found.push((start, instruction));
        start += length;
    }
    Ok(found)
}

/// The entry points of a module: their names and the ids of their functions.
///
/// # Errors
/// A place at which the module is damaged.
pub fn entry_points(words: &[u32]) -> Result<Vec<(String, u32)>, String> {
    let of = |(_, instruction): (usize, &[u32])| {
        let [_, _, id, name @ ..] = instruction else { return None };
        let is_entry = operation(instruction) == Some(Op::EntryPoint);
        let bytes = name.iter().flat_map(|word| word.to_le_bytes());
        let name: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        is_entry.then(|| (String::from_utf8_lossy(&name).into_owned(), *id))
    };
    Ok(instructions(words)?.into_iter().filter_map(of).collect())
}

/// The invocations of the workgroups of an entry point.
///
/// # Errors
/// That the module does not state them.
pub fn workgroup(words: &[u32], function: u32) -> Result<[u32; 3], String> {
    let of = |(_, instruction): (usize, &[u32])| match instruction {
        [_, id, mode, x, y, z]
            if operation(instruction) == Some(Op::ExecutionMode)
                && *id == function
                && *mode == spirv::ExecutionMode::LocalSize as u32 =>
        {
            Some([*x, *y, *z])
        }
        _ => None,
    };
    let found = instructions(words)?.into_iter().find_map(of);
    found.ok_or_else(|| "its entry point states no LocalSize".to_owned())
}

fn operation(instruction: &[u32]) -> Option<Op> {
    Op::from_u32(instruction[0] & 0xffff)
}

/// Whether this instruction declares a type. Annotations must come before such instructions.
fn is_type(instruction: &[u32]) -> bool {
    let code = instruction[0] & 0xffff;
    (Op::TypeVoid as u32..=Op::TypeForwardPointer as u32).contains(&code)
}

/// The result of an instruction that rounds, or that a driver could merge into one that rounds.
fn arithmetic_result(instruction: &[u32]) -> Option<u32> {
    match operation(instruction)? {
        Op::FNegate
        | Op::FAdd
        | Op::FSub
        | Op::FMul
        | Op::FDiv
        | Op::FRem
        | Op::FMod
        | Op::VectorTimesScalar
        | Op::MatrixTimesScalar
        | Op::VectorTimesMatrix
        | Op::MatrixTimesVector
        | Op::MatrixTimesMatrix
        | Op::OuterProduct
        | Op::Dot => instruction.get(2).copied(),
        // For compute shaders, naga imports only the instruction set GLSL.std.450.
        Op::ExtInst => {
            let function = *instruction.get(4)?;
            let rounds = [GlslStd450Op::Fma as u32, GlslStd450Op::Sqrt as u32].contains(&function);
            rounds.then(|| instruction[2])
        }
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::{collections::BTreeSet, io::Write, process::Command};

    const SHADER: &str = "
        @group(0) @binding(0) var<storage, read_write> x: array<f32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let a = x[id.x];
            let b = -a + a * a - a / (a % 3.0);
            let v = vec2<f32>(a, b) * a;
            x[id.x] = sqrt(fma(a, b, abs(a))) + dot(v, v);
        }";

    fn decorated(words: &[u32]) -> BTreeSet<u32> {
        instructions(words)
            .unwrap()
            .into_iter()
            .filter(|(_, instruction)| {
                operation(instruction) == Some(Op::Decorate)
                    && instruction[2] == Decoration::NoContraction as u32
            })
            .map(|(_, instruction)| instruction[1])
            .collect()
    }

    #[test]
    fn every_arithmetic_result_is_decorated_and_nothing_else() {
        let plain = compile(SHADER, false).unwrap();
        let words = compile(SHADER, true).unwrap();
        let results: BTreeSet<u32> = instructions(&words)
            .unwrap()
            .into_iter()
            .filter_map(|(_, instruction)| arithmetic_result(instruction))
            .collect();
        assert!(decorated(&plain).is_empty());
        assert_eq!(decorated(&words), results);
        // − + · − ÷ %, vector · scalar, fma, sqrt, dot, +
        assert_eq!(results.len(), 11);
        assert_eq!(words.len(), plain.len() + 3 * results.len());
    }

    #[test]
    fn decorations_stand_among_the_annotations() {
        let words = compile(SHADER, true).unwrap();
        let instructions = instructions(&words).unwrap();
        let last_decoration = instructions
            .iter()
            .rposition(|(_, instruction)| operation(instruction) == Some(Op::Decorate))
            .unwrap();
        let first_type =
            instructions.iter().position(|(_, instruction)| is_type(instruction)).unwrap();
        assert_eq!(last_decoration + 1, first_type);
    }

    /// Whether the validator of Khronos accepts a module; true where it is not installed.
    pub fn is_accepted(words: &[u32]) -> bool {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytemuck::cast_slice(words)).unwrap();
        let arguments = ["--target-env", "vulkan1.2"];
        match Command::new("spirv-val").args(arguments).arg(file.path()).output() {
            Err(_) => eprintln!("skipped: spirv-val is not installed"),
            Ok(output) => {
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
                return output.status.success();
            }
        }
        true
    }

    #[test]
    fn the_validator_of_khronos_accepts_it() {
        assert!(is_accepted(&compile(SHADER, true).unwrap()));
    }

    #[test]
    fn what_is_wrong_with_a_shader_is_said() {
        let error = compile("fn main() { let x = y; }", true).unwrap_err();
        assert!(error.contains("no definition in scope for identifier: `y`"), "{error}");
    }

    #[test]
    fn broken_modules_are_refused() {
        let mut words = compile(SHADER, false).unwrap();
        words.push(2 << 16);
        assert!(decorate(&words).unwrap_err().ends_with("has no end"));
        words.truncate(HEADER);
        assert_eq!(decorate(&words).unwrap_err(), "the module declares no type");
        words.push(0);
        assert_eq!(decorate(&words).unwrap_err(), "the instruction at word 5 has no end");
    }
}

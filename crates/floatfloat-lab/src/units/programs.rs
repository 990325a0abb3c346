//! Programs in WGSL, each with one unit of a device: it takes the operands of a sum or a function, and gives one result.

use floatfloat_blackbox::{Format, Kind, Reference};
use floatfloat_gpu::{
    WordType,
    foreign::{Foreign, Source},
};

/// Invocations of a workgroup where each computes a result.
const LANES: u32 = 64;

/// Terms of a sum in a loop.
const TERMS: usize = 16;

/// Functions of WGSL.
const FUNCTIONS: [&str; 19] = [
    "exp",
    "exp2",
    "log",
    "log2",
    "pow",
    "inverseSqrt",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
];

/// What a unit computes.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// A sum or a dot product of so many terms.
    Adds(Kind, usize),
    /// A function, and what it is compared with.
    Function(Reference),
}

/// A unit.
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) what: What,
    pub(super) word: Word,
    pub(super) program: Foreign,
    /// Numbers that a result needs.
    pub(super) operands: usize,
    /// Results of a workgroup.
    pub(super) of_group: usize,
}

/// Floats of WGSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    F16,
    F32,
    F64,
}

impl Word {
    /// The words of a device that are floats of WGSL.
    pub(super) fn of_device(words: &[WordType]) -> Vec<Word> {
        let known =
            [(WordType::F16, Word::F16), (WordType::F32, Word::F32), (WordType::F64, Word::F64)];
        known
            .into_iter()
            .filter(|(of_device, _)| words.contains(of_device))
            .map(|(_, word)| word)
            .collect()
    }

    fn name(self) -> &'static str {
        match self {
            Word::F16 => "f16",
            Word::F32 => "f32",
            Word::F64 => "f64",
        }
    }

    /// The type of the arrays: numbers of f16 lie in arrays of f32.
    pub(super) fn stored(self) -> Word {
        if self == Word::F16 { Word::F32 } else { self }
    }

    pub(super) fn format(self) -> Format {
        match self {
            Word::F16 => Format::F16,
            Word::F32 => Format::F32,
            Word::F64 => Format::F64,
        }
    }
}

fn program(text: String, lanes: u32) -> Foreign {
    let source = Source::Wgsl(text);
    Foreign { source, entry: "unit".to_owned(), lanes, group: 0, bindings: Vec::new() }
}

/// A whole program around the statements of its entry point.
fn text(word: Word, lanes: u32, body: &str) -> String {
    let stored = word.stored().name();
    let half = if word == Word::F16 { "enable f16;\n" } else { "" };
    format!(
        "{half}@group(0) @binding(0) var<storage, read> x: array<{stored}>;
@group(0) @binding(1) var<storage, read_write> r: array<{stored}>;
@compute @workgroup_size({lanes})
fn unit(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {{
{body}
}}
"
    )
}

/// A unit of one invocation: statements that give `result` from the numbers `@(i)`.
fn alone(name: &str, what: What, word: Word, operands: usize, statements: &str) -> Unit {
    let of = word.name();
    let mut body = String::new();
    for (number, part) in statements.split("@(").enumerate() {
        match (number, part.split_once(')')) {
            (1.., Some((index, rest))) => {
                body += &format!("{of}(x[{operands}u * id.x + u32({index})]){rest}");
            }
            _ => body += part,
        }
    }
    let body = format!("{body}\nr[id.x] = {}(result);", word.stored().name());
    let program = program(text(word, LANES, &body.replace("T", of)), LANES);
    let name = format!("{name} of {of}");
    Unit { name, what, word, program, operands, of_group: LANES as usize }
}

/// The units of all devices of WGSL with these words.
pub(super) fn of_word(word: Word) -> Vec<Unit> {
    let dot4 = What::Adds(Kind::Dot, 4);
    let sum = What::Adds(Kind::Sum, TERMS);
    let dot = What::Adds(Kind::Dot, TERMS);
    let vectors = "vec4<T>(@(0), @(1), @(2), @(3)), vec4<T>(@(4), @(5), @(6), @(7))";
    let columns: Vec<String> = (0..4).map(|i| format!("vec4<T>(@({i}), T(), T(), T())")).collect();
    let columns = columns.join(", ");
    let terms = format!("var result = T(); for (var i = 0u; i < {TERMS}u; i++)");
    let mut units = vec![
        alone("dot of vec4", dot4, word, 8, &format!("let result = dot({vectors});")),
        alone(
            "mat4x4 times vec4",
            dot4,
            word,
            8,
            &format!("let result = (mat4x4<T>({columns}) * vec4<T>(@(4), @(5), @(6), @(7))).x;"),
        ),
        alone("a loop of additions", sum, word, TERMS, &format!("{terms} {{ result += @(i); }}")),
        alone(
            "a loop of products and additions",
            dot,
            word,
            2 * TERMS,
            &format!("{terms} {{ result += @(i) * @(i + {TERMS}); }}"),
        ),
        alone(
            "a loop of fma",
            dot,
            word,
            2 * TERMS,
            &format!("{terms} {{ result = fma(@(i), @(i + {TERMS}), result); }}"),
        ),
    ];
    // WGSL has no functions of f64.
    if word != Word::F64 {
        let known = FUNCTIONS.into_iter().filter_map(|name| Some((name, Reference::named(name)?)));
        for (name, reference) in known {
            let (operands, arguments) =
                if reference.has_two { (2, "@(0), @(1)") } else { (1, "@(0)") };
            let statements = format!("let result = {name}({arguments});");
            units.push(alone(name, What::Function(reference), word, operands, &statements));
        }
    }
    units
}

/// A program whose results are the size of their subgroup.
pub(super) fn subgroup_size() -> Foreign {
    let text = text(Word::F32, LANES, "r[id.x] = f32(size);");
    let size = "lane: u32,\n    @builtin(subgroup_size) size: u32,";
    program(text.replace("lane: u32,", size), LANES)
}

/// The sums of a subgroup of this size.
pub(super) fn of_subgroup(word: Word, size: usize) -> Vec<Unit> {
    let of = word.name();
    let lanes = size as u32;
    let last = lanes - 1;
    [("subgroupAdd", 0), ("subgroupInclusiveAdd", last)]
        .into_iter()
        .map(|(function, writer)| {
            let stored = word.stored().name();
            let body = format!(
                "let sum = {function}({of}(x[id.x]));\nif (lane == {writer}u) {{ r[workgroup.x] = {stored}(sum); }}"
            );
            Unit {
                name: format!("{function} of {of}"),
                what: What::Adds(Kind::Sum, size),
                word,
                program: program(text(word, lanes, &body), lanes),
                operands: size,
                of_group: 1,
            }
        })
        .collect()
}

/// Dot products of four integers of 8 bits, whose bytes are in one word, and the types of their results.
pub(super) const PACKED: [(&str, &str); 2] = [("dot4I8Packed", "i32"), ("dot4U8Packed", "u32")];

/// These as programs.
pub(super) fn packed() -> [(&'static str, Foreign); 2] {
    PACKED.map(|(function, integer)| {
        // Integers of at most 18 bits are numbers of f32.
        let result = format!("{function}(x[2u * id.x], x[2u * id.x + 1u])");
        let body = format!("r[id.x] = f32({integer}({result}));");
        let text = text(Word::F32, LANES, &body);
        (function, program(text.replace("x: array<f32>", "x: array<u32>"), LANES))
    })
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, Word, of_subgroup, of_word, packed, subgroup_size};
    use floatfloat_gpu::foreign::{Foreign, Source};
    use naga::{
        front::wgsl,
        valid::{Capabilities, ValidationFlags, Validator},
    };

    fn is_valid(program: &Foreign) {
        let Source::Wgsl(text) = &program.source else { panic!("{:?}", program.source) };
        let module = wgsl::parse_str(text).unwrap_or_else(|error| {
            panic!("{text}\n{}", error.emit_to_string(text));
        });
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        validator.validate(&module).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    }

    #[test]
    fn every_program_is_valid() {
        for word in [Word::F16, Word::F32, Word::F64] {
            let units = of_word(word).into_iter().chain(of_subgroup(word, 32));
            units.for_each(|unit| is_valid(&unit.program));
        }
        let names = of_word(Word::F32).into_iter().map(|unit| unit.name).collect::<Vec<_>>();
        let is_known = |function: &&str| names.contains(&format!("{function} of f32"));
        assert!(FUNCTIONS.iter().all(is_known), "{names:?}");
        is_valid(&subgroup_size());
        packed().iter().for_each(|(_, program)| is_valid(program));
    }
}

//! Programs that others wrote, run as they are.

use serde::{Deserialize, Serialize};

/// A program in the language of a device, with one entry point. It reads words from one array and writes words to another;
/// invocation i computes element i.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreign {
    /// The program.
    pub source: Source,
    /// The name of the entry point.
    pub entry: String,
    /// The invocations of a workgroup, or the threads of a block.
    pub lanes: u32,
    /// The bind group of both arrays.
    pub group: u32,
    /// Buffers of its own that it reads, in other groups.
    pub bindings: Vec<Binding>,
}

/// A buffer that a program of WGSL reads beside its operands, such as a zero that a compiler cannot know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Its group and binding.
    pub at: [u32; 2],
    /// Whether it is a uniform buffer; otherwise a storage buffer.
    pub uniform: bool,
    /// Whether a storage buffer may be written.
    pub writable: bool,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// A program, and where its arrays are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// WGSL: storage buffers at bindings 0 and 1 of the group.
    Wgsl(String),
    /// SPIR-V: storage buffers at bindings 0 and 1 of descriptor set 0. The driver gets the words unchanged.
    Spirv(Vec<u32>),
    /// CUDA C++: a kernel with the parameters `const T*`, `T*` and the number of elements, `unsigned`.
    Cuda {
        /// The text.
        text: String,
        /// Options of the compiler, for instance `--use_fast_math`.
        options: Vec<String>,
    },
}

impl Source {
    /// The language, for messages.
    pub fn language(&self) -> &'static str {
        match self {
            Source::Wgsl(_) => "WGSL",
            Source::Spirv(_) => "SPIR-V",
            Source::Cuda { .. } => "CUDA C++",
        }
    }
}

/// The entry point of a module of SPIR-V and the invocations of its workgroups.
///
/// # Errors
/// What is wrong with the module, for people.
#[cfg(feature = "wgpu")]
pub fn of_spirv(bytes: &[u8], entry: &str) -> Result<Foreign, String> {
    use crate::emit::spirv::{entry_points, workgroup};
    if !bytes.len().is_multiple_of(4) || !bytes.starts_with(&0x0723_0203u32.to_le_bytes()) {
        return Err("it is no module of SPIR-V, whose first word is 0x07230203".to_owned());
    }
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words: Vec<u32> = bytes.chunks_exact(4).map(word).collect();
    let found = entry_points(&words)?;
    let Some((_, id)) = found.iter().find(|(name, _)| name == entry) else {
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        return Err(format!("it has no entry point {entry:?}, but: {}", names.join(", ")));
    };
    let [lanes, 1, 1] = workgroup(&words, *id)? else {
        return Err("its workgroups must have one dimension, LocalSize n 1 1".to_owned());
    };
    let (source, entry) = (Source::Spirv(words), entry.to_owned());
    Ok(Foreign { source, entry, lanes, group: 0, bindings: Vec::new() })
}

/// What a function of WGSL takes and returns.
#[cfg(feature = "wgpu")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The type of its words.
    pub word: crate::WordType,
    /// The words of all its parameters together.
    pub operands: usize,
    /// The words of its result.
    pub results: usize,
}

/// A function of WGSL as a program: the text with an entry point behind it. Buffers that the text declares hold `fill`, over
/// and over.
///
/// # Errors
/// What is wrong with the text or the function, for people.
#[cfg(feature = "wgpu")]
pub fn of_wgsl(text: &str, function: &str, fill: &[u8]) -> Result<(Foreign, Signature), String> {
    use naga::{Module, Type, TypeInner, VectorSize, front::wgsl};
    use std::fmt::Write as _;

    const LANES: u32 = 64;
    const ENTRY: &str = "floatfloat_certify_main";

    /// The type's name in WGSL, how each word is read, and the type of the words.
    fn parts(module: &Module, ty: &Type) -> Option<(String, Vec<String>, naga::Scalar)> {
        let name = |scalar: naga::Scalar| format!("f{}", 8 * scalar.width);
        let components = |count: usize| ["x", "y", "z", "w"][..count].iter();
        let found = match &ty.inner {
            TypeInner::Scalar(scalar) => Some((name(*scalar), vec![String::new()], *scalar)),
            TypeInner::Vector { size: size @ (VectorSize::Bi | VectorSize::Quad), scalar } => {
                let count = *size as usize;
                let words = components(count).map(|component| format!(".{component}"));
                Some((format!("vec{count}<{}>", name(*scalar)), words.collect(), *scalar))
            }
            TypeInner::Struct { members, .. } => {
                let mut words = Vec::new();
                let mut of_all = None;
                for member in members {
                    let TypeInner::Scalar(scalar) = module.types[member.ty].inner else {
                        return None;
                    };
                    if of_all.replace(scalar).is_some_and(|earlier| earlier != scalar) {
                        return None;
                    }
                    words.push(format!(".{}", member.name.as_ref()?));
                }
                Some((ty.name.clone()?, words, of_all?))
            }
            _ => None,
        };
        found.filter(|(_, _, scalar)| scalar.kind == naga::ScalarKind::Float)
    }

    let module = wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let named = |(_, candidate): &(_, &naga::Function)| candidate.name.as_deref() == Some(function);
    let Some((handle, found)) = module.functions.iter().find(named) else {
        let names = module.functions.iter().filter_map(|(_, known)| known.name.as_deref());
        let names = names.collect::<Vec<_>>().join(", ");
        return Err(format!("it has no function {function:?}, but: {names}"));
    };
    let not_taken = |what: &str| {
        format!("{what} of {function} is none of f32, f64, vec2, vec4, or a struct of such words")
    };
    let mut scalar = None;
    let (mut operands, mut arguments) = (0, Vec::new());
    for (number, argument) in found.arguments.iter().enumerate() {
        let what = format!("parameter {}", number + 1);
        let (name, words, of_word) =
            parts(&module, &module.types[argument.ty]).ok_or_else(|| not_taken(&what))?;
        let read: Vec<String> = (operands..operands + words.len())
            .map(|word| format!("floatfloat_operands[first + {word}u]"))
            .collect();
        operands += words.len();
        arguments.push(format!("{name}({})", read.join(", ")));
        if scalar.replace(of_word).is_some_and(|earlier| earlier != of_word) {
            return Err(format!("{function} mixes words of several types"));
        }
    }
    let result = found.result.as_ref().map(|result| &module.types[result.ty]);
    let (_, words, of_word) =
        result.and_then(|result| parts(&module, result)).ok_or_else(|| not_taken("the result"))?;
    if scalar != Some(of_word) {
        return Err(not_taken("the result or a parameter"));
    }
    let word = match of_word.width {
        4 => crate::WordType::F32,
        8 => crate::WordType::F64,
        _ => return Err(not_taken("a parameter")),
    };
    let bindings = bindings(&module, handle, text, fill)?;
    let group = bindings.iter().map(|binding| binding.at[0] + 1).max().unwrap_or(0);
    let (name, results) = (word.name(), words.len());
    let mut program = format!(
        "{text}\n
@group({group}) @binding(0) var<storage, read> floatfloat_operands: array<{name}>;
@group({group}) @binding(1) var<storage, read_write> floatfloat_results: array<{name}>;

@compute @workgroup_size({LANES})
fn {ENTRY}(@builtin(global_invocation_id) id: vec3<u32>) {{
    let first = id.x * {operands}u;
    if first >= arrayLength(&floatfloat_operands) {{
        return;
    }}
    let result = {function}({});
",
        arguments.join(", ")
    );
    for (number, read) in words.iter().enumerate() {
        let _ = writeln!(
            program,
            "    floatfloat_results[id.x * {results}u + {number}u] = result{read};"
        );
    }
    program.push_str("}\n");
    let (source, entry) = (Source::Wgsl(program), ENTRY.to_owned());
    let foreign = Foreign { source, entry, lanes: LANES, group, bindings };
    Ok((foreign, Signature { word, operands, results }))
}

/// The buffers that a function of a module uses.
#[cfg(feature = "wgpu")]
fn bindings(
    module: &naga::Module,
    function: naga::Handle<naga::Function>,
    text: &str,
    fill: &[u8],
) -> Result<Vec<Binding>, String> {
    use naga::{
        AddressSpace, StorageAccess,
        valid::{Capabilities, ValidationFlags, Validator},
    };

    /// Bytes of a buffer whose length the module leaves open, and the granule of all.
    const OPEN: usize = 256;

    let information = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .map_err(|error| error.emit_to_string(text))?;
    let used = &information[function];
    let mut found = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let Some(binding) = variable.binding.filter(|_| !used[handle].is_empty()) else { continue };
        let (uniform, writable) = match variable.space {
            AddressSpace::Uniform => (true, false),
            AddressSpace::Storage { access } => (false, access.contains(StorageAccess::STORE)),
            _ => {
                let name = variable.name.as_deref().unwrap_or("a variable");
                return Err(format!("it reads {name}, which is no buffer"));
            }
        };
        let size = module.types[variable.ty].inner.size(module.to_ctx()) as usize;
        let bytes = fill.iter().copied().cycle().take(size.next_multiple_of(OPEN)).collect();
        found.push(Binding { at: [binding.group, binding.binding], uniform, writable, bytes });
    }
    Ok(found)
}

#[cfg(all(test, feature = "wgpu"))]
mod tests {
    use super::{Signature, Source, of_spirv, of_wgsl};
    use crate::{WordType, emit::spirv};

    const TEXT: &str = "
struct Df { hi: f32, lo: f32 }
fn two_sum(a: f32, b: f32) -> vec2<f32> { let s = a + b; let t = s - a; return vec2(s, (a - (s - t)) + (b - t)); }
fn add(a: Df, b: vec2<f32>) -> Df { return Df(a.hi + b.x, a.lo + b.y); }
fn of_integers(a: u32) -> vec2<f32> { return vec2(f32(a), 0.0); }
fn nothing(a: f32) {}
";

    #[test]
    fn the_signature_is_read_from_the_text() {
        let (foreign, signature) = of_wgsl(TEXT, "add", &[0]).unwrap();
        assert_eq!(signature, Signature { word: WordType::F32, operands: 4, results: 2 });
        let Source::Wgsl(text) = &foreign.source else { panic!("WGSL") };
        assert!(text.starts_with(TEXT) && text.contains("result.hi"), "{text}");
        spirv::compile(text, false).unwrap();
        let (_, signature) = of_wgsl(TEXT, "two_sum", &[0]).unwrap();
        assert_eq!((signature.operands, signature.results), (2, 2));
    }

    #[test]
    fn buffers_of_the_text_are_filled() {
        let text = "
@group(0) @binding(3) var<uniform> one: vec4<f32>;
@group(1) @binding(0) var<storage, read> zeros: array<u32>;
fn f(a: f32) -> vec2<f32> { return vec2(a * one.x, bitcast<f32>(zeros[0])); }";
        let (foreign, _) = of_wgsl(text, "f", &1f32.to_le_bytes()).unwrap();
        assert_eq!(foreign.group, 2);
        let [one, zeros] = &foreign.bindings[..] else { panic!("two buffers") };
        assert_eq!((one.at, one.uniform, zeros.at, zeros.uniform), ([0, 3], true, [1, 0], false));
        assert_eq!((&one.bytes[4..8], one.bytes.len()), (&1f32.to_le_bytes()[..], 256));
        let text =
            "@group(0) @binding(0) var t: texture_2d<f32>; fn f(a: f32) -> f32 { return a + textureLoad(t, vec2(0), 0).x; }
fn g(a: f32) -> f32 { return a; }";
        assert!(of_wgsl(text, "g", &[0]).is_ok());
        assert!(of_wgsl(text, "f", &[0]).unwrap_err().contains("no buffer"));
    }

    #[test]
    fn what_cannot_be_called_is_named() {
        for (text, function, words) in [
            (TEXT, "sub", "two_sum, add"),
            (TEXT, "of_integers", "parameter 1 of of_integers is none of"),
            (TEXT, "nothing", "the result of nothing is none of"),
            ("fn f(", "f", "expected"),
        ] {
            let error = of_wgsl(text, function, &[0]).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn entry_points_of_spirv_are_found() {
        let (foreign, _) = of_wgsl(TEXT, "two_sum", &[0]).unwrap();
        let Source::Wgsl(text) = &foreign.source else { panic!("WGSL") };
        let words = spirv::compile(text, false).unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let read = of_spirv(&bytes, &foreign.entry).unwrap();
        assert_eq!((read.lanes, read.source), (64, Source::Spirv(words)));
        assert!(of_spirv(&bytes, "main").unwrap_err().contains(&foreign.entry));
        assert!(of_spirv(&bytes[1..], "main").unwrap_err().contains("no module"));
        assert!(of_spirv(&bytes[..44], "main").is_err());
    }
}

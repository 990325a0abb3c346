//! The library for the user's own shaders.

use crate::{floatfloat, json, stdout};

#[test]
fn a_library_has_the_functions_that_are_asked_for() {
    let text = stdout(&mut floatfloat("shader --lang wgsl"));
    for name in ["add", "sub", "mul", "div", "sqrt", "add_word", "mul_word", "div_word"] {
        assert!(text.contains(&format!("fn ff_{name}(")), "{name} is missing in\n{text}");
    }
    let code: String = text.lines().filter(|line| !line.starts_with("//")).collect();
    assert!(!code.contains("fma(") && code.contains("@group(1) @binding(0)"), "{code}");
    let text = stdout(&mut floatfloat("shader --lang wgsl --ops mul,two-sum --zero 2:5 --example"));
    assert!(text.contains("fn ff_mul(") && text.contains("fn ff_two_sum("), "{text}");
    assert!(!text.contains("fn ff_div(") && text.contains("@group(2) @binding(5)"), "{text}");
    assert!(text.contains("\nfn main("), "{text}");

    let text = stdout(&mut floatfloat("shader --lang cuda --type ff,dd --ops add,mul --example"));
    for word in ["ff ff_add(", "dd dd_mul(", "__fmaf_rn", "__dadd_rn", "void example("] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    let text = stdout(&mut floatfloat("shader --lang cuda --no-fma --lowering plain"));
    assert!(!text.contains("fma") && !text.contains("_rn("), "{text}");

    // These take the device's own quotients; others correct them.
    let corrected = stdout(&mut floatfloat("shader div sqrt --lang wgsl"));
    let fast = stdout(&mut floatfloat("shader div-fast sqrt-fast --lang wgsl"));
    assert!(fast.contains("fn ff_div_fast(") && fast.contains("fn ff_sqrt_fast("), "{fast}");
    assert!(fast.contains("70u²") && !corrected.contains("70u²"), "{fast}");
    let statements = |text: &str| text.lines().filter(|line| line.contains(" let ")).count();
    let counts = [statements(&corrected), statements(&fast)];
    assert!(counts[0] > 350 && counts[1] < 90, "{counts:?}");

    let all = stdout(&mut floatfloat("shader --lang cuda --ops all"));
    assert!(all.contains("ff_add22(") && all.contains("ff_div_accurate("), "{all}");
}

/// What is made of a text in WGSL, which must be valid.
pub fn valid(text: &str) -> naga::Module {
    let module = naga::front::wgsl::parse_str(text)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
    let (flags, capabilities) =
        (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    naga::valid::Validator::new(flags, capabilities).validate(&module).expect("a valid shader");
    module
}

/// The README's shader, with the buffers that the library's own example declares.
#[test]
fn the_shader_of_the_readme_is_valid() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    let (_, shader) = readme.split_once("```wgsl\n").expect("a shader");
    let (shader, _) = shader.split_once("```").expect("its end");
    let library = stdout(&mut floatfloat("shader --lang wgsl"));
    let buffers = library.lines().filter_map(|line| line.strip_prefix("//     @group"));
    let buffers: String = buffers.map(|line| format!("@group{line}\n")).collect();
    let module = valid(&format!("{library}\n{buffers}\n{shader}"));
    assert_eq!(module.entry_points.len(), 1);
}

#[test]
fn words_are_made_of_integers() {
    let text = stdout(&mut floatfloat("shader --lang wgsl --type f64"));
    for name in ["add", "sub", "mul", "div", "sqrt", "fma", "less", "to_f32", "from_i32", "round"] {
        assert!(text.contains(&format!("fn f64_{name}(")), "{name} is missing in\n{text}");
    }
    let code: String = text.lines().filter(|line| !line.starts_with("//")).collect();
    assert!(!code.contains("f32)") && !code.contains("bitcast") && !code.contains("@group"));
    let text = stdout(&mut floatfloat("shader add --lang wgsl --type f32 --example"));
    assert!(text.contains("fn f32_add(x: u32, y: u32) -> u32 {") && !text.contains("f32_mul("));
    let text = stdout(&mut floatfloat("shader exp --lang wgsl --type ff --lowering integers"));
    assert!(text.contains("fn ff_exp(x: vec2<u32>) -> vec2<u32> {"), "{text}");
}

#[test]
fn libraries_of_three_and_four_words() {
    let text = stdout(&mut floatfloat("shader --lang wgsl --type tf,qf --ops add,mul --example"));
    for words in ["fn tf_add(", "fn qf_mul(", "F32x3", "vec4<f32>", "Of three words"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let text = stdout(&mut floatfloat("shader --lang cuda --type td,qd --ops all"));
    for words in ["td_add(", "qd_sqrt(", "td_mul3(", "qd_div_word4(", "`dd3` and `dd4`"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
}

#[test]
fn libraries_of_numbers_with_a_wide_range() {
    let text = stdout(&mut floatfloat("shader --lang wgsl --type wff,ff --example"));
    for words in ["fn wff_add(", "fn wff_sqrt(", "fn ff_add(", "bitcast<u32>"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let text = stdout(&mut floatfloat("shader --lang cuda --type wdd --ops all"));
    for words in ["wdd_div(", "wdd_from_double_word("] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
}

#[test]
fn elementary_functions_are_written_by_name() {
    let text = stdout(&mut floatfloat("shader exp atan2 --lang wgsl --ops mul"));
    for name in ["exp", "atan2", "mul"] {
        assert!(text.contains(&format!("fn ff_{name}(")), "{name} is missing in\n{text}");
    }
    assert!(!text.contains("fn ff_add("), "{text}");
    let text = stdout(&mut floatfloat("shader ln,exp_m1 --lang cuda --type ff,dd --example"));
    for words in ["ff ff_exp_m1(", "dd dd_ln(", "__clz(", "ff_exp_m1(x[i])"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let all = stdout(&mut floatfloat("shader functions --lang cuda"));
    assert!(all.contains("ff_tan(") && !all.contains("ff_add22("));
}

#[test]
fn rounding_comparisons_and_remainders_are_written_by_name() {
    let names = ["floor", "ceil", "trunc", "round", "min", "max", "less", "less_or_equal", "equal"];
    let asked = names.join(",").replace('_', "-");
    for of in ["ff", "tf", "qf"] {
        let text =
            stdout(&mut floatfloat(&format!("shader --lang wgsl --type {of} --ops {asked}")));
        for name in names {
            assert!(text.contains(&format!("fn {of}_{name}(")), "{name} is missing in\n{text}");
        }
        valid(&text);
    }
    let text = stdout(&mut floatfloat("shader rem --lang wgsl"));
    assert!(text.contains("fn ff_rem(x: vec2<f32>, y: vec2<f32>) -> vec2<f32> {"), "{text}");
    valid(&text);
    let text = stdout(&mut floatfloat("shader rem,less --lang cuda --type dd"));
    assert!(text.contains("dd dd_rem(") && text.contains("double dd_less("), "{text}");
}

#[test]
fn scripts_are_written_for_gappa() {
    let text = stdout(&mut floatfloat("shader mul --lang gappa --type ff,dd"));
    for words in ["# mul: ", "float<ieee_32, ne>", "float<ieee_64, ne>", "r / (x * y) in ?"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let text = stdout(&mut floatfloat("shader exp --lang gappa"));
    assert!(text.starts_with("# exp-rest: ") && !text.contains("# sine"), "{text}");
    assert_eq!(text.matches("# exp-significand: ").count(), 8);
    let all = stdout(&mut floatfloat("shader functions --lang gappa --no-fma"));
    assert_eq!(all.matches("# exp-significand: ").count(), 8);
    assert!(all.contains("# sine: ") && !all.contains("# mul: "));
    let all = stdout(&mut floatfloat("shader all --lang gappa --type dd"));
    assert!(all.contains("# sqrt: ") && !all.contains("# add: "));
    let document = json(&mut floatfloat("shader div --lang gappa"));
    assert_eq!(document["language"], "Gappa");
}

#[test]
fn the_text_is_in_the_json() {
    let document = json(&mut floatfloat("shader --lang wgsl --ops add"));
    assert_eq!(document["schema"], "floatfloat/2");
    assert!(document["text"].as_str().unwrap().contains("fn ff_add("));
}

#[test]
fn what_there_is_not_is_refused_with_what_there_is() {
    for (arguments, words) in [
        ("shader", "--lang"),
        ("shader --lang glsl", "wgsl, cuda, gappa"),
        (
            "shader --lang gappa",
            "name the operations or functions to write scripts for. The operations are add, sub, mul",
        ),
        ("shader add --lang cuda --zero 3:3", "--zero is for WGSL only"),
        ("shader add --lang gappa", "sums cancel"),
        ("shader erf --lang gappa", "no part of it is a kernel"),
        ("shader sine --lang gappa", "The operations are add, sub"),
        (
            "shader mul-dw2 --lang gappa --no-fma",
            "there is no script for mul-dw2: it needs a fused multiply-add",
        ),
        ("shader exp --lang gappa --type f64", "there are scripts for ff and dd"),
        (
            "shader --lang wgsl --ops sinus",
            "no operation or function is called `sinus`. The operations are add, sub",
        ),
        ("shader pow --lang wgsl", "no operation or function is called `pow`; write `powf`"),
        ("shader exp sine --lang cuda", "exp, exp2, exp10"),
        ("shader --lang wgsl --ops mul-accurate", "needs a fused multiply-add"),
        ("shader --lang cuda --type f32", "take another type, for example ff or dd"),
        ("shader --lang cuda --lowering integers", "this lowering is for WGSL"),
        (
            "shader exp --lang wgsl --type f64",
            "f64 has no operation `exp`; its operations are add, sub",
        ),
        ("shader --lang wgsl --type f64 --lowering barrier", "are made of integers"),
        ("shader --lang wgsl --type f16", "f32, ff, f64, tf, qf, dd, td, qd"),
        (
            "shader exp --lang wgsl --type tf",
            "exp does not exist for tf; the operations of tf are add, sub",
        ),
        ("shader --lang wgsl --lowering intrinsics", "take --lowering barrier"),
        ("shader --lang cuda --lowering barrier", "take --lowering intrinsics"),
        ("shader --lang wgsl --zero 1", "1:0"),
        ("shader --lang wgsl --fma --no-fma", "--no-fma"),
    ] {
        let output = floatfloat(arguments).assert().code(2).get_output().clone();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(words), "`{words}` is missing in\n{stderr}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

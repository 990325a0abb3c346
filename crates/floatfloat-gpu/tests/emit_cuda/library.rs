//! The header for the user's own kernels, and the example that uses it.

use crate::{host, machine_code::compiler};
use floatfloat::{DoubleWord, FloatFloat};
use floatfloat_gpu::{
    Circuit, Wire,
    emit::cuda::{self, shipped},
};

const EXAMPLE: &str = include_str!("../../examples/exponential.cu");

fn library() -> String {
    type Ff = DoubleWord<Wire<f32>>;
    type Dd = DoubleWord<Wire<f64>>;
    let functions = [
        ("ff_add", Circuit::record2(true, |a: Ff, b: Ff| a + b)),
        ("ff_mul", Circuit::record2(true, |a: Ff, b: Ff| a * b)),
        ("ff_div", Circuit::record2(true, |a: Ff, b: Ff| a / b)),
        ("ff_add_float", Circuit::record2(true, |a: Ff, b: Wire<f32>| a + b)),
        ("dd_sqrt", Circuit::record1(true, |a: Dd| a.sqrt())),
    ];
    let functions = functions.map(|(name, circuit)| (name.to_owned(), circuit.unwrap()));
    cuda::library(&functions, &shipped::LOWERING)
}

/// What the example computes, on the processor.
fn exponential(x: FloatFloat) -> FloatFloat {
    (1..=14)
        .rev()
        .fold(FloatFloat::ONE, |sum, n| sum * x / FloatFloat::from_word(n as f32) + FloatFloat::ONE)
}

#[test]
fn it_begins_with_how_to_use_it() {
    let library = library();
    let head: Vec<_> = library.lines().take_while(|line| !line.contains("ff_mul(const")).collect();
    insta::assert_snapshot!(head.join("\n"));
}

#[test]
fn the_example_gives_the_bits_of_the_processor() {
    let x: Vec<_> = (0..1000).map(|i| FloatFloat::from_parts(i as f32 / 4e3, 1e-10)).collect();
    let bytes = bytemuck::cast_slice(&x).to_vec();
    let buffers = [bytes.clone(), bytes];
    let text = format!(
        "#include \"shim.h\"\n{EXAMPLE}\n\
         void run(const std::vector<char*>& b, const unsigned* a) {{ call(exponential, b, a); }}\n\
         const Program programs[] = {{{{run, false, 256}}}};\n"
    );
    let launches = [([4, 1], [1000, 0, 0, 0, 0, 0, 0, 0], &buffers[..])];
    let Some(results) = host::run_text(&text, &[("floatfloat.cuh", &library())], &launches) else {
        return;
    };
    let found: &[FloatFloat] = bytemuck::cast_slice(&results[0]);
    assert_eq!(found.len(), x.len());
    for (x, found) in x.iter().zip(found) {
        let expected = exponential(*x);
        assert_eq!((expected.hi(), expected.lo()), (found.hi(), found.lo()), "e^{x}");
        let exact = x.to_f64().exp();
        assert!((found.to_f64() / exact - 1.0).abs() < 1e-13, "e^{x} = {found}");
    }
}

#[test]
fn the_book_shows_the_example() {
    let page = include_str!("../../../../book/shaders.md");
    let code = &EXAMPLE[EXAMPLE.find("#include").expect("a header")..];
    assert!(page.contains(&format!("```cuda\n{code}```")), "{code}");
}

#[test]
fn the_compiler_takes_the_example_without_warnings() {
    let Some(nvrtc) = compiler() else { return };
    let text =
        EXAMPLE.replace("#include \"floatfloat.cuh\"", &library().replace("#pragma once", ""));
    for architecture in ["sm_75", "sm_90"] {
        let compiled = nvrtc.compile(&text, &[], architecture);
        assert_eq!(compiled.map(|compiled| compiled.log), Ok(String::new()));
    }
}

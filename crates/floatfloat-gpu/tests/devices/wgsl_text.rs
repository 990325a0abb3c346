//! The text of shaders: naga accepts it, and a few stay as they are.

use crate::{uint_functions, wgsl::programs::programs};
use floatfloat::{
    DoubleWord, Word,
    operation::Operation,
    registry::{self, Visitor},
};
use floatfloat_gpu::{
    Circuit, DeviceWord, Lowering, Program, Wire, WordType,
    emit::{
        spirv,
        wgsl::{self, Library, ZeroBinding},
    },
    lowering::{Division, Protection, Root, Rounding},
};
use half::f16;

const PROTECTIONS: [Protection; 4] =
    [Protection::Plain, Protection::NoContraction, Protection::Barrier, Protection::UniformBarrier];

const ZERO: ZeroBinding = ZeroBinding { group: 0, binding: 3 };

#[test]
fn naga_accepts_every_program() {
    for fused in [false, true] {
        let mut all = programs::<f32>(fused);
        all.extend(programs::<f64>(fused));
        all.extend(
            programs::<f16>(fused)
                .into_iter()
                .filter(|(_, program)| program.is_map(false) || program.is_map(true)),
        );
        for (name, program) in all {
            for protection in PROTECTIONS {
                let native = Lowering::exact(protection, fused);
                let corrected =
                    Lowering { division: Division::Corrected, root: Root::Corrected, ..native };
                for lowering in [native, corrected] {
                    let text = wgsl::module(&program, &lowering).unwrap().text;
                    let compiled = spirv::compile(&text, protection == Protection::NoContraction);
                    if let Err(error) = compiled {
                        panic!("{name} of {}, {lowering}: {error}\n{text}", program.word());
                    }
                }
            }
        }
    }
}

/// Every operation of the registry as a function: `ff_add-sloppy` as `ff_add_sloppy`.
fn operations<E: DeviceWord>(fused: bool) -> Vec<(String, Circuit)> {
    struct All<E> {
        fused: bool,
        found: Vec<(String, Circuit)>,
        word: std::marker::PhantomData<E>,
    }
    impl<E: DeviceWord> Visitor for All<E> {
        fn visit<O: Operation>(&mut self) {
            let prefix = match E::TYPE {
                WordType::F64 => "dd",
                _ => "ff",
            };
            let name = format!("{prefix}_{}", O::INFO.name.replace('-', "_"));
            self.found.push((name, Circuit::of_operation::<O, E>(self.fused)));
        }
    }
    let mut all = All::<E> { fused, found: Vec::new(), word: std::marker::PhantomData };
    registry::for_each(&mut all);
    all.found
}

#[test]
fn naga_accepts_the_library() {
    for fused in [false, true] {
        let mut functions = operations::<f32>(fused);
        functions.extend(operations::<f64>(fused));
        for protection in &PROTECTIONS[..3] {
            let library =
                Library::new(&functions, &Lowering::exact(*protection, fused), ZERO).unwrap();
            for shader in [library.text.clone(), library.text.clone() + "\n" + &library.example] {
                if let Err(error) = spirv::compile(&shader, false) {
                    panic!("{error}\n{shader}");
                }
            }
        }
    }
}

/// The user's shader must not have to set a variable first.
#[test]
fn the_library_reads_the_zero_itself() {
    let functions = operations::<f32>(false);
    let library =
        Library::new(&functions, &Lowering::exact(Protection::Barrier, false), ZERO).unwrap();
    assert!(library.reads_zero && !library.text.contains("var<private>"));
    let plain = Lowering::exact(Protection::Plain, false);
    assert!(!Library::new(&functions, &plain, ZERO).unwrap().reads_zero);
}

#[test]
fn what_wgsl_cannot_say_is_refused() {
    let program = &programs::<f32>(false)[0].1;
    for protection in [Protection::Native, Protection::Intrinsics(Rounding::Nearest)] {
        let error = wgsl::module(program, &Lowering::exact(protection, false)).unwrap_err();
        assert!(error.to_string().starts_with("WGSL cannot do this"), "{error}");
    }
    let plain = Lowering::exact(Protection::Plain, false);
    let reciprocal = Lowering { division: Division::Reciprocal, ..plain };
    assert!(wgsl::module(program, &reciprocal).is_err());
    let bf16 = &programs::<half::bf16>(false)[0].1;
    assert!(wgsl::module(bf16, &plain).is_err());
    assert!(Library::new(&[], &plain, ZERO).is_err());
    let uniform = Lowering::exact(Protection::UniformBarrier, false);
    assert!(Library::new(&operations::<f32>(false), &uniform, ZERO).is_err());
}

fn two_sum() -> Circuit {
    Circuit::record2(true, |x: Wire<f32>, y: Wire<f32>| {
        let (sum, error) = floatfloat::eft::two_sum(x, y);
        DoubleWord::from_normalized(sum, error)
    })
    .unwrap()
}

fn two_prod() -> Circuit {
    Circuit::record2(true, |x: Wire<f32>, y: Wire<f32>| {
        let (product, error) = floatfloat::eft::two_prod(x, y);
        DoubleWord::from_normalized(product, error)
    })
    .unwrap()
}

#[test]
fn a_map_stays_as_it_is() {
    let program = Program::map(two_sum(), vec![false, true], false);
    let lowering = Lowering::exact(Protection::Barrier, true);
    insta::assert_snapshot!(wgsl::module(&program, &lowering).unwrap().text);
}

/// Exponents, infinities and NaN, in both words.
#[test]
fn a_library_of_exponents_stays_as_it_is() {
    fn circuit<E: DeviceWord>() -> Circuit {
        Circuit::record_words::<E>(false, &[1], &[1], |words| {
            let x = words[0];
            let infinite = x.exponent().equal(x.constant(f64::INFINITY));
            vec![Wire::select(infinite, x.constant(f64::NAN), x.power_of_two())]
        })
        .unwrap()
    }
    let functions =
        [("ff_special".to_owned(), circuit::<f32>()), ("dd_special".to_owned(), circuit::<f64>())];
    let lowering = Lowering::exact(Protection::Barrier, false);
    let library = Library::new(&functions, &lowering, ZERO).unwrap();
    let text = library.text.split_once("array<u32>;\n").unwrap().1;
    insta::assert_snapshot!(text);
}

/// Integers, and functions that are called.
#[test]
fn a_library_of_integers_stays_as_it_is() {
    let functions = [("ff_integers".to_owned(), uint_functions::small())];
    let lowering = Lowering::exact(Protection::Barrier, false);
    let library = Library::new(&functions, &lowering, ZERO).unwrap();
    let text = library.text.split_once("array<u32>;\n").unwrap().1;
    insta::assert_snapshot!(text);
}

/// Whatever the word and the protection.
#[test]
fn naga_accepts_integers() {
    let single = uint_functions::circuit::<f32, 1>();
    let double = uint_functions::circuit::<f64, 2>();
    let function = Circuit::of_named_function("powf", WordType::F64, true).unwrap();
    for protection in PROTECTIONS {
        for circuit in [&single, &double, &function] {
            let program = Program::map(circuit.clone(), vec![false; 2], false);
            let text = wgsl::module(&program, &Lowering::exact(protection, true)).unwrap().text;
            spirv::compile(&text, protection == Protection::NoContraction).unwrap();
        }
    }
}

#[test]
fn a_library_stays_as_it_is() {
    let functions = [("ff_two_sum".to_owned(), two_sum()), ("ff_two_prod".to_owned(), two_prod())];
    let lowering = Lowering::exact(Protection::Barrier, true);
    insta::assert_snapshot!(Library::new(&functions, &lowering, ZERO).unwrap().text);
}

//! How the text reads.

use crate::uint_functions;
use floatfloat::double_word::mul_dw2::mul_dw2;
use floatfloat::{DoubleWord, Word};
use floatfloat_gpu::{
    Circuit, DeviceWord, Program, Wire,
    emit::cuda::{self, shipped},
    lowering::{Division, Lowering, Protection, Relaxed, Root},
    program::WORKGROUP,
    program::standard,
};

#[test]
fn a_module() {
    type Ff = DoubleWord<Wire<f32>>;
    let function = Circuit::record2(true, |a: Ff, b: Wire<f32>| {
        let product = mul_dw2(a, DoubleWord::from_word(b));
        let small = product.hi().less(b.constant(-0.1));
        DoubleWord::from_normalized(
            Wire::select(small, b.constant(f64::INFINITY), product.hi()),
            product.lo(),
        )
    });
    let function = function.unwrap();
    let program = Program::map(function, vec![false, true], true);
    insta::assert_snapshot!(cuda::module(&program, &shipped::LOWERING));
}

/// Exponents, infinities and NaN, in both words.
#[test]
fn a_library_of_exponents() {
    fn circuit<E: DeviceWord>() -> Circuit {
        Circuit::record_words::<E>(true, &[1], &[1], |words| {
            let x = words[0];
            let infinite = x.exponent().equal(x.constant(f64::INFINITY));
            vec![Wire::select(infinite, x.constant(f64::NAN), x.power_of_two())]
        })
        .unwrap()
    }
    let functions =
        [("ff_special".to_owned(), circuit::<f32>()), ("dd_special".to_owned(), circuit::<f64>())];
    let text = cuda::library(&functions, &shipped::LOWERING);
    insta::assert_snapshot!(text.split_once("#pragma once\n").unwrap().1);
}

/// Integers, a function that is called, and one with several results.
#[test]
fn a_library_of_integers() {
    let functions = [("ff_integers".to_owned(), uint_functions::small())];
    let text = cuda::library(&functions, &shipped::LOWERING);
    insta::assert_snapshot!(text.split_once("#pragma once\n").unwrap().1);
}

#[test]
fn options_pass_what_is_given_up() {
    let exact = ["--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true"];
    assert_eq!(cuda::options(&shipped::LOWERING), exact);
    let relaxed =
        |relaxed| cuda::options(&Lowering { relaxed, ..Lowering::exact(Protection::Plain, true) });
    let some = Relaxed { contract: true, division: true, ..Relaxed::default() };
    assert_eq!(
        relaxed(some),
        ["--fmad=true", "--ftz=false", "--prec-div=false", "--prec-sqrt=true"]
    );
    assert_eq!(relaxed(Relaxed { fast_math: true, ..Relaxed::default() }), ["--use_fast_math"]);
}

/// Whether the steps of the text are those of the program or, as of integers, many more.
#[test]
fn grids_reach_every_element() {
    let lowerings = [
        shipped::LOWERING,
        Lowering::INTEGERS,
        Lowering { division: Division::Corrected, root: Root::Corrected, ..shipped::LOWERING },
    ];
    // A thread computes several elements of it; of its integers, which are more steps, one.
    let sums = |x: DoubleWord<Wire<f64>>| (0..15).fold(x, |sum, _| sum + x);
    let long = Program::map(Circuit::record1(true, sums).unwrap(), vec![false], false);
    let counts = lowerings.map(|lowering| cuda::elements(&long, &lowering).unwrap());
    assert!(counts[1] < counts[0], "{counts:?}");
    for (name, program) in standard().into_iter().chain([("sums".into(), long)]) {
        for lowering in lowerings {
            let text = cuda::module(&program, &lowering);
            let elements = text.lines().find_map(|line| line.strip_prefix("#define ELEMENTS "));
            let elements: u64 = elements.map_or(1, |number| number.parse().unwrap());
            let found = cuda::elements(&program, &lowering);
            assert_eq!(found.unwrap_or(1), elements, "{name}, {lowering}");
            for groups in [[1, 1], [7, 1], [65535, 1], [65535, 3], [65535, 65535], [0, 1]] {
                let [x, y] = cuda::grid(found, groups);
                let blocks = u64::from(x) * u64::from(y);
                let wanted = u64::from(groups[0]) * u64::from(groups[1]);
                assert!(blocks * elements >= wanted, "{name} {groups:?}: {x} x {y}");
                assert!(x <= i32::MAX as u32 && y <= 65535, "{name} {groups:?}: {x} x {y}");
                assert!(
                    y > 1 || blocks * elements < wanted.max(1) + elements,
                    "{name} {groups:?}: {x}"
                );
            }
        }
    }
    assert_eq!(WORKGROUP, 256, "the skeletons say 256");
}

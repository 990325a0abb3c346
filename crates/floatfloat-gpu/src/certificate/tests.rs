//! Faults put into a device on purpose must be found, and a correct device must pass.

mod kept;
mod planted;
#[cfg(feature = "wgpu")]
mod software;
mod waiting;

use super::*;
use crate::{
    device::{Device, OpenOptions, cpu::Cpu},
    lowering::Protection,
    wire::{UintWire, Wire},
};
use floatfloat::{Bits, QuadFloat, TripleFloat, Uint32, progress::Silent};
use planted::{Plant, Planted};
use std::{fs, time::Instant};

const PLAIN: Lowering = Lowering::exact(Protection::Plain, true);
const PLAIN_UNFUSED: Lowering = Lowering::exact(Protection::Plain, false);
const BARRIER: Lowering = Lowering::exact(Protection::Barrier, true);

/// The certificate for each of the two words.
fn certified(plant: Plant, check: impl Fn(&WordCertificate)) {
    let certificate = certify_blocking(&Planted::new(plant), &Silent).unwrap();
    assert_eq!(certificate.words.len(), 2);
    for word in &certificate.words {
        println!("{plant:?}: {word}\n");
        check(word);
    }
}

/// The certificate of one lowering.
fn only(backend: &dyn Backend, word: WordType, lowering: Lowering) -> WordCertificate {
    let certificate = certify_lowerings(backend, word, vec![lowering], &Silent);
    let certificate = block_on(certificate).unwrap().expect("a word with certificates");
    println!("{certificate}");
    certificate
}

/// The operation and the form of the failure of a lowering.
fn failure(certificate: &WordCertificate, of: Lowering) -> (&str, Form) {
    let trial = certificate.trials.iter().find(|trial| trial.lowering == of);
    let failure = trial.and_then(|trial| trial.failure.as_ref()).expect("it fails");
    (&failure.operation, failure.form)
}

#[test]
fn the_processor_is_exact() {
    let begin = Instant::now();
    let certificate = certify_blocking(&Cpu::open(), &Silent).unwrap();
    println!("{certificate}\n{:?}", begin.elapsed());
    for word in &certificate.words {
        assert_eq!(word.lowering, Some(Lowering::NATIVE));
        assert_eq!(word.trials, [Trial { lowering: Lowering::NATIVE, failure: None }]);
        assert_eq!(word.fma, Some(Fma::Fused));
        assert_eq!(word.subnormals, Some(Subnormals::Kept));
        assert_eq!(word.nearest, Some(true));
        assert_eq!(word.division, Some(Accuracy::CorrectlyRounded));
        assert_eq!(word.square_root, Some(Accuracy::CorrectlyRounded));
        assert!(word.signed_zeros && word.special_values);
        assert!(word.compared > 250_000, "{}", word.compared);
    }
}

#[test]
fn every_operation_is_checked() {
    for fused in [true, false] {
        let names = checks::names::<f32>(fused);
        for info in floatfloat::registry::OPERATIONS {
            let offered = fused || info.fma != floatfloat::operation::Fma::Required;
            assert_eq!(names.contains(&info.name), offered, "{}", info.name);
        }
    }
}

#[test]
fn the_forbidden_optimisation_is_found() {
    certified(Plant::Forbidden, |word| {
        assert_eq!(failure(word, PLAIN), ("2Sum", Form::StraightLine));
        assert_eq!(failure(word, PLAIN_UNFUSED), ("2Sum", Form::StraightLine));
        assert_eq!(word.lowering, Some(BARRIER));
    });
}

/// Where no way of writing floats is exact, they are made of integers.
#[test]
fn integers_are_the_last_resort() {
    certified(Plant::ForbiddenEverywhere, |word| {
        assert_eq!(word.trials.len(), 5);
        assert_eq!(failure(word, BARRIER), ("2Sum", Form::StraightLine));
        assert_eq!(word.lowering, Some(Lowering::INTEGERS));
        assert_eq!(word.subnormals, Some(Subnormals::Kept));
        assert!(word.signed_zeros && word.special_values && word.fma.is_none());
        assert!(word.compared > 50_000, "{}", word.compared);
        assert!(word.to_string().contains("integers"), "{word}");
    });
    let planted = Box::new(Planted::new(Plant::ForbiddenEverywhere));
    let alone = block_on(certify_integers_of::<f64>(&*planted, &Silent)).unwrap();
    assert_eq!(alone.trials, [Trial { lowering: Lowering::INTEGERS, failure: None }]);
    assert_eq!((alone.word, alone.lowering), (WordType::F64, Some(Lowering::INTEGERS)));
    assert!(alone.signed_zeros && alone.special_values && alone.compared > 50_000, "{alone}");
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(folder.path().into()), ..OpenOptions::default() };
    let device = Device::from_backend(planted, &options).unwrap();
    let x = [DoubleDouble::PI, -DoubleDouble::E, DoubleDouble::from(1e300)];
    let array = device.upload(&x).unwrap();
    let found = device.download(&device.map1(&array, |x| x.exp() - x / (x * x)).unwrap()).unwrap();
    assert_eq!(found, x.map(|x| x.exp() - x / (x * x)));
}

#[test]
fn a_lie_in_a_loop_is_found() {
    certified(Plant::ForbiddenInLoops, |word| {
        assert_eq!(failure(word, PLAIN), ("two-sum", Form::Loop));
        assert_eq!(word.lowering, Some(BARRIER));
    });
}

#[test]
fn a_lie_in_a_kernel_is_found() {
    for kernel in ["sum", "dot"] {
        certified(Plant::ForbiddenInKernel(kernel), |word| {
            assert_eq!(failure(word, PLAIN), (kernel, Form::Kernel));
            assert_eq!(word.lowering, Some(BARRIER));
        });
    }
}

#[test]
fn an_unfused_multiply_add_is_not_used() {
    certified(Plant::Unfused, |word| {
        assert_eq!(failure(word, PLAIN), ("2Prod", Form::StraightLine));
        assert_eq!(word.lowering, Some(PLAIN_UNFUSED));
        assert_eq!(word.fma, Some(Fma::Unfused));
    });
}

#[test]
fn an_inexact_division_is_corrected() {
    certified(Plant::Division(1), |word| {
        assert_eq!(failure(word, PLAIN), ("a / b", Form::StraightLine));
        assert_eq!(word.lowering, Some(Lowering { division: Division::Corrected, ..PLAIN }));
        let Some(Accuracy::Ulps(error)) = word.division else { panic!("{:?}", word.division) };
        assert!((1.0..3.0).contains(&error), "{error}");
        assert_eq!(word.square_root, Some(Accuracy::CorrectlyRounded));
        let fast = word.fast.expect("measured");
        assert!(fast.holds() && fast.quotient > 10.0, "{fast:?}");
    });
}

/// Then quotients that take it as it is are no longer within their bound, and the certificate says so.
#[test]
fn a_bad_division_is_corrected_but_no_longer_fast() {
    certified(Plant::Division(40), |word| {
        assert_eq!(word.lowering, Some(Lowering { division: Division::Corrected, ..PLAIN }));
        let fast = word.fast.expect("measured");
        assert!(!fast.holds() && fast.quotient > 1000.0, "{fast:?}");
        assert!(word.to_string().contains("no fast quotients and roots"), "{word}");
    });
}

#[test]
fn an_inexact_square_root_is_corrected() {
    certified(Plant::SquareRoot, |word| {
        assert_eq!(failure(word, PLAIN), ("√|a|", Form::StraightLine));
        assert_eq!(word.lowering, Some(Lowering { root: Root::Corrected, ..PLAIN }));
        assert_eq!(word.division, Some(Accuracy::CorrectlyRounded));
    });
}

#[test]
fn flushed_subnormals_are_found_and_allowed() {
    for (plant, expected) in
        [(Plant::Flush, Subnormals::Flushed), (Plant::FlushResults, Subnormals::ResultsFlushed)]
    {
        certified(plant, |word| {
            assert_eq!(word.subnormals, Some(expected));
            assert_eq!(word.lowering, Some(PLAIN));
            assert!(word.compared > 150_000, "{}", word.compared);
        });
    }
}

#[test]
fn a_wrong_comparison_is_found() {
    certified(Plant::Comparison, |word| {
        assert_eq!(failure(word, PLAIN), ("x <= y", Form::StraightLine));
        assert_eq!(word.lowering, Some(BARRIER));
    });
}

#[test]
fn lost_signs_of_zeros_are_found_and_allowed() {
    certified(Plant::Zeros, |word| {
        assert_eq!(word.lowering, Some(PLAIN));
        assert!(!word.signed_zeros);
    });
}

/// A lowering that does better is taken; if there is none, this one.
#[test]
fn wrong_special_values_are_found() {
    certified(Plant::Specials, |word| {
        assert_eq!(word.lowering, Some(BARRIER));
        assert!(word.special_values);
    });
    let alone = only(&Planted::new(Plant::Specials), WordType::F32, PLAIN);
    assert_eq!(alone.lowering, Some(PLAIN));
    assert!(!alone.special_values);
    assert!(alone.trials[0].failure.is_some());
}

/// By the first program that uses the function; programs without it run, and so do those of other words.
#[test]
fn a_wrong_function_is_refused_when_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(folder.path().into()), ..OpenOptions::default() };
    let planted = Box::new(Planted::new(Plant::InFunction("exp")));
    let device = Device::from_backend(planted, &options).unwrap();
    let x = device.upload(&[FloatFloat::ONE; 10]).unwrap();
    for _ in 0..2 {
        let error = device.map1(&x, |x| x.exp() + x).err().expect("it is wrong");
        let Error::FunctionNotCertified { function, word, report, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!((*function, *word), ("exp", WordType::F32));
        assert!(report.contains("exp") && report.contains("0x"), "{report}");
    }
    assert!(device.map1(&x, |x| x.ln() + x).is_ok());
    assert!(device.map1(&x, |x| x + x).is_ok());
    let begin = Instant::now();
    for info in floatfloat::registry::FUNCTIONS {
        for proof in &device.certificate().words {
            let planted = device.backend();
            let failure = block_on(certify_function(planted, proof, info.name)).unwrap();
            assert_eq!(failure.is_some(), info.name == "exp", "{}: {failure:?}", info.name);
        }
    }
    println!("all functions: {:?}", begin.elapsed());
}

/// By the first program that uses it; other operations of the same numbers run, and so do other numbers.
#[test]
fn a_wrong_operation_of_four_words_is_refused_when_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(folder.path().into()), ..OpenOptions::default() };
    let planted = Box::new(Planted::new(Plant::InFunction("mul4")));
    let device = Device::from_backend(planted, &options).unwrap();
    let numbers = [QuadFloat::PI, QuadFloat::E, QuadFloat::LN_2];
    let x = device.upload(&numbers).unwrap();
    let kept = || fs::read_dir(folder.path()).unwrap().count();
    let before = kept();
    for _ in 0..2 {
        let error = device.map1(&x, |x| x * x).err().expect("it is wrong");
        let Error::FunctionNotCertified { function, word, report, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!((*function, *word), ("mul4", WordType::F32));
        assert!(report.contains("mul4") && report.contains("0x"), "{report}");
    }
    assert_eq!(kept(), before);
    let sums = device.download(&device.map1(&x, |x| x + x / x).unwrap()).unwrap();
    assert_eq!(sums, numbers.map(|x| x + x / x));
    // The sum and the quotient, each once.
    assert_eq!(kept(), before + 2);
    device.map1(&x, |x| x - x).unwrap();
    assert_eq!(kept(), before + 2);
    let y = device.upload(&[FloatFloat::PI]).unwrap();
    assert!(device.map1(&y, |y| y * y).is_ok());
    let z = device.upload(&[TripleFloat::PI]).unwrap();
    assert!(device.map1(&z, |z| z * z).is_ok());
}

/// With what the compiler said; numbers of fewer words run.
#[test]
fn an_operation_too_long_for_the_compiler_is_refused_alone() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(folder.path().into()), ..OpenOptions::default() };
    let planted = Box::new(Planted::new(Plant::TooLong("mul4")));
    let device = Device::from_backend(planted, &options).unwrap();
    let x = device.upload(&[QuadFloat::PI]).unwrap();
    for _ in 0..2 {
        let error = device.map1(&x, |x| x * x).err().expect("it is too long").to_string();
        assert!(error.contains("mul4") && error.contains("too many registers"), "{error}");
    }
    let y = device.upload(&[FloatFloat::PI]).unwrap();
    let squares = device.download(&device.map1(&y, |y| y * y).unwrap()).unwrap();
    assert_eq!(squares, [FloatFloat::PI * FloatFloat::PI]);
    let z = device.upload(&[TripleFloat::PI]).unwrap();
    let squares = device.download(&device.map1(&z, |z| z * z).unwrap()).unwrap();
    assert_eq!(squares, [TripleFloat::PI * TripleFloat::PI]);
}

/// A function of integers is examined alone, and programs that call others run.
#[test]
fn a_wrong_function_of_integers_is_refused() {
    let planted = Box::new(Planted::new(Plant::InFunction("wide product")));
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(folder.path().to_owned()), ..OpenOptions::default() };
    let device = Device::from_backend(planted, &options).unwrap();
    let x = device.upload(&[1.5f32; 10]).unwrap();
    let with = |name| {
        device.map1(&x, |x| {
            let bits = x.into_uints();
            let product = UintWire::call(name, bits, |[bits]| [bits.high_product(bits)]);
            Wire::from_uints([product[0].wrapping_add(bits[0])])
        })
    };
    let error = with("wide product").err().expect("it is wrong");
    let Error::FunctionNotCertified { function, word, report, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((*function, *word), ("wide product", WordType::F32));
    assert!(report.contains("wide product"), "{report}");
    let bits = 1.5f32.to_bits();
    let product = (u64::from(bits) * u64::from(bits)) >> 32;
    let expected = f32::from_bits(bits + product as u32);
    assert_eq!(device.download(&with("square").unwrap()).unwrap(), [expected; 10]);
    // The operations, and the function, each once.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    with("square").unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn results_that_are_not_written_are_found() {
    certified(Plant::Nothing, |word| {
        assert_eq!(word.lowering, None);
        for trial in &word.trials {
            let failure = trial.failure.as_ref().expect("it fails");
            assert_eq!(failure.operation, "2Sum");
            assert!(matches!(failure.cause, Difference::Unwritten { .. }), "{failure}");
        }
    });
}

#[test]
fn results_of_an_earlier_launch_are_found() {
    certified(Plant::Stale, |word| {
        assert_eq!(word.lowering, None);
        assert_eq!(failure(word, PLAIN), ("two-sum", Form::Loop));
    });
}

#[test]
fn a_compiler_that_refuses_is_quoted() {
    certified(Plant::Rejected, |word| {
        assert_eq!(word.lowering, None);
        assert_eq!(word.subnormals, None);
        assert!(word.to_string().contains("this compiler takes nothing"), "{word}");
    });
}

#[test]
fn certificates_survive_json() {
    for plant in [Plant::Division(1), Plant::Rejected, Plant::Specials] {
        let certificate = certify_blocking(&Planted::new(plant), &Silent).unwrap();
        let text = serde_json::to_string(&certificate).unwrap();
        assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate);
    }
}

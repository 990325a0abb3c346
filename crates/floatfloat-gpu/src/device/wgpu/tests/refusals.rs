//! Requests that a device cannot carry out are refused, and do no harm.

use super::{STEP, first, kernel, upload, words};
use crate::{
    backend::{Backend, Buffer, Kernel, Launch},
    error::Error,
    lowering::{Lowering, Protection, Relaxed, Rounding},
    word_type::WordType,
};

/// Launches and copies that make no sense are refused.
#[test]
fn bad_requests_are_refused() {
    let (Some(backend), Some(other)) = (first(), first()) else { return };
    let step_kernel = kernel(&backend, STEP, 2).unwrap();
    let (a, b) = (upload(&backend, &[1, 2]), upload(&backend, &[3, 4]));
    let launch = |kernel: &Kernel, buffers: &[&Buffer], groups| {
        backend.launch(&Launch { kernel, buffers, arguments: [0; 8], groups }).unwrap_err()
    };
    let one = [1, 1];
    assert!(matches!(
        launch(&step_kernel, &[&a], one),
        Error::Length { expected: 2, given: 1, .. }
    ));
    assert!(matches!(launch(&step_kernel, &[&a, &b, &a], one), Error::Length { .. }));
    assert!(matches!(launch(&step_kernel, &[&a, &a], one), Error::Failed { .. }));
    assert!(matches!(launch(&step_kernel, &[&a, &b], [65536 * 256, 1]), Error::Failed { .. }));
    let foreign = upload(&other, &[5]);
    assert!(matches!(launch(&step_kernel, &[&foreign, &b], one), Error::ForeignBuffer { .. }));
    let foreign_kernel = kernel(&other, STEP, 2).unwrap();
    assert!(matches!(launch(&foreign_kernel, &[&a, &b], one), Error::Failed { .. }));
    assert!(matches!(backend.write(&foreign, &[1]), Err(Error::ForeignBuffer { .. })));
    assert!(matches!(backend.read(&foreign, &mut [1]), Err(Error::ForeignBuffer { .. })));
    assert!(matches!(backend.write(&a, &[0; 12]), Err(Error::Length { .. })));
    assert!(matches!(backend.read(&a, &mut [0; 12]), Err(Error::Length { .. })));
    // And none of it did harm.
    assert_eq!(words(&backend, &a).unwrap(), [1, 2]);
    assert_eq!(words(&backend, &b).unwrap(), [3, 4]);
}

/// A shader that is wrong is rejected with the compiler's words, and the device goes on.
#[test]
fn bad_shaders_are_rejected() {
    let Some(backend) = first() else { return };
    let other_layout = STEP.replace("@binding(1)", "@binding(7)");
    let bad_type = STEP.replace("+ arguments[1].z", "+ 1.5");
    let big_group = STEP.replace("workgroup_size(256)", "workgroup_size(1000000)");
    for (text, words) in [
        ("this is not a shader", "expected"),
        (&bad_type, "main"),
        (&other_layout, "binding"),
        (&big_group, "Workgroup"),
        ("", "main"),
    ] {
        let Err(Error::Rejected { device, message }) = kernel(&backend, text, 2) else {
            panic!("not rejected: {text}");
        };
        assert!(device.contains("wgpu:0"));
        assert!(message.contains(words), "{message}");
    }
    backend.finish().unwrap();
    assert!(kernel(&backend, STEP, 2).is_ok());
}

/// Arguments with which a loop would not end are refused.
#[test]
fn endless_loops_are_refused() {
    let Some(backend) = first() else { return };
    let function = crate::Circuit::record1(false, |a: crate::Wire<f32>| a + a).unwrap();
    let program = crate::Program::map(function, vec![false], true);
    let kernel = backend.compile(&program, &Lowering::exact(Protection::Plain, true)).unwrap();
    let (a, b) = (upload(&backend, &[0; 8]), upload(&backend, &[0; 8]));
    for (stride, ends) in [(0, false), (256, true)] {
        let arguments = [0, 8, 0, stride, 0, 0, 0, 0];
        let launch = Launch { kernel: &kernel, buffers: &[&a, &b], arguments, groups: [1, 1] };
        assert_eq!(backend.launch(&launch).is_ok(), ends);
    }
    backend.finish().unwrap();
}

/// Lowerings of other kinds of devices are refused.
#[test]
fn foreign_lowerings_are_refused() {
    let Some(backend) = first() else { return };
    let fast = Relaxed { fast_math: true, ..Relaxed::default() };
    let plain = Lowering::exact(Protection::Plain, true);
    for lowering in [
        Lowering::NATIVE,
        Lowering::exact(Protection::Intrinsics(Rounding::Nearest), true),
        Lowering { relaxed: fast, ..plain },
    ] {
        let refused = backend.check_lowering(WordType::F32, &lowering);
        assert!(matches!(refused, Err(Error::Unsupported { .. })), "{lowering}");
    }
    let no_word = backend.check_lowering(WordType::Bf16, &plain);
    assert!(matches!(no_word, Err(Error::NoWord { word: WordType::Bf16, .. })));
    assert_eq!(backend.check_lowering(WordType::F32, &plain), Ok(()));
}

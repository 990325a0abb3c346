//! The drivers that run on the processor: Mesa's lavapipe, and SwiftShader.

use super::{failure, only};
use crate::{
    cache::certificate_of,
    certificate::*,
    common,
    device::wgpu::{WgpuBackend, enumerate, open},
    lowering::{Controls, Exponents, Products, Protection},
};
use floatfloat::progress::Silent;
use std::{path::Path, process::Command, time::Instant};

/// Says to a test that it runs in the process made for it.
const CHILD: &str = "FLOATFLOAT_TEST_ALONE";

/// Runs a test of this module in a process of its own, with these variables. Returns false in that
/// process.
fn is_run_elsewhere(test: &str, variables: &[(&str, &str)]) -> bool {
    if std::env::var_os(CHILD).is_some() {
        return false;
    }
    let status = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", &format!("certificate::tests::software::{test}"), "--nocapture"])
        .envs(variables.iter().copied())
        .env(CHILD, "1")
        .status()
        .expect("the test runs in a process of its own");
    assert!(status.success(), "{status}");
    true
}

/// Where Debian's and Chromium's packages put the driver.
const SWIFTSHADER: [&str; 2] = [
    "/usr/lib/chromium/vk_swiftshader_icd.json",
    "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
];

fn device(name: &str) -> Option<WgpuBackend> {
    let index = enumerate().iter().position(|device| device.name.contains(name))?;
    Some(open(index).expect("the device opens"))
}

fn lavapipe() -> Option<WgpuBackend> {
    let backend = device("llvmpipe");
    if backend.is_none() {
        common::skip("lavapipe", "no lavapipe here");
    }
    backend
}

const fn unfused(protection: Protection) -> Lowering {
    written(protection, false)
}

const fn written(protection: Protection, fused: bool) -> Lowering {
    Lowering { products: Products::Wide, ..Lowering::exact(protection, fused) }
}

#[test]
fn lavapipe_is_certified_and_remembered() {
    let name = "lavapipe_is_certified_and_remembered";
    // Mesa keeps compiled shaders, too: without that, every run is the first.
    if is_run_elsewhere(name, &[("MESA_SHADER_CACHE_DISABLE", "true")]) {
        return;
    }
    let Some(backend) = lavapipe() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let certificate = certificate_of(&backend, true, Some(folder.path()), &Silent).unwrap();
    println!("{certificate}");
    let kept = certificate_of(&backend, false, Some(folder.path()), &Silent);
    assert_eq!(kept.as_ref(), Ok(&certificate));
    // One word type after the other, awaited, as a page of a browser does it.
    assert_eq!(block_on(certify(&backend, &Silent)).as_ref(), Ok(&certificate));
    assert_eq!(certificate.words.len(), 2);
    for word in &certificate.words {
        let controls = word.lowering.unwrap().controls;
        assert_ne!(controls, Controls::None, "its versions from 21 on offer some");
        let lowering = Lowering { controls, ..unfused(Protection::NoContraction) };
        assert_eq!(word.lowering, Some(lowering));
        assert_eq!(word.fma, Some(Fma::Unfused));
        assert_eq!(word.subnormals, Some(Subnormals::Kept));
        assert_eq!(word.nearest, Some(true));
        assert_eq!(word.division, Some(Accuracy::CorrectlyRounded));
        assert_eq!(word.square_root, Some(Accuracy::CorrectlyRounded));
        assert!(word.signed_zeros && word.special_values);
        assert!(word.fast.is_some_and(|fast| fast.holds()), "{:?}", word.fast);
        for fused in [true, false] {
            let plain = written(Protection::Plain, fused);
            assert_eq!(failure(word, plain), ("2Sum", Form::StraightLine));
        }
        let fused = Lowering { fused: true, ..lowering };
        assert_eq!(failure(word, fused), ("2Prod", Form::StraightLine));
    }
}

#[test]
fn lavapipe_is_exact_with_either_protection() {
    let Some(backend) = lavapipe() else { return };
    for word in [WordType::F32, WordType::F64] {
        for protection in [Protection::NoContraction, Protection::Barrier] {
            let certificate = only(&backend, word, unfused(protection));
            assert_eq!(certificate.lowering, Some(unfused(protection)));
        }
        assert_eq!(only(&backend, word, unfused(Protection::Plain)).lowering, None);
    }
}

/// Corrected division and square root are exact here, too, where they are not needed.
#[test]
fn lavapipe_corrects() {
    let Some(backend) = lavapipe() else { return };
    let corrected = Lowering {
        division: Division::Corrected,
        root: Root::Corrected,
        ..unfused(Protection::NoContraction)
    };
    for word in [WordType::F32, WordType::F64] {
        assert_eq!(only(&backend, word, corrected).lowering, Some(corrected));
    }
}

/// Mesa compiles a program anew for the values of uniforms on which a branch depends. The planted
/// lowering has such a branch in loops: straight-line it is exact, in a loop it is not.
#[test]
fn lavapipe_lies_in_loops() {
    let Some(backend) = lavapipe() else { return };
    let lowering = unfused(Protection::UniformBarrier);
    let certificate = only(&backend, WordType::F32, lowering);
    assert_eq!(certificate.lowering, None);
    let (operation, form) = failure(&certificate, lowering);
    assert_eq!((operation, form), ("two-sum", Form::Loop));
}

#[test]
fn swiftshader_is_certified_though_it_flushes() {
    let Some(driver) = SWIFTSHADER.into_iter().find(|path| Path::new(path).exists()) else {
        return common::skip("swiftshader", "SwiftShader is not installed");
    };
    let variables = [("VK_DRIVER_FILES", driver), ("VK_ICD_FILENAMES", driver)];
    if is_run_elsewhere("swiftshader_is_certified_though_it_flushes", &variables) {
        return;
    }
    let Some(backend) = device("SwiftShader") else {
        return common::skip("swiftshader", "Vulkan's loader does not find the driver");
    };
    let begin = Instant::now();
    let certificate = certify_blocking(&backend, &Silent).unwrap();
    eprintln!("{certificate}\n{:?}", begin.elapsed());
    assert_eq!(certificate.words.len(), 2);
    // It has no f64.
    assert_eq!(certificate.lowering(WordType::F64), Some(Lowering::INTEGERS));
    let word = &certificate.words[0];
    assert!(word.lowering.is_some());
    assert_ne!(word.subnormals, Some(Subnormals::Kept));
    assert!(word.compared > 150_000, "{}", word.compared);
    assert!(word.fast.is_some_and(|fast| fast.holds()), "{:?}", word.fast);
    for name in ["exp", "ln", "sin", "atan2"] {
        assert_eq!(block_on(certify_function(&backend, word, name)).unwrap(), None, "{name}");
    }
}

/// With every protection that is exact here, also where exponents are found without integers.
#[test]
fn lavapipe_computes_functions() {
    let Some(backend) = lavapipe() else { return };
    let compared = Lowering { exponents: Exponents::Comparisons, ..unfused(Protection::Barrier) };
    for word in [WordType::F32, WordType::F64] {
        for lowering in [unfused(Protection::NoContraction), unfused(Protection::Barrier), compared]
        {
            let proof = only(&backend, word, lowering);
            assert_eq!(proof.lowering, Some(lowering));
            for name in ["exp", "ln", "sin_pi", "atan2"] {
                let failure = block_on(certify_function(&backend, &proof, name)).unwrap();
                assert_eq!(failure, None, "{name} of {word}, {lowering}");
            }
        }
    }
    let plain = WordCertificate {
        lowering: Some(unfused(Protection::Plain)),
        ..only(&backend, WordType::F32, unfused(Protection::NoContraction))
    };
    let failure = block_on(certify_function(&backend, &plain, "exp")).unwrap();
    assert!(failure.is_some(), "plain text is wrong on lavapipe");
}

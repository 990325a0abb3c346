//! Vulkan on the processor: Mesa's lavapipe and SwiftShader, whichever this machine has.

use floatfloat_gpu::{
    Backend, Lowering, WordType,
    device::{devices, open_backend},
    lowering::Protection,
};
use floatfloat_lab::{
    findings,
    paranoia::{Examined, Target, on_device},
    progress::Silent,
};
use floatfloat_paranoia::{Fma, Op, Report, Subject, Subnormals};
use std::{env, fs, path::Path, process::Command};

use crate::{small, tables};

/// The device whose name contains this; says so where there is none.
fn device(name: &str) -> Option<Box<dyn Backend>> {
    let found = devices().into_iter().find(|device| device.name.contains(name));
    let Some(found) = found else {
        eprintln!("skipped: this machine has no {name}");
        return None;
    };
    Some(open_backend(found.id.parse().unwrap()).unwrap())
}

/// What is exact on both of them.
fn certified(backend: &dyn Backend) -> Target<'_> {
    let lowering = Lowering::exact(Protection::NoContraction, false);
    let words = backend.description().words.iter().filter(|&&word| word != WordType::F16);
    Target { runner: backend, certified: words.map(|&word| (word, lowering)).collect() }
}

fn examined(backend: &dyn Backend) -> Vec<Examined> {
    on_device(&certified(backend), &small(), &Silent).unwrap()
}

fn mode<'a>(examined: &'a [Examined], name: &str) -> &'a Report {
    let one = examined.iter().find(|one| one.mode == name).expect("the mode");
    one.found.as_ref().unwrap()
}

/// Operations that were rewritten by laws that rounding breaks.
fn rewritten(report: &Report) -> Vec<Op> {
    let faults = report.faults().filter(|fault| fault.subject == Subject::Reassociation);
    faults.map(|fault| fault.op).collect()
}

#[test]
fn a_machine_that_must_have_a_device_has_one() {
    let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
    let found = devices().iter().any(|device| device.id.starts_with("wgpu"));
    assert!(found || !required.split(',').any(|kind| kind == "wgpu"), "wgpu is required");
}

#[test]
fn lavapipe_rewrites_sums_unless_it_is_told_not_to() {
    let Some(backend) = device("llvmpipe") else { return };
    let all = examined(backend.as_ref());
    let plain = mode(&all, "plain");
    assert!(rewritten(plain).contains(&Op::AddThenSubtract), "{plain}");
    assert!(rewritten(plain).contains(&Op::TwoSumError), "{plain}");
    assert!(!plain.safety.safe);
    for one in all.iter().filter(|one| one.used == Some(true)) {
        let report = one.found.as_ref().unwrap();
        assert_eq!(rewritten(report), [], "{}: {report}", one.mode);
        assert_eq!(one.holds(), Some(true), "{}: {report}", one.mode);
        assert_eq!(report.character.fma, Fma::Unfused);
        assert_eq!(report.character.subnormal_outputs, Subnormals::Kept);
    }
    let names: Vec<_> = all.iter().map(|one| (one.mode.as_str(), one.declared)).collect();
    for word in ["f16", "f64"] {
        assert!(names.iter().any(|(_, declared)| declared.to_string() == word), "{names:?}");
    }
    let barrier = mode(&all, "barrier");
    assert!(barrier.safety.safe, "{barrier}");
}

#[test]
fn lavapipe_keeps_what_the_specifications_promise() {
    let Some(backend) = device("llvmpipe") else { return };
    let tables = tables(&certified(backend.as_ref()));
    assert_eq!(findings::failed(&tables), Vec::<String>::new());
}

/// Where Debian's Chromium has SwiftShader.
const SWIFTSHADER: &str = "/usr/lib/chromium/vk_swiftshader_icd.json";

/// The loader takes drivers from the environment of the process, so this test is run again in one of
/// its own.
#[test]
fn swiftshader_rewrites_quotients_and_flushes() {
    const INNER: &str = "FLOATFLOAT_TEST_IN_SWIFTSHADER";
    if device_is_swiftshader() {
        return swiftshader();
    }
    if env::var_os(INNER).is_some() || !Path::new(SWIFTSHADER).exists() {
        eprintln!("skipped: this machine has no SwiftShader");
        return;
    }
    let output = Command::new(env::current_exe().unwrap())
        .args(["swiftshader_rewrites_quotients_and_flushes", "--nocapture"])
        .env("VK_DRIVER_FILES", fs::canonicalize(SWIFTSHADER).unwrap())
        .env(INNER, "1")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    eprintln!("{told}");
}

fn device_is_swiftshader() -> bool {
    devices().iter().any(|device| device.name.contains("SwiftShader"))
}

fn swiftshader() {
    let Some(backend) = device("SwiftShader") else { return };
    let all = examined(backend.as_ref());
    let plain = mode(&all, "plain");
    assert!(rewritten(plain).contains(&Op::DivideThenMultiply), "{plain}");
    assert!(!rewritten(plain).contains(&Op::AddThenSubtract), "{plain}");
    for one in &all {
        let report = one.found.as_ref().unwrap();
        assert_eq!(report.character.subnormal_outputs, Subnormals::Flushed, "{report}");
        let fate = report.safety.caveats.iter().any(|caveat| caveat.contains("flushed"));
        assert!(fate, "{report}");
    }
    let certified = mode(&all, "certified");
    assert_eq!(rewritten(certified), [], "{certified}");
    assert!(certified.safety.safe, "{certified}");
    assert_eq!(certified.character.fma, Fma::Unfused);
}

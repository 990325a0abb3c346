//! How long it takes to open a device that is a driver on the processor. In a binary of its own,
//! because nothing else may run meanwhile.

#![cfg(feature = "wgpu")]

mod common;

use floatfloat_gpu::{Device, OpenOptions, Select, devices};
use std::{
    env,
    process::Command,
    time::{Duration, Instant},
};

/// Says to the test that it runs in the process made for it.
const CHILD: &str = "FLOATFLOAT_TEST_ALONE";

/// The fastest of some attempts: others may work on this machine as well.
fn fastest(options: &OpenOptions, select: Select) -> Duration {
    let attempt = || {
        let begin = Instant::now();
        let opened = Device::open_with(select, options);
        let elapsed = begin.elapsed();
        opened.unwrap_or_else(|error| panic!("{error}"));
        elapsed
    };
    (0..3).map(|_| attempt()).min().expect("three attempts")
}

#[test]
fn lavapipe_is_certified_within_3_s_and_opened_again_within_300_ms() {
    // Mesa keeps compiled shaders: without that, every run is the first.
    if env::var_os(CHILD).is_none() {
        let mut test = Command::new(env::current_exe().expect("this test"));
        test.arg("--nocapture").env("MESA_SHADER_CACHE_DISABLE", "true").env(CHILD, "1");
        assert!(test.status().expect("the test runs in a process of its own").success());
        return;
    }
    let gpus = devices().into_iter().filter(|device| device.id.starts_with("wgpu"));
    let Some(number) = gpus.into_iter().position(|device| device.name.contains("llvmpipe")) else {
        return common::skip("wgpu", "no lavapipe here");
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = Some(folder.path().to_owned());
    let select = Select::Wgpu(number);
    let first = fastest(&OpenOptions { recertify: true, cache: cache.clone() }, select);
    let again = fastest(&OpenOptions { recertify: false, cache }, select);
    eprintln!("certified in {first:.2?}, opened again in {again:.2?}");
    assert!(first < Duration::from_secs(3), "{first:?}");
    assert!(again < Duration::from_millis(300), "{again:?}");
}

//! Drivers that fail: with planted faults, and real ones.

use crate::{column, floatfloat, stdout};
use assert_cmd::Command;
use serde_json::Value;
use std::{env, fs, path::Path, process::Stdio, slice};

/// Each fault, and a word of what is said of it; a test for each and each command, so that they run side by side. All commands
/// take their devices in the same way, so most faults of a report and of advice wait for a release.
macro_rules! of_every_fault {
    ($($fault:ident: $name:literal, $said:literal $(, $long:meta)?;)*) => {
        mod devices_tells_of {
            $(#[test] fn $fault() { super::devices($name, $said); })*
        }
        mod a_report_goes_on_after {
            $(#[test] $(#[$long])? fn $fault() { super::report($name, $said); })*
        }
        mod advice_is_given_after {
            $(#[test] $(#[$long])? fn $fault() { super::advise($name, $said); })*
        }
    };
}

of_every_fault! {
    a_leak: "leak", "of memory", ignore = "half a minute";
    a_hang_while_compiling: "hang-compile", "without an answer", ignore = "half a minute";
    a_hang_while_running: "hang-run", "without an answer";
    a_segfault: "segfault", "SIGSEGV";
    an_abort: "abort", "SIGABRT", ignore = "half a minute";
    garbage: "garbage", "as an answer", ignore = "half a minute";
}

/// The command, whose only device of wgpu has a fault. Certificates of other tests are not in its way.
fn with_fault(fault: &str, arguments: &str, cache: &Path) -> Command {
    let mut command = floatfloat(arguments);
    command.env("FLOATFLOAT_STAND_IN", fault).env("FLOATFLOAT_CACHE", cache).args([
        "--device-timeout",
        "5s",
        "--device-memory",
        "400MB",
    ]);
    command
}

/// The tables of a command that ends with this status.
fn tables(command: &mut Command, status: i32) -> Vec<Value> {
    let output = command.arg("--format=json").assert().code(status).get_output().stdout.clone();
    let results: Value = serde_json::from_slice(&output).expect("JSON");
    // A command's tables, the later ones inside the first; or those of a report.
    match (results["experiments"].as_array(), results["further"].as_array()) {
        (Some(tables), _) => tables.clone(),
        (None, Some(further)) => [slice::from_ref(&results), further].concat(),
        (None, None) => vec![results],
    }
}

fn table<'t>(tables: &'t [Value], id: &str) -> Option<&'t Value> {
    tables.iter().find(|table| table["id"] == id)
}

/// That the endings of drivers are told of, with this word, in this experiment.
fn assert_told(tables: &[Value], said: &str, experiment: &str) {
    let endings = table(tables, "devices-endings").expect("a table of endings");
    let of = |name| column(endings, name).iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    assert!(of("cause").iter().all(|cause| cause.contains(said)), "{:?}", of("cause"));
    assert!(of("device").iter().all(|device| device == "\"wgpu:0\""));
    assert!(of("driver").iter().all(|driver| driver.contains("stand-in 1.0")));
    assert!(of("doing").iter().all(|doing| doing.contains("the program `")), "{:?}", of("doing"));
    assert!(
        of("experiment").iter().any(|name| name.contains(experiment)),
        "{:?}",
        of("experiment")
    );
}

/// Programs that are compiled and run before a fault, so that the device is certified, and fails in the middle of the work.
const LATER: u32 = 400;

fn devices(fault: &str, said: &str) {
    let cache = tempfile::tempdir().unwrap();
    let mut devices = with_fault(fault, "devices", cache.path());
    let tables = tables(&mut devices, 1);
    assert_told(&tables, said, "devices");
    // The processor is what it was.
    let certified = column(&tables[0], "certified");
    assert_eq!(*certified[0], Value::Bool(true), "{fault}");
    assert_eq!(*certified[1], Value::Bool(false), "{fault}");
}

#[test]
fn a_driver_that_only_talks_is_not_heard() {
    let cache = tempfile::tempdir().unwrap();
    let output = with_fault("chatter", "devices", cache.path()).assert().success();
    let output = output.get_output();
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    assert!(!String::from_utf8_lossy(&said).contains("a warning"), "{output:?}");
}

/// A report goes on without the device that fails.
fn report(fault: &str, said: &str) {
    let (cache, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = format!("report --quick --device wgpu --out {}", out.path().display());
    let mut report = with_fault(&format!("{fault}:{LATER}"), &arguments, cache.path());
    let printed = tables(&mut report, 1);
    let results = fs::read(out.path().join("results.json")).unwrap();
    let results: Value = serde_json::from_slice(&results).unwrap();
    let written = results["experiments"].as_array().unwrap();
    assert_eq!(&printed, written);
    assert_told(written, said, "");
    // Every experiment is there, and what came before the fault is good.
    for id in ["paranoia", "bench", "advise-matrix"] {
        assert!(table(written, id).is_some(), "{fault}: {id}");
    }
    assert!(!out.path().join("unfinished").exists(), "{fault}");
    let page = fs::read_to_string(out.path().join("index.html")).unwrap();
    assert!(page.contains("devices-endings") && page.contains(said), "{fault}");
}

/// Advice is given without the device that fails.
fn advise(fault: &str, said: &str) {
    let cache = tempfile::tempdir().unwrap();
    let arguments = "advise --workload dot --size 1e5 --tolerance 1e-12 --budget 2s";
    let mut advise = with_fault(&format!("{fault}:{LATER}"), arguments, cache.path());
    let tables = tables(&mut advise, 1);
    assert_told(&tables, said, "");
    let devices = column(table(&tables, "advise").unwrap(), "device");
    assert!(devices.iter().any(|device| *device == "cpu"), "{fault}: {devices:?}");
}

/// What is loaded into the process of the command, as long as it runs.
#[cfg(target_os = "linux")]
#[test]
fn the_process_of_the_command_loads_no_driver() {
    const DRIVERS: [&str; 7] =
        ["libvulkan", "libEGL", "libGL", "_dri.so", "libgallium", "libcuda", "libLLVM"];
    let cache = tempfile::tempdir().unwrap();
    let mut devices = std::process::Command::new(assert_cmd::cargo::cargo_bin!("floatfloat"))
        .args(["paranoia", "--quick"])
        .env("FLOATFLOAT_CACHE", cache.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while devices.try_wait().unwrap().is_none() {
        let maps = fs::read_to_string(format!("/proc/{}/maps", devices.id())).unwrap_or_default();
        let loaded = maps.lines().find(|line| DRIVERS.iter().any(|driver| line.contains(driver)));
        assert_eq!(loaded, None);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(devices.wait().unwrap().code().is_some());
}

/// Whether there is a device of GL; a failure where one is required.
fn has_gl() -> bool {
    let found = floatfloat("devices --device wgpu:gl").output().unwrap().status.code() != Some(2);
    let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
    assert!(found || !required.split(',').any(|kind| kind == "gl"), "no device of GL");
    if !found {
        eprintln!("skipped: no device of GL");
    }
    found
}

/// Mesa's compiler for GL takes all memory for long programs of `f64` made of integers, if it is let.
#[test]
fn every_command_ends_on_gl() {
    if !has_gl() {
        return;
    }
    let devices = tables(&mut floatfloat("devices --device wgpu:gl"), 0);
    assert!(table(&devices, "devices-endings").is_none());
    let apis = table(&devices, "devices-apis").expect("the APIs");
    let gl = column(apis, "api").iter().position(|api| **api == "GL").unwrap();
    assert_eq!(*column(apis, "found")[gl], Value::Bool(true));
    for arguments in [
        "paranoia --quick --device wgpu:gl",
        "bench --quick --type f64,dd,ff --device wgpu:gl",
        "lab functions --quick --device wgpu:gl",
        "advise --workload dot --size 1e5 --tolerance 1e-10 --device wgpu:gl",
    ] {
        let tables = tables(&mut floatfloat(arguments), 0);
        assert!(table(&tables, "devices-endings").is_none(), "{arguments}");
    }
}

#[test]
fn what_may_be_missing_is_said_for_each_api() {
    let text = stdout(&mut floatfloat("devices --device cpu"));
    assert!(!text.contains("devices-apis"), "no API was asked for");
    let cache = tempfile::tempdir().unwrap();
    let devices = tables(&mut with_fault("chatter", "devices", cache.path()), 0);
    let apis = table(&devices, "devices-apis").expect("the APIs");
    let of = |name| column(apis, name);
    assert_eq!(of("api"), ["Vulkan", "Metal", "DX12", "GL", "CUDA"]);
    assert_eq!(of("found"), [true, false, false, false, false]);
    let install = of("what to install");
    assert!(install[0].is_null() && install[1..].iter().all(|what| what.is_string()));
}

/// Where the device that fails is all that was asked for, its failure is the result.
#[test]
fn a_device_that_fails_is_no_error_of_usage() {
    for (fault, doing, arguments) in [
        ("segfault", "compiled", "bench --quick"),
        ("segfault", "compiled", "lab sum --quick"),
        ("segfault", "compiled", "advise --workload dot --size 1e4 --tolerance 1e-12"),
        ("segfault:300", "compiled", "advise --workload dot --size 1e4 --tolerance 1e-12"),
        ("segfault-look", "looked for devices", "devices"),
        ("segfault-look", "looked for devices", "bench --quick"),
        ("segfault-look", "looked for devices", "paranoia --quick"),
        ("segfault-look", "looked for devices", "accuracy --quick"),
        (
            "segfault-look",
            "looked for devices",
            "advise --workload dot --size 1e4 --tolerance 1e-12",
        ),
    ] {
        let cache = tempfile::tempdir().unwrap();
        let arguments = format!("{arguments} --device wgpu");
        let tables = tables(&mut with_fault(fault, &arguments, cache.path()), 1);
        let endings = table(&tables, "devices-endings").expect("a table of endings");
        let doings = column(endings, "doing");
        let told = doings.iter().all(|text| text.as_str().unwrap().contains(doing));
        assert!(told, "{fault}: {arguments}: {doings:?}");
    }
    let (cache, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let report = format!("report --quick --device wgpu --out {}", out.path().display());
    tables(&mut with_fault("segfault-look", &report, cache.path()), 1);
    assert!(out.path().join("index.html").exists());
}

/// A command that does not do what it is asked with would start itself without end.
#[test]
fn the_process_of_a_device_starts_no_other() {
    let mut devices = floatfloat("devices");
    let text = stdout(devices.env("FLOATFLOAT_SERVES_A_DEVICE", "1"));
    assert!(text.contains("with a command that does not serve a device"), "{text}");
}

#[test]
fn limits_that_are_none_are_refused() {
    for arguments in ["devices --device-memory lots", "devices --device-timeout 5 minutes"] {
        floatfloat(arguments).assert().code(2);
    }
}

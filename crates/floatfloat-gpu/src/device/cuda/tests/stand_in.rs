//! A child process in which `stand_in.cpp` is found in place of NVIDIA's libraries runs the tests
//! that are marked as ignored here.

mod library;
mod whole_life;

use super::*;
use crate::{Wire, circuit::Circuit, emit::cuda, program::WORKGROUP};
use library::{HostContext, depth, live};
use std::{path::Path, process::Command};
use whole_life::{
    describes, launches, moves_memory, multiplies_matrices, refuses_what_is_foreign,
    survives_a_lost_device, takes_time,
};

/// Set in the child process.
const CHILD: &str = "FLOATFLOAT_CUDA_STAND_IN";

/// NVIDIA's libraries, under the names that are looked for first.
const LIBRARIES: [&str; 4] = ["libcuda.so", "libnvrtc.so", "libcublas.so", "libnvidia-ml.so.1"];

/// Runs an ignored test in a process that finds the stand-in as the first `present` of
/// [`LIBRARIES`], and libraries that have nothing in them as the others, installed or not.
fn run(test: &str, present: usize) {
    run_with(test, present, &[]);
}

/// As [`run`], with these variables in the environment, which the stand-in reads.
fn run_with(test: &str, present: usize, variables: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/device/cuda/tests/stand_in.cpp");
    for (library, source) in [("stand_in", source.as_path()), ("nothing", Path::new("/dev/null"))] {
        let compiled = Command::new("g++")
            .args(["-std=c++17", "-O1", "-shared", "-fPIC", "-x", "c++"])
            .arg(source)
            .arg("-o")
            .arg(folder.path().join(library))
            .output();
        match compiled {
            Err(error) => return eprintln!("skipped: no g++ here ({error})"),
            Ok(output) => {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            }
        }
    }
    for (number, name) in LIBRARIES.iter().enumerate() {
        let library = folder.path().join(if number < present { "stand_in" } else { "nothing" });
        std::os::unix::fs::symlink(library, folder.path().join(name)).unwrap();
    }
    child(test, folder.path(), variables);
}

fn child(test: &str, libraries: &Path, variables: &[(&str, &str)]) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .arg(format!("device::cuda::tests::stand_in::{test}"))
        .env("LD_LIBRARY_PATH", libraries)
        .env(CHILD, "1")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}\n{errors}");
}

fn in_child() -> bool {
    let child = std::env::var_os(CHILD).is_some();
    if !child {
        eprintln!("skipped: this runs only in a process that another test starts");
    }
    child
}

#[test]
fn everything_is_done_through_the_driver() {
    run("whole_life_of_a_device", 4);
}

#[test]
fn without_a_compiler_programs_are_refused_with_advice() {
    run("no_compiler", 1);
}

#[test]
fn a_library_that_is_no_driver_has_no_devices() {
    run("no_devices", 0);
}

#[test]
#[ignore = "run by a_library_that_is_no_driver_has_no_devices"]
fn no_devices() {
    if in_child() {
        assert!(enumerate().is_empty());
        let Err(Error::NoDevice { found, .. }) = open(0).map(drop) else { panic!() };
        assert!(found.contains("older than CUDA 11.2"), "{found}");
    }
}

/// The codes with which drivers refuse programs that are newer than they are.
#[test]
fn programs_that_the_driver_does_not_take_are_given_in_an_older_form() {
    for code in ["200", "209", "218", "222"] {
        run_with("driver_older_than_the_compiler", 4, &[("STAND_IN_REFUSAL", code)]);
    }
}

#[test]
#[ignore = "run by programs_that_the_driver_does_not_take_are_given_in_an_older_form"]
fn driver_older_than_the_compiler() {
    if !in_child() {
        return;
    }
    for index in 0..2 {
        let device = open(index).unwrap();
        let driver = &device.description().driver;
        assert!(driver.contains("but in an older form"), "{driver}");
        // Compiled beforehand, and not.
        writes_its_launch_down(&device, &sum());
        writes_its_launch_down(&device, &uncommon());
    }
}

#[test]
fn a_driver_that_does_not_begin_to_work_is_told_from_none() {
    run_with("driver_that_fails_at_first", 3, &[("STAND_IN_FAILURES", "3")]);
}

#[test]
#[ignore = "run by a_driver_that_does_not_begin_to_work_is_told_from_none"]
fn driver_that_fails_at_first() {
    if !in_child() {
        return;
    }
    assert!(enumerate().is_empty());
    let error = open(0).map(drop).unwrap_err().to_string();
    assert!(error.contains("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"), "{error}");
    assert!(error.contains("restart the machine"), "{error}");
    let troubles = crate::device::troubles(crate::device::Family::Cuda);
    assert!(troubles.len() == 1 && troubles[0].contains("DRIVER_MISMATCH"), "{troubles:?}");
    // It was mended meanwhile.
    assert_eq!(enumerate().len(), 2);
    assert!(open(0).is_ok() && crate::device::troubles(crate::device::Family::Cuda).is_empty());
}

fn map2(function: impl FnOnce(Wire<f32>, Wire<f32>) -> Wire<f32>) -> Program {
    let function = Circuit::record2(true, function).unwrap();
    Program::map(function, vec![false; 2], false)
}

/// out[i] = a[i] + b[i]; the stand-in's kernel writes its launch down instead.
fn sum() -> Program {
    map2(|a, b| a + b)
}

/// A program that nobody compiled beforehand.
fn uncommon() -> Program {
    map2(|a, b| a * b - (a - b) * (a + b * b))
}

fn words(device: &CudaBackend, buffer: &Buffer) -> Vec<u32> {
    let mut words = vec![0; buffer.bytes as usize / 4];
    device.read(buffer, bytemuck::cast_slice_mut(&mut words)).unwrap();
    words
}

/// Launches a program of two inputs.
fn writes_its_launch_down(device: &CudaBackend, program: &Program) {
    let kernel = device.compile(program, &NEAREST).unwrap();
    let [a, b, out] = [(); 3].map(|()| device.allocate(64).unwrap());
    device.write(&a, &7u32.to_ne_bytes()).unwrap();
    device.write(&b, &9u32.to_ne_bytes()).unwrap();
    let arguments = [1, 2, 3, 4, 5, 6, 7, 8];
    let buffers = [&a, &b, &out];
    let launch = Launch { kernel: &kernel, buffers: &buffers, arguments, groups: [300, 2] };
    device.launch(&launch).unwrap();
    device.finish().unwrap();
    // It says as many, of two inputs.
    assert_eq!(device.registers(&kernel), Some(16 + 2));
    assert_eq!(open(0).unwrap().registers(&kernel), None, "compiled for another device");
    let [x, y] = cuda::grid(cuda::elements(program, &NEAREST), [300, 2]);
    let mut expected = vec![x, y, WORKGROUP, 0];
    expected.extend(arguments);
    expected.extend([7, 9]);
    assert_eq!(words(device, &out)[..14], expected);

    device.launch(&Launch { groups: [0, 1], ..launch }).expect("no work is no error");
    let few = Launch { kernel: &kernel, buffers: &buffers[1..], arguments, groups: [1, 1] };
    assert!(matches!(device.launch(&few), Err(Error::Failed { .. })));
    let in_place = Launch { buffers: &[&a, &out, &out], ..launch };
    assert!(matches!(device.launch(&in_place), Err(Error::Failed { .. })));
}

#[test]
#[ignore = "run by without_a_compiler_programs_are_refused_with_advice"]
fn no_compiler() {
    if !in_child() {
        return;
    }
    assert!(enumerate()[0].driver.contains("no NVRTC"));
    let device = open(0).unwrap();
    let standard = crate::kernels::standard();
    assert!(!standard.is_empty());
    for (name, program) in &standard {
        device
            .compile(program, &NEAREST)
            .map(drop)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    writes_its_launch_down(&device, &sum());

    let Err(Error::Unsupported { what, .. }) = device.compile(&uncommon(), &NEAREST).map(drop)
    else {
        panic!()
    };
    assert!(what.contains("NVRTC") && what.contains("wgpu"), "{what}");
    let [a, b, c] = [(); 3].map(|()| device.allocate(32).unwrap());
    assert!(device.gemm_f64([&a, &b, &c], 2, 2, 2).is_none());
}

#[test]
#[ignore = "run by everything_is_done_through_the_driver"]
fn whole_life_of_a_device() {
    if !in_child() {
        return;
    }
    for host in [false, true] {
        // A context of the program that we are a part of; nothing of what we do changes it.
        let current = host.then(HostContext::new);
        for part in [
            describes,
            moves_memory,
            launches,
            takes_time,
            multiplies_matrices,
            refuses_what_is_foreign,
            survives_a_lost_device,
        ] {
            part();
            assert_eq!(depth(), i32::from(host));
            assert!(current.as_ref().is_none_or(HostContext::is_current));
        }
        drop(current);
        assert_eq!(live(), 0, "everything was given back");
    }
}

//! A child process in which `stand_in.cpp` is found in place of NVIDIA's libraries runs the tests
//! that are marked as ignored here.

use super::*;
use crate::{Wire, circuit::Circuit, emit::cuda, program::WORKGROUP};
use std::{path::Path, process::Command};

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

/// Objects of the stand-in that were created and not yet given back.
fn live() -> i32 {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> i32>(b"stand_in_live").unwrap()()
    }
}

/// Has the stand-in refuse new contexts with this code; 0 is none.
fn break_driver(code: i32) {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn(i32)>(b"stand_in_break").unwrap()(code);
    }
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

/// Contexts that are on this thread's stack.
fn depth() -> i32 {
    // SAFETY: the stand-in is loaded, and has this function.
    unsafe {
        let library = cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> i32>(b"stand_in_depth").unwrap()()
    }
}

/// A context that others made current.
struct HostContext(cudarc::driver::sys::CUcontext);

impl HostContext {
    fn new() -> Self {
        type Create = unsafe extern "C" fn(*mut cudarc::driver::sys::CUcontext, u32, i32) -> i32;
        let mut context = std::ptr::null_mut();
        // SAFETY: the stand-in is loaded, and has this function.
        let code = unsafe {
            let library = cudarc::driver::sys::culib();
            library.get::<Create>(b"cuCtxCreate_v2").unwrap()(&mut context, 0, 1)
        };
        assert_eq!(code, 0);
        HostContext(context)
    }

    fn is_current(&self) -> bool {
        result::ctx::get_current() == Ok(Some(self.0))
    }
}

impl Drop for HostContext {
    fn drop(&mut self) {
        // SAFETY: created by `new`, destroyed only here.
        unsafe { cudarc::driver::sys::cuCtxDestroy_v2(self.0) };
    }
}

fn describes() {
    let devices = enumerate();
    let ids: Vec<&str> = devices.iter().map(|device| device.id.as_str()).collect();
    assert_eq!(ids, ["cuda:0", "cuda:1"]);
    assert_eq!(devices[0].name, "stand-in");
    for part in ["driver 580.65.06", "CUDA 13.0", "NVRTC 13.0 build CL-7", "compute capability 9.0"]
    {
        assert!(devices[0].driver.contains(part), "{}", devices[0].driver);
    }
    let device = open(0).unwrap();
    assert_eq!(device.description(), &devices[0]);
    assert_eq!(device.instructions_per_second(WordType::F32), Some(132.0 * 128.0 * 1.98e9));
    assert_eq!(device.lowerings(WordType::F64), [NEAREST, Lowering::INTEGERS]);
    assert!(device.lowerings(WordType::F16).is_empty());
    let Err(Error::NoDevice { found, .. }) = open(2).map(drop) else { panic!() };
    assert_eq!(found, "cuda:0, cuda:1");
}

fn moves_memory() {
    let device = open(0).unwrap();
    let before = live();
    for bytes in [0, 1, 4, 6, 1000] {
        let buffer = device.allocate(bytes).unwrap();
        assert_eq!(buffer.bytes, bytes);
        let mut read = vec![0; bytes as usize];
        device.read(&buffer, &mut read).unwrap();
        let unwritten = UNWRITTEN.to_ne_bytes();
        assert!(read.iter().zip(unwritten.iter().cycle()).all(|(read, fill)| read == fill));
        let written: Vec<u8> = (0..bytes).map(|byte| byte as u8).collect();
        device.write(&buffer, &written).unwrap();
        // From a thread in which the device was not used before.
        std::thread::scope(|scope| {
            scope.spawn(|| device.read(&buffer, &mut read).unwrap());
        });
        assert_eq!(read, written);
        assert!(matches!(
            device.read(&buffer, &mut vec![0; bytes as usize + 1]),
            Err(Error::Failed { .. })
        ));
        let copy = device.allocate(bytes).unwrap();
        device.copy(&buffer, &copy, bytes).unwrap();
        device.read(&copy, &mut read).unwrap();
        assert_eq!(read, written);
    }
    for bytes in [1 << 30, u64::MAX] {
        assert_eq!(
            device.allocate(bytes).map(drop),
            Err(Error::OutOfMemory { device: "cuda:0".into(), bytes })
        );
    }
    device.allocate(8).map(drop).expect("usable after it was out of memory");
    assert_eq!(live(), before);
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

/// Device 0 takes machine code; device 1, which the compiler does not know, PTX.
fn launches() {
    for index in 0..2 {
        let device = open(index).unwrap();
        writes_its_launch_down(&device, &sum());
        writes_its_launch_down(&device, &uncommon());
        let fast = Relaxed { fast_math: true, ..Relaxed::default() };
        let fast = Lowering { relaxed: fast, ..Lowering::exact(Protection::Plain, true) };
        let Err(Error::Rejected { message, .. }) = device.compile(&sum(), &fast).map(drop) else {
            panic!()
        };
        assert!(message.contains("knows no fast math"), "{message}");
    }
}

/// The stand-in's kernel takes a millisecond, its copies between host and device ten.
fn takes_time() {
    let device = open(0).unwrap();
    let kernel = device.compile(&sum(), &NEAREST).unwrap();
    let [a, b, out] = [(); 3].map(|()| device.allocate(64).unwrap());
    let buffers = [&a, &b, &out];
    let launch = Launch { kernel: &kernel, buffers: &buffers, arguments: [0; 8], groups: [1, 1] };
    let before = live();
    let timing = device.time(&mut || {
        device.launch(&launch)?;
        device.write(&a, &[0; 64])?;
        device.launch(&launch)
    });
    assert_eq!(timing.unwrap().device, Some(Duration::from_millis(2)));
    // A timing inside a timing, and one of another thread: each has what came after its beginning.
    let timed = |launches: u64| {
        let timing = device.time(&mut || (0..launches).try_for_each(|_| device.launch(&launch)));
        timing.unwrap().device.unwrap()
    };
    let outer = device.time(&mut || {
        device.launch(&launch)?;
        assert_eq!(timed(3), Duration::from_millis(3));
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(timed(4), Duration::from_millis(4)));
        });
        device.launch(&launch)
    });
    assert_eq!(outer.unwrap().device, Some(Duration::from_millis(9)));
    assert_eq!(timed(1), Duration::from_millis(1));
    let failing = device.time(&mut || Err(device.failed("on purpose".into())));
    assert!(matches!(failing, Err(Error::Failed { .. })));
    assert_eq!(live(), before);
}

fn multiplies_matrices() {
    let device = open(0).unwrap();
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let b = [1.0, 0.0, 2.0, -1.0, 0.5, 1.0, 0.0, 3.0, 2.0, 1.0, 0.0, -2.0];
    let upload = |values: &[f64]| {
        let buffer = device.allocate(8 * values.len() as u64).unwrap();
        device.write(&buffer, bytemuck::cast_slice(values)).unwrap();
        buffer
    };
    let (a_buffer, b_buffer) = (upload(&a), upload(&b));
    let c_buffer = device.allocate(8 * 8).unwrap();
    let multiply =
        |rows| device.gemm_f64([&a_buffer, &b_buffer, &c_buffer], rows, 4, 3).expect("is there");
    multiply(2).unwrap();
    let mut c = [0.0; 8];
    device.read(&c_buffer, bytemuck::cast_slice_mut(&mut c)).unwrap();
    for (row, column) in (0..2).flat_map(|row| (0..4).map(move |column| (row, column))) {
        let expected: f64 = (0..3).map(|k| a[3 * row + k] * b[4 * k + column]).sum();
        assert_eq!(c[4 * row + column], expected);
    }
    assert!(matches!(multiply(3), Err(Error::Failed { .. })), "too large for its buffers");
}

fn refuses_what_is_foreign() {
    let (one, other) = (open(0).unwrap(), open(0).unwrap());
    let foreign = Err(Error::ForeignBuffer { device: "cuda:0".into() });
    let [a, b, out] = [(); 3].map(|()| one.allocate(64).unwrap());
    assert_eq!(other.write(&a, &[0; 4]), foreign);
    assert_eq!(other.read(&a, &mut [0; 4]), foreign);
    let kernel = other.compile(&sum(), &NEAREST).unwrap();
    let buffers = [&a, &b, &out];
    let launch = Launch { kernel: &kernel, buffers: &buffers, arguments: [0; 8], groups: [1, 1] };
    assert_eq!(other.launch(&launch), foreign);
    assert!(matches!(one.launch(&launch), Err(Error::Failed { .. })));
}

/// The stand-in's kernel reads an illegal address where its first argument is 0xdead.
fn survives_a_lost_device() {
    let device = open(0).unwrap();
    let kernel = device.compile(&sum(), &NEAREST).unwrap();
    let [a, b, out] = [(); 3].map(|()| device.allocate(64).unwrap());
    let (buffers, mut arguments) = ([&a, &b, &out], [0; 8]);
    arguments[0] = 0xdead;
    let launch = Launch { kernel: &kernel, buffers: &buffers, arguments, groups: [1, 1] };
    device.launch(&launch).expect("found out later");
    let lost = |result: Result<(), Error>| {
        let Err(Error::Lost { reason, .. }) = result else { panic!("{result:?}") };
        assert!(reason.contains("ILLEGAL_ADDRESS"), "{reason}");
    };
    lost(device.read(&out, &mut [0; 4]));
    lost(device.finish());
    lost(device.launch(&launch));
    lost(device.allocate(4).map(drop));
    lost(device.write(&a, &[0; 4]));
    lost(device.time(&mut || Ok(())).map(drop));

    // Some drivers do no more work in the process.
    break_driver(700);
    let error = open(0).map(drop).unwrap_err();
    assert!(matches!(error, Error::Lost { .. }), "{error}");
    assert!(error.to_string().ends_with("restart the program"), "{error}");
    break_driver(2);
    let out_of_memory = Error::OutOfMemory { device: "cuda:0".into(), bytes: 0 };
    assert_eq!(open(0).map(drop), Err(out_of_memory));
    break_driver(0);
    let next = open(0).expect("opens again while the lost one is still there");
    let buffer = next.allocate(4).unwrap();
    drop((a, b, out, kernel, device));
    next.write(&buffer, &[1, 2, 3, 4]).unwrap();
    assert_eq!(words(&next, &buffer), [u32::from_ne_bytes([1, 2, 3, 4])]);
}

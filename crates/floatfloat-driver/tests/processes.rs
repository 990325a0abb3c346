//! Drivers with planted faults, in processes of their own. The process is this program, asked for the test
//! `serves_a_device`; what the harness writes before the greeting is passed over, as that of a driver would be.
#![cfg(unix)]

use floatfloat::Word;
use floatfloat_driver::{Cause, Doing, Drivers, Ending, Limits, serve};
use floatfloat_gpu::{
    Backend, Circuit, Device, Error, Lowering, OpenOptions, Wire, WordType,
    backend::{Buffer, Kernel, Launch},
    device::Family,
    lowering::Protection,
    program::{Program, skeletons, standard},
};
use std::{
    env,
    ffi::OsString,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

#[test]
#[ignore = "the process of a driver, which other tests start"]
fn serves_a_device() {
    serve(&skeletons()).unwrap();
}

fn command(fault: &str) -> Vec<OsString> {
    let program = env::current_exe().unwrap().into_os_string();
    let variable = format!("FLOATFLOAT_STAND_IN={fault}").into();
    let test = ["serves_a_device", "--exact", "--ignored", "--nocapture"].map(OsString::from);
    ["env".into(), variable, program].into_iter().chain(test).collect()
}

const LIMITS: Limits =
    Limits { memory: 2 << 30, growth: 100 << 20, silence: Duration::from_secs(4) };

fn drivers(fault: &str) -> Drivers {
    Drivers::new(command(fault), LIMITS, || false)
}

/// A program of `f64`, and how it is written.
fn program(number: usize) -> (Program, Lowering) {
    let of_f64 = standard().into_iter().map(|(_, program)| program);
    let program = of_f64.filter(|program| program.word() == WordType::F64).nth(number).unwrap();
    (program, Lowering::exact(Protection::Native, true))
}

fn compile(backend: &dyn Backend, number: usize) -> Result<Kernel, Error> {
    let (program, lowering) = program(number);
    backend.compile(&program, &lowering)
}

/// A buffer for each binding of the first program.
fn buffers(backend: &dyn Backend) -> Vec<Buffer> {
    let (program, _) = program(0);
    (0..program.bindings()).map(|_| backend.allocate(1 << 12).unwrap()).collect()
}

fn launch(backend: &dyn Backend, kernel: &Kernel, buffers: &[Buffer]) -> Result<(), Error> {
    let buffers: Vec<_> = buffers.iter().collect();
    backend.launch(&Launch { kernel, buffers: &buffers, arguments: [0; 8], groups: [1, 1] })?;
    backend.finish()
}

fn only(drivers: &Drivers) -> Ending {
    let endings = drivers.endings();
    let [ending] = &endings[..] else { panic!("{endings:?}") };
    ending.clone()
}

/// What comes of a fault in compiling.
fn ending_of(fault: &str) -> Ending {
    let drivers = drivers(fault);
    drivers.begin("bench");
    let backend = drivers.open("wgpu:0").unwrap();
    let Err(Error::Lost { device, reason }) = compile(&*backend, 0) else { panic!("{fault}") };
    let ending = only(&drivers);
    assert_eq!(device, "wgpu:0");
    assert_eq!(reason, ending.to_string());
    assert_eq!((ending.device.as_str(), ending.experiment.as_str()), ("wgpu:0", "bench"));
    assert!(ending.name.contains("stand-in") && ending.driver.contains("stand-in"), "{ending:?}");
    let Doing::Compiling(program) = &ending.doing else { panic!("{ending:?}") };
    assert!(program.contains("f64") && program.contains("steps"), "{program}");
    ending
}

#[test]
fn a_device_in_another_process_computes_what_one_in_this_does() {
    let drivers = drivers("chatter");
    let found = drivers.look(Family::Wgpu).unwrap().devices;
    let [description] = &found[..] else { panic!("{found:?}") };
    let backend = drivers.open(&description.id).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let options = OpenOptions { cache: Some(cache.path().into()), ..OpenOptions::default() };
    let device = Device::from_backend(backend, &options).unwrap();
    let processor = Device::open(floatfloat_gpu::Select::Cpu).unwrap();
    let numbers: Vec<f64> = (0..100_000).map(|i| f64::from(i) * 0.1).collect();
    let sum = |device: &Device| device.sum(&device.upload(&numbers).unwrap()).unwrap();
    assert_eq!(sum(&device), sum(&processor));
    let there = device.upload(&numbers).unwrap();
    assert_eq!(device.download(&there).unwrap(), numbers);
    assert!(drivers.endings().is_empty(), "{:?}", drivers.endings());
}

#[test]
fn a_driver_that_takes_all_memory_is_ended() {
    let Cause::Memory { had, allowed } = ending_of("leak").cause else { panic!() };
    assert_eq!(allowed, LIMITS.growth);
    assert!(had > allowed && had < 2 << 30, "{had}");
}

#[test]
fn a_driver_that_hangs_is_ended() {
    assert_eq!(ending_of("hang-compile").cause, Cause::Silence(LIMITS.silence));

    let drivers = drivers("hang-run:1");
    let backend = drivers.open("wgpu:0").unwrap();
    let kernel = compile(&*backend, 0).unwrap();
    let buffers = buffers(&*backend);
    assert!(matches!(launch(&*backend, &kernel, &buffers), Err(Error::Lost { .. })));
    let ending = only(&drivers);
    assert_eq!(ending.cause, Cause::Silence(LIMITS.silence));
    assert!(matches!(&ending.doing, Doing::Running(program) if program.contains("f64")));
}

#[test]
fn a_driver_that_crashes_ends_alone() {
    assert_eq!(ending_of("segfault").cause, Cause::Signal(11));
    assert_eq!(ending_of("abort").cause, Cause::Signal(6));
    let panicked = ending_of("panic");
    assert!(panicked.words.contains("a planted fault"), "{panicked:?}");
}

#[test]
fn rubbish_among_the_answers_is_told() {
    let Cause::Garbage(begin) = ending_of("garbage").cause else { panic!() };
    assert!(begin.contains("MESA"), "{begin}");
}

#[test]
fn the_process_is_started_again_and_given_up_the_second_time() {
    let drivers = drivers("segfault:2");
    let backend = drivers.open("wgpu:0").unwrap();
    let kernel = compile(&*backend, 0).unwrap();
    let old = buffers(&*backend);
    launch(&*backend, &kernel, &old).unwrap();
    assert!(matches!(compile(&*backend, 1), Err(Error::Lost { .. })));
    // What was in the process is lost with it; a kernel is compiled again.
    let Err(Error::Lost { reason, .. }) = launch(&*backend, &kernel, &old) else { panic!() };
    assert!(reason.contains("this array"), "{reason}");
    let new = buffers(&*backend);
    launch(&*backend, &kernel, &new).unwrap();
    let Err(Error::Lost { reason, .. }) = compile(&*backend, 1) else { panic!() };
    assert!(reason.contains("second time"), "{reason}");
    let Err(Error::Lost { reason, .. }) = compile(&*backend, 0) else { panic!() };
    assert!(reason.contains("second time"), "{reason}");
    assert_eq!(drivers.endings().len(), 2);
    // Opened once more, it is the same device.
    let Err(Error::Lost { reason, .. }) = drivers.open("wgpu:0").map(drop) else { panic!() };
    assert!(reason.contains("second time"), "{reason}");
    assert_eq!(drivers.endings().len(), 2);
}

#[test]
fn whoever_waits_can_be_interrupted() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    let patient = Limits { silence: Duration::from_secs(3600), ..LIMITS };
    let drivers = Drivers::new(command("hang-compile"), patient, || ASKED.load(Ordering::Relaxed));
    let backend = drivers.open("wgpu:0").unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let mut compiled = Ok(());
            let timed = backend.time(&mut || {
                compiled = compile(&*backend, 0).map(drop);
                Ok(())
            });
            [compiled, timed.map(drop)]
        });
        thread::sleep(Duration::from_millis(200));
        ASKED.store(true, Ordering::Relaxed);
        // What comes after it is interrupted, too, not lost.
        assert_eq!(waiting.join().unwrap(), [Err(Error::Cancelled), Err(Error::Cancelled)]);
    });
    assert!(drivers.endings().is_empty());
}

#[test]
fn a_command_that_serves_no_device_is_told() {
    let of = |command: &[&str]| {
        let command = command.iter().map(OsString::from).collect();
        let drivers = Drivers::new(command, LIMITS, || false);
        (drivers.open("wgpu:0").map(drop).unwrap_err().to_string(), drivers)
    };
    for (command, said) in [
        (&[][..], "no command is known"),
        (&["/no such program"][..], "could not be started with `/no such program`"),
        (&["echo", "hello"][..], "hello"),
        (&["true"][..], "ended itself with status 0"),
        (&["sleep", "1000"][..], "without an answer"),
    ] {
        let (error, drivers) = of(command);
        assert!(error.contains(said), "{command:?}: {error}");
        assert!(drivers.endings().len() <= 1);
    }
}

/// The real fault that the planted ones stand for: 64 multiply-adds of `f64` made of integers, one after the other, for
/// Mesa's compiler for GL. Others may compile them.
#[test]
fn a_real_compiler_that_takes_all_memory_is_ended() {
    let program = env::current_exe().unwrap().into_os_string();
    let test = ["serves_a_device", "--exact", "--ignored", "--nocapture"].map(OsString::from);
    let drivers = Drivers::new([program].into_iter().chain(test).collect(), LIMITS, || false);
    let found = Family::built().contains(&Family::Gl)
        && !drivers.look(Family::Gl).unwrap().devices.is_empty();
    let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
    assert!(found || !required.split(',').any(|kind| kind == "gl"), "no device of GL");
    if !found {
        eprintln!("skipped: no device of GL");
        return;
    }
    let backend = drivers.open("wgpu:gl").unwrap();
    let circuit = Circuit::record2(true, |x: Wire<f64>, c: Wire<f64>| {
        (0..64).fold(x, |sum, _| sum.mul_add(c, x))
    });
    let program = Program::map(circuit.unwrap(), vec![false; 2], true);
    let lowering = Lowering { most_inlined: u32::MAX, ..Lowering::INTEGERS };
    match backend.compile(&program, &lowering) {
        Ok(_) => assert!(drivers.endings().is_empty()),
        Err(Error::Lost { reason, .. }) => {
            let ending = only(&drivers);
            assert_eq!(reason, ending.to_string());
            assert!(!ending.driver.is_empty() && matches!(ending.doing, Doing::Compiling(_)));
        }
        Err(error) => panic!("{error}"),
    }
    // The next program finds a new process.
    let one = Circuit::record1(true, |x: Wire<f32>| x + x).unwrap();
    let program = Program::map(one, vec![false], false);
    let lowering = backend.lowerings(WordType::F32)[0];
    backend.compile(&program, &lowering).unwrap();
}

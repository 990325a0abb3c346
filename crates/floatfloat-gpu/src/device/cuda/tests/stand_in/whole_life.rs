//! The parts of the whole life of a device, from its description to its loss.

use super::{
    library::{break_driver, live},
    sum, uncommon, words, writes_its_launch_down,
};
use crate::{
    backend::{Backend, Launch, UNWRITTEN, Vendor},
    device::cuda::{NEAREST, enumerate, open},
    error::Error,
    lowering::{Lowering, Protection, Relaxed},
    runner::Runner,
    word_type::WordType,
};
use std::time::Duration;

pub(super) fn describes() {
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

pub(super) fn moves_memory() {
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
    assert_eq!(live(), before, "all that was kept is given back before memory is refused");
    for _ in 0..2 {
        device.allocate(8).map(drop).expect("usable after it was out of memory");
        assert_eq!(live(), before + 1, "memory is kept for the next buffer of its size");
    }
}

/// Device 0 takes machine code; device 1, which the compiler does not know, PTX.
pub(super) fn launches() {
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
pub(super) fn takes_time() {
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

pub(super) fn multiplies_matrices() {
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

pub(super) fn refuses_what_is_foreign() {
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
pub(super) fn survives_a_lost_device() {
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

//! The devices of this machine, with shaders written by hand.

use super::{WgpuBackend, adapter, enumerate, kernel, open, open_first};
use crate::{
    backend::{Backend, Buffer, Kernel, Launch},
    common,
    error::Error,
    lowering::{Lowering, Protection},
    runner::Runner,
    word_type::WordType,
};
use pollster::block_on;
use std::{sync::Arc, time::Instant};

mod loss;
mod memory;
mod programs;
mod refusals;

/// out[i] = in[i] + step, for `count` elements.
const STEP: &str = "
@group(0) @binding(0) var<storage, read> given: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@group(0) @binding(2) var<uniform> arguments: array<vec4<u32>, 2>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {
    let i = id.x + id.y * n.x * 256u;
    if i < arguments[0].x {
        result[i] = given[i] + arguments[1].z;
    }
}";

/// The first device, or none with a word about it.
fn first() -> Option<WgpuBackend> {
    if enumerate().is_empty() {
        common::skip("wgpu", "wgpu finds no device");
        return None;
    }
    Some(open(0).expect("the first device opens"))
}

fn kernel(backend: &WgpuBackend, text: &str, bindings: usize) -> Result<Kernel, Error> {
    let source = kernel::Source {
        text: text.to_owned(),
        spirv: None,
        constants: Vec::new(),
        lanes: 64,
        foreign: None,
    };
    let (device, faults) = (&backend.device, &backend.faults);
    block_on(kernel::pipeline(device, faults, backend.owner, source, bindings))
        .map(|compiled| Kernel { handle: Arc::new(compiled) })
}

fn upload(backend: &WgpuBackend, words: &[u32]) -> Buffer {
    upload_bytes(backend, bytemuck::cast_slice(words))
}

fn upload_bytes(backend: &dyn Backend, bytes: &[u8]) -> Buffer {
    let buffer = backend.allocate(bytes.len() as u64).unwrap();
    backend.write(&buffer, bytes).unwrap();
    buffer
}

fn words(backend: &WgpuBackend, buffer: &Buffer) -> Result<Vec<u32>, Error> {
    let mut words = vec![0; buffer.bytes as usize / 4];
    backend.read(buffer, bytemuck::cast_slice_mut(&mut words))?;
    Ok(words)
}

fn step(
    kernel: &Kernel,
    from: &Buffer,
    to: &Buffer,
    by: u32,
) -> impl Fn(&WgpuBackend) -> Result<(), Error> {
    let (kernel, from, to) = (kernel.clone(), from.clone(), to.clone());
    move |backend| {
        let count = to.bytes as u32 / 4;
        let groups = count.div_ceil(256);
        let launch = Launch {
            kernel: &kernel,
            buffers: &[&from, &to],
            arguments: [count, 0, 0, 0, 0, 0, by, 0],
            groups: if groups <= 65535 { [groups, 1] } else { [256, groups.div_ceil(256)] },
        };
        backend.launch(&launch)
    }
}

/// Every device is found once, hardware first, and opens or says why not.
#[test]
fn enumerated_devices_open() {
    let start = Instant::now();
    let devices = enumerate();
    eprintln!("enumerate: {:?}", start.elapsed());
    if devices.is_empty() {
        common::skip("wgpu", "wgpu finds no device");
    }
    let again: Vec<_> = block_on(adapter::find()).into_iter().map(|(_, device)| device).collect();
    assert_eq!(devices, again, "the order is the same every time");
    assert!(devices.is_sorted_by_key(|device| device.software));
    if let (Ok(first), [device, ..]) = (block_on(open_first()), &devices[..]) {
        assert_eq!(first.description(), device);
    }
    for (index, device) in devices.iter().enumerate() {
        assert_eq!(device.id, format!("wgpu:{index}"));
        assert!(!device.name.is_empty() && !device.driver.is_empty(), "{device:?}");
        assert!(device.words.contains(&WordType::F32));
        let start = Instant::now();
        match open(index) {
            Ok(backend) => assert_eq!(backend.description(), device),
            Err(error) => assert!(matches!(error, Error::Unsupported { .. }), "{error}"),
        }
        eprintln!("open {device:?}: {:?}", start.elapsed());
    }
    let missing = open(devices.len()).err();
    assert!(matches!(missing, Some(Error::NoDevice { .. })), "{missing:?}");
}

/// Lowerings are offered for the words that the device has, from cheap to dear.
#[test]
fn lowerings() {
    let Some(backend) = first() else { return };
    for word in [WordType::F16, WordType::Bf16, WordType::F32, WordType::F64] {
        let lowerings = backend.lowerings(word);
        let has = backend.description().words.contains(&word);
        let made = matches!(word, WordType::F32 | WordType::F64);
        let (last, floats) = match lowerings.split_last() {
            Some((last, floats)) if made => (Some(*last), floats),
            _ => (None, &lowerings[..]),
        };
        let of_integers = last.map(|lowering| (lowering.protection, lowering.fused));
        assert_eq!(of_integers, made.then_some((Protection::Integers, true)));
        assert_eq!(has, !floats.is_empty());
        if has {
            let products = floats[0].products;
            let written =
                |protection, fused| Lowering { products, ..Lowering::exact(protection, fused) };
            assert_eq!(floats[0], written(Protection::Plain, true));
            assert_eq!(floats[floats.len() - 1], written(Protection::Barrier, false));
        }
    }
    assert_eq!(backend.modes()[0].name, "plain");
}

/// Launches run in order, over more groups than fit in a row, and write where they should only.
#[test]
fn launches_run_in_order() {
    let Some(backend) = first() else { return };
    let kernel = kernel(&backend, STEP, 2).unwrap();
    let given: Vec<u32> = (0..65535 * 256 + 1).collect();
    let (a, b) = (upload(&backend, &given), backend.allocate(4 * given.len() as u64).unwrap());
    step(&kernel, &a, &b, 5)(&backend).unwrap();
    assert!(words(&backend, &b).unwrap().iter().zip(&given).all(|(r, g)| *r == g + 5));

    let (a, b) = (upload(&backend, &[0; 1000]), backend.allocate(4000).unwrap());
    for turn in 0..100 {
        step(&kernel, &a, &b, turn)(&backend).unwrap();
        step(&kernel, &b, &a, 1)(&backend).unwrap();
    }
    let sum: u32 = (0..100).map(|turn| turn + 1).sum();
    assert_eq!(words(&backend, &a).unwrap(), vec![sum; 1000]);

    // A write comes after the launches before it, not before them.
    step(&kernel, &a, &b, 1)(&backend).unwrap();
    backend.write(&a, &[0; 4000]).unwrap();
    assert_eq!(words(&backend, &b).unwrap(), vec![sum + 1; 1000]);

    // A buffer that is dropped while work on it waits, lives until then.
    let c = backend.allocate(4000).unwrap();
    step(&kernel, &b, &c, 1)(&backend).unwrap();
    step(&kernel, &c, &a, 1)(&backend).unwrap();
    drop((b, c));
    assert_eq!(words(&backend, &a).unwrap(), vec![sum + 3; 1000]);
}

/// Work takes time, on the device's clock not more than on ours, and twice the work takes longer.
#[test]
fn timestamps_are_plausible() {
    let Some(backend) = first() else { return };
    let kernel = kernel(&backend, STEP, 2).unwrap();
    let (a, b) = (upload(&backend, &vec![0; 1 << 17]), backend.allocate(4 << 17).unwrap());
    let run = step(&kernel, &a, &b, 1);
    let timed = |launches: usize| {
        let work = &mut || (0..launches).try_for_each(|_| run(&backend));
        backend.time(work).unwrap()
    };
    timed(1);
    let (few, many) = (timed(4), timed(100));
    eprintln!("4 launches: {few:?}; 100: {many:?}");
    assert!(many.wall > few.wall);
    if let (Some(few_device), Some(many_device)) = (few.device, many.device) {
        assert!(!few_device.is_zero() && many_device > few_device);
        assert!(few_device <= few.wall && many_device <= many.wall);
    }
    assert_eq!(timed(0).device.map(|device| device.as_nanos()).unwrap_or(0), 0);
    // A timing inside a timing: the outer one has all of it.
    let mut inner = None;
    let outer = backend.time(&mut || {
        inner = Some(timed(50));
        run(&backend)
    });
    let (outer, inner) = (outer.unwrap(), inner.unwrap());
    assert!(outer.wall > inner.wall && outer.device >= inner.device);
    // An error of the work comes out, and timing works again.
    let error = Error::ForeignWire;
    assert_eq!(backend.time(&mut || Err(error.clone())).unwrap_err(), error);
    assert!(!timed(10).wall.is_zero());
}

/// Devices, buffers and kernels may be dropped in any order, with work on its way.
#[test]
fn drops_in_any_order() {
    for order in 0..3 {
        let Some(backend) = first() else { return };
        let kernel = kernel(&backend, STEP, 2).unwrap();
        let (a, b) = (upload(&backend, &[1; 100]), backend.allocate(400).unwrap());
        step(&kernel, &a, &b, 1)(&backend).unwrap();
        match order {
            0 => drop((backend, kernel, a, b)),
            1 => drop((a, kernel, backend, b)),
            _ => drop((b, a, backend, kernel)),
        }
    }
}

/// Two devices at a time, used from two threads.
#[test]
fn two_devices_at_once() {
    if first().is_none() {
        return;
    }
    let work = |begin: u32| {
        let backend = first().unwrap();
        let kernel = kernel(&backend, STEP, 2).unwrap();
        let given: Vec<u32> = (begin..begin + 10_000).collect();
        let (a, b) = (upload(&backend, &given), backend.allocate(40_000).unwrap());
        for _ in 0..20 {
            step(&kernel, &a, &b, 1)(&backend).unwrap();
            let read = words(&backend, &b).unwrap();
            assert!(read.iter().zip(&given).all(|(r, g)| *r == g + 1));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| work(0));
        scope.spawn(|| work(1 << 20));
    });
}

/// One device from two threads.
#[test]
fn one_device_from_two_threads() {
    let Some(backend) = first() else { return };
    let kernel = kernel(&backend, STEP, 2).unwrap();
    let work = |by: u32| {
        for turn in 0..50 {
            let (a, b) = (upload(&backend, &[turn; 300]), backend.allocate(1200).unwrap());
            step(&kernel, &a, &b, by)(&backend).unwrap();
            assert_eq!(words(&backend, &b).unwrap(), vec![turn + by; 300]);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| work(1));
        scope.spawn(|| work(1000));
    });
}

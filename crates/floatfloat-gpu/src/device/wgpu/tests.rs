//! The devices of this machine, with shaders written by hand.

use super::{WgpuBackend, adapter, enumerate, kernel, open, open_first, twice};
use crate::{
    backend::{Backend, Buffer, Kernel, Launch, UNWRITTEN},
    common,
    error::Error,
    lowering::{Lowering, Protection, Relaxed, Rounding},
    runner::Runner,
    word_type::WordType,
};
use pollster::block_on;
use std::{sync::Arc, time::Instant};

mod programs;

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
    let source =
        kernel::Source { text: text.to_owned(), spirv: None, constants: Vec::new(), lanes: 64 };
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

/// What was written is read, for any length; the rest of a buffer stays as it is.
#[test]
fn round_trips() {
    let Some(backend) = first() else { return };
    for count in [0, 1, 2, 3, 5, 4096, 65535 * 256 + 1] {
        let bytes: Vec<u8> = (0..count).map(|i| (i * 7 + i / 251) as u8).collect();
        let buffer = backend.allocate(count as u64).unwrap();
        backend.write(&buffer, &bytes).unwrap();
        let mut read = vec![0; count];
        backend.read(&buffer, &mut read).unwrap();
        assert!(read == bytes, "{count} bytes");
    }
    let buffer = backend.allocate(12).unwrap();
    backend.write(&buffer, &[1, 2, 3, 4, 5]).unwrap();
    let mut read = [0; 12];
    backend.read(&buffer, &mut read).unwrap();
    let mut expected: [u8; 12] = bytemuck::cast([UNWRITTEN; 3]);
    expected[..5].copy_from_slice(&[1, 2, 3, 4, 5]);
    assert_eq!(read, expected);
}

/// Buffers of all sizes begin as unwritten, one of a whole binding too.
#[test]
fn new_buffers_are_unwritten() {
    let Some(backend) = first() else { return };
    for bytes in [0, 4, 20, (1 << 20) + 4, super::BINDING] {
        let buffer = backend.allocate(bytes).unwrap();
        assert_eq!(buffer.bytes, bytes);
        let words = words(&backend, &buffer).unwrap();
        assert!(words.iter().all(|&word| word == UNWRITTEN), "{bytes} bytes");
    }
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

/// More memory than there is is refused, and the device goes on.
#[test]
fn out_of_memory() {
    let Some(backend) = first() else { return };
    for bytes in [1 << 40, u64::MAX - 3, u64::MAX] {
        let error = backend.allocate(bytes).err();
        assert!(
            matches!(error, Some(Error::OutOfMemory { bytes: b, .. }) if b == bytes),
            "{error:?}"
        );
    }
    let buffer = upload(&backend, &[1, 2, 3]);
    assert_eq!(words(&backend, &buffer).unwrap(), [1, 2, 3]);
}

/// Set by `memory_of_the_process` for the test that it starts.
const LIMITED: &str = "FLOATFLOAT_TEST_LIMITED_MEMORY";

/// Where the process may have no more memory, allocations fail and nothing else does; what is
/// dropped can be had again. The test runs itself once more, with a limit.
#[cfg(unix)]
#[test]
fn memory_of_the_process() {
    let Some(backend) = first() else { return };
    if std::env::var_os(LIMITED).is_some() {
        exhaust(&backend);
    } else if backend.description().software && backend.description().backend == "vulkan" {
        let status = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 1500000 && exec \"$0\" memory_of_the_process"])
            .arg(std::env::current_exe().unwrap())
            .env(LIMITED, "1")
            .status();
        assert!(status.unwrap().success());
    } else {
        common::skip("lavapipe", "only Vulkan drivers on the CPU fail at the limit of the process");
    }
}

fn exhaust(backend: &WgpuBackend) {
    let kernel = kernel(backend, STEP, 2).unwrap();
    // Larger than a staging buffer, so that every one of them is used.
    let given: Vec<u32> = (0..3 << 20).collect();
    let (from, to) = (upload(backend, &given), backend.allocate(4 * given.len() as u64).unwrap());
    let mut kept = Vec::new();
    let mut bytes = super::BINDING;
    while bytes >= 1 << 20 {
        match backend.allocate(bytes) {
            Ok(buffer) => kept.push(buffer),
            Err(error) => {
                assert!(matches!(error, Error::OutOfMemory { .. }), "{error:?}");
                bytes /= 2;
            }
        }
    }
    let mut word = 0;
    backend.read(&kept[0], bytemuck::bytes_of_mut(&mut word)).unwrap();
    assert_eq!(word, UNWRITTEN);
    // Nothing is left, and work goes on.
    for turn in 0..3 {
        backend.write(&from, bytemuck::cast_slice(&given)).unwrap();
        (0..40).for_each(|by| step(&kernel, &from, &to, turn + by)(backend).unwrap());
        let results = words(backend, &to).unwrap();
        assert!(results.iter().zip(&given).all(|(result, given)| *result == given + turn + 39));
    }
    kept.clear();
    assert!(backend.allocate(super::BINDING).is_ok());
}

/// A lost device says so in every call, for ever; another can be opened.
#[test]
fn lost_device() {
    let Some(backend) = first() else { return };
    let step_kernel = kernel(&backend, STEP, 2).unwrap();
    let (a, b) = (upload(&backend, &[1, 2]), upload(&backend, &[3, 4]));
    let run = step(&step_kernel, &a, &b, 1);
    run(&backend).unwrap();
    backend.device.destroy();
    let lost = |result: Result<(), Error>| {
        assert!(matches!(result, Err(Error::Lost { .. })), "{result:?}");
    };
    lost(words(&backend, &b).map(|_| ()));
    lost(run(&backend));
    lost(backend.write(&a, &[0; 8]));
    lost(backend.allocate(4).map(|_| ()));
    lost(backend.finish());
    lost(backend.time(&mut || Ok(())).map(|_| ()));
    let step =
        crate::Circuit::record2(false, |a: crate::Wire<f32>, b: crate::Wire<f32>| a + b).unwrap();
    let program = crate::Program::map(step, vec![false; 2], false);
    lost(backend.compile(&program, &Lowering::exact(Protection::Plain, true)).map(|_| ()));

    let next = first().unwrap();
    let buffer = upload(&next, &[7]);
    assert_eq!(words(&next, &buffer).unwrap(), [7]);
    // Its memory is not of the new device.
    assert!(matches!(next.read(&a, &mut [0; 8]), Err(Error::ForeignBuffer { .. })));
}

/// The adapter of a device that was lost is not used again: it may have the lost device in it.
#[cfg(not(target_vendor = "apple"))]
#[test]
fn adapters_are_looked_for_again_after_a_loss() {
    // While an adapter is alive, no other has its handle.
    let adapter = || adapter::adapters().swap_remove(0).0;
    let handle = |adapter: &wgpu::Adapter| {
        // SAFETY: nothing of the adapter is kept or destroyed.
        let adapter = unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() };
        adapter.map(|adapter| adapter.raw_physical_device())
    };
    let Some(backend) = first() else { return };
    let before = adapter();
    if handle(&before).is_none() {
        return common::skip("vulkan", "only adapters of Vulkan can be told apart");
    }
    backend.device.destroy();
    assert!(matches!(backend.finish(), Err(Error::Lost { .. })));
    assert!(handle(&adapter()) != handle(&before));

    // What fails, for whichever reason, is tried once more with other adapters.
    let used = std::cell::RefCell::new(Vec::new());
    let opened = twice(|| {
        used.borrow_mut().push(adapter());
        if used.borrow().len() == 1 { Err(backend.faults.failed("removed")) } else { Ok(()) }
    });
    assert_eq!(opened, Ok(()));
    let [first, second] = &used.borrow()[..] else { panic!("tried once more, no oftener") };
    assert!(handle(first) != handle(second));
    let tried = std::cell::Cell::new(0);
    let foreign = twice(|| {
        tried.set(tried.get() + 1);
        Err::<(), _>(Error::ForeignWire)
    });
    assert!(foreign == Err(Error::ForeignWire) && tried.get() == 1);
}

/// A loss that nobody has told us of is found by the next call, or by the wait after it.
#[test]
fn loss_is_found() {
    type Call = fn(&WgpuBackend, &Buffer) -> Result<(), Error>;
    let calls: [(&str, Call); 5] = [
        ("read", |backend, buffer| backend.read(buffer, &mut [0; 8])),
        ("write", |backend, buffer| backend.write(buffer, &[0; 8])),
        ("finish", |_, _| Ok(())),
        ("allocate", |backend, _| backend.allocate(100 << 20).map(|_| ())),
        ("time", |backend, _| backend.time(&mut || Ok(())).map(|_| ())),
    ];
    for (name, call) in calls {
        let Some(backend) = first() else { return };
        let buffer = upload(&backend, &[1, 2]);
        backend.device.destroy();
        let result = call(&backend, &buffer).and_then(|()| backend.finish());
        assert!(matches!(result, Err(Error::Lost { .. })), "{name}: {result:?}");
    }
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

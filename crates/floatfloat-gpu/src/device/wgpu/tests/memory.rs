//! The memory of a device: contents of buffers, and allocations that fail.

use super::{STEP, first, kernel, step, upload, words};
use crate::{
    backend::{Backend, UNWRITTEN},
    device::wgpu::{BINDING, WgpuBackend},
    error::Error,
};
#[cfg(unix)]
use crate::{common, runner::Runner};

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
    for bytes in [0, 4, 20, (1 << 20) + 4, BINDING] {
        let buffer = backend.allocate(bytes).unwrap();
        assert_eq!(buffer.bytes, bytes);
        let words = words(&backend, &buffer).unwrap();
        assert!(words.iter().all(|&word| word == UNWRITTEN), "{bytes} bytes");
    }
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
    let mut bytes = BINDING;
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
    assert!(backend.allocate(BINDING).is_ok());
}

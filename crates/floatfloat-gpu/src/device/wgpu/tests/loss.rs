//! A lost device is found and says so, and another can be opened.

use super::{STEP, first, kernel, step, upload, words};
use crate::{
    backend::{Backend, Buffer},
    device::wgpu::WgpuBackend,
    error::Error,
    lowering::{Lowering, Protection},
};
#[cfg(not(target_vendor = "apple"))]
use crate::{
    common,
    device::wgpu::{adapter, twice},
};

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

//! Long calls tell how far they are, and can be cancelled.

use floatfloat::{FloatFloat, progress::Progress};
use floatfloat_gpu::{Device, DeviceArray, Error, Select};
use std::sync::{Arc, Mutex};

/// Stops the work when so many steps are done; takes down all it hears of.
struct Watch {
    stop: u64,
    heard: Mutex<Vec<(u64, u64)>>,
}

impl Progress for Watch {
    fn advance(&self, done: u64, total: u64) {
        self.heard.lock().unwrap().push((done, total));
    }
    fn cancelled(&self) -> bool {
        self.heard.lock().unwrap().last().is_some_and(|&(done, _)| done >= self.stop)
    }
}

/// So many numbers, so that what is computed with them takes several launches.
const COUNT: u64 = 1 << 20;

/// Rows and columns of matrices.
const SIDE: u64 = 128;

type Call<'d> = (&'static str, Box<dyn Fn(&Device) -> Result<(), Error> + 'd>);

fn calls(x: &DeviceArray<FloatFloat>) -> Vec<Call<'_>> {
    let matrix = |device: &Device| {
        let numbers: Vec<_> = (0..SIDE * SIDE).map(|i| FloatFloat::from(i as f32)).collect();
        device.upload_matrix(SIDE, SIDE, &numbers)
    };
    vec![
        ("map", Box::new(|device| device.map2(x, x, |a, b| (a / b).sqrt() / (a + b)).map(drop))),
        ("axpy", Box::new(|device| device.axpy(FloatFloat::ONE, x, x).map(drop))),
        ("sum", Box::new(|device| device.sum(x).map(drop))),
        ("dot", Box::new(|device| device.dot(x, x).map(drop))),
        (
            "gemm",
            Box::new(move |device| {
                let a = matrix(device)?;
                device.gemm(&a, &a).map(drop)
            }),
        ),
        (
            "gemm_accurate",
            Box::new(move |device| {
                let a = matrix(device)?;
                device.gemm_accurate(&a, &a).map(drop)
            }),
        ),
        (
            "gemv",
            Box::new(move |device| {
                let a = matrix(device)?;
                let row = device.upload(&vec![FloatFloat::ONE; SIDE as usize])?;
                device.gemv(&a, &row).map(drop)
            }),
        ),
    ]
}

fn numbers() -> Vec<FloatFloat> {
    (1..=COUNT).map(|i| FloatFloat::from(i as f32)).collect()
}

fn watched(device: &Device, stop: u64) -> (Device, Arc<Watch>) {
    let watch = Arc::new(Watch { stop, heard: Mutex::default() });
    (device.with_progress(watch.clone()), watch)
}

#[test]
fn progress_comes_to_its_end() {
    let device = Device::open(Select::Cpu).unwrap();
    let x = device.upload(&numbers()).unwrap();
    for (name, call) in calls(&x) {
        let (device, watch) = watched(&device, u64::MAX);
        call(&device).unwrap();
        let heard = watch.heard.lock().unwrap();
        assert!(heard.is_sorted(), "{name}: {heard:?}");
        let &(done, total) = heard.last().unwrap();
        assert_eq!(done, total, "{name}");
        assert!(heard.iter().all(|&(_, of)| of == total), "{name}: {heard:?}");
    }
}

#[test]
fn a_call_is_cancelled_between_its_pieces() {
    let device = Device::open(Select::Cpu).unwrap();
    let x = device.upload(&numbers()).unwrap();
    let mut several = 0;
    for (name, call) in calls(&x) {
        let (cancelled, watch) = watched(&device, 1);
        let result = call(&cancelled);
        let heard = watch.heard.lock().unwrap();
        let first = heard.iter().position(|&(done, _)| done >= 1).unwrap();
        if heard[first].0 < heard[first].1 {
            assert_eq!(result, Err(Error::Cancelled), "{name}");
            assert_eq!(heard.len(), first + 1, "{name}: {heard:?}");
            several += 1;
        }
        // The device goes on with other work.
        assert_eq!(call(&device), Ok(()), "{name}");
    }
    assert!(several >= 3, "{several} calls have several pieces");
}

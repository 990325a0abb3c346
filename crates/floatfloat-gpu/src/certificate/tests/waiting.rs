//! Devices whose results take time, and cancellation.

use super::planted::{Plant, Planted};
use crate::{
    backend::{Backend, Description},
    cache::certificate_of,
    certificate::{certify, certify_blocking},
    device::cpu::Cpu,
    error::Error,
    lowering::{Lowering, Mode},
    runner::{Answer, Job, Runner, run_blocking},
    word_type::WordType,
};
use floatfloat::progress::{Progress, Silent};
use pollster::block_on;
use std::{fs, future::poll_fn, sync::Mutex, task::Poll};

/// A device that can be waited for in no other way than a page of a browser does: it is no
/// [`Backend`], and has its results only when it was asked for them three times.
struct Slow<B>(B);

impl<B: Backend> Runner for Slow<B> {
    fn description(&self) -> &Description {
        self.0.description()
    }
    fn lowerings(&self, word: WordType) -> Vec<Lowering> {
        self.0.lowerings(word)
    }
    fn modes(&self) -> Vec<Mode> {
        self.0.modes()
    }
    fn run<'a>(&'a self, job: Job<'a>) -> Answer<'a> {
        Box::pin(async move {
            let mut asked = 0;
            poll_fn(|context| {
                asked += 1;
                context.waker().wake_by_ref();
                if asked < 3 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
            run_blocking(&self.0, job)
        })
    }
}

#[test]
fn a_device_that_lets_wait_has_the_same_certificate() {
    for plant in [Plant::Forbidden, Plant::Division(1), Plant::Rejected] {
        let slow = block_on(certify(&Slow(Planted::new(plant)), &Silent));
        assert_eq!(slow, certify_blocking(&Planted::new(plant), &Silent), "{plant:?}");
    }
}

/// Stops the work when so many steps are done; takes down all it hears of.
struct Watch {
    stop: u64,
    heard: Mutex<Vec<(u64, u64)>>,
}

impl Watch {
    fn new(stop: u64) -> Self {
        Watch { stop, heard: Mutex::default() }
    }
}

impl Progress for Watch {
    fn advance(&self, done: u64, total: u64) {
        self.heard.lock().unwrap().push((done, total));
    }
    fn cancelled(&self) -> bool {
        self.heard.lock().unwrap().iter().any(|&(done, _)| done >= self.stop)
    }
}

#[test]
fn progress_comes_to_its_end() {
    for plant in [Plant::Forbidden, Plant::Division(1), Plant::Specials, Plant::Rejected] {
        let alone = Watch::new(u64::MAX);
        block_on(certify(&Planted::new(plant), &alone)).unwrap();
        let heard = alone.heard.into_inner().unwrap();
        assert!(heard.is_sorted(), "{heard:?}");
        let threads = Watch::new(u64::MAX);
        certify_blocking(&Planted::new(plant), &threads).unwrap();
        for heard in [heard, threads.heard.into_inner().unwrap()] {
            let total = heard[0].1;
            assert!(heard.iter().all(|&(done, of)| done <= total && of == total), "{heard:?}");
            assert_eq!(heard.last(), Some(&(total, total)));
        }
    }
}

#[test]
fn what_is_cancelled_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let of = |recertify, progress: &dyn Progress| {
        certificate_of(&Cpu::open(), recertify, Some(folder.path()), progress)
    };
    let files = || {
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        files.map(|file| (fs::read(&file).unwrap(), file)).collect::<Vec<_>>()
    };
    for stop in [0, 20, 100] {
        let watch = Watch::new(stop);
        watch.advance(0, 1);
        assert_eq!(of(false, &watch), Err(Error::Cancelled), "{stop}");
        assert!(files().is_empty());
    }
    let certificate = of(false, &Silent);
    let kept = files();
    assert_eq!(kept.len(), 1);
    assert_eq!(of(true, &Watch::new(20)), Err(Error::Cancelled));
    assert_eq!(files(), kept);
    assert_eq!(of(false, &Watch::new(0)), certificate);
}

//! What a page of a browser has of floatfloat. This module judges, and JavaScript drives: it says which program is to be
//! run on which operands, and judges the results; the page compiles the program and runs it on its GPU.
//!
//! Text and bytes go through memory: the page asks for a place with [`allocate`], writes there, and hands the place
//! over with [`begin`], [`answer`] or [`refuse`]; what is said here lies at [`message`]. `judge/README.md` has the
//! messages.

mod asked;
mod bench;
mod bridge;
mod library;
mod mandelbrot;
mod playground;
mod session;
mod task;
mod tasks;

use session::Session;
use std::{cell::RefCell, panic, ptr};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::default());
}

/// A place of so many bytes, until it is handed over.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// The bytes of a place that [`allocate`] gave.
///
/// # Safety
/// The place was given for this length, and not handed over before.
unsafe fn taken(place: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: it is the boxed slice that `allocate` took apart.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(place, length)) }.into_vec()
}

/// Begins a task, given as JSON; what was going on before is forgotten.
///
/// # Safety
/// As of every place that is handed over: [`allocate`] gave it for this length, and it is handed over once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn begin(place: *mut u8, length: usize) {
    panic::set_hook(Box::new(|panic| {
        SESSION.with(|session| {
            if let Ok(mut session) = session.try_borrow_mut() {
                session.broken(&panic.to_string());
            }
        });
    }));
    // SAFETY: the caller's promise.
    let task = unsafe { taken(place, length) };
    let begun = Session::begin(&task);
    SESSION.with(|session| *session.borrow_mut() = begun);
}

/// Goes on as far as it can: 1 if a program is to be run, 0 if the task is done. The message says which program, or
/// what came of it.
#[unsafe(no_mangle)]
pub extern "C" fn advance() -> u32 {
    // The task is not in the session while it runs, so that a panic can be written there.
    let (task, exchange) = SESSION.with(|session| session.borrow_mut().take());
    let Some(mut task) = task else { return 0 };
    let done = task::poll(&mut task);
    SESSION.with(|session| session.borrow_mut().put_back(task, &exchange, done)).into()
}

/// The results of the program that was to be run.
///
/// # Safety
/// As for [`begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(place: *mut u8, length: usize) {
    // SAFETY: the caller's promise.
    let results = unsafe { taken(place, length) };
    SESSION.with(|session| session.borrow().exchange.answer(Ok(results)));
}

/// Why there are no results, as JSON.
///
/// # Safety
/// As for [`begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn refuse(place: *mut u8, length: usize) {
    // SAFETY: the caller's promise.
    let why = unsafe { taken(place, length) };
    SESSION.with(|session| session.borrow().exchange.answer(Err(bridge::Refusal::read(&why))));
}

/// Where the message lies; it is JSON.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> *const u8 {
    SESSION.with(|session| session.borrow().message.as_ptr())
}

/// Bytes of the message.
#[unsafe(no_mangle)]
pub extern "C" fn message_length() -> usize {
    SESSION.with(|session| session.borrow().message.len())
}

//! Paranoia on devices: what each mode of a device does with arithmetic, what the specification of
//! its interface promises, and what changed since the last examination.

pub mod changes;
mod device_machine;
mod examined;
mod promise;
mod words;

pub use crate::experiments::paranoia::{operands, processor, run_on as experiments, tables};
pub use device_machine::DeviceMachine;
pub use examined::{Examined, Target, examine_modes, mode_count, on_device};
pub use promise::{Exactness, Promise, permits, promise};

